"""Names with everything that names can have, through pages, JSON and search."""

from __future__ import annotations

import html

import pytest
from django.test import Client

from tests.scoring.cups import document, load, played, table

pytestmark = pytest.mark.django_db

NAMES = [
    "Őry Tűnde",
    "A\u030brvi\u0301ztu\u030bro\u030b U\u0308tvefúró",
    'O\'Neill "Joe" & Társa',
    "<b>Vastag</b> <script>alert(1)</script>",
    "🃏 Skíz 🂡",
    "%s {{ 7*7 }} {% now 'Y' %} &lt;",
    "\u202eאריה שלום",
    "Hosszú" + "hosszú" * 15,
]
PLACES = ["", "rounds/1/", "rounds/1/tables/1/", "rounds/1/tables/2/", "captures/", "beamer/"]


@pytest.fixture(autouse=True)
def cup(db: None) -> None:
    """A cup of people with such names, clubs, cup's name and venue."""
    catch = {"figure": "xxi-catch", "by": 2, "catcher": 2, "victim": 3}
    deals = [played(1, 2, 4, 47, silent=[catch]), played(2, 3, 1, 47, note=NAMES[3])]
    other = [played(1, 6, 8, 47, silent=[catch | {"by": 6, "catcher": 6, "victim": 7}]), played(2, 7, 5, 47)]
    cup = document(table(1, [1, 2, 3, 4], deals), table(2, [5, 6, 7, 8], other), players=8, slug="nevek")
    cup |= {"name": NAMES[2] + NAMES[3], "venue": NAMES[4]}
    for player, name in zip(cup["players"], NAMES, strict=True):
        player |= {"name": name, "club": name}
    load(cup)


@pytest.mark.parametrize("place", PLACES)
def test_pages_escape_and_keep_them(client: Client, place: str) -> None:
    page = client.get(f"/t/nevek/{place}").text

    assert page.count("<script") == page.count('<script src="/static/')
    assert "<b>Vastag" not in page
    table_two = place == "rounds/1/tables/2/"
    shown = NAMES if place == "beamer/" else NAMES[4:] if table_two else NAMES[:4]
    for name in shown:
        assert html.escape(name) in page


@pytest.mark.parametrize("number", range(1, 9))
def test_a_players_own_page(client: Client, number: int) -> None:
    page = client.get(f"/t/nevek/players/{number}/")

    assert page.status_code == 200
    assert html.escape(NAMES[number - 1]) in page.text
    assert page.text.count("<script") == page.text.count('<script src="/static/')


def test_json_keeps_them(client: Client) -> None:
    standings = client.get("/t/nevek/standings.json").json()["standings"]
    cup = client.get("/t/nevek/exports/tournament.json").json()

    assert {row["name"] for row in standings} == set(NAMES)
    assert [player["name"] for player in cup["players"]] == NAMES


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("arvizturo", 2),
        ("Árvíztűrő ütve", 2),
        ('neill "joe"', 3),
        ("<b>vastag", 4),
        ("🃏", 5),
        ("{{ 7*7", 6),
        ("שלום", 7),
    ],
)
def test_search_finds_them(client: Client, query: str, number: int) -> None:
    page = client.get("/t/nevek/", {"q": query}).text

    assert f'href="/t/nevek/players/{number}/"' in page
    assert page.count('<th scope="row" class="player') == 1


def test_the_list_of_cups_escapes(client: Client) -> None:
    page = client.get("/").text

    assert page.count("<script") == page.count('<script src="/static/')
    assert html.escape(NAMES[3]) in page
