"""Deals of the Czech game told in words."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

import rules
from scoring.explain import Story, tell
from scoring.sentences import say
from tests.rules.making import Record, said
from tests.rules.taroky_making import alone, meld, taroky, warsaw

NAMES: dict[rules.Player, str] = {"A": "Anna", "B": "Béla", "C": "Cili", "D": "Dani"}


def told(record: Record, language: str = "en") -> Story:
    deal = rules.read_deal(record)
    with translation.override(language):
        return tell(deal, rules.score(deal), NAMES, say)


def reasons(record: Record, language: str = "en") -> list[tuple[Any, ...]]:
    return [(row.name, row.remarks, row.value, row.gain, row.pay) for row in told(record, language).reasons]


def test_a_game_with_figure_and_meld() -> None:
    record = taroky(bid="second", announcements=[said("pagat-ultimo", "A", False, kontra=1)], melds=[meld("trul", "B")])
    ours, theirs = ("Anna", "Cili"), ("Béla", "Dani")
    assert reasons(record) == [
        ("Game", ("second",), 6, ours, theirs),
        ("Pagát ultimó", ("announced", "failed", "kontra ×2"), 40, theirs, ours),
        ("Trull (I, XXI, skíz)", (), 5, theirs, ours),
    ]
    story = told(record)
    assert story.headline == "Second"
    assert story.card_points == (41, 29)
    assert story.won
    assert [(row.name, row.by, row.status) for row in story.said] == [
        ("Pagát ultimó", "Anna", "failed"),
        ("Trull (I, XXI, skíz)", "Béla", ""),
    ]


@pytest.mark.parametrize(("language", "wanted"), [("en", "Trojka, degree 2"), ("hu", "Trojka, 2. fok")])
def test_a_degree_is_told_with_its_bid(language: str, wanted: str) -> None:
    assert told(alone("trojka", degree=2), language).headline == wanted


def test_who_pays_whom_in_warsaw() -> None:
    record = warsaw((35, 35, 0, 0), (6, 5, 1, 0))
    assert reasons(record, "hu") == [
        ("Varsó", (), 10, ("Cili",), ("Anna",)),
        ("Varsó", (), 10, ("Cili",), ("Béla",)),
        ("Varsó", (), 20, ("Dani",), ("Anna",)),
        ("Varsó", (), 20, ("Dani",), ("Béla",)),
    ]
    story = told(record, "hu")
    assert story.sentences == ("Ütéspontok (és ütések): Anna 35 (6), Béla 35 (5), Cili 0 (1), Dani 0 (0).",)
    assert (story.declarer, story.card_points, story.won) == ("", None, None)
