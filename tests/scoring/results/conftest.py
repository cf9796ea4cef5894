"""Cups with ties, with somebody who withdrew, and their organiser's browser."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.models import Tournament
from tests.scoring.cups import Document, document, load, table
from tests.scoring.organiser.conftest import organiser_of

Totals = dict[str, int]


def round_of_totals(number: int, *tables: Totals, closed: bool = True) -> Document:
    """A round of tables that were scored on paper: each its players' totals, in the order of their seats."""
    return {
        "number": number,
        "closed": closed,
        "tables": [table(n, [int(who) for who in totals], totals=totals) for n, totals in enumerate(tables, 1)],
    }


def cup_of(slug: str, *rounds: Document, players: int = 8, **more: Any) -> Tournament:
    """A cup of those rounds, all of its planned ones; `names` are those of its players by number."""
    names: dict[int, str] = more.pop("names", {})
    withdrawn: dict[int, int] = more.pop("withdrawn", {})
    cup = document(players=players, slug=slug, rounds_planned=max(len(rounds), 1), **more)
    for player in cup["players"]:
        player["name"] = names.get(player["number"], player["name"])
        if player["number"] in withdrawn:
            player["status"] = {"withdrawn_after": withdrawn[player["number"]]}
    cup["rounds"] = list(rounds)
    return load(cup)


@pytest.fixture
def tied(db: None) -> Tournament:
    """Two rounds at two tables, both closed. 1, 2, 5 and 6 have 18 tournament points, 1 with 28 table points, the
    others with 12; 3 and 7 have 12, with −8 and −4; 4 and 8 have 8 with −26. 8 withdrew after the last round."""
    first = round_of_totals(1, {"1": 20, "2": 2, "3": -4, "4": -18}, {"5": 9, "6": 2, "7": 1, "8": -12})
    second = round_of_totals(2, {"2": 10, "5": 3, "7": -5, "4": -8}, {"6": 10, "1": 8, "3": -4, "8": -14})
    return cup_of("kupa", first, second, name="Őszi kupa", withdrawn={8: 2})


@pytest.fixture
def desk(client: Client, tied: Tournament) -> Client:
    """The browser of the organiser, in Hungarian."""
    client.force_login(organiser_of(tied))
    return client
