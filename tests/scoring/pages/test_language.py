"""The switch of language."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.models import Tournament

pytestmark = pytest.mark.django_db


def test_it_works(client: Client, cup: Tournament) -> None:
    answer = client.post("/language/", {"language": "en", "next": "/t/kupa/?q=ory"})

    assert answer.status_code == 302
    assert answer.headers["Location"] == "/t/kupa/?q=ory"
    assert '<html lang="en">' in client.get("/t/kupa/").text


def test_every_page_offers_the_other_language(client: Client, cup: Tournament) -> None:
    page = client.get("/t/kupa/?sort=player&q=%22%3E").text

    assert 'value="en" lang="en">English<' in page
    assert 'name="next" value="/t/kupa/?sort=player&amp;q=%22%3E"' in page
    assert "csrfmiddlewaretoken" not in page


def test_hungarian_comes_first(client: Client, cup: Tournament) -> None:
    assert '<html lang="hu">' in client.get("/").text


def test_the_browsers_language_is_heard(client: Client, cup: Tournament) -> None:
    assert '<html lang="en">' in client.get("/", headers={"accept-language": "en-GB,en;q=0.9"}).text


def test_no_token_is_needed(cup: Tournament) -> None:
    strict = Client(enforce_csrf_checks=True)

    assert strict.post("/language/", {"language": "en"}).status_code == 302


@pytest.mark.parametrize(
    "back", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "", "\0", "\r\nX: 1"]
)
def test_it_goes_nowhere_else(client: Client, back: str) -> None:
    answer = client.post("/language/", {"language": "en", "next": back})

    assert answer.status_code == 302
    assert answer.headers["Location"] == "/"


@pytest.mark.parametrize("language", ["de", "", "\0", "../../etc", "x" * 10_000])
def test_an_unknown_language_changes_nothing(client: Client, language: str) -> None:
    answer = client.post("/language/", {"language": language, "next": "/"})

    assert answer.status_code == 302
    assert "django_language" not in answer.cookies


def test_only_post_switches(client: Client) -> None:
    assert client.get("/language/").status_code == 405
