"""A list of players from a file or pasted: seen first, then saved; all of it or nothing."""

from __future__ import annotations

import datetime
import html
import re
import unicodedata
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.models import AuditEntry, Person, Player, Tournament
from scoring.services import add_players
from tests.scoring.cups import OPERATOR
from tests.scoring.imports.files import bomb, workbook
from tests.scoring.organiser.conftest import sentence

pytestmark = pytest.mark.django_db

IMPORT = "/organise/kupa/players/import/"
PASTE = "/organise/kupa/players/paste/"


def upload(desk: Client, data: bytes, name: str = "nevezok.csv", **more: str) -> Any:
    return desk.post(IMPORT, {"file": SimpleUploadedFile(name, data), **more})


def form_of(response: Any) -> dict[str, Any]:
    """What a browser would send of the preview as it stands."""
    page = response.content.decode()
    form = page[page.index('enctype="multipart/form-data"') :]
    found: dict[str, Any] = {"take": re.findall(r'name="take" value="(\d+)" ?checked', form)}
    found |= {name: html.unescape(value) for name, value in re.findall(r'name="(table|seen)" value="([^"]*)"', form)}
    for name, value in re.findall(r'<input id="((?:name|club)_\d+)" name="[^"]*" value="([^"]*)"', form):
        found[name] = html.unescape(value)
    for name, options in re.findall(r'<select name="(heading|column_\d+)"[^>]*>(.*?)</select>', form, re.DOTALL):
        [found[name]] = re.findall(r'<option value="([^"]*)" selected', options)
    return found


def save(desk: Client, response: Any, **other: Any) -> Any:
    return desk.post(IMPORT, form_of(response) | {"action": "save"} | other, follow=True)


def listed(after: int = 9) -> list[tuple[int, str, str]]:
    return list(Player.objects.filter(number__gt=after).order_by("number").values_list("number", "name", "club"))


LIST = "Név;Klub\r\nŐry Tünde;Eger\r\nKovács Béla;Győr\r\n"


def test_it_works(desk: Client, cup: Tournament) -> None:
    response = upload(desk, LIST.encode("cp1250"))
    assert response.status_code == 200
    assert "Még semmi sincs elmentve. 2 kitöltött sor, ebből 2 kerül a névsorba." in sentence(response)
    assert "Kódolás: Windows-1250 (a magyar Excel CSV-je). Az oszlopok között: pontosvessző." in sentence(response)
    assert Player.objects.count() == 9
    assert "2 játékos felvéve." in sentence(save(desk, response))
    assert listed() == [(10, "Őry Tünde", "Eger"), (11, "Kovács Béla", "Győr")]
    assert AuditEntry.objects.filter(action="add_players").count() == 1
    assert [str(player.person) for player in Player.objects.filter(number__gt=9)] == ["Őry Tünde", "Kovács Béla"]


def test_as_excel_writes_it(desk: Client, cup: Tournament) -> None:
    """Combining accents, hard spaces, a title above the heading, a formula, a date, a number, empty rows."""
    decomposed = unicodedata.normalize("NFD", "Szűcs Ödön")
    data = workbook(
        ["Nevezettek", None, None, None],
        [],
        ["Ssz.", "Név", "Egyesület", "Fizetett"],
        [1, decomposed, "Kőszeg\u00a0", "igen"],
        [2, "Őry\u00a0\u00a0Tünde", None, "nem"],
        [],
        [3, datetime.date(2026, 3, 5), "Pécs", None],
        [4, '=B4&""', "Vác", None],
        [5, "Kovács\nBéla", "Győr", None],
    )
    response = upload(desk, data, "nevezok.xls")
    page = sentence(response)
    assert "5 kitöltött sor, ebből 3 kerül a névsorba." in page
    assert "A név helyén dátum áll: 2026-03-05" in page
    assert "A név helyén képlet áll, az értéke nélkül: =B4&amp;&quot;&quot;" in page
    assert "Üres sor, kimarad: 6" in page
    assert "3 játékos felvéve. 2 sor kimaradt." in sentence(save(desk, response))
    assert listed() == [(10, "Szűcs Ödön", "Kőszeg"), (11, "Őry Tünde", ""), (12, "Kovács Béla", "Győr")]


