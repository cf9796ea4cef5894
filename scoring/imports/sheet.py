"""What every file is read into: cells in rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules import Problem
from scoring.text import tidy

#: Rows that are looked at, empty ones too; columns; characters that are kept of a cell (a name has 100).
MOST_LINES = 5000
MOST_COLUMNS = 40
LONGEST_CELL = 300


class Unreadable(Exception):
    """A file that no list can be read from; `problem` has the code of the sentence that says why."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.problem = Problem(code, "file", params)


class Kind(StrEnum):
    """What a cell holds."""

    TEXT = ""
    DATE = "date"
    NUMBER = "number"
    #: A formula whose value the file does not have.
    FORMULA = "formula"
    #: A formula that went wrong, such as #N/A.
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell's text in one line, tidied."""

    text: str
    kind: Kind = Kind.TEXT


EMPTY = Cell("")
Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of a file, all of one length; an empty one between others is there, with empty cells.

    `found` says how it was read, by code: `("encoding", "cp1250")`, `("delimiter", ";")`, `("sheet", "Munka1")`.
    """

    rows: tuple[Row, ...]
    found: tuple[tuple[str, str], ...] = ()

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self.rows[0]) if self.rows else 0


def cell(text: str, kind: Kind = Kind.TEXT) -> Cell:
    """A cell of a text as it was found; what is beyond `LONGEST_CELL` is cut off, which no name survives unseen."""
    text = tidy(text[: LONGEST_CELL * 4])[:LONGEST_CELL]
    return Cell(text, kind) if text else EMPTY


def make_sheet(rows: Iterable[Sequence[Cell]], found: Iterable[tuple[str, str]] = ()) -> Sheet:
    """The sheet of these rows: all of one length, without empty columns, and without empty rows at the end.

    Raises Unreadable of too many rows or columns, and where there is nothing at all.
    """
    kept: list[Sequence[Cell]] = []
    for row in rows:
        # Trailing empty rows are common by the thousand: they are counted only when something follows.
        kept.append(row)
        if len(kept) > MOST_LINES:
            if any(each.text for each in row):
                raise Unreadable("list-too-long", limit=MOST_LINES)
            kept.pop()
    while kept and not any(each.text for each in kept[-1]):
        kept.pop()
    if not kept:
        raise Unreadable("list-empty")
    width = max(len(row) for row in kept)
    used = [index for index in range(width) if any(index < len(row) and row[index].text for row in kept)]
    if len(used) > MOST_COLUMNS:
        raise Unreadable("list-too-wide", limit=MOST_COLUMNS)
    return Sheet(
        tuple(tuple(row[index] if index < len(row) else EMPTY for index in used) for row in kept), tuple(found)
    )
