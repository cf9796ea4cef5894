"""Who gets to the desk of a cup, by which method."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scoring.models import AuditEntry, Tournament
from tests.scoring.organiser.addresses import ACTIONS, PAGES
from tests.scoring.organiser.conftest import organiser_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", PAGES)
def test_it_works(desk: Client, path: str) -> None:
    for language in ("hu", "en"):
        desk.cookies["django_language"] = language
        response = desk.get(f"/organise/kupa/{path}")
        assert response.status_code == 200
        assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("path", PAGES)
def test_anonymous_is_sent_to_log_in_and_comes_back(cup: Tournament, client: Client, path: str) -> None:
    for response in (client.get(f"/organise/kupa/{path}"), client.post(f"/organise/kupa/{path}")):
        assert response.status_code == 302
        assert response["Location"].endswith(f"?next={quote('/organise/kupa/' + path)}")


@pytest.mark.parametrize("path", ACTIONS)
def test_actions_take_post_only(desk: Client, client: Client, path: str) -> None:
    assert desk.get(f"/organise/kupa/{path}").status_code == 405
    response = Client().post(f"/organise/kupa/{path}")
    assert response.status_code == 302
    assert response["Location"].endswith("?next=/organise/kupa/")


@pytest.mark.parametrize("path", [*PAGES, *ACTIONS])
def test_others_are_kept_out(cup: Tournament, other: Tournament, client: Client, path: str) -> None:
    organiser_of(cup, "zsűri", role="juror")
    before = AuditEntry.objects.count()
    for name in ("másvalaki", "zsűri"):
        client.force_login(User.objects.get(username=name))
        assert client.post(f"/organise/kupa/{path}").status_code == 403
        if path in PAGES:
            assert client.get(f"/organise/kupa/{path}").status_code == 403
    assert AuditEntry.objects.count() == before


def test_an_unknown_cup_is_not_found_by_organisers_only(cup: Tournament, desk: Client) -> None:
    assert desk.get("/organise/nincs/").status_code == 404
    desk.force_login(User.objects.create_user("senki"))
    assert desk.get("/organise/nincs/").status_code == 403


def test_the_technician_gets_everywhere(cup: Tournament, client: Client) -> None:
    client.force_login(User.objects.create_superuser("admin"))
    assert client.get("/organise/kupa/").status_code == 200
    assert "Őszi kupa" in client.get("/organise/").content.decode()


def test_an_account_that_was_closed(cup: Tournament, desk: Client) -> None:
    User.objects.update(is_active=False)
    assert desk.get("/organise/kupa/").status_code == 302


def test_a_token_is_needed(cup: Tournament) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(organiser_of(cup))
    assert strict.post("/organise/kupa/settings/draft/").status_code == 403
    cup.refresh_from_db()
    assert cup.state == "published"


@pytest.mark.parametrize(
    "path", ["rounds/7/", "rounds/7/close/", "rounds/7/seating/", "rounds/1/tables/9/", "rounds/1/tables/9/paper/"]
)
def test_what_is_not_there(desk: Client, path: str) -> None:
    assert desk.get(f"/organise/kupa/{path}").status_code == 404
