"""The three handed cups give exactly the expected standings, and come out and in again unchanged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scoring import queries
from scoring.exports.document import as_text, dump
from scoring.exports.standings import as_json
from scoring.models import Tournament
from scoring.services.document import parse, read_file
from tests.scoring.cups import load

pytestmark = pytest.mark.django_db

CUPS = ["kupa-23", "paper-13", "mixed-9"]


def rows(tournament: Tournament) -> list[dict[str, Any]]:
    """The standings as the cases have them: without names."""
    found = as_json(queries.standings(tournament))
    assert found["provisional"] is False
    return [{key: value for key, value in row.items() if key != "name"} for row in found["standings"]]


@pytest.mark.parametrize("name", CUPS)
def test_standings(shared_cases: Path, name: str) -> None:
    tournament = load(parse(read_file(shared_cases / f"{name}.json")))
    assert rows(tournament) == json.loads((shared_cases / f"{name}.expected.json").read_text("utf-8"))


@pytest.mark.parametrize("name", CUPS)
def test_out_and_in_again(shared_cases: Path, name: str) -> None:
    tournament = load(parse(read_file(shared_cases / f"{name}.json")))
    text = as_text(tournament)
    again = load(parse(text.encode()), replace=True)
    assert dump(again) == json.loads(text)
    assert rows(again) == json.loads((shared_cases / f"{name}.expected.json").read_text("utf-8"))
    assert again.revision == 2


@pytest.mark.parametrize("name", CUPS)
def test_nothing_of_the_document_is_lost(shared_cases: Path, name: str) -> None:
    cup = json.loads((shared_cases / f"{name}.json").read_text("utf-8"))
    for round_ in cup["rounds"]:
        for table in round_["tables"]:
            table.setdefault("first_dealer", 1)
            table.setdefault("remainder", None)
    written = dump(load(cup))
    assert written.pop("ruleset_snapshot")["id"] == cup["ruleset"]
    assert written == cup
