"""A deal as its table is told of it: the deal object of the table's JSON calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import rules
from rules.table import DERIVED
from scoring.models import Deal, Table
from scoring.sentences import speaker
from scoring.services.dealrows import TableSeats

Points = int | Fraction
#: What a deal object has beside the record that was entered: who sends a deal object back may leave it in.
ADDED = frozenset({"id", "revision", "entered_by", "confirmed_by", "result", "totals", "next_dealer", "on_hold"}) | set(
    DERIVED
)


def points_as_json(points: Mapping[Any, Points]) -> dict[str, int | str]:
    """Table points by player, as text keys; a fraction is text."""
    return {str(player): value if isinstance(value, int) else str(value) for player, value in points.items()}


def deal_object(
    deal: Deal,
    ruleset: rules.Ruleset,
    result: rules.Result,
    totals: Mapping[Any, Points],
    *,
    next_dealer: int | None,
    confirmed_by: int | None,
) -> dict[str, Any]:
    """The record in force without its ruleset, with its number, who entered and confirmed it, whether it is on hold
    before the jury, what comes of it, and the table's state after its last deal: `totals` (table points by player
    number, without deals on hold) and who deals next (None: nobody).

    Players are player numbers. Warnings speak the active language.
    """
    revision = deal.current
    if revision is None:
        raise ValueError(f"deal {deal.pk} has no revision in force")
    return {
        "id": deal.pk,
        "number": deal.number,
        **{key: value for key, value in deal.record.items() if key != "ruleset"},
        "revision": revision.number,
        "entered_by": revision.player.number if revision.player is not None else None,
        "confirmed_by": confirmed_by,
        "on_hold": deal.on_hold,
        "result": result.as_json(speaker(ruleset)),
        "totals": points_as_json(totals),
        "next_dealer": next_dealer,
    }


def dealer_of(
    ruleset: rules.Ruleset, seated: Sequence[int], first_dealer: int, round_number: int, number: int
) -> int | None:
    """The player (number) who deals the deal of that number; None beyond the last one. `first_dealer` is a seat."""
    if number > ruleset.planned_deals(seats=len(seated), round=round_number):
        return None
    return seated[rules.dealer_seat(len(seated), number, first_dealer) - 1]


@dataclass(frozen=True, slots=True)
class TableDeals:
    """What a table is told of all that it played: its deal objects in the order of play, table points by player number
    as text keys, how many deals it plays, who sits there in playing order, and the number and dealer of the next deal
    (None: all are played)."""

    deals: list[dict[str, Any]]
    totals: dict[str, int | str]
    planned: int
    seats: list[int]
    next_number: int | None
    next_dealer: int | None


def deals_of(table: Table, ruleset: rules.Ruleset) -> TableDeals:
    """The deals of a table whose round is loaded, as they are now. Two SQL queries."""
    at, deals = TableSeats.of(table), in_order(table)
    results = [rules.score(deal.read(ruleset)) for deal in deals]
    totals: dict[Any, Points] = {player: seat.paper_points or 0 for player, seat in at.seats.items()}
    for deal, result in zip(deals, results, strict=True):
        if deal.on_hold:
            continue
        for player, points in result.points.items():
            totals[player] += points
    number = 1 + sum(deal.counted for deal in deals)
    dealer = dealer_of(ruleset, at.numbers, table.first_dealer, table.round.number, number)
    return TableDeals(
        [
            deal_object(deal, ruleset, result, totals, next_dealer=dealer, confirmed_by=_confirmed_by(deal))
            for deal, result in zip(deals, results, strict=True)
        ],
        points_as_json(totals),
        ruleset.planned_deals(seats=len(at.seats), round=table.round.number),
        at.numbers,
        number if dealer is not None else None,
        dealer,
    )


def in_order(table: Table) -> list[Deal]:
    """The deals of a table in the order of play, each with who entered and confirmed it. One SQL query."""
    return list(table.deals.select_related("current__player", "current__confirmation__player").order_by("position"))


def _confirmed_by(deal: Deal) -> int | None:
    current = deal.current
    return current.confirmation.player.number if current is not None and hasattr(current, "confirmation") else None
