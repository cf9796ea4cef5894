"""Which kind of file it is, by what is in it: names of files say little."""

from __future__ import annotations

from scoring.imports.sheet import Sheet, Unreadable
from scoring.imports.words import decode, read_text
from scoring.imports.workbook import read_workbook

#: In bytes: a list of 2,000 players has a tenth of it.
MOST_BYTES = 3 * 1024 * 1024

_OLD_EXCEL = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ARCHIVE = b"PK\x03\x04"
#: How files begin that are no lists, whatever they are called.
_OTHERS = (
    b"%PDF",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"PK\x05\x06",
    b"PK\x07\x08",
    b"Rar!",
    b"7z\xbc\xaf",
    b"\x1f\x8b",
    b"{\\rtf",
)


def read_file(data: bytes, encoding: str = "") -> Sheet:
    """The rows of a file: XLSX, or text with a tab, a semicolon or a comma between the cells.

    `encoding` (one of `ENCODINGS`) is what somebody says that a text is written in; without, it is found out. Raises
    Unreadable of what is too large, of another kind, damaged or empty.
    """
    if len(data) > MOST_BYTES:
        raise Unreadable("list-too-large", limit=MOST_BYTES // 2**20)
    if not data.strip():
        raise Unreadable("list-empty")
    if data.startswith(_OLD_EXCEL):
        raise Unreadable("list-old-excel")
    if data.startswith(_ARCHIVE):
        return read_workbook(data)
    if data.startswith(_OTHERS):
        raise Unreadable("list-no-text")
    text, found = decode(data, encoding)
    if text.lstrip()[:200].lower().startswith(("<!doctype", "<html", "<table", "<?xml", "<meta")):
        # What web pages call an Excel file.
        raise Unreadable("list-is-a-page")
    return read_text(text, [("encoding", found)])
