"""The page for the hall's projector."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scoring import services
from scoring.models import Membership, Tournament
from scoring.views.beamer import ROWS, TABLES
from tests.bench.cups import cup as large_cup
from tests.scoring.cups import OPERATOR, document, full_table, load, table, the_round
from tests.scoring.pages.conftest import confirm, enter
from tests.scoring.pages.test_query_counts import queries_of

pytestmark = pytest.mark.django_db

ADDRESS = "/t/kupa/beamer/"


def lines(page: str) -> list[tuple[Any, ...]]:
    """Number, rank, name, tournament points and table points of each line."""
    found = re.findall(
        r'<tr data-player="(\d+)" data-rank="(\d+)">.*?<th scope="row">(.*?)</th>'
        r'\s*<td class="num big"><data[^>]*value="([^"]*)".*?<td class="num"><data[^>]*value="([^"]*)"',
        page,
        re.DOTALL,
    )
    return [(int(number), int(rank), name, points, more) for number, rank, name, points, more in found]


def test_it_says_what_the_standings_say(client: Client, cup: Tournament) -> None:
    page = client.get(ADDRESS).text

    told = client.get("/t/kupa/standings.json").json()["standings"]
    numbers = ("number", "rank", "name", "tournament_points", "table_points")
    assert lines(page) == [tuple(row[key] if key in numbers[:3] else str(row[key]) for key in numbers) for row in told]
    assert lines(page)[0] == (1, 1, "Őry Tűnde", "18", "26")
    assert "Előzetes állás" in page
    assert "Őszi kupa" in page
    assert "testserver/t/kupa/" in page and "http://testserver" not in page


def test_it_says_how_far_the_tables_are(english: Client, cup: Tournament) -> None:
    page = english.get(ADDRESS).text

    assert re.findall(r'id="table-(\d+)-(\d+)"', page) == [("2", "1"), ("2", "2")]
    assert re.findall(r'<progress class="progress" max="(\d+)" value="(\d+)"', page) == [("16", "1"), ("16", "0")]
    assert "unconfirmed" not in page


def test_a_table_on_paper_has_no_deals(english: Client) -> None:
    load(document(table(1, [1, 2, 3, 4], totals={"1": 3, "2": -3, "3": 0, "4": 0}), slug="kupa"))

    page = english.get(ADDRESS).text
    assert "on paper" in page and "<progress" not in page


def test_unconfirmed_deals_are_marked(english: Client, cup: Tournament) -> None:
    deal = enter(cup, 2, 2)
    page = english.get(ADDRESS).text
    assert "1 deal unconfirmed" in page
    assert re.findall(r'class="waits">(.*?)<', page) == ["1 unconfirmed"]

    confirm(deal)
    assert "unconfirmed" not in english.get(ADDRESS).text


def test_so_many_to_a_screen(english: Client) -> None:
    groups = [range(first, first + 4) for first in range(1, 57, 4)]
    load(document(*(table(at, list(group)) for at, group in enumerate(groups, start=1)), players=56, slug="kupa"))

    screens = english.get(ADDRESS).text.split('<section class="screen"')[1:]
    assert [len(lines(screen)) for screen in screens] == [ROWS] * 5 + [6, 0, 0]
    assert [screen.count("<li id=") for screen in screens][-2:] == [TABLES, 2]
    assert "1–10\u2009/\u200956" in screens[0].replace("&#8201;", "\u2009")
    assert "51–56\u2009/\u200956" in screens[5].replace("&#8201;", "\u2009")


@pytest.mark.parametrize(
    ("state", "rounds", "title"),
    [("published", [], "Standings"), ("published", "closed", "Standings"), ("final", "closed", "Final standings")],
)
def test_its_title_says_what_the_standings_are_worth(english: Client, state: str, rounds: Any, title: str) -> None:
    tables = [full_table(1, [1, 2, 3, 4])] if rounds else []
    cup = load(document(*tables, slug="kupa", rounds_planned=1, closed=True))
    if state == "final":
        services.finish(OPERATOR, cup)

    page = english.get(ADDRESS).text
    assert re.findall(r"<h2[^>]*>(.*?)(?: <|<)", page) == [title]


def test_queries_do_not_grow(client: Client) -> None:
    for players, rounds, slug in ((8, 2, "kicsi"), (45, 4, "nagy")):
        services.reopen_round(OPERATOR, the_round(load(large_cup(players, rounds=rounds, slug=slug)), rounds))

    assert queries_of(client, "/t/kicsi/beamer/") == queries_of(client, "/t/nagy/beamer/") == 11


def test_frozen_standings_stay_frozen(english: Client, cup: Tournament) -> None:
    services.freeze(OPERATOR, cup, 1)
    before = english.get(ADDRESS).text
    enter(cup, 2, 2)

    page = english.get(ADDRESS).text
    assert lines(page) == lines(before)
    assert "as after round 1" in page
    assert "unconfirmed" not in page and 'id="table-2-1"' not in page

    user = User.objects.create_user("rendezo")
    Membership.objects.create(user=user, tournament=cup, role=Membership.Role.ORGANISER)
    english.force_login(user)
    page = english.get(ADDRESS).text
    assert "frozen for the public" in page and "1 deal unconfirmed" in page


def test_dark_where_asked(client: Client, cup: Tournament) -> None:
    assert '<body class="beamer">' in client.get(ADDRESS).text
    assert '<body class="beamer is-dark">' in client.get(f"{ADDRESS}?dark").text


@pytest.mark.parametrize("path", ["", "rounds/2/"])
def test_the_cups_pages_lead_to_it(client: Client, cup: Tournament, path: str) -> None:
    assert f'<a href="{ADDRESS}">Kivetítő</a>' in client.get(f"/t/kupa/{path}").text
