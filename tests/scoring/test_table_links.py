"""`table_links` as people run it."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from scoring.models import Table, Tournament
from scoring.services import close_round
from tests.scoring.cups import OPERATOR, document, load, table, the_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(db: None) -> Tournament:
    """Two tables in round 1, which is closed, one in round 2."""
    found = document(table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8]), players=8)
    found["rounds"].append({"number": 2, "closed": False, "tables": [table(1, [1, 6, 3, 8])]})
    cup = load(found)
    close_round(OPERATOR, the_round(cup), "elég")
    return cup


def run(*args: str) -> list[str]:
    out = io.StringIO()
    call_command("table_links", *args, stdout=out)
    return out.getvalue().splitlines()


def line(round_: int, number: int) -> str:
    token = Table.objects.get(round__number=round_, number=number).token
    return f"{round_}\t{number}\t{token}\t/table/{token}/"


def test_all_tables(cup: Tournament) -> None:
    assert run("probakupa") == [line(1, 1), line(1, 2), line(2, 1)]


def test_those_of_a_round(cup: Tournament) -> None:
    assert run("probakupa", "--round", "2") == [line(2, 1)]


@pytest.mark.parametrize("number", ["0", "3", "-1", "99999999999999999999"])
def test_no_such_round(cup: Tournament, number: str) -> None:
    with pytest.raises(CommandError, match=f"^probakupa has no round {number}\\.$"):
        run("probakupa", f"--round={number}")


def test_no_such_cup(cup: Tournament) -> None:
    with pytest.raises(CommandError, match="There is no tournament with the slug 'nincs'"):
        run("nincs")
