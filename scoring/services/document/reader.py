"""Reads fields of a document and notes everything that is wrong, with its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules import Problem
from scoring.services.texts import text_problem


def inside(place: str, key: str | int) -> str:
    """The place of a member: `rounds`, then `rounds[0]`, then `rounds[0].tables`."""
    if isinstance(key, int):
        return f"{place}[{key}]"
    return f"{place}.{key}" if place else key


class Reader:
    """Collects problems. Each method gives the value, or None when it has noted why there is none."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def note(self, code: str, place: str, **params: object) -> None:
        """Something is wrong there."""
        self.problems.append(Problem(code, place, params))

    def record(
        self, value: object, place: str, *, required: Iterable[str], optional: Iterable[str] = ()
    ) -> Mapping[str, Any] | None:
        """An object with exactly these fields."""
        if not isinstance(value, dict):
            self.note("bad-type", place, expected="object")
            return None
        required = tuple(required)
        known = {*required, *optional}
        for key in value:
            if key not in known:
                self.note("unknown-field", inside(place, key), name=key)
        for key in required:
            if key not in value:
                self.note("missing-field", inside(place, key), name=key)
        return value

    def items(self, value: Mapping[str, Any], key: str, place: str) -> list[Any]:
        """A list; empty where it is missing."""
        found = value.get(key, [])
        if isinstance(found, list):
            return found
        self.note("bad-type", inside(place, key), expected="list")
        return []

    def integer(
        self, value: Mapping[str, Any], key: str, place: str, *, low: int, high: int, default: int | None = None
    ) -> int | None:
        """A whole number within those bounds; the default where it is missing."""
        if key not in value:
            return default
        found = value[key]
        if isinstance(found, bool) or not isinstance(found, int):
            self.note("bad-type", inside(place, key), expected="number")
            return None
        if not low <= found <= high:
            self.note("number-out-of-range", inside(place, key), value=found, low=low, high=high)
            return None
        return found

    def text(self, value: Mapping[str, Any], key: str, place: str, *, longest: int, empty: bool = False) -> str | None:
        """A line of text; the empty one where it is missing."""
        found = value.get(key, "")
        if not isinstance(found, str):
            self.note("bad-type", inside(place, key), expected="text")
            return None
        problem = text_problem(found, inside(place, key), longest=longest, empty=empty or key not in value)
        if problem:
            self.problems.append(problem)
            return None
        return found

    def flag(self, value: Mapping[str, Any], key: str, place: str) -> bool:
        """True or false; false where it is missing."""
        found = value.get(key, False)
        if not isinstance(found, bool):
            self.note("bad-type", inside(place, key), expected="boolean")
            return False
        return found
