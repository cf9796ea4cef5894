"""Texts onto a page, thousands of them: each is put into the font's codes once in a document and then only placed.

Goes the way that reportlab's `ttfonts` describes for programs that write text operators themselves. `drawString` puts
every letter of every text into codes again, which was two thirds of the time of a whole print.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reportlab.lib.rl_accel import escapePDF
from reportlab.pdfbase import pdfmetrics

from scoring.exports.pdf.fonts import SIGN_WIDTH, width
from scoring.exports.pdf.signs import draw_suit
from scoring.exports.words import SIGNS

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

#: What shows a text: the font's name in the document and the operator, in turn, for each part of the text.
Shown = tuple[str, ...]

#: Longer texts hardly come twice in a document, and are not kept.
_KEPT = 24

_SUITS = {sign: suit for suit, sign in SIGNS.items()}
_SIGNS = frozenset(_SUITS)


class Pen:
    """Collects texts, and writes them at the end. Coordinates are those of the canvas at that moment."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        # Kept with the document: the codes of letters are different in each.
        self._known: dict[tuple[str, str], Shown] = canvas.__dict__.setdefault("known_texts", {})
        self._code = ["BT"]
        self._font = ""
        self._suits: list[tuple[str, float, float, float, str]] = []

    def width(self, text: str, font: str, size: float) -> float:
        """Points that the text takes."""
        return width(text, font, size)

    def write(self, text: str, x: float, y: float, font: str, size: float) -> None:
        """Put a text without line ends there; suit signs in it are drawn."""
        if not text.isascii() and not _SIGNS.isdisjoint(text):
            self._write_signed(text, x, y, font, size)
            return
        place = f"1 0 0 1 {x:.2f} {y:.2f} Tm "
        # A font in a document has a part for each 256 letters; texts with rare ones are written with several.
        shown = iter(self._shown(text, font))
        for name, operator in zip(shown, shown, strict=True):
            chosen = f"{name} {size:g} Tf"
            if chosen != self._font:
                self._code.append(chosen)
                self._font = chosen
            self._code.append(place + operator)
            place = ""

    def _write_signed(self, text: str, x: float, y: float, font: str, size: float) -> None:
        piece = ""
        for char in text:
            if char not in _SIGNS:
                piece += char
                continue
            self.write(piece, x, y, font, size)
            x += self.width(piece, font, size)
            piece = ""
            self._suits.append((_SUITS[char], x, y, size, font))
            x += SIGN_WIDTH * size
        self.write(piece, x, y, font, size)

    def finish(self) -> None:
        """Write what was collected onto the page."""
        self._canvas.addLiteral("\n".join([*self._code, "ET"]))
        for suit in self._suits:
            draw_suit(self._canvas, *suit)

    def _shown(self, text: str, font: str) -> Shown:
        if len(text) > _KEPT:
            return _show(text, font, self._canvas)
        key = font, text
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = _show(text, font, self._canvas)
        return found


def _show(text: str, font: str, canvas: Any) -> Shown:
    face: Any = pdfmetrics.getFont(font)
    document = canvas._doc
    shown: list[str] = []
    for subset, codes in face.splitString(text, document):
        shown += [face.getSubsetInternalName(subset, document), f"({escapePDF(codes)}) Tj"]
    return tuple(shown)
