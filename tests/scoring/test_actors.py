"""Who may do what."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied

from scoring import services
from scoring.actors import Actor, is_organiser, require_organiser, require_seat_at
from scoring.models import AuditEntry, Membership, Tournament
from tests.scoring.cups import document, load, played, table, the_deal, the_round, the_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Tournament:
    return load(document(table(1, [1, 2, 3, 4], [played(1, 1, 2)]), table(2, [5, 6, 7, 8]), players=9))


def user(name: str, **more: Any) -> User:
    return User.objects.create_user(name, password=None, **more)


def test_roles(cup: Tournament) -> None:
    organiser, juror, elsewhere = user("rendező"), user("zsűri"), user("másik")
    other = load(document(slug="masik"))
    Membership.objects.create(user=organiser, tournament=cup, role="organiser")
    Membership.objects.create(user=juror, tournament=cup, role="juror")
    Membership.objects.create(user=elsewhere, tournament=other, role="organiser")
    root = User.objects.create_superuser("root", password=None)
    gone = user("gone", is_active=False, is_superuser=True)
    may = {
        "operator": is_organiser(Actor.operator("x"), cup),
        "organiser": is_organiser(Actor.of_user(organiser), cup),
        "superuser": is_organiser(Actor.of_user(root), cup),
        "juror": is_organiser(Actor.of_user(juror), cup),
        "elsewhere": is_organiser(Actor.of_user(elsewhere), cup),
        "inactive": is_organiser(Actor.of_user(gone), cup),
        "table": is_organiser(Actor.at_table(the_table(cup)), cup),
    }
    assert [who for who, allowed in may.items() if allowed] == ["operator", "organiser", "superuser"]
    with pytest.raises(PermissionDenied):
        require_organiser(Actor.of_user(juror), cup)


def test_nobody_is_no_actor() -> None:
    with pytest.raises(PermissionDenied):
        Actor.of_user(AnonymousUser())


def test_a_table_is_good_for_itself_only(cup: Tournament) -> None:
    first = Actor.at_table(the_table(cup, 1), cup.players.get(number=1))
    require_seat_at(first, the_table(cup, 1))
    with pytest.raises(PermissionDenied):
        require_seat_at(first, the_table(cup, 2))
    assert first.label == "table 1/1: 1. Játékos 1"


WRITES: dict[str, Callable[[Actor, Tournament], Any]] = {
    "add_player": lambda actor, cup: services.add_player(actor, cup, name="Új"),
    "add_round": services.add_round,
    "seat_table": lambda actor, cup: services.seat_table(actor, the_round(cup), 3, [9]),
    "enter_paper": lambda actor, cup: services.enter_paper(actor, the_table(cup, 2), "totals", {}),
    "clear_paper": lambda actor, cup: services.clear_paper(actor, the_table(cup, 2)),
    "close_round": lambda actor, cup: services.close_round(actor, the_round(cup), "x"),
    "reopen_round": lambda actor, cup: services.reopen_round(actor, the_round(cup)),
    "publish": services.publish,
    "delete_tournament": services.delete_tournament,
    "record_deal": lambda actor, cup: services.record_deal(actor, the_table(cup), played(2, 1, 2)),
    "correct_deal": lambda actor, cup: services.correct_deal(actor, the_deal(cup, 1), played(1, 1, 3)),
    "replace": lambda actor, cup: services.load_document(actor, document(), replace=True),
}


@pytest.mark.parametrize("name", WRITES)
def test_who_has_no_role_writes_nothing(cup: Tournament, name: str) -> None:
    entries = AuditEntry.objects.count()
    for actor in (Actor.of_user(user("idegen")), Actor.at_table(the_table(cup, 2))):
        with pytest.raises(PermissionDenied):
            WRITES[name](actor, cup)
    cup.refresh_from_db()
    assert cup.revision == 1
    assert AuditEntry.objects.count() == entries


def test_a_table_creates_no_cup(cup: Tournament) -> None:
    actor = Actor.at_table(the_table(cup))
    with pytest.raises(PermissionDenied):
        services.create_tournament(actor, name="x", slug="x", date=datetime.date(2026, 1, 1), ruleset_id="kupa-2005")
    with pytest.raises(PermissionDenied):
        services.load_document(actor, document(slug="masik"))
    assert Tournament.objects.count() == 1


def test_the_trail_says_who(cup: Tournament) -> None:
    organiser = user("rendező")
    Membership.objects.create(user=organiser, tournament=cup, role="organiser")
    services.record_deal(Actor.of_user(organiser), the_table(cup), played(2, 1, 2))
    services.record_deal(Actor.at_table(the_table(cup), cup.players.get(number=4)), the_table(cup), played(3, 1, 2))
    entries = list(AuditEntry.objects.filter(action="record_deal").order_by("pk"))
    assert [(entry.user, entry.actor) for entry in entries] == [
        (organiser, "rendező"),
        (None, "table 1/1: 4. Játékos 4"),
    ]
    assert [(entry.round, entry.table, entry.deal) for entry in entries] == [(1, 1, 2), (1, 1, 3)]
    organiser.delete()
    entries[0].refresh_from_db()
    assert (entries[0].user, entries[0].actor) == (None, "rendező")