def test_a_name_is_typed_where_there_was_none(desk: Client, cup: Tournament) -> None:
    response = upload(desk, workbook(["Név", "Klub"], [datetime.date(2026, 3, 5), "Pécs"], ["Őry Tünde", "Eger"]))
    page = sentence(save(desk, response, name_1="Márciusi Ödön"))
    assert "2 játékos felvéve." in page
    assert listed() == [(10, "Márciusi Ödön", "Pécs"), (11, "Őry Tünde", "Eger")]


def test_columns_are_put_right(desk: Client, cup: Tournament) -> None:
    response = upload(desk, "Eger;Őry Tünde\nGyőr;Kovács Béla\n".encode())
    assert listed() == []
    other = {"column_0": "club", "column_1": "name"}
    # What was not seen is not saved: the page shows first how it reads now.
    again = desk.post(IMPORT, form_of(response) | {"action": "save"} | other)
    assert again.status_code == 200
    assert "az előző megtekintés óta ez változott" in sentence(again)
    assert listed() == []
    save(desk, again)
    assert listed() == [(10, "Őry Tünde", "Eger"), (11, "Kovács Béla", "Győr")]


def test_the_heading_is_put_right(desk: Client, cup: Tournament) -> None:
    response = upload(desk, "Játékos\nŐry Tünde\n".encode())
    assert "1 kitöltött sor" in sentence(response)
    again = desk.post(IMPORT, form_of(response) | {"heading": "0", "action": "look"})
    assert "2 kitöltött sor" in sentence(again)
    save(desk, again)
    assert [name for _number, name, _club in listed()] == ["Játékos", "Őry Tünde"]


def test_no_column_of_names(desk: Client, cup: Tournament) -> None:
    response = upload(desk, LIST.encode())
    again = desk.post(IMPORT, form_of(response) | {"column_0": "", "action": "save"})
    assert again.status_code == 422
    assert "Adja meg, melyik oszlopban vannak a nevek." in sentence(again)
    assert listed() == []


def test_no_row_ticked(desk: Client, cup: Tournament) -> None:
    again = save(desk, upload(desk, LIST.encode()), take=[])
    assert again.status_code == 422
    assert "Egyetlen sor sincs kijelölve." in sentence(again)


def test_doubles_are_left_out_unless_somebody_says_otherwise(desk: Client, cup: Tournament) -> None:
    text = "Név;Klub\nKovács Béla;Győr\nKovacs Bela;Győr\nKovács Béla;Pécs\nJátékos 3;\nKováts Béla;Vác\n"
    response = upload(desk, text.encode())
    page = sentence(response)
    assert "5 kitöltött sor, ebből 3 kerül a névsorba." in page
    for told in (
        "Ugyanaz, mint a 2. sor.",
        "A név ugyanaz, mint a 2. sorban, de más klubbal.",
        "Már szerepel a névsorban: 3. Játékos 3",
        "Nagyon hasonlít a 2. sorra.",
    ):
        assert told in page
    form = form_of(response)
    assert form["take"] == ["3", "5", "1"]
    save(desk, response, take=["1", "4"])
    assert listed() == [(10, "Kovács Béla", "Győr"), (11, "Játékos 3", "")]


def test_somebody_was_added_meanwhile(desk: Client, cup: Tournament) -> None:
    response = upload(desk, LIST.encode())
    add_players(OPERATOR, cup, [("Őry Tünde", "Eger")])
    again = save(desk, response)
    assert "az előző megtekintés óta ez változott" in sentence(again)
    assert listed() == [(10, "Őry Tünde", "Eger")]
    # Now it has been seen; who stands on the list is still ticked, for it was ticked before.
    save(desk, again, take=["2"])
    assert listed() == [(10, "Őry Tünde", "Eger"), (11, "Kovács Béla", "Győr")]


def test_sent_twice(desk: Client, cup: Tournament) -> None:
    response = upload(desk, LIST.encode())
    save(desk, response)
    again = save(desk, response)
    assert "az előző megtekintés óta ez változott" in sentence(again)
    assert len(listed()) == 2


