"""The board: every table of the rounds in play at a glance."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.board import board
from scoring.models import Tournament
from scoring.services import (
    close_round,
    correct_deal,
    enter_paper,
    open_case,
    post_notice,
    record_deal,
    reopen_round,
    start_clock,
    withdraw_case,
)
from tests.bench.cups import cup as generated
from tests.scoring.cups import OPERATOR, document, full_table, load, played, table, the_deal, the_round, the_table
from tests.scoring.organiser.conftest import organiser_of, sentence
from tests.scoring.pages.conftest import confirm, enter

pytestmark = pytest.mark.django_db

PAGE = "/organise/kupa/board/"
#: Two counts of the own tarokks by one player: a warning.
IRREGULAR = {"announcements": [{"figure": "tarokk-8", "by": 1}, {"figure": "tarokk-9", "by": 1}]}


def marks(cup: Tournament) -> dict[int, list[str]]:
    """What the board says of each table of the only round in play, in English."""
    return {each.number: each.marks for each in board(cup)[0].every}


def links(page: Any) -> list[str]:
    """The addresses of the tables that are shown, in order."""
    return re.findall(r'<a class="tile[^"]*" href="([^"]+)"', page.text)


@pytest.fixture
def english(settings: Any) -> None:
    settings.LANGUAGE_CODE = "en"


def test_it_works(desk: Client, cup: Tournament) -> None:
    page = desk.get(PAGE)
    assert links(page) == ["/organise/kupa/rounds/1/tables/1/", "/organise/kupa/rounds/1/tables/2/"]
    text = sentence(page)
    assert re.findall(r'<progress class="progress" max="(\d+)" value="(\d+)"', text) == [("16", "2"), ("20", "0")]
    assert "2. leosztás" in text
    assert text.count("data-since=") == 1
    assert "se leosztás, se papírról beírt pont" in text
    assert f'href="{PAGE}"' in desk.get("/organise/kupa/").text


@pytest.mark.usefixtures("english")
def test_what_is_missing_at_each_table(cup: Tournament) -> None:
    nothing = "no deal yet, no totals from paper"
    assert marks(cup) == {1: [], 2: [nothing]}

    deal = enter(cup, 1, 1, 3)
    open_case(OPERATOR, cup, rule="1.3", sanction="jury", offender=5, table=the_table(cup, 2))
    assert marks(cup) == {1: ["deal not confirmed: 3"], 2: ["before the jury: case 1", nothing]}

    confirm(deal)
    enter_paper(OPERATOR, the_table(cup, 2), "totals", {5: 0, 6: 0, 7: 0, 8: 4, 9: -4})
    assert marks(cup) == {1: [], 2: ["before the jury: case 1"]}


@pytest.mark.usefixtures("english")
def test_a_table_that_has_played_all_and_not_signed() -> None:
    sheet = full_table(1, [1, 2, 3, 4])
    last = sheet["deals"].pop()
    cup = load(document(sheet, slug="kupa"))
    deal = enter(cup, 1, 1, last["number"])
    assert marks(cup) == {1: ["deal not confirmed: 16", "not signed"]}
    confirm(deal)
    assert marks(cup) == {1: ["not signed"]}
    assert board(cup)[0].counts[:3] == [
        ("tables complete", 1, 1),
        ("deals not confirmed", 0, None),
        ("not signed", 1, None),
    ]


@pytest.mark.usefixtures("english")
def test_irregular_deals_are_told_until_the_jury_has_had_them(cup: Tournament) -> None:
    record_deal(OPERATOR, the_table(cup), played(3, 1, 2) | IRREGULAR)
    assert marks(cup)[1] == ["irregular: deal 3"]
    assert board(cup, only_missing=True)[0].asked_for == 2

    case = open_case(
        OPERATOR, cup, rule="1.3", sanction="jury", offender=1, table=the_table(cup), deal=the_deal(cup, 3)
    )
    assert marks(cup)[1] == ["before the jury: case 1"]
    withdraw_case(OPERATOR, case, "mégsem")
    assert marks(cup)[1] == []


def test_the_deal_that_was_written_last(cup: Tournament) -> None:
    assert [each.last_deal for each in board(cup)[0].every] == [2, None]
    deal = the_deal(cup, 1)
    correct_deal(OPERATOR, deal, deal.entered() | {"card_points": 50}, "elírás")
    assert [each.last_deal for each in board(cup)[0].every] == [1, None]


def test_only_what_is_missing(client: Client) -> None:
    tables = [full_table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8], totals={"5": 0, "6": 0, "7": 0, "8": 0})]
    cup = load(document(*tables, table(3, [9, 10, 11, 12]), players=12, slug="kupa"))
    client.force_login(organiser_of(cup))
    every, missing = client.get(PAGE), client.get(f"{PAGE}?missing")
    assert [link[-2] for link in links(every)] == ["1", "2", "3"]
    assert [link[-2] for link in links(missing)] == ["3"]
    assert 'href="?missing" aria-current="page"' in missing.text

    enter_paper(OPERATOR, the_table(cup, 3), "totals", {9: 0, 10: 0, 11: 0, 12: 0})
    assert "Semmi sem hiányzik" in sentence(client.get(f"{PAGE}?missing"))


def test_only_rounds_in_play(desk: Client, cup: Tournament) -> None:
    close_round(OPERATOR, the_round(cup), "elég volt")
    assert board(cup) == ()
    assert "Most egyetlen forduló sem zajlik." in sentence(desk.get(PAGE))
    desk.post("/organise/kupa/rounds/add/")
    assert "Még egy asztal sincs leültetve." in sentence(desk.get(PAGE))
    reopen_round(OPERATOR, the_round(cup))
    assert [each.number for each in board(cup)] == [1, 2]


def test_the_clock_is_run_from_here(desk: Client, cup: Tournament) -> None:
    clock = "/organise/kupa/rounds/1/clock/"
    assert f'action="{clock}"' in desk.get(PAGE).text
    sent = {"from": "board", "action": "start", "minutes": "90", "warning": "10"}
    page = desk.post(clock, sent, follow=True)
    assert page.redirect_chain == [(PAGE, 302)]
    assert "data-ends=" in page.text and 'value="pause"' in page.text
    page = desk.post(clock, {"from": "board", "action": "pause"}, follow=True)
    assert page.redirect_chain == [(PAGE, 302)]
    assert 'data-left="5' in page.text
    # What is wrong is said where it can be put right.
    refused = desk.post("/organise/kupa/rounds/1/clock/", sent | {"action": "set", "minutes": "0"})
    assert refused.status_code == 422


def test_unchanged_it_is_not_made_again(desk: Client, cup: Tournament) -> None:
    tag = desk.get(PAGE)["ETag"]
    with CaptureQueriesContext(connection) as queries:
        assert desk.get(PAGE, headers={"if-none-match": tag}).status_code == 304
    # Who asks, and whether they organise it.
    assert len(queries) <= 4
    assert desk.get(f"{PAGE}?missing", headers={"if-none-match": tag}).status_code == 200
    desk.cookies["django_language"] = "en"
    assert desk.get(PAGE, headers={"if-none-match": tag}).status_code == 200
    desk.cookies["django_language"] = "hu"

    for write in (
        lambda: enter(cup, 1, 1, 3),
        lambda: post_notice(OPERATOR, cup, "Ebéd"),
        lambda: start_clock(OPERATOR, the_round(cup), 60),
    ):
        write()
        page = desk.get(PAGE, headers={"if-none-match": tag})
        assert page.status_code == 200
        tag = page["ETag"]


def test_a_hundred_tables_take_as_many_queries_as_two(client: Client) -> None:
    counts = []
    for players, slug in ((8, "kicsi"), (400, "nagy")):
        cup = load(generated(players, rounds=1, slug=slug))
        reopen_round(OPERATOR, the_round(cup))
        client.force_login(organiser_of(cup))
        with CaptureQueriesContext(connection) as queries:
            page = client.get(f"/organise/{slug}/board/")
        counts.append(len(queries))
        assert len(links(page)) == players // 4
    assert counts[0] == counts[1] <= 16


def test_what_a_table_is_told(client: Client, cup: Tournament) -> None:
    address = f"/table/{the_table(cup).token}/hall/"
    first = client.get(address)
    assert first.status_code == 200
    assert "data-clock" not in first.text
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address, headers={"if-none-match": first["ETag"]}).status_code == 304
    assert len(queries) == 1

    start_clock(OPERATOR, the_round(cup), 90, 10)
    page = client.get(address, headers={"if-none-match": first["ETag"]})
    assert page.status_code == 200
    assert 'data-warning="600"' in page.text
    assert "no-store" in page["Cache-Control"]
    assert "data-ends=" in client.get(f"/table/{the_table(cup).token}/").text

    close_round(OPERATOR, the_round(cup), "elég volt")
    assert client.get(address).status_code == 410


def test_what_time_it_is(client: Client) -> None:
    with CaptureQueriesContext(connection) as queries:
        answer = client.get("/now/")
    assert len(queries) == 0
    assert answer.json()["now"] > 1_700_000_000_000
    assert "no-store" in answer["Cache-Control"]
