"""Auctions, call by call: worked out from the papers by hand, then told to the code.

A sequence is written as calls in the order said: `A3` is a three by A, then `B2`, `C1`, `DS` (szóló), `Ah` (hold), `Bp`
(pass).
"""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.rules.making import deal

WORDS = {"3": "three", "2": "two", "1": "one", "S": "solo", "h": "hold", "p": "pass"}
KUPA = rules.get_ruleset("kupa-2005")
PLAYERS = ("A", "B", "C", "D")


def calls(text: str) -> list[rules.Call]:
    return [rules.Call(call[0], WORDS[call[1]]) for call in text.split()]


def heard(text: str) -> rules.Auction:
    return rules.hear(KUPA, PLAYERS, calls(text))


# calls · declarer · bid · invit ("XIX by A") · marks: accepted, conceded, sole
REGULAR = [
    # One bidder
    ("A3 Bp Cp Dp", "A", "three", None, "sole"),
    ("Ap B3 Cp Dp", "B", "three", None, "sole"),
    ("Ap Bp Cp D3", "D", "three", None, "sole"),
    ("A2 Bp Cp Dp", "A", "two", "XIX by A", "sole"),
    ("A1 Bp Cp Dp", "A", "one", "XVIII by A", "sole"),
    ("Ap Bp C2 Dp", "C", "two", "XIX by C", "sole"),
    # After three passes a jump is no invit (D21)
    ("Ap Bp Cp D2", "D", "two", None, "sole"),
    ("Ap Bp Cp D1", "D", "one", None, "sole"),
    ("Ap Bp Cp DS", "D", "solo", None, "sole"),
    # An opening szóló cannot be accepted and is no invit (4.3.2); nothing is left to say
    ("AS", "A", "solo", None, "sole"),
    ("AS Bp Cp Dp", "A", "solo", None, "sole"),
    ("Ap BS", "B", "solo", None, "sole"),
    # All pass
    ("Ap Bp Cp Dp", None, None, None, ""),
    # Engedés: three, two, all others pass, the first gives way (4.2; it shows the XX)
    ("A3 B2 Cp Dp Ap", "B", "two", None, "conceded"),
    ("A3 Bp C2 Dp Ap", "C", "two", None, "conceded"),
    ("A3 Bp Cp D2 Ap", "D", "two", None, "conceded"),
    ("Ap B3 C2 Dp Bp", "C", "two", None, "conceded"),
    ("Ap Bp C3 D2 Cp", "D", "two", None, "conceded"),
    # … and what comes near it
    ("A3 B2 Cp Dp Ah Bp", "A", "two", None, ""),
    ("A3 B2 C1 Dp Ap Bp", "C", "one", None, ""),
    ("A3 B1 Cp Dp Ap", "B", "one", "XIX by B", ""),
    ("A2 B1 Cp Dp Ap", "B", "one", "XIX by A", "accepted"),
    ("A3 B2 Cp Dp A1 Bp", "A", "one", "XIX by A", ""),
    # Hold after hold: each level may be held once
    ("A3 B2 Cp Dp Ah B1 Ap", "B", "one", None, ""),
    ("A3 B2 Cp Dp Ah B1 Ah Bp", "A", "one", None, ""),
    ("A3 B2 Cp Dp Ah B1 Ah BS Ap", "B", "solo", None, ""),
    ("A3 B2 Cp Dp Ah B1 Ah BS Ah", "A", "solo", None, ""),
    ("A3 B2 C1 Dp Ah Bp Cp", "A", "one", None, ""),
    ("A3 B2 C1 Dp Ap Bh Cp", "B", "one", None, ""),
    # A jump over a hold that was possible: the hold is the lowest call
    ("A3 B2 Cp Dp A1 Bh Ap", "B", "one", "XIX by A", "accepted"),
    ("A3 B2 Cp Dp AS Bp", "A", "solo", "XVIII by A", ""),
    ("A3 B2 Cp Dp AS Bh", "B", "solo", "XVIII by A", "accepted"),
    # … after a hold of another the next bid is the lowest
    ("A3 B2 Cp Dp Ah BS Ap", "B", "solo", "XIX by B", ""),
    # Later jumps, to szóló too (4.3.4)
    ("A3 B1 Cp Dp Ah Bp", "A", "one", "XIX by B", "accepted"),
    ("A3 B1 Cp Dp AS Bp", "A", "solo", "XIX by B", "accepted"),
    ("A3 BS Cp Dp Ap", "B", "solo", "XVIII by B", ""),
    ("A3 BS Cp Dp Ah", "A", "solo", "XVIII by B", "accepted"),
    ("A3 B2 CS Dp Ap Bp", "C", "solo", "XIX by C", ""),
    ("A3 B2 CS Dp Ah", "A", "solo", "XIX by C", "accepted"),
    ("A3 B2 CS Dp Ap Bh", "B", "solo", "XIX by C", "accepted"),
    ("Ap B3 CS Dp Bp", "C", "solo", "XVIII by C", ""),
    # Only the first invit counts; there is no answering invit (4.3.3)
    ("A2 BS Cp Dp Ap", "B", "solo", "XIX by A", "accepted"),
    ("A2 B1 CS Dp Ap Bp", "C", "solo", "XIX by A", "accepted"),
    ("A1 BS Cp Dp Ap", "B", "solo", "XVIII by A", "accepted"),
    ("A2 B1 Cp Dp AS Bp", "A", "solo", "XIX by A", "accepted"),
    # The inviter wins after all, by a hold
    ("A2 B1 Cp Dp Ah Bp", "A", "one", "XIX by A", "accepted"),
    # Three bidders without a jump
    ("A3 B2 C1 Dp Ap Bp", "C", "one", None, ""),
    ("A3 B2 C1 DS Ap Bp Cp", "D", "solo", None, ""),
]


