"""Lists as text: letters, what stands between the cells, quotation marks."""

from __future__ import annotations

import unicodedata

import pytest

from scoring.imports import Sheet, Unreadable, read_file, read_text
from tests.scoring.imports.files import workbook

LIST = "Név;Klub\r\nŐry Tünde;Eger\r\nKovács Béla;Győr\r\nSzűcs Ödön;Kőszeg\r\n"
ROWS = [["Név", "Klub"], ["Őry Tünde", "Eger"], ["Kovács Béla", "Győr"], ["Szűcs Ödön", "Kőszeg"]]


def texts(sheet: Sheet) -> list[list[str]]:
    return [[each.text for each in row] for row in sheet.rows]


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (LIST.encode("utf-8"), "utf-8"),
        (LIST.encode("utf-8-sig"), "utf-8"),
        (LIST.encode("cp1250"), "cp1250"),
        (LIST.encode("utf-16"), "utf-16"),
        (LIST.encode("utf-16-le"), "utf-16"),
        (LIST.encode("utf-16-be"), "utf-16"),
        (LIST.encode("utf-32"), "utf-32"),
        (LIST.encode("cp852"), "cp852"),
    ],
    ids=["utf-8", "bom", "windows-1250", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "dos"],
)
def test_letters(data: bytes, encoding: str) -> None:
    sheet = read_file(data)
    assert texts(sheet) == ROWS
    assert dict(sheet.found) == {"encoding": encoding, "delimiter": ";"}


@pytest.mark.parametrize("name", ["Őry Tünde", "Kű", "Ács Ágnes", "Dús Őz", "Füle Űr"])
def test_one_name_of_windows_1250(name: str) -> None:
    assert texts(read_file(f"{name}\r\n".encode("cp1250"))) == [[name]]


def test_somebody_says_which_letters() -> None:
    assert texts(read_file("Őry Tünde".encode("cp852"), "cp852")) == [["Őry Tünde"]]
    # What is said is done: it can be seen in the preview.
    assert texts(read_file("Őry".encode("cp1250"), "cp852")) == [["Ňry"]]
    with pytest.raises(Unreadable) as refused:
        read_file("Őry Tünde".encode("cp1250"), "utf-8")
    assert refused.value.problem.code == "list-other-letters"
    assert refused.value.problem.params == {"encoding": "UTF-8"}


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_between_the_cells(delimiter: str, end: str) -> None:
    text = LIST.replace(";", delimiter).replace("\r\n", end)
    assert texts(read_text(text)) == ROWS


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        # A comma in each name is no reason to cut there, where semicolons stand as often.
        ("Kovács, Béla;Győr\nÁcs, Ágnes;Eger\n", [["Kovács, Béla", "Győr"], ["Ács, Ágnes", "Eger"]]),
        ("Kovács Béla\nÁcs Ágnes\n", [["Kovács Béla"], ["Ács Ágnes"]]),
        ("Kovács Béla\nÁcs Ágnes;Eger\n", [["Kovács Béla", ""], ["Ács Ágnes", "Eger"]]),
        # Excel's own first line.
        ("sep=,\r\nKovács Béla,Győr\r\n", [["Kovács Béla", "Győr"]]),
        ("SEP=;\nKovács; Béla\n", [["Kovács", "Béla"]]),
        # Quotation marks: of Excel, doubled within, and over several lines.
        ('"Kovács ""Öcsi"" Béla";"Győri; TK"\n', [['Kovács "Öcsi" Béla', "Győri; TK"]]),
        ('"Kovács\nBéla";Győr\r\n"Ács\r\nÁgnes";Eger\r\n', [["Kovács Béla", "Győr"], ["Ács Ágnes", "Eger"]]),
        # One that is never closed swallows nothing.
        ('"Öcsi Kovács;Győr\nÁcs Ágnes;Eger\n', [['"Öcsi Kovács', "Győr"], ["Ács Ágnes", "Eger"]]),
        ('Kovács "Öcsi" Béla;Győr\n', [['Kovács "Öcsi" Béla', "Győr"]]),
        # Empty rows in between stay, at the end they go; empty columns go.
        ("\n\nKovács Béla;;Győr\n;;\n\nÁcs Ágnes;;Eger\n\n;;\n", None),
    ],
)
def test_rows(text: str, rows: list[list[str]] | None) -> None:
    expected = rows or [["", ""], ["", ""], ["Kovács Béla", "Győr"], ["", ""], ["", ""], ["Ács Ágnes", "Eger"]]
    assert texts(read_text(text)) == expected


def test_spaces_and_letters_that_nobody_sees() -> None:
    decomposed = unicodedata.normalize("NFD", "Őry Tünde")
    text = f"\ufeff\u00a0 {decomposed}\u00a0 \u2007;\u200bEger\u00ad\u2060\nKovács\u202f\u00a0Béla;Győr\n"
    assert texts(read_text(text)) == [["Őry Tünde", "Eger"], ["Kovács Béla", "Győr"]]
    assert unicodedata.is_normalized("NFC", read_text(text).rows[0][0].text)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "list-empty"),
        (b"  \r\n\r\n", "list-empty"),
        (b";;;\n;;\n", "list-empty"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000), "list-old-excel"),
        (b"%PDF-1.7 ...", "list-no-text"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "list-no-text"),
        (bytes(range(256)) * 4, "list-no-text"),
        (b"<html><table><tr><td>Kov\xe1cs</td></tr></table>", "list-is-a-page"),
        (b'<?xml version="1.0"?><Workbook></Workbook>', "list-is-a-page"),
        (b"PK\x03\x04 cut off", "list-broken"),
        ("\n".join(f"Név {n}" for n in range(5001)).encode(), "list-too-long"),
        (";".join(f"x{n}" for n in range(41)).encode(), "list-too-wide"),
        (b"x" * (3 * 2**20 + 1), "list-too-large"),
        (b"\xff\xfe\x00", "list-other-letters"),
        (b'"' + b"x" * 200_000 + b'"', "list-no-text"),
    ],
)
def test_what_is_no_list(data: bytes, code: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_file(data)
    assert refused.value.problem.code == code


def test_a_workbook_is_known_by_what_is_in_it() -> None:
    # Whatever it is called: .xls, .csv, or nothing at all.
    assert texts(read_file(workbook(["Név"], ["Őry Tünde"]))) == [["Név"], ["Őry Tünde"]]


def test_many_empty_rows_at_the_end_are_no_rows() -> None:
    assert texts(read_file(("Őry Tünde" + "\r\n;" * 20_000).encode())) == [["Őry Tünde"]]
