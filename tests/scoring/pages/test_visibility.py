"""Who sees what: drafts, unknown addresses, methods."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scoring import services
from scoring.http import Visitor
from scoring.models import Membership, Tournament
from tests.scoring.cups import OPERATOR, document, full_table, load
from tests.scoring.pages.addresses import OF_CUP, addresses

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(db: None) -> Tournament:
    """A cup that has not been published."""
    tables = [full_table(1, [1, 2, 3, 4]), full_table(2, [5, 6, 7, 8])]
    cup = document(*tables, players=8, slug="titok", closed=True)
    cup["rounds"].append({"number": 2, "closed": False, "tables": [full_table(1, [1, 3, 5, 7], round_number=2)]})
    return load(cup, publish=False)


def logged_in(client: Client, cup: Tournament, role: str = "", superuser: bool = False) -> Client:
    """A visitor with an account, and perhaps a role in the cup."""
    user = User.objects.create_user("valaki", is_superuser=superuser)
    if role:
        Membership.objects.create(user=user, tournament=cup, role=role)
    client.force_login(user)
    return client


@pytest.mark.parametrize("path", OF_CUP)
def test_a_draft_is_not_there_for_the_public(client: Client, draft: Tournament, path: str) -> None:
    assert client.get(f"/t/titok/{path}").status_code == 404
    assert client.get(f"/t/titok/{path}", headers={"if-none-match": "*"}).status_code == 404


@pytest.mark.parametrize("path", OF_CUP)
def test_its_organiser_sees_it(client: Client, draft: Tournament, path: str) -> None:
    organiser = logged_in(client, draft, Membership.Role.ORGANISER)

    assert organiser.get(f"/t/titok/{path}").status_code == 200


def test_it_says_that_it_is_a_draft(client: Client, draft: Tournament) -> None:
    page = logged_in(client, draft, Membership.Role.ORGANISER).get("/t/titok/").text

    assert "Ezt a kupát csak a rendezők látják" in page


def test_a_superuser_sees_it(client: Client, draft: Tournament) -> None:
    assert logged_in(client, draft, superuser=True).get("/t/titok/").status_code == 200


def test_another_cups_organiser_does_not(client: Client, draft: Tournament, cup: Tournament) -> None:
    assert logged_in(client, cup, Membership.Role.ORGANISER).get("/t/titok/").status_code == 404


def test_a_juror_and_an_account_without_a_role_do_not(client: Client, draft: Tournament) -> None:
    assert logged_in(client, draft, Membership.Role.JUROR).get("/t/titok/").status_code == 404
    Membership.objects.all().delete()
    assert client.get("/t/titok/").status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
@pytest.mark.parametrize("address", addresses("kupa"))
def test_nothing_but_reading(client: Client, cup: Tournament, method: str, address: str) -> None:
    assert getattr(client, method)(address).status_code == 405


@pytest.mark.parametrize("slug", ["nincs", "KUPA", "x" * 3000, "k%C5%91", "kupa'--"])
def test_an_unknown_cup_is_not_found_in_both_languages(client: Client, cup: Tournament, slug: str) -> None:
    answer = client.get(f"/t/{slug}/")

    assert answer.status_code == 404
    assert "Nincs ilyen oldal" in answer.text
    assert "No such page" in answer.text


@pytest.mark.parametrize("address", addresses("kupa"))
@pytest.mark.parametrize("query", ["page=%FF", "x=" + "y" * 20_000, "&&&==", "sort=%27%22%3E%3Csvg"])
def test_no_query_string_breaks_a_page(client: Client, cup: Tournament, address: str, query: str) -> None:
    assert client.get(f"{address}?{query}").status_code == 200


@pytest.mark.parametrize("address", ["/t/kupa%00/", "/t/kupa/?a=%00", "/t/kupa/?%00=1"])
def test_an_address_with_a_nul_is_refused(client: Client, cup: Tournament, address: str) -> None:
    assert client.get(address).status_code == 400


@pytest.mark.parametrize("language", ["hu", "en"])
@pytest.mark.parametrize("address", addresses("kupa"))
def test_every_page_answers_in_both_languages(client: Client, cup: Tournament, address: str, language: str) -> None:
    client.cookies["django_language"] = language
    answer = client.get(address)

    assert answer.status_code == 200
    if answer.headers["Content-Type"].startswith("text/html"):
        assert f'<html lang="{language}">' in answer.text
        assert "<title>" in answer.text and '<meta name="description"' in answer.text
        assert "style=" not in answer.text and "<style" not in answer.text
        assert answer.text.count("<script") == len(
            re.findall(r'<script src="/static/[^"]+" defer></script>', answer.text)
        )


def test_a_cup_deleted_meanwhile_is_not_found(client: Client, cup: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    def visitor(*_asked: Any) -> Visitor:
        services.delete_tournament(OPERATOR, cup)
        return Visitor()

    monkeypatch.setattr("scoring.http.visitor_of", visitor)

    assert client.get("/t/kupa/").status_code == 404
