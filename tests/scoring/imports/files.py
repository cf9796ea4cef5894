"""Files as people have them, made for the tests."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from typing import Any

from openpyxl import Workbook


def workbook(
    *rows: Sequence[Any], title: str = "Munka1", more: dict[str, Sequence[Sequence[Any]]] | None = None
) -> bytes:
    """An XLSX file with these rows; `more` are other sheets after it."""
    book = Workbook()
    first = book.active
    assert first is not None
    first.title = title
    for row in rows:
        first.append(list(row))
    for name, others in (more or {}).items():
        sheet = book.create_sheet(name)
        for row in others:
            sheet.append(list(row))
    return saved(book)


def saved(book: Workbook) -> bytes:
    """The bytes of a workbook."""
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def changed(data: bytes, member: str, content: bytes | None, *, compress: bool = True) -> bytes:
    """The archive with another content of one member, or with it added; None takes it away."""
    kind = zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", kind) as new:
        for name in old.namelist():
            if name != member:
                new.writestr(name, old.read(name))
        if content is not None:
            new.writestr(member, content)
    return out.getvalue()


def bomb(megabytes: int) -> bytes:
    """A workbook whose sheet unpacks to so many megabytes of one letter, in a few kilobytes."""
    cell = b'<c r="A1" t="inlineStr"><is><t>' + b"A" * (megabytes * 2**20) + b"</t></is></c>"
    sheet = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">'
    return changed(workbook(["x"]), "xl/worksheets/sheet1.xml", sheet + cell + b"</row></sheetData></worksheet>")
