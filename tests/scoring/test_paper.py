"""Points from paper: totals of a table, or the remainder after its deals."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import queries
from scoring.models import AuditEntry, Tournament
from scoring.services import Refusal, clear_paper, close_round, enter_paper
from tests.scoring.cups import OPERATOR, document, full_table, load, played, table, the_round, the_table

pytestmark = pytest.mark.django_db

POINTS = {1: 20, 2: -4, 3: 4, 4: -20}


@pytest.fixture
def cup() -> Tournament:
    return load(document(table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8], [played(1, 5, 6)]), players=8))


def paper_of(cup: Tournament, number: int) -> list[Any]:
    return [seat.paper_points for seat in the_table(cup, number).seated()]


def test_totals(cup: Tournament) -> None:
    enter_paper(OPERATOR, the_table(cup, 1), "totals", POINTS)
    assert the_table(cup, 1).paper == "totals"
    assert paper_of(cup, 1) == [20, -4, 4, -20]
    entry = AuditEntry.objects.first()
    assert entry is not None
    assert (entry.action, entry.round, entry.table) == ("enter_paper", 1, 1)
    assert entry.details == {"kind": "totals", "points": {"1": 20, "2": -4, "3": 4, "4": -20}}
    cup.refresh_from_db()
    assert cup.revision == 2


def test_a_remainder_is_added_to_the_deals(cup: Tournament) -> None:
    enter_paper(OPERATOR, the_table(cup, 2), "remainder", {5: 10, 6: 0, 7: -5, 8: -5})
    sheet = queries.table_sheet(cup, 1, 2)
    assert sheet.paper_points == {1: 10, 2: 0, 3: -5, 4: -5}
    assert sheet.totals == {1: 11, 2: 1, 3: -6, 4: -6}


def test_entering_again_replaces(cup: Tournament) -> None:
    enter_paper(OPERATOR, the_table(cup, 1), "totals", POINTS)
    enter_paper(OPERATOR, the_table(cup, 1), "totals", {1: 1, 2: 1, 3: -1, 4: -1})
    assert paper_of(cup, 1) == [1, 1, -1, -1]


def test_it_can_be_taken_back(cup: Tournament) -> None:
    enter_paper(OPERATOR, the_table(cup, 1), "totals", POINTS)
    clear_paper(OPERATOR, the_table(cup, 1))
    assert the_table(cup, 1).paper == ""
    assert paper_of(cup, 1) == [None] * 4


@pytest.mark.parametrize(
    ("table_number", "kind", "points", "problem"),
    [
        (1, "totals", {**POINTS, 1: 21}, ("sum-not-zero", "totals")),
        (1, "totals", {1: 20, 2: -4, 3: -16}, ("seats-without-points", "totals")),
        (1, "totals", {**POINTS, 5: 0}, ("not-at-table", "totals.5")),
        (1, "totals", {**POINTS, 1: 20.0}, ("bad-type", "totals.1")),
        (1, "guess", POINTS, ("bad-choice", "kind")),
        (2, "totals", {5: 0, 6: 0, 7: 0, 8: 0}, ("totals-beside-deals", "totals")),
    ],
)
def test_refused(cup: Tournament, table_number: int, kind: str, points: Any, problem: tuple[str, str]) -> None:
    with pytest.raises(Refusal) as refusal:
        enter_paper(OPERATOR, the_table(cup, table_number), kind, points)
    assert [(each.code, each.field) for each in refusal.value.problems] == [problem]
    assert paper_of(cup, table_number) == [None] * 4
    cup.refresh_from_db()
    assert cup.revision == 1


def test_nothing_remains_after_all_deals() -> None:
    cup = load(document(full_table(1, [1, 2, 3, 4])))
    with pytest.raises(Refusal, match="nothing-remains"):
        enter_paper(OPERATOR, the_table(cup), "remainder", POINTS)


def test_a_closed_round_takes_none(cup: Tournament) -> None:
    close_round(OPERATOR, the_round(cup), "késő van")
    with pytest.raises(Refusal, match="round-closed"):
        enter_paper(OPERATOR, the_table(cup, 1), "totals", POINTS)
    with pytest.raises(Refusal, match="round-closed"):
        clear_paper(OPERATOR, the_table(cup, 1))
