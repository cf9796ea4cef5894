"""A table at the desk, and its paper sheet."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from scoring.models import Tournament
from scoring.services import close_round, enter_paper, record_deal
from tests.scoring.cups import OPERATOR, played, the_round, the_table
from tests.scoring.organiser.conftest import sentence

pytestmark = pytest.mark.django_db

TABLE = "/organise/kupa/rounds/1/tables/1/"
FIVE = "/organise/kupa/rounds/1/tables/2/"


def points(*values: object, first: int = 5) -> dict[str, str]:
    """The form of a paper sheet."""
    kind = "totals" if first == 5 else "remainder"
    return {"kind": kind} | {f"points_{player}": str(value) for player, value in enumerate(values, first)}


def test_it_works(desk: Client) -> None:
    page = sentence(desk.get(TABLE))
    assert "2 / 16 leosztás" in page
    for path in ("deals/new/", "deals/2/", "deals/1/revisions/", "paper/", "seating/"):
        assert f'href="{TABLE}{path}"' in page


def test_totals_from_paper(desk: Client, cup: Tournament) -> None:
    response = desk.post(f"{FIVE}paper/", points(20, "−4", "-6", "+0", -10), follow=True)
    assert "A papírról vett pontok beírva." in sentence(response)
    assert [seat.paper_points for seat in the_table(cup, 2).seated()] == [20, -4, -6, 0, -10]
    # They can be put right, and taken back.
    desk.post(f"{FIVE}paper/", points(0, 0, 0, 0, 0))
    assert [seat.paper_points for seat in the_table(cup, 2).seated()] == [0] * 5
    desk.post(f"{FIVE}paper/clear/")
    assert the_table(cup, 2).paper == ""


def test_a_remainder_beside_deals(desk: Client, cup: Tournament) -> None:
    assert "maradék" in sentence(desk.get(f"{TABLE}paper/"))
    desk.post(f"{TABLE}paper/", points(3, -3, 1, -1, first=1))
    assert the_table(cup).paper == "remainder"
    assert "deals/new/" not in sentence(desk.get(TABLE))


@pytest.mark.parametrize("value", ["", "1.5", "1,5", "sok", "1e3", "9" * 400, "1000001", "\x00"])
def test_bad_numbers_stand_at_their_field(desk: Client, cup: Tournament, value: str) -> None:
    response = desk.post(f"{FIVE}paper/", points(value, 0, 0, 0, 0))
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["points_5"]
    assert the_table(cup, 2).paper == ""


def test_a_sum_that_is_not_zero(desk: Client, cup: Tournament) -> None:
    response = desk.post(f"{FIVE}paper/", points(1, 2, 3, 4, 5))
    assert response.status_code == 422
    assert "15" in response.context["form"].non_field_errors()[0]
    page = response.content.decode()
    assert 'value="4"' in page
    # No number is the wrong one: each is marked, and the sentence has the focus.
    assert page.count('aria-invalid="true" aria-describedby="form-errors"') == 5
    assert page.count("autofocus") == 1 and 'id="form-errors" role="alert" tabindex="-1" autofocus' in page
    assert the_table(cup, 2).paper == ""


def test_a_fresh_form_begins_at_the_first_seat(desk: Client) -> None:
    page = desk.get(f"{FIVE}paper/").content.decode()
    assert re.findall(r"<input[^>]*autofocus[^>]*>", page)[0].count('name="points_5"') == 1
    assert page.count("autofocus") == 1


def test_why_a_deal_scored_so(desk: Client, cup: Tournament) -> None:
    said = [{"figure": "trull", "by": 3, "made": False, "kontra": 1}]
    record_deal(OPERATOR, the_table(cup), played(3, 3, 1, 47, kontra=1, announcements=said))
    line = sentence(desk.get(TABLE)).partition('id="deal-3"')[2].partition("</ul>")[0]
    told = " ".join(re.sub(r"<[^>]+>", " ", line).split())
    assert "játék: kontra ×2 bika Tulétroá – Játékos 3 · kontra ×2 · bukott" in told


def test_a_complete_table_leads_on(desk: Client, cup: Tournament) -> None:
    enter_paper(OPERATOR, the_table(cup, 2), "totals", dict.fromkeys(range(5, 10), 0))
    # What is not complete comes next, from the first table on again; before that the table itself is what is done.
    assert f'<a class="button" href="{TABLE}">Következő: 1. asztal</a>' in sentence(desk.get(FIVE))
    assert "Következő: " not in sentence(desk.get(TABLE))
    enter_paper(OPERATOR, the_table(cup), "remainder", dict.fromkeys(range(1, 5), 0))
    for path in (TABLE, FIVE):
        page = sentence(desk.get(path))
        assert '<a class="button" href="/organise/kupa/rounds/1/close/">Forduló lezárása</a>' in page
        assert page.count('class="button"') == 1


def test_a_deal_came_in_meanwhile(desk: Client, cup: Tournament) -> None:
    """The page was that of the totals; by now they would stand beside a deal."""
    desk.get(f"{FIVE}paper/")
    record_deal(OPERATOR, the_table(cup, 2), played(1, 7, 8))
    response = desk.post(f"{FIVE}paper/", points(0, 0, 0, 0, 0))
    assert response.status_code == 422
    assert the_table(cup, 2).paper == ""


def test_a_closed_round(desk: Client, cup: Tournament) -> None:
    close_round(OPERATOR, the_round(cup), "elég")
    page = sentence(desk.get(TABLE))
    assert "deals/new/" not in page
    for path, data in (("paper/", points(0, 0, 0, 0, 0)), ("paper/clear/", {})):
        response = desk.post(f"{FIVE}{path}", data)
        assert response.status_code == 422
        assert "lezárult" in sentence(response)
