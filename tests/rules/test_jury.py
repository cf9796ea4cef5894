"""What the paragraphs say of a breach, and when three agree. Worked out by hand from the seeds."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules import Deal, get_ruleset, read_deal
from rules.jury import ANNUL, FREE, PLAY_ON, RENONSZ, VOTE, Tally, propose, ruled, tally, voters

PLAYERS = ["A", "B", "C", "D"]


def before(ruleset: str = "kupa-2005", **said: Any) -> Deal:
    """A deal as it stood when the breach was found."""
    record = {"ruleset": ruleset, "players": PLAYERS, "bid": "two", "declarer": "A", "partner": "C"}
    return read_deal({**record, "outcome": "renonsz", "renonsz": {"offender": "B", "paragraph": "x"}, **said})


def kind(rule: str, *, in_play: bool, askers: int = 0, ruleset: str = "kupa-2005", sanction: str = "renonsz") -> str:
    rules_ = get_ruleset(ruleset)
    return propose(rules_.offence(rule, sanction), before(ruleset), rules_, in_play=in_play, askers=askers).kind


@pytest.mark.parametrize(
    ("rule", "in_play", "askers", "expected"),
    [
        ("9.1", False, 0, ANNUL),
        ("9.1", True, 0, RENONSZ),
        ("9.2", True, 0, PLAY_ON),
        ("9.2", True, 1, PLAY_ON),
        ("9.2", True, 2, RENONSZ),
        ("9.2", False, 2, FREE),  # nobody can have played a wrong card yet
        ("9.4", False, 0, RENONSZ),
        ("9.4", True, 0, RENONSZ),
        ("3.3.1", False, 0, RENONSZ),  # a trull places the big honours: 9.4 over 9.1
        ("3.3.3", False, 0, RENONSZ),
        ("3.2.2", False, 0, ANNUL),
        ("3.2.2", True, 0, RENONSZ),
        ("4.3.7", False, 0, ANNUL),
        ("4.3.7", True, 0, RENONSZ),
        ("5.1", False, 0, RENONSZ),  # the skart is neither bid nor announcement
        ("5.3", True, 0, RENONSZ),
    ],
)
def test_kupa(rule: str, in_play: bool, askers: int, expected: str) -> None:
    assert kind(rule, in_play=in_play, askers=askers) == expected


@pytest.mark.parametrize("rule", ["1.3", "3.3.4", "5.2", "5.4", "6.2", "6.3", "7.1"])
def test_without_a_sanction_the_jury_is_free(rule: str) -> None:
    assert kind(rule, in_play=True, sanction="jury") == FREE
    assert kind(rule, in_play=False, sanction="jury") == FREE


def test_dealing_again_cites_its_paragraph() -> None:
    kupa, itvb = get_ruleset("kupa-2005"), get_ruleset("itvb-2019")
    assert propose(kupa.offence("3.2.2"), None, kupa, in_play=False).rule == "9.1"
    assert propose(itvb.offence("Kupa 3.2.2"), None, itvb, in_play=False).rule == "Kupa 9.1"


def test_the_minimum() -> None:
    found = propose(get_ruleset("kupa-2005").offence("9.1"), before(), get_ruleset("kupa-2005"), in_play=True)
    assert (found.amount, found.terms) == (10, ())


def test_announced_with_kontra_and_silent_ones_made_before() -> None:
    kupa = get_ruleset("kupa-2005")
    deal = before(
        announcements=[
            {"figure": "trull", "by": "A", "kontra": 2},
            {"figure": "double-game", "by": "B"},
            {"figure": "tarokk-8", "by": "A"},
        ],
        silent=[{"figure": "four-kings", "by": "D"}],
    )
    found = propose(kupa.offence("9.2"), deal, kupa, in_play=True, askers=2)
    # Trull 2 × 4, double 4 × the bid two, silent four kings 1; the count is left out.
    assert [(term.figure, term.value) for term in found.terms] == [("trull", 8), ("double-game", 8), ("four-kings", 1)]
    assert found.amount == 17


@pytest.mark.parametrize(
    ("said", "amount"),
    [
        ([], 5),
        ([{"figure": "trull", "by": "A", "kontra": 1}], 5),
        ([{"figure": "pagat-ultimo", "by": "A"}], 10),
        ([{"figure": "pagat-ultimo", "by": "A", "kontra": 1}, {"figure": "trull", "by": "B"}], 20),
    ],
)
def test_itvb_has_a_minimum_and_a_maximum(said: list[dict[str, Any]], amount: int) -> None:
    itvb = get_ruleset("itvb-2019")
    found = propose(itvb.offence("Kupa 9.1"), before("itvb-2019", announcements=said), itvb, in_play=True)
    assert found.amount == amount


def test_a_magas_table_votes_first() -> None:
    for rule, sanction in (("13", "renonsz"), ("14", "vote"), ("17", "vote")):
        assert kind(rule, in_play=True, ruleset="magas-2018", sanction=sanction) == VOTE
    assert kind("16", in_play=True, ruleset="magas-2018", sanction="jury") == FREE


def test_paskievics_is_as_kupa() -> None:
    assert kind("Kupa 9.1", in_play=False, ruleset="paskievics") == ANNUL
    assert kind("Kupa 9.2", in_play=True, askers=1, ruleset="paskievics") == PLAY_ON


@pytest.mark.parametrize(
    ("rulings", "expected"),
    [
        ([], Tally(None, False)),
        (["a"], Tally(None, False)),
        (["a", "b"], Tally(None, False)),
        (["a", "a"], Tally("a", False)),
        (["a", "b", "a"], Tally("a", False)),
        (["a", "b", "b"], Tally("b", False)),
        (["a", "b", "c"], Tally(None, True)),
        ([("renonsz", 10), ("renonsz", 12), ("redeal", None)], Tally(None, True)),
    ],
)
def test_two_equal_ones_decide(rulings: list[Any], expected: Tally[Any]) -> None:
    assert tally(rulings) == expected


@pytest.mark.parametrize(("offender", "order"), [("A", "BCD"), ("B", "CDA"), ("C", "DAB"), ("D", "ABC")])
def test_the_vote_goes_to_the_offenders_right(offender: str, order: str) -> None:
    assert "".join(map(str, voters(PLAYERS, offender))) == order


MAGAS = {
    "ruleset": "magas-2018",
    "players": PLAYERS,
    "bid": "three",
    "declarer": "A",
    "partner": "C",
    "card_points": 60,
    "announcements": [{"figure": "pagat-ultimo", "by": "A", "kontra": 1, "made": True}],
    "kassza_balance": 200,
    "seats": 4,
}


@pytest.mark.parametrize(
    ("choice", "outcome", "points", "kassza"),
    [
        ("redeal", "annulled", {"A": 0, "B": 0, "C": 0, "D": 0}, (200, 200)),
        ("redeal_150", "annulled", {"A": 0, "B": 0, "C": 0, "D": 0}, (200, 350)),
        # Pagát ultimó 10 × 2: 20 to each of the three; 20 × 5 Ft is less than the 150 Ft it is at least.
        ("enforce", "renonsz", {"A": 20, "B": -60, "C": 20, "D": 20}, (200, 200)),
        ("pay_kassza", "annulled", {"A": 0, "B": 0, "C": 0, "D": 0}, (200, 350)),
    ],
)
def test_what_a_table_votes_for(choice: str, outcome: str, points: dict[str, int], kassza: tuple[int, int]) -> None:
    record = ruled(MAGAS, outcome, {"offender": "B", "paragraph": "14", "choice": choice})
    if outcome == "annulled":
        record |= {"ruleset": "magas-2018", "kassza_balance": 200, "seats": 4}
    result = rules.score(read_deal(record))
    assert result.points == points
    assert result.kassza is not None
    assert (result.kassza.before, result.kassza.after) == kassza


def test_what_a_redeal_keeps() -> None:
    record = {"number": 4, "bid": "two", "declarer": 1, "card_points": 60, "note": "n"}
    assert ruled(record, "annulled", None) == {"number": 4, "note": "n", "outcome": "annulled"}


def test_what_a_renonsz_keeps() -> None:
    record = {
        "number": 4,
        "bid": "two",
        "declarer": 1,
        "partner": 2,
        "card_points": 60,
        "silent": [{"figure": "trull", "by": 1}],
    }
    assert ruled(record, "renonsz", {"offender": 3, "paragraph": "9.1"}) == {
        "number": 4,
        "bid": "two",
        "declarer": 1,
        "partner": 2,
        "silent": [{"figure": "trull", "by": 1}],
        "outcome": "renonsz",
        "renonsz": {"offender": 3, "paragraph": "9.1"},
    }
