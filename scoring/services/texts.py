"""What may stand in a line of text that somebody types: a name, a club, a venue."""

from __future__ import annotations

from rules import Problem


def text_problem(text: str, place: str, *, longest: int, empty: bool) -> Problem | None:
    """What is wrong with a name: nothing in it, too much, or a character that no line of text has."""
    if not empty and not text.strip():
        return Problem("text-empty", place)
    if len(text) > longest:
        return Problem("text-too-long", place, {"length": len(text), "limit": longest})
    if any(char < " " or "\x7f" <= char <= "\x9f" or "\ud800" <= char <= "\udfff" for char in text):
        return Problem("bad-text", place)
    return None
