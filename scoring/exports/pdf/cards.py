"""Cards for the tables: who sits there, and the link by which they enter their own deals. Two on a page, to cut out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.exports.pdf.fonts import BOLD, REGULAR, fit, given, largest, width, wrap
from scoring.exports.pdf.paper import PORTRAIT, Part, room
from scoring.exports.pdf.pen import Pen
from scoring.models import Round
from scoring.qr import squares

from reportlab.platypus import Flowable  # isort: skip

#: Points. Two cards and what is between them fill the room between head and foot of a page.
HEIGHT, _BETWEEN, _INSIDE = 362.0, 18.0, 22.0
#: The side of the code; what is said below it is as wide. Around it stays white four squares, as readers want.
_CODE = 182.0
_QUIET_ROOM = 24.0
_CODE_TOP = 44 + _QUIET_ROOM
#: Sizes of the names: the largest at which all have room.
_SIZES = (18, 16, 14, 12, 10)


@dataclass(frozen=True, slots=True)
class Card:
    """What a table's card says: `names` in playing order, `first_dealer` is a place among them; `address` is what the
    code holds, `entrance` where `code` is typed instead."""

    table: int
    names: tuple[str, ...]
    first_dealer: int
    address: str
    entrance: str
    code: str


def cards_part(round_: Round, cards: Sequence[Card]) -> Part:
    """The cards in their order."""
    return [CardSheet(round_, card) for card in cards]


class CardSheet(Flowable):
    """One card within its line to cut along."""

    def __init__(self, round_: Round, card: Card) -> None:
        super().__init__()
        self.card = card
        self.cup = given(round_.tournament.name)
        date = date_format(round_.tournament.date, "DATE_FORMAT")
        self.occasion = " · ".join([_("Round %(number)s") % {"number": round_.number}, str(date)])
        self.width, self.height = room(PORTRAIT), HEIGHT

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:
        """Always the same room (points)."""
        return self.width, self.height

    def getSpaceBefore(self) -> float:
        """Between two cards, so that the scissors need not hit one line (points)."""
        return _BETWEEN

    def draw(self) -> None:
        """Draw the line to cut along, the code, and all texts."""
        canvas = self.canv
        canvas.saveState()
        canvas.setStrokeGray(0.45)
        canvas.setLineWidth(0.5)
        canvas.setDash(4, 4)
        canvas.rect(0, 0, self.width, self.height)
        canvas.restoreState()
        right = self.width - _INSIDE - _CODE
        bottom = self.height - _CODE_TOP - _CODE
        self._draw_code(right, bottom)
        pen = Pen(canvas)
        self._write_head(pen)
        self._write_table(pen, right - _QUIET_ROOM - _INSIDE)
        self._write_link(pen, right, bottom)
        pen.finish()

    def _write_head(self, pen: Pen) -> None:
        top, inside = self.height - 34, self.width - 2 * _INSIDE
        occasion = width(self.occasion, REGULAR, 11)
        pen.write(fit(self.cup, inside - occasion - 16, BOLD, 13), _INSIDE, top, BOLD, 13)
        pen.write(self.occasion, self.width - _INSIDE - occasion, top, REGULAR, 11)
        self.canv.setLineWidth(0.8)
        self.canv.line(_INSIDE, top - 10, self.width - _INSIDE, top - 10)

    def _write_table(self, pen: Pen, inside: float) -> None:
        title = _("Table %(number)s") % {"number": self.card.table}
        size = largest(title, inside, BOLD, 62)
        y = self.height - 60 - size
        pen.write(title, _INSIDE, y, BOLD, size)
        size, names = self._names(inside - 26, y - 34)
        y -= 24
        for seat, lines in enumerate(names, 1):
            first = seat == self.card.first_dealer
            y -= size
            pen.write(f"{seat}.", _INSIDE, y, REGULAR, size * 0.75)
            for line in lines:
                pen.write(line, _INSIDE + 26, y, BOLD if first else REGULAR, size)
                y -= size * 1.2
            if first:
                pen.write(_("deals first"), _INSIDE + 26, y + size * 0.25, REGULAR, 10)
                y -= 13
            y += size * 0.65

    def _names(self, inside: float, high: float) -> tuple[float, list[tuple[str, ...]]]:
        """The names in lines, at most two each, and the size at which they have room."""
        for size in _SIZES:
            names = [wrap(given(name), inside, BOLD, size, 2) for name in self.card.names]
            if sum(len(lines) * 1.2 + 0.35 for lines in names) * size + 13 <= high:
                break
        return size, names

    def _write_link(self, pen: Pen, left: float, bottom: float) -> None:
        """Below the code: what to do without a camera."""
        y = bottom - _QUIET_ROOM - 4
        texts = [
            (_("Enter your deals on a phone: scan the code, or open"), REGULAR, 9.5),
            (self.card.entrance, BOLD, largest(self.card.entrance, _CODE, BOLD, 11, 8)),
            (_("and type:"), REGULAR, 9.5),
        ]
        for text, font, size in texts:
            for line in wrap(text, _CODE, font, size, 3):
                pen.write(line, left, y, font, size)
                y -= size * 1.35
        pen.write(self.card.code, left, y - 10, BOLD, 22)

    def _draw_code(self, left: float, bottom: float) -> None:
        """Runs of dark squares, each a bar: fewer seams than squares one by one."""
        canvas, rows = self.canv, squares(self.card.address)
        side = _CODE / len(rows)
        canvas.setFillGray(0)
        for number, row in enumerate(rows):
            y = bottom + _CODE - (number + 1) * side
            start: int | None = None
            for place, dark in enumerate([*row, False]):
                if dark and start is None:
                    start = place
                elif not dark and start is not None:
                    canvas.rect(left + start * side, y, (place - start) * side, side, stroke=0, fill=1)
                    start = None
