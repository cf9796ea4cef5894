"""A table of plain texts that goes on over pages: the heads again on each, rows that belong together kept together.

Texts are broken into lines once, when a row is made. The heights of all rows are then known, so that a long table is
cut without being laid out, and reportlab's table, whose cells need much memory, is made for one page at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.platypus import Flowable, Table

from scoring.exports.pdf.fonts import BOLD, REGULAR, fit, wrap
from scoring.exports.pdf.signs import SignedText
from scoring.exports.words import SIGNS

#: Lines and grounds are grey, and tell nothing by colour.
LINE, STRONG_LINE, GROUND = HexColor("#b0b0b0"), HexColor("#404040"), HexColor("#ececec")

#: No row has more lines than this, or it might be higher than a page; what is more goes into a row of its own.
_MOST_LINES = 30

_SIGNS = set(SIGNS.values())


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

    def __init__(self, columns: Sequence[Column], look: Look, rows: Sequence[Row] = ()) -> None:
        super().__init__()
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
            if fits < 2 or aH < self._height(self.head) * 4:
                return []
            cut = fits
        return [Grid(self.columns, self.look, self.rows[:cut]), Grid(self.columns, self.look, self.rows[cut:])]

    def draw(self) -> None:
        """Make reportlab's table of these rows, and draw it."""
        rows = [self.head, *self.rows]
        table = Table(
            [[self._cell(lines, number, row) for number, lines in enumerate(row.cells)] for row in rows],
            colWidths=[column.width for column in self.columns],
            rowHeights=[self._height(row) for row in rows],
            style=self._style(),
        )
        table.wrapOn(self.canv, self.width, self.height)
        table.drawOn(self.canv, 0, 0)

    def _cell(self, lines: tuple[str, ...], number: int, row: Row) -> str | Flowable:
        text = "\n".join(lines)
        if text.isascii() or _SIGNS.isdisjoint(text):
            return text
        font = BOLD if row.bold or self.columns[number].bold else REGULAR
        return SignedText(lines, font, self.look.size, self.look.leading)

    def _style(self) -> list[tuple[Any, ...]]:
        look = self.look
        style: list[tuple[Any, ...]] = [
            ("FONT", (0, 0), (-1, -1), REGULAR, look.size, look.leading),
            ("FONT", (0, 0), (-1, 0), BOLD),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
            ("LEFTPADDING", (0, 0), (-1, -1), look.gap),
            ("RIGHTPADDING", (0, 0), (-1, -1), look.gap),
            ("TOPPADDING", (0, 0), (-1, -1), look.padding),
            ("BOTTOMPADDING", (0, 0), (-1, -1), look.padding),
            ("BACKGROUND", (0, 0), (-1, 0), GROUND),
            ("LINEBELOW", (0, 0), (-1, -1), 0.3, LINE),
            ("LINEBELOW", (0, 0), (-1, 0), 0.8, STRONG_LINE),
        ]
        for number, column in enumerate(self.columns):
            if column.span > 1:
                style.append(("SPAN", (number, 0), (number + column.span - 1, 0)))
            if column.align != "LEFT":
                style.append(("ALIGN", (number, int(column.span > 1)), (number, -1), column.align))
            if column.bold:
                style.append(("FONT", (number, 1), (number, -1), BOLD, look.size, look.leading))
            if column.rule:
                style.append(("LINEBEFORE", (number, 0), (number, -1), 0.3, LINE))
        for number, row in enumerate(self.rows, start=1):
            if row.strong:
                style.append(("LINEABOVE", (0, number), (-1, number), 0.8, STRONG_LINE))
            if row.bold:
                style.append(("FONT", (0, number), (-1, number), BOLD, look.size, look.leading))
        return style
