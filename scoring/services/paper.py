"""Points typed in from a paper sheet."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.actors import Actor, require_organiser
from scoring.models import Seat, Table
from scoring.services.change import change_at_table
from scoring.services.dealobject import points_as_json
from scoring.services.dealrows import TableSeats
from scoring.services.errors import Refusal, refusal
from scoring.services.tablework import Points, paper_problems


def enter_paper(actor: Actor, table: Table, kind: str, points: Mapping[int, Points]) -> None:
    """Enters the `totals` of a table scored on paper, or the `remainder` after its recorded deals.

    `points` are table points by player number, of every seat; they sum to zero. They are whole, but where players share
    payments. What was entered before is replaced.
    Raises Refusal, PermissionDenied.
    """
    require_organiser(actor, table.round.tournament)
    with change_at_table(actor, table, "enter_paper") as (under_way, table):
        if kind not in (Table.Paper.TOTALS, Table.Paper.REMAINDER):
            raise refusal("bad-choice", "kind", known="totals, remainder")
        at = TableSeats.of(table)
        counted = table.deals.filter(counted=True).count()
        if kind == Table.Paper.TOTALS and table.deals.exists():
            raise refusal("totals-beside-deals", kind)
        planned = under_way.tournament.rules.planned_deals(seats=len(at.seats), round=table.round.number)
        if kind == Table.Paper.REMAINDER and counted >= planned:
            raise refusal("nothing-remains", kind, planned=planned)
        found, problems = paper_problems(points, at.numbers, kind, shares=under_way.tournament.rules.has_shares)
        if problems:
            raise Refusal(problems)
        _write(table, kind, at, found)
        under_way.details = {"kind": kind, "points": points_as_json(found)}


def clear_paper(actor: Actor, table: Table) -> None:
    """Takes back what was entered from paper. Raises Refusal, PermissionDenied."""
    require_organiser(actor, table.round.tournament)
    with change_at_table(actor, table, "clear_paper") as (under_way, table):
        under_way.details = {"kind": table.paper}
        _write(table, Table.Paper.NONE, TableSeats.of(table), {})


def _write(table: Table, kind: str, at: TableSeats, points: Mapping[int, Points]) -> None:
    table.paper = kind
    table.save(update_fields=["paper"])
    for player, seat in at.seats.items():
        seat.paper_points = points.get(player)
    Seat.objects.bulk_update(at.seats.values(), ["paper_points"])
