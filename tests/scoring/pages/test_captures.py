"""The capture log, the polgármesters, the bika list and the XXI list."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.models import Tournament
from tests.scoring.cups import document, load, played, table

pytestmark = pytest.mark.django_db

CATCH = {"figure": "xxi-catch", "by": 2, "catcher": 2, "victim": 3}


def test_it_works(client: Client, cup: Tournament) -> None:
    page = client.get("/t/kupa/captures/")

    assert page.status_code == 200
    assert page.templates[0].name == "public/captures.html"
    assert 'href="/t/kupa/rounds/1/tables/1/#deal-4"' in page.text
    assert "1 / 1 / 3" in page.text
    assert "csendben" in page.text


def test_the_polgarmester_and_the_bika_are_named(client: Client, cup: Tournament) -> None:
    page = client.get("/t/kupa/captures/").text

    assert "Polgármester" in page
    assert page.count("Nagy Ádám") == 2
    assert "1 / 1 / 2" in page
    assert "egyedül" in page


def test_an_announced_catch_with_kontra(client: Client) -> None:
    load(document(table(1, [1, 2, 3, 4], [played(1, 2, 4, announcements=[CATCH | {"made": True, "kontra": 1}])])))

    assert "bemondva, kontra ×2" in client.get("/t/probakupa/captures/").text


def test_a_catch_without_names_is_listed(client: Client) -> None:
    load(document(table(1, [1, 2, 3, 4], [played(1, 2, 4, silent=[{"figure": "xxi-catch", "by": 2}])])))

    assert client.get("/t/probakupa/captures/").text.count("nincs feljegyezve") == 2


def test_itvb_has_its_xxi_list(client: Client) -> None:
    load(document(table(1, [1, 2, 3, 4], [played(1, 2, 4, silent=[CATCH])]), ruleset="itvb-2019"))

    page = client.get("/t/probakupa/captures/").text

    assert "XXI-es lista" in page
    assert '<data class="points" value="10">+10</data>' in page
    assert '<data class="points is-minus" value="-10">−10</data>' in page


def test_other_rulesets_have_none(client: Client, cup: Tournament) -> None:
    assert "XXI-es lista" not in client.get("/t/kupa/captures/").text


def test_empty_lists_say_so(client: Client) -> None:
    load(document(slug="kupa", ruleset="itvb-2019"))

    page = client.get("/t/kupa/captures/").text

    assert "Még senki sem fogott XXI-est." in page
    assert "Még senki sem lett bika." in page
    assert "Még senkinek sincs rajta pontja." in page
