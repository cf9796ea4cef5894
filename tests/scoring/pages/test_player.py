"""A player."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.models import Tournament
from tests.scoring.cups import document, load, played, table

pytestmark = pytest.mark.django_db


def test_it_works(client: Client, cup: Tournament) -> None:
    page = client.get("/t/kupa/players/1/")

    assert page.status_code == 200
    assert page.templates[0].name == "public/player.html"
    assert "<h1" in page.text and "Őry Tűnde" in page.text
    assert "Eger" in page.text
    assert 'href="/t/kupa/rounds/1/tables/1/#deal-2"' in page.text
    assert "<svg" in page.text


def test_it_speaks_english(english: Client, cup: Tournament) -> None:
    page = english.get("/t/kupa/players/3/").text

    assert "Points deal by deal" in page
    assert "declarer, alone" in page


def test_an_open_round_is_provisional(client: Client, cup: Tournament) -> None:
    assert "Előzetes: egy forduló még nyitott." in client.get("/t/kupa/players/1/").text


def test_a_player_without_a_round_has_neither_chart_nor_deals(client: Client) -> None:
    load(document(slug="kupa"))

    page = client.get("/t/kupa/players/1/").text

    assert "Még egy fordulót sem játszott." in page
    assert "Leosztások" not in page


def test_a_player_on_paper_has_no_chart(client: Client, cup: Tournament) -> None:
    load(document(table(1, [1, 2, 3, 4], totals={"1": 6, "2": -2, "3": -2, "4": -2}), slug="papir"))

    assert "Pontok leosztásról leosztásra" not in client.get("/t/papir/players/1/").text


def test_who_dealt_sat_out(client: Client) -> None:
    load(document(table(1, [1, 2, 3, 4, 5], [played(1, 2, 4)]), players=5, slug="kupa"))

    assert "osztott, kimaradt" in client.get("/t/kupa/players/1/").text


@pytest.mark.parametrize("number", ["9", "0", "x", "123456"])
def test_no_such_player(client: Client, cup: Tournament, number: str) -> None:
    assert client.get(f"/t/kupa/players/{number}/").status_code == 404
