"""What the organiser sees of confirmations and signatures, and how they hold up closing."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.actors import Actor
from scoring.desk import NOW, after_table, overview, round_glance, steps
from scoring.models import AuditEntry, Deal, Player, Table, Tournament
from scoring.queries import agreements_of, entries_of, totals_as_text
from scoring.queries.agreement import totals_by_table
from scoring.services import confirm_deal, correct_deal, record_deal, sign_table
from tests.scoring.cups import OPERATOR, document, full_table, load, played, table, the_round, the_table
from tests.scoring.organiser.conftest import organiser_of, sentence

pytestmark = pytest.mark.django_db

ROUND = "/organise/kupa/rounds/1/"
TABLE = f"{ROUND}tables/1/"


def at(cup: Tournament, player: int) -> Actor:
    """A player at the first table."""
    return Actor.at_table(the_table(cup), Player.objects.get(tournament=cup, number=player))


def sign(cup: Tournament, *players: int) -> None:
    """They sign the totals as they are."""
    this = the_table(cup)
    totals = totals_as_text(totals_by_table(Table.objects.filter(pk=this.pk))[this.pk])
    for player in players:
        sign_table(at(cup, player), this, totals)


@pytest.fixture
def cup(db: None) -> Tournament:
    """Table 1 has entered all its deals, 3 and 7 of which nobody confirmed; table 2 was typed at the desk."""
    deals = full_table(1, [1, 2, 3, 4])["deals"]
    cup = load(document(table(1, [1, 2, 3, 4]), full_table(2, [5, 6, 7, 8]), players=8, slug="kupa", rounds_planned=2))
    for record in deals:
        deal = record_deal(at(cup, record["declarer"]), the_table(cup), record)
        if record["number"] not in (3, 7):
            other = next(n for n in (1, 2, 3, 4) if n not in (record["declarer"], record["partner"]))
            confirm_deal(at(cup, other), deal)
    return cup


@pytest.fixture
def desk(cup: Tournament, client: Client) -> Client:
    """The organiser's browser."""
    client.force_login(organiser_of(cup))
    return client


def confirm_rest(cup: Tournament) -> None:
    for deal in Deal.objects.filter(table__number=1, position__in=[3, 7]):
        record = deal.entered()
        confirm_deal(at(cup, next(n for n in (1, 2, 3, 4) if n not in (record["declarer"], record["partner"]))), deal)


def next_of(cup: Tournament) -> Any:
    return next(step for step in steps(overview(cup)) if step.state == NOW)


def test_marks_go_as_the_table_agrees(cup: Tournament) -> None:
    def first() -> Any:
        return round_glance(cup, 1).tables[0]

    assert first().complete and not first().ready
    assert first().marks == ["megerősítetlen leosztások: 3, 7", "nincs aláírva"]
    confirm_rest(cup)
    assert first().marks == ["nincs aláírva"]
    sign(cup, 1)
    assert first().marks == ["csak egy aláírás van"]
    sign(cup, 2)
    assert first().marks == [] and first().ready
    glance = round_glance(cup, 1)
    assert (glance.complete, glance.ready, glance.unsettled) == (2, 2, 0)


def test_what_an_organiser_typed_needs_nobody(cup: Tournament) -> None:
    other = round_glance(cup, 1).tables[1]
    assert other.ready and other.marks == []
    assert other.last_entry == Deal.objects.get(table__number=2, position=16).current.created_at  # type: ignore[union-attr]


def test_the_next_step_waits_for_agreement(cup: Tournament) -> None:
    step = next_of(cup)
    assert step.address == ROUND
    assert step.detail == "Minden asztal végigjátszotta; 1 asztalnál még megerősítés vagy aláírás hiányzik."
    assert after_table(cup, 1, 2).address == ROUND
    confirm_rest(cup)
    assert next_of(cup).address == ROUND
    sign(cup, 3, 4)
    assert (next_of(cup).address, next_of(cup).detail) == (f"{ROUND}close/", "Minden asztal kész.")
    assert after_table(cup, 1, 2).address == f"{ROUND}close/"


def test_the_round_page(desk: Client, cup: Tournament) -> None:
    page = sentence(desk.get(ROUND))
    assert "megerősítetlen leosztások: 3, 7" in page and "nincs aláírva" in page
    assert "végigjátszva" in page
    assert "ebből 1 megerősítésre vagy aláírásra vár" in page
    assert page.count("utolsó bevitel:") == 2
    confirm_rest(cup)
    sign(cup, 4)
    page = sentence(desk.get(ROUND))
    assert 'Játékos 4 <span class="soft small">(aláírta)</span>' in page
    assert page.count("(aláírta)") == 1


