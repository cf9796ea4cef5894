"""The standings."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from scoring.models import Tournament
from tests.scoring.cups import document, load, table

pytestmark = pytest.mark.django_db


def names(page: str) -> list[str]:
    """The players in the order of the page's table."""
    return re.findall(r'<th scope="row" class="player[^"]*"><a href="[^"]*">([^<]*)</a>', page)


def test_it_works(client: Client, cup: Tournament) -> None:
    page = client.get("/t/kupa/")

    assert page.status_code == 200
    assert page.templates[0].name == "public/standings.html"
    assert len(names(page.text)) == 8
    assert 'href="/t/kupa/rounds/1/tables/1/"' in page.text


def test_an_open_round_makes_it_provisional_in_words(client: Client, cup: Tournament) -> None:
    page = client.get("/t/kupa/").text

    assert "Előzetes állás" in page
    assert "2. forduló" in page
    assert "mintha az asztalok most fejeznék be" in page


def test_closed_rounds_are_official(english: Client) -> None:
    totals = {"1": 6, "2": -2, "3": -2, "4": -2}
    load(document(table(1, [1, 2, 3, 4], totals=totals), closed=True, slug="kupa", rounds_planned=4))

    assert "Official after 1 of 4 rounds." in english.get("/t/kupa/").text

    Tournament.objects.update(state=Tournament.State.FINAL, revision=9)
    assert "Final standings" in english.get("/t/kupa/").text


def test_before_the_first_round_it_says_so(client: Client) -> None:
    load(document(slug="kupa"))

    page = client.get("/t/kupa/").text

    assert "Az első fordulót még nem sorsolták ki." in page
    assert len(names(page)) == 4


def test_shared_ranks_are_marked(client: Client) -> None:
    totals = {"1": 6, "2": -2, "3": -2, "4": -2}
    load(document(table(1, [1, 2, 3, 4], totals=totals), closed=True, slug="kupa"))

    page = client.get("/t/kupa/").text

    assert page.count("(holtverseny)") == 3
    assert "holtversenyt jelöl" in page


def test_fractions_have_two_decimals_and_their_exact_value(client: Client, thirds: Tournament) -> None:
    assert '<data class="points" value="14/3" title="14/3">4,67</data>' in client.get("/t/harmad/").text

    client.cookies["django_language"] = "en"
    assert '<data class="points" value="14/3" title="14/3">4.67</data>' in client.get("/t/harmad/").text


def test_minus_is_told_by_sign_and_colour(client: Client, cup: Tournament) -> None:
    assert re.search(r'<data class="points is-minus" value="-\d+">−\d+</data>', client.get("/t/kupa/").text)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("ory", ["Őry Tűnde"]),
        ("ŐRY", ["Őry Tűnde"]),
        ("O\u030bry", ["Őry Tűnde"]),
        ("tunde ory", ["Őry Tűnde"]),
        ("eger", ["Őry Tűnde"]),
        ("adam", ["Nagy Ádám"]),
        ("nobody", []),
    ],
)
def test_search_forgives_accents(client: Client, cup: Tournament, query: str, found: list[str]) -> None:
    assert names(client.get("/t/kupa/", {"q": query}).text) == found


def test_search_without_a_hit_says_so(client: Client, cup: Tournament) -> None:
    page = client.get("/t/kupa/", {"q": "<b>senki</b>"}).text

    assert "0 találat" in page
    assert "Nincs ilyen játékos." in page
    assert "<b>senki" not in page


def test_names_sort_by_the_hungarian_alphabet(client: Client) -> None:
    cup = document(players=6, slug="kupa")
    for player, name in zip(cup["players"], ["Czakó", "Csák", "Örsi", "Ozsvát", "Öveges", "Ács"], strict=True):
        player["name"] = name
    load(cup)

    assert names(client.get("/t/kupa/?sort=player").text) == ["Ács", "Czakó", "Csák", "Ozsvát", "Örsi", "Öveges"]
    assert names(client.get("/t/kupa/?sort=-player").text)[0] == "Öveges"


@pytest.mark.parametrize("sort", ["rank", "-rank", "tournament_points", "table_points", "round_1", "-round_2"])
def test_every_head_sorts(client: Client, cup: Tournament, sort: str) -> None:
    page = client.get("/t/kupa/", {"sort": sort})

    assert page.status_code == 200
    assert len(names(page.text)) == 8
    assert "aria-sort=" in page.text


def test_heads_keep_the_search(client: Client, cup: Tournament) -> None:
    assert "?q=ory&amp;sort=player" in client.get("/t/kupa/?q=ory").text


def test_many_players_are_turned_by_pages(client: Client) -> None:
    load(document(players=101, slug="kupa"))

    assert len(names(client.get("/t/kupa/").text)) == 100
    assert len(names(client.get("/t/kupa/?page=2").text)) == 1
    assert 'rel="next"' in client.get("/t/kupa/").text


@pytest.mark.parametrize(
    "query",
    [
        "sort=nosuch",
        "sort=-",
        "sort=rank&sort=player",
        "sort=rank,,player",
        "q=%F0%28%8C%BC",
        "q=" + "x" * 5000,
        "page=0",
        "page=-1",
        "page=nosuch",
        "page=" + "9" * 5000,
        "per_page=0",
        "page=1&per_page=-5",
    ],
)
def test_no_query_string_breaks_it(client: Client, cup: Tournament, query: str) -> None:
    assert client.get(f"/t/kupa/?{query}").status_code == 200


def test_the_race_needs_two_rounds(client: Client, cup: Tournament) -> None:
    assert "A verseny alakulása" in client.get("/t/kupa/").text

    load(document(table(1, [1, 2, 3, 4]), slug="masik"))
    assert "A verseny alakulása" not in client.get("/t/masik/").text


def test_a_player_who_withdrew_is_marked(client: Client) -> None:
    cup = document(slug="kupa")
    cup["players"][0]["status"] = {"withdrawn_after": 1}
    load(cup)

    assert "visszalépett" in client.get("/t/kupa/").text
