"""The pagátkassza, in forints, deal by deal and over a table."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.rules.making import Record, bare, magas, said, scored

MAGAS = rules.get_ruleset("magas-2018")


def moves(record: Record, before: int, seats: int = 4) -> tuple[list[tuple[str, Any, int]], int]:
    kassza = scored({**record, "kassza_balance": before, "seats": seats}).kassza
    assert kassza is not None and kassza.before == before
    assert kassza.change == sum(move.change for move in kassza.moves)
    return [(move.item, move.player or move.side, move.change) for move in kassza.moves], kassza.after


def said_all(*rows: Record) -> Record:
    return magas(announcements=list(rows))


FIGURES = [
    # Made, the side takes all; failed, it pays in as much again, at most 50 a seat
    (said_all(said("pagat-ultimo", "A", True)), 200, 4, [("pagat-ultimo", "declarer", -200)], 0),
    (said_all(said("pagat-uhu", "B", True)), 350, 5, [("pagat-uhu", "opponents", -350)], 0),
    (said_all(said("pagat-nagymadar", "A", False)), 100, 4, [("pagat-nagymadar", "declarer", 100)], 200),
    (said_all(said("pagat-kismadar", "B", False)), 200, 4, [("pagat-kismadar", "opponents", 200)], 400),
    (said_all(said("pagat-facan", "A", False)), 900, 4, [("pagat-facan", "declarer", 200)], 1100),
    (said_all(said("pagat-ultimo", "A", False)), 900, 5, [("pagat-ultimo", "declarer", 250)], 1150),
    # A kontra changes nothing here
    (said_all(said("pagat-ultimo", "A", False, kontra=3)), 100, 4, [("pagat-ultimo", "declarer", 100)], 200),
    # In the order said
    (
        said_all(said("pagat-ultimo", "A", True), said("pagat-uhu", "B", False)),
        200,
        4,
        [("pagat-ultimo", "declarer", -200), ("pagat-uhu", "opponents", 0)],
        0,
    ),
    (
        said_all(said("pagat-ultimo", "A", False), said("pagat-uhu", "A", False), said("pagat-kismadar", "B", True)),
        150,
        5,
        [("pagat-ultimo", "declarer", 150), ("pagat-uhu", "declarer", 250), ("pagat-kismadar", "opponents", -550)],
        0,
    ),
    # What does not touch it: the sas, kings, párosfácán, what was raised away, silent figures
    (said_all(said("sas-ultimo", "A", True), said("paros-facan", "B", False)), 200, 4, [], 200),
    (said_all(said("pagat-ultimo", "A"), said("paros-facan", "C", False, raised_from=0)), 200, 4, [], 200),
    (magas(silent=[said("pagat-ultimo", "A")]), 200, 4, [], 200),
    # No play: the fácán alone
    (
        magas(
            outcome="no_play",
            announcements=[said("trull", "A"), said("pagat-ultimo", "B", True), said("pagat-facan", "B", True)],
        ),
        200,
        4,
        [("pagat-facan", "opponents", -200)],
        0,
    ),
    # A renonsz that is written down moves nothing; nor does a deal that came to nothing
    (magas(outcome="renonsz", renonsz={"offender": "A"}, announcements=[said("pagat-ultimo", "A")]), 200, 4, [], 200),
    (bare("passed_out", ruleset="magas-2018"), 200, 4, [], 200),
]


@pytest.mark.parametrize(("record", "before", "seats", "wanted", "after"), FIGURES)
def test_figures_on_the_pagat_alone(
    record: Record, before: int, seats: int, wanted: list[tuple[str, str, int]], after: int
) -> None:
    assert moves(record, before, seats) == (wanted, after)


VOTES = [
    ({"choice": "redeal"}, [], 0),
    ({"choice": "redeal_150"}, [], 150),
    ({"choice": "redeal_150", "amount": 90}, [], 150),
    # max(150 Ft, 5 Ft × P), P without a minimum, or the amount given
    ({"choice": "pay_kassza"}, [], 150),
    ({"choice": "pay_kassza"}, [said("king-uhu", "A", suit="spades")], 150),
    ({"choice": "pay_kassza"}, [said("king-uhu", "A", suit="spades", kontra=1)], 200),
    ({"choice": "pay_kassza"}, [said("pagat-facan", "A", kontra=1), said("tarokk-9", "A")], 500),
    ({"choice": "pay_kassza", "amount": 31}, [said("three-kings", "A")], 155),
    ({"choice": "pay_kassza", "amount": 29}, [said("three-kings", "A")], 150),
]


@pytest.mark.parametrize(("ruling", "announcements", "paid"), VOTES)
def test_the_votes_that_pay_in(ruling: Record, announcements: list[Record], paid: int) -> None:
    record = bare("annulled", ruleset="magas-2018", announcements=announcements, renonsz={"offender": "C", **ruling})
    wanted = [("renonsz", "C", paid)] if paid else []
    assert moves(record, 200) == (wanted, 200 + paid)
    assert set(scored({**record, "kassza_balance": 200, "seats": 4}).points.values()) == {0}


def test_pay_kassza_takes_double_game_from_the_bid() -> None:
    record = bare(
        "annulled",
        ruleset="magas-2018",
        bid="solo",
        announcements=[said("volat", "A", kontra=1)],
        renonsz={"offender": "C", "choice": "pay_kassza"},
    )
    assert moves(record, 0) == ([("renonsz", "C", 5 * 48)], 240)


def test_as_json() -> None:
    record = magas(announcements=[said("pagat-ultimo", "A", True)], kassza_balance=200, seats=4)
    assert scored(record).as_json(str)["kassza"] == {
        "before": 200,
        "change": -200,
        "after": 0,
        "moves": [{"item": "pagat-ultimo", "side": "declarer", "change": -200}],
    }
    assert "kassza" not in scored(magas()).as_json(str)


def test_over_a_table() -> None:
    """Five sit there. Into the empty kassza each pays 50; a made ultimó empties it, and they pay again."""

    def made(number: int, declarer: int, partner: int, *rows: Record) -> Record:
        sides = {"bid": "three", "declarer": declarer, "partner": partner}
        return {"number": number, **sides, "card_points": 60, "announcements": list(rows)}

    entered = [
        made(1, 2, 3, said("pagat-ultimo", 2, False)),
        {"number": 2, "outcome": "passed_out"},
        {"number": 2, "outcome": "annulled", "renonsz": {"offender": 1, "choice": "redeal_150"}},
        made(2, 3, 4, said("pagat-uhu", 5, True)),
        {"number": 3, "outcome": "passed_out"},
        made(3, 4, 5, said("pagat-uhu", 4, True), said("pagat-ultimo", 1, False)),
        made(4, 1, 2),
    ]
    found = rules.reckon_table(MAGAS, [1, 2, 3, 4, 5], 1, entered)
    kassza = [(row.result.kassza.before, row.result.kassza.after) for row in found if row.result.kassza]
    assert kassza == [(250, 500), (500, 500), (500, 650), (650, 0), (250, 250), (250, 0), (250, 250)]
    assert {row.full_record["seats"] for row in found} == {5}
