"""Lists as XLSX workbooks. They are archives made by anybody: what they unpack to is bounded before they are read."""

from __future__ import annotations

import datetime
import io
import logging
import re
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any

from openpyxl import load_workbook

from scoring.archives import BROKEN
from scoring.imports.columns import has_heading
from scoring.imports.sheet import EMPTY, MOST_LINES, Cell, Kind, Row, Sheet, Unreadable, cell, make_sheet

logger = logging.getLogger(__name__)

#: Unpacked, in bytes: a list of 2,000 players is under one million.
MOST_UNPACKED = 12 * 1024 * 1024
MOST_MEMBERS = 1000
#: Columns that are looked at; those that are empty do not count among the sheet's.
LAST_COLUMN = 200
#: Rows after those that are looked at, with nothing but formats in them.
_MOST_BEYOND = 20_000

#: XLSX has none: entities that grow when they are read need one.
_DOCTYPE = re.compile(rb"<\x00?!\x00?D\x00?O\x00?C\x00?T\x00?Y\x00?P\x00?E")


def read_workbook(data: bytes) -> Sheet:
    """The rows of a workbook's first sheet that has a heading with names, or else that has anything.

    A formula counts as the value that the file has for it. Raises Unreadable.
    """
    formulas = _look_inside(data)
    try:
        sheets = dict(_sheets(data, formulas))
    except Unreadable:
        raise
    except Exception as error:
        # A damaged workbook fails in the library in more ways than can be told.
        logger.info("A workbook could not be read: %r", error)
        raise Unreadable("list-broken") from error
    if not sheets:
        raise Unreadable("list-empty")
    name = next((name for name, rows in sheets.items() if has_heading(rows)), next(iter(sheets)))
    others = ", ".join(other for other in sheets if other != name)
    found = [("sheet", name)] + ([("others", others)] if others else [])
    return make_sheet(sheets[name], found)


def _look_inside(data: bytes) -> bool:
    """Raises Unreadable of an archive that is none of ours, or too large; says whether it has formulas."""
    formulas = False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if len(members) > MOST_MEMBERS or sum(member.file_size for member in members) > MOST_UNPACKED:
                raise Unreadable("list-unpacks-too-large", limit=MOST_UNPACKED // 2**20)
            names = {member.filename for member in members}
            if "[Content_Types].xml" not in names or not any(name.startswith("xl/") for name in names):
                raise Unreadable("list-other-archive")
            if "xl/workbook.bin" in names:
                raise Unreadable("list-old-excel")
            for member in members:
                if member.filename.endswith((".xml", ".rels")):
                    # No more than its stated size is unpacked, whatever is in it.
                    content = archive.read(member)
                    if _DOCTYPE.search(content):
                        raise Unreadable("list-broken")
                    formulas = formulas or (b"<f>" in content or b"<f " in content or b":f>" in content)
    except BROKEN as error:
        raise Unreadable("list-broken") from error
    return formulas


def _sheets(data: bytes, formulas: bool) -> Iterator[tuple[str, list[Row]]]:
    """Name and rows of each sheet that can be seen and has anything."""
    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    written = load_workbook(io.BytesIO(data), read_only=True, keep_links=False) if formulas else None
    for sheet in book.worksheets:
        if sheet.sheet_state != "visible":
            continue
        # Some writers state a size that is not theirs.
        sheet.reset_dimensions()
        rows = [tuple(_cell(each) for each in row) for row in _bounded(sheet)]
        if written is not None:
            other = written[sheet.title]
            other.reset_dimensions()
            rows = _with_formulas(rows, _bounded(other))
        if any(each.text for row in rows for each in row):
            yield sheet.title, rows
    book.close()
    if written is not None:
        written.close()


def _bounded(sheet: Any) -> Iterator[tuple[Any, ...]]:
    """The rows that are looked at, and the first after them that has anything: what is too long is said, not cut off.

    Raises Unreadable of a sheet that goes on and on without anything in it.
    """
    before, beyond = None, 0
    for index, row in enumerate(sheet.iter_rows(max_col=LAST_COLUMN)):
        if index < MOST_LINES:
            yield row
        elif row is not before:
            # Rows that the file does not have are one and the same.
            beyond += 1
            if any(each.value is not None for each in row) or beyond > _MOST_BEYOND:
                raise Unreadable("list-too-long", limit=MOST_LINES)
        before = row


def _cell(found: Any) -> Cell:
    value = found.value
    if value is None:
        return EMPTY
    if found.data_type == "e":
        return cell(str(value), Kind.ERROR)
    if isinstance(value, datetime.datetime | datetime.date | datetime.time | datetime.timedelta):
        if isinstance(value, datetime.datetime) and value.time() == datetime.time():
            value = value.date()
        return cell(str(value), Kind.DATE)
    if isinstance(value, bool | int | float):
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        return cell(str(value), Kind.NUMBER)
    return cell(str(value))


def _with_formulas(rows: list[Row], written: Iterable[tuple[Any, ...]]) -> list[Row]:
    """The rows, where a formula has no value with the formula itself: the file was never reckoned by a spreadsheet."""
    found = []
    for row, formulas in zip(rows, written, strict=False):
        cells = list(row)
        for index, each in enumerate(formulas[: len(cells)]):
            if each.data_type == "f" and not cells[index].text:
                cells[index] = cell(str(each.value), Kind.FORMULA)
        found.append(tuple(cells))
    return found
