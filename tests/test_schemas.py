"""The schemas say what the program does.

What it accepts or writes fits them, and what does not fit them it refuses. They tell the shape only: a record that
fits may still be refused for what hangs together over several of its fields.
"""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import rules
from rules.ruleset import CHECKS, KINDS, OUTCOMES
from scoring import queries
from scoring.exports.document import dump
from scoring.exports.standings import as_json
from scoring.sentences import REASONS, SENTENCES, say
from scoring.services import Refusal
from scoring.services.document import check
from tests.conftest import CASES, ROOT
from tests.rules.house import example
from tests.rules.making import bare, deal, magas, said
from tests.rules.strategies import mangled, records, tables
from tests.schemas import NAMES, WRITTEN, faults, schema
from tests.scoring.cups import document, full_table, load, played, table

Record = dict[str, Any]
RULESETS = sorted((ROOT / "rules" / "rulesets").glob("*.toml"))
FIXTURES = sorted((ROOT / "fixtures").glob("*.json"))
CUPS = ["kupa-23", "paper-13", "mixed-9"]
FILE = CASES / "deals.jsonl"
ROWS: list[Record] = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()] if FILE.exists() else []
quick = settings(deadline=None, max_examples=150, suppress_health_check=list(HealthCheck))


def outcome(record: Any) -> tuple[str, Record]:
    """The schema that tells of what comes of a record, and what comes of it."""
    try:
        return "result", rules.score(rules.read_deal(record)).as_json(say)
    except rules.Refused as refused:
        found = [{"code": p.code, "field": p.field, "message": say(p)} for p in refused.problems]
        return "refusal", {"errors": found}


