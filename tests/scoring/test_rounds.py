"""Rounds are added, seated, closed and opened again."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scoring.models import AuditEntry, Seat, Tournament
from scoring.services import (
    Refusal,
    add_round,
    close_round,
    correct_deal,
    enter_paper,
    record_deal,
    reopen_round,
    seat_table,
)
from tests.scoring.cups import OPERATOR, document, full_table, load, played, table, the_deal, the_round, the_table

pytestmark = pytest.mark.django_db


def official(cup: Tournament) -> dict[int, tuple[Any, Any, Any]]:
    """Table points, place and tournament points by player number."""
    seats = Seat.objects.filter(round__tournament=cup).select_related("player")
    return {seat.player.number: (seat.table_points, seat.place, seat.tournament_points) for seat in seats}


def codes(refusal: pytest.ExceptionInfo[Refusal]) -> list[tuple[str, str]]:
    return [(problem.code, problem.field) for problem in refusal.value.problems]


def test_adding_rounds_up_to_the_plan() -> None:
    cup = load(document(rounds_planned=2))
    assert [add_round(OPERATOR, cup).number for _ in range(2)] == [1, 2]
    with pytest.raises(Refusal, match="round-beyond-plan"):
        add_round(OPERATOR, cup)
    assert cup.revision == 3


def test_seating() -> None:
    cup = load(document(players=9))
    round_ = add_round(OPERATOR, cup)
    at = seat_table(OPERATOR, round_, 1, [4, 2, 9, 1, 7], first_dealer=5)
    assert [seat.player.number for seat in at.seated()] == [4, 2, 9, 1, 7]
    assert at.first_dealer == 5
    entry = AuditEntry.objects.first()
    assert entry is not None
    assert entry.details == {"seats": [4, 2, 9, 1, 7], "first_dealer": 5}


def test_seating_refused_with_all_that_is_wrong() -> None:
    cup = document(table(1, [1, 2, 3, 4]), players=9)
    cup["players"][8]["status"] = {"withdrawn_after": 0}
    tournament = load(cup)
    with pytest.raises(Refusal) as refusal:
        seat_table(OPERATOR, the_round(tournament), 1, [5, 1, 9, 5, 77, 8], first_dealer=7)
    assert codes(refusal) == [
        ("duplicate-table", "number"),
        ("bad-table-size", "seats"),
        ("number-out-of-range", "first_dealer"),
        ("player-seated-twice", "seats[1]"),
        ("player-withdrawn", "seats[2]"),
        ("player-seated-twice", "seats[3]"),
        ("no-such-player", "seats[4]"),
    ]
    with pytest.raises(Refusal, match="number-out-of-range at number"):
        seat_table(OPERATOR, the_round(tournament), 0, [5, 6, 7, 8])
    assert Seat.objects.count() == 4


def test_closing_makes_points_official() -> None:
    five = table(2, [5, 6, 7, 8, 9], totals={"5": 10, "6": 10, "7": 10, "8": -15, "9": -15})
    cup = load(document(full_table(1, [1, 2, 3, 4]), five, players=9))
    assert official(cup)[1] == (None, None, None)
    close_round(OPERATOR, the_round(cup))
    round_ = the_round(cup)
    assert round_.is_closed
    points = official(cup)
    assert sum(points[number][0] for number in (1, 2, 3, 4)) == 0
    assert sum(points[number][2] for number in (1, 2, 3, 4)) == 28
    assert points[5] == points[6] == points[7] == (10, 1, 8)
    assert points[8] == points[9] == (-15, 4, 3)
    cup.refresh_from_db()
    assert cup.revision == 2


def test_places_of_three_share_thirds() -> None:
    totals = {"1": 9, "2": -3, "3": -3, "4": -3}
    cup = load(document(table(1, [1, 2, 3, 4], totals=totals), ruleset="kupa-2005"))
    close_round(OPERATOR, the_round(cup))
    assert official(cup)[2] == (-3, 2, 6)
    five = {"5": 40, "6": -10, "7": -10, "8": -10, "9": -10}
    other = load(document(table(1, [5, 6, 7, 8, 9], totals=five), players=9, ruleset="itvb-2019", slug="masik"))
    close_round(OPERATOR, the_round(other))
    assert official(other)[6] == (-10, 2, Fraction(11, 2))


def test_an_incomplete_table_needs_a_reason() -> None:
    cup = load(document(table(1, [1, 2, 3, 4], [played(1, 1, 2)]), table(2, [5, 6, 7, 8]), players=8))
    for reason in ("", "  "):
        with pytest.raises(Refusal) as refusal:
            close_round(OPERATOR, the_round(cup), reason)
        assert refusal.value.problems[0].params == {"tables": "1, 2"}
    close_round(OPERATOR, the_round(cup), "áramszünet")
    entry = AuditEntry.objects.first()
    assert entry is not None
    assert entry.details == {
        "reason": "áramszünet",
        "incomplete": [1, 2],
        "unconfirmed": [],
        "unsigned": [],
        "before_jury": [],
    }
    # Nothing was played at table 2: it earns nobody a place.
    assert official(cup)[1] == (1, 1, 9)
    assert official(cup)[5] == (0, None, 0)


def test_a_table_by_the_clock_may_end_with_fewer_deals() -> None:
    played_out = table(1, [1, 2, 3, 4], [played(1, 1, 2)])
    cup = load(document(played_out, table(2, [5, 6, 7, 8]), players=8, ruleset="itvb-2019"))
    with pytest.raises(Refusal) as refusal:
        close_round(OPERATOR, the_round(cup))
    assert refusal.value.problems[0].params == {"tables": "2"}


def test_closed_twice_or_opened_twice() -> None:
    cup = load(document(full_table(1, [1, 2, 3, 4])))
    with pytest.raises(Refusal, match="round-open"):
        reopen_round(OPERATOR, the_round(cup))
    close_round(OPERATOR, the_round(cup))
    with pytest.raises(Refusal, match="round-closed"):
        close_round(OPERATOR, the_round(cup))
    with pytest.raises(Refusal, match="round-closed"):
        seat_table(OPERATOR, the_round(cup), 2, [1, 2, 3, 4])


def test_reopen_correct_close_again() -> None:
    cup = load(document(full_table(1, [1, 2, 3, 4]), closed=True))
    before = official(cup)
    reopen_round(OPERATOR, the_round(cup), "elírás a 3. osztásban")
    assert official(cup)[1] == (None, None, None)
    deal = the_deal(cup, 3)
    correct_deal(OPERATOR, deal, {**deal.entered(), "kontra": 3})
    close_round(OPERATOR, the_round(cup))
    assert official(cup) != before
    assert sum(points for points, _, _ in official(cup).values()) == 0
    actions = list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))
    assert actions == ["load_document", "reopen_round", "correct_deal", "close_round"]


def test_a_whole_round_by_hand() -> None:
    cup = load(document(players=4))
    at = seat_table(OPERATOR, add_round(OPERATOR, cup), 1, [1, 2, 3, 4])
    record_deal(OPERATOR, at, played(1, 2, 3))
    enter_paper(OPERATOR, at, "remainder", {1: -5, 2: 5, 3: 0, 4: 0})
    close_round(OPERATOR, the_round(cup))
    assert official(cup) == {1: (-6, 4, 4), 2: (6, 1, 10), 3: (1, 2, 8), 4: (-1, 3, 6)}
    assert the_table(cup).paper == "remainder"


def test_a_final_cup_stays_as_it_is() -> None:
    cup = load(document(full_table(1, [1, 2, 3, 4])))
    Tournament.objects.update(state="final")
    for write in (
        lambda: close_round(OPERATOR, the_round(cup)),
        lambda: add_round(OPERATOR, cup),
        lambda: enter_paper(OPERATOR, the_table(cup), "totals", {}),
    ):
        with pytest.raises(Refusal, match="tournament-final"):
            write()
