"""Prints read back: text that can be copied, embedded fonts, page numbers, nothing beyond the margins."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from scoring import queries
from scoring.exports import pdf
from scoring.exports.pdf.fonts import BOLD, REGULAR, fit, given, width, wrap
from scoring.exports.pdf.grid import Column, Grid, Look
from scoring.exports.pdf.paper import build
from scoring.exports.words import short_name
from scoring.models import Round, Tournament
from scoring.numbers import written
from tests.scoring.cups import document, full_table, load
from tests.scoring.exports.conftest import PRINTED

pytestmark = pytest.mark.django_db


def printed(tournament: Tournament, write: Any = pdf.write_tournament, *args: Any, language: str = "hu") -> bytes:
    """The bytes of a print."""
    file = BytesIO()
    write(file, tournament, *args, language, PRINTED)
    return file.getvalue()


def pages(content: bytes) -> list[str]:
    """The text of each page, its white space evened out."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(content)).pages]


def fonts(content: bytes) -> dict[str, bool]:
    """Every font of the file, and whether it is embedded."""
    found = {}
    for page in PdfReader(BytesIO(content)).pages:
        for reference in page["/Resources"]["/Font"].values():  # type: ignore[index]  # a page has resources
            font = reference.get_object()
            descriptor = font.get("/FontDescriptor")
            found[str(font["/BaseFont"])] = descriptor is not None and "/FontFile2" in descriptor.get_object()
    return found


def test_it_works(hard: Tournament) -> None:
    text = pages(printed(hard))

    assert "Előzetes állás" in text[0]
    assert "1. forduló: eredmények" in text[1]
    assert any("1. forduló, 2. asztal" in page for page in text)
    assert "Fogási napló" in text[-1]


def test_english(hard: Tournament) -> None:
    text = pages(printed(hard, language="en"))

    assert "Provisional standings" in text[0]
    assert "Printed: Nov. 29, 2026" in text[0]
    assert f"Page 1 / {len(text)}" in text[0]


def test_every_page_says_whose_it_is_when_it_was_printed_and_which_it_is(hard: Tournament) -> None:
    text = pages(printed(hard))

    assert len(text) > 4
    for number, page in enumerate(text, start=1):
        assert f"{number} / {len(text)}. oldal" in page
        assert "Kőszeghegyaljai Összevont Űrkupa & Kupák Kupája □" in page
        assert "2026. április 18." in page
        assert "Nyomtatva: 2026. november 29. 15:05" in page


def test_text_can_be_copied_with_its_letters(db: None) -> None:
    cup = document(full_table(1, [1, 2, 3, 4]), closed=True)
    for player, name in zip(cup["players"], ["Őry Tűnde", "ŐŰ Ádám", "Árvíz Tűrő", "Ödön Üllő"], strict=True):
        player["name"] = name

    text = " ".join(pages(printed(load(cup))))

    assert all(name in text for name in ("Őry Tűnde", "ŐŰ Ádám", "Árvíz Tűrő", "Ödön Üllő"))


@pytest.mark.parametrize("write", [pdf.write_tournament, pdf.write_standings, pdf.write_captures])
def test_every_font_is_embedded(hard: Tournament, write: Any) -> None:
    found = fonts(printed(hard, write))

    assert {name.split("+")[1] for name in found} <= {"Lato-Regular", "Lato-Bold"}
    assert all(found.values())


def test_an_empty_cup(db: None) -> None:
    content = printed(load(document(players=0)))

    assert "Állás" in pages(content)[0]
    assert all(fonts(content).values())


def test_every_deal_with_its_points_and_running_totals(hard: Tournament) -> None:
    sheet = queries.table_sheet(hard, 1, 2)
    text = " ".join(page for page in pages(printed(hard, pdf.write_round, 1)) if "5." in page)

    for row in sheet.rows:
        if row.counted:
            numbers = []
            for seat in sheet.seats:
                points = row.points.get(seat.number)
                numbers.append("–" if points is None else written(points, signed=True))
                numbers.append(written(row.running[seat.number]))
            assert f"60 : 34 {' '.join(numbers)}" in text
    assert " ".join(["Össz.", *(written(sheet.totals[n], signed=True) for n in range(1, 6))]) in text


def test_a_table_of_twenty_ordinary_deals_is_one_page(db: None) -> None:
    cup = document(full_table(1, [1, 2, 3, 4, 5]), players=5, closed=True)

    text = pages(printed(load(cup), pdf.write_round, 1))

    assert len(text) == 2
    assert "20." in text[1]


def test_heads_are_repeated(db: None) -> None:
    players = 120
    text = pages(printed(load(document(players=players)), pdf.write_standings))

    assert len(text) > 2
    assert all("Helyezés Rajtszám Név" in page for page in text)


