"""A workbook as it is written: row by row, so that its size costs no memory.

Numbers are numbers: a fraction is the nearest floating-point number, shown with two decimals. Sums are numbers too and
not formulas: a formula without a stored result shows nothing in the viewers of phones and mails, and openpyxl stores
none. A text is always a text, whatever sign it begins with.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from math import ceil
from typing import IO, Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.pagebreak import Break

from scoring.exports.words import clean
from scoring.models import Series, Tournament
from scoring.text import cell as cell_text

Value = str | int | Fraction | None

_A4 = 9
_SHEET_NAME = 31
#: Of a row, in points; and the most lines that one shows before it is clicked on.
_LINE_HEIGHT, _MOST_LINES = 15, 12
_FORBIDDEN = re.compile(r"[\[\]:*?/\\]")
_GROUND = PatternFill("solid", fgColor="ECECEC")
_LINE = Border(bottom=Side("thin", color="404040"))


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a sheet, `width` characters wide. Numbers and their head stand to the right, a `text` to the left."""

    head: str
    width: float
    text: bool = False


class Book:
    """A workbook of one cup or series, in the active language; `printed` is the moment in the foot of each page."""

    def __init__(self, subject: Tournament | Series, printed: datetime) -> None:
        self._workbook = Workbook(write_only=True)
        self._workbook.properties.title = clean(subject.name)
        self._workbook.properties.creator = "Tarokk Kupa"
        self._workbook.properties.created = self._workbook.properties.modified = printed.replace(tzinfo=None)
        self._names: set[str] = set()
        date = date_format(subject.date, "DATE_FORMAT") if isinstance(subject, Tournament) else ""
        self._head = (_code(clean(subject.name)), _code(date))
        moment = date_format(timezone.localtime(printed), "DATETIME_FORMAT")
        self._foot = _code(_("Printed: %(moment)s") % {"moment": moment})

    def sheet(self, name: str, columns: Sequence[Column], *, across: bool = False) -> Sheet:
        """A new sheet with its heads; it is complete when the next one begins. `across`: printed in landscape."""
        # Any: the types of the library do not know what its write-only sheets have.
        worksheet: Any = self._workbook.create_sheet(self._name(name))
        _prepare_print(worksheet, across)
        worksheet.oddHeader.left.text, worksheet.oddHeader.right.text = self._head
        worksheet.oddFooter.left.text = self._foot
        page = _("Page %(number)s / %(pages)s") % {"number": "&P", "pages": "&N"}
        worksheet.oddFooter.right.text = page
        return Sheet(worksheet, columns)

    def save(self, file: IO[bytes]) -> None:
        """Write the workbook; nothing can be added afterwards."""
        self._workbook.save(file)

    def _name(self, wanted: str) -> str:
        """A legal name that no other sheet has: Excel forgets about capitals, and allows 31 letters."""
        base = _FORBIDDEN.sub(" ", wanted).strip(" '")[:_SHEET_NAME] or "–"
        name, again = base, 1
        while name.casefold() in self._names:
            again += 1
            name = f"{base[: _SHEET_NAME - 4]} {again}"
        self._names.add(name.casefold())
        return name


def _code(text: str) -> str:
    """For the head or foot of a page, where & begins a code. All three parts share 255 characters."""
    return text.replace("&", "&&")[:120]


def _prepare_print(worksheet: Any, across: bool) -> None:
    worksheet.page_setup.paperSize = _A4
    worksheet.page_setup.orientation = "landscape" if across else "portrait"
    worksheet.page_setup.fitToWidth, worksheet.page_setup.fitToHeight = 1, 0
    worksheet.sheet_properties.pageSetUpPr.fitToPage = True
    worksheet.print_title_rows = "1:1"
    worksheet.page_margins.left = worksheet.page_margins.right = 0.4
    worksheet.page_margins.top = worksheet.page_margins.bottom = 0.75
    worksheet.page_margins.header = worksheet.page_margins.footer = 0.35


class Sheet:
    """Rows under a head that stays in sight, on the screen and on paper."""

    def __init__(self, worksheet: Any, columns: Sequence[Column]) -> None:
        self._worksheet, self._columns = worksheet, columns
        self._cells: dict[tuple[int, str, str, bool], Any] = {}
        self.rows = 0
        # Both must be told before the first row is written.
        worksheet.freeze_panes = "A2"
        for number, column in enumerate(columns, start=1):
            worksheet.column_dimensions[get_column_letter(number)].width = column.width
        self._append([column.head for column in columns], "head")

    def add(self, values: Sequence[Value], *, bold: bool = False) -> None:
        """A row; None leaves a cell empty."""
        self._append(values, "bold" if bold else "")

    def add_names(self, values: Sequence[Value]) -> None:
        """A row that says whose columns those below are."""
        self._append(values, "names")

    def page_break(self) -> None:
        """On paper, what comes now begins a new page."""
        self._worksheet.row_breaks.append(Break(id=self.rows))

    def filter(self) -> None:
        """Give the heads a filter over all rows; call it when they are all there."""
        self._worksheet.auto_filter.ref = f"A1:{get_column_letter(len(self._columns))}{max(self.rows, 2)}"

    def _append(self, values: Sequence[Value], kind: str) -> None:
        self.rows += 1
        lines = max(map(self._lines, values, self._columns), default=1)
        # Told, for not every program finds out by itself how high a row with long texts must be.
        if lines > 1:
            self._worksheet.row_dimensions[self.rows].height = min(lines, _MOST_LINES) * _LINE_HEIGHT
        self._worksheet.append([self._cell(number, value, kind) for number, value in enumerate(values)])

    @staticmethod
    def _lines(value: Value, column: Column) -> int:
        """Lines that a value will take, about: words that are broken leave some room at the end of each."""
        return 1 if not isinstance(value, str) else ceil(len(value) * 1.15 / column.width)

    def _cell(self, number: int, value: Value, kind: str) -> Any:
        """A cell of that column. A cell is written at once, so that each column needs one for each look."""
        if value is None or value == "":
            if kind != "names":
                return None
            cell = self._styled(number, kind)
            cell.value = None  # the cell of this look may still say what it said in an earlier row
            return cell
        if isinstance(value, str):
            text = clean(value)
            # Shown with a mark of a text ('=…) where editing the cell would make a formula of it.
            cell = self._styled(number, kind, quoted=cell_text(text) != text)
            cell.value = text
            # Whatever the text looks like (a formula, an error, a number), it is a text.
            cell.data_type = "s"
            return cell
        fraction = isinstance(value, Fraction)
        cell = self._styled(number, kind, number_format="0.00" if fraction else "0")
        cell.value = float(value) if fraction else value
        return cell

    def _styled(self, number: int, kind: str, *, number_format: str = "", quoted: bool = False) -> Any:
        look = (number, kind, number_format, quoted)
        cell = self._cells.get(look)
        if cell is not None:
            return cell
        cell = self._cells[look] = WriteOnlyCell(self._worksheet)
        if kind:
            cell.font = Font(name="Calibri", size=11, bold=True)
        if kind in ("head", "names"):
            cell.fill = _GROUND
        if kind == "head":
            cell.border = _LINE
        left = self._columns[number].text
        cell.alignment = Alignment(
            horizontal="left" if left else "right",
            indent=1 if left else 0,
            vertical="bottom" if kind else "top",
            wrap_text=True,
        )
        if number_format:
            cell.number_format = number_format
        cell.quotePrefix = quoted
        return cell
