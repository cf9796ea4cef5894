"""Cups whose files the tests open: an ordinary one, and one with everything that is hard to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import pytest
from django.utils.translation import override

import rules
from scoring.models import Tournament
from tests.scoring.cups import Document, document, load, played, table, uncounted

PRINTED = datetime(2026, 11, 29, 14, 5, tzinfo=UTC)

LONG = "Szentgyörgyi-Horváthné Kőszeghy-Űrményi Zsuzsanna Mária Terézia Antónia Erzsébet Konstancia Jozefina"
#: Formulas, letters that no font has, an accent of its own, a word without an end, names that begin alike.
NAMES = (
    LONG,
    LONG[:-8] + "Ludovika",
    "=1+1 Őry 🂡 Tünde",
    "Megszentségteleníthetetlenségeskedéseitekért" * 2,
    "O\u030bri\u0301 👨‍👩‍👧 család",
    "-Nagy Ádám",
    "@SUM(A1)",
    "+36 30 Ű",
    "#N/A",
)


def hard_deals(seats: Sequence[int], planned: int) -> list[Document]:
    """Deals dear to their losers: hundreds of points, all suits, kontras, notes, and one thrown in."""
    deals = []
    for number in range(1, planned + 1):
        forehand, second, third, fourth = (int(player) for player in rules.rotation(seats, number))
        said: list[Document] = [
            {
                "figure": "king-ultimo",
                "suit": ["hearts", "diamonds", "clubs", "spades"][number % 4],
                "by": forehand,
                "made": number % 2 == 0,
                "kontra": number % 3,
            },
            {"figure": "volat", "by": third, "kontra": 2},
            {"figure": "tarokk-8", "by": fourth},
        ]
        more = {"kontra": number % 4, "tricks": 5, "announcements": said, "note": "Hosszú megjegyzés. " * 5}
        deals.append(played(number, forehand, second if number % 4 else None, 60, **more))
    return [*deals[:3], uncounted(4, "thrown_in"), *deals[3:]]


@pytest.fixture
def hard(db: None) -> Tournament:
    """Nine players: a table of 20 deals, one of 16 in a closed round; an open round with a table on paper."""
    cup = document(
        players=9,
        slug="nehez",
        name="Kőszeghegyaljai Összevont Űrkupa & Kupák Kupája 🏆",
        venue="Ő" * 100,
        rounds_planned=2,
    )
    for player, name in zip(cup["players"], NAMES, strict=True):
        player |= {"name": name, "club": "=cmd|' /C calc'!A0" if player["number"] == 1 else "Őrség"}
    cup["rounds"] = [
        {
            "number": 1,
            "closed": True,
            "tables": [
                table(1, [1, 2, 3, 4], hard_deals([1, 2, 3, 4], 16)),
                table(2, [5, 6, 7, 8, 9], hard_deals([5, 6, 7, 8, 9], 20)),
            ],
        },
        {
            "number": 2,
            "closed": False,
            "tables": [
                table(1, [9, 1, 2, 3, 4], hard_deals([9, 1, 2, 3, 4], 7)),
                table(2, [5, 6, 7, 8], totals={"5": -320, "6": 100, "7": 110, "8": 110}),
            ],
        },
    ]
    return load(cup)


@pytest.fixture
def fractions(db: None) -> Tournament:
    """Three players share the places that earn 6 + 4 + 4 tournament points."""
    totals = {"1": 10, "2": 5, "3": -5, "4": -5, "5": -5}
    tables = [table(1, [1, 2, 3, 4, 5], totals=totals)]
    return load(document(*tables, players=5, ruleset="itvb-2019", closed=True, slug="harmad"))


@pytest.fixture
def hungarian() -> Iterator[None]:
    """Hungarian is the language of the test itself too."""
    with override("hu"):
        yield