def test_suits_are_drawn_and_can_be_copied_as_words(hard: Tournament) -> None:
    text = " ".join(pages(printed(hard, pdf.write_round, 1)))

    assert not set("♥♦♣♠\ue000\ue001\ue002\ue003") & set(text)
    assert all(suit in text for suit in ("kőr", "káró", "treff", "pikk"))


def test_a_row_longer_than_a_page(hard: Tournament) -> None:
    grid = Grid([Column("Fej", 200), Column("Másik", 100, "RIGHT")], Look())
    words = [f"szó{n}" for n in range(3000)]
    grid.add([" ".join(words), "7"])
    grid.add(["vége", "8"])
    file = BytesIO()

    build(file, hard, "Próba", [[grid]], PRINTED)

    text = pages(file.getvalue())
    assert len(text) > 5
    assert all("Fej Másik" in page for page in text)
    assert [word for page in text for word in page.split() if word.startswith("szó")] == words
    assert "vége" in text[-1]


def test_rows_that_belong_together_are_not_parted() -> None:
    grid = Grid([Column("Fej", 200)], Look())
    for number in range(10):
        grid.add([str(number)], keep=number % 5 != 4)

    _width, height = grid.wrap(500, 500)
    first, rest = grid.split(500, height - 20)

    assert isinstance(first, Grid)
    assert isinstance(rest, Grid)
    assert [row.cells[0][0] for row in first.rows] == list("01234")
    assert [row.cells[0][0] for row in rest.rows] == list("56789")


def test_open_rounds_are_marked(hard: Tournament) -> None:
    text = " ".join(pages(printed(hard, pdf.write_round, 2)))

    assert "előzetes" in text
    assert "nyitott: előzetes" in text


def test_a_round_that_is_not_there(hard: Tournament) -> None:
    with pytest.raises(Round.DoesNotExist):
        printed(hard, pdf.write_round, 3)


def test_many_rounds_go_into_tables_of_their_own(db: None) -> None:
    cup = document(players=4, rounds_planned=30)
    cup["rounds"] = [{"number": n, "closed": True, "tables": [full_table(1, [1, 2, 3, 4])]} for n in range(1, 31)]

    text = " ".join(pages(printed(load(cup), pdf.write_standings)))

    assert "13–24. forduló" in text
    assert "25–30. forduló" in text


def test_the_same_moment_gives_the_same_file(hard: Tournament) -> None:
    assert printed(hard) == printed(hard)


def test_the_document_says_what_it_is(hard: Tournament) -> None:
    reader = PdfReader(BytesIO(printed(hard, pdf.write_captures)))

    assert reader.metadata is not None
    assert str(reader.metadata.title).endswith("– Fogási napló")
    assert reader.metadata.creation_date_raw == "D:20261129150500+01'00'"
    assert str(reader.root_object["/Lang"]) == "hu"


def test_the_outline_leads_to_rounds_and_tables(hard: Tournament) -> None:
    outline = PdfReader(BytesIO(printed(hard))).outline

    titles = [str(each["/Title"]) for each in outline if not isinstance(each, list)]
    assert titles == ["Előzetes állás", "1. forduló: eredmények", "2. forduló: eredmények", "Fogási napló"]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("O\u030bri\u0301", "Őrí"),
        ("👨‍👩‍👧 Ű", "□□□ Ű"),
        ("a\tb\u202fc", "a b c"),
        ("x\ue000y", "xy"),
        ("család 中", "család □"),
    ],
)
def test_letters_that_the_font_has_not(typed: str, shown: str) -> None:
    assert given(typed) == shown


def test_texts_are_cut_to_their_room() -> None:
    for text in ("Szentgyörgyi-Horváthné " * 9, "Ő" * 300, "a b " * 100):
        assert width(fit(text, 100, BOLD, 9), BOLD, 9) <= 100
        lines = wrap(text.strip(), 60, REGULAR, 9)
        assert all(width(line, REGULAR, 9) <= 60 for line in lines)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Őry Tünde", "Őry Tünde"),
        ("Szentirmay Tivadar Gergő", "Szentirmay T. G."),
        ("dr. Szentirmay Tivadar", "dr. Szentirmay T."),
        ("Ő" * 30, "Ő" * 13 + "…"),
        ("  a   b ", "a b"),
    ],
)
def test_short_names(name: str, short: str) -> None:
    assert short_name(name) == short


def test_rows_kept_together_go_to_the_next_page_whole() -> None:
    look = Look(size=8, leading=10, padding=2)
    grid = Grid([Column("Deal", 100)], look)
    for number in range(1, 11):
        grid.add([str(number)], keep=number >= 9)
    grid.add(["Total"])
    row = 14  # points: one line and its padding
    first, rest = grid.split(500, 10.5 * row)
    assert isinstance(first, Grid)
    assert isinstance(rest, Grid)
    assert [len(first.rows), len(rest.rows)] == [8, 3]
    # Under the first part there is still room for two rows: the three stay together all the same.
    assert rest.split(500, 3.5 * row) == []
    assert rest.wrap(500, 700)[1] == 4 * row
