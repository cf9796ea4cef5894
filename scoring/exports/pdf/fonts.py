"""Letters of the prints: Lato, regular and bold, embedded; measuring, breaking and shortening of text.

Importing this module makes Lato the font that reportlab begins with: its own Helvetica is not embedded in files, has no
ő and ű, and would be listed in every document even if no letter of it were used.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import fontpkg_lato
from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from scoring.exports.words import SIGNS, clean

REGULAR, BOLD = "Lato", "Lato-Bold"
ELLIPSIS = "…"
#: What stands for a letter that the font has not (an emoji, Chinese).
REPLACEMENT = "□"
#: Width of a suit's sign, in ems.
SIGN_WIDTH = 0.95

_FILES = Path(fontpkg_lato.__file__).parent / "files"
for _name, _file in ((REGULAR, "Lato-Regular.ttf"), (BOLD, "Lato-Bold.ttf")):
    pdfmetrics.registerFont(TTFont(_name, str(_FILES / _file)))
rl_config.canvas_basefontname = REGULAR
# Streams as bytes: smaller than as text, and half the time.
rl_config.useA85 = 0

_glyphs = pdfmetrics.getFont(REGULAR).face.charToGlyph  # type: ignore[attr-defined]  # fonts from files have a face


class _Printable(dict[int, str]):
    """For str.translate: each character as the font can show it, found out once."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        category = unicodedata.category(char)
        if char in SIGNS.values():
            shown = char
        elif char.isspace():
            shown = " "
        elif category in ("Mn", "Me", "Cf", "Cc", "Cs", "Co") or 0x1F3FB <= code <= 0x1F3FF:
            # What only modifies the character before it (a second accent, a skin tone, a joiner), or is no letter.
            shown = ""
        else:
            shown = char if code in _glyphs else REPLACEMENT
        self[code] = shown
        return shown


_PRINTABLE = _Printable()


def printable(text: str) -> str:
    """`text` in letters that the font has; suit signs (`SIGNS`) stay."""
    composed = text if text.isascii() else unicodedata.normalize("NFC", text)
    return composed.translate(_PRINTABLE)


@lru_cache(maxsize=4096)
def given(text: str) -> str:
    """A text that somebody typed in (a name), in letters that the font has."""
    return printable(clean(text))


@lru_cache(maxsize=8192)
def width(text: str, font: str, size: float) -> float:
    """Points that a text without line ends takes; suit signs are as wide as they are drawn."""
    measured = pdfmetrics.stringWidth(text, font, size)
    if text.isascii():
        return measured
    signs = [char for char in text if char in SIGNS.values()]
    if signs:
        bare = "".join(char for char in text if char not in SIGNS.values())
        measured = pdfmetrics.stringWidth(bare, font, size) + len(signs) * SIGN_WIDTH * size
    return measured


@lru_cache(maxsize=8192)
def fit(text: str, room: float, font: str, size: float) -> str:
    """`text`, or as much of its beginning as has room, with an ellipsis."""
    if width(text, font, size) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + ELLIPSIS, font, size) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


def largest(text: str, room: float, font: str, most: float, least: float = 8) -> float:
    """The size at which a line has room, between these two (points)."""
    needed = width(text, font, most)
    return most if needed <= room else max(least, most * room / needed)


@lru_cache(maxsize=8192)
def wrap(text: str, room: float, font: str, size: float, most: int = 0) -> tuple[str, ...]:
    """Lines of at most `room` points, broken between words, and inside a word that is longer than a line.

    With `most` there are no more lines than that: the last one ends with an ellipsis when it had to.
    """
    if width(text, font, size) <= room:
        return (text,)
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if width(longer, font, size) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        while width(word, font, size) > room and len(word) > 1:
            cut = _most_letters(word, room, font, size)
            lines.append(word[:cut])
            word = word[cut:]
        line = word
    lines.append(line)
    if most and len(lines) > most:
        rest = " ".join(lines[most - 1 :])
        lines[most - 1 :] = [fit(rest, room, font, size)]
    return tuple(lines)


def shrunk(text: str, room: float, font: str, sizes: Sequence[tuple[float, int]]) -> tuple[float, tuple[str, ...]]:
    """The first size (points), of pairs of a size and how many lines it may take, at which `text` has room, and its
    lines. Words are broken only at the last size, where what has no room is cut."""
    longest = max(text.split(" "), key=len)
    for size, most in sizes[:-1]:
        lines = wrap(text, room, font, size)
        if len(lines) <= most and width(longest, font, size) <= room:
            return size, lines
    size, most = sizes[-1]
    return size, wrap(text, room, font, size, most)


def _most_letters(word: str, room: float, font: str, size: float) -> int:
    """How many letters of `word` have room, at least one; after a hyphen among them if there is one."""
    count = len(word)
    while count > 1 and width(word[:count], font, size) > room:
        count -= 1
    hyphen = word.rfind("-", 1, count)
    return hyphen + 1 if hyphen > 0 else count