def test_the_overview(desk: Client) -> None:
    page = sentence(desk.get("/organise/kupa/"))
    assert "megerősítetlen leosztások: 3, 7" in page and "nincs aláírva" in page


def test_the_table_page_says_who(desk: Client, cup: Tournament) -> None:
    page = sentence(desk.get(TABLE))
    assert "2 leosztás egy második játékos megerősítésére vár." in page
    assert page.count("Beírta: Játékos") == 16 and page.count(", megerősítette: Játékos") == 14
    assert page.count("<li>megerősítetlen</li>") == 2
    assert "nincs aláírva" in page
    confirm_rest(cup)
    sign(cup, 2, 3)
    page = sentence(desk.get(TABLE))
    assert "aláírta: Játékos 2, Játékos 3" in page and "megerősítetlen" not in page
    assert "Beírta:" not in sentence(desk.get(f"{ROUND}tables/2/"))


def test_who_entered_and_confirmed(cup: Tournament) -> None:
    found = entries_of(the_table(cup))
    assert len(found) == 16
    assert (found[1].by.number, found[1].confirmed_by and found[1].confirmed_by.number) == (2, 1)
    assert found[3].confirmed_by is None
    assert entries_of(the_table(cup, 2)) == {}


def test_a_deal_corrected_at_the_desk_is_the_organisers(desk: Client, cup: Tournament) -> None:
    for position in (3, 7):
        deal = Deal.objects.get(table__number=1, position=position)
        correct_deal(OPERATOR, deal, deal.entered() | {"card_points": 61}, "a lap szerint")
    this = the_table(cup)
    agreement = agreements_of(Table.objects.filter(pk=this.pk))[this.pk]
    assert agreement.unconfirmed == () and agreement.entered
    assert sentence(desk.get(TABLE)).count("Beírta: Játékos") == 14


def test_closing_lists_and_asks(desk: Client, cup: Tournament) -> None:
    page = sentence(desk.get(f"{ROUND}close/"))
    assert "1. asztal: megerősítetlen leosztások: 3, 7; nincs aláírva." in page
    assert "2. asztal" not in page
    assert "A játékosok nevében nem erősíthet meg leosztást." in page
    response = desk.post(f"{ROUND}close/", {"reason": ""})
    assert response.status_code == 422 and not the_round(cup).is_closed
    confirm_rest(cup)
    page = sentence(desk.get(f"{ROUND}close/"))
    assert "1. asztal: nincs aláírva." in page and "A játékosok nevében" not in page
    desk.post(f"{ROUND}close/", {"reason": "hazamentek"})
    assert the_round(cup).is_closed
    entry = AuditEntry.objects.filter(action="close_round").get()
    missing = {"incomplete": [], "unconfirmed": [], "unsigned": [1], "before_jury": []}
    assert entry.details == {"reason": "hazamentek", **missing}


def test_closing_without_a_reason_once_all_agree(desk: Client, cup: Tournament) -> None:
    confirm_rest(cup)
    sign(cup, 1, 2)
    assert "reason" not in desk.get(f"{ROUND}close/").context["form"].fields
    desk.post(f"{ROUND}close/")
    assert the_round(cup).is_closed


def test_a_table_that_lost_its_signatures_meanwhile(desk: Client, cup: Tournament) -> None:
    """The form without a field for the reason was open; the next form has the field, and says why."""
    confirm_rest(cup)
    sign(cup, 1, 2)
    desk.get(f"{ROUND}close/")
    deal = Deal.objects.get(table__number=1, position=5)
    correct_deal(at(cup, 1), deal, played(5, 2, 4, 20))
    response = desk.post(f"{ROUND}close/")
    assert response.status_code == 422
    assert "reason" in response.context["form"].fields
    assert "1. asztal: megerősítetlen leosztás: 5; nincs aláírva." in sentence(response)


def test_audit_and_versions_name_the_player(desk: Client) -> None:
    page = sentence(desk.get("/organise/kupa/audit/"))
    assert "1. forduló, 1. asztal: 2. Játékos 2" in page
    assert "megerősítette az 1. forduló 1. asztalának" in page
    page = sentence(desk.get(f"{TABLE}deals/1/revisions/"))
    assert "1. forduló, 1. asztal: 2. Játékos 2" in page
    assert "megerősítette: Játékos 1" in page
    assert "megerősítette:" not in sentence(desk.get(f"{TABLE}deals/3/revisions/"))
