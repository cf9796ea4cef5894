"""From rows to players: what is doubtful about each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.imports.columns import Columns
from scoring.imports.sheet import Cell, Kind, Sheet
from scoring.text import tidy

#: Players that are taken at once: ten times the largest cup, and still one page and one transaction.
MOST_ROWS = 2000
NAME_LENGTH = 100

#: Letters of UTF-8 read as Windows-1250 or 1252, or lost altogether.
_SPOILT = re.compile("[ĂÃÅĹÄ][^\\w\\s.'’-]|\ufffd")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_OF_KIND = {
    Kind.DATE: "name-is-date",
    Kind.NUMBER: "name-is-number",
    Kind.FORMULA: "name-is-formula",
    Kind.ERROR: "name-is-error",
}


@dataclass(frozen=True, slots=True)
class Note:
    """Something doubtful about a row, by code; `fault`: as it is, it cannot be taken."""

    code: str
    fault: bool = False
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
    """A row that may be a player; `index` is the row's in the sheet, from 0. `shown` is what stands there as a name."""

    index: int
    name: str
    club: str
    town: str = ""
    notes: tuple[Note, ...] = ()
    shown: str = ""

    @property
    def has_fault(self) -> bool:
        """Can it not be taken as it is?"""
        return any(note.fault for note in self.notes)


def entries_of(sheet: Sheet, columns: Columns, typed: Mapping[int, tuple[str, str]] | None = None) -> list[Entry]:
    """Every row below the heading that has anything in it; empty rows are left out.

    `typed` are (name, club) that somebody typed instead of what a row says, by index.
    """
    entries = []
    for index in range(columns.first, len(sheet.rows)):
        row = sheet.rows[index]
        if typed and index in typed:
            name, club = (tidy(text) for text in typed[index])
            entries.append(Entry(index, name, club, "", _notes(name, club, []), name))
        elif any(each.text for each in row):
            entries.append(_entry(index, row, columns))
    return entries


def empty_rows(sheet: Sheet, columns: Columns) -> list[int]:
    """The numbers, from 1, of the empty rows between others."""
    return [
        index + 1 for index in range(columns.first, len(sheet.rows)) if not any(each.text for each in sheet.rows[index])
    ]


def _entry(index: int, row: tuple[Cell, ...], columns: Columns) -> Entry:
    by_role = {role: row[place] for place, role in enumerate(columns.roles) if role and place < len(row)}
    # Hungarian order, family name first, is how names are listed here.
    naming = [by_role[role] for role in ("name", "family", "given") if role in by_role and by_role[role].text]
    name = " ".join(each.text for each in naming)
    club, town = (by_role[role].text if role in by_role else "" for role in ("club", "town"))
    kinds = [each.kind for each in naming if each.kind is not Kind.TEXT]
    shown = name
    notes = _notes(name, club or town, kinds)
    if any(note.fault for note in notes) and kinds:
        name = ""
    return Entry(index, name, club or town, town if club and town != club else "", notes, shown)


def _doubts(name: str) -> list[Note]:
    """What is doubtful about the text of a name."""
    if name.startswith("="):
        return [Note("name-is-formula", fault=True)]
    if name.startswith("#") and name.isupper():
        return [Note("name-is-error", fault=True)]
    if not re.search(r"[^\W\d_]", name):
        return [Note("name-is-number", fault=True)]
    return [Note("name-has-digits")] if re.search(r"\d", name) else []


def _notes(name: str, club: str, kinds: Sequence[Kind]) -> tuple[Note, ...]:
    found = [Note(_OF_KIND[kind], fault=True) for kind in dict.fromkeys(kinds)]
    if not name:
        found.append(Note("name-missing", fault=True))
    elif not kinds:
        found += _doubts(name)
    for text, code in ((name, "name-too-long"), (club, "club-too-long")):
        if len(text) > NAME_LENGTH:
            found.append(Note(code, fault=True, params={"limit": NAME_LENGTH}))
    if _CONTROL.search(name + club):
        found.append(Note("bad-characters", fault=True))
    elif _SPOILT.search(name + club):
        found.append(Note("letters-spoilt"))
    return tuple(found)
