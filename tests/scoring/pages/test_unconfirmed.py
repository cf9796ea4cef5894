"""Deals that one player of the table entered and no second one has confirmed: they count, and are marked."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.test import Client

from scoring import queries, services
from scoring.models import Tournament
from tests.scoring.cups import OPERATOR, the_round, the_table
from tests.scoring.pages.conftest import confirm, enter
from tests.scoring.pages.test_query_counts import queries_of

pytestmark = pytest.mark.django_db

STANDINGS, ROUND, TABLE = "/t/kupa/", "/t/kupa/rounds/2/", "/t/kupa/rounds/2/tables/2/"


def chips(page: str) -> list[str]:
    return re.findall(r'<span class="chip is-amber">(.*?)</span>', page)


def test_nothing_is_marked_of_what_an_organiser_entered(english: Client, cup: Tournament) -> None:
    for address in (STANDINGS, ROUND, TABLE, "/t/kupa/rounds/2/tables/1/"):
        assert chips(english.get(address).text) == []


def test_every_page_marks_them(english: Client, cup: Tournament) -> None:
    enter(cup, 2, 2)
    enter(cup, 2, 2, number=2)

    assert "2 deals wait for a second player’s confirmation." in english.get(STANDINGS).text
    assert chips(english.get(ROUND).text) == ["2 deals wait for confirmation"]
    page = english.get(TABLE).text
    assert chips(page) == ["unconfirmed", "waits for confirmation", "waits for confirmation"]
    assert "2 deals wait for a second player’s confirmation." in page


def test_they_count(client: Client, cup: Tournament) -> None:
    def points() -> dict[str, Fraction]:
        rows = client.get("/t/kupa/standings.json").json()["standings"]
        return {row["name"]: Fraction(row["table_points"]) for row in rows}

    before = points()
    deal = enter(cup, 2, 2)
    won = dict(deal.points.values_list("seat__player__name", "points"))
    assert any(won.values())
    assert points() == {name: before[name] + won.get(name, 0) for name in before}
    after = points()
    confirm(deal)
    assert points() == after


def test_a_confirmation_takes_the_mark_away_and_a_correction_sets_it_again(english: Client, cup: Tournament) -> None:
    deal = enter(cup, 2, 2)
    confirm(deal)
    for address in (STANDINGS, ROUND, TABLE):
        assert chips(english.get(address).text) == []

    enter(cup, 2, 2, again=deal)
    assert chips(english.get(TABLE).text) == ["unconfirmed", "waits for confirmation"]


def test_nobody_is_told_who_entered_them(client: Client, cup: Tournament) -> None:
    enter(cup, 2, 2)
    table = the_table(cup, 2, 2)

    for address in (STANDINGS, ROUND, TABLE, "/t/kupa/beamer/", "/t/kupa/standings.json"):
        page = client.get(address).text
        assert table.token not in page and table.code not in page
        assert "írta be" not in page


def test_a_closed_round_is_official(english: Client, cup: Tournament) -> None:
    enter(cup, 2, 2)
    services.close_round(OPERATOR, the_round(cup, 2), reason="The hall closes.")

    for address in (STANDINGS, ROUND, TABLE):
        assert chips(english.get(address).text) == []


def test_a_frozen_cup_tells_nothing_of_later_rounds(english: Client, cup: Tournament) -> None:
    enter(cup, 2, 2)
    services.freeze(OPERATOR, cup, 1)

    assert "unconfirmed" not in english.get(STANDINGS).text
    shown = Tournament.objects.get()
    assert queries.unconfirmed_deals(shown) == 1
    shown.last_shown = 1
    assert queries.unconfirmed_deals(shown) == 0
    assert queries.tables_in_play(shown) == []


def test_marks_cost_no_queries(client: Client, cup: Tournament) -> None:
    before = {address: queries_of(client, address) for address in (STANDINGS, ROUND, TABLE)}
    for number in range(1, 9):
        enter(cup, 2, 2, number=number)

    assert {address: queries_of(client, address) for address in before} == before


def test_standings_json_has_no_new_key(client: Client, cup: Tournament) -> None:
    enter(cup, 2, 2)

    assert set(client.get("/t/kupa/standings.json").json()) == {"slug", "name", "provisional", "standings"}