@pytest.mark.parametrize(("text", "declarer", "bid", "invit", "marks"), REGULAR)
def test_a_regular_auction(text: str, declarer: str | None, bid: str | None, invit: str | None, marks: str) -> None:
    found = heard(text)
    assert (found.declarer, found.bid) == (declarer, bid)
    assert (f"{found.invit.card} by {found.invit.by}" if found.invit else None) == invit
    told = [mark for mark in ("accepted", "conceded", "sole") if getattr(found, mark)]
    assert " ".join(told) == marks
    assert found.irregular == ()


def test_only_the_first_bid_of_an_auction_opens() -> None:
    opening, later = heard("A2 Bp Cp Dp").invit, heard("A3 B1 Cp Dp Ap").invit
    assert opening is not None and opening.opening
    assert later is not None and not later.opening


# calls · declarer · bid · irregular calls by index
IRREGULAR: list[tuple[str, str | None, str | None, list[tuple[int | None, str]]]] = [
    ("B3 Cp Dp Ap", "B", "three", [(0, "out-of-turn")]),
    ("A3 Cp Bp Dp", "A", "three", [(1, "out-of-turn")]),
    ("A3 Bp Cp D2 Ah B1 Dp", "B", "one", [(5, "after-pass")]),
    ("A2 B2 Cp Dp Bp", "A", "two", [(1, "not-higher")]),
    ("A1 B2 Cp Dp Bp", "A", "one", [(1, "not-higher")]),
    ("Ah B3 Cp Dp Ap", "B", "three", [(0, "nothing-to-hold")]),
    # A hold by somebody who has not bid, and a second hold of one bid
    ("A3 Bh Cp Dp Ap", "B", "three", [(1, "hold-not-allowed")]),
    ("A3 B2 C1 Dp Ah Bh Cp Ap", "B", "one", [(5, "hold-not-allowed")]),
    ("A3 Bp Cp Dp A2", "A", "three", [(4, "after-end")]),
    ("AS B1 Cp Dp", "A", "solo", [(1, "after-end")]),
    ("A3 Bp Cp", "A", "three", [(None, "unfinished")]),
    ("Ap Bp Cp", None, None, [(None, "unfinished")]),
    ("", None, None, [(None, "unfinished")]),
]


