"""A new deal: the form, the preview, saving, refusals, and two who type the same deal."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from scoring.models import Deal, Tournament
from scoring.services import close_round, enter_paper
from tests.scoring.cups import OPERATOR, document, full_table, load, played, points_of, the_deal, the_round, the_table
from tests.scoring.deal_form.conftest import cup_of, organiser
from tests.scoring.deal_form.pages import NEW, TABLE, deal, ids_of, targets_of, text_of, typed

pytestmark = pytest.mark.django_db


def test_it_works(desk: Client) -> None:
    response = desk.get(NEW)
    assert response.status_code == 200
    text = text_of(response)
    assert "Deal 3" in text and "Leads: Játékos 3" in text and "Dealer: Játékos 2" in text


def test_saving_records_the_next_deal_and_goes_on(desk: Client, cup: Tournament) -> None:
    response = desk.post(NEW, typed())
    assert response.status_code == 302 and response["Location"] == NEW
    stored = the_deal(cup, 3)
    assert stored.entered() == {
        "number": 3,
        "players": [3, 4, 1, 2],
        "bid": "three",
        "declarer": 3,
        "partner": 1,
        "card_points": 52,
    }
    assert points_of(stored) == {1: 1, 2: -1, 3: 1, 4: -1}
    assert stored.current is not None and stored.current.actor == "rendezo"
    assert "Deal 3 is saved." in text_of(desk.get(NEW))


def test_preview_shows_and_does_not_save(desk: Client, cup: Tournament) -> None:
    sent = typed(
        action="preview",
        kontra=1,
        announcements__0__figure="trull",
        announcements__0__by=4,
        announcements__0__made=0,
        announcements__0__kontra=1,
    )
    response = desk.post(NEW, sent)
    assert response.status_code == 200
    text = text_of(response)
    assert "Not saved yet." in text
    # kontra'd game 1 × 2, and the opponents' failed trull 2 × 2: declarers get 6 each
    assert "Játékos 3 +6" in text and "Játékos 4 −6" in text
    assert "Kupa 3.1.2" in text and "Kupa 8" in text
    assert 'value="52"' in response.content.decode()
    assert the_table(cup).deals.count() == 2


def test_preview_has_warnings_with_their_paragraph(desk: Client) -> None:
    sent = typed(action="preview", silent__0__figure="xxi-catch", silent__0__by=3)
    text = text_of(desk.post(NEW, sent))
    assert "Who caught the XXI, and from whom?" in text and "Kupa 9.5" in text


def test_a_passed_out_deal_takes_two_clicks(desk: Client, cup: Tournament) -> None:
    assert (
        desk.post(NEW, {"position": "3", "number": "3", "outcome": "passed_out", "action": "save"}).status_code == 302
    )
    stored = the_deal(cup, 3)
    assert (stored.outcome, stored.counted, stored.number) == ("passed_out", False, 3)
    assert "Deal 3" in text_of(desk.get(NEW))


def test_what_cannot_be_in_a_passed_out_deal_is_left_out(desk: Client, cup: Tournament) -> None:
    assert desk.post(NEW, typed(outcome="passed_out", kontra=2)).status_code == 302
    assert the_deal(cup, 3).entered() == {"number": 3, "outcome": "passed_out", "players": [3, 4, 1, 2]}


def test_a_thrown_in_deal_keeps_who_and_on_what(desk: Client, cup: Tournament) -> None:
    sent = typed(outcome="thrown_in", thrown_in__by=2, thrown_in__hand="lone-xxi")
    assert desk.post(NEW, sent).status_code == 302
    assert the_deal(cup, 3).record["thrown_in"] == {"by": 2, "hand": "lone-xxi"}


def test_others_may_have_played(desk: Client, cup: Tournament) -> None:
    sent = typed(players__0=4, players__1=3, players__2=2, players__3=1)
    assert desk.post(NEW, sent).status_code == 302
    assert the_deal(cup, 3).record["players"] == [4, 3, 2, 1]


def test_at_a_table_of_five_who_sits_out_is_not_offered(client: Client) -> None:
    cup = cup_of(seats=5)
    client.force_login(organiser(cup))
    client.cookies["django_language"] = "en"
    response = client.get(NEW)
    assert "Játékos 5 (sits out)" in text_of(response)
    assert 'name="declarer" value="5"' not in response.content.decode()
    # who was chosen all the same is told, by name and at the field
    sent = typed(1, 1, declarer=5, partner="alone")
    response = client.post(NEW, sent)
    assert response.status_code == 422
    assert targets_of(response) == ["id_declarer_0"]
    assert "Játékos 5 does not play in this deal" in text_of(response)


def test_the_auction_names_who_was_on_turn(desk: Client, cup: Tournament) -> None:
    calls: dict[str, Any] = {
        f"auction__{row}__say": word for row, word in enumerate(["three", "two", "pass", "pass", "pass"])
    }
    sent = typed(**calls, rows__auction=5, called="XX", partner=2)
    del sent["bid"], sent["declarer"]
    assert desk.post(NEW, sent).status_code == 302
    record = the_deal(cup, 3).record
    assert [(call["by"], call["say"]) for call in record["auction"]] == [
        (3, "three"),
        (4, "two"),
        (1, "pass"),
        (2, "pass"),
        (3, "pass"),
    ]
    assert "declarer" not in record and record["partner"] == 2
    assert points_of(the_deal(cup, 3)) == {1: -2, 2: 2, 3: -2, 4: 2}


def test_errors_stand_at_their_fields_and_nothing_is_lost(desk: Client, cup: Tournament) -> None:
    sent = typed(
        card_points="97",
        partner="",
        kontra=1,
        note="Ceruzával írták.",
        announcements__1__figure="king-ultimo",
        announcements__1__by=4,
        announcements__1__kontra=2,
    )
    response = desk.post(NEW, sent)
    assert response.status_code == 422
    assert targets_of(response) == [
        "id_partner_0",
        "id_card_points",
        "id_announcements-1-suit",
        "id_announcements-1-made_0",
    ]
    assert set(targets_of(response)) <= ids_of(response)
    text = text_of(response)
    assert "Choose the partner, or “alone”." in text
    assert "Card points lie from 0 to 94." in text
    assert "king ultimó needs its suit." in text.lower()
    body = response.content.decode()
    assert 'value="97"' in body and "Ceruzával írták." in body
    assert '<option value="king-ultimo" selected>' in body
    assert the_table(cup).deals.count() == 2


def test_a_number_that_is_none_is_told_once(desk: Client) -> None:
    response = desk.post(NEW, typed(card_points="ötven"))
    assert targets_of(response) == ["id_card_points"]
    assert "A whole number belongs here." in text_of(response)
    assert 'value="ötven"' in response.content.decode()


def test_one_more_row_keeps_what_was_typed(desk: Client) -> None:
    sent = typed(action="more-announcements", announcements__2__figure="trull", rows__announcements=3, partner="")
    response = desk.post(NEW, sent)
    assert response.status_code == 200
    assert "id_announcements-3-figure" in ids_of(response) and "id_announcements-4-figure" not in ids_of(response)
    assert '<option value="trull" selected>' in response.content.decode()
    assert targets_of(response) == []
    assert response.content.decode().count("autofocus") == 1


def test_who_is_second_is_told_and_sees_the_others_version(desk: Client, cup: Tournament) -> None:
    other = Client()
    other.force_login(organiser(cup, "masik"))
    assert other.post(NEW, typed(card_points=30)).status_code == 302
    response = desk.post(NEW, typed(card_points=52))
    assert response.status_code == 409
    text = text_of(response)
    assert "Somebody else was quicker" in text and "Deal 3 was saved by masik" in text
    assert "card points 30 : 64 52 : 42" in text
    assert 'value="52"' in response.content.decode()
    assert 'name="position" value="3"' in response.content.decode()
    assert the_table(cup).deals.count() == 3
    assert the_deal(cup, 3).record["card_points"] == 30
    # again: refused again
    assert desk.post(NEW, typed(card_points=52)).status_code == 409


def test_passed_out_twice_at_once_is_recorded_once(desk: Client, cup: Tournament) -> None:
    other = Client()
    other.force_login(organiser(cup, "masik"))
    sent = {"position": "3", "number": "3", "outcome": "passed_out", "action": "save"}
    assert other.post(NEW, sent).status_code == 302
    response = desk.post(NEW, sent)
    assert response.status_code == 409
    assert "there is nothing left to do" in text_of(response)
    assert the_table(cup).deals.count() == 3


def test_the_own_entry_sent_twice_is_stored_once(desk: Client, cup: Tournament) -> None:
    assert desk.post(NEW, typed()).status_code == 302
    assert desk.post(NEW, typed()).status_code == 302
    assert the_table(cup).deals.count() == 3


def test_the_second_may_enter_theirs_as_the_next_deal(desk: Client, cup: Tournament) -> None:
    desk.post(NEW, typed(card_points=30))
    response = desk.post(NEW, typed(card_points=52, action="as-next"))
    assert response.status_code == 200
    assert 'name="position" value="4"' in response.content.decode() and "Deal 4" in text_of(response)
    assert the_table(cup).deals.count() == 3


def test_the_second_may_correct_the_stored_deal_with_theirs(desk: Client, cup: Tournament) -> None:
    desk.post(NEW, typed(card_points=30))
    response = desk.post(deal(3), typed(card_points=52, action="adopt-preview"))
    assert response.status_code == 200
    assert "card points 30 : 64 52 : 42" in text_of(response)
    assert 'name="revision" value="1"' in response.content.decode()
    assert desk.post(deal(3), typed(card_points=52, revision=1)).status_code == 302
    assert the_deal(cup, 3).record["card_points"] == 52


def test_a_closed_round_is_told_in_a_sentence(desk: Client, cup: Tournament) -> None:
    close_round(OPERATOR, the_round(cup), "vége")
    response = desk.get(NEW)
    assert response.status_code == 409
    assert "Round 1 is closed." in text_of(response)
    response = desk.post(NEW, typed())
    assert response.status_code == 422
    assert "Round 1 is closed." in text_of(response) and 'value="52"' in response.content.decode()
    assert the_table(cup).deals.count() == 2


def test_a_table_on_paper_and_a_full_table_take_no_deal(client: Client) -> None:
    cup = load(document(full_table(1, [1, 2, 3, 4])))
    client.force_login(organiser(cup))
    client.cookies["django_language"] = "en"
    assert "All 16 deals of this table are recorded." in text_of(client.get(NEW))
    response = client.post(NEW, typed(17, 17))
    assert response.status_code == 422
    assert "Deal 17 is beyond the 16 deals that this table plays." in text_of(response)


def test_paper_is_told(desk: Client, cup: Tournament) -> None:
    enter_paper(OPERATOR, the_table(cup), "remainder", {1: 1, 2: -1, 3: 0, 4: 0})
    assert "Points from paper were entered" in text_of(desk.get(NEW))


def test_only_the_cups_own_organiser(client: Client, cup: Tournament) -> None:
    assert client.get(NEW).status_code == 302
    other = load(document(slug="masik-kupa"))
    client.force_login(organiser(other, "masik"))
    for address in (NEW, deal(1), f"{deal(1)}revisions/"):
        assert client.get(address).status_code == 403
        assert client.post(address, typed()).status_code == 403
    assert Deal.objects.count() == 2


def test_what_is_not_there_is_not_found(desk: Client) -> None:
    for address in (f"{TABLE}deals/3/", f"{TABLE}deals/3/revisions/", NEW.replace("tables/1", "tables/2")):
        assert desk.get(address).status_code == 404


def test_the_last_deal_leads_to_the_table(client: Client) -> None:
    sheet = full_table(1, [1, 2, 3, 4])
    sheet["deals"].pop()
    cup = load(document(sheet))
    client.force_login(organiser(cup))
    response = client.post(NEW, typed(16, 16, declarer=1, partner=2))
    assert response.status_code == 302 and response["Location"] == TABLE
    assert played(16, 1, 2, 52).items() <= the_deal(cup, 16).entered().items()


def test_the_focus_of_a_fresh_form_is_at_the_outcome(desk: Client) -> None:
    page = desk.get(NEW).content.decode()
    assert page.count("autofocus") == 1
    assert re.search(r'<input[^>]* id="id_outcome_0"[^>]* autofocus', page)
    # A preview, what is wrong and an added row have it instead.
    for more in ({"action": "preview"}, {"card_points": "99"}, {"action": "more-silent"}):
        page = desk.post(NEW, typed() | more).content.decode()
        assert page.count("autofocus") == 1
        assert not re.search(r'<input[^>]* id="id_outcome_0"[^>]* autofocus', page)


def test_an_empty_row_of_silent_figures_says_nothing(desk: Client, cup: Tournament) -> None:
    checked = r'name="silent-(\d)-made" value="(\d)"[^>]* checked'
    assert re.findall(checked, desk.get(NEW).content.decode()) == []
    # Without scripts nobody says "made" of a figure, which is what it is then.
    sent = typed(silent__0__figure="trull", silent__0__by=3)
    assert re.findall(checked, desk.post(NEW, sent | {"action": "preview"}).content.decode()) == [("0", "1")]
    desk.post(NEW, sent)
    assert the_deal(cup, 3).record["silent"] == [{"figure": "trull", "by": 3}]
    assert re.findall(checked, desk.get(deal(3)).content.decode()) == [("0", "1")]
