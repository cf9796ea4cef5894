"""Sheets to score on: as many rows as deals, the dealer's places shaded in rotation, every figure with its values."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.utils.translation import override
from pypdf import PdfReader

import rules
from scoring import queries
from scoring.exports import pdf
from scoring.exports.pdf.blank import MOST_DEALS, ScoreSheet, Sheet
from scoring.exports.pdf.legend import LEGEND
from scoring.exports.pdf.paper import LANDSCAPE, MARGIN, build, whole
from scoring.models import Tournament
from scoring.rulesheet import rule_sheet
from tests.scoring.cups import document, load, table
from tests.scoring.exports.conftest import LONG, PRINTED
from tests.scoring.exports.test_pdf import fonts, pages
from tests.scoring.exports.written import operators_of, texts_written

pytestmark = pytest.mark.django_db

SHEETS = [(deals, seats) for deals in (16, 20, 15) for seats in (4, 5)]
RULESETS = ("kupa-2005", "magas-2018", "paskievics", "itvb-2019")
SHADED = re.compile(r"\n\.86 g\n(?P<rects>(?:n \S+ \S+ \S+ \S+ re f\*?\n)+)")


def a_cup(ruleset: str = "kupa-2005") -> Tournament:
    return load(document(ruleset=ruleset, slug=ruleset))


def blank(cup: Tournament, deals: int = 16, seats: int = 4, language: str = "hu") -> bytes:
    file = BytesIO()
    pdf.write_blank(file, cup, deals, seats, language, PRINTED)
    return file.getvalue()


def shaded(content: bytes) -> list[list[tuple[float, ...]]]:
    """The shaded places of each page, as rectangles."""
    found = []
    for page in PdfReader(BytesIO(content)).pages:
        operators = operators_of(page)
        match = SHADED.search(operators)
        assert match is not None
        found.append([tuple(map(float, line.split()[1:5])) for line in match["rects"].splitlines()])
    return found


@pytest.mark.parametrize(("deals", "seats"), SHEETS)
def test_a_page_that_lies_across_with_a_row_for_each_deal(deals: int, seats: int) -> None:
    content = blank(a_cup(), deals, seats)
    (page,) = PdfReader(BytesIO(content)).pages
    assert (round(page.mediabox.width), round(page.mediabox.height)) == (842, 595)
    (text,) = pages(content)
    assert f"Pontlap {deals} leosztás · {'négyes' if seats == 4 else 'ötös'} asztal" in text
    for deal in range(1, deals + 1):
        assert f" {deal}. " in text
    assert f" {deals + 1}. " not in text
    assert "Próbakupa" in text and "1 / 1. oldal" in text and "Nyomtatva: 2026. november 29. 15:05" in text


@pytest.mark.parametrize(("deals", "seats"), SHEETS)
def test_the_dealers_place_is_shaded_in_rotation(deals: int, seats: int) -> None:
    (places,) = shaded(blank(a_cup(), deals, seats))
    assert len(places) == deals
    left, wide = min(x for x, *_rest in places), places[0][2]
    assert [round((x - left) / wide) for x, *_rest in places] == [deal % seats for deal in range(deals)]
    lines = [y for _x, y, *_rest in places]
    assert lines == sorted(lines, reverse=True)


def test_the_first_dealer_may_be_another() -> None:
    sheet = Sheet(16, ("",) * 5, first_dealer=4)
    assert [sheet.dealer(deal) for deal in range(1, 8)] == [4, 5, 1, 2, 3, 4, 5]


def test_rows_are_high_enough_to_write_in() -> None:
    ruleset = rules.get_ruleset("magas-2018")
    for deals, seats in [*SHEETS, (MOST_DEALS, 5)]:
        sheet = ScoreSheet(ruleset, Sheet.blank(deals, seats))
        # Well above five millimetres, a square of an exercise book; a house rule's longest sheet is a little tighter.
        assert sheet.row > (16 if deals <= 20 else 13.5)
        # Deals, sums and what is around them fill the page and no more.
        assert min(sheet._rows(sheet.height - 30)) >= 23.9


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("language", ["hu", "en"])
def test_every_figure_with_its_values(ruleset: str, language: str) -> None:
    (text,) = pages(blank(a_cup(ruleset), language=language))
    found = rules.get_ruleset(ruleset)
    with override(language):
        rows = rule_sheet(found, 1).figures
    for row in rows:
        mark = r"( \*+)?" if row.kontra_limited else ""
        line = f"{re.escape(row.name)}{mark} {re.escape(row.announced or '–')} {re.escape(row.silent or '–')}"
        assert re.search(line, text, re.IGNORECASE), row
    for bid in found.bids.values():
        assert f"{bid.name.say(language)} {bid.value}" in text
    for level, word in enumerate(found.ladder, 1):
        assert f"{word.say(language)} ×{2**level}" in text


def test_what_may_be_kontrad_less_is_marked() -> None:
    (text,) = pages(blank(a_cup("magas-2018")))
    assert "Pagát fácán * 50 10" in text and "* legfeljebb kontra ×2" in text
    assert "*" not in pages(blank(a_cup("kupa-2005")))[0]


@pytest.mark.parametrize(
    ("ruleset", "sums"),
    [("kupa-2005", "Össz. Hely Aláírás"), ("magas-2018", "Össz. Ft Hely Aláírás")],
)
def test_sums_below_and_forints_where_they_are_played_for(ruleset: str, sums: str) -> None:
    assert sums in pages(blank(a_cup(ruleset)))[0]


def test_who_sits_out_is_said_where_somebody_does() -> None:
    cup = a_cup()
    assert "aki abban a leosztásban nem játszik" in pages(blank(cup, 20, 5))[0]
    assert "nem játszik" not in pages(blank(cup, 16, 4))[0]


def test_english() -> None:
    (text,) = pages(blank(a_cup(), 20, 5, "en"))
    assert "Score sheet 20 deals · table of five" in text and "Shaded: the dealer, who sits this deal out." in text


def test_fonts_are_embedded() -> None:
    found = fonts(blank(a_cup("magas-2018")))
    assert {name.split("+")[1] for name in found} == {"Lato-Regular", "Lato-Bold"}
    assert all(found.values())


def test_a_sheet_for_each_table_of_a_round(hard: Tournament) -> None:
    round_, tables = queries.round_links(hard, 2)
    file = BytesIO()
    pdf.write_score_sheets(file, round_, tables, "hu", PRINTED)
    first, second = pages(file.getvalue())
    # From the second round on a table of five plays 15.
    assert "2. forduló, 1. asztal 15 leosztás · ötös asztal" in first and "#N/A" in first
    assert "2. forduló, 2. asztal 16 leosztás · négyes asztal" in second and "+36 30 Ű" in second
    assert "Forduló" not in first


def test_the_rotation_begins_with_the_tables_first_dealer() -> None:
    cup = load(document(table(1, [1, 2, 3, 4], first_dealer=3)))
    round_, tables = queries.round_links(cup, 1)
    file = BytesIO()
    pdf.write_score_sheets(file, round_, tables, "hu", PRINTED)
    (places,) = shaded(file.getvalue())
    left, wide = min(x for x, *_rest in places), places[0][2]
    assert [round((x - left) / wide) for x, *_rest in places[:5]] == [2, 3, 0, 1, 2]


@pytest.mark.parametrize("name", [LONG, "W" * 100, "Ő" * 100, "🂡" * 100])
@pytest.mark.parametrize("seats", [4, 5])
def test_long_names_stay_above_their_columns(hard: Tournament, name: str, seats: int) -> None:
    hard.name = "Ő" * 100
    sheet = ScoreSheet(hard.rules, Sheet(16, (name,) * seats, 99, 9999))
    with texts_written() as texts, override("hu"):
        build(BytesIO(), hard, "Pontlap", [[sheet]], PRINTED, LANDSCAPE)
    across, up = whole(LANDSCAPE)
    beside = across - MARGIN - LEGEND
    assert texts
    for text in texts:
        assert text.right <= across - MARGIN + 0.1 and 36 < text.line < up - 50, text
        if text.left < beside:
            assert text.right < beside, text
    names = [text for text in texts if text.size <= 8 and text.text[:6] == name[:6]]
    for text in names:
        place = int((text.left - MARGIN - sheet._seat_left(1)) // sheet.seat) + 1
        assert text.right <= MARGIN + sheet._seat_left(place) + sheet.seat, text
