"""A sheet to score a table on by hand: a row for each deal, the dealer's place shaded, the values beside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules import Ruleset
from scoring.explain import warsaw_name
from scoring.exports.pdf.fonts import BOLD, REGULAR, given, largest, width, wrap
from scoring.exports.pdf.grid import GROUND, LINE
from scoring.exports.pdf.legend import LEGEND, Legend
from scoring.exports.pdf.paper import LANDSCAPE, NumberedCanvas, Part, height, room
from scoring.exports.pdf.pen import Pen

from reportlab.platypus import Flowable  # isort: skip

#: A sheet is one page: so many deals have rows that a pen can write in.
MOST_DEALS = 24
#: Points: the title with round and table; names; what is said below the rows; between the sheet and the legend.
_TITLE, _NAMES, _NOTES, _GAP = 30.0, 44.0, 24.0, 12.0
#: No row is higher, however few there are.
_HIGHEST = 26.0
#: Of the sums below the deals: as high as this at most.
_SUM = 17.0
#: The dealer's places: dark enough for a tired printer, light enough to write on.
_SHADE = 0.86


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is known before the first deal: `names` in playing order, "" where they are written by hand, as round and
    table are that are None; `first_dealer` is a place among the names."""

    deals: int
    names: tuple[str, ...]
    round: int | None = None
    table: int | None = None
    first_dealer: int = 1

    @classmethod
    def blank(cls, deals: int, seats: int) -> Sheet:
        """For any table of that size."""
        return cls(deals, ("",) * seats)

    def dealer(self, deal: int) -> int:
        """The place of who deals the deal of that number (from 1)."""
        return (self.first_dealer - 1 + deal - 1) % len(self.names) + 1


def score_sheet(ruleset: Ruleset, sheet: Sheet) -> Part:
    """The sheet: one page that lies across."""
    return [ScoreSheet(ruleset, sheet)]


@dataclass(frozen=True, slots=True)
class _Column:
    head: str
    width: float


