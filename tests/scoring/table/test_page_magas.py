"""What only some rulesets have, typed at the table: raises, a kontra'd king ultimó, votes, the auction, doubling."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.models import Tournament
from tests.scoring.cups import document, load, played, points_of, table, the_deal, uncounted
from tests.scoring.table.paging import checked_in, link_of, text_of, typed

pytestmark = pytest.mark.django_db


@pytest.fixture
def english(client: Client) -> Client:
    client.cookies["django_language"] = "en"
    return client


def one(ruleset: str, *deals: dict[str, Any]) -> Tournament:
    """A table where 1 is forehand in the first deal."""
    return load(document(table(1, [1, 2, 3, 4], deals, first_dealer=4), ruleset=ruleset))


def test_a_raise_chain_and_a_kontrad_king_ultimo(english: Client) -> None:
    cup = one("magas-2018")
    rows = {
        "rows-announcements": "4",
        "announcements-0-figure": "pagat-ultimo",
        "announcements-1-figure": "pagat-uhu",
        "announcements-1-raised_from": "0",
        "announcements-1-made": "1",
        "announcements-2-figure": "king-ultimo",
        "announcements-2-by": "2",
        "announcements-2-suit": "hearts",
        "announcements-2-kontra": "1",
        "announcements-2-made": "0",
    }
    sent = typed(declarer=1, partner=3, card_points=60) | rows
    answer = english.post(link_of(cup), sent)
    assert answer.status_code == 303, text_of(answer)
    assert the_deal(cup, 1).entered()["announcements"] == [
        {"figure": "pagat-ultimo", "by": 1},
        {"figure": "pagat-uhu", "by": 1, "made": True, "raised_from": 0},
        {"figure": "king-ultimo", "by": 2, "suit": "hearts", "kontra": 1, "made": False},
    ]
    page = text_of(english.get(answer["Location"]))
    points = points_of(the_deal(cup, 1))
    assert sum(points.values()) == 0
    assert points[1] > 30
    assert f"+{points[1]}" in page


def test_a_vote_after_a_renonsz_moves_the_kassza(english: Client) -> None:
    cup = one("magas-2018")
    assert "In the kassza: 200 Ft" in text_of(english.get(link_of(cup)))
    vote = {"outcome": "annulled", "renonsz-offender": "2", "renonsz-choice": "redeal_150"}
    sent = typed(bid="", declarer="", partner="", card_points="") | vote
    assert english.post(link_of(cup), sent).status_code == 303
    assert the_deal(cup, 1).entered()["renonsz"] == {"offender": 2, "choice": "redeal_150"}
    assert "In the kassza: 350 Ft" in text_of(english.get(link_of(cup)))


@pytest.mark.parametrize("ruleset", ["kupa-2005", "magas-2018"])
def test_a_renonsz_is_paid(english: Client, ruleset: str) -> None:
    cup = one(ruleset)
    said: dict[str, Any] = {"announcements__0__figure": "pagat-ultimo", "renonsz__offender": 2}
    sent = typed(declarer=1, partner=3, card_points="", outcome="renonsz", **said)
    answer = english.post(link_of(cup), sent)
    assert answer.status_code == 303, text_of(answer)
    points = points_of(the_deal(cup, 1))
    assert points[2] < 0
    assert points[1] == points[3] == points[4] > 0


def test_a_deal_that_was_not_played_on(english: Client) -> None:
    cup = one("magas-2018")
    sent = typed(declarer=1, partner=3, card_points="", outcome="no_play", announcements__0__figure="tarokk-8")
    assert english.post(link_of(cup), sent).status_code == 303
    assert the_deal(cup, 1).outcome == "no_play"


def test_doubling_of_paskievics_is_told(english: Client) -> None:
    cup = one("paskievics", uncounted(1))
    assert "doubled: ×2" in text_of(english.get(link_of(cup)))
    english.post(link_of(cup), typed(2, 1, declarer=1, partner=3))
    assert points_of(the_deal(cup, 2)) == {1: 2, 2: -2, 3: 2, 4: -2}


def calls(*said: str) -> dict[str, str]:
    return {"rows-auction": str(len(said) + 1)} | {f"auction-{row}-say": say for row, say in enumerate(said)}


def test_the_auction_gives_bid_and_declarer(english: Client) -> None:
    cup = one("kupa-2005")
    auction = calls("three", "two", "pass", "pass", "pass")
    page = english.post(link_of(cup), typed(bid="", declarer="", partner=4, action="more-auction") | auction)
    assert (checked_in(page, "bid"), checked_in(page, "declarer")) == ("two", "2")
    answer = english.post(
        link_of(cup),
        typed(bid="", declarer="", partner=4, announcements__0__figure="trull", announcements__0__made=1) | auction,
    )
    assert answer.status_code == 303, text_of(answer)
    stored = the_deal(cup, 1)
    assert [(call["by"], call["say"]) for call in stored.entered()["auction"]] == [
        (1, "three"),
        (2, "two"),
        (3, "pass"),
        (4, "pass"),
        (1, "pass"),
    ]
    assert stored.entered()["announcements"] == [{"figure": "trull", "by": 2, "made": True}]


def test_each_call_says_who_is_on_turn_and_what_is_legal(english: Client) -> None:
    cup = one("kupa-2005")
    page = english.post(link_of(cup), typed(action="more-auction") | calls("two", "pass"))
    body = page.content.decode()
    third = body.partition('name="auction-2-say"')[2].partition("</select>")[0]
    regular = third.partition('label="Regular"')[2].partition('label="Irregular"')
    assert [word for word in ("three", "two", "one", "solo", "pass", "hold") if f'value="{word}"' in regular[0]] == [
        "one",
        "solo",
        "pass",
    ]
    assert [word for word in ("three", "two", "hold") if f'value="{word}"' in regular[2]] == ["three", "two", "hold"]
    assert "in turn: Játékos 3" in text_of(page)


def test_an_irregular_call_is_recorded_with_a_warning(english: Client) -> None:
    cup = one("kupa-2005")
    auction = calls("two", "three", "pass", "pass", "pass")
    answer = english.post(link_of(cup), typed(bid="", declarer="", partner=4, action="preview") | auction)
    assert "Irregular:" in text_of(answer)
    assert "ask the jury before you save" in text_of(answer)


@pytest.mark.parametrize("name", ["declarer", "announcements-0-by"])
def test_a_chip_alone_announces_nothing(english: Client, name: str) -> None:
    cup = one("kupa-2005")
    assert english.post(link_of(cup), typed(declarer=1, partner=3) | {name: "1"}).status_code == 303
    assert "announcements" not in the_deal(cup, 1).entered()


def test_the_same_at_the_desk_and_at_the_table(english: Client) -> None:
    cup = one("itvb-2019", played(1, 1, 3))
    body = english.get(f"{link_of(cup)}deal/1/").content.decode()
    assert 'name="announcements-0-kontra" value="0"' in body
