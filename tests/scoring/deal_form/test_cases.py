"""The handed deals through the form: what is recorded comes back the same, and what is refused is told at its field."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client

import rules
from scoring.forms.deal import BARE, ROWS, DealEntry, Sitting
from scoring.forms.deal_texts import texts_of
from scoring.models import Tournament
from tests.conftest import CASES
from tests.scoring.cups import the_deal, uncounted
from tests.scoring.deal_form.conftest import cup_of, organiser
from tests.scoring.deal_form.pages import NEW, ids_of, targets_of

Case = dict[str, Any]

#: What no form of a table can say: the record's own derived fields, JSON that is none, other rulesets and keys.
DERIVED = ("multiplier", "kassza_balance", "seats")


def cases() -> list[Case]:
    """The handed cases; none where they are not here."""
    path = CASES / "deals.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []


ACCEPTED = [case for case in cases() if "points" in case["expect"]]
REFUSED = [case for case in cases() if "errors" in case["expect"]]


def numbered(value: Any, numbers: Mapping[str, int]) -> Any:
    """The record with player numbers for its letters."""
    if isinstance(value, dict):
        return {str(numbers.get(key, key)): numbered(item, numbers) for key, item in value.items()}
    if isinstance(value, list):
        return [numbered(item, numbers) for item in value]
    return numbers.get(value, value) if isinstance(value, str) else value


def as_typed(deal: Case) -> tuple[Case, dict[str, int]]:
    """The record as a table of seats 1 to 4 says it, and the numbers of its players."""
    numbers = {str(player): number for number, player in enumerate(deal["players"], 1)}
    kept = {key: value for key, value in deal.items() if key not in (*DERIVED, "ruleset", "players")}
    return numbered(kept, numbers), numbers


def sitting_of(ruleset: str) -> Sitting:
    """Four at a table, seat 1 leads."""
    names = {number: f"Játékos {number}" for number in range(1, 5)}
    return Sitting(rules.get_ruleset(ruleset), [1, 2, 3, 4], [1, 2, 3, 4], names)


def canonical(record: Case, ruleset: str) -> Case:
    """The record as the rules write it, without what a table derives."""
    full = {key: value for key, value in record.items() if key not in DERIVED}
    found = rules.read_deal({"ruleset": ruleset, "players": [1, 2, 3, 4], **full}).record()
    return {key: value for key, value in found.items() if value != []}


@pytest.mark.parametrize("case", ACCEPTED, ids=lambda case: case["id"])
def test_a_record_comes_back_from_the_form(case: Case) -> None:
    record, _numbers = as_typed(case["deal"])
    ruleset = case["deal"]["ruleset"]
    entry = DealEntry(sitting_of(ruleset), texts_of(record, sitting_of(ruleset)))
    back = entry.record()
    assert entry.problems() == [] and not entry.unreadable
    assert canonical(back, ruleset) == canonical(record, ruleset)


@pytest.mark.django_db
@pytest.mark.parametrize("case", ACCEPTED[::6], ids=lambda case: case["id"])
def test_what_is_posted_is_stored_with_its_points(client: Client, case: Case) -> None:
    record, numbers = as_typed(case["deal"])
    ruleset = case["deal"]["ruleset"]
    # Each deal passed out before doubles the next once more.
    before = (case["deal"].get("multiplier", 1)).bit_length() - 1
    cup = cup_of(*[uncounted(1)] * before, ruleset=ruleset)
    client.force_login(organiser(cup))
    sent = texts_of(record, sitting_of(ruleset)) | {"position": str(before + 1), "number": "1", "action": "save"}
    assert client.post(NEW, sent).status_code == 302
    stored = the_deal(cup, before + 1)
    assert canonical(stored.record, ruleset) == canonical(record, ruleset)
    points = {player: points for player, points in stored.points.values_list("seat__player__number", "points")}
    expected = numbered(case["expect"]["points"], numbers) if stored.counted else {}
    assert {str(player): rules.exact(value) for player, value in points.items()} == {
        key: value for key, value in expected.items()
    }


def can_be_typed(case: Case) -> bool:
    """Can a person at the form come to this record?"""
    deal = case["deal"]
    if not isinstance(deal, dict) or deal.get("ruleset") not in rules.rulesets():
        return False
    if not isinstance(deal.get("players"), list) or len(set(map(str, deal["players"]))) != 4:
        return False
    if deal.get("outcome") in BARE or "multiplier" in deal:
        return False
    lists = [deal.get(name, []) for name in ROWS]
    if any(not isinstance(rows, list) or len(rows) > 12 for rows in lists):
        return False
    record, _numbers = as_typed(deal)
    try:
        texts = texts_of(record, sitting_of(deal["ruleset"]))
    except (AttributeError, TypeError):
        return False
    entry = DealEntry(sitting_of(deal["ruleset"]), texts)
    # A figure, suit, bid or level that is not offered cannot be chosen; what is not said is not refused.
    return not entry.unreadable and entry.record() == {
        key: value for key, value in without_defaults(record).items() if value != []
    }


def without_defaults(record: Case) -> Case:
    """The record as the form writes it: what has its default is left out."""
    found = {
        key: value for key, value in record.items() if (key, value) not in (("outcome", "played"), ("partner", None))
    }
    return {key: value for key, value in found.items() if not (key == "kontra" and value == 0)}


TYPEABLE = [case for case in REFUSED if can_be_typed(case)]


def test_most_refused_cases_can_be_typed() -> None:
    if not REFUSED:
        pytest.skip("the handed cases are not here (../shared/cases)")
    assert len(TYPEABLE) >= 50


@pytest.fixture
def cups(db: None) -> dict[str, Tournament]:
    """A cup without deals of each ruleset, made when it is needed."""
    return {}


@pytest.mark.django_db
@pytest.mark.parametrize("case", TYPEABLE, ids=lambda case: case["id"])
def test_what_is_refused_is_told_at_a_field_of_the_page(client: Client, case: Case) -> None:
    record, _numbers = as_typed(case["deal"])
    ruleset = case["deal"]["ruleset"]
    cup = cup_of(ruleset=ruleset)
    client.force_login(organiser(cup))
    sent = texts_of(record, sitting_of(ruleset)) | {"position": "1", "number": "1", "action": "save"}
    response = client.post(NEW, sent)
    assert response.status_code == 422
    entry = response.context["entry"]
    assert entry.general == []
    targets = targets_of(response)
    assert targets and set(targets) <= ids_of(response)
    for fault in response.context["faults"]:
        assert fault.sentence and "_" not in fault.sentence and "%" not in fault.sentence
