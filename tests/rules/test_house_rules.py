"""A club's own rules are one file: the handbook's example is scored without a line of code."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

import rules
from tests.rules.house import HANDBOOK, added, forget
from tests.rules.making import Record, bare, deal, errors, lines, points, said, warned


@pytest.fixture(autouse=True)
def house(tmp_path: Path) -> Iterator[Path]:
    with added(tmp_path) as file:
        yield file


def eger(**fields: Any) -> Record:
    return deal(**{"ruleset": "eger-2026", **fields})


def test_it_is_one_more() -> None:
    assert list(rules.rulesets()) == ["eger-2026", "itvb-2019", "kupa-2005", "magas-2018", "paskievics", "taroky-xix"]
    ruleset = rules.get_ruleset("eger-2026")
    assert ruleset.places(4, 1) == (7, 5, 3, 1)
    assert [ruleset.places(5, number) for number in (1, 2, 3)] == [(9, 7, 5, 3, 1), (9, 6, 4, 2, 1), (9, 6, 4, 2, 1)]
    assert [ruleset.planned_deals(seats, 1) for seats in (4, 5)] == [8, 10]
    assert rules.read_ruleset(json.loads(json.dumps(ruleset.as_data()))) == ruleset


def test_its_values_are_scored() -> None:
    record = eger(
        bid="two",
        announcements=[
            said("xx-ultimo", "A", True, kontra=2),
            said("trull", "C", False),
            said("tarokk-8", "B"),
        ],
        silent=[said("pagat-ultimo", "B", False)],
    )
    assert lines(record) == [
        ("game", "declarer", 2),
        ("xx-ultimo", "declarer", 80),
        ("trull", "opponents", 4),
        ("pagat-ultimo", "declarer", 6),
        ("tarokk-8", "B", 2),
    ]
    # 2 + 80 − 4 + 6 between the pairs; the count is paid by A and C only
    assert points(record) == [84 - 2, -84 + 4, 84 - 2, -84]
    assert points(eger(bid="solo", kontra=1, partner=None)) == [30, -10, -10, -10]


def test_its_options() -> None:
    quiet = eger(card_points=90, tricks=9, silent=[said("trull", "A"), said("xx-ultimo", "C")])
    assert lines(quiet) == [("volat", "declarer", 3), ("trull", "declarer", 2), ("xx-ultimo", "declarer", 8)]


@pytest.mark.parametrize(
    ("announcements", "wanted"),
    [([], 8), ([said("xx-ultimo", "A", kontra=2)], 20), ([said("xxi-catch", "A")], 40)],
)
def test_its_penalties(announcements: list[Record], wanted: int) -> None:
    record = eger(outcome="renonsz", renonsz={"offender": "D"}, announcements=announcements)
    assert points(record) == [wanted, wanted, wanted, -3 * wanted]


def test_its_doubling() -> None:
    entered = [bare("passed_out", number=1)] * 3 + [{"number": 1, **eger()}]
    entered = [{name: value for name, value in row.items() if name not in ("ruleset", "players")} for row in entered]
    found = rules.reckon_table(rules.get_ruleset("eger-2026"), ["A", "B", "C", "D"], 1, entered)
    assert [row.deal.multiplier for row in found] == [1, 2, 4, 4]


def test_what_it_does_not_know_is_refused() -> None:
    assert errors(eger(kontra=3)) == [("kontra-too-high", "kontra")]
    assert errors(eger(announcements=[said("sas-uhu", "A", True)])) == [
        ("figure-not-in-ruleset", "announcements[0].figure")
    ]
    assert errors(bare("thrown_in", ruleset="eger-2026")) == [("outcome-not-in-ruleset", "outcome")]
    assert errors(deal(announcements=[said("xx-ultimo", "A", True)])) == [
        ("figure-not-in-ruleset", "announcements[0].figure")
    ]
    both = eger(announcements=[said("xx-ultimo", "A", True)], silent=[said("pagat-ultimo", "A")])
    assert errors(both) == [("trick-taken-twice", "silent[0].made")]


def test_what_it_does_not_warn_of_is_not_warned_of() -> None:
    assert warned(eger(tricks=5, announcements=[said("volat", "A"), said("trull", "A", False)])) == []
    assert warned(eger(card_points=92)) == [("card-points-unlikely", "card_points")]


def scored_by_command(monkeypatch: pytest.MonkeyPatch, records: list[Record], **options: Any) -> list[dict[str, Any]]:
    text = "".join(json.dumps(record) + "\n" for record in records)
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))
    monkeypatch.setattr(sys, "stdout", out)
    call_command("score", **options)
    return [json.loads(line) for line in out.buffer.getvalue().decode().splitlines()]


def test_the_command_scores_it(monkeypatch: pytest.MonkeyPatch) -> None:
    named = eger(bid="solo")
    unnamed = {name: value for name, value in eger(kontra=2).items() if name != "ruleset"}
    first, second = scored_by_command(monkeypatch, [named, unnamed], ruleset="eger-2026")
    assert first["points"] == {"A": 5, "B": -5, "C": 5, "D": -5}
    assert first["lines"] == [{"item": "game", "side": "declarer", "value": 5, "kontra": 0, "rule": "Eger 1"}]
    assert second["points"] == {"A": 4, "B": -4, "C": 4, "D": -4}


def test_without_the_file_it_is_unknown(house: Path) -> None:
    house.unlink()
    forget()
    assert errors(eger()) == [("unknown-ruleset", "ruleset")]
    with pytest.raises(CommandError, match="eger-2026"):
        call_command("score", ruleset="eger-2026")


WRONG = [
    ('announced = 4, silent = 2, rule = "Eger 3" }', 'announced = "4", rule = "Eger 3" }'),
    ('counts_paid_by = "opponents"', 'counts_paid_by = "some"'),
    ('slot = 9, card = "XX", ', ""),
    ('id = "eger-2026"', 'id = "kupa-2005"'),
]


@pytest.mark.parametrize("change", WRONG)
def test_the_handbook_tells_the_truth_about_errors(house: Path, change: tuple[str, str]) -> None:
    house.write_text(house.read_text(encoding="utf-8").replace(*change, 1), encoding="utf-8")
    forget()
    with pytest.raises(rules.RulesetError) as refused:
        rules.rulesets()
    assert f"\n    {refused.value}\n" in HANDBOOK.read_text(encoding="utf-8")
