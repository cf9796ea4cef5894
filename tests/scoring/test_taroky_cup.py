"""A cup of the Czech game from its first document to its last: at the table, on paper, corrected, exported.

Shares of a Warszawa are thirds; every sum, place and standing keeps them exactly.
"""

from __future__ import annotations

import io
import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import Sum

import rules
from scoring import queries
from scoring.actors import Actor
from scoring.exports.document import dump
from scoring.models import DealPoints, Seat, Tournament
from scoring.services import (
    close_round,
    confirm_deal,
    correct_deal,
    enter_paper,
    preview_correction,
    preview_deal,
    record_deal,
    reopen_round,
)
from tests.bench import czech
from tests.bench.cups import cup as made_cup
from tests.scoring.cups import OPERATOR, document, load, points_of, table, the_deal, the_round, the_table
from tests.scoring.table.calling import Phone

pytestmark = pytest.mark.django_db

LAW = rules.get_ruleset("taroky-xix")
THIRD = Fraction(1, 3)
FIVE = [5, 6, 7, 8, 9]
WARSAW: dict[str, Any] = {
    "bid": "warsaw",
    "points": {"2": 23, "3": 1, "4": 23, "1": 23},
    "tricks": {"2": 4, "3": 2, "4": 3, "1": 3},
}
#: What a table of five has on its paper sheet.
PAPER: dict[int, Any] = {5: 40, 6: -10 * THIRD, 7: -10 * THIRD, 8: -20 * THIRD, 9: -80 * THIRD}


def empty_cup() -> Tournament:
    """Nine players, seated at a table of four and one of five."""
    tables = [table(1, [1, 2, 3, 4]), table(2, FIVE)]
    return load(document(*tables, players=9, ruleset="taroky-xix", slug="kupa"))


def rows(cup: Tournament) -> list[tuple[Any, ...]]:
    """The standings, exactly."""
    found = queries.standings(Tournament.objects.get(pk=cup.pk)).rows
    return [(row.player.number, row.rank, row.tied, row.tournament_points, row.table_points) for row in found]


def run(*args: str) -> str:
    out = io.StringIO()
    call_command(*args, stdout=out)
    return out.getvalue()


def play_at_the_table(cup: Tournament) -> dict[int, Any]:
    """Table 1 enters its sixteen deals by the calls of its page; its totals."""
    phone, chance = Phone(the_table(cup)), random.Random(7)
    for number in range(1, 17):
        active = [int(player) for player in rules.rotation([1, 2, 3, 4], number)]
        record = WARSAW if number == 1 else czech.deal(LAW, active, chance)
        answer = phone.enter({"number": number, **record, "entered_by": active[0]})
        assert answer.status_code == 201, answer.json()
    told = phone.deals().json()
    assert told["next_number"] is None
    return {int(player): Fraction(points) for player, points in told["totals"].items()}


def test_from_the_first_deal_to_the_standings_and_back(tmp_path: Path) -> None:
    cup = empty_cup()
    totals = play_at_the_table(cup)
    assert sum(totals.values()) == 0 and any(each.denominator == 3 for each in totals.values())
    enter_paper(OPERATOR, the_table(cup, 2), "totals", PAPER)
    close_round(OPERATOR, the_round(cup), "nincs megerősítve")
    before = rows(cup)
    assert {number: points for number, _, _, _, points in before} == {**totals, **PAPER}
    assert [row[3] for row in sorted(before) if row[0] in FIVE] == [10, 7, 7, 4, 2]

    # A third more for one of those who lost the Warszawa together: corrected, closed again.
    reopen_round(OPERATOR, the_round(cup), "egy leosztás javítandó")
    other = {**WARSAW, "points": {"2": 24, "3": 1, "4": 23, "1": 22}}
    was, deal = points_of(the_deal(cup, 1)), the_deal(cup, 1)
    assert preview_correction(OPERATOR, deal, other).dealt.result.points == {2: -30, 3: 10, 4: 10, 1: 10}
    correct_deal(OPERATOR, deal, other, "elszámolták")
    now = points_of(the_deal(cup, 1))
    assert (was[2], now) == (-10 * THIRD, {1: 10, 2: -30, 3: 10, 4: 10})
    close_round(OPERATOR, the_round(cup), "nincs megerősítve")
    after = rows(cup)
    assert {row[0]: row[4] - old[4] for row, old in zip(sorted(after), sorted(before), strict=True)} == {
        **{number: now[number] - was[number] for number in (1, 2, 3, 4)},
        **dict.fromkeys(FIVE, 0),
    }

    # Written as a file and loaded again, under its own slug and beside itself.
    path = tmp_path / "kupa.json"
    run("export", "kupa", "--format", "json", "--output", str(path))
    written = json.loads(path.read_text(encoding="utf-8"))
    assert written["rounds"][0]["tables"][1]["totals"] == {
        "5": 40,
        "6": "-10/3",
        "7": "-10/3",
        "8": "-20/3",
        "9": "-80/3",
    }
    told = run("standings", "kupa", "--format", "json")
    assert "/3" in told
    assert run("load_tournament", str(path), "--replace").strip() == "kupa"
    assert run("standings", "kupa", "--format", "json") == told
    again = load({**written, "slug": "masik"})
    assert rows(again) == after
    assert dump(again)["rounds"] == written["rounds"]