def test_town_beside_club_goes_to_the_register(desk: Client, cup: Tournament) -> None:
    save(desk, upload(desk, "Név;Klub;Város\nŐry Tünde;Egri TK;Eger\nÁcs Ágnes;;Vác\n".encode()))
    assert listed() == [(10, "Őry Tünde", "Egri TK"), (11, "Ács Ágnes", "Vác")]
    assert list(Person.objects.filter(entries__number__gt=9).values_list("name", "club", "town")) == [
        ("Ács Ágnes", "Vác", ""),
        ("Őry Tünde", "Egri TK", "Eger"),
    ]


def test_two_thousand_rows(desk: Client, cup: Tournament) -> None:
    text = "Név;Klub\n" + "".join(f"Játékos Ő{n};{'Győr' if n % 3 else ''}\n" for n in range(1, 2001))
    response = upload(desk, text.encode("cp1250"))
    assert "2000 kitöltött sor, ebből 2000 kerül a névsorba." in sentence(response)
    assert "2000 játékos felvéve." in sentence(save(desk, response))
    found = listed()
    assert len(found) == 2000
    assert found[0] == (10, "Játékos Ő1", "Győr")
    assert found[-1] == (2009, "Játékos Ő2000", "Győr")
    assert Person.objects.filter(name__startswith="Játékos Ő").count() == 2000


def test_one_more_than_fit(desk: Client, cup: Tournament) -> None:
    response = upload(desk, "\n".join(f"Játékos Ő{n}" for n in range(2001)).encode())
    assert response.status_code == 422
    assert "A listában 2001 játékos van; egyszerre 2000 vehető fel" in sentence(response)
    assert listed() == []


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "A fájl üres."),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(5000), "ez régi Excel-fájl (.xls), vagy jelszóval védett."),
        (b"PK\x03\x04 csonka", "A munkafüzet sérült vagy csonka"),
        (b"<html><table><tr><td>Eger</td></tr></table></html>", "Ez weblap vagy XML"),
        (b"%PDF-1.7", "Ez sem Excel-munkafüzet (.xlsx), sem szöveg"),
        (b"x" * (3 * 2**20 + 1), "A fájl nagyobb 3 MB-nál: egy névsor sem ekkora."),
        (b"\n".join(b"x" * 250 + b";" + b"y" * 250 for _n in range(2000)), "Túl sok szöveg van a fájlban"),
    ],
    ids=["empty", "xls", "cut off", "page", "pdf", "large", "much text"],
)
def test_what_is_no_list(desk: Client, cup: Tournament, data: bytes, told: str) -> None:
    response = upload(desk, data, "nevezok.xlsx")
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["file"]
    assert told in sentence(response)
    assert listed() == []


def test_a_bomb(desk: Client, cup: Tournament) -> None:
    response = upload(desk, bomb(40), "nevezok.xlsx")
    assert response.status_code == 422
    assert "A munkafüzet kicsomagolva nagyobb 12 MB-nál" in sentence(response)


def test_fifty_megabytes(desk: Client, cup: Tournament) -> None:
    response = upload(desk, b"x" * (50 * 2**20), "nevezok.csv")
    assert response.status_code == 413
    assert "Ez túl hosszú" in sentence(response)
    assert listed() == []


def test_no_file(desk: Client, cup: Tournament) -> None:
    for response in (desk.post(IMPORT), desk.post(IMPORT, {"file": "szöveg"})):
        assert response.status_code == 422
        assert list(response.context["form"].errors) == ["file"]


def test_letters_are_said(desk: Client, cup: Tournament) -> None:
    save(desk, upload(desk, "Őry Tünde".encode("cp852"), encoding="cp852"))
    assert listed() == [(10, "Őry Tünde", "")]
    response = upload(desk, "Őry Tünde".encode("cp1250"), encoding="utf-8")
    assert "A fájl kódolása nem UTF-8" in sentence(response)


