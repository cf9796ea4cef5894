"""The Czech game as everybody reads it: deals in words, thirds, its rules, and nothing of what it does not know."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

import rules
from scoring.models import Tournament
from tests.scoring.cups import document, load
from tests.scoring.czech import czech_cup

pytestmark = pytest.mark.django_db


@pytest.fixture
def czech() -> Tournament:
    return czech_cup()


def words(html: str) -> str:
    """What is read of a page or a part of it."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).replace("\u2009", "").replace("\u200a", "").split())


def card(page: str, position: int) -> str:
    """A deal's card."""
    return page.split(f'id="deal-{position}"')[1].split("</article>")[0]


@pytest.mark.usefixtures("czech")
def test_a_warszawa_has_no_declarer_but_everybodys_counts(client: Client) -> None:
    told = card(client.get("/t/cseh/rounds/1/tables/1/").text, 1)

    assert "Varsó" in told and "segítő" not in told and "egyedül" not in told
    assert "Játékos 2 11 (2), Játékos 3 20 (4), Játékos 4 20 (3), Játékos 1 20 (3)" in words(told)
    assert told.count('<data class="points is-minus" value="-10/3" title="-10/3">−3,33</data>') == 3
    assert words(told).count("10 : 3 = 3,33 Kapja: Játékos 2 Fizeti: Játékos") == 3


@pytest.mark.usefixtures("czech")
def test_bids_degrees_melds_and_annulled_deals_in_words(english: Client) -> None:
    page = english.get("/t/cseh/rounds/1/tables/1/").text

    assert "The deal is void; the same dealer deals again." in words(card(page, 2))
    trojka = words(card(page, 3))
    assert "Trojka, degree 2 40:30 won Játékos 4 , alone" in trojka
    assert "Trull (I, XXI, skíz) – Játékos 4" in trojka and "8–9 tarokks – Játékos 1" in trojka
    assert "Game · trojka, degree 2 · kontra ×2 10 × 2 = 20 Gets it: Játékos 4 (3 × 20)" in trojka
    second = words(card(page, 4))
    assert "Second 35:35 lost Játékos 1 , partner: Játékos 3" in second
    assert "Pagát ultimó · announced · failed · kontra ×2 20 × 2 = 40" in second


@pytest.mark.usefixtures("czech")
def test_sums_and_standings_are_exact(client: Client) -> None:
    standings = client.get("/t/cseh/").text
    data = client.get("/t/cseh/standings.json").json()["standings"]
    lines = client.get("/t/cseh/standings.csv").text.splitlines()

    by_number = {row["number"]: row for row in data}
    assert [by_number[n]["table_points"] for n in (1, 3, 4, 5)] == ["-118/3", "-268/3", "218/3", "10/3"]
    # Three who tie to the third share the places that earn 10, 8 and 6.
    assert [by_number[n]["tournament_points"] for n in (5, 6, 7, 9, 8)] == [8, 8, 8, 4, 2]
    assert 'value="-118/3" title="-118/3">−39,33</data>' in standings
    assert any(line.startswith("1;4;Játékos 4;;10;72,67;") for line in lines)


@pytest.mark.usefixtures("czech")
def test_a_players_page_tells_the_game_and_who_was_alone(english: Client) -> None:
    page = words(english.get("/t/cseh/players/1/").text)

    assert "1. Warsaw everyone alone −3.33 −3.33" in page
    assert "2. trojka, degree 2, kontra ×2 against Játékos 4 −20 −23.33" in page
    assert "Melds 2" in page and "Warsaw paid 1 / 1" in page
    assert "Bika" not in page and "XXI" not in page


@pytest.mark.usefixtures("czech")
def test_there_is_no_capture_log_and_no_way_to_one(client: Client) -> None:
    assert client.get("/t/cseh/captures/").status_code == 404
    assert client.get("/t/cseh/exports/captures.pdf").status_code == 404
    for path in ("", "statistics/", "rounds/1/", "players/1/"):
        page = client.get(f"/t/cseh/{path}")
        assert page.status_code == 200
        assert "captures" not in page.text and "Bika" not in page.text


@pytest.mark.usefixtures("czech")
def test_statistics_count_melds_and_warszawa(english: Client) -> None:
    page = words(english.get("/t/cseh/statistics/").text)

    assert "Deals 4 Pagát ultimós made 1 / 2 Kontras 2 Melds 3 Warsaw 1" in page
    assert "Meld Times Trull (I, XXI, skíz) 2 8–9 tarokks 1" in page
    assert "XXI captures" not in page


def test_the_rules_in_both_languages_with_the_terms_of_the_table(client: Client) -> None:
    load(document(slug="kupa", ruleset="taroky-xix"))
    for language in ("hu", "en"):
        client.cookies["django_language"] = language
        page = client.get("/t/kupa/rules/").text
        found = rules.get_ruleset("taroky-xix")
        assert found.taroky is not None
        bids, figures = found.bids.values(), found.figures.values()
        names = [*(bid.name for bid in bids), *(figure.name for figure in figures)]
        names += [meld.name for meld in found.taroky.melds.values()]
        for text in [found.name, *found.ladder, *names]:
            assert text.say(language) in page.replace("&#x27;", "'")
            for code, word in text.terms:
                assert f'<span lang="{code}">{word}</span>' in page, (code, word)
    told = words(page)
    assert "more than 35 of 70 card points" in told and "At 35 : 35 the declarers lose 1 unit" in told
    assert "trójka · trojka alone against three in 3 degrees 1 · 2 · 3" in told
    assert "binds to the announced pagát ultimó" in told
    assert (
        "10–12 tarokks dziesięć–dwanaście taroków · taroky not in one hand with: another number of tarokks 10" in told
    )
    assert "not beside another’s: lone pagát, trull (I, XXI, skíz), honours" in told
    assert "0–29 10 20 30–39 20 40 40– 40 80" in told
    assert "enonsz" not in told and "bika" not in told


def test_a_house_table_without_melds_and_warszawa_tells_of_neither(client: Client, english: Client) -> None:
    house = rules.get_ruleset("taroky-xix").as_data()
    house["id"] = "brno"
    house["bids"] = [bid for bid in house["bids"] if bid["id"] != "warsaw"]
    del house["warsaw"], house["melds"]
    load(document(slug="kupa", ruleset="brno", ruleset_snapshot=house))

    told = words(english.get("/t/kupa/rules/").text)

    assert "Melds and their values" not in told and "Warsaw" not in told
    assert "Melds" not in words(client.get("/t/kupa/statistics/").text)


@pytest.mark.parametrize("ruleset", ["kupa-2005", "magas-2018", "paskievics", "itvb-2019"])
def test_the_hungarian_rules_have_no_terms_beside_their_names(client: Client, ruleset: str) -> None:
    load(document(slug="kupa", ruleset=ruleset))

    page = client.get("/t/kupa/rules/").text

    assert 'class="terms' not in page and "Meldunek" not in page
    assert 'id="special"' in page and "Renonsz" in page
    assert "captures" in page
