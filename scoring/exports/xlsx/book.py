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
from scoring.models import Tournament

Value = str | int | Fraction | None

#: What a spreadsheet takes for the beginning of a formula.
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
_A4 = 9
_SHEET_NAME = 31
_FORBIDDEN = re.compile(r"[\[\]:*?/\\]")
_GROUND = PatternFill("solid", fgColor="ECECEC")
_LINE = Border(bottom=Side("thin", color="404040"))


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a sheet, `width` characters wide; texts of a `wrap` column go on in a new line."""

    head: str
    width: float
    wrap: bool = False


class Book:
    """A workbook of one cup, in the active language; `printed` is the moment in the foot of each page."""

    def __init__(self, tournament: Tournament, printed: datetime) -> None:
        self._workbook = Workbook(write_only=True)
        self._workbook.properties.title = clean(tournament.name)
        self._workbook.properties.creator = "Tarokk Kupa"
        self._workbook.properties.created = self._workbook.properties.modified = printed.replace(tzinfo=None)
        self._names: set[str] = set()
        date = date_format(tournament.date, "DATE_FORMAT")
        self._head = (_code(clean(tournament.name)), _code(date))
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
        self._cells: dict[tuple[int, str], Any] = {}
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
        self._worksheet.append([self._cell(number, value, kind) for number, value in enumerate(values)])
        self.rows += 1

    def _cell(self, number: int, value: Value, kind: str) -> Any:
        """A cell of that column. A cell is written at once, so that each column needs one for each look."""
        if value is None or value == "":
            return None if kind != "names" else self._styled(number, kind)
        if isinstance(value, str):
            text = clean(value)
            risky = text.startswith(FORMULA_SIGNS)
            cell = self._styled(number, kind + ("text!" if risky else "text"))
            cell.value = text
            # Whatever the text looks like (a formula, an error, a number), it is a text.
            cell.data_type = "s"
            return cell
        if isinstance(value, Fraction):
            cell = self._styled(number, kind + "fraction")
            cell.value = float(value)
            return cell
        cell = self._styled(number, kind + "number")
        cell.value = value
        return cell

    def _styled(self, number: int, look: str) -> Any:
        cell = self._cells.get((number, look))
        if cell is None:
            cell = self._cells[number, look] = WriteOnlyCell(self._worksheet)
            strong = look.startswith(("head", "bold", "names"))
            if strong:
                cell.font = Font(bold=True)
            if look.startswith(("head", "names")):
                cell.fill = _GROUND
            if look.startswith("head"):
                cell.border = _LINE
            wrap = look.startswith(("head", "names")) or self._columns[number].wrap
            cell.alignment = Alignment(vertical="bottom" if strong else "top", wrap_text=wrap)
            if look.endswith("fraction"):
                cell.number_format = "0.00"
            elif look.endswith("number"):
                cell.number_format = "0"
            # What a spreadsheet shows as '=…: editing the cell does not make a formula of it either.
            if look.endswith("!"):
                cell.quotePrefix = True
        return cell
