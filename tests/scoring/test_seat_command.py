"""`manage.py seat`."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scoring.models import AuditEntry, Round, Table, Tournament
from scoring.services import close_round, record_deal
from tests.scoring.cups import OPERATOR, document, load, played, table, the_round, the_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(db: None) -> Tournament:
    """Nine players and no round yet."""
    return load(document(players=9, slug="kupa"))


def seat(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    call_command("seat", "kupa", *args)
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_it_works(cup: Tournament, capsys: pytest.CaptureFixture[str]) -> None:
    found = seat(capsys, "--round", "1", "--seed", "7")
    assert list(found) == ["round", "how", "tables", "repeats", "seed"]
    assert (found["round"], found["how"], found["repeats"], found["seed"]) == (1, "random", 0, 7)
    assert [(at["number"], len(at["seats"])) for at in found["tables"]] == [(1, 4), (2, 5)]
    assert sorted(player for at in found["tables"] for player in at["seats"]) == list(range(1, 10))
    assert not Round.objects.exists()


def test_commit_saves_what_was_printed(cup: Tournament, capsys: pytest.CaptureFixture[str]) -> None:
    found = seat(capsys, "--round", "1", "--seed", "7", "--commit")
    assert found == seat(capsys, "--round", "1", "--seed", "7")
    for at in found["tables"]:
        assert [each.player.number for each in the_table(cup, at["number"]).seated()] == at["seats"]
    round_ = the_round(cup)
    assert (round_.drawn, round_.seed) == ("random", 7)
    assert AuditEntry.objects.get(action="draw_round").actor == "command seat"
    # While nothing has been entered it may be drawn again.
    assert seat(capsys, "--round", "1", "--seed", "8", "--commit")["tables"] != found["tables"]
    assert Table.objects.count() == 2


def test_later_rounds_are_fresh(cup: Tournament, capsys: pytest.CaptureFixture[str]) -> None:
    seat(capsys, "--round", "1", "--commit")
    found = seat(capsys, "--round", "2")
    assert found["how"] == "fresh"
    assert 1 <= found["seed"] < 1_000_000
    assert found["repeats"] >= 6  # Of nine players at a four and a five at least so many meet again.


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--round", "2"], "Here round 1 should stand, not round 2."),
        (["--round", "0"], "Here round 1 should stand, not round 0."),
        (["--round", str(10**30)], "Here round 1 should stand"),
        (["--round", "1", "--how", "standings"], "only once a round has been closed"),
        (["--round", "1", "--seed", "-1"], "-1 is not between 0 and 2147483647."),
        (["--round", "1", "--lang", "hu", "--how", "standings"], "csak lezárt forduló után"),
    ],
)
def test_refusals(cup: Tournament, args: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        call_command("seat", "kupa", *args, "--commit")
    assert not Round.objects.exists()


@pytest.mark.parametrize("players", [3, 6, 7, 11])
def test_so_many_cannot_sit(players: int) -> None:
    load(document(players=players, slug="kupa"))
    with pytest.raises(CommandError, match=f"{players} players cannot sit at tables of four and five."):
        call_command("seat", "kupa", "--round", "1", "--commit")
    assert not Round.objects.exists()


def test_a_round_that_has_begun(capsys: pytest.CaptureFixture[str]) -> None:
    cup = load(document(table(1, [1, 2, 3, 4]), slug="kupa", rounds_planned=1))
    record_deal(OPERATOR, the_table(cup), played(1, 1, 2))
    with pytest.raises(CommandError, match="Results have been recorded in round 1"):
        call_command("seat", "kupa", "--round", "1", "--commit")
    close_round(OPERATOR, the_round(cup), "teszt")
    for number, said in (("1", "Round 1 is closed."), ("2", "Round 2 is beyond the 1 planned rounds.")):
        with pytest.raises(CommandError, match=said):
            call_command("seat", "kupa", "--round", number)


def test_there_is_no_such_cup(db: None) -> None:
    with pytest.raises(CommandError, match="no tournament"):
        call_command("seat", "nincs", "--round", "1")
