"""The list of cups."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.models import Tournament
from tests.scoring.cups import document, load

pytestmark = pytest.mark.django_db


def test_it_works(client: Client, cup: Tournament) -> None:
    page = client.get("/")

    assert page.status_code == 200
    assert page.templates[0].name == "public/tournaments.html"
    assert 'href="/t/kupa/"' in page.text
    assert "Őszi kupa" in page.text
    assert "2026. április 18." in page.text
    assert "folyamatban" in page.text


def test_it_speaks_english(english: Client, cup: Tournament) -> None:
    page = english.get("/").text

    assert '<html lang="en">' in page
    assert "April 18, 2026" in page
    assert "in progress" in page


def test_newest_come_first(client: Client) -> None:
    load(document(slug="regi", name="Régi kupa", date="2005-04-16"))
    load(document(slug="uj", name="Új kupa", date="2026-04-16"))

    page = client.get("/").text

    assert page.index("Új kupa") < page.index("Régi kupa")


def test_a_draft_is_not_listed(client: Client) -> None:
    load(document(slug="titok", name="Titkos kupa"), publish=False)

    assert "Titkos" not in client.get("/").text


def test_without_a_cup_it_says_so(client: Client) -> None:
    assert "Még nincs közzétett kupa." in client.get("/").text


def test_a_finished_and_a_final_cup_are_told_apart(client: Client) -> None:
    finished = load(document(slug="kesz", rounds_planned=1, rounds=[{"number": 1, "closed": True, "tables": []}]))
    assert "befejeződött" in client.get("/").text

    Tournament.objects.filter(pk=finished.pk).update(state=Tournament.State.FINAL, revision=9)
    assert "végleges" in client.get("/").text


def test_a_ruleset_whose_file_is_gone_is_named_by_its_id(client: Client, cup: Tournament) -> None:
    Tournament.objects.update(ruleset_id="elveszett-2001")

    assert "elveszett-2001" in client.get("/").text
