"""The ruleset as a page made from its data."""

from __future__ import annotations

import re

import pytest
from django.test import Client

import rules
from scoring.models import Tournament
from tests.scoring.cups import document, load

pytestmark = pytest.mark.django_db


def test_it_works(client: Client, cup: Tournament) -> None:
    page = client.get("/t/kupa/rules/")

    assert page.status_code == 200
    assert page.templates[0].name == "public/rules.html"
    assert "4 × játék" in page.text
    assert "mordkontra ×16" in page.text
    assert "10 · 8 · 6 · 4 · 2" in page.text
    assert "9. ütés: I" in page.text


@pytest.mark.parametrize("ruleset", sorted(rules.rulesets()))
@pytest.mark.parametrize("language", ["hu", "en"])
def test_every_figure_of_every_ruleset_is_there(client: Client, ruleset: str, language: str) -> None:
    load(document(slug="kupa", ruleset=ruleset))
    client.cookies["django_language"] = language

    page = client.get("/t/kupa/rules/").text

    for figure in rules.get_ruleset(ruleset).figures.values():
        assert f"<b>{figure.name.say(language)}</b>" in page


def test_magas_shows_money_kassza_and_raises(english: Client) -> None:
    load(document(slug="kupa", ruleset="magas-2018"))

    page = english.get("/t/kupa/rules/").text

    assert "5 Ft" in page
    assert "50 Ft for each seat" in page
    assert "Raising" in page
    assert "up to kontra ×2" in page
    assert "6 × game" in page
    assert "4 × game" in page


def test_paskievics_shows_the_doubling(english: Client) -> None:
    load(document(slug="kupa", ruleset="paskievics"))

    page = english.get("/t/kupa/rules/").text

    assert "the next 4 deals count double" in page
    assert "×64" in page
    assert "mordkontra ×32" in page


def test_itvb_shows_limits_and_the_xxi_list(english: Client) -> None:
    load(document(slug="kupa", ruleset="itvb-2019"))

    page = re.sub(r"<[^>]+>", "", english.get("/t/kupa/rules/").text)

    assert "Minutes at most" in page
    assert "XXI list" in page
    assert "at least 5, at most 20" in page


def test_a_house_ruleset_is_shown_from_the_cups_own_copy(client: Client) -> None:
    house = rules.get_ruleset("kupa-2005").as_data()
    house["id"] = "hazi-2026"
    house["name"] = {"hu": "Házi <szabály>", "en": "House"}
    for figure in house["figures"]:
        if figure["id"] == "trull":
            figure["announced"] = 77
    load(document(slug="kupa", ruleset="hazi-2026", ruleset_snapshot=house))

    page = client.get("/t/kupa/rules/").text

    assert "Házi &lt;szabály&gt;" in page
    assert "<b>77</b>" in page


def test_without_a_tie_break_it_says_so(english: Client) -> None:
    load(document(slug="kupa", tie_break="none"))

    assert "this cup has no tie-break" in english.get("/t/kupa/rules/").text


@pytest.mark.parametrize(
    ("language", "asked", "early", "always"),
    [
        (
            "hu",
            "ha az asztalnál 2 játékos kéri",
            "a lejátszás megkezdése előtt kiderülve: új osztás (Kupa 9.1)",
            "a lejátszás megkezdése előtt is",
        ),
        (
            "en",
            "if 2 players of the table ask for it",
            "found before play begins: dealt again (Kupa 9.1)",
            "also before play begins",
        ),
    ],
)
def test_who_asks_and_what_is_dealt_again(client: Client, language: str, asked: str, early: str, always: str) -> None:
    load(document(slug="kupa"))
    client.cookies["django_language"] = language

    page = client.get("/t/kupa/rules/").text

    offences = rules.get_ruleset("kupa-2005").offences
    assert page.count(asked) == 1
    assert page.count(always) == sum(offence.always for offence in offences) == 4
    assert page.count(early) == sum(
        offence.sanction == "renonsz" and offence.kind in ("bidding", "announcing") and not offence.always
        for offence in offences
    )


def test_magas_deals_nothing_again_before_play(english: Client) -> None:
    load(document(slug="kupa", ruleset="magas-2018"))

    assert "found before play begins" not in english.get("/t/kupa/rules/").text
