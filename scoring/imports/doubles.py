"""Who may be the same: names equal but for accents, capitals, a slip of the pen or the order of their words."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Generic, TypeVar

from scoring.text import fold

Who = TypeVar("Who")

#: Shorter names differ in one letter and are other people: Kis Éva is not Kiss Eva, but Tóth Á. may be Tóth B.
_SHORTEST = 6
MOST_ALIKE = 10


class Likeness(IntEnum):
    """How much two entries are alike."""

    #: Names that differ in one letter, or in the order of their words.
    ALIKE = 1
    #: The same name with another club.
    NAMESAKE = 2
    #: The same name, and the same club or none.
    SAME = 3


@dataclass(frozen=True, slots=True)
class _Known(Generic[Who]):
    """A name as it is compared."""

    key: str
    words: str
    digits: tuple[str, ...]
    club: str
    who: Who

    @classmethod
    def of(cls, name: str, club: str, who: Who) -> _Known[Who]:
        key = key_of(name)
        return cls(key, " ".join(sorted(key.split())), tuple(re.findall(r"\d", key)), fold(club).strip(), who)

    def likeness(self, other: _Known[Any]) -> Likeness | None:
        """How much the two are alike, if at all."""
        if self.key == other.key:
            same = not self.club or not other.club or self.club == other.club
            return Likeness.SAME if same else Likeness.NAMESAKE
        if self.digits != other.digits:
            return None  # Player 1 is not player 2.
        return Likeness.ALIKE if self.words == other.words or _one_slip(self.key, other.key) else None

    def traces(self) -> Iterator[str]:
        """What two that are alike have in common: the words in any order, or the key without one of its letters."""
        yield self.words
        if len(self.key) >= _SHORTEST:
            yield self.key
            for index in range(len(self.key)):
                yield self.key[:index] + self.key[index + 1 :]


class Names(Generic[Who]):
    """People by name, each with whatever the caller knows them by; to look one up costs the same for any number."""

    def __init__(self) -> None:
        self._names: list[_Known[Who]] = []
        self._by_trace: defaultdict[str, list[int]] = defaultdict(list)

    def add(self, name: str, club: str, who: Who) -> None:
        """One more."""
        known = _Known.of(name, club, who)
        for trace in dict.fromkeys(known.traces()):
            self._by_trace[trace].append(len(self._names))
        self._names.append(known)

    def like(self, name: str, club: str) -> list[tuple[Likeness, Who]]:
        """Those that are like this one, the most alike first; no more than `MOST_ALIKE`."""
        asked = _Known.of(name, club, None)
        found: dict[int, Likeness] = {}
        # Those of the very same name come by the first trace.
        for index in dict.fromkeys(index for trace in asked.traces() for index in self._by_trace.get(trace, ())):
            likeness = self._names[index].likeness(asked)
            if likeness is not None:
                found[index] = likeness
                if len(found) == MOST_ALIKE:
                    break
        ordered = sorted(found, key=lambda index: -found[index])
        return [(found[index], self._names[index].who) for index in ordered]


def key_of(name: str) -> str:
    """What is compared of a name: its words without accents, capitals and punctuation. "Dr. Őry" is "ory"."""
    words = [word for word in re.findall(r"\w+", fold(name)) if word not in ("dr", "ifj", "id", "ozv")]
    return " ".join(words)


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
