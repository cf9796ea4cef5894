"""A table in its order of play: who deals and leads, what is doubled, what departs from the rotation."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.rules.making import Record, said

KUPA, ALAP = rules.get_ruleset("kupa-2005"), rules.get_ruleset("paskievics")
FOUR, FIVE = [1, 2, 3, 4], [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("seats", "first", "wanted"),
    [
        (4, 1, [1, 2, 3, 4, 1]),
        (4, 3, [3, 4, 1, 2, 3]),
        (5, 1, [1, 2, 3, 4, 5, 1]),
        (5, 4, [4, 5, 1, 2, 3, 4]),
    ],
)
def test_the_deal_goes_round(seats: int, first: int, wanted: list[int]) -> None:
    assert [rules.dealer_seat(seats, number + 1, first) for number in range(len(wanted))] == wanted


@pytest.mark.parametrize(
    ("seated", "first", "number", "wanted"),
    [
        (FOUR, 1, 1, (2, 3, 4, 1)),
        (FOUR, 1, 4, (1, 2, 3, 4)),
        (FOUR, 1, 16, (1, 2, 3, 4)),
        (FOUR, 3, 1, (4, 1, 2, 3)),
        (FIVE, 1, 1, (2, 3, 4, 5)),
        (FIVE, 1, 5, (1, 2, 3, 4)),
        (FIVE, 4, 1, (5, 1, 2, 3)),
        (FIVE, 4, 3, (2, 3, 4, 5)),
    ],
)
def test_who_plays_and_leads(seated: list[int], first: int, number: int, wanted: tuple[int, ...]) -> None:
    assert rules.rotation(seated, number, first) == wanted


def played(number: int, declarer: int, partner: int | None, **fields: Any) -> Record:
    return {"number": number, "bid": "three", "declarer": declarer, "partner": partner, "card_points": 60, **fields}


def empty(number: int, outcome: str) -> Record:
    return {"number": number, "outcome": outcome}


def multipliers(records: list[Record], ruleset: rules.Ruleset = ALAP) -> list[int]:
    return [row.deal.multiplier for row in rules.reckon_table(ruleset, FOUR, 1, records)]


def counted(first: int, last: int) -> list[Record]:
    return [played(number, 1, 2) for number in range(first, last + 1)]


def test_after_a_passed_out_deal_the_next_is_doubled() -> None:
    assert multipliers([empty(1, "passed_out"), *counted(1, 3)]) == [1, 2, 1, 1]


def test_a_second_passed_out_deal_doubles_again() -> None:
    assert multipliers([empty(1, "passed_out"), empty(1, "passed_out"), *counted(1, 2)]) == [1, 2, 4, 1]


def test_after_a_throw_in_four_counted_deals_are_doubled() -> None:
    assert multipliers([empty(1, "thrown_in"), *counted(1, 6)]) == [1, 2, 2, 2, 2, 1, 1]


def test_doublings_that_overlap_multiply() -> None:
    entered = [empty(1, "thrown_in"), *counted(1, 1), empty(2, "passed_out"), *counted(2, 5)]
    assert multipliers(entered) == [1, 2, 2, 4, 2, 2, 1]
    entered = [empty(1, "thrown_in"), *counted(1, 2), empty(3, "thrown_in"), *counted(3, 7)]
    assert multipliers(entered) == [1, 2, 2, 2, 4, 4, 2, 2, 1]


def test_a_throw_in_then_a_passed_out_deal_and_an_annulled_one_between() -> None:
    entered = [empty(1, "thrown_in"), empty(1, "passed_out"), empty(1, "annulled"), *counted(1, 5)]
    assert multipliers(entered) == [1, 2, 4, 4, 2, 2, 2, 1]


def test_not_beyond_sixty_four() -> None:
    assert multipliers([*[empty(1, "passed_out")] * 8, *counted(1, 2)]) == [1, 2, 4, 8, 16, 32, 64, 64, 64, 1]


def test_a_renonsz_uses_up_a_doubling() -> None:
    fined = {"number": 1, "outcome": "renonsz", "bid": "three", "declarer": 1, "renonsz": {"offender": 1}}
    found = rules.reckon_table(ALAP, FOUR, 1, [empty(1, "passed_out"), fined, played(2, 1, 2)])
    assert [row.deal.multiplier for row in found] == [1, 2, 1]
    assert found[1].result.points == {2: 20, 3: 20, 4: 20, 1: -60}


@pytest.mark.parametrize("id", ["kupa-2005", "magas-2018", "itvb-2019"])
def test_cups_never_double(id: str) -> None:
    entered = [empty(1, "passed_out"), empty(1, "thrown_in"), *counted(1, 2)]
    assert multipliers(entered, rules.get_ruleset(id)) == [1, 1, 1, 1]


def test_numbers_dealers_and_totals_at_a_table_of_five() -> None:
    entered = [played(1, 2, 4), empty(2, "thrown_in"), played(2, 3, None, bid="two"), played(3, 5, 1, card_points=40)]
    found = rules.reckon_table(KUPA, FIVE, 1, entered)
    assert [(row.number, row.counted, row.dealer, row.sits_out) for row in found] == [
        (1, True, 1, 1),
        (2, False, 2, 2),
        (2, True, 2, 2),
        (3, True, 3, 3),
    ]
    assert rules.table_points(found, FIVE) == {
        1: 0 - 2 - 1,
        2: 1 + 0 + 1,
        3: -1 + 6 + 0,
        4: 1 - 2 + 1,
        5: -1 - 2 - 1,
    }


def test_a_deal_out_of_turn_has_its_own_players() -> None:
    entered = [played(1, 1, 3, players=[1, 2, 3, 4]), played(2, 4, 5)]
    found = rules.reckon_table(KUPA, FIVE, 1, entered)
    assert found[0].deal.players == (1, 2, 3, 4)
    assert (found[0].dealer, found[0].sits_out) == (1, 5)
    assert found[1].deal.players == (3, 4, 5, 1)
    assert found[0].full_record == {
        "ruleset": "kupa-2005",
        "players": [1, 2, 3, 4],
        "bid": "three",
        "declarer": 1,
        "partner": 3,
        "card_points": 60,
    }
    assert "number" not in found[0].record and found[0].record["players"] == [1, 2, 3, 4]


def test_all_problems_of_all_deals_are_told_with_their_place() -> None:
    entered = [
        played(1, 1, 2, kontra=9),
        played(3, 1, 2),
        played(3, 9, 2),
        played(4, 1, 2, multiplier=2),
        played(4, 1, 2, announcements=[said("trull", 1)]),
        played(5, 1, 2, players=[1, 2, 3, 8]),
    ]
    with pytest.raises(rules.Refused) as refused:
        rules.reckon_table(KUPA, FOUR, 1, entered)
    found = [(problem.code, problem.field) for problem in refused.value.problems]
    assert found[:2] == [("kontra-too-high", "[0].kontra"), ("number-out-of-order", "[1].number")]
    assert ("unknown-field", "[3].multiplier") in found
    moved = refused.value.problems[0].at("rounds[0].tables[2].deals")
    assert moved.field == "rounds[0].tables[2].deals[0].kontra"


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({"number": 2}, ("number-out-of-order", "number")),
        ({"number": "1"}, ("bad-type", "number")),
        ({"number": True}, ("bad-type", "number")),
        ({"multiplier": 1}, ("unknown-field", "multiplier")),
        ({"ruleset": "kupa-2005"}, ("unknown-field", "ruleset")),
        ({"kassza_balance": 200}, ("unknown-field", "kassza_balance")),
        ({"players": [1, 2, 3, 8]}, ("not-at-table", "players[3]")),
        ({"declarer": 5}, ("unknown-player", "declarer")),
    ],
)
def test_what_a_deal_of_a_table_may_not_say(fields: Record, wanted: tuple[str, str]) -> None:
    with pytest.raises(rules.Refused) as refused:
        rules.next_deal(rules.TableState(KUPA, FOUR), {**played(1, 1, 2), **fields})
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [wanted]


def test_which_outcomes_count() -> None:
    told = {id: rules.counts(id) for id in rules.get_ruleset("magas-2018").outcomes}
    assert told == {
        "played": True,
        "renonsz": True,
        "no_play": True,
        "passed_out": False,
        "thrown_in": False,
        "annulled": False,
    }
