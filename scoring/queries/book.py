"""The whole cup, round by round, for what is printed of it: every table with every deal.

The number of SQL queries is the same whatever the size of the cup, and at most one round is in memory: deals and points
come from the database as a stream, in the order in which they are printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Generic, TypeVar

from scoring.models import Deal, DealPoints, Round, Seat, Table, Tournament
from scoring.queries.sheets import RoundSheet, TableSheet, assemble_round, assemble_table

T = TypeVar("T")

#: Rows that are fetched at once: some tables' worth.
_CHUNK = 500


@dataclass(frozen=True, slots=True)
class RoundBook:
    """A round: its results, and its tables in order with every deal."""

    sheet: RoundSheet
    tables: tuple[TableSheet, ...]


def round_books(tournament: Tournament, number: int | None = None) -> Iterator[RoundBook]:
    """All rounds that may be shown, in order, or the one of that number; raises Round.DoesNotExist when there is none.

    Five SQL queries, whatever the size: rounds, tables and seats at once, deals and their points as they are needed.
    """
    rounds = list(tournament.rounds.filter(tournament.shown()).order_by("number"))
    wanted = rounds if number is None else [found for found in rounds if found.number == number]
    if number is not None and not wanted:
        raise Round.DoesNotExist(number)
    return _books(tournament, rounds, wanted)


def _books(tournament: Tournament, rounds: list[Round], wanted: list[Round]) -> Iterator[RoundBook]:
    only = {"round__in": wanted}
    tables = groupby(Table.objects.filter(**only).order_by("round__number", "number"), key=lambda table: table.round_id)
    seats = groupby(
        Seat.objects.filter(**only).select_related("player").order_by("round__number", "table__number", "number"),
        key=lambda seat: seat.table_id,
    )
    deals = _Stream(_deals(wanted))
    points = _Stream(_points(wanted))
    by_round = {round_id: list(group) for round_id, group in tables}
    seats_of = {table_id: list(group) for table_id, group in seats}
    numbers = tuple(found.number for found in rounds)
    for round_ in wanted:
        sheets = []
        for table in by_round.get(round_.pk, []):
            table.round = round_
            at_table = seats_of.pop(table.pk, [])
            for seat in at_table:
                seat.round = round_
            played = deals.take(table.pk)
            won: dict[int, dict[int, int | Fraction]] = {}
            for deal_id, seat_number, value in points.take(table.pk):
                won.setdefault(deal_id, {})[seat_number] = value
            sheets.append(assemble_table(tournament, table, at_table, played, won))
        yield RoundBook(assemble_round(tournament, round_, numbers, sheets), tuple(sheets))


def _deals(rounds: list[Round]) -> Iterator[tuple[int, Deal]]:
    found = (
        Deal.objects.filter(table__round__in=rounds)
        .select_related("current__confirmation")
        .order_by("table__round__number", "table__number", "position")
    )
    return ((deal.table_id, deal) for deal in found.iterator(_CHUNK))


def _points(rounds: list[Round]) -> Iterator[tuple[int, tuple[int, int, int | Fraction]]]:
    found = (
        DealPoints.objects.filter(deal__table__round__in=rounds)
        .order_by("deal__table__round__number", "deal__table__number", "deal__position", "seat__number")
        .values_list("deal__table", "deal", "seat__number", "points")
    )
    return ((table_id, (deal_id, seat, value)) for table_id, deal_id, seat, value in found.iterator(_CHUNK * 4))


class _Stream(Generic[T]):
    """Pairs of table and value that come table by table; not every table has any."""

    def __init__(self, pairs: Iterable[tuple[int, T]]) -> None:
        self._pairs = iter(pairs)
        self._next = next(self._pairs, None)

    def take(self, table_id: int) -> list[T]:
        """The values of the table whose turn it is."""
        taken = []
        while self._next is not None and self._next[0] == table_id:
            taken.append(self._next[1])
            self._next = next(self._pairs, None)
        return taken
