"""What holds for every record, whatever is in it."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import pairwise
from typing import Any

from hypothesis import assume, event, given
from hypothesis import strategies as st

import rules
from rules.fields import ANNOUNCEMENT, CALL, DEAL, RENONSZ, SILENT, THROWN_IN
from tests.rules.strategies import Record, junk, keyed_junk, mangled, records, renamed, tables

SCHEMAS = {"announcements": ANNOUNCEMENT, "silent": SILENT, "auction": CALL, "renonsz": RENONSZ, "thrown_in": THROWN_IN}
STEP = re.compile(r"\[(\d+)\]|\.?([^.\[]+)")


def accepted(record: Record) -> rules.Deal:
    """The deal, or the end of this example if it is refused."""
    try:
        deal = rules.read_deal(record)
    except rules.Refused as refusal:
        event("refused: " + refusal.problems[0].code)
        assume(False)
        raise
    event(f"accepted: {deal.ruleset.id} {deal.outcome}")
    return deal


def code_only(problem: rules.Problem) -> str:
    return problem.code


@given(records())
def test_points_sum_to_zero_and_every_accepted_record_settles(record: Record) -> None:
    deal = accepted(record)
    result = rules.score(deal)
    assert sum(result.points.values()) == 0
    assert list(result.points) == record["players"]
    if deal.outcome in ("passed_out", "thrown_in", "annulled"):
        assert set(result.points.values()) == {0} and result.lines == ()
    assert json.loads(json.dumps(result.as_json(code_only)))["points"] == {
        str(player): rules.exact(points) for player, points in result.points.items()
    }


@given(records(), st.permutations(["Zsófi", "B", 4, 1]))
def test_the_names_of_the_players_do_not_matter(record: Record, names: list[Any]) -> None:
    deal = accepted(record)
    called = dict(zip(record["players"], names, strict=True))
    first, second = rules.score(deal), rules.score(rules.read_deal(renamed(record, called)))
    assert second.points == {called[player]: points for player, points in first.points.items()}
    assert [line.value for line in second.lines] == [line.value for line in first.lines]
    assert [(w.code, w.field) for w in second.warnings] == [(w.code, w.field) for w in first.warnings]


@given(records())
def test_record_to_json_to_record_is_the_same(record: Record) -> None:
    deal = accepted(record)
    again = rules.read_deal(json.loads(json.dumps(deal.record())))
    assert again == deal
    assert rules.score(again) == rules.score(deal)
    assert again.record() == deal.record()


@given(mangled())
def test_an_error_never_comes_with_points(record: Record) -> None:
    try:
        deal = rules.read_deal(record)
    except rules.Refused as refusal:
        assert refusal.problems
        assert all(problem.rule is None for problem in refusal.problems)
        event("refused")
    else:
        assert sum(rules.score(deal).points.values()) == 0
        event("accepted")


@given(junk | keyed_junk)
def test_any_json_is_read_or_refused(value: Any) -> None:
    try:
        deal = rules.read_deal(value)
    except rules.Refused as refusal:
        assert refusal.problems
    else:
        assert sum(rules.score(deal).points.values()) == 0


@given(records(), junk, st.data())
def test_a_record_with_junk_in_one_field_is_read_or_refused(record: Record, value: Any, data: st.DataObject) -> None:
    record[data.draw(st.sampled_from([*DEAL, "zzz"]))] = value
    try:
        deal = rules.read_deal(record)
    except rules.Refused as refusal:
        assert refusal.problems
    else:
        rules.score(deal)


@given(records(outcomes=["played", "no_play"]))
def test_the_side_of_a_line_gains_by_it(record: Record) -> None:
    """The points are the sum of the lines alone, each paid by the other side to the one it names."""
    deal = accepted(record)
    result = rules.score(deal)
    total: dict[Any, int | Fraction] = dict.fromkeys(deal.players, 0)
    for line in result.lines:
        assert line.value >= 0
        if line.side is None:
            gain = {player: 3 if player == line.player else -1 for player in deal.players}
        else:
            winners, losers = deal.members(line.side), deal.members(rules.other(line.side))
            gain = {player: 2 if deal.partner is not None else len(losers) for player in winners}
            gain |= {player: -2 if deal.partner is not None else -len(winners) for player in losers}
            if deal.partner is not None:
                gain = {player: share // 2 for player, share in gain.items()}
        for player, share in gain.items():
            total[player] += share * line.value
    assert result.points == total


@given(records(outcomes=["played", "no_play"]))
def test_a_figures_line_names_the_side_that_made_it_or_the_other_if_it_failed(record: Record) -> None:
    deal = accepted(record)
    figures = deal.ruleset.figures
    lines = [line for line in rules.score(deal).lines if line.side is not None and line.item in figures]
    plain = [line for line in lines if not figures[line.item].derived]
    said = [row for row in deal.in_force() if not figures[row.figure].derived and not figures[row.figure].count]
    if deal.outcome == "no_play":
        said = [row for row in said if figures[row.figure].first_trick]
    for line, row in zip([line for line in plain if line.announced], said, strict=True):
        assert (line.item, line.made, line.suit, line.kontra) == (row.figure, row.made, row.suit, row.kontra)
        assert (line.side == deal.side_of(row.by)) is row.made
    for line in plain:
        if not line.announced:
            rows = [row for row in deal.silent if row.figure == line.item and row.made == line.made]
            assert any((line.side == deal.side_of(row.by)) is row.made for row in rows)


@given(st.one_of(records(), mangled()))
def test_problems_cite_a_field_of_the_record(record: Record) -> None:
    try:
        problems = rules.score(rules.read_deal(record)).warnings
    except rules.Refused as refusal:
        problems = refusal.problems
    for problem in problems:
        assert belongs(record, problem), problem


def belongs(record: Record, problem: rules.Problem) -> bool:
    """Do all steps but the last exist, and is the last there or among the keys of its place?"""
    steps = [int(index) if index else name for index, name in STEP.findall(problem.field)]
    holder: Any = record
    for step in steps[:-1]:
        holder = holder[step]
    last, part = steps[-1], steps[0]
    if isinstance(last, int):
        return isinstance(holder, list) and last < len(holder)
    schema = DEAL if len(steps) == 1 else SCHEMAS.get(str(part), {})
    return last in holder or (last in schema and problem.code != "unknown-field")


@given(records(ids=["magas-2018"]))
def test_the_kassza_after_is_before_and_its_moves_and_never_less_than_nothing(record: Record) -> None:
    record.setdefault("kassza_balance", 200)
    record.setdefault("seats", 5)
    deal = accepted(record)
    kassza = rules.score(deal).kassza
    assert kassza is not None
    assert kassza.before == record["kassza_balance"]
    held = kassza.before
    for move in kassza.moves:
        held += move.change
        assert held >= 0
        assert move.change <= 50 * record["seats"] or move.item == "renonsz"
    assert kassza.after == held


@given(records(ids=["paskievics"]), st.integers(0, 6))
def test_the_multiplier_multiplies_every_line(record: Record, doublings: int) -> None:
    record.pop("multiplier", None)
    plain, times = rules.score(accepted(record)), 1 << doublings
    doubled = rules.score(rules.read_deal({**record, "multiplier": times}))
    assert doubled.points == {player: points * times for player, points in plain.points.items()}
    assert [line.value for line in doubled.lines] == [line.value * times for line in plain.lines]
    assert doubled.bika == plain.bika


@given(tables())
def test_a_table_reckons_each_deal_as_if_it_stood_alone(
    table: tuple[rules.Ruleset, list[rules.Player], int, list[Record]],
) -> None:
    ruleset, seated, first, entered = table
    found = rules.reckon_table(ruleset, seated, first, entered)
    assert len(found) == len(entered)
    for row in found:
        alone = rules.read_deal(json.loads(json.dumps(row.full_record)))
        assert alone == row.deal
        assert rules.score(alone) == row.result
    points = rules.table_points(found, seated)
    assert sum(points.values()) == 0
    for player in seated:
        assert points[player] == sum(row.result.points.get(player, 0) for row in found)
    for row, after in pairwise(found):
        assert after.number == row.number + row.counted
        if row.result.kassza is not None and after.result.kassza is not None:
            assert after.result.kassza.before == (row.result.kassza.after or 50 * len(seated))


@given(records())
def test_a_snapshot_of_the_ruleset_scores_the_same(record: Record) -> None:
    deal = accepted(record)
    copied = rules.read_ruleset(json.loads(json.dumps(deal.ruleset.as_data())))
    record.pop("ruleset")
    assert rules.score(rules.read_deal(record, copied)) == rules.score(deal)
