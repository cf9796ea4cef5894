"""The examples of docs/formats.md are what the program does."""

from __future__ import annotations

import json
import re

import pytest

import rules
from scoring.sentences import SENTENCES as DEAL_SENTENCES
from scoring.sentences import say
from scoring.services.document import check
from tests.conftest import ROOT

TEXT = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
DEAL, RESULT, DOCUMENT, STANDINGS = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL))


def test_the_deal_has_that_result() -> None:
    assert rules.score(rules.read_deal(DEAL)).as_json(say) == RESULT


def test_the_document_is_right() -> None:
    # Its table names players whom the shortened list leaves out.
    players = [{"number": number, "name": f"Játékos {number}"} for number in (7, 9, 12)]
    cup = check({**DOCUMENT, "players": DOCUMENT["players"] + players})
    (table,) = cup.rounds[0].tables
    assert [deal.counted for deal in table.deals] == [False, True]


def test_the_standings_have_those_fields() -> None:
    assert set(STANDINGS) == {"slug", "name", "provisional", "standings"}


@pytest.mark.parametrize("code", sorted(DEAL_SENTENCES))
def test_every_code_is_there(code: str) -> None:
    assert f"`{code}`" in TEXT
