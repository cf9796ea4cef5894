"""Lists as text: the letters of the file, what stands between its cells, and the cells."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

import charset_normalizer

from scoring.imports.sheet import Cell, Sheet, Unreadable, cell, make_sheet

#: By name as Python knows them: what a file may be said to be written in.
ENCODINGS = ("utf-8", "cp1250", "utf-16", "cp852")
_EIGHT_BITS = ("cp1250", "cp852")
DELIMITERS = ("\t", ";", ",")

_MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
#: Excel's first line that says what stands between the cells.
_SEPARATOR = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
#: No text has them; a photograph or a program has.
_NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
#: Read after the text itself: it comes back alone in its row unless a quotation mark was never closed.
_END = "\x1fend\x1f"
#: Rows that are looked at to find out what stands between cells.
_SAMPLE = 200


def decode(data: bytes, encoding: str = "") -> tuple[str, str]:
    """The text of a file, and the encoding it was read in; `encoding` is what somebody says that it is.

    Without: the byte order mark decides, then whether it is UTF-8 or UTF-16; what is neither is of the eight-bit
    ones, Windows-1250 unless the letters fit DOS (852) better. Raises Unreadable.
    """
    found = encoding or _encoding_of(data)
    if found == "utf-8":
        found = "utf-8-sig"
    try:
        # A byte that no letter has is shown as such, in its row, unless somebody insists.
        text = data.decode(found, "strict" if encoding or found not in _EIGHT_BITS else "replace")
    except UnicodeDecodeError as error:
        raise Unreadable("list-other-letters", encoding=found.removesuffix("-sig").upper()) from error
    if _NO_TEXT.search(text):
        raise Unreadable("list-no-text")
    return text.removeprefix("\ufeff"), found.removesuffix("-sig").removesuffix("-le").removesuffix("-be")


def _encoding_of(data: bytes) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    # Letters of UTF-16 without a mark: every other byte is zero.
    sample = data[:2000]
    if len(sample) > 3 and sample.count(0) > len(sample) // 4:
        low, high = sample[1::2].count(0), sample[0::2].count(0)
        return "utf-16-le" if low >= high else "utf-16-be"
    try:
        data.decode("utf-8")
        return "utf-8"
    except UnicodeDecodeError:
        pass
    best = charset_normalizer.from_bytes(data, cp_isolation=list(_EIGHT_BITS)).best()
    return "cp852" if best is not None and best.encoding == "cp852" else "cp1250"


def read_text(text: str, found: Sequence[tuple[str, str]] = ()) -> Sheet:
    """The rows of a text of cells with a tab, a semicolon or a comma between them, quoted where they like.

    Raises Unreadable.
    """
    said = _SEPARATOR.match(text)
    if said is not None:
        text = text[said.end() :]
    delimiter = said[1] if said is not None and said[1] in DELIMITERS else _delimiter_of(text)
    rows = ([cell(each) for each in row] for row in _rows(text, delimiter))
    return make_sheet(rows, [*found, ("delimiter", delimiter)])


def _delimiter_of(text: str) -> str:
    """What stands between the cells: what most rows have, and equally often."""
    best, most = ";", 0
    for delimiter in DELIMITERS:
        widths = Counter(
            len(row) for _index, row in zip(range(_SAMPLE), _rows(text, delimiter), strict=False) if any(row)
        )
        rows = max((count for width, count in widths.items() if width > 1), default=0)
        if rows > most:
            best, most = delimiter, rows
    return best


def _rows(text: str, delimiter: str) -> Iterator[list[str]]:
    """The rows; a quotation mark that is never closed would swallow all that follows, so then none means anything."""
    ended = _parsed(f"{text.rstrip()}\n{_END}\n", delimiter, csv.QUOTE_MINIMAL)
    if ended and ended[-1] == [_END]:
        return iter(ended[:-1])
    return iter(_parsed(text, delimiter, csv.QUOTE_NONE))


def _parsed(text: str, delimiter: str, quoting: Literal[0, 3]) -> list[list[str]]:
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, quoting=quoting))
    except csv.Error as error:
        # A cell of more than 131,072 characters.
        raise Unreadable("list-no-text") from error


__all__ = ["DELIMITERS", "ENCODINGS", "Cell", "decode", "read_text"]
