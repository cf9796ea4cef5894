"""What a phone that asks again is told: 304, cheaply, for as long as nothing it depends on has changed."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from scoring import services
from scoring.models import Membership, Tournament
from tests.scoring.cups import OPERATOR, document, load, played, the_table
from tests.scoring.pages.addresses import addresses

pytestmark = pytest.mark.django_db


@pytest.fixture(params=addresses("kupa"))
def address(request: pytest.FixtureRequest, cup: Tournament) -> str:
    """Each public address of the cup."""
    return str(request.param)


def etag_of(client: Client, address: str) -> str:
    """The ETag of a page as the visitor sees it now."""
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.headers["ETag"]


def again(client: Client, address: str, etag: str) -> int:
    """The status of asking for the page that one has already."""
    return client.get(address, headers={"if-none-match": etag}).status_code


def test_the_second_request_is_304(client: Client, address: str) -> None:
    etag = etag_of(client, address)
    answer = client.get(address, headers={"if-none-match": etag})

    assert answer.status_code == 304
    assert answer.content == b""
    assert answer.headers["ETag"] == etag


def test_caches_are_told_what_it_depends_on(client: Client, address: str) -> None:
    etag = etag_of(client, address)
    for answer in (client.get(address), client.get(address, headers={"if-none-match": etag})):
        assert {"Cookie", "Accept-Language"} <= {part.strip() for part in answer.headers["Vary"].split(",")}
        assert answer.headers["Cache-Control"] == "no-cache"


def test_a_304_costs_one_query(client: Client, address: str) -> None:
    etag = etag_of(client, address)

    with CaptureQueriesContext(connection) as queries:
        assert again(client, address, etag) == 304

    assert len(queries) == 1


def test_head_has_the_same_etag(client: Client, address: str) -> None:
    answer = client.head(address)

    assert answer.status_code == 200
    assert answer.content == b""
    assert answer.headers["ETag"] == etag_of(client, address)


def test_a_switch_of_language_is_another_page(client: Client, address: str) -> None:
    etag = etag_of(client, address)
    client.post("/language/", {"language": "en"})

    assert again(client, address, etag) == 200


def test_another_browser_language_is_another_page(client: Client, address: str) -> None:
    etag = etag_of(client, address)

    assert client.get(address, headers={"if-none-match": etag, "accept-language": "en"}).status_code == 200


def test_a_login_is_another_page(client: Client, address: str) -> None:
    etag = etag_of(client, address)
    client.force_login(User.objects.create_user("somebody"))

    assert again(client, address, etag) == 200


def test_a_role_is_another_page(client: Client, cup: Tournament) -> None:
    user = User.objects.create_user("somebody")
    client.force_login(user)
    etag = etag_of(client, "/t/kupa/")
    Membership.objects.create(user=user, tournament=cup, role=Membership.Role.JUROR)

    assert again(client, "/t/kupa/", etag) == 200


def test_a_release_is_another_page(client: Client, address: str, settings: Settings) -> None:
    etag = etag_of(client, address)
    settings.RELEASE = "9.9.9"

    assert again(client, address, etag) == 200


def test_a_write_is_another_page(client: Client, address: str, cup: Tournament) -> None:
    etag = etag_of(client, address)
    services.record_deal(OPERATOR, the_table(cup, 2, 2), played(1, 7, 8, 55))

    assert again(client, address, etag) == 200


def test_a_new_cup_is_another_list(client: Client, cup: Tournament) -> None:
    etag = etag_of(client, "/")
    load(document(slug="uj"))

    assert again(client, "/", etag) == 200


def test_a_cup_that_is_loaded_anew_is_another_page(client: Client, cup: Tournament) -> None:
    etag = etag_of(client, "/t/kupa/")
    services.delete_tournament(OPERATOR, cup)
    load(document(slug="kupa"))
    Tournament.objects.update(revision=cup.revision)

    assert again(client, "/t/kupa/", etag) == 200


def test_a_list_of_etags_and_a_weak_one_match(client: Client, cup: Tournament) -> None:
    etag = etag_of(client, "/t/kupa/")

    assert again(client, "/t/kupa/", f'"old", W/{etag}') == 304


@pytest.mark.parametrize("value", ["", "nonsense", '"', 'W/"', "\0", '"' + "x" * 10_000 + '"'])
def test_a_strange_header_gets_the_page(client: Client, cup: Tournament, value: str) -> None:
    assert again(client, "/t/kupa/", value) == 200


def test_a_page_that_is_not_there_has_no_etag(client: Client, cup: Tournament) -> None:
    answer = client.get("/t/kupa/rounds/9/")

    assert answer.status_code == 404
    assert "ETag" not in answer.headers
