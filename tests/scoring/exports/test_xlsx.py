"""Workbooks opened again: the cells against the queries."""

from __future__ import annotations

from fractions import Fraction
from io import BytesIO
from typing import Any

import pytest
from openpyxl import load_workbook

from scoring import queries
from scoring.exports import xlsx
from scoring.exports.words import clean
from scoring.models import Tournament
from tests.scoring.cups import document, full_table, load
from tests.scoring.exports.conftest import LONG, NAMES, PRINTED

pytestmark = pytest.mark.django_db


def workbook(tournament: Tournament, language: str = "hu", *, write: Any = xlsx.write_tournament) -> Any:
    """The workbook, read back."""
    file = BytesIO()
    write(file, tournament, language, PRINTED)
    return load_workbook(file)


def rows(sheet: Any) -> list[list[Any]]:
    """The values below the heads."""
    return [list(row) for row in sheet.iter_rows(min_row=2, values_only=True)]


def near(value: int | Fraction) -> Any:
    """A number as a spreadsheet has it."""
    return pytest.approx(float(value), abs=1e-9)


def test_it_works(hard: Tournament) -> None:
    names = workbook(hard).sheetnames

    assert names == [
        "Előzetes állás",
        "1. forduló",
        "1. forduló leosztásai",
        "2. forduló (előzetes)",
        "2. forduló leosztásai",
        "Fogási napló",
        "Polgármester",
        "Bikalista",
    ]


def test_english(hard: Tournament) -> None:
    book = workbook(hard, "en")

    assert book.sheetnames[:3] == ["Provisional standings", "Round 1", "Round 1, deals"]
    assert [cell.value for cell in book.worksheets[0][1]][:3] == ["Rank", "Number", "Name"]


def test_the_standings_are_those_of_the_query(hard: Tournament) -> None:
    standings = queries.standings(hard)

    found = rows(workbook(hard, write=xlsx.write_standings).worksheets[0])

    assert len(found) == len(standings.rows)
    for cells, row in zip(found, standings.rows, strict=True):
        assert cells[:2] == [row.rank, row.player.number]
        assert cells[4:6] == [near(row.tournament_points), near(row.table_points)]
        for n, number in enumerate(standings.rounds):
            score = row.round(number)
            assert score is not None
            assert cells[6 + 3 * n : 9 + 3 * n] == [
                near(score.tournament_points),
                score.place,
                near(score.table_points),
            ]


def test_each_deal_is_that_of_the_query_and_the_sums_are_right(hard: Tournament) -> None:
    book = workbook(hard)
    for number in (1, 2):
        found = rows(book[f"{number}. forduló leosztásai"])
        for summary in queries.round_sheet(hard, number).tables:
            sheet = queries.table_sheet(hard, number, summary.table.number)
            names, *deals, total = [row for row in found if row[0] == summary.table.number]
            seats = range(len(sheet.seats))
            assert [names[10 + n] for n in seats] == [clean(seat.player.name) for seat in sheet.seats]
            if sheet.paper_points is not None:
                deals, paper = deals[:-1], deals[-1]
                assert [paper[10 + n] for n in seats] == [near(sheet.paper_points[n + 1]) for n in seats]
            assert len(deals) == len(sheet.rows)
            for cells, row in zip(deals, sheet.rows, strict=True):
                assert cells[1] == row.number
                points = [row.points.get(n + 1) for n in seats]
                assert [cells[10 + n] for n in seats] == points
                assert sum(value or 0 for value in points) == 0
            assert [total[10 + n] for n in seats] == [near(sheet.totals[n + 1]) for n in seats]
            added = [
                sum(cells[10 + n] or 0 for cells in [*deals, *([paper] if sheet.paper_points else [])]) for n in seats
            ]
            assert added == [total[10 + n] for n in seats]


def test_running_totals(hard: Tournament) -> None:
    sheet = queries.table_sheet(hard, 1, 2)
    found = [row for row in rows(workbook(hard)["1. forduló leosztásai"]) if row[0] == 2][1:-1]

    counted = [(cells, row) for cells, row in zip(found, sheet.rows, strict=True) if row.counted]

    assert len(counted) == 20
    for cells, row in counted:
        assert cells[15:20] == [row.running[seat] for seat in range(1, 6)]


def test_three_digit_negative_points_are_numbers(hard: Tournament) -> None:
    points = [row[4] for row in rows(workbook(hard)["1. forduló"])]

    assert min(points) <= -100
    assert sum(points) == 0


def test_fractions_are_numbers_with_two_decimals(fractions: Tournament) -> None:
    cell = workbook(fractions).worksheets[0].cell(4, 5)

    assert (cell.data_type, cell.number_format, cell.value) == ("n", "0.00", near(Fraction(14, 3)))


def test_no_text_is_a_formula(hard: Tournament) -> None:
    texts = set()
    for sheet in workbook(hard):
        for row in sheet.iter_rows():
            for cell in row:
                assert cell.data_type in ("s", "n")
                if isinstance(cell.value, str):
                    texts.add(cell.value)
                    assert cell.quotePrefix == cell.value.startswith(("=", "+", "-", "@")) or cell.row == 1, cell.value
    assert {"-Nagy Ádám", "@SUM(A1)", "+36 30 Ű", "#N/A", "=cmd|' /C calc'!A0", LONG} <= texts


def test_a_table_of_four_after_one_of_five_has_no_fifth_name() -> None:
    cup = load(document(full_table(1, [1, 2, 3, 4, 5]), full_table(2, [6, 7, 8, 9]), players=9))
    names = next(row for row in rows(workbook(cup)["1. forduló leosztásai"]) if row[0] == 2)
    known = [player.name for player in cup.players.filter(number__gte=6).order_by("number")]
    assert names[10:15] == [*known, None]
    assert names[15:20] == [*known, None]


def test_names_are_as_they_were_typed(hard: Tournament) -> None:
    found = [row[2] for row in rows(workbook(hard).worksheets[0])]

    assert sorted(found) == sorted("Őrí 👨‍👩‍👧 család" if "család" in name else name for name in NAMES)


def test_heads_stay_in_sight_on_screen_and_paper(hard: Tournament) -> None:
    for sheet in workbook(hard):
        assert sheet.freeze_panes == "A2"
        assert sheet.print_title_rows == "$1:$1"
        assert (sheet.page_setup.paperSize, sheet.page_setup.fitToHeight) == (9, 0)
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert sheet.oddHeader.left.text.startswith("Kőszeghegyaljai Összevont Űrkupa")
        assert sheet.oddFooter.right.text == "&P / &N. oldal"
        assert all(dimension.width >= 8 for dimension in sheet.column_dimensions.values())
    deals = workbook(hard)["1. forduló leosztásai"]
    assert deals.page_setup.orientation == "landscape"
    assert deals.auto_filter.ref.startswith("A1:")
    assert [each.id for each in deals.row_breaks.brk] == [20]


def test_a_table_on_paper_says_so(hard: Tournament) -> None:
    found = rows(workbook(hard)["2. forduló (előzetes)"])

    assert {row[7] for row in found if row[0] == 2} == {"papírról"}


@pytest.mark.parametrize("language", ["hu", "en"])
def test_an_empty_cup(db: None, language: str) -> None:
    tournament = load(document(players=0))

    assert rows(workbook(tournament, language).worksheets[0]) == []


def test_an_open_cup_is_provisional(hard: Tournament) -> None:
    assert workbook(hard, write=xlsx.write_standings).sheetnames == ["Előzetes állás"]


def test_a_list_of_its_own(fractions: Tournament) -> None:
    assert workbook(fractions).sheetnames[-1] == "XXI-es lista"
