"""A page costs as many SQL queries for a large cup as for a small one, and never more than twelve."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.bench.cups import cup
from tests.scoring.cups import load
from tests.scoring.pages.addresses import OF_CUP

pytestmark = pytest.mark.django_db

MOST = 12


def queries_of(client: Client, address: str) -> int:
    """How many SQL queries the page takes."""
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


@pytest.mark.parametrize("ruleset", ["kupa-2005", "magas-2018", "itvb-2019"])
def test_counts_do_not_grow(client: Client, ruleset: str) -> None:
    load(cup(8, ruleset=ruleset, rounds=2, slug="kicsi"))
    load(cup(45, ruleset=ruleset, rounds=4, slug="nagy"))

    for path in OF_CUP:
        small, large = (queries_of(client, f"/t/{slug}/{path}") for slug in ("kicsi", "nagy"))
        assert small == large <= MOST, path


def test_the_list_takes_three_queries(client: Client) -> None:
    """The revisions of all, the cups, the series."""
    load(cup(8, rounds=2, slug="elso"))
    assert queries_of(client, "/") == 3

    load(cup(8, rounds=2, slug="masodik"))
    load(cup(9, rounds=3, slug="harmadik"))
    assert queries_of(client, "/") == 3
