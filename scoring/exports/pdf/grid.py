"""A table of plain texts that goes on over pages: the heads again on each, rows that belong together kept together.

Not reportlab's own table, which takes three times as long and much memory. Texts are broken into lines once, when a row
is made; the heights of all rows are then known, so that a table of any length is cut without being laid out again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from reportlab.lib.colors import HexColor
from reportlab.platypus import Flowable

from scoring.exports.pdf.fonts import BOLD, REGULAR, fit, wrap
from scoring.exports.pdf.pen import Pen

#: Lines and grounds are grey, and tell nothing by colour.
LINE, STRONG_LINE, GROUND = HexColor("#b0b0b0"), HexColor("#404040"), HexColor("#ececec")

#: No row has more lines than this, or it might be higher than a page; what is more goes into a row of its own.
_MOST_LINES = 30

#: How far below the base line letters reach, in ems.
_DESCENT = 0.21


@dataclass(frozen=True, slots=True)
class Column:
    """A column `width` points wide. Texts of more than `lines` lines end with an ellipsis (0: as many as there are)."""

    head: str
    width: float
    align: str = "LEFT"
    bold: bool = False
    lines: int = 0
    #: A line to the left sets it off from the columns before.
    rule: bool = False
    #: So many columns have this one's head in common.
    span: int = 1


@dataclass(frozen=True, slots=True)
class Row:
    """Lines of each cell. A `keep` row is not parted from the next; a `strong` one has a line above it."""

    cells: tuple[tuple[str, ...], ...]
    keep: bool = False
    strong: bool = False
    bold: bool = False

    @property
    def lines(self) -> int:
        """Of its highest cell."""
        return max(map(len, self.cells), default=1)


@dataclass(frozen=True, slots=True)
class Look:
    """Size and leading of the letters, room around the texts (points)."""

    size: float = 9
    leading: float = 11
    padding: float = 3
    gap: float = 2.5


class Grid(Flowable):
    """Rows under heads. Texts in rows are plain, in letters that the font has."""

    def __init__(self, columns: Sequence[Column], look: Look, rows: Sequence[Row] = (), *, rest: bool = False) -> None:
        super().__init__()
        # What is left of a table is first tried in the room under its own beginning: it belongs on the next page.
        self._rest = rest
        self.columns, self.look = columns, look
        self.rows = list(rows)
        self.head = self._row([column.head for column in columns], heads=True)
        self.width = sum(column.width for column in columns)

    def add(self, texts: Sequence[str], *, keep: bool = False, strong: bool = False, bold: bool = False) -> None:
        """A row; a text may have line ends of its own."""
        row = replace(self._row(texts, bold=bold), keep=keep, strong=strong, bold=bold)
        while row.lines > _MOST_LINES:
            self.rows.append(replace(row, cells=tuple(cell[:_MOST_LINES] for cell in row.cells)))
            row = replace(row, cells=tuple(cell[_MOST_LINES:] for cell in row.cells), strong=False)
        self.rows.append(row)

    def keep_last(self, count: int) -> None:
        """The last rows so far are not parted from what comes below them."""
        self.rows[-count:] = [replace(row, keep=True) for row in self.rows[-count:]]

    def _row(self, texts: Sequence[str], *, heads: bool = False, bold: bool = False) -> Row:
        look = self.look
        cells: list[tuple[str, ...]] = []
        for number, (text, column) in enumerate(zip(texts, self.columns, strict=True)):
            if not text:
                cells.append(())
                continue
            covered = self.columns[number : number + column.span] if heads else [column]
            room = sum(each.width for each in covered) - 2 * look.gap
            font = BOLD if heads or bold or column.bold else REGULAR
            lines: list[str] = []
            for part in text.split("\n"):
                lines += wrap(part, room, font, look.size)
            most = 4 if heads else column.lines
            if most and len(lines) > most:
                lines[most - 1 :] = [fit(" ".join(lines[most - 1 :]), room, font, look.size)]
            cells.append(tuple(lines))
        return Row(tuple(cells))

    def _height(self, row: Row) -> float:
        return max(row.lines, 1) * self.look.leading + 2 * self.look.padding

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:
        """The room that the whole table takes (points)."""
        self.height = self._height(self.head) + sum(map(self._height, self.rows))
        return self.width, self.height

    def split(self, aW: float, aH: float) -> list[Flowable]:
        """As many rows as have room, and the rest; nothing where not even the first rows have."""
        height, fits, cut = self._height(self.head), 0, 0
        for row in self.rows:
            height += self._height(row)
            if height > aH:
                break
            fits += 1
            if not row.keep:
                cut = fits
        if fits == len(self.rows):
            return [self]
        if not cut:
            # Rows to be kept together that are higher than a page are parted all the same.
            rest, self._rest = self._rest, False
            if rest or fits < 2 or aH < self._height(self.head) * 4:
                return []
            cut = fits
        return [
            Grid(self.columns, self.look, self.rows[:cut]),
            Grid(self.columns, self.look, self.rows[cut:], rest=True),
        ]

    def draw(self) -> None:
        """Draw grounds and lines, then the texts of all cells in one go."""
        canvas = self.canv
        strong: list[tuple[float, float, float, float]] = []
        thin: list[tuple[float, float, float, float]] = []
        pen = Pen(canvas)
        head = self._height(self.head)
        top = self.height
        canvas.setFillColor(GROUND)
        canvas.rect(0, top - head, self.width, head, stroke=0, fill=1)
        canvas.setFillGray(0)
        self._write_head(pen, top - head)
        top -= head
        strong.append((0, top, self.width, top))
        for row in self.rows:
            if row.strong:
                strong.append((0, top, self.width, top))
            self._write_row(pen, row, top)
            top -= self._height(row)
            thin.append((0, top, self.width, top))
        x = 0.0
        for column in self.columns:
            if column.rule:
                thin.append((x, 0, x, self.height))
            x += column.width
        for lines, colour, thickness in ((thin, LINE, 0.3), (strong, STRONG_LINE, 0.8)):
            canvas.setStrokeColor(colour)
            canvas.setLineWidth(thickness)
            canvas.lines(lines)
        canvas.setStrokeGray(0)
        pen.finish()

    def _write_head(self, pen: Pen, bottom: float) -> None:
        look, x = self.look, 0.0
        for column, cell in zip(self.columns, self.head.cells, strict=True):
            align = "LEFT" if column.span > 1 else column.align
            y = bottom + look.padding + (len(cell) - 1) * look.leading + look.size * _DESCENT
            for line in cell:
                self._write(pen, line, x, y, column.width, align, BOLD)
                y -= look.leading
            x += column.width

    def _write_row(self, pen: Pen, row: Row, top: float) -> None:
        look, x = self.look, 0.0
        first = top - look.padding - look.leading + look.size * _DESCENT
        for column, cell in zip(self.columns, row.cells, strict=True):
            y = first
            for line in cell:
                self._write(pen, line, x, y, column.width, column.align, BOLD if row.bold or column.bold else REGULAR)
                y -= look.leading
            x += column.width

    def _write(self, pen: Pen, line: str, x: float, y: float, room: float, align: str, font: str) -> None:
        size, gap = self.look.size, self.look.gap
        if align == "LEFT":
            pen.write(line, x + gap, y, font, size)
        elif align == "RIGHT":
            pen.write(line, x + room - gap - pen.width(line, font, size), y, font, size)
        else:
            pen.write(line, x + (room - pen.width(line, font, size)) / 2, y, font, size)
