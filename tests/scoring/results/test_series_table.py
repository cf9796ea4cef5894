"""The table of a series, with values reckoned by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scoring.series import PLACES, POINTS, Entry, Line, identities, series_table, shared_places


def cup(*rows: tuple[str, int | Fraction, int], persons: dict[str, int] | None = None) -> list[Entry]:
    """The results of a cup: (name, tournament points, rank) of each, numbered in that order."""
    return [
        Entry(number, name, "", points, rank, (persons or {}).get(name))
        for number, (name, points, rank) in enumerate(rows, 1)
    ]


SPRING = cup(("Anna", 38, 1), ("Béla", 30, 2), ("Cili", 30, 2), ("Dani", 18, 4))
SUMMER = cup(("Béla", 36, 1), ("Anna", 28, 2), ("Dani", 28, 2), ("Cili", 24, 4), ("Elek", 14, 5))
AUTUMN = cup(("Cili", 40, 1), ("Anna", Fraction(80, 3), 2), ("Elek", 20, 3), ("Béla", 12, 4))


def totals(lines: list[Line]) -> list[tuple[int, bool, str, int | Fraction]]:
    return [(line.rank, line.tied, line.name, line.total) for line in lines]


def test_by_points_all_count() -> None:
    assert totals(series_table([SPRING, SUMMER, AUTUMN], POINTS)) == [
        (1, False, "Cili", 94),
        (2, False, "Anna", Fraction(278, 3)),
        (3, False, "Béla", 78),
        (4, False, "Dani", 46),
        (5, False, "Elek", 34),
    ]


def test_by_points_best_two() -> None:
    lines = series_table([SPRING, SUMMER, AUTUMN], POINTS, 2)
    assert totals(lines) == [
        (1, False, "Cili", 70),
        (2, True, "Anna", 66),
        (2, True, "Béla", 66),
        (4, False, "Dani", 46),
        (5, False, "Elek", 34),
    ]
    anna = lines[1]
    assert [(score.value, score.counted) for score in anna.scores] == [
        (38, True),
        (28, True),
        (Fraction(80, 3), False),
    ]
    assert anna.played == 3


def test_by_places_all_count() -> None:
    """Béla and Cili shared places 2 and 3: 5/2 each. Elek was not in the first of four: 5; Dani not in the last: 5."""
    assert totals(series_table([SPRING, SUMMER, AUTUMN], PLACES)) == [
        (1, False, "Anna", Fraction(11, 2)),  # 1 + 5/2 + 2
        (2, True, "Béla", Fraction(15, 2)),  # 5/2 + 1 + 4
        (2, True, "Cili", Fraction(15, 2)),  # 5/2 + 4 + 1
        (4, False, "Dani", Fraction(23, 2)),  # 4 + 5/2 + 5
        (5, False, "Elek", 13),  # 5 + 5 + 3
    ]


def test_by_places_best_two_of_three() -> None:
    lines = series_table([SPRING, SUMMER, AUTUMN], PLACES, 2)
    assert totals(lines) == [
        (1, False, "Anna", 3),
        (2, True, "Béla", Fraction(7, 2)),
        (2, True, "Cili", Fraction(7, 2)),
        (4, False, "Dani", Fraction(13, 2)),
        (5, False, "Elek", 8),
    ]
    elek = lines[4]
    # Missed and last are worth the same: the one that was played counts.
    assert [(score.value, score.counted, score.missed) for score in elek.scores] == [
        (5, False, True),
        (5, True, False),
        (3, True, False),
    ]


def test_who_won_the_only_cup_is_not_ahead_of_everybody_by_places() -> None:
    winter = cup(("Feri", 40, 1), ("Anna", 30, 2), ("Béla", 20, 3))
    lines = series_table([SPRING, winter], PLACES)
    assert totals(lines)[0] == (1, False, "Anna", 3)
    assert next(line.total for line in lines if line.name == "Feri") == 6  # 5 + 1


def test_more_count_than_there_are() -> None:
    assert totals(series_table([SPRING], POINTS, 9)) == [
        (1, False, "Anna", 38),
        (2, True, "Béla", 30),
        (2, True, "Cili", 30),
        (4, False, "Dani", 18),
    ]


@pytest.mark.parametrize("by", [POINTS, PLACES])
def test_nothing_yet(by: str) -> None:
    assert series_table([], by) == []
    assert series_table([[], []], by, 1) == []


def test_a_missed_cup_is_nothing_by_points() -> None:
    lines = series_table([SPRING, cup(("Elek", 10, 1))], POINTS)
    elek = next(line for line in lines if line.name == "Elek")
    assert (elek.total, elek.played) == (10, 1)
    assert (elek.scores[0].value, elek.scores[0].missed, elek.scores[0].number) == (0, True, None)


@pytest.mark.parametrize(
    ("ranks", "places"),
    [
        ([1, 2, 3], [1, 2, 3]),
        ([1, 1], [Fraction(3, 2), Fraction(3, 2)]),
        ([4, 1, 1, 1], [4, 2, 2, 2]),
        # A rank may be missing where somebody did not play: the others move up.
        ([1, 3, 3, 7], [1, Fraction(5, 2), Fraction(5, 2), 4]),
        ([], []),
    ],
)
def test_shared_places(ranks: list[int], places: list[int | Fraction]) -> None:
    assert shared_places(ranks) == places


# --- Who is who -------------------------------------------------------------------------------------------------------


def same(first: Entry, second: Entry) -> bool:
    keys = identities([[first], [second]])
    return keys[0, first.number] == keys[1, second.number]


def entry(number: int, name: str, club: str = "", person: int | None = None) -> Entry:
    return Entry(number, name, club, 10, 1, person)


@pytest.mark.parametrize(
    ("first", "second", "is_same"),
    [
        (entry(1, "Őry Tünde", "Eger"), entry(7, "Őry  tünde ", "eger"), True),
        (entry(1, "Őry Tünde"), entry(1, "O\u030bry Tu\u0308nde"), True),
        (entry(1, "Őry Tünde", "Eger"), entry(1, "Őry Tünde", "Győr"), False),
        (entry(1, "Őry Tünde", person=3), entry(2, "Kiss Tünde", person=3), True),
        (entry(1, "Őry Tünde", person=3), entry(2, "Őry Tünde", person=4), False),
        # Not in the register, but called like somebody who is.
        (entry(1, "Őry Tünde", person=3), entry(2, "Őry Tünde"), True),
    ],
)
def test_who_is_who(first: Entry, second: Entry, is_same: bool) -> None:
    assert same(first, second) is is_same


def test_a_namesake_of_two_people_is_neither() -> None:
    keys = identities([[entry(1, "Nagy Pál", person=1), entry(2, "Nagy Pál", person=2)], [entry(1, "Nagy Pál")]])
    assert len(set(keys.values())) == 3


def test_two_namesakes_in_one_cup_are_two() -> None:
    twice = [entry(1, "Nagy Pál"), entry(2, "Nagy Pál")]
    lines = series_table([twice, [entry(1, "Nagy Pál")]], POINTS)
    assert [(line.name, line.total) for line in lines] == [("Nagy Pál", 10)] * 3


def test_one_of_the_register_and_a_namesake_in_one_cup() -> None:
    keys = identities([[entry(1, "Nagy Pál", person=1), entry(2, "Nagy Pál")], [entry(4, "Nagy Pál", person=1)]])
    assert keys[0, 1] == keys[1, 4] != keys[0, 2]


def test_the_name_is_that_of_the_last_cup() -> None:
    lines = series_table([[entry(1, "Kiss Anna", person=5)], [entry(9, "Nagyné Kiss Anna", "Eger", 5)]], POINTS)
    assert [(line.name, line.club, line.total) for line in lines] == [("Nagyné Kiss Anna", "Eger", 20)]
    assert [score.number for score in lines[0].scores] == [1, 9]