@pytest.mark.parametrize(("text", "declarer", "bid", "faults"), IRREGULAR)
def test_an_irregular_auction_is_taken_as_said(
    text: str, declarer: str | None, bid: str | None, faults: list[tuple[int | None, str]]
) -> None:
    found = heard(text)
    assert (found.declarer, found.bid) == (declarer, bid)
    reported = [(fault.call, fault.reason) for fault in found.irregular]
    assert [fault for fault in reported if fault in faults] == faults
    assert reported[0] == faults[0]


def test_no_engedes_out_of_an_irregular_auction() -> None:
    assert not heard("A3 B2 C2 Dp Ap Cp").conceded


def test_who_may_say_what() -> None:
    bidding = rules.Bidding(KUPA, PLAYERS)
    wanted = [
        ("A3", ("three", "two", "one", "solo", "pass")),
        ("B2", ("two", "one", "solo", "pass")),
        ("Cp", ("one", "solo", "pass")),
        ("Dp", ("one", "solo", "pass")),
        ("Ah", ("hold", "one", "solo", "pass")),
        ("B1", ("one", "solo", "pass")),
        ("Ah", ("hold", "solo", "pass")),
        ("BS", ("solo", "pass")),
        ("Ah", ("hold", "pass")),
    ]
    for text, words in wanted:
        call = calls(text)[0]
        assert bidding.on_turn == call.by
        assert bidding.legal() == words
        assert bidding.take(call) is None
    assert bidding.ended and bidding.on_turn is None
    assert bidding.legal("B") == ()


def test_the_turn_never_comes_to_the_holder() -> None:
    """C's two is not higher: C is still in, and B, who holds the game, has nothing to say."""
    bidding = rules.Bidding(KUPA, PLAYERS)
    for call in calls("A3 B2 C2 Dp Ap"):
        bidding.take(call)
    assert not bidding.ended
    assert bidding.on_turn == "C"


def record(text: str, **fields: Any) -> dict[str, Any]:
    said = [{"by": call.by, "say": call.say} for call in calls(text)]
    found = deal(auction=said, **fields)
    for name in ("bid", "declarer", "partner"):
        if name not in fields:
            found.pop(name)
    return found


def problems(text: str, **fields: Any) -> list[tuple[str, str]]:
    """Warnings as (code, field), or errors."""
    try:
        result = rules.score(rules.read_deal(record(text, **fields)))
    except rules.Refused as refusal:
        return [(problem.code, problem.field) for problem in refusal.problems]
    return [(problem.code, problem.field) for problem in result.warnings]


def test_the_auction_gives_bid_and_declarer() -> None:
    result = rules.score(rules.read_deal(record("A3 B2 Cp Dp Ap", partner="D", card_points=50)))
    assert result.points == {"A": -2, "B": 2, "C": -2, "D": 2}


