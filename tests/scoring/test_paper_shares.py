"""Points from paper in a game where players share payments: thirds, exactly; elsewhere whole numbers only."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scoring import queries
from scoring.exports.document import dump
from scoring.models import AuditEntry, Membership, Tournament
from scoring.services import Refusal, close_round, enter_paper
from tests.scoring.cups import OPERATOR, document, load, table, the_round, the_table
from tests.scoring.organiser.conftest import sentence

pytestmark = pytest.mark.django_db

THIRD = Fraction(1, 3)
POINTS: dict[int, Any] = {1: 10, 2: -10 * THIRD, 3: -10 * THIRD, 4: -10 * THIRD}
PAPER = "/organise/kupa/rounds/1/tables/1/paper/"


def cup_of(ruleset: str = "taroky-xix", **more: Any) -> Tournament:
    return load(document(table(1, [1, 2, 3, 4], **more), slug="kupa", ruleset=ruleset))


def paper_of(cup: Tournament) -> list[Any]:
    return [seat.paper_points for seat in the_table(cup).seated()]


def test_thirds_are_kept_exactly() -> None:
    cup = cup_of()
    enter_paper(OPERATOR, the_table(cup), "totals", POINTS)
    assert paper_of(cup) == [10, -10 * THIRD, -10 * THIRD, -10 * THIRD]
    entry = AuditEntry.objects.filter(action="enter_paper").get()
    assert entry.details["points"] == {"1": 10, "2": "-10/3", "3": "-10/3", "4": "-10/3"}
    close_round(OPERATOR, the_round(cup))
    rows = queries.standings(cup).rows
    assert [(row.player.number, row.rank, row.table_points, row.tournament_points) for row in rows] == [
        (1, 1, 10, 10),
        (2, 2, -10 * THIRD, 6),
        (3, 2, -10 * THIRD, 6),
        (4, 2, -10 * THIRD, 6),
    ]
    written = dump(cup)
    assert written["rounds"][0]["tables"][0]["totals"] == {"1": 10, "2": "-10/3", "3": "-10/3", "4": "-10/3"}
    again = load(written, replace=True)
    assert dump(again)["rounds"] == written["rounds"]
    assert [row.table_points for row in queries.standings(again).rows] == [row.table_points for row in rows]


@pytest.mark.parametrize(
    ("points", "problem"),
    [
        ({**POINTS, 4: Fraction(-333, 100)}, ("points-not-exact", "totals.4")),
        ({**POINTS, 4: "-3.33"}, ("points-not-exact", "totals.4")),
        ({**POINTS, 4: "10/0"}, ("points-not-exact", "totals.4")),
        ({**POINTS, 4: -3.5}, ("bad-type", "totals.4")),
        ({**POINTS, 4: True}, ("bad-type", "totals.4")),
        ({**POINTS, 4: None}, ("bad-type", "totals.4")),
        ({**POINTS, 4: -4}, ("sum-not-zero", "totals")),
        ({**POINTS, 4: "-9999999"}, ("number-out-of-range", "totals.4")),
    ],
)
def test_what_is_refused(points: dict[int, Any], problem: tuple[str, str]) -> None:
    cup = cup_of()
    with pytest.raises(Refusal) as refused:
        enter_paper(OPERATOR, the_table(cup), "totals", points)
    assert [(each.code, each.field) for each in refused.value.problems] == [problem]
    assert paper_of(cup) == [None] * 4


def test_the_hungarian_games_have_no_shares() -> None:
    totals = {"1": 10, "2": "-10/3", "3": "-10/3", "4": "-10/3"}
    with pytest.raises(Refusal) as refused:
        cup_of("kupa-2005", totals=totals)
    assert [(each.code, each.field) for each in refused.value.problems] == [
        ("bad-type", f"rounds[0].tables[0].totals.{player}") for player in (2, 3, 4)
    ]
    assert paper_of(cup_of(totals=totals)) == [10, -10 * THIRD, -10 * THIRD, -10 * THIRD]


@pytest.fixture
def desk(client: Client) -> Client:
    user = User.objects.create_user("rendezo")
    Membership.objects.create(user=user, tournament=cup_of(), role=Membership.Role.ORGANISER)
    client.force_login(user)
    client.cookies["django_language"] = "hu"
    return client


def sent(*values: object) -> dict[str, str]:
    return {"kind": "totals"} | {f"points_{player}": str(value) for player, value in enumerate(values, 1)}


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (("10", "−3 1/3", "-10/3", "- 3 ⅓"), [10, -10 * THIRD, -10 * THIRD, -10 * THIRD]),
        (("+2,5", "2.5", "-5/2", "−2½"), [Fraction(5, 2), Fraction(5, 2), Fraction(-5, 2), Fraction(-5, 2)]),
        (("31/3", " 0 ", "-10 1 / 3", "0/3"), [31 * THIRD, 0, -31 * THIRD, 0]),
    ],
)
def test_as_people_write_them(desk: Client, texts: tuple[str, ...], found: list[Any]) -> None:
    page = sentence(desk.get(PAPER))
    assert "„3 1/3” vagy „10/3”" in page
    answer = desk.post(PAPER, sent(*texts), follow=True)
    assert answer.status_code == 200 and "A papírról vett pontok beírva." in sentence(answer)
    cup = Tournament.objects.get(slug="kupa")
    assert paper_of(cup) == found
    # What is there can be put right, as it would be typed.
    again = desk.get(PAPER).context["form"]
    values = [again[f"points_{player}"].value() for player in (1, 2, 3, 4)]
    assert desk.post(PAPER, sent(*values)).status_code == 302
    assert paper_of(cup) == found
    assert desk.get("/organise/kupa/audit/").status_code == 200


@pytest.mark.parametrize(
    "text", ["", "3,33", "3.333", "1/0", "1/7", "3 1", "--3", "3 -1/3", "1,5 1/2", "x", "9" * 30, "\0"]
)
def test_bad_shares_stand_at_their_field(desk: Client, text: str) -> None:
    answer = desk.post(PAPER, sent(text, 0, 0, 0))
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["points_1"]
    assert paper_of(Tournament.objects.get(slug="kupa")) == [None] * 4


def test_a_sum_that_is_not_zero_is_told_exactly(desk: Client) -> None:
    answer = desk.post(PAPER, sent("10", "-10/3", "-10/3", "-3"))
    assert answer.status_code == 422
    assert "1/3" in answer.context["form"].non_field_errors()[0]
