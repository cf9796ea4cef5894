"""The files of a cup of the Czech game: thirds as numbers, its own columns and values, no capture log."""

from __future__ import annotations

from fractions import Fraction
from io import BytesIO

import pytest
from django.utils.translation import override

import rules
from scoring.exports import document as document_export
from scoring.exports import pdf
from scoring.models import Tournament
from scoring.rulesheet import rule_sheet
from tests.scoring.czech import TOTALS, czech_cup
from tests.scoring.exports.conftest import PRINTED
from tests.scoring.exports.test_pdf import pages
from tests.scoring.exports.test_xlsx import near, workbook

pytestmark = pytest.mark.django_db


@pytest.fixture
def czech() -> Tournament:
    return czech_cup()


def test_the_workbook_has_numbers_for_thirds_and_no_capture_log(czech: Tournament) -> None:
    book = workbook(czech)

    assert book.sheetnames == ["Állás", "1. forduló", "1. forduló leosztásai"]
    by_number = {row[1].value: row[5] for row in book["Állás"].iter_rows(min_row=2)}
    for number, points in TOTALS.items():
        assert by_number[int(number)].value == near(Fraction(points))
    assert (by_number[1].number_format, by_number[2].number_format) == ("0.00", "0")


def test_the_workbook_tells_deals(czech: Tournament) -> None:
    rows = list(workbook(czech, "en")["Round 1, deals"].iter_rows(min_row=3, values_only=True))

    warsaw, void, trojka, second, first = rows[:5]
    assert warsaw[3:9] == ("Warsaw", None, None, None, None, None)
    assert warsaw[10:14] == (near(Fraction(-10, 3)), 10, near(Fraction(-10, 3)), near(Fraction(-10, 3)))
    assert "Játékos 2 11 (2)" in warsaw[-1]
    assert void[3] == "Annulled"
    assert trojka[3:9] == ("Trojka, degree 2", "Játékos 4", "alone", "kontra ×2", 40, 30)
    assert trojka[9] == "Trull (I, XXI, skíz) – Játékos 4; 8–9 tarokks – Játékos 1"
    assert second[9] == "Pagát ultimó – Játékos 1: kontra ×2, failed"
    assert first[9] == "Pagát ultimó – Játékos 1: silent, made; Trull (I, XXI, skíz) – Játékos 1"


def test_the_document_is_exact(czech: Tournament) -> None:
    first = document_export.dump(czech)["rounds"][0]["tables"]

    assert first[1]["totals"] == {"5": "10/3", "6": "10/3", "7": "10/3", "8": -10, "9": 0}
    assert first[0]["deals"][0]["points"] == {"2": 11, "3": 20, "4": 20, "1": 20}


@pytest.mark.parametrize(
    ("language", "third", "log"), [("hu", "−39,33", "Fogási napló"), ("en", "−39.33", "Capture log")]
)
def test_the_whole_cup_on_paper(czech: Tournament, language: str, third: str, log: str) -> None:
    file = BytesIO()
    pdf.write_tournament(file, czech, language, PRINTED)
    text = " ".join(pages(file.getvalue()))

    # In the standings, in the results of the round and on the sheet of the table.
    assert text.count(third) >= 3
    assert "Játékos 2 11 (2), Játékos 3 20 (4)" in text
    assert log not in text and "Bika" not in text


@pytest.mark.parametrize("language", ["hu", "en"])
@pytest.mark.parametrize(("deals", "seats"), [(16, 4), (20, 5), (15, 5)])
def test_a_blank_sheet_has_melds_and_all_values(czech: Tournament, language: str, deals: int, seats: int) -> None:
    file = BytesIO()
    pdf.write_blank(file, czech, deals, seats, language, PRINTED)
    (text,) = pages(file.getvalue())

    with override(language):
        sheet = rule_sheet(rules.get_ruleset("taroky-xix"), 1)
    assert sheet.taroky is not None
    for figure in sheet.figures:
        assert f"{figure.name} {figure.announced} {figure.silent}".lower() in text.lower()
    for meld in sheet.taroky.melds:
        assert f"{meld.name} {meld.value}".lower() in text.lower()
    for words in {
        "hu": ("Meldunekek", "szóló ×6", "35 : 35 esetén −1", "Varsó: 0–29: 10, 30–39: 20, 40–: 40", "szubkontra ×8"),
        "en": ("Melds", "solo ×6", "at 35 : 35 −1", "Warsaw: 0–29: 10, 30–39: 20, 40–: 40", "szubkontra ×8"),
    }[language]:
        assert words in text
    assert "passed out" not in text and "elpasszolt" not in text and "enonsz" not in text
