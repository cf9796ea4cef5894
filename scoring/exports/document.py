"""The exchange document of a cup: written here, read by `scoring.services.document`."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import rules
from scoring.models import Deal, Player, Seat, Table, Tournament
from scoring.queries.jury import cases_as_data, penalties_as_data

FORMAT = "tarokk-kupa/1"

#: Deals that are fetched at once.
_CHUNK = 500


def dump(tournament: Tournament) -> dict[str, Any]:
    """The cup as a JSON-able document with its ruleset; loading it gives the same cup. Five SQL queries."""
    seats: defaultdict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(round__tournament=tournament).select_related("player").order_by("number"):
        seats[seat.table_id].append(seat)
    found = {
        table.pk: _table(table, seats[table.pk])
        for table in Table.objects.filter(round__tournament=tournament).order_by("number")
    }
    tables: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for table, written in found.values():
        tables[table.round_id].append(written)
    # As a stream: all the deals of a large cup at once would be most of what is in memory.
    deals = Deal.objects.filter(table__round__tournament=tournament).select_related("current").order_by("position")
    for deal in deals.iterator(_CHUNK):
        table, written = found[deal.table_id]
        written["deals"].append(_deal(deal, written["seats"], table.first_dealer))
    document = {
        "format": FORMAT,
        "name": tournament.name,
        "slug": tournament.slug,
        "date": tournament.date.isoformat(),
        "venue": tournament.venue,
        "ruleset": tournament.ruleset_id,
        "ruleset_snapshot": tournament.ruleset_snapshot,
        "rounds_planned": tournament.rounds_planned,
        "tie_break": tournament.tie_break,
        "players": [_player(player) for player in tournament.players.order_by("number")],
        "rounds": [
            {"number": round_.number, "closed": round_.is_closed, "tables": tables[round_.pk]}
            for round_ in tournament.rounds.filter(tournament.shown()).order_by("number")
        ],
    }
    for key, found_of_jury in (("penalties", penalties_as_data(tournament)), ("rulings", cases_as_data(tournament))):
        if found_of_jury:
            document[key] = found_of_jury
    return document


def as_text(tournament: Tournament) -> str:
    """The document as JSON text, indented, with every letter as it is."""
    return json.dumps(dump(tournament), ensure_ascii=False, indent=1) + "\n"


def _player(player: Player) -> dict[str, Any]:
    found: dict[str, Any] = {"number": player.number, "name": player.name, "club": player.club}
    shown = player.tournament.last_shown
    status = {}
    if player.withdrawn_after is not None and (shown is None or player.withdrawn_after <= shown):
        status["withdrawn_after"] = player.withdrawn_after
    if player.first_round > 1:
        status["first_round"] = player.first_round
    if status:
        found["status"] = status
    return found


def _table(table: Table, seats: Sequence[Seat]) -> tuple[Table, dict[str, Any]]:
    """A table, still without its deals."""
    paper = {str(seat.player.number): rules.exact(seat.paper_points) for seat in seats if seat.paper_points is not None}
    written = {
        "number": table.number,
        "seats": [seat.player.number for seat in seats],
        "first_dealer": table.first_dealer,
        "deals": [],
        "totals": paper if table.paper == Table.Paper.TOTALS else None,
        "remainder": paper if table.paper == Table.Paper.REMAINDER else None,
    }
    substitutes = {str(seat.player.number): seat.substitute for seat in seats if seat.substitute}
    if substitutes:
        written["substitutes"] = substitutes
    return table, written


def _deal(deal: Deal, seated: Sequence[int], first_dealer: int) -> dict[str, Any]:
    """A deal as its table says it; `players` only where they depart from the rotation."""
    record = deal.entered()
    if record.get("players") == list(rules.rotation(seated, deal.number, first_dealer)):
        del record["players"]
    return record
