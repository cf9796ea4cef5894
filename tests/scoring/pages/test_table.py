"""A table: every deal, and why it scored so."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from scoring.models import Tournament
from tests.scoring.cups import Document, document, load, played, table, uncounted

pytestmark = pytest.mark.django_db


def page_of(client: Client, *deals: Document, ruleset: str = "kupa-2005", seats: int = 4) -> str:
    """What can be read on the page of a table that has played these deals."""
    load(document(table(1, range(1, seats + 1), deals), players=seats, ruleset=ruleset))
    page = client.get("/t/probakupa/rounds/1/tables/1/")
    assert page.status_code == 200
    words = re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page.text)))
    return re.sub(r"\( ", "(", re.sub(r" ([,.)])", r"\1", words))


def test_it_works(client: Client, cup: Tournament) -> None:
    page = client.get("/t/kupa/rounds/1/tables/1/")

    assert page.status_code == 200
    assert page.templates[0].name == "public/table.html"
    assert 'id="deal-1"' in page.text
    assert "3 / 16 leosztás" in page.text
    assert "Kupa 3.1.2" in page.text


def test_it_speaks_english(english: Client, cup: Tournament) -> None:
    page = english.get("/t/kupa/rounds/1/tables/1/").text

    assert "Round 1, table 1" in page
    assert "kontra ×2" in page
    assert "Why?" in page


def test_lines_say_value_formula_receivers_and_paragraph(client: Client) -> None:
    page = page_of(
        client,
        played(1, 2, 4, 60, announcements=[{"figure": "trull", "by": 4, "made": False, "kontra": 2}]),
    )

    assert "Tulétroá · bemondva · bukott · rekontra ×4 2 × 4 = 8 Kapja: Játékos 3, Játékos 1" in page
    assert "Fizeti: Játékos 2, Játékos 4" in page
    assert "Kupa 3.1.2" in page


def test_a_lone_declarer_gets_it_three_times(client: Client) -> None:
    page = page_of(client, played(1, 2, None, 60))

    assert "Játékos 2, egyedül" in page
    assert "Kapja: Játékos 2 (3 × 1)" in page


def test_bika_is_marked(client: Client) -> None:
    page = page_of(client, played(1, 2, 4, 47))

    assert "47 : 47 vesztett" in page
    assert "bika" in page


def test_running_totals_add_up(client: Client) -> None:
    page = page_of(client, played(1, 2, 4, 60), played(2, 3, 1, 60), uncounted(3), played(3, 4, 2, 60))

    # Player 2 after three deals: +1 −1 +1.
    assert "1 +1" in page and "0 −1" in page


def test_who_sits_out_is_named(client: Client) -> None:
    page = page_of(client, played(1, 2, 4, 60), seats=5)

    assert "Osztó: Játékos 1 (kimarad)" in page
    assert "Induló: Játékos 2" in page
    assert "osztott" in page


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        (uncounted(1), "Senki sem licitált"),
        (
            uncounted(1, "thrown_in") | {"thrown_in": {"by": 3, "hand": "lone-pagat"}},
            "Bedobta: Játékos 3 (szóló pagát).",
        ),
        (uncounted(1, "annulled"), "A leosztás érvénytelen"),
        (
            played(1, 2, 4) | {"outcome": "renonsz", "renonsz": {"offender": 3, "paragraph": "9.2", "amount": 25}},
            "Hibázó: Játékos 3. Szabálypont: Kupa 9.2. A zsűri által megállapított díj: 25 pont.",
        ),
    ],
)
def test_outcomes_are_told_in_words(client: Client, deal: Document, words: str) -> None:
    deal.pop("card_points", None)
    assert words in page_of(client, deal)


def test_a_deal_that_does_not_count_says_so(client: Client) -> None:
    page = page_of(client, uncounted(1), played(1, 2, 4))

    assert "nem számít" in page
    assert "1 / 16 leosztás" in page


def test_no_play_of_magas(client: Client) -> None:
    deal = played(1, 2, 4) | {"outcome": "no_play", "announcements": [{"figure": "trull", "by": 2}]}
    del deal["card_points"]

    assert "A bemondott tuli után nincs játék" in page_of(client, deal, ruleset="magas-2018")


def test_warnings_have_their_sentence_names_and_paragraph(client: Client) -> None:
    counts = [{"figure": "tarokk-8", "by": 2}, {"figure": "tarokk-9", "by": 2}]

    page = page_of(client, played(1, 2, 4, announcements=counts))

    assert "Szabálytalan: „Játékos 2” 8 és 9 tarokkot is mondott. (Kupa 3.1.1)" in page


def test_doubled_deals_show_their_multiplier(client: Client) -> None:
    page = page_of(client, uncounted(1), played(1, 2, 4), ruleset="paskievics")

    assert "duplázva: ×2" in page
    assert "1 × 2 = 2" in page


def test_a_suit_is_a_sign_with_its_name(client: Client) -> None:
    load(
        document(
            table(
                1,
                [1, 2, 3, 4],
                [played(1, 2, 4, announcements=[{"figure": "king-ultimo", "suit": "hearts", "by": 2, "made": True}])],
            )
        )
    )

    assert 'role="img" aria-label="kőr"' in client.get("/t/probakupa/rounds/1/tables/1/").text


def test_magas_shows_forints_and_the_kassza(client: Client) -> None:
    lost = [{"figure": "pagat-ultimo", "by": 2, "made": False}]

    page = page_of(client, played(1, 2, 4, announcements=lost), played(2, 3, 1), ruleset="magas-2018")

    assert "Össz. +10 −10 +10 −10 Ft +50 −50 +50 −50" in page
    assert "Pagátkassza" in page
    assert "alapbefizetés: 200 Ft" in page
    assert "Pagát ultimó – Játékos 2, Játékos 4: +200 Ft" in page


def test_kupa_has_neither_forints_nor_kassza(client: Client, cup: Tournament) -> None:
    page = client.get("/t/kupa/rounds/1/tables/1/").text

    assert "Pagátkassza" not in page
    assert ">Ft<" not in page


def test_paper_totals_have_no_deals(client: Client, cup: Tournament) -> None:
    page = client.get("/t/kupa/rounds/1/tables/2/").text

    assert "Papíron pontozták" in page
    assert "Leosztásról leosztásra" not in page
    assert "+20" in page


def test_a_paper_remainder_is_a_line_of_the_sheet(client: Client, cup: Tournament) -> None:
    page = client.get("/t/kupa/rounds/2/tables/1/").text

    assert "A maradékot papíron pontozták." in page
    assert ">Papír<" in page


def test_raised_figures_are_told(client: Client) -> None:
    said = [
        {"figure": "pagat-ultimo", "by": 2},
        {"figure": "pagat-uhu", "by": 2, "raised_from": 0, "made": True},
    ]

    assert "Pagát ultimó – Játékos 2 · emelve" in page_of(
        client, played(1, 2, 4, announcements=said), ruleset="magas-2018"
    )


def test_the_auctions_details_and_the_note_are_shown(client: Client) -> None:
    page = page_of(
        client,
        played(
            1,
            2,
            4,
            called="XIX",
            skart_tarokks={"2": 1},
            note="<i>a harmadik ütés vitás</i>",
            announcements=[{"figure": "trull", "by": 2, "made": True, "kontra": 1, "kontra_by": [1], "round": 2}],
        ),
    )

    assert "hívott lap: XIX" in page
    assert "Fektetett tarokkok: Játékos 2 1." in page
    assert "Megjegyzés: <i>a harmadik" in page
    assert "kontrázta: Játékos 1" in page
    assert "a bemondások 2. körében" in page


@pytest.mark.parametrize("address", ["1/tables/3", "3/tables/1", "1/tables/0", "0/tables/1", "1/tables/99999"])
def test_no_such_table(client: Client, cup: Tournament, address: str) -> None:
    assert client.get(f"/t/kupa/rounds/{address}/").status_code == 404