@pytest.mark.parametrize("name", NAMES)
def test_it_is_a_schema(name: str) -> None:
    found = schema(name)
    Draft202012Validator.check_schema(found)
    assert found["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    assert found["title"] and found["description"]


def undescribed(part: Any, place: str = "$") -> list[str]:
    """Properties that the schema tells nothing of; branches after `if` repeat what was told."""
    found = []
    for key, inner in part.items() if isinstance(part, dict) else ():
        if key in ("if", "then", "else", "allOf"):
            continue
        if key == "properties" and "type" in part:
            found += [f"{place}.{name}" for name, told in inner.items() if not {"description", "$ref"} & set(told)]
        found += undescribed(inner, f"{place}.{key}")
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_field_is_described(name: str) -> None:
    assert undescribed(schema(name)) == []


# --- Deals ------------------------------------------------------------------------------------------------------------


def test_the_handed_deals_are_here() -> None:
    if not ROWS:
        pytest.skip("the handed cases are not here (../shared/cases)")


@pytest.mark.parametrize("case", [pytest.param(row, id=row["id"]) for row in ROWS])
def test_handed_deal(case: Record) -> None:
    name, found = outcome(case["deal"])
    assert faults(name, found, closed=True) == []
    if name == "result":
        assert faults("deal", case["deal"]) == []


@quick
@given(records())
def test_accepted_records_fit(record: Record) -> None:
    name, found = outcome(record)
    assert faults(name, json.loads(json.dumps(found)), closed=True) == []
    if name == "result":
        assert faults("deal", record) == []
        assert faults("deal", rules.read_deal(record).record()) == []


@quick
@given(mangled())
def test_what_does_not_fit_is_refused(record: Record) -> None:
    name, _ = outcome(record)
    if name == "result":
        assert faults("deal", record) == []


@quick
@given(tables())
def test_tables_fit(made: tuple[rules.Ruleset, list[int], int, list[Record]]) -> None:
    ruleset, seated, first, deals = made
    cup = document(table(1, seated, deals, first_dealer=first), ruleset=ruleset.id)
    assert faults("tournament", cup) == []


WRONG: Mapping[str, Any] = {
    "a list": [],
    "unknown field": deal(trick=5),
    "no players": {key: value for key, value in deal().items() if key != "players"},
    "three players": deal(players=["A", "B", "C"]),
    "a player twice": deal(players=["A", "B", "C", "C"]),
    "a player of another type": deal(players=["A", "B", "C", None]),
    "ruleset of another type": deal(ruleset=2005),
    "no such outcome": deal(outcome="won"),
    "outcome of another ruleset": deal(outcome="no_play"),
    "no such bid": deal(bid="four"),
    "no bid": {key: value for key, value in deal().items() if key != "bid"},
    "declarer null": deal(declarer=None),
    "auction no list": deal(auction={}),
    "a call without its player": deal(auction=[{"say": "three"}]),
    "no such call": deal(auction=[{"by": "A", "say": "four"}]),
    "no such tarokk": deal(called="XXI"),
    "kontra no number": deal(kontra=True),
    "kontra too high": deal(kontra=5),
    "kontra below zero": deal(kontra=-1),
    "no card points": {key: value for key, value in deal().items() if key != "card_points"},
    "half a card point": deal(card_points=60.5),
    "too many card points": deal(card_points=95),
    "too many tricks": deal(tricks=10),
    "announcement no object": deal(announcements=["trull"]),
    "figure missing": deal(announcements=[{"by": "A", "made": True}]),
    "no such figure": deal(announcements=[said("tuletroa", "A", True)]),
    "figure of another ruleset": deal(announcements=[said("szincsalad", "A", True, suit="hearts")]),
    "by missing": deal(announcements=[{"figure": "trull", "made": True}]),
    "made as text": deal(announcements=[said("trull", "A", made="yes")]),  # type: ignore[arg-type]
    "unknown field of a figure": deal(announcements=[said("trull", "A", True, sid="A")]),
    "made of a count": deal(announcements=[said("tarokk-8", "A", True)]),
    "kontra on a count": deal(announcements=[said("tarokk-8", "A", kontra=1)]),
    "suit missing": deal(announcements=[said("king-ultimo", "A", True)]),
    "no such suit": deal(announcements=[said("king-ultimo", "A", True, suit="coins")]),
    "suit not wanted": deal(announcements=[said("trull", "A", True, suit="hearts")]),
    "raised outside magas": deal(
        announcements=[said("pagat-ultimo", "A"), said("pagat-uhu", "A", True, raised_from=0)]
    ),
    "kontra above one on a Magas figure": magas(announcements=[said("pagat-facan", "A", True, kontra=2)]),
    "victim of no catch": deal(announcements=[said("trull", "A", True, victim="B")]),
    "kontra_by no list": deal(announcements=[said("trull", "A", True, kontra=1, kontra_by="B")]),
    "round zero": deal(announcements=[said("trull", "A", True, round=0)]),
    "silent suit": deal(silent=[said("trull", "A", suit="hearts")]),
    "silent kontra": deal(silent=[said("trull", "A", kontra=1)]),
    "silent and derived": deal(silent=[said("volat", "A")]),
    "no silent value": deal(silent=[said("centrum", "A")]),
    "silent trull failed": deal(silent=[said("trull", "A", False)]),
    "multiplier in the Kupa": deal(multiplier=2),
    "multiplier three": deal(ruleset="paskievics", multiplier=3),
    "renonsz without ruling": deal(outcome="renonsz"),
    "ruling without renonsz": deal(renonsz={"offender": "B"}),
    "offender missing": deal(outcome="renonsz", renonsz={"paragraph": "9.2"}),
    "amount below zero": deal(outcome="renonsz", renonsz={"offender": "B", "amount": -1}),
    "choice in the Kupa": deal(outcome="renonsz", renonsz={"offender": "B", "choice": "enforce"}),
    "no such choice": magas(outcome="renonsz", renonsz={"offender": "B", "choice": "pay"}),
    "choice of another outcome": magas(outcome="renonsz", renonsz={"offender": "B", "choice": "redeal"}),
    "thrown in though played": deal(thrown_in={"by": "A", "hand": "four-kings"}),
    "no such hand": bare("thrown_in", thrown_in={"by": "A", "hand": "bad"}),
    "hand missing": bare("thrown_in", thrown_in={"by": "A"}),
    "four tarokks laid away": deal(skart_tarokks={"A": 4}),
    "kassza without seats": magas(kassza_balance=200),
    "seats without kassza": magas(seats=4),
    "kassza in the Kupa": deal(kassza_balance=200, seats=4),
    "six seats": magas(kassza_balance=200, seats=6),
    "a long note": deal(note="x" * 501),
    "a note with NUL": deal(note="\0"),
}


@pytest.mark.parametrize("record", WRONG.values(), ids=WRONG)
def test_wrong_deals(record: Any) -> None:
    assert faults("deal", record) != []
    assert outcome(record)[0] == "refusal"


def test_without_a_ruleset_the_shape_counts() -> None:
    house = deal(bid="four", announcements=[said("own-figure", "A", True, kontra=7)])
    del house["ruleset"]
    assert faults("deal", house) == []
    assert faults("deal", {**house, "tricks": "5"}) != []


@pytest.mark.parametrize("id", sorted(rules.rulesets()))
def test_words_of_each_ruleset(id: str) -> None:
    """The schema knows the bids, figures and ladder of each ruleset that comes with the program, and no others."""
    branches = {row["if"]["properties"]["ruleset"]["const"]: row["then"] for row in schema("deal")["allOf"][1:]}
    assert set(branches) == set(rules.rulesets())
    told, ruleset = branches[id]["properties"], rules.get_ruleset(id)
    words = told["announcements"]["items"]["allOf"][1]["properties"]
    quiet = told["silent"]["items"]["allOf"][1]["properties"]
    assert told["bid"]["enum"] == list(ruleset.bids)
    assert told["outcome"]["enum"] == list(ruleset.outcomes)
    assert told["kontra"]["maximum"] == words["kontra"]["maximum"] == len(ruleset.ladder)
    assert words["figure"]["enum"] == list(ruleset.figures)
    assert quiet["figure"]["enum"] == [
        figure.id for figure in ruleset.figures.values() if figure.silent is not None and not figure.derived
    ]


def test_words_of_all_rulesets() -> None:
    assert schema("deal")["$defs"]["entered"]["properties"]["outcome"]["enum"] == list(OUTCOMES)
    assert schema("result")["$defs"]["warning"]["properties"]["code"]["enum"] == sorted(CHECKS)
    assert set(schema("ruleset")["properties"]["figures"]["items"]["properties"]["kind"]["enum"]) == KINDS
    codes = schema("refusal")["properties"]["errors"]["items"]["properties"]["code"]["enum"]
    at_a_table = {"number-out-of-order", "not-at-table"}
    assert set(codes) == {*SENTENCES, *(code for code, _ in REASONS)} - CHECKS - at_a_table


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_written_may_grow(name: str) -> None:
    samples: dict[str, Any] = {
        "result": outcome(deal())[1],
        "refusal": outcome({})[1],
        "standings": {"slug": "a", "name": "A", "provisional": True, "standings": []},
        "call-refusal": {
            "errors": [{"code": "bad-key", "field": "Idempotency-Key", "message": "A message needs a key."}]
        },
        "deal-object": {
            "id": 1,
            "number": 1,
            "outcome": "passed_out",
            "players": [1, 2, 3, 4],
            "revision": 1,
            "entered_by": None,
            "confirmed_by": None,
            "result": outcome(deal())[1],
            "totals": dict.fromkeys("1234", 0),
            "next_dealer": 1,
        },
    }
    assert faults(name, {**samples[name], "later": 1}) == []
    assert faults(name, {**samples[name], "later": 1}, closed=True) != []


# --- Cups -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CUPS)
@pytest.mark.django_db
def test_handed_cup(shared_cases: Path, name: str) -> None:
    fits(json.loads((shared_cases / f"{name}.json").read_text("utf-8")))


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
@pytest.mark.django_db
def test_demo_cup(path: Path) -> None:
    fits(json.loads(path.read_text("utf-8")))


def fits(cup: Record) -> None:
    """The document, what comes out of it again, and its standings."""
    assert faults("tournament", cup) == []
    tournament = load(cup)
    assert faults("tournament", json.loads(json.dumps(dump(tournament)))) == []
    assert faults("standings", as_json(queries.standings(tournament)), closed=True) == []


def cup_with(path: str, value: Any) -> Record:
    """A good cup of one table with one thing in it changed; the path has keys and indices with dots between."""
    cup = copy.deepcopy(document(full_table(1, [1, 2, 3, 4])))
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    holder: Any = cup
    for step in way:
        holder = holder[step]
    holder[last] = value
    return cup


DEALT = "rounds.0.tables.0.deals"
ZERO = {"1": 0, "2": 0, "3": 0, "4": 0}
CASE: Record = {"case": 1, "state": "open", "rule": "9.1", "sanction": "renonsz", "offender": 1}
WRONG_CUPS: Mapping[str, Record] = {
    "another format": cup_with("format", "tarokk-kupa/2"),
    "unknown field": cup_with("place", "Eger"),
    "empty name": cup_with("name", " "),
    "long name": cup_with("name", "x" * 101),
    "two lines": cup_with("venue", "Eger\nGyőr"),
    "bad slug": cup_with("slug", "Tavaszi Kupa"),
    "no day": cup_with("date", "2026-02-30"),
    "another way of dates": cup_with("date", "20260418"),
    "no rounds planned": cup_with("rounds_planned", 0),
    "rounds planned as text": cup_with("rounds_planned", "4"),
    "no such tie-break": cup_with("tie_break", "lots"),
    "snapshot without its parts": cup_with("ruleset_snapshot", {"id": "kupa-2005"}),
    "player without a name": cup_with("players.0", {"number": 1}),
    "player number as text": cup_with("players.0.number", "1"),
    "player with an unknown field": cup_with("players.0.e_mail", "x"),
    "status of another kind": cup_with("players.0.status", "withdrawn"),
    "rounds no list": cup_with("rounds", {}),
    "round without tables": cup_with("rounds.0", {"number": 1}),
    "closed as text": cup_with("rounds.0.closed", "yes"),
    "three seats": cup_with("rounds.0.tables.0.seats", [1, 2, 3]),
    "a seat by name": cup_with("rounds.0.tables.0.seats.0", "Ali"),
    "first dealer 0": cup_with("rounds.0.tables.0.first_dealer", 0),
    "deal no object": cup_with(f"{DEALT}.0", 1),
    "deal without a number": cup_with(DEALT, [{"outcome": "passed_out"}]),
    "deal with its ruleset": cup_with(DEALT, [played(1, 2, 3, ruleset="kupa-2005")]),
    "deal with a multiplier": cup_with(DEALT, [played(1, 2, 3, multiplier=1)]),
    "deal with a kassza": cup_with(DEALT, [played(1, 2, 3, kassza_balance=200, seats=4)]),
    "deal with an unknown field": cup_with(DEALT, [played(1, 2, 3, trick=5)]),
    "declarer by name": cup_with(f"{DEALT}.0.declarer", "2"),
    "figure by name": cup_with(DEALT, [played(1, 2, 3, announcements=[said("trull", "2", True)])]),
    "totals beside deals": cup_with("rounds.0.tables.0.totals", ZERO),
    "half a point on paper": cup_with("rounds.0.tables.0", {**table(1, [1, 2, 3, 4]), "totals": {**ZERO, "1": 0.5}}),
    "three totals": cup_with("rounds.0.tables.0", {**table(1, [1, 2, 3, 4]), "totals": {"1": 0, "2": 0, "3": 0}}),
    "a penalty no object": cup_with("penalties", ["-2"]),
    "a penalty of nobody": cup_with("penalties", [{"kind": "warning"}]),
    "no such penalty": cup_with("penalties", [{"player": 1, "kind": "fine"}]),
    "points off without an amount": cup_with("penalties", [{"player": 1, "kind": "table_points"}]),
    "no points off": cup_with("penalties", [{"player": 1, "kind": "table_points", "amount": 0}]),
    "points added": cup_with("penalties", [{"player": 1, "kind": "table_points", "amount": -2}]),
    "half a point": cup_with("penalties", [{"player": 1, "kind": "table_points", "amount": 2.5}]),
    "an amount that is true": cup_with("penalties", [{"player": 1, "kind": "table_points", "amount": True}]),
    "an amount in words": cup_with("penalties", [{"player": 1, "kind": "table_points", "amount": " 5/2"}]),
    "a warning with points": cup_with("penalties", [{"player": 1, "kind": "warning", "amount": 2}]),
    "a penalty of round 0": cup_with("penalties", [{"player": 1, "kind": "warning", "round": 0}]),
    "a ruling no object": cup_with("rulings", [1]),
    "a ruling without a case": cup_with("rulings", [{"state": "open", "rule": "9.1", "sanction": "renonsz"}]),
    "a ruling in no state": cup_with("rulings", [{**CASE, "state": "lost"}]),
    "decided, but what?": cup_with("rulings", [{**CASE, "state": "decided"}]),
    "no such ruling": cup_with("rulings", [{**CASE, "kind": "hanging"}]),
    "asked by name": cup_with("rulings", [{**CASE, "askers": ["Ali"]}]),
    "a ruling's votes": cup_with("rulings", [{**CASE, "votes": []}]),
    "a record no object": cup_with("rulings", [{**CASE, "record": []}]),
}


@pytest.mark.parametrize("cup", WRONG_CUPS.values(), ids=WRONG_CUPS)
def test_wrong_cups(cup: Record) -> None:
    assert faults("tournament", cup) != []
    with pytest.raises(Refusal):
        check(cup)


def test_the_cup_they_come_from_is_right() -> None:
    cup = cup_with("name", "Kupa")
    assert faults("tournament", cup) == []
    check(cup)
    nothing = {"status": None}
    cup = cup_with("players.0", {"number": 1, "name": "Ali", **nothing})
    assert faults("tournament", {**cup, "ruleset_snapshot": None}) == []
    check({**cup, "ruleset_snapshot": None})


# --- Rulesets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_ruleset_files(path: Path) -> None:
    assert faults("ruleset", tomllib.loads(path.read_text("utf-8"))) == []


def test_the_house_rules_of_the_handbook() -> None:
    assert faults("ruleset", tomllib.loads(example())) == []


def test_nothing_of_a_ruleset_is_missing() -> None:
    """Every key of the schema stands in one of the files: a key that nobody reads would be refused there."""
    told, used = keys_told(schema("ruleset")), set()
    for path in RULESETS:
        used |= keys_used(tomllib.loads(path.read_text("utf-8")))
    used |= keys_used(tomllib.loads(example()))
    assert told - used == set()


def keys_told(part: Any) -> set[str]:
    """Names under `properties`, at any depth."""
    if isinstance(part, list):
        return set().union(*map(keys_told, part))
    if not isinstance(part, dict):
        return set()
    own = set(part.get("properties", {})) if "type" in part else set()
    return own.union(*map(keys_told, part.values()))


def keys_used(part: Any) -> set[str]:
    """Names of fields, at any depth."""
    if isinstance(part, list):
        return set().union(*map(keys_used, part))
    if not isinstance(part, dict):
        return set()
    return set(part).union(*map(keys_used, part.values()))


@given(st.data())
@quick
def test_no_stricter_than_the_reader(data: st.DataObject) -> None:
    """One value of a ruleset replaced: what the schema refuses, the reader refuses too."""
    changed = rules.get_ruleset(data.draw(st.sampled_from(sorted(rules.rulesets())))).as_data()
    path = data.draw(st.sampled_from(sorted(paths(changed), key=str)))
    holder: Any = changed
    for step in path[:-1]:
        holder = holder[step]
    if data.draw(st.booleans()):
        holder[path[-1]] = data.draw(
            st.sampled_from([None, True, -1, 0, 1, 7, 10**7, 1.5, "x", "", [], {}, ["x"], [0]])
        )
    else:
        del holder[path[-1]]
    if faults("ruleset", changed):
        with pytest.raises(rules.RulesetError):
            rules.read_ruleset(changed)


def paths(part: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to each value in it."""
    pairs = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    return [step for key, inner in pairs for step in [(*way, key), *paths(inner, (*way, key))]]
