"""A page of the room costs as many SQL queries with many cases, jurors and deals as with few."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.services import open_case, record_deal
from tests.scoring.cups import OPERATOR, played, the_table
from tests.scoring.jury.conftest import Court, member, new_case

pytestmark = pytest.mark.django_db

MOST = 26
PAGES = ["", "new/", "new/?table=1/1", "new/?table=none", "1/", "1/facts/", "1/oral/", "1/withdraw/", "1/reopen/"]


def counts(court: Court) -> dict[str, int]:
    """How many queries each page takes."""
    found = {}
    for who, client in (("juror", court.jurors[0]), ("organiser", court.organiser)):
        for path in ["/jury/", *(f"/jury/kupa/{page}" for page in PAGES)]:
            with CaptureQueriesContext(connection) as queries:
                assert client.get(path).status_code == 200
            found[f"{path} as {who}"] = len(queries)
    return found


def test_counts_do_not_grow(court: Court) -> None:
    court.rule(1)
    small = counts(court)
    for number in range(4):
        member(court.cup, f"pót{number}", player=5 + number, substitute=True)
    for number in range(3, 9):
        record_deal(OPERATOR, the_table(court.cup), played(number, 1 + number % 4, None, 50))
    new_case(court.cup, position=2)
    new_case(court.cup, position=5)
    for player in (6, 7, 9, 10):
        open_case(OPERATOR, court.cup, rule="1.3", sanction="jury", offender=player)
    court.jurors[1].post("/jury/kupa/3/", {"kind": "no_offence", "reason": "x", "round": "1", "revision": "1"})
    large = counts(court)
    assert large == small
    assert max(large.values()) <= MOST, large