RAISED = [("auction-irregular", "bid")]
NOT_CALLED = [("called-card-irregular", "called")]
BESIDE = [
    # The sole bidder may take fewer cards (4)
    ("A3 Bp Cp Dp", {"bid": "one"}, []),
    ("A3 Bp Cp Dp", {"bid": "solo"}, []),
    ("Ap Bp Cp D2", {"bid": "one"}, []),
    ("A3 Bp Cp Dp", {"bid": "three"}, []),
    # … not after an opening invit that nobody took, and not if somebody else bid
    ("A2 Bp Cp Dp", {"bid": "one"}, RAISED),
    ("A1 Bp Cp Dp", {"bid": "solo"}, RAISED),
    ("Ap B2 Cp Dp", {"bid": "solo"}, RAISED),
    ("A3 B2 Cp Dp Ap", {"bid": "one"}, RAISED),
    ("A3 B2 Cp Dp Ah Bp", {"bid": "one"}, RAISED),
    # The invit card is called by whoever took the invit, not by the inviter who won after all
    ("A2 B1 Cp Dp Ap", {"called": "XIX"}, []),
    ("A2 B1 Cp Dp Ap", {"called": "XX"}, NOT_CALLED),
    ("A1 BS Cp Dp Ap", {"called": "XVIII"}, []),
    ("A1 BS Cp Dp Ap", {"called": "XIX"}, NOT_CALLED),
    ("A3 B1 Cp Dp Ah Bp", {"called": "XIX"}, []),
    ("A3 B1 Cp Dp Ah Bp", {"called": "XVIII"}, NOT_CALLED),
    ("A2 B1 CS Dp Ap Bp", {"called": "XX"}, NOT_CALLED),
    ("A2 B1 Cp Dp Ah Bp", {"called": "XX"}, []),
    ("A2 B1 Cp Dp AS Bp", {"called": "II"}, []),
    # An invit that nobody took binds nobody
    ("A2 Bp Cp Dp", {"called": "XX"}, []),
    ("A3 B1 Cp Dp Ap", {"called": "XX"}, []),
    # After engedés the XX; otherwise any of XX … II can be right
    ("A3 B2 Cp Dp Ap", {"called": "XX"}, []),
    ("A3 B2 Cp Dp Ap", {"called": "XIX"}, NOT_CALLED),
    ("A3 B2 Cp Dp Ah Bp", {"called": "XIX"}, []),
    ("A3 Bp Cp Dp", {"called": "VII"}, []),
    ("A2 B1 Cp Dp Ap", {}, []),
    # Errors: lower than the auction went, no such bid, another declarer, nobody bid
    ("A3 B2 Cp Dp Ap", {"bid": "three"}, [("bad-bid", "bid")]),
    ("A3 B2 Cp Dp Ap", {"bid": "four"}, [("bad-bid", "bid")]),
    ("A3 B2 Cp Dp Ap", {"declarer": "A"}, [("bad-value", "declarer")]),
    ("A3 B2 Cp Dp Ap", {"declarer": "B"}, []),
    ("A3 Bp Cp Dp", {"partner": "A"}, [("partner-is-declarer", "partner")]),
    ("Ap Bp Cp Dp", {}, [("missing-field", "bid"), ("missing-field", "declarer")]),
    ("A3 Zp", {}, [("unknown-player", "auction[1].by")]),
    # Irregular calls stand at their index
    ("A3 B2 C2 Dp Ap Cp", {}, [("auction-irregular", "auction[2].say")]),
    ("A3 B2", {}, [("auction-irregular", "auction")]),
]


@pytest.mark.parametrize(("text", "fields", "wanted"), BESIDE)
def test_what_stands_beside_an_auction(text: str, fields: dict[str, Any], wanted: list[tuple[str, str]]) -> None:
    assert problems(text, **fields) == wanted


def test_each_ruleset_cites_its_own_paragraph() -> None:
    cited = {}
    for id in ("kupa-2005", "magas-2018", "paskievics", "itvb-2019"):
        irregular = record("A2 B1 Cp Dp", ruleset=id, called="XX")
        cited[id] = [warning.rule for warning in rules.score(rules.read_deal(irregular)).warnings]
    assert cited == {
        "kupa-2005": ["4", "4.3.1"],
        "magas-2018": ["Kupa 4", "Kupa 4.3.1"],
        "paskievics": ["Alap", "Kupa 4.3.1"],
        "itvb-2019": ["ITVB", "ITVB"],
    }


@pytest.mark.parametrize("call", [{"by": "A", "say": "four"}, {"by": "A", "say": "second"}])
def test_a_word_that_nobody_says_is_refused(call: dict[str, Any]) -> None:
    with pytest.raises(rules.Refused) as refused:
        rules.read_deal(deal(auction=[call]))
    assert [(p.code, p.field) for p in refused.value.problems] == [("bad-value", "auction[0].say")]


def test_there_are_at_least_forty_sequences() -> None:
    assert len({row[0] for row in REGULAR} | {row[0] for row in IRREGULAR}) >= 40
