"""A tournament document is found right, or refused whole: its rounds, tables, deals and points from paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.scoring.cups import Document, document, full_table, played, table, uncounted
from tests.scoring.refusals import DEALS, TABLE, Problems, problems_of

pytestmark = pytest.mark.django_db

RIGHT_PAPER = {"1": 20, "2": -4, "3": 4, "4": -20}


def rounds(*numbers: int) -> Document:
    return document(rounds=[{"number": number, "closed": False, "tables": []} for number in numbers])


def tables(*given: Document) -> Document:
    return document(*given, players=9)


def deals(*given: Any, seats: Any = (1, 2, 3, 4), **more: Any) -> Document:
    return document(table(1, seats, given, **more), players=9)


def paper(points: Any, kind: str = "totals", *given: Document) -> Document:
    return document(table(1, [1, 2, 3, 4], given, **{kind: points}))


def beyond() -> Document:
    full = full_table(1, [1, 2, 3, 4])
    full["deals"].append(played(17, 1, 2))
    return document(full)


CASES: dict[str, tuple[Callable[[], object], Problems]] = {
    # Rounds, tables, seats
    "a round number twice": (lambda: rounds(1, 1), [("duplicate-round", "rounds[1].number")]),
    "a gap between rounds": (lambda: rounds(1, 3), [("round-missing", "rounds[1].number")]),
    "more rounds than planned": (lambda: rounds(1, 2, 3, 4, 5), [("round-beyond-plan", "rounds[4].number")]),
    "a round that is a number": (lambda: document(rounds=[1]), [("bad-type", "rounds[0]")]),
    "closed as a word": (
        lambda: document(rounds=[{"number": 1, "tables": [], "closed": "yes"}]),
        [("bad-type", "rounds[0].closed")],
    ),
    "a table number twice": (
        lambda: tables(table(1, [1, 2, 3, 4]), table(1, [5, 6, 7, 8])),
        [("duplicate-table", "rounds[0].tables[1].number")],
    ),
    "two tables with one player": (
        lambda: tables(table(1, [1, 2, 3, 4]), table(2, [5, 6, 1, 8])),
        [("player-seated-twice", "rounds[0].tables[1].seats[2]")],
    ),
    "one player on two seats": (lambda: tables(table(1, [1, 2, 1, 4])), [("player-seated-twice", f"{TABLE}.seats[2]")]),
    "a table of three": (lambda: tables(table(1, [1, 2, 3])), [("bad-table-size", f"{TABLE}.seats")]),
    "a table of six": (lambda: tables(table(1, [1, 2, 3, 4, 5, 6])), [("bad-table-size", f"{TABLE}.seats")]),
    "somebody who is not there": (lambda: tables(table(1, [1, 2, 3, 77])), [("no-such-player", f"{TABLE}.seats[3]")]),
    "a seat with a name": (lambda: tables(table(1, [1, 2, 3, "4"])), [("bad-type", f"{TABLE}.seats[3]")]),
    "a first dealer outside the seats": (
        lambda: tables(table(1, [1, 2, 3, 4], first_dealer=5)),
        [("number-out-of-range", f"{TABLE}.first_dealer")],
    ),
    # Deals
    "a deal for a player who does not sit there": (
        lambda: deals(played(1, 1, 9)),
        [("unknown-player", f"{DEALS}[0].partner")],
    ),
    "players who do not sit there": (
        lambda: deals(played(1, 1, 2, players=[1, 2, 3, 9])),
        [("not-at-table", f"{DEALS}[0].players[3]")],
    ),
    "the dealer of a table of five": (
        lambda: deals(played(1, 1, 2), seats=(1, 2, 3, 4, 5)),
        [("unknown-player", f"{DEALS}[0].declarer")],
    ),
    "a deal number left out": (
        lambda: deals(played(1, 1, 2), played(3, 1, 2)),
        [("number-out-of-order", f"{DEALS}[1].number")],
    ),
    "a deal number twice": (
        lambda: deals(played(1, 1, 2), played(1, 1, 2)),
        [("number-out-of-order", f"{DEALS}[1].number")],
    ),
    "a deal without a number": (lambda: deals({"outcome": "passed_out"}), [("missing-field", f"{DEALS}[0].number")]),
    "a deal that is a text": (lambda: deals("x"), [("bad-type", f"{DEALS}[0]")]),
    "a deal beyond the plan": (beyond, [("deal-beyond-plan", f"{DEALS}[16].number")]),
    "a multiplier": (lambda: deals(played(1, 1, 2, multiplier=2)), [("unknown-field", f"{DEALS}[0].multiplier")]),
    "a kassza": (lambda: deals(played(1, 1, 2, kassza_balance=200)), [("unknown-field", f"{DEALS}[0].kassza_balance")]),
    "a kontra too high": (
        lambda: deals(uncounted(1), played(1, 1, 2, kontra=5)),
        [("kontra-too-high", f"{DEALS}[1].kontra")],
    ),
    "deals that are an object": (
        lambda: tables({"number": 1, "seats": [1, 2, 3, 4], "deals": {}}),
        [("bad-type", DEALS)],
    ),
    "deals without end": (lambda: deals(*[uncounted(1)] * 201), [("too-many-deals", DEALS)]),
    # Paper
    "totals that do not sum to zero": (lambda: paper({**RIGHT_PAPER, "1": 21}), [("sum-not-zero", f"{TABLE}.totals")]),
    "a remainder that does not sum to zero": (
        lambda: paper({**RIGHT_PAPER, "1": 21}, "remainder", played(1, 1, 2)),
        [("sum-not-zero", f"{TABLE}.remainder")],
    ),
    "totals without a seat": (
        lambda: paper({"1": 20, "2": -4, "3": -16}),
        [("seats-without-points", f"{TABLE}.totals")],
    ),
    "totals of somebody else": (lambda: paper({**RIGHT_PAPER, "9": 0}), [("not-at-table", f"{TABLE}.totals.9")]),
    "totals with a fraction": (lambda: paper({**RIGHT_PAPER, "1": 20.0}), [("bad-type", f"{TABLE}.totals.1")]),
    "totals of millions": (
        lambda: paper({**RIGHT_PAPER, "1": 1_000_001}),
        [("number-out-of-range", f"{TABLE}.totals.1")],
    ),
    "totals that are a list": (lambda: paper([20, -4, 4, -20]), [("bad-type", f"{TABLE}.totals")]),
    "totals beside deals": (
        lambda: paper(RIGHT_PAPER, "totals", played(1, 1, 2)),
        [("totals-beside-deals", f"{TABLE}.totals")],
    ),
    "totals and remainder": (
        lambda: tables(table(1, [1, 2, 3, 4], totals=RIGHT_PAPER, remainder=RIGHT_PAPER)),
        [("totals-and-remainder", f"{TABLE}.remainder")],
    ),
    "a remainder after all deals": (
        lambda: document({**full_table(1, [1, 2, 3, 4]), "remainder": RIGHT_PAPER}),
        [("nothing-remains", f"{TABLE}.remainder")],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_refused_with_its_place_and_no_row_behind(name: str) -> None:
    make, expected = CASES[name]
    assert problems_of(make()) == expected