def test_sums_of_the_database_are_exact() -> None:
    cup = empty_cup()
    totals = play_at_the_table(cup)
    found = DealPoints.objects.values_list("seat__player__number").annotate(total=Sum("points"))
    assert dict(found) == totals
    assert DealPoints.objects.aggregate(total=Sum("points"))["total"] == 0
    assert DealPoints.objects.filter(points=-10 * THIRD).count() >= 3
    sheet = queries.table_sheet(cup, 1, 1)
    assert sheet.totals == totals
    enter_paper(OPERATOR, the_table(cup, 2), "totals", PAPER)
    assert Seat.objects.aggregate(total=Sum("paper_points"))["total"] == 0


def test_thirds_decide_places() -> None:
    """A third between two is a place; equal thirds share one."""
    paper: dict[int, Any] = {5: THIRD, 6: THIRD, 7: 2 * THIRD, 8: 0, 9: -4 * THIRD}
    cup = empty_cup()
    enter_paper(OPERATOR, the_table(cup), "totals", {1: THIRD, 2: -THIRD, 3: 0, 4: 0})
    enter_paper(OPERATOR, the_table(cup, 2), "totals", paper)
    close_round(OPERATOR, the_round(cup))
    assert rows(cup) == [
        (7, 1, False, 10, 2 * THIRD),
        (1, 2, False, 10, THIRD),
        (5, 3, True, 7, THIRD),
        (6, 3, True, 7, THIRD),
        (3, 5, True, 7, 0),
        (4, 5, True, 7, 0),
        (8, 7, False, 4, 0),
        (2, 8, False, 4, -THIRD),
        (9, 9, False, 2, -4 * THIRD),
    ]


def test_a_deal_before_it_is_written_and_confirmed() -> None:
    cup = empty_cup()
    seen = preview_deal(OPERATOR, the_table(cup), WARSAW)
    assert (seen.position, seen.dealt.result.points) == (1, {2: -10 * THIRD, 3: 10, 4: -10 * THIRD, 1: -10 * THIRD})
    at_table = Actor.at_table(the_table(cup))
    record_deal(at_table, the_table(cup), {**WARSAW, "number": 1}, entered_by=2)
    # Everyone plays for himself: anybody else may agree.
    confirm_deal(at_table, the_deal(cup, 1), by=4)
    first = {"number": 2, "bid": "first", "declarer": 3, "partner": 1, "card_points": 35, "kontra": 1}
    record_deal(at_table, the_table(cup), first, entered_by=3)
    assert points_of(the_deal(cup, 2)) == {1: -2, 2: 2, 3: -2, 4: 2}
    answer = Phone(the_table(cup)).confirm(the_deal(cup, 2).pk, {"by": 1}, 1)
    assert [error["code"] for error in answer.json()["errors"]] == ["confirms-own-side"]
    assert Phone(the_table(cup)).confirm(the_deal(cup, 2).pk, {"by": 2}, 1).status_code == 200


def test_a_refused_deal_says_why_and_writes_nothing() -> None:
    cup = empty_cup()
    phone = Phone(the_table(cup))
    second = {"number": 1, "bid": "second", "declarer": 2, "partner": 4, "card_points": 41, "entered_by": 2}
    melds = [{"meld": "trul", "by": 1}, {"meld": "no-tarocks", "by": 1}]
    wrong = {**WARSAW, "number": 1, "entered_by": 2, "points": {**WARSAW["points"], "3": 5}}
    for sent, found in (
        (second, [("second-needs-pagat", "announcements")]),
        ({**second, "bid": "first", "melds": melds}, [("melds-contradict", "melds[1].meld")]),
        (wrong, [("points-contradict", "points")]),
        ({**wrong, "declarer": 2}, [("unknown-field", "declarer"), ("points-contradict", "points")]),
    ):
        answer = phone.enter(sent)
        assert answer.status_code == 422
        assert [(error["code"], error["field"]) for error in answer.json()["errors"]] == found
        assert all(error["message"] for error in answer.json()["errors"])
    assert not the_table(cup).deals.exists()


def test_a_whole_cup_of_chance_is_itself_again() -> None:
    """Four rounds by deals of every kind."""
    made = made_cup(9, ruleset="taroky-xix", slug="kupa")
    cup = load(made)
    written = json.loads(json.dumps(dump(cup)))
    again = load({**written, "slug": "masik"})
    assert rows(again) == rows(cup)
    assert any(Fraction(row[4]).denominator == 3 for row in rows(cup))
    assert dump(again)["rounds"] == written["rounds"]
