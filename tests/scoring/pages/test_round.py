"""A round."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.models import Tournament
from tests.scoring.cups import document, load, table

pytestmark = pytest.mark.django_db


def test_it_works(client: Client, cup: Tournament) -> None:
    page = client.get("/t/kupa/rounds/1/")

    assert page.status_code == 200
    assert page.templates[0].name == "public/round.html"
    assert "3 / 16 leosztás" in page.text
    assert "A versenypontok hivatalosak." in page.text
    assert "végösszeg papírról" in page.text


def test_an_open_round_is_provisional(client: Client, cup: Tournament) -> None:
    page = client.get("/t/kupa/rounds/2/").text

    assert "A helyezések és a versenypontok előzetesek." in page
    assert "maradék papírról" in page


def test_seats_stand_in_playing_order(client: Client, cup: Tournament) -> None:
    page = client.get("/t/kupa/rounds/2/").text

    at = [page.index(f'<a href="/t/kupa/players/{number}/">') for number in (1, 5, 2, 6, 3, 7, 4, 8)]
    assert at == sorted(at)


def test_an_idle_table_has_no_places(client: Client) -> None:
    load(document(table(1, [1, 2, 3, 4]), slug="kupa"))

    assert "badge" not in client.get("/t/kupa/rounds/1/").text


def test_a_time_limit_is_told(english: Client) -> None:
    load(document(table(1, [1, 2, 3, 4]), slug="kupa", ruleset="itvb-2019"))

    assert "at most 90 minutes" in english.get("/t/kupa/rounds/1/").text


def test_a_round_without_tables_says_so(client: Client) -> None:
    load(document(slug="kupa", rounds=[{"number": 1, "closed": False, "tables": []}]))

    assert "Még egy asztalt sem sorsoltak ki." in client.get("/t/kupa/rounds/1/").text


@pytest.mark.parametrize("number", ["3", "0", "01", "99999", "9" * 400, "-1", "x"])
def test_no_such_round(client: Client, cup: Tournament, number: str) -> None:
    assert client.get(f"/t/kupa/rounds/{number}/").status_code == 404
