"""A cup by a club's own rules: loaded, shown and exported; and unmoved when the file is gone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

import rules
from scoring.exports.document import dump
from tests.rules.house import added, forget
from tests.scoring.cups import document, full_table, load, played, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Path]:
    with added(tmp_path) as file:
        yield file


def test_a_cup_by_house_rules(house: Path, client: Client) -> None:
    own = {"figure": "xx-ultimo", "by": 2, "made": True, "kontra": 2}
    deals = [played(1, 2, 4, announcements=[own]), *full_table(1, [1, 2, 3, 4], "eger-2026")["deals"][1:]]
    tournament = load(document(table(1, [1, 2, 3, 4], deals), ruleset="eger-2026", closed=True))
    points = rules.table_points(
        rules.reckon_table(rules.get_ruleset("eger-2026"), [1, 2, 3, 4], 1, deals), [1, 2, 3, 4]
    )
    assert max(points, key=lambda player: points[player]) in (2, 4)

    client.cookies["django_language"] = "hu"
    page = client.get("/t/probakupa/rules/").text
    assert "Egri házi szabály" in page and "huszas ultimó" in page and "7 · 5 · 3 · 1" in page
    assert "Huszas ultimó" in client.get("/t/probakupa/rounds/1/tables/1/").text
    rows = client.get("/t/probakupa/standings.json").json()["standings"]
    assert sum(row["tournament_points"] for row in rows) == 7 + 5 + 3 + 1
    assert {row["number"]: row["table_points"] for row in rows} == points

    kept = json.loads(json.dumps(dump(tournament)))
    assert kept["ruleset_snapshot"]["id"] == "eger-2026"
    house.unlink()
    forget()
    assert "eger-2026" not in rules.rulesets()
    again = load({**kept, "slug": "masodik"})
    for slug in ("probakupa", "masodik"):
        assert client.get(f"/t/{slug}/standings.json").json()["standings"] == rows
        assert "Huszas ultimó" in client.get(f"/t/{slug}/rounds/1/tables/1/").text
    assert dump(again)["rounds"] == kept["rounds"]
