"""The whole cup in one go: what the pages say, at the same price for any size."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import IO, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring import queries
from scoring.exports import pdf, xlsx
from scoring.models import Round, Tournament
from tests.bench import cups
from tests.scoring.cups import load
from tests.scoring.exports.conftest import PRINTED

pytestmark = pytest.mark.django_db

Write = Callable[[IO[bytes], Tournament, str, Any], None]


def test_rounds_and_tables_are_those_of_the_pages(hard: Tournament) -> None:
    books = list(queries.round_books(hard))

    assert [book.sheet for book in books] == [queries.round_sheet(hard, number) for number in (1, 2)]
    for book in books:
        for sheet in book.tables:
            alone = queries.table_sheet(hard, sheet.round.number, sheet.table.number)
            assert sheet.rows == alone.rows
            assert (sheet.totals, sheet.scores, sheet.paper_points) == (alone.totals, alone.scores, alone.paper_points)


def test_one_round(hard: Tournament) -> None:
    [book] = queries.round_books(hard, 2)

    assert book.sheet.round.number == 2


def test_no_such_round(hard: Tournament) -> None:
    with pytest.raises(Round.DoesNotExist):
        queries.round_books(hard, 3)


def test_frozen_rounds_are_not_shown(hard: Tournament) -> None:
    hard.last_shown = 1

    assert [book.sheet.round.number for book in queries.round_books(hard)] == [1]
    with pytest.raises(Round.DoesNotExist):
        queries.round_books(hard, 2)


@pytest.mark.parametrize(
    "write",
    [
        pdf.write_standings,
        pdf.write_captures,
        pdf.write_tournament,
        xlsx.write_standings,
        xlsx.write_tournament,
        lambda file, tournament, language, printed: pdf.write_round(file, tournament, 1, language, printed),
    ],
)
def test_as_many_queries_for_a_large_cup_as_for_a_small(db: None, write: Write) -> None:
    counts = []
    for players, rounds in ((5, 2), (24, 3)):
        tournament = load(cups.cup(players, rounds=rounds))
        tournament = Tournament.objects.get(pk=tournament.pk)
        with CaptureQueriesContext(connection) as captured:
            write(BytesIO(), tournament, "hu", PRINTED)
        counts.append(len(captured))

    assert counts[0] == counts[1] <= 14
