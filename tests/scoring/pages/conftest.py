"""Cups that the tests of the pages look at."""

from __future__ import annotations

import pytest
from django.test import Client

import rules
from scoring import services
from scoring.actors import Actor
from scoring.models import Deal, Tournament
from tests.scoring.cups import document, load, played, table, the_table, uncounted


@pytest.fixture
def cup(db: None) -> Tournament:
    """A published cup: a closed first round with two tables, a second round that is being played."""
    first = [
        uncounted(1),
        played(1, 2, 4, 60, kontra=1, announcements=[{"figure": "trull", "by": 4, "made": True, "kontra": 1}]),
        played(2, 3, None, 47, silent=[{"figure": "pagat-ultimo", "by": 1, "made": False}]),
        played(3, 4, 1, 71, silent=[{"figure": "xxi-catch", "by": 4, "catcher": 4, "victim": 2}]),
    ]
    cup = document(players=8, slug="kupa", name="Őszi kupa", rounds_planned=2)
    cup["players"][0] |= {"name": "Őry Tűnde", "club": "Eger"}
    cup["players"][1] |= {"name": "Nagy Ádám"}
    cup["rounds"] = [
        {
            "number": 1,
            "closed": True,
            "tables": [
                table(1, [1, 2, 3, 4], first),
                table(2, [5, 6, 7, 8], totals={"5": 20, "6": -4, "7": -8, "8": -8}),
            ],
        },
        {
            "number": 2,
            "closed": False,
            "tables": [
                table(1, [1, 5, 2, 6], [played(1, 5, 6, 48)], remainder={"1": 3, "5": -3, "2": 0, "6": 0}),
                table(2, [3, 7, 4, 8]),
            ],
        },
    ]
    return load(cup)


@pytest.fixture
def thirds(db: None) -> Tournament:
    """A cup with a fraction: three players share the places that earn 6 + 4 + 4 tournament points."""
    totals = {"1": 10, "2": 5, "3": -5, "4": -5, "5": -5}
    tables = [table(1, [1, 2, 3, 4, 5], totals=totals)]
    return load(document(*tables, players=5, ruleset="itvb-2019", closed=True, slug="harmad"))


@pytest.fixture
def english(client: Client) -> Client:
    """A visitor who has switched to English."""
    client.cookies["django_language"] = "en"
    return client


def enter(cup: Tournament, round_number: int, table_number: int, number: int = 1, again: Deal | None = None) -> Deal:
    """A deal that its forehand enters at the table, playing with the third; or another version of the deal `again`."""
    here = the_table(cup, table_number, round_number)
    seats = {seat.player.number: seat.player for seat in here.seated()}
    forehand, _, third, _ = (int(player) for player in rules.rotation(list(seats), number))
    actor = Actor.at_table(here, seats[forehand])
    if again is not None:
        services.correct_deal(actor, again, played(number, forehand, third, 71))
        return Deal.objects.get(pk=again.pk)
    return Deal.objects.get(pk=services.record_deal(actor, here, played(number, forehand, third)).pk)


def confirm(deal: Deal) -> None:
    """The second in order, an opponent of the forehand, agrees to the deal."""
    here = deal.table
    seats = {seat.player.number: seat.player for seat in here.seated()}
    second = rules.rotation(list(seats), deal.number)[1]
    services.confirm_deal(Actor.at_table(here, seats[int(second)]), deal)
