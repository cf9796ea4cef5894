"""Every handed deal comes to its handed result."""

from __future__ import annotations

import json
from typing import Any

import pytest

import rules
from tests.conftest import CASES

FILES = ("deals.jsonl", "taroky.jsonl")
ROWS: list[dict[str, Any]] = [
    json.loads(line)
    for name in FILES
    if (CASES / name).exists()
    for line in (CASES / name).read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("case", [pytest.param(row, id=row["id"]) for row in ROWS])
def test_deal(case: dict[str, Any]) -> None:
    wanted = case["expect"]
    if "errors" in wanted:
        with pytest.raises(rules.Refused) as refused:
            rules.read_deal(case["deal"])
        codes = {problem.code for problem in refused.value.problems}
        if wanted.get("any"):
            assert codes & set(wanted["errors"])
        else:
            assert sorted(codes) == wanted["errors"]
        return
    result = rules.score(rules.read_deal(case["deal"])).as_json(lambda problem: problem.code)
    assert result["points"] == wanted["points"]
    lines = [[line["item"], str(line.get("side") or line.get("player")), line["value"]] for line in result["lines"]]
    assert sorted(lines, key=str) == sorted(wanted["lines"], key=str)
    assert sorted({warning["code"] for warning in result["warnings"]}) == wanted["warnings"]
    assert result["bika"] == wanted["bika"]
    if "kassza" in wanted:
        assert {name: result["kassza"][name] for name in wanted["kassza"]} == wanted["kassza"]


def test_the_handed_cases_are_here() -> None:
    if not ROWS:
        pytest.skip("the handed cases are not here (../shared/cases)")
    assert len(ROWS) == 418 + 69
