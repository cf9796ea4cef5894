"""What each seat of a cup has earned: official numbers of closed rounds, provisional ones of open rounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from django.db.models import Sum

import rules
from scoring.models import DealPoints, Seat, Tournament


class Earned(NamedTuple):
    """What a table brought one of its players; no place where nothing was played."""

    table_points: int | Fraction
    place: int | None
    tournament_points: int | Fraction


def earned(ruleset: rules.Ruleset, round_number: int, points: Sequence[int | Fraction], played: bool) -> list[Earned]:
    """Places and tournament points for the table points of one table (Kupa 2), in the order given.

    A table without any result (not `played`) earns nobody a place or a point.
    """
    if not played:
        return [Earned(0, None, 0)] * len(points)
    awards = rules.award_places(points, ruleset.places(seats=len(points), round=round_number))
    return [Earned(each, award.place, award.points) for each, award in zip(points, awards, strict=True)]


class SeatScore(NamedTuple):
    """Table points, place and tournament points of one seat; no place where nothing was played yet."""

    seat: Seat
    table_points: int | Fraction
    place: int | None
    tournament_points: int | Fraction
    official: bool


def open_sums(seats: Iterable[Seat]) -> dict[int, int | Fraction]:
    """Table points of the deals recorded so far, by seat id. One SQL query.

    A seat without an entry has played no deal that counts.
    """
    ids = [seat.pk for seat in seats]
    found = DealPoints.objects.filter(seat__in=ids).values_list("seat").annotate(total=Sum("points"))
    return dict(found)


def open_sums_of(tournaments: Sequence[Tournament]) -> dict[int, int | Fraction]:
    """`open_sums` of all seats in open rounds of several cups. One SQL query."""
    keys = [tournament.pk for tournament in tournaments]
    found = DealPoints.objects.filter(seat__round__tournament__in=keys, seat__round__closed_at__isnull=True)
    return dict(found.values_list("seat").annotate(total=Sum("points")))


def table_scores(
    ruleset: rules.Ruleset, round_number: int, seats: Sequence[Seat], sums: Mapping[int, int | Fraction]
) -> Iterator[SeatScore]:
    """The scores of one open table: its deals and paper so far, places and points as if it ended now."""
    played = any(seat.pk in sums or seat.paper_points is not None for seat in seats)
    points = [sums.get(seat.pk, 0) + (seat.paper_points or 0) for seat in seats]
    for seat, found in zip(seats, earned(ruleset, round_number, points, played), strict=True):
        yield SeatScore(seat, *found, False)


def seat_scores(
    ruleset: rules.Ruleset, seats: Iterable[Seat], sums: Mapping[int, int | Fraction]
) -> Iterator[SeatScore]:
    """The scores of seats that come table by table, with their rounds selected.

    `sums` are the `open_sums` of the seats in open rounds.
    """
    for _, group in groupby(seats, key=lambda seat: seat.table_id):
        at_table = list(group)
        round_ = at_table[0].round
        if round_.is_closed:
            for seat in at_table:
                yield SeatScore(seat, seat.table_points or 0, seat.place, seat.tournament_points or 0, True)
        else:
            yield from table_scores(ruleset, round_.number, at_table, sums)
