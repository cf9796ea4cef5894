"""A table's link is a secret and a right: it is told to nobody who should not have it, and is good for what it is good
for. See also test_permissions.py, which tries every address with every kind of bad link."""

from __future__ import annotations

import json
import logging
import re
import zipfile
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scoring.exports.document import dump
from scoring.models import RetiredToken, Table, Tournament
from scoring.queries import spoken
from scoring.services import close_round, renew_link, reopen_round
from scoring.views.table.access import WRONG_LINKS
from tarokkkupa.logs import JsonLines, redact
from tests.scoring.cups import OPERATOR, document, load, played, table, the_round, the_table
from tests.scoring.table.calling import Phone, codes
from tests.scoring.url_table import addresses, everything

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Tournament:
    cup = load(document(table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8]), players=8))
    renew_link(OPERATOR, the_table(cup, 2))
    return cup


def secrets_of(cup: Tournament) -> list[str]:
    """Tokens and codes of all its tables, those that were renewed too."""
    tables = Table.objects.filter(round__tournament=cup)
    retired = RetiredToken.objects.filter(table__in=tables)
    found = [secret for each in tables for secret in (each.token, each.code, spoken(each.code))]
    return found + [each.token for each in retired]


def said(number: int, by: int = 1) -> dict[str, Any]:
    return {**played(number, 1, 2), "entered_by": by}


# --- Who is told ------------------------------------------------------------------------------------------------------


@pytest.fixture
def log() -> Any:
    """What the product writes to its log, line by line."""
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.removeHandler(handler)
    root.setLevel(level)


def test_no_log_line_has_a_link(cup: Tournament, log: StringIO) -> None:
    phone, renewed = Phone(the_table(cup)), Phone(the_table(cup, 2))
    renewed.link = f"/table/{RetiredToken.objects.get().token}"
    deal = phone.enter(said(1)).json()
    answers = [
        phone.enter(said(1)),
        phone.enter(b"{"),
        phone.enter(said(2), ""),
        phone.correct(deal["id"], said(1)),
        phone.correct(deal["id"], said(1), 7),
        phone.client.delete(f"{phone.link}/deals"),
        phone.client.get(f"{phone.link}/deals/"),
        phone.client.get(f"{phone.link}/nothing"),
        phone.client.get(f"{phone.link}/deals?x=%00"),
        phone.client.get(f"{phone.link}x/deals"),
        phone.client.post("/table/", {"code": the_table(cup).code + "X"}),
        phone.client.get("/table/", {"code": the_table(cup).code}),
        phone.enter(b" " * 5 * 1024 * 1024),
        renewed.deals(),
        renewed.client.get(f"{renewed.link}/"),
    ]
    assert len({each.status_code for each in answers}) >= 8
    lines = log.getvalue()
    assert lines.count("/table/…") >= 10
    assert [secret for secret in secrets_of(cup) if secret in lines] == []


def test_a_fault_tells_no_link(cup: Tournament, log: StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError(f"/table/{the_table(cup).token}/ is broken")

    monkeypatch.setattr("scoring.views.table.api.deals_of", broken)
    response = Phone(the_table(cup), raise_request_exception=False).deals()
    assert response.status_code == 500
    assert "RuntimeError: /table/…" in log.getvalue()
    assert [secret for secret in secrets_of(cup) if secret in log.getvalue() + response.content.decode()] == []


def test_the_server_s_own_line_is_redacted_too(cup: Tournament) -> None:
    token = the_table(cup).token
    for path in (
        f"/table/{token}",
        f"/table/{token}/deals",
        f"/table/?code={the_table(cup).code}",
        f"//table/{token}/",
    ):
        assert not {token, the_table(cup).code} & set(re.split(r"[/?= ]", redact(f"10.0.0.7 GET {path} 200")))
    # The development server has a logger of its own, which goes the same way.
    assert logging.getLogger("django.server").handlers == []
    assert logging.getLogger("django.server").propagate


def test_no_page_of_others_has_a_link(cup: Tournament, client: Client) -> None:
    Phone(the_table(cup)).enter(said(1))
    values = {"slug": cup.slug, "round": 1, "table": 1, "player": 1}
    visitor, organiser = Client(), Client()
    organiser.force_login(User.objects.create_superuser("fo"))
    read = 0
    for address in addresses():
        public = address.name.startswith("public:") and {address.kind_of(each) for each in address.arguments} <= {
            *values
        }
        for who in [visitor, organiser] if public else []:
            for language in ("hu", "en"):
                response = who.get(address.path(values), headers={"accept-language": language})
                told = text_inside(response)
                assert [secret for secret in secrets_of(cup) if secret in told] == [], address.name
                read += response.status_code == 200
    assert read > 50
    audit = organiser.get(f"/organise/{cup.slug}/audit/")
    assert audit.status_code == 200
    assert [secret for secret in secrets_of(cup) if secret in audit.content.decode()] == []
    assert "renew_link" in str(list(cup.audit_entries.values_list("action", flat=True)))
    assert [secret for secret in secrets_of(cup) if secret in json.dumps(dump(cup))] == []
    assert [secret for secret in secrets_of(cup) if secret in str(list(cup.audit_entries.values()))] == []


def text_inside(response: Any) -> str:
    """All that can be read in an answer, a packed file's parts unpacked."""
    content = b"".join(response.streaming_content) if response.streaming else response.content
    if content[:2] == b"PK":
        with zipfile.ZipFile(BytesIO(content)) as book:
            return "".join(book.read(name).decode("utf-8", "replace") for name in book.namelist())
    if content[:5] == b"%PDF-":
        from pypdf import PdfReader

        return "".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)
    return str(content.decode("utf-8", "replace"))


