"""The cards of the tables, read back: letters, fonts, the code, nothing beyond the line to cut along."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
import segno
from pypdf import PdfReader

from scoring.exports import pdf
from scoring.exports.pdf import cards
from scoring.exports.pdf.cards import Card
from scoring.exports.pdf.fonts import width
from scoring.exports.pdf.paper import PORTRAIT, room
from scoring.exports.pdf.pen import Pen
from scoring.models import Tournament
from scoring.qr import squares
from tests.scoring.cups import the_round
from tests.scoring.exports.conftest import LONG, PRINTED
from tests.scoring.exports.test_pdf import fonts, pages
from tests.scoring.exports.written import operators_of

pytestmark = pytest.mark.django_db

HOME = "http://192.168.100.200:8000/table/"
NAMES = ("Őry Tünde", "Bőhm Márton", "Hűvös Ákos", "Üllői Űrjárta")


def a_card(number: int = 1, names: tuple[str, ...] = NAMES, **more: Any) -> Card:
    """The card of a table where the second deals first."""
    address = f"{HOME}{'Ab3_-x' * 5}{number:02}/"
    known: dict[str, Any] = {"first_dealer": 2, "address": address, "entrance": HOME, "code": "K7PM-2X9A"}
    return Card(table=number, names=names, **(known | more))


def printed(cup: Tournament, *cards_: Card, language: str = "hu") -> bytes:
    file = BytesIO()
    pdf.write_cards(file, the_round(cup), cards_, language, PRINTED)
    return file.getvalue()


def test_it_works(hard: Tournament) -> None:
    content = printed(hard, a_card(1), a_card(2), a_card(3))
    text = pages(content)
    assert len(text) == 2
    assert "1. asztal" in text[0] and "2. asztal" in text[0] and "3. asztal" in text[1]
    for page in text:
        assert "Kőszeghegyaljai Összevont Űrkupa" in page
        assert "1. forduló · 2026. április 18." in page
        assert "Nyomtatva: 2026. november 29. 15:05" in page
        assert HOME in page and "K7PM-2X9A" in page
        assert "1. Őry Tünde 2. Bőhm Márton ő oszt először 3. Hűvös Ákos 4. Üllői Űrjárta" in page


def test_english(hard: Tournament) -> None:
    (text,) = pages(printed(hard, a_card(), language="en"))
    assert "Table 1" in text and "Bőhm Márton deals first" in text and "scan the code" in text


def test_every_font_is_embedded(hard: Tournament) -> None:
    found = fonts(printed(hard, a_card()))
    assert {name.split("+")[1] for name in found} == {"Lato-Regular", "Lato-Bold"}
    assert all(found.values())


def test_the_code_is_that_of_the_address(hard: Tournament) -> None:
    """The squares on paper, read back from the page's own operators, are the code that another run of the library
    makes of the address."""
    card = a_card()
    (page,) = PdfReader(BytesIO(printed(hard, card))).pages
    operators = operators_of(page)
    bars = [tuple(map(float, bar)) for bar in re.findall(r"n (\S+) (\S+) (\S+) (\S+) re f\b", operators)]
    size = len(squares(card.address))
    side = cards._CODE / size
    left, top = min(bar[0] for bar in bars), max(bar[1] + bar[3] for bar in bars)
    drawn = [[False] * size for _row in range(size)]
    for x, y, wide, high in bars:
        assert high == pytest.approx(side, abs=0.01)
        row, start = round((top - y - high) / side), round((x - left) / side)
        for place in range(start, start + round(wide / side)):
            drawn[row][place] = True
    assert drawn == [[bool(module) for module in row] for row in segno.make_qr(card.address, error="m").matrix]
    # 4 cm and more: phones read it across a table.
    assert cards._CODE > 113


@pytest.mark.parametrize("names", [(LONG,) * 5, ("W" * 100,) * 5, ("Ő" * 100, *NAMES), ("🂡" * 100, "", "x", "y")])
def test_long_names_stay_on_the_card(hard: Tournament, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    hard.name = "Ő" * 100
    round_ = the_round(hard)
    round_.tournament = hard
    written: list[tuple[str, float, float, str, float]] = []
    write = Pen.write

    def noted(pen: Pen, text: str, x: float, y: float, font: str, size: float) -> None:
        written.append((text, x, y, font, size))
        write(pen, text, x, y, font, size)

    monkeypatch.setattr(Pen, "write", noted)
    entrance = "https://tarokk-kupak-es-mas-kartyajatekok.egy-hosszu-nevu-egyesulet.example.org/table/"
    file = BytesIO()
    pdf.write_cards(file, round_, [a_card(104, names, first_dealer=1, entrance=entrance)], "hu", PRINTED)
    assert len(PdfReader(BytesIO(file.getvalue())).pages) == 1
    right = room(PORTRAIT) - cards._INSIDE
    code = right - cards._CODE
    for text, x, y, font, size in written:
        end = x + width(text, font, size)
        beside = x < code and y < cards.HEIGHT - cards._CODE_TOP
        assert end <= (code - 18 if beside else right + 0.1), text
        assert 8 < y < cards.HEIGHT - 8, text
    assert "".join(text for text, *_where in written).count(entrance[-7:]) == 1


def test_the_same_moment_gives_the_same_file(hard: Tournament) -> None:
    assert printed(hard, a_card()) == printed(hard, a_card())
