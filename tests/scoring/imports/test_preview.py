"""What is doubtful about a list as a whole: who stands in it twice, or is on the list already."""

from __future__ import annotations

import time
from typing import Any

import pytest

from scoring.imports import Likeness, Names, Preview, guess, preview, read_text
from scoring.imports.doubles import key_of


def names(*known: tuple[str, str]) -> Names[str]:
    found: Names[str] = Names()
    for name, club in known:
        found.add(name, club, name)
    return found


@pytest.mark.parametrize(
    ("one", "other", "likeness"),
    [
        (("Kovács Béla", "Győr"), ("Kovács Béla", "Győr"), Likeness.SAME),
        (("Kovács Béla", "Győr"), ("KOVACS  BELA", ""), Likeness.SAME),
        (("Kovács Béla", ""), ("Dr. Kovács Béla", "Győr"), Likeness.SAME),
        (("Kovács Béla", "Győr"), ("Kovács Béla", "Pécs"), Likeness.NAMESAKE),
        (("Kovács Béla", "Győr"), ("Béla Kovács", "Pécs"), Likeness.ALIKE),
        (("Kovács Béla", ""), ("Kováts Béla", ""), Likeness.ALIKE),
        (("Kovács Béla", ""), ("Kovcás Béla", ""), Likeness.ALIKE),
        (("Kovács Béla", ""), ("Kovács Bélaa", ""), Likeness.ALIKE),
        (("Kovács Béla", ""), ("ovács Béla", ""), Likeness.ALIKE),
        (("Kovács Béla", ""), ("Kovács Pál", ""), None),
        (("Játékos 1", ""), ("Játékos 2", ""), None),
        (("Ács", ""), ("Ács", ""), Likeness.SAME),
        (("Ács", ""), ("Ács B", ""), None),
        (("Kovács Béla", ""), ("Nagy Béla", ""), None),
    ],
)
def test_likeness(one: tuple[str, str], other: tuple[str, str], likeness: Likeness | None) -> None:
    for known, asked in ((one, other), (other, one)):
        found = names(known).like(*asked)
        assert found == ([(likeness, known[0])] if likeness else [])


def test_titles_do_not_count() -> None:
    assert key_of("ifj. Dr. Őry-Nagy  Tünde") == "ory nagy tunde"


def look(text: str, listed: Names[str] | None = None, **more: Any) -> Preview:
    sheet = read_text(text)
    people: Names[tuple[str, str]] = Names()
    people.add("Szabó Ödön", "Eger", ("Szabó Ödön", "Szabó Ödön (Eger)"))
    return preview(sheet, guess(sheet), listed or Names(), people, **more)


LIST = "Név;Klub\nKovács Béla;Győr\nKovacs Bela;Győr\n;\nKovács Béla;Pécs\nKováts Béla;Vác\nŐry Tünde;\n;Vác\n"


def test_rows_are_held_against_each_other() -> None:
    found = look(LIST)
    assert [(line.number, [note.code for note in line.notes], line.taken) for line in found.lines] == [
        (2, [], True),
        (3, ["double-row"], False),
        (5, ["namesake-row", "namesake-row"], True),
        (6, ["alike-row", "alike-row", "alike-row"], True),
        (7, [], True),
        (8, ["name-missing"], False),
    ]
    assert found.empty == (4,)
    assert found.lines[1].notes[0].params == {"row": 2}
    assert [line.number for line in found.plain] == [2, 7]


def test_and_against_the_list_and_the_register() -> None:
    found = look("Őry Tünde;Eger\nSzabo Odon;Eger\nSzabó Ödön;Eger\n", names(("Őry Tünde", "Eger")))
    assert [[note.code for note in line.notes] for line in found.lines] == [
        ["double-listed"],
        ["alike-person"],
        ["double-row"],
    ]
    assert [line.taken for line in found.lines] == [False, True, False]
    assert found.lines[1].notes[0].params == {"player": "Szabó Ödön (Eger)"}
    assert look("Szabó Ödön;Eger\n").lines[0].notes == ()


def test_what_is_ticked_and_typed() -> None:
    found = look(LIST, ticked={1, 2, 7}, typed={7: ("Ács Ágnes", "Vác")})
    assert [(line.entry.name, line.taken) for line in found.lines] == [
        ("Kovács Béla", True),
        ("Kovacs Bela", True),
        ("Kovács Béla", False),
        ("Kováts Béla", False),
        ("Őry Tünde", False),
        ("Ács Ágnes", True),
    ]


def test_what_somebody_has_not_seen_yet() -> None:
    first = look(LIST)
    assert not look(LIST).news(first.key)
    assert look(LIST).news("")
    # Somebody of the list came meanwhile.
    assert look(LIST, names(("Őry Tünde", "Eger"))).news(first.key) is False  # not taken any more by itself
    assert look(LIST, names(("Őry Tünde", "Eger")), ticked={6}).news(first.key) is True
    # What is typed makes a double.
    assert look(LIST, ticked={1, 7}, typed={7: ("Kovács Béla", "Győr")}).news(first.key) is True
    assert look(LIST, ticked={1, 7}, typed={7: ("Ács Ágnes", "Vác")}).news(first.key) is False


def test_two_thousand_alike_names_take_no_time() -> None:
    text = "\n".join(
        f"Kovács Béla {chr(97 + n % 26)}{chr(97 + n // 26 % 26)}{chr(97 + n // 676)};Győr" for n in range(2000)
    )
    began = time.perf_counter()
    found = look(text)
    assert len(found.lines) == 2000
    assert time.perf_counter() - began < 10
