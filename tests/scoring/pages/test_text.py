"""Looking names up, and listing them in Hungarian order."""

from __future__ import annotations

import random
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.text import cell, fold, hungarian, matches

ORDERED = [
    ["Ács", "Adorján"],
    ["Balla", "Bálna", "Barta"],
    ["Cukor", "Czakó", "Csaba", "Dudás", "Dzida", "Dzsida", "Egri"],
    ["Cukor", "Csák", "Csúcs", "Daru"],
    ["Garas", "Gulyás", "Gyarmati", "Gyula", "Hegedűs"],
    ["Lukács", "Lyka", "Major"],
    ["Nusi", "Nyúl", "Oláh"],
    ["Ózdi", "Ozsvát", "Öcsi", "Ődön", "Örs", "Pap"],
    ["Suba", "Szabó", "Takó"],
    ["Tutajos", "Tyukodi", "Ujvári", "Úr", "Üllő", "Űr", "Vas"],
    ["Zubor", "Zsiga"],
    ["kas", "kasza", "kassza", "kaszt"],
    ["mennek", "menü", "mennyei"],
    ["mezge", "mezzo", "mezsgye"],
    ["Kiss Zoltán", "Kissné Ács Réka"],
    ["Nagy Éva", "Nagy-Kis Éva", "Nagyné Kis Éva"],
    ["kor", "kór", "Kór", "koros"],
    ["Egér", "egres"],
    ["Muller", "Müller"],
    ["1. asztal", "2. asztal", "asztal"],
    ["Zsófia", "Яна", "🃏"],
]


@pytest.mark.parametrize("names", ORDERED, ids=lambda names: names[0])
def test_hungarian_order(names: list[str]) -> None:
    shuffled = random.Random(1).sample(names, len(names))

    assert sorted(shuffled, key=hungarian) == names


def test_long_digraphs_are_two_letters() -> None:
    assert hungarian("kassza").letters == hungarian("kaszsza").letters
    assert hungarian("meggy").letters[-2:] == hungarian("gygy").letters


def test_long_vowels_decide_only_between_equals() -> None:
    assert hungarian("Bánk") < hungarian("Bank Z")
    assert hungarian("Bank") < hungarian("Bánk")


@given(st.text())
def test_encoding_does_not_matter(text: str) -> None:
    composed, decomposed = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))

    assert hungarian(composed) == hungarian(decomposed)
    assert fold(composed) == fold(decomposed)


@given(st.text(), st.text())
def test_it_is_an_order(one: str, other: str) -> None:
    if hungarian(one) == hungarian(other):
        assert unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", other)
    assert (hungarian(one) < hungarian(other)) or (hungarian(one) >= hungarian(other))


@given(st.text())
def test_everybody_finds_themselves(name: str) -> None:
    assert matches(name, name)
    assert matches(fold(name), name)
    assert matches("", name)


@pytest.mark.parametrize(
    ("query", "name", "found"),
    [
        ("ory", "Őry Tűnde", True),
        ("ŐRY", "Őry Tűnde", True),
        ("TUNDE ŐRY", "Őry Tűnde", True),
        ("o\u030b", "Őry", True),
        ("strasse", "Straße", True),
        ("őri", "Őry", False),
        ("oryx", "Őry", False),
    ],
)
def test_search(query: str, name: str, found: bool) -> None:
    assert matches(query, name) is found


@pytest.mark.parametrize("text", ["=1+1", "+36 20", "-x", "@SUM(A1)", "\t=1", "\r=1"])
def test_a_cell_is_never_a_formula(text: str) -> None:
    assert cell(text) == "'" + text


@pytest.mark.parametrize("text", ["", "Őry Tűnde", "a=b", "'=1", "1+1"])
def test_other_cells_stay_as_they_are(text: str) -> None:
    assert cell(text) == text
