"""Name badges: ten on a page, 90 by 54 mm each, to cut out and put into holders."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.exports.pdf.fonts import BOLD, REGULAR, given, shrunk, width
from scoring.exports.pdf.paper import PORTRAIT, Part, whole
from scoring.exports.pdf.pen import Pen
from scoring.models import Player, Tournament

from reportlab.lib.units import mm  # isort: skip
from reportlab.platypus import Flowable  # isort: skip

#: Of a badge, as the holders that are sold for it; beside and below each other.
WIDE, HIGH, COLUMNS, ROWS = 90 * mm, 54 * mm, 2, 5
PER_PAGE = COLUMNS * ROWS
#: Room around what is written (points).
_INSIDE = 11.0
#: Largest first: a name takes the first size at which it has room in so many lines.
_NAMES = ((26.0, 1), (22.0, 2), (18.0, 2), (15.0, 3), (12.0, 4), (10.0, 5))
_CUP, _CLUB = ((9.5, 1), (8.0, 1), (7.5, 2)), ((11.0, 1), (9.0, 1), (8.0, 2))
#: How far the marks to cut along reach beyond the badges.
_MARK = 9.0


def badges_part(tournament: Tournament, players: Sequence[Player]) -> Part:
    """Badges in the order of the players, ten on each page."""
    return [BadgePage(tournament, players[n : n + PER_PAGE]) for n in range(0, len(players), PER_PAGE)]


class BadgePage(Flowable):
    """A page of badges with thin lines to cut along."""

    def __init__(self, tournament: Tournament, players: Sequence[Player]) -> None:
        super().__init__()
        self.players = players
        self.cup = given(tournament.name)
        self.width, self.height = whole(PORTRAIT)

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:
        """A page (points)."""
        return self.width, self.height

    def draw(self) -> None:
        """Draw the lines, then badge by badge."""
        left = (self.width - COLUMNS * WIDE) / 2
        bottom = (self.height - ROWS * HIGH) / 2
        self._draw_lines(left, bottom)
        pen = Pen(self.canv)
        for place, player in enumerate(self.players):
            row, column = divmod(place, COLUMNS)
            self._write_badge(pen, player, left + column * WIDE, bottom + (ROWS - 1 - row) * HIGH)
        pen.finish()

    def _draw_lines(self, left: float, bottom: float) -> None:
        canvas = self.canv
        right, top = left + COLUMNS * WIDE, bottom + ROWS * HIGH
        canvas.saveState()
        canvas.setStrokeGray(0.55)
        canvas.setLineWidth(0.4)
        canvas.lines([(left + n * WIDE, bottom - _MARK, left + n * WIDE, top + _MARK) for n in range(COLUMNS + 1)])
        canvas.lines([(left - _MARK, bottom + n * HIGH, right + _MARK, bottom + n * HIGH) for n in range(ROWS + 1)])
        canvas.restoreState()

    def _write_badge(self, pen: Pen, player: Player, left: float, bottom: float) -> None:
        inside, x = WIDE - 2 * _INSIDE, left + _INSIDE
        top = bottom + HIGH
        size, lines = shrunk(self.cup, inside, BOLD, _CUP)
        y = top - 19
        for line in lines:
            pen.write(line, x, y, BOLD, size)
            y -= size * 1.2
        line_at = y + size * 1.2 - 6
        self.canv.setLineWidth(0.6)
        self.canv.line(x, line_at, left + WIDE - _INSIDE, line_at)
        size, lines = shrunk(given(player.name), inside, BOLD, _NAMES)
        # The name's middle is that of the room between the line and the foot.
        middle = (bottom + 26 + line_at) / 2
        y = middle + len(lines) * size * 1.14 / 2
        for line in lines:
            y -= size * 1.14
            pen.write(line, left + (WIDE - width(line, BOLD, size)) / 2, y + size * 0.3, BOLD, size)
        number = _("Number %(number)s") % {"number": player.number}
        right = width(number, BOLD, 12)
        size, lines = shrunk(given(player.club), inside - right - 10, REGULAR, _CLUB)
        y = bottom + 11 + (len(lines) - 1) * size * 1.15
        for line in lines:
            pen.write(line, x, y, REGULAR, size)
            y -= size * 1.15
        pen.write(number, left + WIDE - _INSIDE - right, bottom + 11, BOLD, 12)
