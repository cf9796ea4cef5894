"""Every code of the format, with its field; what stands alone, and which pass hides the other."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.rules.contradictions import SECOND
from tests.rules.making import Found, Record, bare, deal, errors, magas, said
from tests.rules.refusals import ALONE, FIRST

CODES = set(
    (
        "bad-type unknown-field missing-field unknown-ruleset unknown-outcome outcome-not-in-ruleset bad-players "
        "unknown-player partner-is-declarer bad-bid bad-value card-points-out-of-range tricks-out-of-range "
        "tricks-contradict-card-points unknown-figure figure-not-in-ruleset silent-not-allowed derived-figure "
        "silent-failure-not-allowed kontra-too-high kontra-not-allowed suit-missing suit-not-allowed "
        "duplicate-announcement announced-and-silent bad-raise catch-within-side facan-excluded-by-paros-facan "
        "too-many-tarokks multiplier-not-allowed bad-renonsz made-by-both-sides trick-taken-twice "
        "made-contradicts-record"
    ).split()
)


@pytest.mark.parametrize("name", [*ALONE, *FIRST, *SECOND])
def test_an_error_has_its_code_and_field(name: str) -> None:
    record, wanted = {**ALONE, **FIRST, **SECOND}[name]
    assert errors(record) == wanted


def test_every_code_has_a_record() -> None:
    assert {code for _, found in [*ALONE.values(), *FIRST.values(), *SECOND.values()] for code, _ in found} == CODES


def test_all_wrong_types_of_a_deal_are_told_together() -> None:
    assert errors(deal(card_points="60", bid=3, players=["A", "B", 1.5, "D"])) == [
        ("bad-type", "bid"),
        ("bad-type", "card_points"),
        ("bad-type", "players[2]"),
    ]


def test_the_first_pass_hides_the_second() -> None:
    assert errors(deal(kontra=9, card_points=5, silent=[said("trull", "A")])) == [("kontra-too-high", "kontra")]


FINE = {
    "alone-by-null": deal(partner=None),
    "alone-by-silence": {name: value for name, value in deal().items() if name != "partner"},
    "numbers-as-players": deal(players=[1, 2, 3, 4], declarer=1, partner=3, skart_tarokks={"1": 2}),
    "double-made-told": deal(card_points=71, announcements=[said("double-game", "A", True)]),
    "same-figure-of-both-sides": deal(announcements=[said("trull", "A", False), said("trull", "B", False)]),
    "same-king-figure-of-two-suits": deal(
        announcements=[said("king-uhu", "A", False, suit="hearts"), said("king-uhu", "A", True, suit="clubs")]
    ),
    "count-of-both-players-of-a-side": deal(announcements=[said("tarokk-8", "A"), said("tarokk-8", "C")]),
    "counts-of-22": deal(announcements=[said("tarokk-8", "A"), said("tarokk-8", "B")]),
    "kontra-by-two": deal(announcements=[said("trull", "A", True, kontra=2, kontra_by=["B", "A"])]),
    "raised-away-without-made": magas(
        announcements=[said("sas-ultimo", "A"), said("sas-uhu", "A", True, raised_from=0)]
    ),
    "raised-away-volat-needs-no-tricks": magas(
        announcements=[said("volat", "A"), said("sas-uhu", "A", True, raised_from=0)]
    ),
    "silent-after-raised-away": magas(
        announcements=[said("sas-ultimo", "A"), said("sas-uhu", "A", False, raised_from=0)],
        silent=[said("sas-ultimo", "C")],
    ),
    "paros-with-their-small-card": magas(silent=[said("paros-facan", "A"), said("sas-facan", "B", False)]),
    "paros-raised-away-frees-the-facan": magas(
        announcements=[said("paros-facan", "A"), said("trull", "A", True, raised_from=0)],
        silent=[said("pagat-facan", "C")],
    ),
    "no-play-without-made": magas(outcome="no_play", announcements=[said("trull", "A"), said("sas-uhu", "B")]),
    "renonsz-without-made": deal(outcome="renonsz", renonsz={"offender": "B"}, announcements=[said("trull", "A")]),
    "card-points-anywhere": bare("passed_out", card_points=60, tricks=5, kontra=2, bid="three"),
    "partner-without-declarer": bare("annulled", partner="A", silent=[said("trull", "A")]),
    "multiplier-64": deal(ruleset="paskievics", multiplier=64),
    "nine-tricks-70": deal(tricks=9, card_points=70),
    "no-trick-24": deal(tricks=0, card_points=24),
    "king-and-his-family": magas(
        announcements=[said("szincsalad", "A", True, suit="clubs"), said("king-uhu", "C", True, suit="clubs")]
    ),
    "three-kings-and-one-of-them": magas(
        announcements=[said("three-kings", "A", True), said("king-ultimo", "C", True, suit="clubs")]
    ),
    "centrum-and-kismadar-of-one-side": deal(announcements=[said("centrum", "A", True), said("kismadar", "C", True)]),
    "catch-beside-own-nagymadar": deal(
        announcements=[said("nagymadar", "A", True)], silent=[said("xxi-catch", "A", catcher="A", victim="B")]
    ),
    "trull-with-15": deal(card_points=15, silent=[said("trull", "A")]),
    "kings-with-20": deal(card_points=74, silent=[said("four-kings", "B")]),
    "catch-with-10": deal(card_points=10, silent=[said("xxi-catch", "A", catcher="A", victim="B")]),
    "announced-failure-places-no-card": magas(
        announcements=[said("pagat-ultimo", "A", False)], silent=[said("pagat-facan", "A", False)]
    ),
    "pay-kassza-with-bid": bare(
        "annulled",
        ruleset="magas-2018",
        bid="two",
        announcements=[said("volat", "A")],
        renonsz={"offender": "B", "choice": "pay_kassza"},
    ),
    "no-play-looks-at-the-first-trick-only": magas(
        outcome="no_play",
        announcements=[said("trull", "A", True), said("sas-uhu", "A", True), said("trull", "B", True)],
    ),
    "renonsz-does-not-look-for-contradictions": deal(
        outcome="renonsz", renonsz={"offender": "B"}, silent=[said("trull", "A"), said("trull", "B")]
    ),
    "a-note-of-500": deal(note="ő" * 500),
    "every-hand": bare("thrown_in", thrown_in={"by": "D", "hand": "pagat-and-xxi"}),
}


@pytest.mark.parametrize("name", FINE)
def test_what_is_fine_is_accepted(name: str) -> None:
    assert errors(FINE[name]) == []


def test_a_ruleset_serves_a_record_that_names_none() -> None:
    record = {name: value for name, value in deal(kontra=5).items() if name != "ruleset"}
    assert rules.read_deal(record, rules.get_ruleset("paskievics")).ruleset.id == "paskievics"


def test_a_snapshot_stands_for_the_file_of_its_id() -> None:
    data = rules.get_ruleset("kupa-2005").as_data()
    next(figure for figure in data["figures"] if figure["id"] == "trull")["announced"] = 7
    old = rules.read_ruleset(data)
    result = rules.score(rules.read_deal(deal(announcements=[said("trull", "A", True)]), old))
    assert result.points["A"] == 8


CHANGES: list[tuple[dict[str, Any], Found]] = [
    ({"by": "Z"}, [("unknown-player", "announcements[0].by")]),
    ({"by": 1}, [("unknown-player", "announcements[0].by")]),
    ({"by": ["A"]}, [("bad-type", "announcements[0].by")]),
    ({"kontra": 1.0}, [("bad-type", "announcements[0].kontra")]),
    ({"made": 1}, [("bad-type", "announcements[0].made")]),
    ({"made": None}, [("bad-type", "announcements[0].made")]),
    ({"round": "2"}, [("bad-type", "announcements[0].round")]),
    ({"kontra_by": [None], "kontra": 1}, [("bad-type", "announcements[0].kontra_by[0]")]),
    ({"raised_from": "0"}, [("bad-type", "announcements[0].raised_from")]),
]


@pytest.mark.parametrize(("change", "wanted"), CHANGES)
def test_types_within_an_announcement(change: dict[str, Any], wanted: Found) -> None:
    row: Record = {**said("trull", "A", True), **change}
    assert errors(magas(announcements=[row])) == wanted


def test_a_refusal_tells_all_in_one_line() -> None:
    with pytest.raises(rules.Refused) as refused:
        rules.read_deal(deal(card_points=200, kontra=9))
    assert str(refused.value) == "card-points-out-of-range at card_points; kontra-too-high at kontra"
    moved = refused.value.problems[0].at("rounds[0].tables[2].deals[5]")
    assert moved.field == "rounds[0].tables[2].deals[5].card_points"
    assert rules.Problem("bad-type", "").at("deals[1]").field == "deals[1]"
