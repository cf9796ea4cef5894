"""Which column is what, and what becomes of the rows."""

from __future__ import annotations

import datetime

import pytest

from scoring.imports import Columns, Entry, Sheet, entries_of, guess, packed, read_file, read_text, unpacked
from tests.scoring.imports.files import workbook


def columns(text: str) -> Columns:
    return guess(read_text(text))


@pytest.mark.parametrize(
    ("heading", "roles"),
    [
        ("Név;Klub", "name club"),
        ("NÉV;KLUB", "name club"),
        ("Sorszám;Név;Egyesület;Telefon", "- name club -"),
        ("#;Játékos neve;Klub vagy város", "- name club"),
        ("Vezetéknév;Keresztnév;Város", "family given town"),
        ("Családnév;Utónév;Csapat neve", "family given club"),
        ("Name;Club;Town", "name club town"),
        ("First name;Last name;Team", "given family club"),
        ("Full name;City", "name town"),
        ("Player;Club", "name club"),
        ("Klub;Név", "club name"),
        ("Név;Név;Klub;Klub", "name - club -"),
        ("Név;Keresztnév", "name -"),
        ("Honnan;Résztvevő", "town name"),
        ("Név (vezetéknév, keresztnév);Klub", "name club"),
        ("A játékos teljes neve;A klub neve, ha van", "name club"),
    ],
)
def test_headings(heading: str, roles: str) -> None:
    found = columns(f"{heading}\n{';'.join('x' * len(heading.split(';')))}\n")
    assert found == Columns(tuple("" if role == "-" else role for role in roles.split()), 0)


def test_a_heading_below_a_title() -> None:
    found = columns("Nevezettek listája;;\n;;\nSsz.;Név;Klub\n1;Őry Tünde;Eger\n")
    assert found == Columns(("", "name", "club"), 2)
    assert found.first == 3


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("Őry Tünde;Eger\nKovács Béla;Győr\n", ("name", "club")),
        ("1;Őry Tünde;Eger\n2;Kovács Béla;Győr\n", ("", "name", "club")),
        ("Őry Tünde\n", ("name",)),
        ("Eger;Őry Tünde\nGyőr;Kovács Béla\n", ("", "name")),
        ("Csaba;Győr\nVak;Pécs\n", ("name", "club")),
        ("1;2\n3;4\n", ("name", "")),
        # No headings: people and numbered players.
        ("Név Elek\nVáros Éva\n", ("name",)),
        ("Játékos 1\nJátékos 2\n", ("name",)),
        ("Játékos A\nJátékos B\n", ("name",)),
    ],
)
def test_without_a_heading(text: str, roles: tuple[str, ...]) -> None:
    assert columns(text) == Columns(roles)


def entries(text: str) -> list[Entry]:
    sheet = read_text(text)
    return entries_of(sheet, guess(sheet))


def test_names_are_put_together() -> None:
    found = entries("Keresztnév;Vezetéknév;Egyesület;Város\nTünde;Őry;Egri TK;Eger\nBéla;Kovács;;Győr\n")
    assert [(each.name, each.club, each.town) for each in found] == [
        ("Őry Tünde", "Egri TK", "Eger"),
        ("Kovács Béla", "Győr", ""),
    ]


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("Őry Tünde", []),
        ("", ["name-missing"]),
        ("12", ["name-is-number"]),
        ("=A1&B1", ["name-is-formula"]),
        ('"=""Őry Tünde"""', ["name-is-formula"]),
        ("#REF!", ["name-is-error"]),
        ("x" * 101, ["name-too-long"]),
        ("Játékos 3", ["name-has-digits"]),
        ("KovĂˇcs BĂ©la", ["letters-spoilt"]),
        ("Kov\ufffdcs", ["letters-spoilt"]),
        ("Kov\x07cs Béla", ["bad-characters"]),
        ("Đorđević Ăgnes", []),
    ],
)
def test_doubts(name: str, codes: list[str]) -> None:
    [found] = entries(f"Név;Klub\n{name};Eger\n")
    assert [note.code for note in found.notes] == codes


def test_a_date_in_the_place_of_a_name() -> None:
    sheet = read_file(workbook(["Név", "Klub"], [datetime.date(2026, 3, 5), "Eger"], [7, "Győr"], ["=A1", "Pécs"]))
    found = entries_of(sheet, guess(sheet))
    assert [(each.name, each.shown, [note.code for note in each.notes]) for each in found] == [
        ("", "2026-03-05", ["name-is-date"]),
        ("", "7", ["name-is-number"]),
        ("", "=A1", ["name-is-formula"]),
    ]
    assert all(each.has_fault for each in found)
    # What somebody types instead is taken.
    [first, *_others] = entries_of(sheet, guess(sheet), {1: ("  Márciusi\u00a0Ödön ", "Eger")})
    assert (first.name, first.club, first.notes) == ("Márciusi Ödön", "Eger", ())


@pytest.mark.parametrize("text", ["Név;Klub\nŐry Tünde;Eger\n", '"a""b";\'c\n;\n<x>,&amp;;\u2028d\n'])
def test_a_form_carries_it_along(text: str) -> None:
    sheet = read_text(text)
    assert unpacked(packed(sheet)) == sheet
    sheet = read_file(workbook(["Név", 12, "=A1"], [], [None, None, "x"]))
    assert unpacked(packed(sheet)) == sheet


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "null",
        "[]",
        "{}",
        '{"rows":[["x"]],"width":1}',
        '{"rows":[],"width":1,"found":[]}',
        '{"rows":[["x"]],"width":0,"found":[]}',
        '{"rows":[["x"]],"width":41,"found":[]}',
        '{"rows":[["x"]],"width":"1","found":[]}',
        '{"rows":[[["nonsense","x"]]],"width":1,"found":[]}',
        '{"rows":[[{"a":1}]],"width":1,"found":[]}',
        '{"rows":[[null]],"width":1,"found":[]}',
        '{"rows":5,"width":1,"found":[]}',
        '{"rows":[5],"width":1,"found":[]}',
        "[" * 100_000,
    ],
)
def test_what_did_not_come_back_whole(text: str) -> None:
    assert unpacked(text) is None


def test_shorter_rows_come_back_as_long_as_the_others() -> None:
    sheet = unpacked('{"rows":[["a","b"],[],["c"]],"width":2,"found":[["sheet","x"]]}')
    assert isinstance(sheet, Sheet)
    assert [[each.text for each in row] for row in sheet.rows] == [["a", "b"], ["", ""], ["c", ""]]
