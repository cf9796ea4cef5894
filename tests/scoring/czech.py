"""A small cup of the Czech game, whose numbers were counted by hand."""

from __future__ import annotations

from scoring.models import Tournament
from tests.scoring.cups import Document, document, load, table

#: A table of four, forehand first 2, 3, 4, 1: thirds in Warszawa, a trojka that was doubled, melds, a silent pagát.
FOUR: list[Document] = [
    {
        "number": 1,
        "bid": "warsaw",
        "points": {"2": 11, "3": 20, "4": 20, "1": 20},
        "tricks": {"2": 2, "3": 4, "4": 3, "1": 3},
    },
    {"number": 2, "outcome": "annulled", "note": "hét lap a talonban"},
    {
        "number": 2,
        "bid": "trojka",
        "degree": 2,
        "declarer": 4,
        "kontra": 1,
        "card_points": 40,
        "melds": [{"meld": "trul", "by": 4}, {"meld": "tarocks-8-9", "by": 1}],
    },
    {
        "number": 3,
        "bid": "second",
        "declarer": 1,
        "partner": 3,
        "card_points": 35,
        "announcements": [{"figure": "pagat-ultimo", "by": 1, "made": False, "kontra": 1}],
    },
    {
        "number": 4,
        "bid": "first",
        "declarer": 1,
        "partner": 2,
        "card_points": 45,
        "melds": [{"meld": "trul", "by": 1}],
        "silent": [{"figure": "pagat-ultimo", "by": 1, "made": True}],
    },
]
#: What it comes to. Warszawa: 2 gets 10, a third from each. Trojka: 5 · 2 · 2 = 20 from each of three, the trull of the
#: declarer and the count of an opponent make no difference. Second: the tie costs 1 and the pagát 20 · 2. First: 10 + 5
#: + 10.
TOTALS = {"1": "-118/3", "2": "56", "3": "-268/3", "4": "218/3"}


def czech_cup(*, closed: bool = True, **more: object) -> Tournament:
    """Nine players: the table of four above, and one of five on paper, with thirds, in the first round."""
    tables = [
        table(1, [1, 2, 3, 4], FOUR, remainder=dict.fromkeys(("1", "2", "3", "4"), 0)),
        table(2, [5, 6, 7, 8, 9], totals={"5": "10/3", "6": "10/3", "7": "10/3", "8": -10, "9": 0}),
    ]
    return load(
        document(*tables, players=9, ruleset="taroky-xix", slug="cseh", name="Cseh kupa", closed=closed, **more)
    )
