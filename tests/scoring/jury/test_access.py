"""Who gets into the room of a cup."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scoring.models import AuditEntry
from tests.scoring.jury.conftest import Court, browser_of, member, new_cup, text_of

pytestmark = pytest.mark.django_db

PAGES = [
    "",
    "new/",
    "new/?table=1/1",
    "new/?table=none",
    "1/",
    "1/facts/",
    "1/oral/",
    "1/withdraw/",
    "1/reopen/",
    "1/ruling.pdf",
]


@pytest.mark.parametrize("path", PAGES)
def test_it_works_for_jurors_and_organisers(court: Court, path: str) -> None:
    for client in (court.jurors[0], court.organiser):
        for language in ("hu", "en"):
            client.cookies["django_language"] = language
            response = client.get(f"/jury/kupa/{path}")
            assert response.status_code == 200
            assert "no-store" in response["Cache-Control"]
            assert "ETag" not in response
            assert client.head(f"/jury/kupa/{path}").status_code == 200


@pytest.mark.parametrize("path", [*PAGES, ""])
def test_others_are_kept_out(court: Court, path: str) -> None:
    elsewhere = new_cup("masik")
    others = [browser_of(User.objects.create_user("senki")), browser_of(member(elsewhere, "idegen").user)]
    others.append(browser_of(member(elsewhere, "másvalaki", "organiser").user))
    before = AuditEntry.objects.count()
    for client in others:
        for answer in (client.get(f"/jury/kupa/{path}"), client.post(f"/jury/kupa/{path}", {"reason": "x"})):
            assert answer.status_code == 403
    for answer in (Client().get(f"/jury/kupa/{path}"), Client().post(f"/jury/kupa/{path}")):
        assert answer.status_code == 302
        assert answer["Location"].startswith("/login/?next=/jury/kupa/")
    assert AuditEntry.objects.count() == before


def test_an_unknown_cup(court: Court) -> None:
    assert court.jurors[0].get("/jury/nincs/").status_code == 404
    assert court.organiser.get("/jury/nincs/").status_code == 404
    assert browser_of(User.objects.create_user("senki")).get("/jury/nincs/").status_code == 403
    assert Client().get("/jury/nincs/").status_code == 302


@pytest.mark.parametrize("path", ["2/", "0/", "01/", "2/facts/", "2/oral/", "99999999999/", "x/"])
def test_what_is_not_there(court: Court, path: str) -> None:
    for answer in (court.jurors[0].get(f"/jury/kupa/{path}"), court.jurors[0].post(f"/jury/kupa/{path}")):
        assert answer.status_code == 404


@pytest.mark.parametrize("method", ["put", "patch", "delete", "options"])
def test_other_methods(court: Court, method: str) -> None:
    for path in PAGES:
        assert getattr(court.jurors[0], method)(f"/jury/kupa/{path}").status_code == 405


def test_a_token_is_needed(court: Court) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(court.members[0].user)
    assert strict.post(court.path, {"kind": "renonsz", "reason": "x"}).status_code == 403


def test_jurors_land_in_their_room(court: Court) -> None:
    text = text_of(court.jurors[0].get("/organise/"))
    assert 'href="/jury/kupa/"' in text
    assert 'href="/organise/kupa/"' not in text
    text = text_of(court.jurors[0].get("/jury/"))
    assert 'href="/jury/kupa/"' in text and "1 ügy van a zsűri előtt" in text
    assert 'href="/jury/kupa/"' not in text_of(court.organiser.get("/jury/"))
    # From the desk, with a mark while a case is open.
    assert 'href="/jury/kupa/">Zsűri <span class="dot"' in text_of(court.organiser.get("/organise/kupa/"))
    assert Client().get("/jury/")["Location"] == "/login/?next=/jury/"


def test_the_technician_gets_in_but_does_not_rule(court: Court) -> None:
    client = browser_of(User.objects.create_superuser("műszaki"))
    assert client.get(court.path).status_code == 200
    assert client.post(court.path, {"kind": "renonsz", "reason": "x"}).status_code == 403
