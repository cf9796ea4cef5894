"""What the organiser sees of cases before the jury: on the overview, the round, the table, and on closing."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.desk import overview, round_glance, steps
from scoring.models import AuditEntry, Case, Tournament
from scoring.services import Verdict, open_case, rule_orally
from tests.scoring.cups import OPERATOR, points_of, the_deal, the_round, the_table
from tests.scoring.table.paging import text_of
from tests.scoring.test_jury import jury

pytestmark = pytest.mark.django_db

DESK, ROUND = "/organise/kupa/", "/organise/kupa/rounds/1/"
TABLE = f"{ROUND}tables/1/"


@pytest.fixture
def case(cup: Tournament, desk: Client) -> Case:
    """The first deal of table 1 before the jury."""
    desk.cookies["django_language"] = "en"
    place: dict[str, Any] = {"table": the_table(cup), "deal": the_deal(cup, 1), "offender": 3}
    found = open_case(OPERATOR, cup, rule="9.2", sanction="renonsz", askers=(1, 2), **place)
    return Case.objects.select_related("table__round").get(pk=found.pk)


def test_every_page_says_where_the_jury_has_to_go(desk: Client, cup: Tournament, case: Case) -> None:
    for address in (DESK, ROUND):
        page = desk.get(address)
        assert "jury to table 1" in text_of(page)
        assert "before the jury: case 1" in text_of(page)
        assert 'href="/jury/kupa/"' in page.content.decode()
    page = desk.get(TABLE)
    assert "Case 1 is before the jury. Deal 1 counts for nothing until it is decided." in text_of(page)
    assert 'href="/jury/kupa/1/"' in page.content.decode()
    assert "before the jury: does not count yet" in text_of(page)
    assert "total:" in text_of(page)
    assert not round_glance(cup, 1).tables[0].ready


def test_closing_lists_it_and_asks_why(desk: Client, cup: Tournament, case: Case) -> None:
    page = text_of(desk.get(f"{ROUND}close/"))
    assert "Table 1: 2 of 16 deals; before the jury: case 1." in page
    assert "Why it is closed all the same" in page
    assert desk.post(f"{ROUND}close/", {"reason": ""}).status_code in (409, 422)
    assert not the_round(cup).is_closed
    desk.post(f"{ROUND}close/", {"reason": "este van"})
    assert the_round(cup).is_closed
    assert AuditEntry.objects.filter(action="close_round").get().details["before_jury"] == [1]
    step = next(each for each in steps(overview(cup)) if each.text == "Round 1")
    assert (step.detail, step.address) == (
        "Closed, but provisional: before the jury is a case of table 1.",
        "/jury/kupa/",
    )
    assert "A case of a closed round is still before the jury" in text_of(desk.get(f"{DESK}standings/"))


def test_a_ruled_deal_says_that_the_ruling_stands(desk: Client, cup: Tournament, case: Case) -> None:
    assert "This deal is before the jury" in text_of(desk.get(f"{TABLE}deals/1/"))
    rule_orally(OPERATOR, case, [each.pk for each in jury(cup, None, None, None)], Verdict("renonsz", 12, "így volt"))
    assert "jury: renonsz, Kupa 9.2" in text_of(desk.get(TABLE))
    page = text_of(desk.get(f"{TABLE}deals/1/"))
    assert "jury: renonsz, Kupa 9.2 – case 1. What was decided stands on the corrected facts." in page
    assert "What was decided" not in text_of(desk.get(f"{TABLE}deals/2/"))
    assert points_of(the_deal(cup, 1)) == {1: 12, 2: 12, 3: -36, 4: 12}
