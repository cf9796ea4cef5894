"""What each seat of a cup has earned: official numbers of closed rounds, provisional ones of open rounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from django.db.models import Sum

import rules
from scoring.models import DealPoints, Seat, Tournament


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


def tournament_open_sums(tournament: Tournament) -> dict[int, int | Fraction]:
    """`open_sums` of all seats in open rounds of a cup. One SQL query."""
    found = DealPoints.objects.filter(seat__round__tournament=tournament, seat__round__closed_at__isnull=True)
    return dict(found.values_list("seat").annotate(total=Sum("points")))


def table_scores(
    ruleset: rules.Ruleset, round_number: int, seats: Sequence[Seat], sums: Mapping[int, int | Fraction]
) -> Iterator[SeatScore]:
    """The scores of one open table: its deals and paper so far, places and points as if it ended now (Kupa 2).

    A table without any result earns nobody a place or a point.
    """
    if not any(seat.pk in sums or seat.paper_points is not None for seat in seats):
        yield from (SeatScore(seat, 0, None, 0, False) for seat in seats)
        return
    points = [sums.get(seat.pk, 0) + (seat.paper_points or 0) for seat in seats]
    awards = rules.award_places(points, ruleset.places(seats=len(seats), round=round_number))
    for seat, table_points, award in zip(seats, points, awards, strict=True):
        yield SeatScore(seat, table_points, award.place, award.points, False)


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
