"""Which column is what: by its heading, Hungarian or English, or by what is in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.imports.sheet import Cell, Kind, Row, Sheet
from scoring.text import fold

#: What a column may be; a family name and a given name make a name.
ROLES = ("name", "family", "given", "club", "town")

#: Words of headings, without accents, by role, in the order in which they decide: "klub neve" is a club.
_WORDS = {
    "family": "vezeteknev csaladnev vezetek csaladi surname family last lastname familyname".split(),
    "given": "keresztnev utonev kereszt uto forename given first firstname givenname".split(),
    "club": "klub klubja egyesulet egyesulete csapat csapata szervezet club team klubnev".split(),
    "town": "varos varosa telepules helyseg lakhely lakohely helyseg honnan town city".split(),
    "name": "nev neve name names jatekos jatekosok versenyzo resztvevo player players".split(),
}
#: All that the heading of a column of names is made of.
_HEADING_WORDS = {word for words in _WORDS.values() for word in words}
_HEADING_WORDS |= set("es vagy teljes pontos full and or of kerjuk your".split())
#: A heading is short; a row with a name and a remark is none.
_MOST_WORDS = 5
#: Rows above the heading: a title, a date, an empty row.
_ABOVE = 12
_PERSON = re.compile(r"[^\W\d_][\w.'’-]*( [^\W\d_][\w.'’()-]*){1,5}")


@dataclass(frozen=True, slots=True)
class Columns:
    """What each column is (one of `ROLES`, or nothing), and which row is the heading: all after it are players."""

    roles: tuple[str, ...]
    heading: int | None = None

    @property
    def first(self) -> int:
        """The index of the first row that may be a player."""
        return 0 if self.heading is None else self.heading + 1

    @property
    def have_names(self) -> bool:
        """Is there a column that names people?"""
        return bool({"name", "family", "given"} & set(self.roles))


def guess(sheet: Sheet) -> Columns:
    """What the columns are; without a heading that says so, by what is in them."""
    for index, row in enumerate(sheet.rows[:_ABOVE]):
        roles = _by_heading(row)
        if roles is not None:
            return Columns(roles, index)
    return Columns(_by_content(sheet.rows, sheet.width))


def has_heading(rows: Iterable[Row]) -> bool:
    """Is there a heading with names among the first rows?"""
    return any(_by_heading(row) is not None for row, _index in zip(rows, range(_ABOVE), strict=False))


def _by_heading(row: Sequence[Cell]) -> tuple[str, ...] | None:
    """The roles that a row gives the columns; None when it is no heading."""
    roles: list[str] = []
    for each in row:
        role = _role(each)
        # The first column of a role has it: "Név" comes before "Név angolul".
        roles.append(role if role not in roles else "")
    if "family" in roles and "given" in roles:
        return tuple("" if role == "name" else role for role in roles)
    if "name" in roles:
        return tuple("" if role in ("family", "given") else role for role in roles)
    return None


def _role(each: Cell) -> str:
    text = fold(each.text)
    words = re.findall(r"[a-z]+", re.sub(r"^(a|az|the) ", "", text))
    if each.kind is not Kind.TEXT or not 0 < len(words) <= _MOST_WORDS or re.search(r"\d", text):
        return ""
    roles = [role for role, known in _WORDS.items() if set(words) & set(known)]
    if {"family", "given"} <= set(roles):
        return "name"  # "Név (vezetéknév, keresztnév)"
    role = roles[0] if roles else ""
    # Only a heading has no other words; somebody may be called Név Elek.
    return role if role in ("", "club", "town") or set(words) <= _HEADING_WORDS else ""


def _by_content(rows: Sequence[Row], width: int) -> tuple[str, ...]:
    people = [0] * width
    texts = [0] * width
    for row in rows:
        for index, each in enumerate(row):
            if each.text and each.kind is Kind.TEXT and re.search(r"[^\W\d_]", each.text):
                texts[index] += 1
                people[index] += _PERSON.fullmatch(each.text) is not None
    roles = [""] * width
    counted = people if any(people) else texts
    name = max(range(width), key=lambda index: (counted[index], -index))
    roles[name] = "name"
    club = next((index for index in range(name + 1, width) if texts[index]), None)
    if club is not None:
        roles[club] = "club"
    return tuple(roles)
