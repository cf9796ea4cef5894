"""A sheet between preview and saving: the form carries it along as text, and nothing is kept on the server."""

from __future__ import annotations

import json
from typing import Any

from scoring.imports.sheet import MOST_COLUMNS, MOST_LINES, Cell, Kind, Sheet, cell

#: Characters of the text; a form may bring a million bytes.
LONGEST = 700_000


def packed(sheet: Sheet) -> str:
    """A sheet as text: JSON, a row a list, a cell a text or its kind and text; empty cells at a row's end left out."""
    rows = []
    for row in sheet.rows:
        cells: list[Any] = [each.text if each.kind is Kind.TEXT else [each.kind.value, each.text] for each in row]
        while cells and cells[-1] == "":
            cells.pop()
        rows.append(cells)
    carried = {"rows": rows, "width": sheet.width, "found": sheet.found}
    return json.dumps(carried, ensure_ascii=False, separators=(",", ":"))


def unpacked(text: str) -> Sheet | None:
    """The sheet of such a text; None when it is none: somebody changed it."""
    try:
        carried = json.loads(text)
        rows, width, found = carried["rows"], carried["width"], carried["found"]
        if not isinstance(width, int) or not 0 < width <= MOST_COLUMNS or not 0 < len(rows) <= MOST_LINES:
            return None
        cells = [tuple(_cell(each) for each in row[:width]) for row in rows]
        said = tuple((str(code)[:20], str(value)[:200]) for code, value in found[:5])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    empty = Cell("")
    return Sheet(tuple(row + (empty,) * (width - len(row)) for row in cells), said)


def _cell(carried: Any) -> Cell:
    if isinstance(carried, str):
        return cell(carried)
    kind, text = carried
    return cell(str(text), Kind(kind))
