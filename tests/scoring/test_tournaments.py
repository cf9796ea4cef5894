"""A cup is created, gets players, is published, is deleted."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.contrib.auth.models import User

import rules
from scoring.actors import Actor
from scoring.models import AuditEntry, Deal, Membership, Player, Tournament
from scoring.services import Refusal, add_player, create_tournament, delete_tournament, publish
from tests.scoring.cups import OPERATOR, document, full_table, load

pytestmark = pytest.mark.django_db

FIELDS: dict[str, Any] = {
    "name": "Őszi Kupa",
    "slug": "oszi-kupa",
    "date": datetime.date(2026, 10, 3),
    "ruleset_id": "magas-2018",
}


def test_creating_keeps_the_ruleset_and_makes_an_organiser() -> None:
    user = User.objects.create_user("rendező")
    cup = create_tournament(Actor.of_user(user), **FIELDS)
    cup.refresh_from_db()
    assert (cup.state, cup.rounds_planned, cup.tie_break, cup.revision) == ("draft", 4, "table-points", 1)
    assert cup.ruleset_snapshot == rules.get_ruleset("magas-2018").as_data()
    membership = Membership.objects.get()
    assert (membership.user, membership.tournament, membership.role) == (user, cup, "organiser")
    assert AuditEntry.objects.get().action == "create_tournament"


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"name": ""}, [("text-empty", "name")]),
        ({"name": "x" * 101, "slug": "Őszi"}, [("text-too-long", "name"), ("bad-slug", "slug")]),
        (
            {"rounds_planned": 0, "tie_break": "coin"},
            [("number-out-of-range", "rounds_planned"), ("bad-choice", "tie_break")],
        ),
        ({"ruleset_id": "kupa-2006"}, [("unknown-ruleset", "ruleset")]),
    ],
)
def test_refused(fields: dict[str, Any], problems: list[tuple[str, str]]) -> None:
    with pytest.raises(Refusal) as refusal:
        create_tournament(OPERATOR, **{**FIELDS, **fields})
    assert [(problem.code, problem.field) for problem in refusal.value.problems] == problems
    assert not Tournament.objects.exists()


def test_a_slug_that_is_taken() -> None:
    create_tournament(OPERATOR, **FIELDS)
    with pytest.raises(Refusal, match="slug-exists"):
        create_tournament(OPERATOR, **FIELDS)
    assert Tournament.objects.count() == 1


def test_players_get_the_next_number() -> None:
    cup = create_tournament(OPERATOR, **FIELDS)
    assert [add_player(OPERATOR, cup, name=name).number for name in ("Őry Tünde", "Szűcs Győző")] == [1, 2]
    assert add_player(OPERATOR, cup, name="Késő Kelemen", club="Pécs", number=7).number == 7
    assert add_player(OPERATOR, cup, name="Utolsó Ubul").number == 8
    cup.refresh_from_db()
    assert cup.revision == 5
    for name, number, code in (("", None, "text-empty"), ("X", 7, "duplicate-player"), ("X", 0, "number-out-of-range")):
        with pytest.raises(Refusal, match=code):
            add_player(OPERATOR, cup, name=name, number=number)
    assert Player.objects.count() == 4


def test_publishing() -> None:
    cup = create_tournament(OPERATOR, **FIELDS)
    publish(OPERATOR, cup)
    assert cup.is_public
    cup.refresh_from_db()
    assert (cup.state, cup.revision) == ("published", 2)


def test_deleting_takes_everything_of_that_cup_only(caplog: pytest.LogCaptureFixture) -> None:
    cup = load(document(full_table(1, [1, 2, 3, 4]), closed=True))
    load(document(full_table(1, [1, 2, 3, 4]), closed=True, slug="masik"))
    with caplog.at_level("INFO"):
        delete_tournament(OPERATOR, cup)
    assert "command tests deleted the cup probakupa" in caplog.text
    assert Tournament.objects.get().slug == "masik"
    assert (Deal.objects.count(), Player.objects.count(), AuditEntry.objects.count()) == (16, 4, 1)


def test_a_cup_that_is_gone() -> None:
    cup = create_tournament(OPERATOR, **FIELDS)
    Tournament.objects.all().delete()
    with pytest.raises(Refusal, match="tournament-gone"):
        publish(OPERATOR, cup)
