"""Standings: official and provisional points, ranks, ties, and their number of queries."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import rules
from scoring.models import Tournament
from scoring.queries import StandingRow, Standings, standings
from tests.scoring.cups import Document, document, full_table, load, played, table

pytestmark = pytest.mark.django_db


def summary(found: Standings) -> list[tuple[Any, ...]]:
    return [(row.rank, row.tied, row.player.number, row.tournament_points, row.table_points) for row in found.rows]


def totals(number: int, points: dict[int, int]) -> Document:
    return table(number, list(points), totals={str(player): value for player, value in points.items()})


def two_rounds(tie_break: str = "table-points", closed: bool = True) -> Tournament:
    cup = document(players=4, tie_break=tie_break)
    cup["rounds"] = [
        {"number": 1, "closed": True, "tables": [totals(1, {1: 30, 2: 10, 3: -15, 4: -25})]},
        {"number": 2, "closed": closed, "tables": [totals(1, {1: -20, 2: 1, 3: 20, 4: -1})]},
    ]
    return load(cup)


def test_sums_over_the_rounds() -> None:
    found = standings(two_rounds())
    assert not found.provisional
    assert found.rounds == (1, 2)
    assert summary(found) == [
        (1, False, 2, 16, 11),
        (2, False, 3, 16, 5),
        (3, False, 1, 14, 10),
        (4, False, 4, 10, -26),
    ]
    score = found.rows[0].round(2)
    assert score is not None
    assert (score.table, score.seat, score.table_points, score.place, score.tournament_points, score.official) == (
        1,
        2,
        1,
        2,
        8,
        True,
    )
    assert found.rows[0].round(3) is None


def test_without_a_tie_break_ranks_are_shared() -> None:
    found = standings(two_rounds("none"))
    assert summary(found)[:3] == [(1, True, 2, 16, 11), (1, True, 3, 16, 5), (3, False, 1, 14, 10)]


def test_an_open_round_counts_provisionally() -> None:
    found = standings(two_rounds(closed=False))
    assert found.provisional
    assert summary(found) == summary(standings(Tournament.objects.get()))
    assert [score.official for score in found.rows[0].rounds] == [True, False]


def test_a_table_without_any_result_earns_nothing_yet() -> None:
    cup = load(document(table(1, [1, 2, 3, 4], [played(1, 1, 2)]), table(2, [5, 6, 7, 8]), players=8))
    found = {row.player.number: row for row in standings(cup).rows}
    assert (found[1].tournament_points, found[1].table_points) == (9, 1)
    score = found[5].rounds[0]
    assert (score.place, score.tournament_points, score.table_points) == (None, 0, 0)


def test_only_deals_that_do_not_count_are_no_result() -> None:
    cup = load(document(table(1, [1, 2, 3, 4], [{"number": 1, "outcome": "passed_out"}])))
    assert {row.tournament_points for row in standings(cup).rows} == {0}


def test_who_did_not_play_has_nothing_and_stays_in_the_list() -> None:
    cup = document(full_table(1, [1, 2, 3, 4]), players=6, closed=True)
    cup["players"][5]["status"] = {"withdrawn_after": 0}
    found = standings(load(cup))
    assert [(row.rank, row.tied, row.player.number, row.rounds) for row in found.rows[-2:]] == [
        (5, True, 5, ()),
        (5, True, 6, ()),
    ]
    assert found.rows[-1].player.is_withdrawn


def test_a_cup_without_rounds_or_players() -> None:
    assert standings(load(document(players=0))).rows == ()
    found = standings(load(document(players=3, slug="masik")))
    assert not found.provisional
    assert [row.rank for row in found.rows] == [1, 1, 1]


def test_fractions_stay_exact() -> None:
    cup = document(players=5, closed=True)
    cup["ruleset_snapshot"] = None
    cup["rounds"] = [{"number": 1, "closed": True, "tables": [totals(1, {1: 5, 2: 5, 3: 5, 4: -8, 5: -7})]}]
    data = rules.get_ruleset("kupa-2005").as_data()
    for size in data["tables"].values():
        size["places"] = [[places[0] - 1, *places[1:]] for places in size["places"]]
    cup["ruleset_snapshot"] = data
    rows: tuple[StandingRow, ...] = standings(load(cup)).rows
    assert [row.tournament_points for row in rows] == [Fraction(23, 3)] * 3 + [4, 2]
    assert [row.rank for row in rows] == [1, 1, 1, 4, 5]
