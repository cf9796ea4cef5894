"""Exact numbers in words."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from scoring.numbers import decimal, machine, plain, written
from scoring.templatetags.tarokk import initials, ordinal, points


@pytest.mark.parametrize(
    ("value", "hungarian", "english"),
    [
        (0, "0", "0"),
        (12, "12", "12"),
        (-12, "−12", "−12"),
        (Fraction(15, 2), "7,5", "7.5"),
        (Fraction(14, 3), "4,67", "4.67"),
        (Fraction(-14, 3), "−4,67", "−4.67"),
        (Fraction(1, 3), "0,33", "0.33"),
        (Fraction(1, 200), "0,01", "0.01"),
        (Fraction(-1, 300), "0", "0"),
        (Fraction(999, 1000), "1", "1"),
        (1770, "1770", "1770"),
        (12500, "12\u202f500", "12,500"),
        (-1234567, "−1\u202f234\u202f567", "−1,234,567"),
    ],
)
def test_written(value: int | Fraction, hungarian: str, english: str) -> None:
    with override("hu"):
        assert written(value) == hungarian
    with override("en"):
        assert written(value) == english


def test_a_plus_is_written_when_asked_for() -> None:
    with override("hu"):
        assert [written(n, signed=True) for n in (5, 0, -5)] == ["+5", "0", "−5"]


def test_files_have_a_hyphen_and_no_grouping() -> None:
    assert plain(Fraction(-37501, 3)) == "-12500.33"
    assert plain(Fraction(-37501, 3), comma=True) == "-12500,33"


@given(st.fractions(max_denominator=60, min_value=-(10**6), max_value=10**6))
def test_never_more_than_half_a_hundredth_off(value: Fraction) -> None:
    assert abs(Fraction(decimal(value)) - value) <= Fraction(1, 200)


@given(st.integers(-(10**12), 10**12))
def test_whole_numbers_stay_whole(value: int) -> None:
    assert plain(value) == machine(value) == str(value)


def test_points_tell_sign_colour_and_exact_value() -> None:
    with override("hu"):
        assert points(7, "signed") == '<data class="points" value="7">+7</data>'
        assert points(-7) == '<data class="points is-minus" value="-7">−7</data>'
        assert points(0) == '<data class="points is-zero" value="0">0</data>'
        assert points(Fraction(15, 2)) == '<data class="points" value="15/2" title="15/2">7,5</data>'
        assert points(None) == '<span class="points is-zero">–</span>'


@pytest.mark.parametrize(
    ("number", "text"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (13, "13th"), ("22", "22nd")]
)
def test_english_ordinals(number: int | str, text: str) -> None:
    with override("en"):
        assert ordinal(number) == text
    with override("hu"):
        assert ordinal(number) == f"{number}."


@pytest.mark.parametrize(
    ("name", "letters"),
    [("Szentirmay Gyula", "SzGy"), ("őry Tűnde", "ŐT"), ("Kis Nagy Ács Béla", "KNÁ"), ("Dzsida", "Dzs"), ("", "")],
)
def test_initials_keep_digraphs(name: str, letters: str) -> None:
    assert initials(name) == letters
