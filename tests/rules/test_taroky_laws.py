"""What holds for every record of the Czech game, whatever is in it."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from typing import Any

from hypothesis import assume, event, given
from hypothesis import strategies as st

import rules
from rules.tarokyreading import TAROKY, WARSAW
from tests.rules.making import Record
from tests.rules.strategies import junk, places, scalars
from tests.rules.taroky_making import taroky_fields, taroky_records

KEYS = (*TAROKY, *WARSAW, "figure", "made", "by", "meld", "called", "multiplier", "A", "1", "zzz")


def accepted(record: Record) -> rules.TarokyDeal:
    """The deal, or the end of this example if it is refused."""
    try:
        deal = rules.read_deal(record)
    except rules.Refused as refusal:
        event("refused: " + refusal.problems[0].code)
        assume(False)
        raise
    event(f"accepted: {record['bid']} {deal.outcome}")
    assert isinstance(deal, rules.TarokyDeal)
    return deal


def renamed(record: Record, names: dict[Any, Any]) -> Record:
    """The record with every player called by another name."""
    texts = {str(old): str(new) for old, new in names.items()}

    def walk(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            if key in ("points", "tricks"):
                return {texts[name]: number for name, number in value.items()}
            return {name: walk(inner, name) for name, inner in value.items()}
        if isinstance(value, list):
            return [walk(inner, key) for inner in value]
        return names[value] if key in ("players", "declarer", "partner", "by") else value

    changed: Record = walk(record)
    return changed


@given(taroky_records())
def test_points_sum_to_zero_and_are_those_of_the_lines(record: Record) -> None:
    deal = accepted(record)
    result = rules.score(deal)
    assert sum(result.points.values()) == 0
    assert list(result.points) == record["players"]
    total: dict[Any, int | Fraction] = dict.fromkeys(deal.players, 0)
    for line in result.lines:
        assert line.value >= 0
        if line.side is None:
            assert line.player is not None and line.to is not None and deal.each_alone
            total[line.player] -= line.value
            total[line.to] += line.value
            continue
        ours = {deal.declarer, deal.partner} - {None}
        share = 3 if len(ours) == 1 else 1
        for player in deal.players:
            gain = share if player in ours else -1
            total[player] += line.value * (gain if line.side == rules.DECLARER else -gain)
    assert result.points == total
    if deal.outcome == "annulled":
        assert result.lines == ()
    assert json.loads(json.dumps(result.as_json(lambda problem: problem.code)))["points"] == {
        str(player): rules.exact(points) for player, points in result.points.items()
    }


@given(taroky_records())
def test_partners_have_the_same_balance(record: Record) -> None:
    deal = accepted(record)
    points = rules.score(deal).points
    if deal.partner is not None and deal.declarer is not None:
        assert {points[player] for player in (deal.declarer, deal.partner)} == {points[deal.declarer]}
        assert len({points[player] for player in deal.members(rules.OPPONENTS)}) == 1


@given(taroky_records(), st.permutations(["Zsófi", "B", 4, 1]))
def test_the_names_of_the_players_do_not_matter(record: Record, names: list[Any]) -> None:
    deal = accepted(record)
    called = dict(zip(record["players"], names, strict=True))
    first, second = rules.score(deal), rules.score(rules.read_deal(renamed(record, called)))
    assert second.points == {called[player]: points for player, points in first.points.items()}
    assert [line.value for line in second.lines] == [line.value for line in first.lines]


@given(taroky_records())
def test_record_to_json_to_record_is_the_same(record: Record) -> None:
    deal = accepted(record)
    again = rules.read_deal(json.loads(json.dumps(deal.record())))
    assert again == deal
    assert rules.score(again) == rules.score(deal)
    assert again.record() == deal.record()


@given(taroky_records())
def test_a_snapshot_of_the_ruleset_scores_the_same(record: Record) -> None:
    deal = accepted(record)
    copied = rules.read_ruleset(json.loads(json.dumps(deal.ruleset.as_data())))
    record.pop("ruleset")
    assert rules.score(rules.read_deal(record, copied)) == rules.score(deal)


@given(taroky_records(), st.data())
def test_an_error_never_comes_with_points(record: Record, data: st.DataObject) -> None:
    """One to three things replaced, removed or added: read and settled, or refused with a field."""
    record = copy.deepcopy(record)
    for _ in range(data.draw(st.integers(1, 3))):
        holder, key = data.draw(st.sampled_from(places(record)))
        deed = data.draw(st.sampled_from(["replace", "replace", "remove", "add"]))
        if deed == "replace":
            holder[key] = data.draw(scalars | junk | st.sampled_from([*KEYS, [], {}, [{}], 10**30]))
        elif deed == "remove":
            del holder[key]
        elif isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        else:
            holder[data.draw(st.sampled_from(KEYS))] = data.draw(scalars)
        if not record:
            break
    try:
        deal = rules.read_deal(record)
    except rules.Refused as refusal:
        assert refusal.problems
        assert all(problem.rule is None for problem in refusal.problems)
        event("refused")
    else:
        assert sum(rules.score(deal).points.values()) == 0
        event("accepted")


@given(st.data(), st.sampled_from([4, 5]))
def test_a_table_reckons_each_deal_as_if_it_stood_alone(data: st.DataObject, seats: int) -> None:
    ruleset, seated = rules.get_ruleset("taroky-xix"), [3, 1, 7, 12, 9][:seats]
    state, entered = rules.TableState(ruleset, seated, data.draw(st.integers(1, seats))), []
    for _ in range(data.draw(st.integers(1, 5))):
        names = rules.rotation(seated, state.number, state.first_dealer)
        fields = {"number": state.number, **taroky_fields(data.draw, ruleset, names)}
        try:
            row = rules.next_deal(state, fields)
        except rules.Refused:
            fields = {"number": state.number, "outcome": "annulled"}
            row = rules.next_deal(state, fields)
        state.take(row.deal.outcome, row.result)
        entered.append(fields)
    found = rules.reckon_table(ruleset, seated, state.first_dealer, entered)
    for row in found:
        alone = rules.read_deal(json.loads(json.dumps(row.full_record)))
        assert (alone, rules.score(alone)) == (row.deal, row.result)
    points = rules.table_points(found, seated)
    assert sum(points.values()) == 0
