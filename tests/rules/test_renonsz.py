"""What a renonsz costs, by ruleset."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.rules.making import Record, deal, lines, points, said, scored


def ruled(id: str = "kupa-2005", offender: str = "B", ruling: Record | None = None, **fields: Any) -> Record:
    return deal(ruleset=id, outcome="renonsz", renonsz={"offender": offender, **(ruling or {})}, **fields)


PENALTIES: list[tuple[str, Record, int]] = [
    # Nothing said: the minimum of each ruleset
    ("kupa-2005", {}, 10),
    ("paskievics", {}, 10),
    ("itvb-2019", {}, 5),
    ("magas-2018", {}, 0),
    # Announced figures of either side, made or not, with their kontras; never the game or the counts
    ("kupa-2005", {"announcements": [said("trull", "A"), said("sas-uhu", "B", False)]}, 17),
    ("kupa-2005", {"announcements": [said("king-ultimo", "B", suit="clubs", kontra=2)]}, 60),
    ("kupa-2005", {"kontra": 4, "announcements": [said("tarokk-9", "B")]}, 10),
    ("magas-2018", {"announcements": [said("trull", "A"), said("tarokk-9", "B")]}, 2),
    ("itvb-2019", {"announcements": [said("trull", "A"), said("four-kings", "D", kontra=1)]}, 6),
    ("itvb-2019", {"announcements": [said("xxi-catch", "A")]}, 20),
    # Double game and volát with the game value: 4·3·2 and 6·3
    ("kupa-2005", {"bid": "one", "announcements": [said("double-game", "A", kontra=1), said("volat", "C")]}, 42),
    ("magas-2018", {"bid": "solo", "announcements": [said("long-double", "A")]}, 16),
    # Silent figures already made, of either side; not those that failed
    ("kupa-2005", {"silent": [said("xxi-catch", "C", catcher="C", victim="B"), said("trull", "A")]}, 33),
    ("kupa-2005", {"silent": [said("pagat-ultimo", "A", False)]}, 10),
    ("magas-2018", {"silent": [said("pagat-facan", "B"), said("sas-facan", "D", False)]}, 10),
    # A figure that was raised away is void
    (
        "magas-2018",
        {"announcements": [said("pagat-ultimo", "A", kontra=1), said("pagat-uhu", "C", raised_from=0)]},
        15,
    ),
]


@pytest.mark.parametrize(("id", "fields", "wanted"), PENALTIES)
def test_the_sum_within_its_bounds(id: str, fields: Record, wanted: int) -> None:
    record = ruled(id, **fields)
    assert points(record) == [wanted, -3 * wanted, wanted, wanted]
    assert lines(record) == [("renonsz", "B", wanted)]
    assert rules.penalty(rules.read_deal(record)) == wanted


@pytest.mark.parametrize("amount", [0, 3, 25])
@pytest.mark.parametrize("id", ["kupa-2005", "itvb-2019", "magas-2018"])
def test_the_jurys_amount_stands_over_the_sum(id: str, amount: int) -> None:
    record = ruled(id, "D", {"amount": amount}, announcements=[said("xxi-catch", "A")])
    assert points(record) == [amount, amount, amount, -3 * amount]


@pytest.mark.parametrize(("ruling", "wanted"), [({}, 40), ({"amount": 3}, 12)])
def test_doubled_deals_double_the_penalty(ruling: Record, wanted: int) -> None:
    record = ruled("paskievics", "A", ruling, multiplier=4)
    assert points(record) == [-3 * wanted, wanted, wanted, wanted]


def test_a_partner_of_the_offender_is_paid_too_and_a_lone_declarer_pays_each_once() -> None:
    assert points(ruled(offender="C")) == [10, 10, -30, 10]
    assert points(ruled(offender="A", partner=None)) == [-30, 10, 10, 10]


@pytest.mark.parametrize(
    ("id", "rule"), [("kupa-2005", "9.3"), ("magas-2018", "16"), ("paskievics", "Kupa 9.3"), ("itvb-2019", "ITVB")]
)
def test_the_line_cites_the_rulesets_paragraph(id: str, rule: str) -> None:
    (line,) = scored(ruled(id, ruling={"paragraph": "9.2"})).lines
    assert line.as_json() == {
        "item": "renonsz",
        "player": "B",
        "value": rules.get_ruleset(id).penalty.minimum,
        "rule": rule,
    }


def test_a_catch_is_logged_only_if_it_was_made_before_the_offence() -> None:
    for made, number in ((True, 1), (False, 0), (None, 0)):
        row = said("xxi-catch", "A", made, catcher="A", victim="B")
        assert len(scored(ruled(announcements=[row])).captures) == number
    assert len(scored(ruled(silent=[said("xxi-catch", "A", catcher="A", victim="B")])).captures) == 1


def test_what_a_penalty_is_made_of() -> None:
    found = rules.read_deal(ruled(announcements=[said("sas-uhu", "A", kontra=1)], silent=[said("trull", "B")]))
    assert list(rules.terms(found)) == [rules.Term("sas-uhu", 30, True, 1), rules.Term("trull", 1, False, 0)]
