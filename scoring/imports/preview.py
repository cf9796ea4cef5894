"""What is shown before a list is saved: each row, what is doubtful about it, and whether it is to be taken."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from scoring.imports.columns import Columns
from scoring.imports.doubles import Likeness, Names
from scoring.imports.rows import Entry, Note, empty_rows, entries_of
from scoring.imports.sheet import Sheet

#: Doubtful rows whose name and club can be typed anew: more are put right in the file. A form has only so many fields.
MOST_EDITABLE = 200
#: References of one row to others that are shown.
_MOST_REFERENCES = 3

_OF_ROW = {Likeness.SAME: "double-row", Likeness.NAMESAKE: "namesake-row", Likeness.ALIKE: "alike-row"}
_OF_LIST = {Likeness.SAME: "double-listed", Likeness.NAMESAKE: "namesake-listed", Likeness.ALIKE: "alike-listed"}
#: Rows with one of these are not taken unless somebody says so.
_DOUBLE = frozenset({"double-row", "double-listed"})


@dataclass(frozen=True, slots=True)
class Line:
    """A row that has anything in it. `wanted`: it is ticked, by somebody or by the program; `taken`: it will be saved,
    for it has no fault either; `editable`: name and club can be typed anew."""

    entry: Entry
    notes: tuple[Note, ...]
    wanted: bool
    editable: bool

    @property
    def taken(self) -> bool:
        """Will it be saved?"""
        return self.wanted and not self.has_fault

    @property
    def number(self) -> int:
        """The row's number in the file, from 1."""
        return self.entry.index + 1

    @property
    def has_fault(self) -> bool:
        """Can it not be taken as it is?"""
        return self.entry.has_fault


@dataclass(frozen=True, slots=True)
class Preview:
    """All rows below the heading, those with doubts apart; `empty` are the numbers of empty rows."""

    columns: Columns
    lines: tuple[Line, ...]
    empty: tuple[int, ...]

    @property
    def doubtful(self) -> list[Line]:
        """Rows that somebody should look at."""
        return [line for line in self.lines if line.notes]

    @property
    def plain(self) -> list[Line]:
        """All others."""
        return [line for line in self.lines if not line.notes]

    @property
    def taken(self) -> list[Line]:
        """The rows that will be saved."""
        return [line for line in self.lines if line.taken]

    @property
    def key(self) -> str:
        """What somebody has seen who saw this: the columns, and each doubt."""
        heading = "" if self.columns.heading is None else self.columns.heading
        doubts = [f"{line.entry.index}:{note.code}" for line in self.lines for note in line.notes]
        return ";".join([f"{heading}/{','.join(self.columns.roles)}", *doubts])

    def other_columns(self, seen: str) -> bool:
        """Had the preview of that key other columns, or another heading?"""
        return seen.split(";")[0] != self.key.split(";")[0]

    def news(self, seen: str) -> bool:
        """Is there anything that somebody should see who saw the preview of that key: other columns, or new doubts
        about a row that is wanted?"""
        if self.other_columns(seen):
            return True
        known = set(seen.split(";")[1:])
        wanted = (line for line in self.lines if line.wanted)
        return any(f"{line.entry.index}:{note.code}" not in known for line in wanted for note in line.notes)


def preview(
    sheet: Sheet,
    columns: Columns,
    listed: Names[str],
    people: Names[tuple[str, str]],
    *,
    typed: Mapping[int, tuple[str, str]] | None = None,
    ticked: Collection[int] | None = None,
) -> Preview:
    """The rows of a sheet, held against each other, those who are `listed` in the cup, and `people` of the register.

    `listed` are called "3. Őry Tünde (Eger)"; `people` by their name alone, and as they are shown. `typed` are names
    and clubs that somebody typed instead, by index; `ticked` the rows that they take. Without `ticked` all are taken
    that have no fault and are no doubles.
    """
    typed = typed or {}
    entries = entries_of(sheet, columns, typed)
    above: Names[int] = Names()
    lines = []
    editable = MOST_EDITABLE
    for entry in entries:
        notes = entry.notes
        if entry.name and not entry.has_fault:
            notes += _likes(entry, above, listed, people)
            above.add(entry.name, entry.club, entry.index + 1)
        if ticked is None:
            wanted = not entry.has_fault and not any(note.code in _DOUBLE for note in notes)
        else:
            wanted = entry.index in ticked
        may_edit = bool(notes) and editable > 0
        editable -= may_edit
        lines.append(Line(entry, notes, wanted, may_edit))
    return Preview(columns, tuple(lines), tuple(empty_rows(sheet, columns)))


def _likes(entry: Entry, above: Names[int], listed: Names[str], people: Names[tuple[str, str]]) -> tuple[Note, ...]:
    found = [
        Note(_OF_ROW[likeness], params={"row": row})
        for likeness, row in above.like(entry.name, entry.club)[:_MOST_REFERENCES]
    ]
    found += [
        Note(_OF_LIST[likeness], params={"player": who})
        for likeness, who in listed.like(entry.name, entry.club)[:_MOST_REFERENCES]
    ]
    if not found:
        # Who is in the register under this very name needs no remark.
        known = people.like(entry.name, entry.club)
        exact = any(name == entry.name for _likeness, (name, _shown) in known)
        found = [Note("alike-person", params={"player": shown}) for _likeness, (_n, shown) in known[:2] if not exact]
    return tuple(found)