def test_no_other_site_learns_the_address(cup: Tournament) -> None:
    client, token = Client(), the_table(cup).token
    for path in (
        f"/table/{token}/",
        f"/table/{token}/deals",
        f"/table/{token}/preview",
        "/table/",
        f"/table/{token}x/deals",
    ):
        response = client.get(path)
        assert response["Referrer-Policy"] in ("no-referrer", "same-origin"), path
        if token in path and response.status_code != 404:
            assert response["Referrer-Policy"] == "no-referrer", path
            assert "no-store" in response["Cache-Control"], path


# --- What it is good for ----------------------------------------------------------------------------------------------


def test_a_thousand_wrong_links_do_not_stop_a_good_one(cup: Tournament) -> None:
    phone, stranger = Phone(the_table(cup)), Client()
    before = everything()
    found = [stranger.get(f"/table/{n:032d}/deals").status_code for n in range(1000)]
    assert found == [404] * WRONG_LINKS + [429] * (1000 - WRONG_LINKS)
    assert everything() == before
    refused = stranger.get(f"/table/{'x' * 32}/deals", headers={"accept-language": "en"})
    assert (refused.status_code, codes(refused)) == (429, [("too-many-wrong-links", "")])
    assert refused["Retry-After"] == "60"
    page = stranger.get(f"/table/{'x' * 32}/")
    assert (page.status_code, page["Retry-After"], page["Referrer-Policy"]) == (429, "60", "no-referrer")
    assert "Kis türelmet" in page.content.decode() and "A little patience" in page.content.decode()
    # The same address, a right link: as if nothing had been.
    assert stranger.get(f"{phone.link}/").status_code == 200
    assert phone.enter(said(1)).status_code == 201
    assert phone.deals().status_code == 200


def test_strangers_elsewhere_are_not_told_to_wait(cup: Tournament) -> None:
    for n in range(WRONG_LINKS + 1):
        Client().get(f"/table/{n:032d}/deals")
    assert Client(REMOTE_ADDR="10.1.2.3").get("/table/x/deals").status_code == 404


def test_a_link_lives_again_with_its_round(cup: Tournament) -> None:
    phone = Phone(the_table(cup))
    close_round(OPERATOR, the_round(cup), "próba")
    assert phone.deals().status_code == 410
    reopen_round(OPERATOR, the_round(cup))
    assert phone.enter(said(1)).status_code == 201


@pytest.mark.parametrize(
    "token", ["", " ", "x", "ő" * 32, "A" * 10_000, "..", "%2e%2e", "a b", "' or 1=1 --", "%F0%28"]
)
def test_texts_that_are_no_link(cup: Tournament, token: str) -> None:
    before = everything()
    for path in (f"/table/{token}/deals", f"/table/{token}/preview"):
        for ask in (Client().get, Client().post, Client().put):
            assert ask(path).status_code in (404, 405)
    assert everything() == before
