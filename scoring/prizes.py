"""Who wins which prize. Pure and exact; knows no database.

Who share a rank share the prizes of the places that they hold: the money in equal parts, to the exact fraction of a
forint, and things among themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from rules.placing import whole

Exact = int | Fraction
T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Offer:
    """What a place wins: forints, a thing, or both. `place` None: who caught the XXI most often."""

    place: int | None
    amount: int | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Award(Generic[T]):
    """What the winners of some places get: `each` of them forints, and all together the `things`.

    `first` and `last` are the places that are shared out (equal where nobody shares; None for the XXI prize, where
    `catches` says how often each of them caught it). Without winners nobody holds the place.
    """

    first: int | None
    last: int | None
    winners: tuple[T, ...]
    each: Exact
    things: tuple[str, ...]
    catches: int | None = None

    @property
    def shared(self) -> bool:
        """Do several win it?"""
        return len(self.winners) > 1


def awards(ranked: Sequence[tuple[int, T]], catches: Mapping[T, int], offers: Sequence[Offer]) -> list[Award[T]]:
    """The prizes with their winners, in the order of the places, that for the catches last.

    `ranked` are all players with their ranks (1, 2, 2, 4); `catches` how often who caught the XXI. A place that
    nobody holds has no winners, nor has the XXI prize where nobody caught one.
    """
    by_place = {offer.place: offer for offer in offers if offer.place is not None}
    held = Counter(rank for rank, _ in ranked)
    found: list[Award[T]] = []
    for rank in sorted(held):
        last = rank + held[rank] - 1
        won = [by_place.pop(place) for place in range(rank, last + 1) if place in by_place]
        if won:
            winners = tuple(who for their, who in ranked if their == rank)
            found.append(_award(won, winners, rank, last))
    found += [_award([offer], (), place, place) for place, offer in by_place.items()]
    found.sort(key=lambda award: award.first or 0)
    most = max(catches.values(), default=0)
    for offer in offers:
        if offer.place is None:
            winners = tuple(who for who, count in catches.items() if count == most)
            found.append(_award([offer], winners, None, None, most or None))
    return found


def _award(
    won: Sequence[Offer], winners: tuple[T, ...], first: int | None, last: int | None, catches: int | None = None
) -> Award[T]:
    each = whole(Fraction(sum(offer.amount or 0 for offer in won), len(winners) or 1))
    return Award(first, last, winners, each, tuple(offer.text for offer in won if offer.text), catches)
