"""load_tournament, standings and export as people run them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scoring.exports.document import dump
from scoring.models import Tournament
from tests.scoring.cups import document, full_table, load, played, table

pytestmark = pytest.mark.django_db

HARD = "Őry „Űr” A\u030b\"<b>';🃏"


def run(*args: str) -> str:
    out = io.StringIO()
    call_command(*args, stdout=out, stderr=out)
    return out.getvalue()


def written(tmp_path: Path, cup: Any) -> str:
    path = tmp_path / "kupa.json"
    path.write_text(json.dumps(cup), encoding="utf-8")
    return str(path)


def test_loading_prints_the_slug(tmp_path: Path) -> None:
    assert run("load_tournament", written(tmp_path, document(full_table(1, [1, 2, 3, 4])))) == "probakupa\n"
    assert Tournament.objects.get().is_public


def test_every_fault_is_a_line_with_its_place(tmp_path: Path) -> None:
    cup = document(table(1, [1, 2, 3, 4], [played(1, 1, 2), played(2, 1, 2, kontra=9)]), name="x" * 300)
    with pytest.raises(CommandError) as error:
        run("load_tournament", written(tmp_path, cup))
    assert str(error.value).splitlines() == [
        "name: The text has 300 characters; 100 are allowed.",
        "rounds[0].tables[0].deals[1].kontra: The kontra goes too far: level 4 is the highest here.",
    ]
    assert not Tournament.objects.exists()


def test_a_file_that_is_none(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nincs.json"):
        with pytest.raises(CommandError) as error:
            run("load_tournament", str(path))
        assert str(path) in str(error.value)
    bad = tmp_path / "bad.json"
    bad.write_text('{"format": ')
    with pytest.raises(CommandError, match=r"^The file is not JSON \(line 1, column 12\)\.$"):
        run("load_tournament", str(bad))


def test_control_characters_do_not_reach_the_terminal(tmp_path: Path) -> None:
    cup = {**document(), "\x1b[2Jtitle": 1}
    with pytest.raises(CommandError) as error:
        run("load_tournament", written(tmp_path, cup))
    assert "\x1b" not in str(error.value).split(":")[0]


def test_replacing(tmp_path: Path) -> None:
    path = written(tmp_path, document())
    run("load_tournament", path)
    with pytest.raises(CommandError, match="slug: There is a tournament “probakupa” already"):
        run("load_tournament", path)
    assert run("load_tournament", path, "--replace") == "probakupa\n"


def test_penalties_count(tmp_path: Path) -> None:
    late = {"player": 1, "kind": "table_points", "amount": 2}
    assert run("load_tournament", written(tmp_path, document(penalties=[late]))) == "probakupa\n"
    assert "2 table points off, 0 before it" in run("standings", "probakupa")


def hard_cup() -> Tournament:
    cup = document(players=5, name=HARD)
    totals = {"1": 9, "2": 9, "3": 9, "4": -7, "5": -20}
    cup["rounds"] = [
        {"number": 1, "closed": True, "tables": [table(1, [1, 2, 3, 4, 5], totals=totals)]},
        {"number": 2, "closed": False, "tables": []},
    ]
    for player in cup["players"]:
        player["name"] = f"{HARD} {player['number']}"
    return load(cup)


def test_standings_as_json() -> None:
    hard_cup()
    found = json.loads(run("standings", "probakupa", "--format", "json"))
    assert (found["slug"], found["name"], found["provisional"]) == ("probakupa", HARD, True)
    assert found["standings"][0] == {
        "rank": 1,
        "tied": True,
        "number": 1,
        "name": f"{HARD} 1",
        "tournament_points": 8,
        "table_points": 9,
        "rounds": [
            {"round": 1, "table": 1, "seat": 1, "table_points": 9, "place": 1, "tournament_points": 8},
        ],
    }


def third_points() -> Tournament:
    """Players who share 14 between three: 14/3 each."""
    tournament = hard_cup()
    tournament.rounds.get(number=1).seats.filter(number__lte=3).update(tournament_points="14/3")
    return tournament


def test_fractions_are_exact_in_json_and_decimal_elsewhere() -> None:
    third_points()
    assert json.loads(run("standings", "probakupa", "--format", "json"))["standings"][0]["tournament_points"] == "14/3"
    english = list(csv.reader(io.StringIO(run("standings", "probakupa", "--format", "csv"), newline="")))
    assert english[0][:3] == ["Rank", "Number", "Name"]
    assert english[1][2:5] == [f"{HARD} 1", "", "4.67"]
    hungarian = run("standings", "probakupa", "--format", "csv", "--lang", "hu")
    rows = list(csv.reader(io.StringIO(hungarian, newline=""), delimiter=";"))
    assert rows[1][2:6] == [f"{HARD} 1", "", "4,67", "9"]
    assert [len(row) for row in rows] == [12] * 6
    assert rows[1][9:] == ["", "", ""]


def test_standings_as_a_table() -> None:
    third_points()
    lines = run("standings", "probakupa").splitlines()
    assert lines[0].split() == [
        "Rank",
        "Number",
        "Name",
        "Tournament",
        "points",
        "Table",
        "points",
        "Round",
        "1",
        "Round",
        "2",
    ]
    assert lines[1].startswith("  1=")
    assert lines[1].endswith("4.67")
    assert lines[-1] == "Provisional: a round is open."


def test_export_json_loads_back_to_the_same(tmp_path: Path) -> None:
    tournament = load(document(full_table(1, [1, 2, 3, 4]), name=HARD, closed=True))
    before = dump(tournament)
    path = tmp_path / "ki.json"
    run("export", "probakupa", "--format", "json", "--output", str(path))
    assert json.loads(path.read_text("utf-8")) == before
    assert HARD in json.loads(path.read_text("utf-8"))["name"]
    run("load_tournament", str(path), "--replace")
    assert dump(Tournament.objects.get()) == before


def test_export_csv(tmp_path: Path) -> None:
    load(document(full_table(1, [1, 2, 3, 4]), closed=True))
    path = tmp_path / "ki.csv"
    run("export", "probakupa", "--format", "csv", "--output", str(path))
    assert path.read_bytes().decode("utf-8-sig") == run("standings", "probakupa", "--format", "csv")


def test_what_cannot_be_exported(tmp_path: Path) -> None:
    load(document())
    for args, message in (
        (("export", "nincs", "--format", "json", "--output", str(tmp_path / "x")), "no tournament"),
        (("export", "probakupa", "--format", "json", "--output", str(tmp_path)), "cannot be written"),
        (("export", "probakupa", "--format", "json", "--output", str(tmp_path / "a" / "b")), "cannot be written"),
        (("export", "probakupa", "--format", "doc", "--output", "x"), "invalid choice"),
        (("standings", "nincs"), "no tournament"),
        (("standings", "\udcff"), "no tournament"),
    ):
        with pytest.raises(CommandError, match=message):
            run(*args)