@pytest.mark.parametrize("table", ["", "x", "[]", '{"rows":[["x"]],"width":99,"found":[]}', "\x00"])
def test_a_preview_that_did_not_come_back_whole(desk: Client, cup: Tournament, table: str) -> None:
    response = desk.post(IMPORT, {"table": table, "action": "save", "take": ["0"]})
    assert response.status_code == 422
    assert "A lista nem érkezett vissza hiánytalanul" in sentence(response)


@pytest.mark.parametrize(
    "odd",
    [
        {"heading": "99"},
        {"heading": "x"},
        {"column_0": "king"},
        {"take": ["x", "-1", "9" * 30, "77"]},
        {"name_x": "a", "name_99999": "b", "name_1": "y" * 5000},
        {"seen": ";;;//"},
        {"seen": "\x00"},
    ],
)
def test_odd_answers(desk: Client, cup: Tournament, odd: dict[str, Any]) -> None:
    response = desk.post(IMPORT, form_of(upload(desk, LIST.encode())) | {"action": "save"} | odd)
    assert response.status_code in (200, 422)
    assert listed() == []


def test_names_are_plain_text(desk: Client, cup: Tournament) -> None:
    response = upload(desk, 'Név\n<script>alert(1)</script>\n"a""b\'c&amp;"\n'.encode())
    assert "<script>alert" not in response.content.decode()
    save(desk, response)
    assert [name for _number, name, _club in listed()] == ["<script>alert(1)</script>", "a\"b'c&amp;"]


def test_pasting_comes_to_the_same_page(desk: Client, cup: Tournament) -> None:
    lines = "Ács Ágnes; Győr\r\n\r\n Őry   Tünde\r\nVak Béla;Pécs\r\n;;\r\n"
    response = desk.post(PASTE, {"lines": lines})
    assert response.status_code == 200
    assert listed() == []
    assert "3 játékos felvéve." in sentence(save(desk, response))
    assert listed() == [(10, "Ács Ágnes", "Győr"), (11, "Őry Tünde", ""), (12, "Vak Béla", "Pécs")]


def test_pasting_cells_of_a_spreadsheet(desk: Client, cup: Tournament) -> None:
    save(desk, desk.post(PASTE, {"lines": "Név\tKlub\r\nŐry Tünde\tEger\r\nÁcs Ágnes\t\r\n"}))
    assert listed() == [(10, "Őry Tünde", "Eger"), (11, "Ács Ágnes", "")]


@pytest.mark.parametrize("lines", ["", "   ", ";;\n;", "\x00"])
def test_bad_lines(desk: Client, cup: Tournament, lines: str) -> None:
    response = desk.post(PASTE, {"lines": lines})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["lines"]
    assert listed() == []


@pytest.mark.parametrize("lines", ["Klub;Név\nGyőr;", "x" * 101, "Jó Név\nrossz\x07jel", "a;" + "x" * 101, "12\n13"])
def test_lines_with_faults_are_not_taken(desk: Client, cup: Tournament, lines: str) -> None:
    response = desk.post(PASTE, {"lines": lines})
    assert response.status_code == 200
    save(desk, response)
    assert [name for _number, name, _club in listed()] == (["Jó Név"] if "Jó" in lines else [])


def test_too_many_lines(desk: Client, cup: Tournament) -> None:
    response = desk.post(PASTE, {"lines": "\n".join(f"Játékos Ő{n}" for n in range(2001))})
    assert response.status_code == 422
    assert "egyszerre 2000 vehető fel" in str(response.context["form"].errors["lines"])


def test_a_final_cup_takes_nobody(desk: Client, cup: Tournament) -> None:
    response = upload(desk, LIST.encode())
    Tournament.objects.update(state="final")
    again = save(desk, response)
    assert again.status_code == 422
    assert "A kupa végleges" in sentence(again) or "végleges" in sentence(again)
    assert listed() == []


def test_a_preview_takes_the_same_queries_for_any_list(desk: Client, cup: Tournament) -> None:
    counts = []
    for rows in (2, 300):
        text = "\n".join(f"Ember Ő{n};Győr" for n in range(rows))
        with CaptureQueriesContext(connection) as queries:
            assert upload(desk, text.encode()).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 12