class ScoreSheet(Flowable):
    """The rows to write in and, to their right, the values."""

    def __init__(self, ruleset: Ruleset, sheet: Sheet) -> None:
        super().__init__()
        self.ruleset, self.sheet = ruleset, sheet
        # A point less than there is: sums of floats.
        self.width, self.height = room(LANDSCAPE), height(LANDSCAPE) - 1
        self.inside = self.width - LEGEND - _GAP
        self.legend = Legend(ruleset, LEGEND, self.height - _TITLE)
        self.seat = 60.0 if len(sheet.names) > 4 else 74.0
        self.columns = self._columns()
        self.sums = [_("Total"), *([_("Ft")] if ruleset.money else []), _("Place"), _("Signature")]
        left = self.height - _TITLE - _NAMES - _NOTES
        signature = 1.35  # a signature is as high as so many sums
        self.row = min(_HIGHEST, (left - _SUM * (len(self.sums) - 1 + signature)) / sheet.deals)
        spare = left - self.row * sheet.deals
        self.sum = min(_SUM * 1.3, spare / (len(self.sums) - 1 + signature))
        self.signature = self.sum * signature

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:
        """Always a whole page (points)."""
        return self.width, self.height

    def _columns(self) -> list[_Column]:
        melds = self.ruleset.taroky is not None and bool(self.ruleset.taroky.melds)
        player = 44 if melds else 52
        columns = [
            _Column(_("Deal"), 38),
            _Column(_("Bid"), 38),
            _Column(_("Declarer"), player),
            _Column(_("Partner"), player),
            _Column(_("Figures, kontras"), 0),
            _Column(_("Card points"), 38),
        ]
        if melds:
            columns.insert(5, _Column(_("Melds"), 52))
        figures = self.inside - sum(column.width for column in columns) - self.seat * len(self.sheet.names)
        columns[4] = _Column(columns[4].head, figures)
        return columns

    def draw(self) -> None:
        """Grounds first, then lines, then all texts."""
        canvas = self.canv
        title = self._title()
        if isinstance(canvas, NumberedCanvas):
            canvas.marks.append((title, 0))
        top = self.height - _TITLE
        rows = self._rows(top)
        self._shade(rows)
        self._rule(top, rows)
        pen = Pen(canvas)
        self._write_title(pen)
        self._write_heads(pen, top)
        self._write_rows(pen, rows)
        self._write_notes(pen)
        pen.finish()
        canvas.saveState()
        canvas.translate(self.width - LEGEND, 0)
        self.legend.draw_on(canvas)
        canvas.restoreState()

    # --- where everything is

    def _rows(self, top: float) -> list[float]:
        """The lower edges of all rows, deals and sums."""
        heights = [self.row] * self.sheet.deals + [self.sum] * (len(self.sums) - 1) + [self.signature]
        edges, y = [], top - _NAMES
        for each in heights:
            y -= each
            edges.append(y)
        return edges

    def _seat_left(self, place: int) -> float:
        return self.inside - self.seat * (len(self.sheet.names) - place + 1)

    def _shade(self, rows: Sequence[float]) -> None:
        canvas = self.canv
        canvas.setFillColor(GROUND)
        canvas.rect(0, self.height - _TITLE - _NAMES, self.inside, _NAMES, stroke=0, fill=1)
        canvas.setFillGray(_SHADE)
        for deal in range(1, self.sheet.deals + 1):
            canvas.rect(self._seat_left(self.sheet.dealer(deal)), rows[deal - 1], self.seat, self.row, stroke=0, fill=1)
        canvas.setFillGray(0)

    def _rule(self, top: float, rows: Sequence[float]) -> None:
        """Lines of rows and columns; a lighter one parts the points of a deal from the running total."""
        canvas, bottom = self.canv, rows[-1]
        deals = rows[self.sheet.deals - 1]
        canvas.saveState()
        canvas.setStrokeColor(LINE)
        canvas.setLineWidth(0.5)
        canvas.lines([(0, y, self.inside, y) for y in rows[:-1]])
        x = 0.0
        for column in self.columns[:-1]:
            x += column.width
            canvas.line(x, top, x, deals)
        seats = [self._seat_left(place) for place in range(1, len(self.sheet.names) + 1)]
        canvas.setDash(1, 2)
        canvas.setStrokeGray(0.35)
        canvas.lines([(x + self.seat / 2, top - _NAMES + 11, x + self.seat / 2, deals) for x in seats])
        canvas.setDash()
        canvas.setStrokeGray(0)
        canvas.setLineWidth(0.9)
        canvas.lines([(x, top, x, bottom) for x in seats])
        canvas.lines([(0, top - _NAMES, self.inside, top - _NAMES), (0, deals, self.inside, deals)])
        canvas.rect(0, bottom, self.inside, top - bottom)
        canvas.restoreState()

    # --- what is said

    def _title(self) -> str:
        if self.sheet.round is None or self.sheet.table is None:
            return _("Score sheet")
        return _("Round %(round)s, table %(table)s") % {"round": self.sheet.round, "table": self.sheet.table}

    def _write_title(self, pen: Pen) -> None:
        y, title = self.height - 17, self._title()
        pen.write(title, 0, y, BOLD, 16)
        seats = len(self.sheet.names)
        deals = ngettext("%(n)s deal", "%(n)s deals", self.sheet.deals) % {"n": self.sheet.deals}
        size = {4: _("table of four"), 5: _("table of five")}.get(seats, "")
        small = " · ".join(filter(None, [deals, size]))
        pen.write(small, width(title, BOLD, 16) + 10, y, REGULAR, 9.5)
        if self.sheet.round is None:
            x = self.inside
            for label in (_("Table"), _("Round")):
                x -= 74
                pen.write(label, x - width(label, REGULAR, 9.5) - 4, y, REGULAR, 9.5)
                self.canv.setLineWidth(0.6)
                self.canv.line(x, y - 2, x + 62, y - 2)
                x -= width(label, REGULAR, 9.5) + 6

    def _write_heads(self, pen: Pen, top: float) -> None:
        x = 0.0
        for column in self.columns:
            lines = wrap(column.head, column.width - 4, BOLD, 7.5, 3)
            y = top - _NAMES + 4 + (len(lines) - 1) * 9
            for line in lines:
                pen.write(line, x + 3, y, BOLD, 7.5)
                y -= 9
            x += column.width
        points, total = _("points"), _("total")
        half = self.seat / 2 - 4
        size = min(largest(text, half, REGULAR, 6.5, 4.5) for text in (points, total))
        for place, name in enumerate(self.sheet.names, 1):
            left = self._seat_left(place)
            self._write_name(pen, f"{place}.", given(name), left, top)
            pen.write(points, left + 2.5, top - _NAMES + 3, REGULAR, size)
            pen.write(total, left + self.seat / 2 + 2.5, top - _NAMES + 3, REGULAR, size)

    def _write_name(self, pen: Pen, number: str, name: str, left: float, top: float) -> None:
        """Up to four lines beside the place's number; without a name room to write one."""
        pen.write(number, left + 3, top - 9.5, REGULAR, 7.5)
        inside = self.seat - 15
        size, lines = 8.0, wrap(name, inside, BOLD, 8.0, 2)
        if len(lines) > 1:
            size, lines = 6.5, wrap(name, inside, BOLD, 6.5, 4)
        y = top - 3 - size
        for line in lines:
            pen.write(line, left + 12, y, BOLD, size)
            y -= size * 1.12

    def _write_rows(self, pen: Pen, rows: Sequence[float]) -> None:
        deals = self.sheet.deals
        dealer = _("dealer")
        size = largest(dealer, self.seat / 2 - 5, REGULAR, 5.5, 4)
        for deal in range(1, deals + 1):
            middle = rows[deal - 1] + self.row / 2
            number = f"{deal}."
            pen.write(number, self.columns[0].width - 7 - width(number, BOLD, 10), middle - 3.6, BOLD, 10)
            x = self._seat_left(self.sheet.dealer(deal))
            pen.write(dealer, x + 2.5, rows[deal - 1] + self.row - size - 1.6, REGULAR, size)
        heights = [self.sum] * (len(self.sums) - 1) + [self.signature]
        for name, bottom, high in zip(self.sums, rows[deals:], heights, strict=True):
            right = self._seat_left(1) - 6
            pen.write(name, right - width(name, BOLD, 9), bottom + high / 2 - 3.2, BOLD, 9)

    def _write_notes(self, pen: Pen) -> None:
        out = len(self.sheet.names) > 4
        texts = [
            _("Shaded: the dealer, who sits this deal out.") if out else _("Shaded: the dealer."),
            _("A deal that does not count (passed out, thrown in, void) is dealt again by the same dealer.")
            if "passed_out" in self.ruleset.outcomes
            else _("A void deal is dealt again by the same dealer."),
            _("All points of a deal sum to zero."),
        ]
        warsaw = warsaw_name(self.ruleset)
        if warsaw:
            text = _("%(warsaw)s: everyone’s card points and tricks, across the columns before the names.")
            texts.append(text % {"warsaw": warsaw})
        y = 12.0
        for line in wrap(" ".join(texts), self.inside, REGULAR, 7.5, 2):
            pen.write(line, 0, y, REGULAR, 7.5)
            y -= 9.5
