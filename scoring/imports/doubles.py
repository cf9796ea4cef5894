"""Who may be the same: names equal but for accents, capitals, a slip of the pen or the order of their words."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from enum import IntEnum
from typing import Generic, TypeVar

from scoring.text import fold

Who = TypeVar("Who")

#: Shorter names differ in one letter and are other people: Kis Éva is not Kiss Eva, but Tóth Á. may be Tóth B.
_SHORTEST = 6


class Likeness(IntEnum):
    """How much two entries are alike."""

    #: Names that differ in one letter, or in the order of their words.
    ALIKE = 1
    #: The same name with another club.
    NAMESAKE = 2
    #: The same name, and the same club or none.
    SAME = 3


class Names(Generic[Who]):
    """People by name, each with whatever the caller knows them by; to look one up costs the same for any number."""

    def __init__(self) -> None:
        self._names: list[tuple[str, str, Who]] = []
        self._by_trace: defaultdict[str, list[int]] = defaultdict(list)

    def add(self, name: str, club: str, who: Who) -> None:
        """One more."""
        key = key_of(name)
        for trace in _traces(key):
            self._by_trace[trace].append(len(self._names))
        self._names.append((key, fold(club).strip(), who))

    def like(self, name: str, club: str) -> list[tuple[Likeness, Who]]:
        """Those that are like this one, the most alike first."""
        key, club = key_of(name), fold(club).strip()
        found: dict[int, Likeness] = {}
        for index in dict.fromkeys(index for trace in _traces(key) for index in self._by_trace.get(trace, ())):
            likeness = _likeness(key, club, self._names[index])
            if likeness is not None:
                found[index] = likeness
        ordered = sorted(found, key=lambda index: -found[index])
        return [(found[index], self._names[index][2]) for index in ordered]


def key_of(name: str) -> str:
    """What is compared of a name: its words without accents, capitals and punctuation. "Dr. Őry" is "ory"."""
    words = [word for word in re.findall(r"\w+", fold(name)) if word not in ("dr", "ifj", "id", "ozv")]
    return " ".join(words)


def _likeness(key: str, club: str, other: tuple[str, str, object]) -> Likeness | None:
    if key == other[0]:
        return Likeness.SAME if not club or not other[1] or club == other[1] else Likeness.NAMESAKE
    if re.findall(r"\d", key) != re.findall(r"\d", other[0]):
        return None  # Player 1 is not player 2.
    if sorted(key.split()) == sorted(other[0].split()) or _one_slip(key, other[0]):
        return Likeness.ALIKE
    return None


def _traces(key: str) -> Iterator[str]:
    """What two keys that are alike have in common: the words in any order, or the key without one of its letters."""
    yield " ".join(sorted(key.split()))
    if len(key) >= _SHORTEST:
        yield key
        for index in range(len(key)):
            yield key[:index] + key[index + 1 :]


def _one_slip(one: str, other: str) -> bool:
    """Is a letter missing, another one, or are two neighbours exchanged?"""
    if min(len(one), len(other)) < _SHORTEST:
        return False
    if len(one) > len(other):
        one, other = other, one
    start = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))
    rest, longer = one[start:], other[start:]
    if len(longer) - len(rest) == 1:
        return rest == longer[1:]
    return len(longer) == len(rest) and (
        rest[1:] == longer[1:] or (rest[:2] == longer[1::-1] and rest[2:] == longer[2:])
    )
