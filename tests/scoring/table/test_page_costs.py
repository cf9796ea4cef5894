"""What the table's pages cost: SQL queries, the same at any size of the cup, and bytes; and the way in by a code."""

from __future__ import annotations

import gzip

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.models import Deal, Tournament
from scoring.queries import spoken
from scoring.services import close_round
from tests.scoring.cups import OPERATOR, document, full_table, load, played, table, the_round, the_table
from tests.scoring.table.paging import link_of, text_of, typed

pytestmark = pytest.mark.django_db

PAGE, PREVIEW, SAVE = 5, 6, 15


def queries_of(client: Client, address: str, sent: dict[str, str] | None = None, **more: object) -> tuple[int, int]:
    """The status of the answer, and the queries without those that only begin and end a transaction."""
    with CaptureQueriesContext(connection) as queries:
        response = client.get(address) if sent is None else client.post(address, sent, **more)  # type: ignore[arg-type]
    asked = [query["sql"] for query in queries if "SAVEPOINT" not in query["sql"]]
    return response.status_code, len(asked)


def small() -> Tournament:
    return load(document(table(1, [1, 2, 3, 4], [played(1, 2, 4)]), slug="kicsi"))


def large() -> Tournament:
    sheet = full_table(1, [1, 2, 3, 4])
    sheet["deals"].pop()
    tables = [sheet, *(full_table(n, [4 * n - 3, 4 * n - 2, 4 * n - 1, 4 * n]) for n in range(2, 9))]
    return load(document(*tables, players=32, slug="nagy"))


def test_the_costs_do_not_grow(client: Client) -> None:
    counts = {}
    for cup, number in ((small(), 2), (large(), 16)):
        link = link_of(cup)
        # A capture costs a line of its log.
        catch = {"silent-0-figure": "xxi-catch", "silent-0-by": "2", "silent-0-catcher": "2", "silent-0-victim": "1"}
        new = typed(number, number) | catch
        correction = typed(1, 1, revision=1, declarer=1, partner=2, card_points=70, key="c-1")
        counts[cup.slug] = {
            "page": queries_of(client, link),
            "preview": queries_of(client, f"{link}preview/", new),
            "preview of a correction": queries_of(client, f"{link}preview/", correction),
            "correction form": queries_of(client, f"{link}deal/1/"),
            "refused": queries_of(client, link, new | {"card_points": "99"}),
            "save": queries_of(client, link, new),
            "again": queries_of(client, link, new),
        }
        assert Deal.objects.filter(table__round__tournament=cup, table__number=1).count() == number
    assert counts["kicsi"] | {"page": None} == counts["nagy"] | {"page": None}
    found = counts["nagy"]
    assert found["page"] == (200, PAGE - 1) or found["page"] == (200, PAGE)
    assert found["preview"][0] == found["preview of a correction"][0] == 200
    assert found["preview"][1] <= PREVIEW
    assert found["preview of a correction"][1] <= PREVIEW
    assert found["save"][0] == 303
    assert found["save"][1] <= SAVE
    assert found["again"] == (303, 2)
    assert found["refused"][0] == 422


@pytest.mark.parametrize("ruleset", ["kupa-2005", "magas-2018"])
def test_the_page_is_small(client: Client, ruleset: str) -> None:
    sheet = full_table(1, [1, 2, 3, 4], ruleset)
    sheet["deals"].pop()
    cup = load(document(sheet, ruleset=ruleset))
    page = client.get(link_of(cup)).content
    assert len(gzip.compress(page)) < 25_000


@pytest.fixture
def fresh_count() -> None:
    cache.clear()


@pytest.mark.usefixtures("fresh_count")
def test_a_code_leads_to_its_table(client: Client) -> None:
    client.cookies["django_language"] = "en"
    cup = small()
    code = the_table(cup).code
    for typed_code in (code, code.lower(), spoken(code), f" {code[:4]} {code[4:]} "):
        for answer in (client.post("/table/", {"code": typed_code}), client.get("/table/", {"code": typed_code})):
            assert (answer.status_code, answer["Location"]) == (302, link_of(cup))
    assert "Type your table’s code" in text_of(client.get("/table/"))
    wrong = client.post("/table/", {"code": "<b>QQQQ"})
    assert wrong.status_code == 422
    assert "No table has this code." in text_of(wrong)
    assert "<b>QQQQ" not in wrong.content.decode()
    assert client.post("/table/", {}).status_code == 422
    close_round(OPERATOR, the_round(cup), "próba")
    ended = client.post("/table/", {"code": code}, follow=True)
    assert ended.status_code == 410
    assert "Round 1 is closed." in text_of(ended)


@pytest.mark.usefixtures("fresh_count")
def test_who_tries_codes_is_told_to_wait_and_a_good_one_still_works(client: Client) -> None:
    client.cookies["django_language"] = "en"
    cup = small()
    statuses = [client.post("/table/", {"code": "22222222"}).status_code for _ in range(62)]
    assert statuses == [422] * 60 + [429] * 2
    assert "Wait a minute" in text_of(client.post("/table/", {"code": "22222222"}))
    assert client.post("/table/", {"code": the_table(cup).code}).status_code == 302


def test_the_way_in_is_linked(client: Client) -> None:
    assert 'href="/table/"' in client.get("/").content.decode()
