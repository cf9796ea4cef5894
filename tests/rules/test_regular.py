"""Warnings: each with its field and paragraph, and what comes near it and is fine."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.making import Found, Record, bare, deal, magas, said, scored, warned

VOLAT = said("volat", "A")
AFTER: list[tuple[list[Record], Found]] = [
    ([VOLAT, said("trull", "C", False)], [("after-volat", "announcements[1].figure")]),
    ([VOLAT, said("four-kings", "A", False)], [("after-volat", "announcements[1].figure")]),
    ([VOLAT, said("double-game", "C")], [("after-volat", "announcements[1].figure")]),
    ([VOLAT, said("double-game", "A")], []),
    ([said("double-game", "A"), VOLAT], []),
    ([VOLAT, said("tarokk-8", "A"), said("double-game", "A")], [("after-volat", "announcements[2].figure")]),
    ([said("trull", "A", False), VOLAT], []),
    ([VOLAT, said("trull", "B", False), said("double-game", "D")], []),
    ([VOLAT, said("pagat-ultimo", "A", False)], []),
]


@pytest.mark.parametrize("id", ["kupa-2005", "magas-2018", "paskievics", "itvb-2019"])
@pytest.mark.parametrize(("announcements", "wanted"), AFTER)
def test_after_a_volat(announcements: list[Record], wanted: Found, id: str) -> None:
    found = warned(deal(ruleset=id, tricks=5, announcements=announcements))
    assert [row for row in found if row[0] == "after-volat"] == wanted


def test_the_long_double_is_never_in_one_breath_with_a_volat() -> None:
    found = warned(magas(tricks=5, announcements=[VOLAT, said("long-double", "A")]))
    assert found == [("after-volat", "announcements[1].figure")]


UHU: list[tuple[list[Record], Found]] = [
    (
        [said("sas-ultimo", "A", False), said("sas-uhu", "C", False)],
        [("ultimo-raised-to-uhu", "announcements[1].figure")],
    ),
    ([said("sas-uhu", "C", False), said("sas-ultimo", "A", False)], []),
    ([said("sas-ultimo", "A", False), said("sas-uhu", "B", False)], []),
    ([said("sas-ultimo", "A", False), said("pagat-uhu", "A", False)], []),
    (
        [said("king-ultimo", "A", False, suit="clubs"), said("king-uhu", "A", False, suit="clubs")],
        [("ultimo-raised-to-uhu", "announcements[1].figure")],
    ),
    ([said("king-ultimo", "A", False, suit="clubs"), said("king-uhu", "A", False, suit="hearts")], []),
]


@pytest.mark.parametrize("id", ["kupa-2005", "itvb-2019", "magas-2018"])
@pytest.mark.parametrize(("announcements", "wanted"), UHU)
def test_an_ultimo_is_not_raised_to_uhu(announcements: list[Record], wanted: Found, id: str) -> None:
    assert warned(deal(ruleset=id, announcements=announcements)) == ([] if id == "magas-2018" else wanted)


FACAN = ("facan-needs-partner-lead", "announcements[0].figure")
PAROS = ("paros-facan-needs-opponent-lead", "announcements[0].figure")
LEADS: list[tuple[str, str, str, str | None, Found]] = [
    # By whom, the declarer, the partner; A leads
    ("pagat-facan", "B", "B", "A", []),
    ("sas-facan", "C", "C", "A", []),
    ("pagat-facan", "A", "A", "B", [FACAN]),
    ("pagat-facan", "B", "A", "C", [FACAN]),
    ("pagat-facan", "D", "B", "C", []),
    ("pagat-facan", "B", "B", "C", [FACAN]),
    ("pagat-facan", "A", "A", None, [FACAN]),
    ("pagat-facan", "B", "B", None, [FACAN]),
    ("pagat-facan", "C", "B", None, []),
    ("paros-facan", "B", "B", "C", []),
    ("paros-facan", "B", "B", "A", [PAROS]),
    ("paros-facan", "A", "A", None, [PAROS]),
    ("paros-facan", "B", "B", None, []),
    ("paros-facan", "C", "B", None, [PAROS]),
]


@pytest.mark.parametrize(("figure", "by", "declarer", "partner", "wanted"), LEADS)
def test_who_must_lead_to_a_facan(figure: str, by: str, declarer: str, partner: str | None, wanted: Found) -> None:
    record = magas(declarer=declarer, partner=partner, announcements=[said(figure, by, False)])
    assert warned(record) == wanted


def test_the_holder_is_the_first_announcer_of_the_chain() -> None:
    chain = [
        said("pagat-ultimo", "B"),
        said("pagat-uhu", "A", raised_from=0),
        said("pagat-facan", "A", False, raised_from=1),
    ]
    assert warned(magas(declarer="B", partner="A", announcements=chain)) == []
    chain[0]["by"] = "A"
    assert warned(magas(declarer="B", partner="A", announcements=chain)) == [
        ("facan-needs-partner-lead", "announcements[2].figure")
    ]


def test_beside_a_paros_only_one_small_card_is_free() -> None:
    paros, pagat, sas = said("paros-facan", "B", False), said("pagat-ultimo", "B", False), said("sas-uhu", "D", False)
    assert warned(magas(announcements=[paros, pagat])) == []
    assert warned(magas(announcements=[pagat, sas])) == []
    assert warned(magas(announcements=[paros, pagat, {**sas, "by": "A"}])) == []
    assert warned(magas(announcements=[pagat, sas, paros])) == [("paros-facan-card-bound", "announcements[2].figure")]
    away = [said("pagat-ultimo", "B"), said("paros-facan", "B", False, raised_from=0), sas]
    assert warned(magas(announcements=away)) == []


DOUBLES: list[tuple[list[Record], Found]] = [
    ([said("double-game", "A"), said("tarokk-8", "A")], [("long-double-needed", "announcements[0].figure")]),
    ([said("tarokk-8", "A"), said("double-game", "A")], []),
    ([said("double-game", "A"), said("tarokk-8", "C")], []),
    ([said("long-double", "A"), said("tarokk-8", "A")], []),
    ([said("double-game", "A"), said("long-double", "C")], [("long-double-and-double", "announcements[1].figure")]),
    ([said("long-double", "A"), said("double-game", "C")], [("long-double-and-double", "announcements[1].figure")]),
    ([said("double-game", "A"), said("long-double", "B")], []),
]


@pytest.mark.parametrize(("announcements", "wanted"), DOUBLES)
def test_double_and_long_double(announcements: list[Record], wanted: Found) -> None:
    assert warned(magas(announcements=announcements)) == wanted


@pytest.mark.parametrize(
    ("bid", "announcements", "wanted"),
    [
        ("three", [said("trull", "A")], []),
        ("one", [said("trull", "D")], []),
        ("three", [], [("no-play-irregular", "outcome")]),
        ("solo", [said("trull", "A")], [("no-play-irregular", "bid")]),
    ],
)
def test_no_play(bid: str, announcements: list[Record], wanted: Found) -> None:
    assert warned(magas(outcome="no_play", bid=bid, announcements=announcements)) == wanted


def test_two_counts() -> None:
    for id in ("kupa-2005", "magas-2018", "paskievics", "itvb-2019"):
        both = deal(ruleset=id, announcements=[said("tarokk-8", "A"), said("tarokk-9", "A")])
        assert warned(both) == [("two-counts", "announcements[1].figure")]
    assert warned(deal(announcements=[said("tarokk-8", "A"), said("tarokk-9", "C")])) == []


CATCHES: list[tuple[Record, Found]] = [
    (deal(silent=[said("xxi-catch", "A")]), [("catch-players-missing", "silent[0].catcher")]),
    (deal(silent=[said("xxi-catch", "A", catcher="C")]), [("catch-players-missing", "silent[0].victim")]),
    (deal(silent=[said("xxi-catch", "A", victim="B")]), [("catch-players-missing", "silent[0].catcher")]),
    (deal(silent=[said("xxi-catch", "A", catcher="C", victim="B")]), []),
    (deal(announcements=[said("xxi-catch", "A", False)]), []),
    (deal(announcements=[said("xxi-catch", "A", True)]), [("catch-players-missing", "announcements[0].catcher")]),
    (deal(outcome="renonsz", renonsz={"offender": "B"}, announcements=[said("xxi-catch", "A")]), []),
    (
        deal(outcome="renonsz", renonsz={"offender": "B"}, announcements=[said("xxi-catch", "A", True)]),
        [("catch-players-missing", "announcements[0].catcher")],
    ),
]


@pytest.mark.parametrize(("record", "wanted"), CATCHES)
def test_who_caught_whom(record: Record, wanted: Found) -> None:
    assert warned(record) == wanted


# The card points that a legal skart leaves: any tricks, all nine, none.
RANGES = {
    "three": [(3, 91), (82, 91), (3, 12)],
    "two": [(2, 90), (78, 90), (2, 8)],
    "one": [(1, 89), (75, 89), (1, 4)],
    "solo": [(0, 88), (72, 88), (0, 0)],
}


@pytest.mark.parametrize("bid", RANGES)
def test_card_points_unlikely(bid: str) -> None:
    for tricks, (low, high) in zip((None, 9, 0), RANGES[bid], strict=True):
        least, most = {None: (0, 94), 9: (70, 94), 0: (0, 24)}[tricks]
        for card_points in range(least, most + 1):
            beside = {} if tricks is None else {"tricks": tricks}
            wanted = [] if low <= card_points <= high else [("card-points-unlikely", "card_points")]
            assert warned(deal(bid=bid, card_points=card_points, **beside)) == wanted, (tricks, card_points)
            assert warned(deal(bid=bid, card_points=card_points, partner=None, **beside)) == []


def test_card_points_of_a_deal_that_was_not_played_out() -> None:
    assert warned(deal(outcome="renonsz", renonsz={"offender": "B"}, card_points=94)) == []


KONTRAS: list[tuple[list[str], Found]] = [
    (["B"], []),
    (["D", "C", "B", "A"], []),
    (["C"], [("kontra-by-wrong-side", "announcements[0].kontra_by[0]")]),
    (["B", "D"], [("kontra-by-wrong-side", "announcements[0].kontra_by[1]")]),
]


@pytest.mark.parametrize(("speakers", "wanted"), KONTRAS)
def test_kontras_come_by_turns(speakers: list[str], wanted: Found) -> None:
    row = said("trull", "A", False, kontra=len(speakers), kontra_by=speakers)
    assert warned(deal(announcements=[row])) == wanted


LEFT = [
    said("pagat-ultimo", "B", False),
    said("pagat-kismadar", "B"),
    said("paros-facan", "D", False, raised_from=1),
]


def raised(first: str, second: str, **fields: Any) -> Record:
    """B, an opponent, says the first figure, and raises it to the second; nothing is made."""
    return magas(announcements=[said(first, "B", **fields), said(second, "B", False, raised_from=0)])


PARAGRAPHS: dict[str, tuple[Record, str]] = {
    "after-volat": (deal(tricks=5, announcements=[VOLAT, said("trull", "C", False)]), "6.2"),
    "ultimo-raised-to-uhu": (deal(announcements=[said("sas-ultimo", "A", True), said("sas-uhu", "A", False)]), "6.3"),
    "raise-not-in-table": (raised("sas-uhu", "sas-ultimo"), "14"),
    "raise-of-kontrad-card": (raised("sas-ultimo", "sas-uhu", kontra=1), "14"),
    "raise-leaves-figure": (magas(announcements=LEFT), "14"),
    "facan-needs-partner-lead": (magas(announcements=[said("sas-facan", "A", False)]), "3"),
    "paros-facan-needs-opponent-lead": (magas(announcements=[said("paros-facan", "A", False)]), "4"),
    "paros-facan-card-bound": (
        magas(
            announcements=[
                said("paros-facan", "B", False),
                said("pagat-uhu", "B", False),
                said("sas-uhu", "B", False),
            ]
        ),
        "4",
    ),
    "long-double-and-double": (magas(announcements=DOUBLES[4][0]), "13"),
    "long-double-needed": (magas(announcements=DOUBLES[0][0]), "13"),
    "no-play-irregular": (magas(outcome="no_play"), "11"),
    "two-counts": (deal(announcements=[said("tarokk-8", "A"), said("tarokk-9", "A")]), "3.1.1"),
    "catch-players-missing": (deal(silent=[said("xxi-catch", "A")]), "9.5"),
    "card-points-unlikely": (deal(card_points=92), "5.1"),
    "kontra-by-wrong-side": (deal(announcements=[said("trull", "A", False, kontra=1, kontra_by=["C"])]), "6.1"),
    "auction-irregular": (deal(auction=[{"by": "A", "say": "three"}]), "4"),
    "called-card-irregular": (
        deal(
            declarer="B",
            bid="two",
            called="XIX",
            auction=[
                {"by": "A", "say": "three"},
                {"by": "B", "say": "two"},
                {"by": "C", "say": "pass"},
                {"by": "D", "say": "pass"},
                {"by": "A", "say": "pass"},
            ],
        ),
        "4.3.1",
    ),
}


@pytest.mark.parametrize("code", PARAGRAPHS)
def test_a_warning_cites_its_paragraph(code: str) -> None:
    record, rule = PARAGRAPHS[code]
    assert [(warning.code, warning.rule) for warning in scored(record).warnings] == [(code, rule)]


def test_warnings_of_a_renonsz_and_of_no_play() -> None:
    wrong = [said("trull", "A"), said("sas-facan", "A", False)]
    for fields in ({"outcome": "renonsz", "renonsz": {"offender": "B"}}, {"outcome": "no_play"}):
        assert warned(magas(announcements=wrong, **fields)) == [("facan-needs-partner-lead", "announcements[1].figure")]
    nothing = bare("annulled", ruleset="magas-2018", announcements=wrong, declarer="A", bid="three")
    assert warned(nothing) == []
