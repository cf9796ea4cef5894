"""Seating lists, badges, certificates, rulings, everything for a round: read back, and nothing beyond its edges."""

from __future__ import annotations

import itertools
import re
from io import BytesIO
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from scoring import queries
from scoring.exports import pdf
from scoring.exports.pdf import badges
from scoring.exports.pdf.cards import Card
from scoring.exports.pdf.paper import LANDSCAPE, PORTRAIT, whole
from scoring.honours import Honour, honours
from scoring.models import Player, Tournament
from scoring.services import open_case
from tests.bench.cups import cup as generated
from tests.scoring.cups import OPERATOR, document, load, table, the_round
from tests.scoring.exports.conftest import LONG, PRINTED
from tests.scoring.exports.test_pdf import fonts, pages
from tests.scoring.exports.written import operators_of, texts_written

pytestmark = pytest.mark.django_db

HARD = (LONG, "W" * 100, "Ő" * 100, "🂡" * 100, "Megszentségteleníthetetlenségeskedéseitekért" * 2, "Ő")


def printed(write: Any, *args: Any, language: str = "hu") -> bytes:
    file = BytesIO()
    write(file, *args, language, PRINTED)
    return file.getvalue()


def of_round(write: Any, cup: Tournament, number: int = 1, language: str = "hu", **more: Any) -> bytes:
    round_, tables = queries.round_links(cup, number)
    return printed(write, round_, tables, *more.values(), language=language)


