"""Small cups for the tests of the app: documents, and the same cups loaded."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import rules
from scoring.actors import Actor
from scoring.models import Deal, Round, Table, Tournament
from scoring.services import load_document

Document = dict[str, Any]

OPERATOR = Actor.operator("tests")


def played(number: int, declarer: int, partner: int | None, card_points: int = 60, **more: Any) -> Document:
    """A played deal of the bid three, as its table says it."""
    record = {"number": number, "bid": "three", "declarer": declarer, "card_points": card_points, **more}
    return record if partner is None else {**record, "partner": partner}


def uncounted(number: int, outcome: str = "passed_out") -> Document:
    """A deal that does not count."""
    return {"number": number, "outcome": outcome}


def table(number: int, seats: Sequence[Any], deals: Sequence[Document] = (), **more: Any) -> Document:
    """A table of a document."""
    return {"number": number, "seats": list(seats), "deals": list(deals), **more}


def document(
    *tables: Document, players: int = 4, ruleset: str = "kupa-2005", closed: bool = False, **more: Any
) -> Document:
    """A cup of that many players whose first round has these tables."""
    return {
        "format": "tarokk-kupa/1",
        "name": "Próbakupa",
        "slug": "probakupa",
        "date": "2026-04-18",
        "venue": "Győr",
        "ruleset": ruleset,
        "rounds_planned": 4,
        "tie_break": "table-points",
        "players": [{"number": n, "name": f"Játékos {n}", "club": ""} for n in range(1, players + 1)],
        "rounds": [{"number": 1, "closed": closed, "tables": list(tables)}] if tables else [],
        **more,
    }


def full_table(number: int, seats: Sequence[int], ruleset: str = "kupa-2005", round_number: int = 1) -> Document:
    """A table that has played all its deals: who is forehand declares with the third."""
    planned = rules.get_ruleset(ruleset).planned_deals(seats=len(seats), round=round_number)
    deals = []
    for deal in range(1, planned + 1):
        forehand, _, third, _ = rules.rotation(list(seats), deal)
        deals.append(played(deal, int(forehand), int(third), 50 + deal))
    return table(number, seats, deals)


def load(cup: Document, **options: Any) -> Tournament:
    """The cup, loaded by an operator."""
    return load_document(OPERATOR, copy.deepcopy(cup), **options)


def the_round(tournament: Tournament, number: int = 1) -> Round:
    """A round of a cup."""
    return Round.objects.get(tournament=tournament, number=number)


def the_table(tournament: Tournament, number: int = 1, round_number: int = 1) -> Table:
    """A table of a cup."""
    return Table.objects.select_related("round__tournament").get(
        round__tournament=tournament, round__number=round_number, number=number
    )


def the_deal(tournament: Tournament, position: int, table_number: int = 1) -> Deal:
    """A deal of the first round, by its place in the order of play."""
    return Deal.objects.select_related("table__round__tournament").get(
        table__round__tournament=tournament, table__number=table_number, position=position
    )


def points_of(deal: Deal) -> dict[int, Any]:
    """Table points of a deal by player number."""
    return dict(deal.points.values_list("seat__player__number", "points"))
