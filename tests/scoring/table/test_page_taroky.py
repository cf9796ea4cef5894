"""A table enters deals of the Czech game: on its page without scripts, and by the JSON calls."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from scoring.models import Deal, Tournament
from scoring.services import close_round
from tests.scoring.cups import OPERATOR, document, load, points_of, table, the_deal, the_round, the_table
from tests.scoring.table.calling import Phone, codes
from tests.scoring.table.paging import checked_in, enter, faults_of, link_of, text_of, typed

pytestmark = pytest.mark.django_db
ID = "taroky-xix"

#: Of the first deal seat 2 is forehand.
FIRST: dict[str, Any] = {"bid": "first", "card_points": 44}
WARSAW: dict[str, Any] = {
    "bid": "warsaw",
    "declarer": None,
    "partner": None,
    "card_points": None,
    **{f"points__{player}": points for player, points in {1: 23, 2: 1, 3: 23, 4: 23}.items()},
    **{f"tricks__{player}": tricks for player, tricks in {1: 4, 2: 2, 3: 3, 4: 3}.items()},
}


@pytest.fixture
def english(client: Client) -> Client:
    client.cookies["django_language"] = "en"
    return client


@pytest.fixture
def cup(db: None) -> Tournament:
    return load(document(table(1, [1, 2, 3, 4]), ruleset=ID))


def post(client: Client, cup: Tournament, **texts: Any) -> Any:
    return client.post(link_of(cup), typed(**texts))


def test_a_game_with_melds(english: Client, cup: Tournament) -> None:
    melds = {"meld__2__trul": 1, "meld__2__honours": 1, "meld__3__no-tarocks": 1}
    said = text_of(enter(english, link_of(cup), **FIRST, **melds))
    deal = the_deal(cup, 1)
    assert deal.entered() == {
        "number": 1,
        "players": [2, 3, 4, 1],
        "bid": "first",
        "declarer": 2,
        "partner": 4,
        "card_points": 44,
        "melds": [{"meld": "trul", "by": 2}, {"meld": "honours", "by": 2}, {"meld": "no-tarocks", "by": 3}],
    }
    # 9 over half, and the melds of both sides even out.
    assert points_of(deal) == {1: -9, 2: 9, 3: -9, 4: 9}
    assert "Deal 1 is stored." in said and "Deal 2 / 16" in said


def test_only_what_the_game_has_is_asked(english: Client, cup: Tournament) -> None:
    page = english.get(link_of(cup))
    body = page.content.decode()
    said = text_of(page)
    for stranger in ("Renonsz", "Called tarokk", "Auction", "laid away", "thrown", "Caught", "volát", "Double game"):
        assert stranger not in said
    assert 'name="meld-1-trul"' in body and 'name="degree"' in body and 'name="points-4"' in body
    assert body.count('name="meld-') == 4 * 8
    assert {value for value in ("renonsz", "passed_out", "thrown_in", "no_play") if f'value="{value}"' in body} == set()
    assert "One tap stores it" in said and 'value="save-annulled"' in body


def test_a_void_deal_with_one_tap(english: Client, cup: Tournament) -> None:
    texts = {"bid": None, "declarer": None, "partner": None, "card_points": None, "action": "save-annulled"}
    assert post(english, cup, **texts).status_code == 303
    assert the_deal(cup, 1).entered() == {"number": 1, "players": [2, 3, 4, 1], "outcome": "annulled"}


def test_a_warsaw_that_is_broken_off_is_void(english: Client, cup: Tournament) -> None:
    # Its counts are not known yet.
    assert post(english, cup, **WARSAW | {"points__4": None, "action": "save-annulled"}).status_code == 303
    assert the_deal(cup, 1).entered() == {
        "number": 1,
        "players": [2, 3, 4, 1],
        "outcome": "annulled",
        "bid": "warsaw",
        "tricks": {"1": 4, "2": 2, "3": 3, "4": 3},
    }


@pytest.mark.parametrize(
    ("texts", "target", "sentence"),
    [
        ({"bid": "trojka", "partner": None}, "id_degree_0", "Which degree was it? Choose one."),
        ({"bid": "first", "partner": None}, "id_partner_0", "Choose the partner, or “alone”."),
        (
            {"bid": "second"},
            "id_announcements-0-figure",
            "This bid binds the declarer to pagát ultimó: announce it with it.",
        ),
        ({"bid": "first", "card_points": 71}, "id_card_points", "Card points lie from 0 to 70."),
        (
            {"announcements__0__figure": "walat", "bid": "first"},
            "id_tricks",
            "A walat was announced: how many tricks did the declarer’s side take?",
        ),
        (
            {"bid": "first", "meld__3__trul": 1, "meld__3__lone-pagat": 1},
            "id_meld-3-trul",
            "One hand cannot have both trull (I, XXI, skíz) and lone pagát.",
        ),
        (
            {"bid": "first", "meld__3__trul": 1, "meld__1__trul": 1},
            "id_meld-1-trul",
            "Trull (I, XXI, skíz) is not possible while another player has trull (I, XXI, skíz).",
        ),
        ({"bid": None}, "id_bid_0", "Which bid was it? Choose one."),
    ],
)
def test_what_is_refused_is_told_at_its_field(
    english: Client, cup: Tournament, texts: dict[str, Any], target: str, sentence: str
) -> None:
    response = post(english, cup, **texts)
    assert response.status_code == 422
    assert faults_of(response) == [target]
    assert sentence in text_of(response)
    assert f'id="{target}"' in response.content.decode()
    assert Deal.objects.count() == 0


def test_what_a_bid_does_not_have_is_left_out(english: Client, cup: Tournament) -> None:
    # The page hides the partner, the degree and the counts; without :has they are there to be typed into.
    solo = {"bid": "solo", "degree": 2, "partner": 4, "card_points": 40, "points__1": 5, "tricks__2": 5}
    enter(english, link_of(cup), **solo)
    assert the_deal(cup, 1).entered() == {
        "number": 1,
        "players": [2, 3, 4, 1],
        "bid": "solo",
        "declarer": 2,
        "card_points": 40,
    }
    assert points_of(the_deal(cup, 1)) == {1: -30, 2: 90, 3: -30, 4: -30}


def test_a_warsaw_with_a_tie(english: Client, cup: Tournament) -> None:
    # A declarer, a meld and a kontra that were typed before the bid are no part of it.
    enter(english, link_of(cup), **WARSAW | {"declarer": 2, "kontra": 1, "meld__1__trul": 1})
    deal = the_deal(cup, 1)
    assert deal.entered() == {
        "number": 1,
        "players": [2, 3, 4, 1],
        "bid": "warsaw",
        "points": {"1": 23, "2": 1, "3": 23, "4": 23},
        "tricks": {"1": 4, "2": 2, "3": 3, "4": 3},
    }
    third = Fraction(10, 3)
    assert points_of(deal) == {1: -third, 2: Fraction(10), 3: -third, 4: -third}


@pytest.mark.parametrize(
    ("change", "targets"),
    [
        ({"points__2": 5}, ["id_points-sum"]),
        ({"tricks__2": 5}, ["id_tricks-sum"]),
        ({"points__2": None}, ["id_points-2"]),
        ({"points__2": "sok"}, ["id_points-2"]),
        ({"points__2": 71}, ["id_points-2"]),
        ({"tricks__2": -1}, ["id_tricks-2"]),
        ({"tricks__2": 0, "tricks__1": 6}, ["id_points-2"]),
        ({f"points__{player}": None for player in (1, 2, 3, 4)}, ["id_points-sum"]),
        ({name: None for name in WARSAW if "__" in name}, ["id_points-sum", "id_tricks-sum"]),
    ],
)
def test_counts_that_do_not_fit_are_told_where_they_stand(
    english: Client, cup: Tournament, change: dict[str, Any], targets: list[str]
) -> None:
    response = post(english, cup, **WARSAW | change)
    assert response.status_code == 422
    assert faults_of(response) == targets
    for target in targets:
        assert f'id="{target}"' in response.content.decode()
    assert "%" not in text_of(response).replace("100%", "")
    assert Deal.objects.count() == 0


def test_a_correction_tells_what_it_changes(english: Client, cup: Tournament) -> None:
    enter(english, link_of(cup), bid="trojka", degree=2, partner=None, card_points=45, meld__3__trul=1)
    address = f"{link_of(cup)}deal/1/"
    page = english.get(address)
    assert checked_in(page, "degree") == "2" and checked_in(page, "bid") == "trojka"
    assert 'name="melds-order" value="3-trul"' in page.content.decode()
    same = typed(bid="trojka", degree=2, partner=None, card_points=45, meld__3__trul=1, revision=1, action="preview")
    assert "Nothing was changed" in text_of(english.post(address, same))
    other = typed(bid="trojka", degree=3, partner=None, card_points=45, meld__1__honours=1, revision=1)
    assert english.post(address, other | {"key": "a" * 32}).status_code == 303
    assert the_deal(cup, 1).entered()["degree"] == 3
    said = text_of(english.get(f"{address}versions/"))
    assert "degree 2 3" in said
    assert "melds of Játékos 1 none honours (four five-point cards or more)" in said
    assert "melds of Játékos 3 trull (I, XXI, skíz) none" in said


def test_what_was_sent_to_an_ended_link_is_shown(english: Client, cup: Tournament) -> None:
    close_round(OPERATOR, the_round(cup), reason="késő van")
    said = text_of(post(english, cup, **WARSAW))
    assert "What was sent" in said and "Card points: " in said and "Tricks: " in said and " 23 " in said
    said = text_of(post(english, cup, **FIRST, meld__3__trul=1))
    assert "Melds of " in said and "Trull (I, XXI, skíz) declared" in said


def test_more_rows_and_a_preview(english: Client, cup: Tournament) -> None:
    rows: dict[str, Any] = {
        "rows__announcements": 2,
        "announcements__0__figure": "pagat-ultimo",
        "announcements__0__made": 1,
    }
    more = post(english, cup, **FIRST, **rows, meld__3__trul=1, action="more-announcements")
    assert more.status_code == 200 and 'name="announcements-2-figure"' in more.content.decode()
    assert 'id="id_meld-3-trul" checked' in more.content.decode()
    preview = english.post(f"{link_of(cup)}preview/", typed(**FIRST, **rows, announcements__0__kontra=1))
    # 9 over half and twice 20 for the pagát.
    assert preview.status_code == 200 and "+49" in text_of(preview)


def test_the_calls_take_and_give_what_the_game_has(cup: Tournament) -> None:
    phone = Phone(the_table(cup, 1))
    record = {"number": 1, "entered_by": 1, "bid": "trojka", "degree": 2, "declarer": 2, "card_points": 41}
    melds = [{"meld": "honours", "by": 3}, {"meld": "trul", "by": 3}]
    assert phone.preview({**record, "melds": melds}).json()["points"] == {"1": -2, "2": 6, "3": -2, "4": -2}
    first = phone.enter({**record, "melds": melds})
    assert first.status_code == 201
    found = first.json()
    assert (found["degree"], found["melds"], found["result"]["points"]["2"]) == (2, melds, 6)
    # What was given can be sent back as it is, with one thing changed.
    changed = phone.correct(found["id"], {**found, "degree": 3}, revision=1)
    assert changed.status_code == 200 and changed.json()["result"]["points"]["2"] == 24
    warsaw = {
        "number": 2,
        "entered_by": 1,
        "bid": "warsaw",
        "points": {"1": 23, "2": 1, "3": 23, "4": 23},
        "tricks": {"1": 4, "2": 2, "3": 3, "4": 3},
    }
    second = phone.enter(warsaw)
    assert second.status_code == 201
    told = second.json()
    assert (told["points"], told["tricks"]) == (warsaw["points"], warsaw["tricks"])
    assert told["result"]["points"] == {"1": "-10/3", "2": 10, "3": "-10/3", "4": "-10/3"}
    assert told["totals"] == {"1": "-34/3", "2": 34, "3": "-34/3", "4": "-34/3"}
    confirmed = phone.confirm(told["id"], {"by": 3}, revision=1)
    assert confirmed.status_code == 200 and confirmed.json()["confirmed_by"] == 3
    assert codes(phone.enter({**warsaw, "number": 3, "declarer": 1})) == [("unknown-field", "declarer")]
    bound = {name: value for name, value in record.items() if name != "degree"} | {"number": 3, "bid": "second"}
    assert codes(phone.enter(bound)) == [("second-needs-pagat", "announcements")]
