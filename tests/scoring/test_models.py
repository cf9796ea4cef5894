"""What the database itself refuses, and the small facts of the models."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

import rules
from scoring.models import Deal, DealRevision, Player, Round, Seat, Table, Tournament
from tests.scoring.cups import document, load, played, table, the_deal, the_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Tournament:
    return load(document(table(1, [1, 2, 3, 4], [played(1, 1, 2)]), table(2, [5, 6, 7, 8]), players=9))


def twice_at_a_round(cup: Tournament) -> None:
    seat = Seat.objects.get(player__number=1)
    Seat.objects.create(round=seat.round, table=the_table(cup, 2), number=5, player=seat.player)


def seat_taken(cup: Tournament) -> None:
    at = the_table(cup)
    Seat.objects.create(round=at.round, table=at, number=1, player=Player.objects.get(number=9))


WRONG: dict[str, Callable[[Tournament], Any]] = {
    "slug": lambda cup: Tournament.objects.create(
        slug=cup.slug, name="x", date=cup.date, ruleset_id="x", ruleset_snapshot={}
    ),
    "tournament without a name": lambda cup: Tournament.objects.filter(pk=cup.pk).update(name=""),
    "unknown state": lambda cup: Tournament.objects.filter(pk=cup.pk).update(state="secret"),
    "player number": lambda cup: Player.objects.create(tournament=cup, number=1, name="x"),
    "player number 0": lambda cup: Player.objects.create(tournament=cup, number=0, name="x"),
    "player without a name": lambda cup: Player.objects.create(tournament=cup, number=77, name=""),
    "round number": lambda cup: Round.objects.create(tournament=cup, number=1),
    "table number": lambda cup: Table.objects.create(round=the_table(cup).round, number=1),
    "first dealer": lambda cup: Table.objects.create(round=the_table(cup).round, number=9, first_dealer=6),
    "player at two tables": twice_at_a_round,
    "seat number": seat_taken,
    "points without tournament points": lambda cup: Seat.objects.update(table_points=3),
    "deal position": lambda cup: Deal.objects.create(
        table=the_table(cup), position=1, number=2, outcome="played", counted=True
    ),
    "deal counted twice": lambda cup: Deal.objects.create(
        table=the_table(cup), position=2, number=1, outcome="played", counted=True
    ),
    "revision number": lambda cup: DealRevision.objects.create(
        deal=the_deal(cup, 1), number=1, record={}, actor="x", created_at=timezone.now()
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_the_database_refuses(cup: Tournament, name: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        WRONG[name](cup)


def test_uncounted_deals_may_share_a_number(cup: Tournament) -> None:
    Deal.objects.create(table=the_table(cup), position=2, number=1, outcome="passed_out", counted=False)


def test_a_revision_in_force_cannot_be_deleted(cup: Tournament) -> None:
    with pytest.raises(IntegrityError):
        DealRevision.objects.get().delete()


def test_facts(cup: Tournament) -> None:
    assert cup.rules == rules.get_ruleset("kupa-2005")
    assert cup.is_public
    assert not cup.is_final
    assert not Tournament(state="draft").is_public
    assert [seat.player.number for seat in the_table(cup).seated()] == [1, 2, 3, 4]
    deal = the_deal(cup, 1)
    assert deal.entered() == {
        "number": 1,
        "players": [2, 3, 4, 1],
        "bid": "three",
        "declarer": 1,
        "partner": 2,
        "card_points": 60,
    }
    assert deal.read(cup.rules).side_of(2) == "declarer"
    assert str(cup.players.get(number=3)) == "3. Játékos 3"
