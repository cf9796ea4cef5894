"""The table of a series: what each player's best cups come to. Pure and exact; knows no database.

By tournament points the sum of a player's best cups counts, and a cup that they missed is nothing. By places the sum of
the lowest places counts; there a cup that they missed is worth one place behind its last player, for else whoever
played one cup only, and won it, would be ahead of everybody. Who shared a rank in a cup has the mean of the places that
they held together (as in D23). Equal sums share the rank in the series.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import rules
from rules.placing import NO_TIE_BREAK, whole

Exact = int | Fraction

POINTS, PLACES = "tournament-points", "places"


@dataclass(frozen=True, slots=True)
class Entry:
    """A player's result in one cup: `rank` as in its standings, `person` as in the register."""

    number: int
    name: str
    club: str
    points: Exact
    rank: int
    person: int | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """What a cup brings in the series: tournament points, or the place. Of one that was `missed`, what that counts.

    `counted`: is it among the player's best?
    """

    value: Exact
    counted: bool
    missed: bool = False
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A player in the table: `scores` has one for each cup, in their order; `played` are those not missed."""

    rank: int
    tied: bool
    name: str
    club: str
    total: Exact
    scores: tuple[Score, ...]

    @property
    def played(self) -> int:
        """In how many of the cups the player was."""
        return sum(not score.missed for score in self.scores)


def series_table(cups: Sequence[Sequence[Entry]], by: str, counted: int | None = None) -> list[Line]:
    """The table of these cups (the results of each, those who played only), best first; equal ranks as they came.

    `by` is "tournament-points" or "places"; `counted` the number of a player's best cups that count (None: all).
    """
    results: dict[Hashable, dict[int, Score]] = {}
    latest: dict[Hashable, Entry] = {}
    keys = identities(cups)
    missed = [len(cup) + 1 if by == PLACES else 0 for cup in cups]
    for at, cup in enumerate(cups):
        places = shared_places([entry.rank for entry in cup]) if by == PLACES else []
        for n, entry in enumerate(cup):
            value = places[n] if by == PLACES else entry.points
            key = keys[at, entry.number]
            results.setdefault(key, {})[at] = Score(value, False, number=entry.number)
            latest[key] = entry
    lines = []
    for key, found in results.items():
        every = [found.get(at) or Score(missed[at], False, missed=True) for at in range(len(cups))]
        scores = _best(every, by, counted)
        total = whole(sum((score.value for score in scores if score.counted), Fraction(0)))
        lines.append((latest[key], total, scores))
    # The law ranks the highest first.
    sign = -1 if by == PLACES else 1
    ranks = rules.rank([(sign * total, 0) for _, total, _ in lines], NO_TIE_BREAK)
    table = [
        Line(place.rank, place.tied, entry.name, entry.club, total, scores)
        for place, (entry, total, scores) in zip(ranks, lines, strict=True)
    ]
    return sorted(table, key=lambda line: line.rank)


def shared_places(ranks: Sequence[int]) -> list[Exact]:
    """The place of each, the mean of those held together where a rank is shared.

    >>> shared_places([1, 2, 2, 4])
    [1, Fraction(5, 2), Fraction(5, 2), 4]
    """
    held = Counter(ranks)
    ahead = {rank: sum(count for other, count in held.items() if other < rank) for rank in held}
    return [whole(Fraction(2 * ahead[rank] + held[rank] + 1, 2)) for rank in ranks]


def identities(cups: Sequence[Sequence[Entry]]) -> dict[tuple[int, int], Hashable]:
    """Who is who: a key for each (index of the cup, player's number) that is the same for the same person.

    By the register; somebody who is not in it is known by name and club, and taken for the only one in the register
    who plays under both. Two of a cup with the same name and club are two people, whom nothing tells apart: neither is
    found again in another cup.
    """
    known: dict[tuple[str, str], set[int]] = {}
    for entry in _all(cups):
        if entry.person is not None:
            known.setdefault(called(entry.name, entry.club), set()).add(entry.person)
    found: dict[tuple[int, int], Hashable] = {}
    for at, cup in enumerate(cups):
        here = Counter(_key(entry, known) for entry in cup)
        for entry in cup:
            key = _key(entry, known)
            found[at, entry.number] = key if here[key] == 1 or entry.person is not None else (at, entry.number)
    return found


def _all(cups: Iterable[Iterable[Entry]]) -> Iterable[Entry]:
    return (entry for cup in cups for entry in cup)


def _key(entry: Entry, known: Mapping[tuple[str, str], set[int]]) -> Hashable:
    if entry.person is not None:
        return entry.person
    name = called(entry.name, entry.club)
    people = known.get(name, set())
    return next(iter(people)) if len(people) == 1 else name


def called(name: str, club: str) -> tuple[str, str]:
    """Name and club as they are compared: without capitals and stray spaces, letters composed."""
    composed = (unicodedata.normalize("NFC", text) for text in (name, club))
    first, second = (" ".join(text.split()).casefold() for text in composed)
    return first, second


def _best(scores: Sequence[Score], by: str, counted: int | None) -> tuple[Score, ...]:
    """The scores, the best of them counted; of equal ones those that were played, then the earlier."""
    sign = 1 if by == PLACES else -1
    order = sorted(range(len(scores)), key=lambda at: (sign * scores[at].value, scores[at].missed, at))
    best = set(order if counted is None else order[:counted])
    return tuple(
        Score(score.value, at in best, missed=score.missed, number=score.number) for at, score in enumerate(scores)
    )
