"""The Czech game: what deals pay, and what cannot be valued, worked out by hand (`rules.md` §12, `formats.md` §1b)."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

import rules
from tests.rules.making import Found, Record, bare, errors, lines, points, said, scored
from tests.rules.taroky_making import alone, meld, taroky, warsaw

CONTRADICTS = "made-contradicts-record"
PAGAT = said("pagat-ultimo", "A", True)


# --- The game ---------------------------------------------------------------------------------------------------------

GAMES: list[tuple[Record, list[tuple[str, str, int]], list[int]]] = [
    (taroky(), [("game", "declarer", 6)], [6, -6, 6, -6]),
    (taroky(card_points=30), [("game", "opponents", 5)], [-5, 5, -5, 5]),
    (taroky(partner=None, kontra=1), [("game", "declarer", 12)], [36, -12, -12, -12]),
    (taroky(card_points=0), [("game", "opponents", 35)], [-35, 35, -35, 35]),
    (taroky(card_points=70, kontra=3), [("game", "declarer", 280)], [280, -280, 280, -280]),
    (alone("trojka", degree=1), [("game", "declarer", 6)], [18, -6, -6, -6]),
    (alone("trojka", degree=2), [("game", "declarer", 12)], [36, -12, -12, -12]),
    (alone("trojka", degree=3, card_points=34), [("game", "opponents", 3)], [-9, 3, 3, 3]),
    (alone(), [("game", "declarer", 36)], [108, -36, -36, -36]),
]


@pytest.mark.parametrize(("record", "wanted", "paid"), GAMES)
def test_a_unit_for_each_point_over_half(record: Record, wanted: list[tuple[str, str, int]], paid: list[int]) -> None:
    assert lines(record) == wanted
    assert points(record) == paid


@pytest.mark.parametrize("kontra", range(4))
@pytest.mark.parametrize(("bid", "degree"), [("first", None), ("trojka", 3), ("solo", None)])
def test_half_and_half_costs_one_whatever_was_bid(bid: str, degree: int | None, kontra: int) -> None:
    record = alone(bid, degree=degree, card_points=35, kontra=kontra)
    assert lines(record) == [("game", "opponents", 1 << kontra)]
    assert scored(record).bika is False


# --- Pagát and walat --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kontra", range(4))
@pytest.mark.parametrize("made", [True, False])
def test_the_announced_pagat_stands_beside_the_game(made: bool, kontra: int) -> None:
    record = taroky(bid="second", announcements=[said("pagat-ultimo", "A", made, kontra=kontra)])
    side = "declarer" if made else "opponents"
    assert lines(record) == [("game", "declarer", 6), ("pagat-ultimo", side, 20 << kontra)]


def test_the_silent_pagat_can_fail() -> None:
    assert lines(taroky(silent=[said("pagat-ultimo", "B")]))[1:] == [("pagat-ultimo", "opponents", 10)]
    assert lines(taroky(silent=[said("pagat-ultimo", "B", False)]))[1:] == [("pagat-ultimo", "declarer", 10)]


WALATS: list[tuple[Record, list[tuple[str, str, int]]]] = [
    (taroky(card_points=70, tricks=12), [("walat", "declarer", 70)]),
    (taroky(card_points=0, tricks=0), [("walat", "opponents", 70)]),
    (taroky(card_points=70, tricks=12, announcements=[said("walat", "C", kontra=1)]), [("walat", "declarer", 280)]),
    (taroky(tricks=11, announcements=[said("walat", "A")]), [("walat", "opponents", 140)]),
    # Announced by one side, made by the other: both count.
    (
        taroky(card_points=0, tricks=0, announcements=[said("walat", "A", False)]),
        [("walat", "opponents", 140), ("walat", "opponents", 70)],
    ),
    (taroky(card_points=70), []),
]


@pytest.mark.parametrize(("record", "wanted"), WALATS)
def test_walat_follows_from_the_tricks(record: Record, wanted: list[tuple[str, str, int]]) -> None:
    assert [line for line in lines(record) if line[0] == "walat"] == wanted
    assert lines(record)[0][0] == "game"


# --- Melds ------------------------------------------------------------------------------------------------------------

VALUES = {
    "tarocks-10-12": 10,
    "tarocks-8-9": 5,
    "tarocks-1-2": 5,
    "lone-pagat": 10,
    "no-tarocks": 10,
    "trul": 5,
    "honours": 5,
    "four-kings": 10,
}
COUNTS = ("tarocks-10-12", "tarocks-8-9", "tarocks-1-2", "lone-pagat", "no-tarocks")
ONE_HAND = {frozenset(pair) for pair in combinations(COUNTS, 2)} | {
    frozenset(("trul", count)) for count in ("tarocks-1-2", "lone-pagat", "no-tarocks")
}
ONE_HAND.add(frozenset(("honours", "four-kings")))
TWO_HANDS = [
    {"trul"},
    {"four-kings"},
    {"honours"},
    {"honours", "four-kings"},
    {"honours", "trul"},
    {"lone-pagat", "trul"},
    {"lone-pagat"},
]


@pytest.mark.parametrize("id", VALUES)
@pytest.mark.parametrize(("by", "side"), [("C", "declarer"), ("D", "opponents")])
def test_melds_pay_to_the_side_of_who_declares_them(id: str, by: str, side: str) -> None:
    assert lines(taroky(kontra=2, melds=[meld(id, by)])) == [("game", "declarer", 24), (id, side, VALUES[id])]


def test_every_pair_of_melds_can_stand_or_cannot() -> None:
    for first in VALUES:
        for second in VALUES:
            for by in ("A", "B"):
                found = errors(taroky(melds=[meld(first, "A"), meld(second, by)]))
                if by == "A" and first == second:
                    wanted = [("duplicate-meld", "melds[1].meld")]
                elif {first, second} in (ONE_HAND if by == "A" else TWO_HANDS):
                    wanted = [("melds-contradict", "melds[1].meld")]
                else:
                    wanted = []
                assert found == wanted, (first, second, by)


@pytest.mark.parametrize(
    ("counts", "fits"),
    [
        (("tarocks-8-9", "tarocks-8-9", None, None), True),
        (("tarocks-8-9", "tarocks-8-9", "tarocks-8-9", None), False),
        (("tarocks-10-12", "tarocks-10-12", "tarocks-1-2", "lone-pagat"), True),
        (("tarocks-10-12", "tarocks-10-12", "tarocks-1-2", "tarocks-8-9"), False),
        (("tarocks-10-12", "tarocks-10-12", "no-tarocks", "no-tarocks"), True),
    ],
)
def test_a_pack_has_twenty_two_tarokks(counts: tuple[str | None, ...], fits: bool) -> None:
    rows = [meld(count, by) for by, count in zip("ABCD", counts, strict=True) if count]
    wanted = [] if fits else [("melds-contradict", f"melds[{len(rows) - 1}].meld")]
    assert errors(taroky(melds=rows)) == wanted


# --- Warszawa ---------------------------------------------------------------------------------------------------------

TARIFF: list[tuple[tuple[int, ...], tuple[int, ...], list[int | str]]] = [
    ((29, 20, 15, 6), (3, 3, 3, 3), [-30, 10, 10, 10]),
    ((30, 20, 15, 5), (3, 3, 3, 3), [-60, 20, 20, 20]),
    ((39, 20, 5, 5), (3, 3, 3, 3), [-60, 20, 20, 20]),
    ((40, 20, 5, 5), (3, 3, 3, 3), [-120, 40, 40, 40]),
    ((40, 30, 0, 0), (4, 8, 0, 0), [-200, 40, 80, 80]),
    ((35, 35, 0, 0), (4, 4, 4, 0), [-30, -30, 20, 40]),
    ((23, 23, 23, 1), (3, 3, 3, 3), ["-10/3", "-10/3", "-10/3", 10]),
    ((23, 23, 23, 0), (4, 4, 4, 0), ["-20/3", "-20/3", "-20/3", 20]),
    ((70, 0, 0, 0), (12, 0, 0, 0), [-240, 80, 80, 80]),
]


@pytest.mark.parametrize(("counted", "taken", "wanted"), TARIFF)
def test_who_has_most_pays(counted: tuple[int, ...], taken: tuple[int, ...], wanted: list[int | str]) -> None:
    assert points(warsaw(counted, taken)) == wanted
    assert sum(scored(warsaw(counted, taken)).points.values()) == 0


def test_lines_name_payer_and_receiver_and_thirds_stay_thirds() -> None:
    result = scored(warsaw((23, 23, 23, 1)))
    assert result.points["A"] == Fraction(-10, 3)
    found = result.as_json(lambda problem: problem.code)
    assert found["lines"][0] == {"item": "warsaw", "player": "A", "to": "D", "value": "10/3", "rule": "Taroky"}
    assert found["points"] == {"A": "-10/3", "B": "-10/3", "C": "-10/3", "D": 10}


def test_players_who_are_numbers_are_keys_as_text() -> None:
    record = warsaw(players=[1, 2, 3, 4], points={"1": 30, "2": 20, "3": 20, "4": 0}, tricks=dict.fromkeys("1234", 3))
    assert scored(record).points == {1: -60, 2: 20, 3: 20, 4: 20}


# --- What cannot be valued --------------------------------------------------------------------------------------------

REFUSED: dict[str, tuple[Record, Found]] = {
    "no-bid": (taroky(bid=None), [("missing-field", "bid")]),
    "bid-of-the-kupa": (taroky(bid="three"), [("bad-bid", "bid")]),
    "no-declarer": (taroky(declarer=None, partner=None), [("missing-field", "declarer")]),
    "no-card-points": (taroky(card_points=None), [("missing-field", "card_points")]),
    "no-degree": (alone("trojka"), [("missing-field", "degree")]),
    "degree-four": (alone("trojka", degree=4), [("bad-value", "degree")]),
    "degree-nought": (alone("trojka", degree=0), [("bad-value", "degree")]),
    "degree-of-solo": (alone(degree=1), [("unknown-field", "degree")]),
    "partner-in-trojka": (taroky(bid="trojka", degree=1), [("partner-not-allowed", "partner")]),
    "partner-in-solo": (taroky(bid="solo"), [("partner-not-allowed", "partner")]),
    "partner-in-warsaw": (warsaw(partner="A"), [("partner-not-allowed", "partner")]),
    "own-partner": (taroky(partner="A"), [("partner-is-declarer", "partner")]),
    "stranger": (taroky(partner="E"), [("unknown-player", "partner")]),
    "too-many-points": (taroky(card_points=71), [("card-points-out-of-range", "card_points")]),
    "thirteen-tricks": (taroky(tricks=13), [("tricks-out-of-range", "tricks")]),
    "no-trick-and-many-points": (taroky(tricks=0, card_points=27), [("tricks-contradict-card-points", "tricks")]),
    "all-tricks-and-few-points": (taroky(tricks=12, card_points=43), [("tricks-contradict-card-points", "tricks")]),
    "kontra-four": (taroky(kontra=4), [("kontra-too-high", "kontra")]),
    "kontra-below": (taroky(kontra=-1), [("bad-value", "kontra")]),
    "figure-kontra-four": (
        taroky(announcements=[said("pagat-ultimo", "A", True, kontra=4)]),
        [("kontra-too-high", "announcements[0].kontra")],
    ),
    "meld-kontra": (taroky(melds=[{**meld("trul", "A"), "kontra": 1}]), [("unknown-field", "melds[0].kontra")]),
    "renonsz": (taroky(outcome="renonsz"), [("outcome-not-in-ruleset", "outcome")]),
    "passed-out": (taroky(outcome="passed_out"), [("outcome-not-in-ruleset", "outcome")]),
    "second-without": (taroky(bid="second"), [("second-needs-pagat", "announcements")]),
    "second-by-the-partner": (
        taroky(bid="second", announcements=[said("pagat-ultimo", "C", True)]),
        [("second-needs-pagat", "announcements")],
    ),
    "second-silent": (taroky(bid="second", silent=[PAGAT]), [("second-needs-pagat", "announcements")]),
    "pagat-needs-made": (
        taroky(announcements=[said("pagat-ultimo", "A")]),
        [("missing-field", "announcements[0].made")],
    ),
    "walat-needs-tricks": (taroky(announcements=[said("walat", "A")]), [("missing-field", "tricks")]),
    "silent-walat": (taroky(silent=[said("walat", "A")]), [("derived-figure", "silent[0].figure")]),
    "trull": (taroky(silent=[said("trull", "A")]), [("figure-not-in-ruleset", "silent[0].figure")]),
    "round": (taroky(announcements=[{**PAGAT, "round": 1}]), [("unknown-field", "announcements[0].round")]),
    "raised": (
        taroky(announcements=[{**PAGAT, "raised_from": 0}]),
        [("unknown-field", "announcements[0].raised_from")],
    ),
    "pagat-twice": (
        taroky(announcements=[PAGAT, said("pagat-ultimo", "C", True)]),
        [("duplicate-announcement", "announcements[1].figure")],
    ),
    "pagat-both-ways": (
        taroky(announcements=[PAGAT], silent=[said("pagat-ultimo", "C")]),
        [("announced-and-silent", "silent[0].figure")],
    ),
    "called": (taroky(called="XIX"), [("unknown-field", "called")]),
    "multiplier": (taroky(multiplier=2), [("unknown-field", "multiplier")]),
    "unknown-meld": (taroky(melds=[meld("volat", "A")]), [("unknown-meld", "melds[0].meld")]),
    "meld-of-a-stranger": (taroky(melds=[meld("trul", "E")]), [("unknown-player", "melds[0].by")]),
    "meld-without-player": (taroky(melds=[{"meld": "trul"}]), [("missing-field", "melds[0].by")]),
    "meld-no-object": (taroky(melds=["trul"]), [("bad-type", "melds[0]")]),
    "melds-no-list": (taroky(melds={}, kontra=4), [("bad-type", "melds")]),
    "meld-twice": (
        taroky(melds=[meld("trul", "A"), meld("trul", "A")]),
        [("duplicate-meld", "melds[1].meld")],
    ),
    "melds-of-one-hand": (
        taroky(melds=[meld("trul", "A"), meld("lone-pagat", "A")]),
        [("melds-contradict", "melds[1].meld")],
    ),
    "melds-of-two-hands": (
        taroky(melds=[meld("trul", "A"), meld("lone-pagat", "B")]),
        [("melds-contradict", "melds[1].meld")],
    ),
    "melds-of-24-tarokks": (
        taroky(melds=[meld("tarocks-8-9", by) for by in "ABC"]),
        [("melds-contradict", "melds[2].meld")],
    ),
    "points-of-warsaw": (taroky(points={"A": 1}), [("unknown-field", "points")]),
    "tricks-of-warsaw": (taroky(tricks={"A": 1}), [("bad-type", "tricks")]),
    "tricks-of-others-in-warsaw": ({**warsaw(), "tricks": 3}, [("bad-type", "tricks")]),
    "warsaw-without-points": (
        {name: value for name, value in warsaw().items() if name != "points"},
        [("missing-field", "points")],
    ),
    "warsaw-without-bid": (
        {name: value for name, value in warsaw().items() if name != "bid"},
        [("missing-field", "bid")],
    ),
    "warsaw-misspelt": (warsaw(bid="Warszawa"), [("bad-bid", "bid")]),
    "warsaw-misspelt-of-three": (
        warsaw(bid="warschau", points={"A": 40, "B": 30, "C": 0}),
        [("bad-bid", "bid"), ("missing-field", "points.D")],
    ),
    "warsaw-of-three": (warsaw(points={"A": 40, "B": 30, "C": 0}), [("missing-field", "points.D")]),
    "warsaw-of-a-stranger": (
        warsaw(tricks={"A": 3, "B": 3, "C": 3, "D": 3, "E": 0}),
        [("unknown-player", "tricks.E")],
    ),
    "warsaw-text": (warsaw(points={"A": "40", "B": 10, "C": 10, "D": 10}), [("bad-type", "points.A")]),
    "warsaw-68": (warsaw((20, 20, 20, 8)), [("points-contradict", "points")]),
    "warsaw-72": (warsaw((20, 20, 20, 12)), [("points-contradict", "points")]),
    "warsaw-71-points-of-one": (warsaw((71, 0, 0, 0)), [("card-points-out-of-range", "points.A")]),
    "warsaw-eleven-tricks": (warsaw(tricks=(3, 3, 3, 2)), [("tricks-contradict", "tricks")]),
    "warsaw-points-without-a-trick": (warsaw(tricks=(4, 4, 4, 0)), [("points-contradict", "points.D")]),
    **{
        f"warsaw-{name}": ({**warsaw(), name: value}, [("unknown-field", name)])
        for name, value in {
            "declarer": "A",
            "kontra": 0,
            "announcements": [],
            "silent": [],
            "melds": [],
            "card_points": 40,
            "degree": 1,
        }.items()
    },
    # The second pass
    "pagat-of-both": (
        taroky(bid="second", announcements=[PAGAT, said("pagat-ultimo", "B", True)]),
        [(CONTRADICTS, "announcements[1].made")],
    ),
    "pagat-made-and-lost": (
        taroky(announcements=[PAGAT], silent=[said("pagat-ultimo", "B", False)]),
        [(CONTRADICTS, "silent[0].made")],
    ),
    "pagat-without-a-trick": (
        taroky(card_points=70, tricks=12, silent=[said("pagat-ultimo", "B")]),
        [(CONTRADICTS, "silent[0].made")],
    ),
    "walat-said-to-be-made": (
        taroky(tricks=11, announcements=[said("walat", "A", True)]),
        [(CONTRADICTS, "announcements[0].made")],
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    record, wanted = REFUSED[name]
    assert errors(record) == wanted


ACCEPTED: dict[str, Record] = {
    # Who announces the pagát without having it fails, and says nothing of where it was.
    "announced-failure-beside-made": taroky(bid="second", announcements=[PAGAT, said("pagat-ultimo", "B", False)]),
    "null-partner": {**alone(), "partner": None},
    "null-partner-in-warsaw": warsaw(partner=None),
    "declarer-has-the-called-card": taroky(partner=None),
    "solo-loser-with-all-melds": alone(card_points=3, melds=[meld("trul", "A"), meld("four-kings", "A")]),
    "annulled-alone": bare("annulled", ruleset="taroky-xix"),
    "annulled-second-without": taroky(outcome="annulled", bid="second"),
    "annulled-warsaw": bare("annulled", ruleset="taroky-xix", bid="warsaw"),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name: str) -> None:
    assert errors(ACCEPTED[name]) == []
    if ACCEPTED[name].get("outcome") == "annulled":
        assert lines(ACCEPTED[name]) == []
        assert set(points(ACCEPTED[name])) == {0}


def test_a_table_of_five_and_the_places_of_thirds() -> None:
    """At a table of five the dealer sits out; thirds stay exact in the sums, and places are found from them."""
    ruleset = rules.get_ruleset("taroky-xix")
    counted = {"3": 23, "1": 23, "7": 23, "12": 1}
    entered: list[dict[str, Any]] = [
        {"number": 1, "bid": "warsaw", "points": counted, "tricks": dict.fromkeys(counted, 3)},
        {"outcome": "annulled"},
        {"bid": "solo", "declarer": 9, "card_points": 35},
    ]
    found = rules.reckon_table(ruleset, [9, 3, 1, 7, 12], 1, entered)
    assert [(row.number, row.sits_out) for row in found] == [(1, 9), (2, 3), (2, 3)]
    totals = rules.table_points(found, [9, 3, 1, 7, 12])
    assert totals == {9: -3, 3: Fraction(-10, 3), 1: Fraction(-7, 3), 7: Fraction(-7, 3), 12: 11}
    awards = rules.award_places(list(totals.values()), ruleset.places(5, 1))
    assert [award.points for award in awards] == [4, 2, 7, 7, 10]
