"""Lists as workbooks, as Excel writes them, and as somebody might who means harm."""

from __future__ import annotations

import datetime
import io
import time
import tracemalloc
import zipfile

import pytest
from openpyxl import Workbook

from scoring.imports import Kind, Unreadable, read_file
from tests.scoring.imports.files import bomb, changed, saved, workbook


def refusal(data: bytes) -> str:
    with pytest.raises(Unreadable) as refused:
        read_file(data)
    return refused.value.problem.code


def test_it_works() -> None:
    sheet = read_file(workbook(["Név", "Klub"], ["Őry Tünde", "Eger"], [], ["Kovács\u00a0Béla ", None, "vega"]))
    assert [[each.text for each in row] for row in sheet.rows] == [
        ["Név", "Klub", ""],
        ["Őry Tünde", "Eger", ""],
        ["", "", ""],
        ["Kovács Béla", "", "vega"],
    ]
    assert sheet.found == (("sheet", "Munka1"),)


def test_what_is_no_text_says_so() -> None:
    day = datetime.datetime(2026, 3, 5)
    sheet = read_file(workbook([day, datetime.time(8, 30), 12, 12.5, 3.0, True, "12"]))
    assert [(each.text, each.kind) for each in sheet.rows[0]] == [
        ("2026-03-05", Kind.DATE),
        ("08:30:00", Kind.DATE),
        ("12", Kind.NUMBER),
        ("12.5", Kind.NUMBER),
        ("3", Kind.NUMBER),
        ("True", Kind.NUMBER),
        ("12", Kind.TEXT),
    ]


def cached(formula: str, value: str, kind: str = ' t="str"') -> bytes:
    """A workbook with a formula in A1 whose value a spreadsheet has left in the file."""
    sheet = (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">'
        f'<c r="A1"{kind}><f>{formula}</f>{value}</c></row></sheetData></worksheet>'
    )
    return changed(workbook(["x"]), "xl/worksheets/sheet1.xml", sheet.encode())


def test_a_formula_is_its_value() -> None:
    sheet = read_file(cached("B1&amp;C1", "<v>Őry Tünde</v>"))
    assert (sheet.rows[0][0].text, sheet.rows[0][0].kind) == ("Őry Tünde", Kind.TEXT)


def test_a_formula_without_a_value_is_itself() -> None:
    sheet = read_file(workbook(["Név", "Klub"], ['=B2&" "&C2', "Eger"]))
    assert (sheet.rows[1][0].text, sheet.rows[1][0].kind) == ('=B2&" "&C2', Kind.FORMULA)
    assert (sheet.rows[1][1].text, sheet.rows[1][1].kind) == ("Eger", Kind.TEXT)


def test_a_formula_that_went_wrong() -> None:
    sheet = read_file(cached("VLOOKUP(1,B:C,2)", "<v>#N/A</v>", ' t="e"'))
    assert (sheet.rows[0][0].text, sheet.rows[0][0].kind) == ("#N/A", Kind.ERROR)


def test_the_sheet_with_names_is_read() -> None:
    data = workbook(
        ["Tudnivalók a kupáról"], title="Borító", more={"Nevezők": [["Név", "Klub"], ["Őry Tünde", "Eger"]]}
    )
    sheet = read_file(data)
    assert sheet.rows[1][0].text == "Őry Tünde"
    assert sheet.found == (("sheet", "Nevezők"), ("others", "Borító"))


def test_a_hidden_sheet_is_not_read() -> None:
    book = Workbook()
    first = book.active
    assert first is not None
    first.append(["Név"])
    first.append(["Titok"])
    first.sheet_state = "hidden"
    book.create_sheet("Lista").append(["Őry Tünde"])
    assert [row[0].text for row in read_file(saved(book)).rows] == ["Őry Tünde"]


def test_two_thousand_rows() -> None:
    rows: list[list[object]] = [["Sorszám", "Név", "Klub"], *([n, f"Játékos Ö{n}", "Győr"] for n in range(1, 2001))]
    began = time.perf_counter()
    sheet = read_file(workbook(*rows))
    assert len(sheet.rows) == 2001
    assert sheet.rows[2000][1].text == "Játékos Ö2000"
    assert time.perf_counter() - began < 10


def test_a_row_far_below_is_too_long() -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet["A1"] = "Őry Tünde"
    sheet["A900000"] = "Kovács Béla"
    # What is beyond the rows that are looked at would be lost without a word.
    assert refusal(saved(book)) == "list-too-long"


def test_only_formats_far_below_and_far_right() -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet["A1"] = "Őry Tünde"
    sheet["XFD4000"].number_format = "0.00"
    assert [row[0].text for row in read_file(saved(book)).rows] == ["Őry Tünde"]


@pytest.mark.parametrize("megabytes", [13, 60])
def test_a_bomb(megabytes: int) -> None:
    data = bomb(megabytes)
    assert len(data) < 300_000
    tracemalloc.start()
    began = time.perf_counter()
    assert refusal(data) == "list-unpacks-too-large"
    assert time.perf_counter() - began < 1
    assert tracemalloc.get_traced_memory()[1] < 8 * 2**20
    tracemalloc.stop()


def test_a_bomb_that_lies_about_its_size() -> None:
    data = bytearray(bomb(14))
    # The directory at the end says that the sheet is small.
    where = data.rindex(b"PK\x01\x02", 0, data.rindex(b"xl/worksheets/sheet1.xml"))
    data[where + 24 : where + 28] = (1000).to_bytes(4, "little")
    assert refusal(bytes(data)) == "list-broken"


def test_many_members() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for n in range(1001):
            archive.writestr(f"xl/{n}.xml", b"")
    assert refusal(file.getvalue()) == "list-unpacks-too-large"


def test_entities_that_grow() -> None:
    laughs = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
    sheet = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/></worksheet>'
    data = changed(workbook(["x"]), "xl/worksheets/sheet1.xml", laughs + sheet)
    assert refusal(data) == "list-broken"
    wide = (laughs + sheet).decode().encode("utf-16")
    assert refusal(changed(workbook(["x"]), "xl/worksheets/sheet1.xml", wide)) == "list-broken"


@pytest.mark.parametrize("member", ["xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/_rels/workbook.xml.rels"])
@pytest.mark.parametrize("content", [b"", b"<", b"nothing", b"<worksheet/>", None])
def test_damaged(member: str, content: bytes | None) -> None:
    assert refusal(changed(workbook(["Őry Tünde"]), member, content)) in ("list-broken", "list-empty")


@pytest.mark.parametrize("kept", [100, 1000, -30, -1])
def test_cut_off(kept: int) -> None:
    assert refusal(workbook(["Őry Tünde"])[:kept]) == "list-broken"


def test_every_byte_may_be_another_one() -> None:
    data = workbook(["Név", "Klub"], ["Őry Tünde", "Eger"])
    for place in range(0, len(data), 37):
        spoilt = bytearray(data)
        spoilt[place] ^= 0x55
        try:
            read_file(bytes(spoilt))
        except Unreadable as refused:
            assert refused.problem.code.startswith("list-")


@pytest.mark.parametrize("name", ["content.xml", "word/document.xml", "Index/Document.iwa"])
def test_other_archives(name: str) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(name, b"<x/>")
    assert refusal(file.getvalue()) == "list-other-archive"


def test_a_binary_workbook() -> None:
    data = changed(workbook(["x"]), "xl/workbook.bin", b"\x00")
    assert refusal(data) == "list-old-excel"
