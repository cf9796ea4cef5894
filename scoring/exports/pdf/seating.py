"""Who sits where, to hang on the wall: by name, for who looks for the own table, and by table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from scoring.exports.pdf.fonts import BOLD, REGULAR, given, width, wrap
from scoring.exports.pdf.grid import Column, Grid, Look
from scoring.exports.pdf.paper import PORTRAIT, Heading, Part, room
from scoring.exports.pdf.pen import Pen
from scoring.models import Player, Round, Table
from scoring.queries import TableLink
from scoring.text import hungarian

from reportlab.platypus import Flowable  # isort: skip

#: Read from some steps away.
_WALL = Look(size=13, leading=16, padding=3.4, gap=4)
#: Points: between boxes, inside a box; sizes and leading of what it says.
_BETWEEN, _INSIDE = 14.0, 11.0
_TITLE, _NAME, _LEADING = 19.0, 12.5, 15.5
_SMALL = 9.0


def seating_by_name(round_: Round, tables: Sequence[TableLink]) -> Part:
    """Everybody who sits in the round, in the order of the Hungarian alphabet."""
    title = _("Round %(number)s: seating by name") % {"number": round_.number}
    seats = [(seat.player, at.table, seat.number) for at in tables for seat in at.seats]
    seats.sort(key=lambda each: (hungarian(each[0].name), each[0].number))
    grid = Grid(
        [
            Column(_("Name"), room(PORTRAIT) - 80 - 80 - 60),
            Column(_("Number"), 80, "RIGHT"),
            Column(_("Table"), 80, "RIGHT", bold=True),
            Column(_("Seat"), 60, "RIGHT"),
        ],
        _WALL,
    )
    twice = {name for name, count in Counter(player.name for player, *_where in seats).items() if count > 1}
    before = ""
    for player, table, seat in seats:
        name = given(player.name)
        if player.name in twice and player.club:
            name += f" ({given(player.club)})"
        first = name[:1].upper()
        grid.add([name, str(player.number), str(table.number), str(seat)], strong=bool(before) and first != before)
        before = first
    return [Heading(title, _("The seat is the place at the table, in playing order."), level=0, size=18), grid]


def seating_by_table(round_: Round, tables: Sequence[TableLink]) -> Part:
    """Every table in a box, two beside each other, with who deals first."""
    title = _("Round %(number)s: seating by table") % {"number": round_.number}
    part: Part = [Heading(title, _("In playing order, to the right."), level=0, size=18)]
    part += [TableBoxes(tables[place : place + 2]) for place in range(0, len(tables), 2)]
    return part


class TableBoxes(Flowable):
    """Two tables, as high as the one that takes more room."""

    def __init__(self, tables: Sequence[TableLink]) -> None:
        super().__init__()
        self.width = room(PORTRAIT)
        self.box = (self.width - _BETWEEN) / 2
        self.boxes = [(at.table, list(self._lines(at))) for at in tables]
        most = max(sum(high for _texts, high in lines) for _table, lines in self.boxes)
        self.height = _INSIDE + _TITLE + 9 + most + _INSIDE - 6

    def _lines(self, at: TableLink) -> Iterator[tuple[list[tuple[str, float, str, float]], float]]:
        """Lines as texts with their place from the left, and the height of each."""
        for seat in at.seats:
            first = seat.number == at.table.first_dealer
            font = BOLD if first else REGULAR
            number, left = self._number(seat.player), _INSIDE + 20
            inside = self.box - left - _INSIDE - 34
            for nth, text in enumerate(wrap(given(seat.player.name), inside, font, _NAME)):
                texts = [(text, left, font, _NAME)]
                if nth == 0:
                    right = self.box - _INSIDE - width(number, REGULAR, _SMALL)
                    # In the order in which somebody reads them who copies the text or has it read aloud.
                    place = (f"{seat.number}.", _INSIDE, REGULAR, _NAME * 0.8)
                    texts = [place, *texts, (number, right, REGULAR, _SMALL)]
                yield texts, _LEADING
            if first:
                yield [(_("deals first"), left, REGULAR, _SMALL)], _SMALL * 1.25
            yield [], 2.0

    @staticmethod
    def _number(player: Player) -> str:
        return f"({player.number})"

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:
        """Its own room (points)."""
        return self.width, self.height

    def getSpaceBefore(self) -> float:
        """Between rows of boxes (points)."""
        return _BETWEEN

    def draw(self) -> None:
        """Draw frames and texts."""
        pen = Pen(self.canv)
        for place, (table, lines) in enumerate(self.boxes):
            self._draw_box(pen, place * (self.box + _BETWEEN), table, lines)
        pen.finish()

    def _draw_box(
        self, pen: Pen, left: float, table: Table, lines: Sequence[tuple[list[tuple[str, float, str, float]], float]]
    ) -> None:
        canvas = self.canv
        canvas.setLineWidth(0.9)
        canvas.rect(left, 0, self.box, self.height)
        y = self.height - _INSIDE - _TITLE * 0.8
        pen.write(_("Table %(number)s") % {"number": table.number}, left + _INSIDE, y, BOLD, _TITLE)
        y -= 8
        canvas.setLineWidth(0.5)
        canvas.line(left + _INSIDE, y, left + self.box - _INSIDE, y)
        for texts, high in lines:
            y -= high
            for text, x, font, size in texts:
                pen.write(text, left + x, y + 1, font, size)
