"""The four suits as small shapes of our own, for no font at hand has them.

Hearts and diamonds are outlined, clubs and spades are filled: told apart on a black and white print too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.exports.pdf.fonts import SIGN_WIDTH
from scoring.templatetags.tarokk import suit_name

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.pdfgen.pathobject import PDFPathObject


def draw_suit(canvas: Canvas, suit: str, x: float, y: float, size: float, font: str) -> None:
    """The sign with its left end at `x` on the line `y`; its name is there for who copies the text."""
    canvas.saveState()
    hidden = canvas.beginText(x, y)
    name = suit_name(suit)
    hidden.setFont(font, size)
    hidden.setHorizScale(100 * size * SIGN_WIDTH / canvas.stringWidth(name, font, size))
    hidden.setTextRenderMode(3)
    hidden.textOut(name)
    canvas.drawText(hidden)
    canvas.restoreState()
    draw_shape(canvas, suit, x + size * 0.08, y - size * 0.06, size * 0.8)


def draw_shape(canvas: Canvas, suit: str, x: float, y: float, side: float) -> None:
    """The sign alone, as an ornament: in a square of that side whose lower left corner is there (points)."""
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(side / 16, side / 16)
    canvas.setLineWidth(1.3)
    path = canvas.beginPath()
    {"hearts": _heart, "diamonds": _diamond, "clubs": _club, "spades": _spade}[suit](path)
    canvas.drawPath(path, stroke=1, fill=int(suit in ("clubs", "spades")))
    canvas.restoreState()


# Each in a square of 16 by 16, the origin below to the left.


def _heart(path: PDFPathObject) -> None:
    path.moveTo(8, 1.4)
    path.curveTo(3.4, 4.8, 1, 7.3, 1, 10.3)
    path.curveTo(1, 15.2, 6.7, 15.6, 8, 12.1)
    path.curveTo(9.3, 15.6, 15, 15.2, 15, 10.3)
    path.curveTo(15, 7.3, 12.6, 4.8, 8, 1.4)
    path.close()


def _diamond(path: PDFPathObject) -> None:
    path.moveTo(8, 15.1)
    path.lineTo(13.6, 8)
    path.lineTo(8, 0.9)
    path.lineTo(2.4, 8)
    path.close()


def _club(path: PDFPathObject) -> None:
    for x, y in ((8, 11.8), (4.4, 6.6), (11.6, 6.6)):
        path.circle(x, y, 3.1)
    path.moveTo(7, 8)
    path.lineTo(5.4, 1)
    path.lineTo(10.6, 1)
    path.lineTo(9, 8)
    path.close()


def _spade(path: PDFPathObject) -> None:
    path.moveTo(8, 15.1)
    path.curveTo(9.3, 12.2, 14.6, 10.4, 14.6, 6.6)
    path.curveTo(14.6, 3.4, 10.4, 2.2, 8.9, 4.7)
    path.curveTo(9, 3.2, 9.5, 2, 10.6, 1)
    path.lineTo(5.4, 1)
    path.curveTo(6.5, 2, 7, 3.2, 7.1, 4.7)
    path.curveTo(5.6, 2.2, 1.4, 3.4, 1.4, 6.6)
    path.curveTo(1.4, 10.4, 6.7, 12.2, 8, 15.1)
    path.close()
