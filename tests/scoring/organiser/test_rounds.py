"""Rounds are started, closed, opened again, removed."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from scoring.models import AuditEntry, Round, Tournament
from scoring.services import clear_paper, close_round, enter_paper
from tests.scoring.cups import OPERATOR, the_round, the_table
from tests.scoring.organiser.conftest import sentence

pytestmark = pytest.mark.django_db

ROUND = "/organise/kupa/rounds/1/"


def test_it_works(desk: Client) -> None:
    page = sentence(desk.get(ROUND))
    assert "kész asztal: 0 / 2" in page
    assert "/organise/kupa/rounds/1/tables/2/" in page


def test_adding_up_to_the_plan(desk: Client, cup: Tournament) -> None:
    response = desk.post("/organise/kupa/rounds/add/", follow=True)
    assert response.redirect_chain == [("/organise/kupa/rounds/2/draw/", 302)]
    assert "9 játékost sorsolunk: 1 négyes asztal és 1 ötös asztal." in sentence(response)
    response = desk.post("/organise/kupa/rounds/add/", follow=True)
    assert "notice is-minus" in sentence(response)
    assert cup.rounds.count() == 2


def test_closing_says_what_is_missing_and_needs_the_reason(desk: Client, cup: Tournament) -> None:
    page = sentence(desk.get(f"{ROUND}close/"))
    assert "1. asztal: 2 / 16 leosztás." in page
    assert "2. asztal: még semmi sincs beírva." in page
    response = desk.post(f"{ROUND}close/", {"reason": "  "})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["reason"]
    assert not the_round(cup).is_closed
    response = desk.post(f"{ROUND}close/", {"reason": "bezárt\r\na vendéglő"}, follow=True)
    assert "Az 1. forduló lezárult." in sentence(response)
    assert the_round(cup).is_closed
    entry = AuditEntry.objects.first()
    assert entry is not None
    assert entry.details["reason"] == "bezárt a vendéglő"


def test_a_complete_round_needs_no_reason(desk: Client, cup: Tournament) -> None:
    enter_paper(OPERATOR, the_table(cup, 1), "remainder", dict.fromkeys(range(1, 5), 0))
    enter_paper(OPERATOR, the_table(cup, 2), "totals", dict.fromkeys(range(5, 10), 0))
    assert "reason" not in desk.get(f"{ROUND}close/").context["form"].fields
    desk.post(f"{ROUND}close/")
    assert the_round(cup).is_closed


def test_a_table_that_became_incomplete_meanwhile(desk: Client, cup: Tournament) -> None:
    """The form without a field for a reason was open; the next form has the field."""
    enter_paper(OPERATOR, the_table(cup, 1), "remainder", dict.fromkeys(range(1, 5), 0))
    enter_paper(OPERATOR, the_table(cup, 2), "totals", dict.fromkeys(range(5, 10), 0))
    desk.get(f"{ROUND}close/")
    clear_paper(OPERATOR, the_table(cup, 2))
    response = desk.post(f"{ROUND}close/")
    assert response.status_code == 422
    assert "reason" in response.context["form"].fields


def test_closed_meanwhile(desk: Client, cup: Tournament) -> None:
    close_round(OPERATOR, the_round(cup), "elég")
    response = desk.post(f"{ROUND}close/", {"reason": "elég"})
    assert response.status_code == 422
    assert "lezár" in sentence(response)


def test_reopening_needs_the_reason(desk: Client, cup: Tournament) -> None:
    response = desk.post(f"{ROUND}reopen/", {"reason": "elírás"})
    assert response.status_code == 422
    close_round(OPERATOR, the_round(cup), "elég")
    assert desk.post(f"{ROUND}reopen/", {"reason": ""}).status_code == 422
    desk.post(f"{ROUND}reopen/", {"reason": "elírás"})
    assert not the_round(cup).is_closed
    assert "elírás" in sentence(desk.get("/organise/kupa/audit/"))


def test_removing(desk: Client, cup: Tournament) -> None:
    response = desk.post(f"{ROUND}remove/")
    assert response.status_code == 422
    assert "már rögzítettek eredményt" in sentence(response)
    desk.post("/organise/kupa/rounds/add/")
    response = desk.post(f"{ROUND}remove/")
    assert "Csak az utolsó forduló törölhető." in sentence(response)
    desk.post("/organise/kupa/rounds/2/seating/everybody/", {"fill": "order"})
    desk.post("/organise/kupa/rounds/2/remove/")
    assert list(Round.objects.values_list("number", flat=True)) == [1]


def test_a_round_with_paper_stays(desk: Client, cup: Tournament) -> None:
    desk.post("/organise/kupa/rounds/add/")
    desk.post("/organise/kupa/rounds/2/seating/everybody/", {"fill": "order"})
    enter_paper(OPERATOR, the_table(cup, 1, 2), "totals", dict.fromkeys(range(1, 5), 0))
    assert desk.post("/organise/kupa/rounds/2/remove/").status_code == 422
    assert desk.get("/organise/kupa/rounds/2/remove/").status_code == 200


def test_the_focus_is_at_the_reason(desk: Client, cup: Tournament) -> None:
    close_round(OPERATOR, the_round(cup), "elég")
    page = desk.get(f"{ROUND}reopen/").content.decode()
    assert page.count("autofocus") == 1
    assert re.search(r'<textarea[^>]* name="reason"[^>]* autofocus', page)
    page = desk.post(f"{ROUND}reopen/", {"reason": ""}).content.decode()
    assert page.count("autofocus") == 1
    assert 'id="form-errors" role="alert" tabindex="-1" autofocus' in page