def named(*names: str, **more: Any) -> Tournament:
    """A cup whose players have these names and sit at tables of four, in their order."""
    seats = range(1, len(names) + 1)
    tables = [table(n // 4 + 1, seats[n : n + 4]) for n in range(0, len(names), 4)]
    cup = document(*tables, players=len(names), **more)
    for player, name in zip(cup["players"], names, strict=True):
        player["name"] = name
    return load(cup)


def size(content: bytes) -> set[tuple[int, int]]:
    return {(round(page.mediabox.width), round(page.mediabox.height)) for page in PdfReader(BytesIO(content)).pages}


# --- seating ----------------------------------------------------------------------------------------------------------


def test_by_name_in_the_order_of_the_alphabet() -> None:
    names = [
        "Őry Tünde",
        "Czibor Zoltán",
        "Cséplő Ádám",
        "Ostrom Ó",
        "Ördög Nóra",
        "Zsíros László",
        "Zala Zsófia",
        "Ó Ubul",
    ]
    (text,) = pages(of_round(pdf.write_seating_by_name, named(*names)))
    expected = [
        "Czibor Zoltán 2 1 2", "Cséplő Ádám 3 1 3", "Ó Ubul 8 2 4", "Ostrom Ó 4 1 4", "Ördög Nóra 5 2 1",
        "Őry Tünde 1 1 1", "Zala Zsófia 7 2 3", "Zsíros László 6 2 2",
    ]  # fmt: skip
    assert "1. forduló: ülésrend név szerint" in text
    assert " ".join(["Név Rajtszám Asztal Ülés", *expected]) in text


def test_namesakes_are_told_apart_by_their_clubs() -> None:
    cup = named("Szabó Géza", "Kis Ubul", "Szabó Géza", "Nagy Ádám")
    for number, club in ((1, "Eger"), (2, "Győr"), (3, "Szeged")):
        Player.objects.filter(tournament=cup, number=number).update(club=club)
    (text,) = pages(of_round(pdf.write_seating_by_name, cup))
    assert "Szabó Géza (Eger) 1 1 1" in text and "Szabó Géza (Szeged) 3 1 3" in text
    assert "Kis Ubul 2 1 2" in text


def test_by_table_with_the_first_dealer() -> None:
    cup = load(document(table(1, [3, 1, 4, 2], first_dealer=2), table(2, [5, 6, 7, 8, 9]), players=9))
    (text,) = pages(of_round(pdf.write_seating_by_table, cup))
    assert "1. forduló: ülésrend asztalonként" in text
    for expected in ("1. asztal", "1. Játékos 3 (3)", "2. Játékos 1 (1) ő oszt először 3. Játékos 4", "2. asztal"):
        assert expected in text
    assert text.count("ő oszt először") == 2


def test_seating_in_english() -> None:
    cup = named("Kis Ubul", "Nagy Ádám", "Őry Tünde", "Ó Ubul")
    assert "Round 1: seating by name" in pages(of_round(pdf.write_seating_by_name, cup, language="en"))[0]
    (text,) = pages(of_round(pdf.write_seating_by_table, cup, language="en"))
    assert "Round 1: seating by table" in text and "deals first" in text


@pytest.mark.parametrize("write", [pdf.write_seating_by_name, pdf.write_seating_by_table])
def test_long_names_are_whole_on_the_wall(write: Any) -> None:
    names = [*HARD, "a", "b"]
    cup = named(*names, name="Ő" * 100)
    with texts_written() as texts:
        content = of_round(write, cup)
    across, _up = whole(PORTRAIT)
    assert all(text.left >= 33.9 and text.right <= across - 33.9 and text.line > 36 for text in texts)
    if write is pdf.write_seating_by_table:
        # Boxes stand beside each other: no text reaches from one into the next.
        assert not [text for text in texts if text.left < across / 2 < text.right]
    shown = "".join(text.text for text in texts).replace(" ", "")
    assert shown.count("W") == 100 and shown.count("Ő") >= 100
    assert "KonstanciaJozefina" in shown
    assert all(fonts(content).values())


# --- badges -----------------------------------------------------------------------------------------------------------


def test_ten_badges_on_a_page_in_the_order_of_the_alphabet() -> None:
    cup = load(document(players=23, name="Tavaszi Kupa"))
    Player.objects.filter(number=23).update(name="Áfonya Áron", club="Őrség")
    content = printed(pdf.write_badges, cup, list(cup.players.all()))
    texts = pages(content)
    assert [text.count("Rajtszám: ") for text in texts] == [10, 10, 3]
    assert texts[0].startswith("Tavaszi Kupa Áfonya Áron Őrség Rajtszám: 23")
    assert size(content) == {(595, 842)}
    for number, text in enumerate(texts, 1):
        assert f"Tavaszi Kupa · Nyomtatva: 2026. november 29. 15:05 · {number} / 3. oldal" in text


def test_badges_hold_the_longest_names() -> None:
    cup = named(*HARD, "a", "b", name="Ő" * 100)
    Player.objects.update(club="Megszentségteleníthetetlenek " * 3)
    with texts_written() as texts:
        content = printed(pdf.write_badges, cup, list(cup.players.all()))
    assert len(PdfReader(BytesIO(content)).pages) == 1
    across, up = whole(PORTRAIT)
    left, bottom = (across - 2 * badges.WIDE) / 2, (up - 5 * badges.HIGH) / 2
    for text in texts:
        column, row = int((text.left - left) // badges.WIDE), int((text.line - bottom) // badges.HIGH)
        assert left + column * badges.WIDE + 8 < text.left, text
        assert text.right < left + (column + 1) * badges.WIDE - 8, text
        # Nor does a letter reach over a line to cut along.
        assert int((text.line + text.size * 0.75 - bottom) // badges.HIGH) == row, text
        assert int((text.line - text.size * 0.25 - bottom) // badges.HIGH) == row, text
    assert "".join(text.text for text in texts if "W" in text.text).count("W") == 100


def test_ten_badges_fit_on_the_paper() -> None:
    across, up = whole(PORTRAIT)
    assert badges.PER_PAGE == 10
    # Printers leave out a strip of 12 points or so.
    assert across - 2 * badges.WIDE > 24 and up - 5 * badges.HIGH > 60


# --- certificates -----------------------------------------------------------------------------------------------------


def tied() -> Tournament:
    """Two share the first place, two the third."""
    totals = {"1": 20, "2": 20, "3": -20, "4": -20}
    cup = load(document(table(1, [1, 2, 3, 4], totals=totals), closed=True, name="Tavaszi Kupa"))
    Player.objects.filter(number=2).update(name="Őry Tűnde", club="Eger")
    return cup


def certificates(cup: Tournament, language: str = "hu") -> bytes:
    honoured = honours(queries.standings(cup), queries.capture_log(cup))
    return printed(pdf.write_certificates, cup, honoured, language=language)


def test_a_certificate_for_each_place_ties_too() -> None:
    content = certificates(tied())
    texts = pages(content)
    assert [("Holtversenyben I. helyezett" in text, "Holtversenyben III. helyezett" in text) for text in texts] == [
        (True, False), (True, False), (False, True), (False, True),
    ]  # fmt: skip
    assert size(content) == {(842, 595)}
    for number, text in enumerate(texts, 1):
        assert "Tavaszi Kupa Győr, 2026. április 18." in text and "O K L E V É L" in text
        assert "Rendező Zsűri" in text
        assert f"Nyomtatva: 2026. november 29. 15:05 · {number} / 4. oldal" in text
    assert "Őry Tűnde Eger Holtversenyben I. helyezett 9 versenypont, +20 asztali pont" in texts[1]
    assert all(fonts(content).values())


def test_certificates_in_english() -> None:
    text = pages(certificates(tied(), "en"))[0]
    assert "C E R T I F I C A T E" in text and "First place, shared 9 tournament points, +20 table points" in text


def test_alone_in_a_place_and_the_most_catches() -> None:
    cup = tied()
    player = cup.players.get(number=2)
    row = queries.standings(cup).rows[0]
    alone, most, shared = (
        pages(printed(pdf.write_certificates, cup, [honour]))[0]
        for honour in (
            Honour(player, False, row=row),
            Honour(player, False, catches=4),
            Honour(player, True, catches=1),
        )
    )
    assert " I. helyezett" in alone and "oltversenyben" not in alone
    assert "Őry Tűnde Eger A legtöbb XXI-es fogásért 4 fogás" in most
    assert "A legtöbb XXI-es fogásért, holtversenyben 1 fogás" in shared


@pytest.mark.parametrize("name", HARD)
def test_long_names_stay_within_the_frame(name: str) -> None:
    cup = tied()
    Player.objects.update(name=name, club="Ő" * 100)
    Tournament.objects.update(name="Ő" * 100, venue="W" * 100)
    cup.refresh_from_db()
    with texts_written() as texts:
        content = certificates(cup)
    assert len(PdfReader(BytesIO(content)).pages) == 4
    across, up = whole(LANDSCAPE)
    for text in texts:
        assert text.left > 45 and text.right < across - 45 and 45 < text.line < up - 45, text
    # The day stands there however long the name of the place is.
    assert [text for text in texts if text.text.endswith("2026. április 18.")]
    # The lines of a page do not run into each other.
    lines = sorted({(-text.line, text.size) for text in texts if text.page == 1})
    for (above, _size), (below, high) in itertools.pairwise(lines):
        assert below - above > high * 0.75


# --- rulings, and everything ------------------------------------------------------------------------------------------


def test_rulings_to_hang_up_and_to_sign() -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    for number in (1, 2):
        open_case(OPERATOR, cup, rule="1.3", sanction="jury", offender=number, facts=f"Titok {number}.")
    (listed,) = pages(printed(pdf.write_rulings, cup))
    assert "A zsűri döntései" in listed and "Játékos 1" in listed and "Titok" not in listed
    first, second = pages(printed(pdf.write_rulings_to_sign, cup))
    assert "Titok 1." in first and "Titok 2." in second


def a_card(number: int) -> Card:
    home = "http://192.168.1.20:8000/table/"
    return Card(number, ("a", "b", "c", "d"), 1, f"{home}{'x' * 32}/", home, "K7PM-2X9A")


def test_everything_for_an_open_round() -> None:
    cup = load(document(table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8]), players=8))
    texts = pages(of_round(pdf.write_all, cup, cards=[a_card(1), a_card(2)]))
    beginnings = [
        "ülésrend név szerint",
        "ülésrend asztalonként",
        "K7PM-2X9A",
        "1. asztal 16 leosztás",
        "2. asztal 16 leosztás",
    ]
    assert len(texts) == 5
    assert all(expected in text for expected, text in zip(beginnings, texts, strict=True))


def test_what_has_been_played_comes_with_it(hard: Tournament) -> None:
    texts = pages(of_round(pdf.write_all, hard, 2, cards=[]))
    assert not [text for text in texts if "K7PM" in text]
    assert any("2. forduló: eredmények" in text for text in texts)


def test_everything_for_a_closed_round(hard: Tournament) -> None:
    texts = pages(of_round(pdf.write_all, hard, 1, cards=[]))
    whole_text = " ".join(texts)
    assert "1. forduló: eredmények" in texts[0]
    assert "ülésrend név szerint" not in whole_text and "Pontlap" not in whole_text
    assert "Állás az 1. forduló után" in whole_text or "Állás az 1. forduló után" in whole_text
    assert "Fogási napló" in texts[-1]
    # The second round is open: the standings after the first know nothing of it.
    after = next(text for text in texts if "1. forduló után" in text)
    assert "Előzetes" not in after and "2. forduló" not in after


def test_standings_after_a_round_are_those_of_then() -> None:
    cup = load(generated(9, rounds=2))
    first = pages(printed(pdf.write_standings_after, the_round(cup, 1)))[0]
    second = pages(printed(pdf.write_standings_after, the_round(cup, 2)))[0]
    assert "1. forduló után" in first and "2. forduló" not in first
    assert "2. forduló után" in second and "1. forduló" in second


def test_the_same_queries_whatever_the_size() -> None:
    counts = []
    for slug, players in (("kicsi", 8), ("nagy", 45)):
        cup = load(generated(players, rounds=1, slug=slug))
        round_, tables = queries.round_links(cup, 1)
        with CaptureQueriesContext(connection) as found:
            printed(pdf.write_all, round_, tables, [])
        counts.append(len(found))
    assert counts[0] == counts[1] <= 16


def test_the_same_moment_gives_the_same_file() -> None:
    cup = tied()
    assert certificates(cup) == certificates(cup)


def test_nothing_is_told_by_colour(hard: Tournament) -> None:
    """Black, white and greys: every print comes out of any printer as it was meant."""
    honoured = honours(queries.standings(hard), queries.capture_log(hard))
    files = [
        printed(pdf.write_certificates, hard, honoured),
        printed(pdf.write_badges, hard, list(hard.players.all())),
        printed(pdf.write_blank, hard, 20, 5),
        of_round(pdf.write_all, hard, 1, cards=[]),
        of_round(pdf.write_all, hard, 2, cards=[a_card(1), a_card(2)]),
    ]
    for content in files:
        for page in PdfReader(BytesIO(content)).pages:
            operators = operators_of(page)
            colours = re.findall(r"^(\S+) (\S+) (\S+) (?:rg|RG)$", operators, re.MULTILINE)
            assert all(red == green == blue for red, green, blue in colours)
            assert not re.search(r"^\S+ \S+ \S+ \S+ [kK]$", operators, re.MULTILINE)
