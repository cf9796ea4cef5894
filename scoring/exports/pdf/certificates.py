"""Certificates (oklevél): one on a page that lies across, to be signed and handed over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.exports.pdf.fonts import BOLD, REGULAR, fit, given, shrunk, width, wrap
from scoring.exports.pdf.paper import LANDSCAPE, NumberedCanvas, Part, whole
from scoring.exports.pdf.pen import Pen
from scoring.exports.pdf.signs import draw_shape
from scoring.honours import Honour
from scoring.models import Tournament
from scoring.numbers import written

from reportlab.platypus import Flowable  # isort: skip

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

#: Points: from the edge of the paper to the frame (printers leave out a strip), and to what is written.
_EDGE, _TEXT = 30.0, 92.0
#: Largest first: a name takes the first size at which it has room in so many lines.
_NAMES = ((42.0, 1), (36.0, 1), (30.0, 2), (24.0, 2), (20.0, 3), (16.0, 4))
_SUITS = ("hearts", "spades", "diamonds", "clubs")


def certificates_part(tournament: Tournament, honours: Sequence[Honour]) -> Part:
    """A page for each honour."""
    return [Certificate(tournament, honour) for honour in honours]


class Certificate(Flowable):
    """A whole page: a frame with the four suits in its corners, and in the middle what it is for."""

    def __init__(self, tournament: Tournament, honour: Honour) -> None:
        super().__init__()
        self.honour = honour
        self.width, self.height = whole(LANDSCAPE)
        self.cup = given(tournament.name)
        self.venue = given(tournament.venue)
        self.date = str(date_format(tournament.date, "DATE_FORMAT"))

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:
        """A page (points)."""
        return self.width, self.height

    def draw(self) -> None:
        """Draw the frame, then the texts."""
        canvas = self.canv
        if isinstance(canvas, NumberedCanvas):
            canvas.marks.append((f"{given(self.honour.player.name)}: {self._what()}", 0))
        _frame(canvas, self.width, self.height)
        pen = Pen(canvas)
        y = self._write_head(pen, self.height - 88)
        self._write_honour(pen, y)
        self._write_foot(pen)
        pen.finish()

    def _write_head(self, pen: Pen, y: float) -> float:
        """The cup and the word; returns the middle of what is left for the name."""
        inside = self.width - 2 * _TEXT
        lines = wrap(self.cup, inside, BOLD, 17, 2)
        for line in lines:
            self._centre(pen, line, y, BOLD, 17)
            y -= 21
        left = inside - width(f", {self.date}", REGULAR, 11.5)
        occasion = ", ".join(filter(None, [fit(self.venue, left, REGULAR, 11.5), self.date]))
        self._centre(pen, occasion, y - 1, REGULAR, 11.5)
        word = _("Certificate").upper()
        y -= 62
        spaced = _Spaced(word, 44, 9)
        spaced.write(pen, (self.width - spaced.width) / 2, y)
        self._flourish(y - 22)
        return y - 22

    def _flourish(self, y: float) -> None:
        """A line that thins out from a diamond in the middle."""
        canvas, middle = self.canv, self.width / 2
        canvas.saveState()
        canvas.setLineWidth(0.7)
        canvas.lines([(middle - 150, y, middle - 11, y), (middle + 11, y, middle + 150, y)])
        path = canvas.beginPath()
        path.moveTo(middle, y + 5)
        path.lineTo(middle + 4, y)
        path.lineTo(middle, y - 5)
        path.lineTo(middle - 4, y)
        path.close()
        canvas.drawPath(path, stroke=0, fill=1)
        canvas.restoreState()

    def _write_honour(self, pen: Pen, top: float) -> None:
        """Name, club, what for; between the flourish and the lines to sign on."""
        inside, bottom = self.width - 2 * _TEXT, 124.0
        size, names = shrunk(given(self.honour.player.name), inside, BOLD, _NAMES)
        club = fit(given(self.honour.player.club), inside, REGULAR, 14)
        high = len(names) * size * 1.12 + (20 if club else 0) + 42 + 22
        y = top - 4 - (top - bottom - high) / 2
        for line in names:
            y -= size * 1.12
            self._centre(pen, line, y + size * 0.2, BOLD, size)
        if club:
            y -= 20
            self._centre(pen, club, y + 2, REGULAR, 14)
        self._centre(pen, self._what(), y - 34, BOLD, 24)
        self._centre(pen, self._detail(), y - 56, REGULAR, 12.5)

    def _what(self) -> str:
        if self.honour.row is None:
            text = _("for the most XXI catches, shared") if self.honour.shared else _("for the most XXI catches")
            return str(capfirst(text))
        words = {
            1: (_("First place"), _("First place, shared")),
            2: (_("Second place"), _("Second place, shared")),
            3: (_("Third place"), _("Third place, shared")),
        }
        alone, shared = words[self.honour.row.rank]
        return shared if self.honour.shared else alone

    def _detail(self) -> str:
        row = self.honour.row
        if row is None:
            n = self.honour.catches
            return ngettext("%(n)s catch", "%(n)s catches", n) % {"n": n}
        return _("%(tournament)s tournament points, %(table)s table points") % {
            "tournament": written(row.tournament_points),
            "table": written(row.table_points, signed=True),
        }

    def _write_foot(self, pen: Pen) -> None:
        """Lines to sign on."""
        canvas = self.canv
        canvas.setLineWidth(0.6)
        for middle, who in ((self.width * 0.28, _("organiser")), (self.width * 0.72, _("jury"))):
            canvas.line(middle - 92, 92, middle + 92, 92)
            text = capfirst(who)
            pen.write(text, middle - width(text, REGULAR, 10) / 2, 79, REGULAR, 10)

    def _centre(self, pen: Pen, text: str, y: float, font: str, size: float) -> None:
        pen.write(text, (self.width - width(text, font, size)) / 2, y, font, size)


class _Spaced:
    """A word with room between its letters (points)."""

    def __init__(self, word: str, size: float, between: float) -> None:
        self.word, self.size, self.between = word, size, between
        self.width = width(word, BOLD, size) + between * (len(word) - 1)

    def write(self, pen: Pen, x: float, y: float) -> None:
        for letter in self.word:
            pen.write(letter, x, y, BOLD, self.size)
            x += width(letter, BOLD, self.size) + self.between


def _frame(canvas: Canvas, across: float, up: float) -> None:
    """A heavy and a fine line, with a suit in each corner of the fine one."""
    canvas.saveState()
    canvas.setStrokeGray(0)
    canvas.setLineWidth(3)
    canvas.rect(_EDGE, _EDGE, across - 2 * _EDGE, up - 2 * _EDGE)
    canvas.setLineWidth(0.7)
    inner, corner, side = _EDGE + 7, 40.0, 20.0
    left, right, low, high = inner, across - inner, inner, up - inner
    canvas.lines(
        [
            (left + corner, low, right - corner, low),
            (left + corner, high, right - corner, high),
            (left, low + corner, left, high - corner),
            (right, low + corner, right, high - corner),
        ]
    )
    # At each corner the fine line steps back around its suit.
    for x, y, dx, dy in ((left, low, 1, 1), (right, low, -1, 1), (left, high, 1, -1), (right, high, -1, -1)):
        canvas.lines(
            [
                (x + dx * corner, y, x + dx * corner, y + dy * corner),
                (x, y + dy * corner, x + dx * corner, y + dy * corner),
            ]
        )
    places = ((left, high - corner), (right - corner, high - corner), (left, low), (right - corner, low))
    for suit, (x, y) in zip(_SUITS, places, strict=True):
        draw_shape(canvas, suit, x + (corner - side) / 2, y + (corner - side) / 2, side)
    canvas.restoreState()
