"""The statistics, counted over deals that were counted by hand."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from scoring.statistics import Counts, Where, count, has_captures, pagat_ultimos


def deal(number: int, ruleset: str = "kupa-2005", **record: Any) -> tuple[rules.Deal, Where]:
    """A deal of players 1 to 4 at table 1 of round 1."""
    whole = {"ruleset": ruleset, "players": [1, 2, 3, 4], "bid": "three", "declarer": 1, "card_points": 60, **record}
    whole = {name: value for name, value in whole.items() if value is not None}
    return rules.read_deal(whole), Where(1, 1, number, number)


def of(*deals: tuple[rules.Deal, Where]) -> Counts:
    return count(deals)


def test_it_works() -> None:
    found = of(
        # 1 and 3 win a kontra'd game: 2 each; 1 makes the announced pagát ultimó, 10 each.
        deal(1, partner=3, kontra=1, announcements=[{"figure": "pagat-ultimo", "by": 1, "made": True}]),
        # 1 alone loses at 47: a bika; 2 loses the XXI silently to 4 (32 for each of the three).
        deal(2, card_points=47, silent=[{"figure": "xxi-catch", "by": 4, "catcher": 4, "victim": 1}]),
        # 2 with 4: 4's announced ultimó fails under a rekontra (10 · 4), the game is won.
        deal(
            3,
            declarer=2,
            partner=4,
            announcements=[{"figure": "pagat-ultimo", "by": 4, "made": False, "kontra": 2}],
        ),
    )
    one, two, three, four = (found.players[number] for number in (1, 2, 3, 4))
    assert (found.deals, found.captures, found.bikas, found.kontras) == (3, 1, 1, 2)
    assert (found.pagat_made, found.pagat_failed) == (1, 1)
    assert [tally.deals for tally in (one, two, three, four)] == [3] * 4
    assert [(tally.caught, tally.lost) for tally in (one, two, three, four)] == [(0, 1), (0, 0), (0, 0), (1, 0)]
    assert [(tally.pagat_made, tally.pagat_failed) for tally in (one, four)] == [(1, 0), (0, 1)]
    assert [tally.bikas for tally in (one, two, three, four)] == [1, 0, 0, 0]
    assert [(tally.kontras_won, tally.kontras_lost) for tally in (one, two, three, four)] == [
        (2, 0),  # the game, and the failed ultimó of the others
        (0, 2),
        (2, 0),
        (0, 2),
    ]
    # Deal 3: 40 − 1 for the opponents; deal 2: 32 + 1 for each of three; deal 1: 12 for the pair.
    assert [(best.points, best.winners, best.at.number) for best in found.best] == [
        (39, (1, 3), 3),
        (33, (2, 3, 4), 2),
        (12, (1, 3), 1),
    ]
    assert (one.best, one.best_at) == (39, Where(1, 1, 3, 3))
    assert (two.best, two.best_at) == (33, Where(1, 1, 2, 2))


def test_silent_ultimos_and_those_raised_away() -> None:
    silent = deal(1, partner=3, silent=[{"figure": "pagat-ultimo", "by": 2, "made": False}])
    found = of(silent)
    tally = found.players[2]
    assert (tally.pagat_made, tally.pagat_failed, tally.pagat_announced) == (0, 1, 0)
    raised = [
        {"figure": "pagat-ultimo", "by": 1, "made": False},
        {"figure": "pagat-uhu", "by": 1, "made": True, "raised_from": 0},
    ]
    assert of(deal(1, "magas-2018", partner=3, announcements=raised)).pagats == 0


def test_a_catch_of_nobody_named() -> None:
    found = of(deal(1, partner=3, silent=[{"figure": "xxi-catch", "by": 1}]))
    assert (found.captures, sum(tally.caught for tally in found.players.values())) == (1, 0)


def test_a_bika_of_two_is_one() -> None:
    found = of(deal(1, partner=3, card_points=47))
    assert (found.bikas, [found.players[number].bikas for number in (1, 2, 3, 4)]) == (1, [1, 0, 1, 0])


def test_a_renonsz_counts_points_only() -> None:
    found = of(
        deal(
            1,
            outcome="renonsz",
            card_points=None,
            renonsz={"offender": 2},
            announcements=[{"figure": "pagat-ultimo", "by": 1}],
        )
    )
    assert (found.deals, found.pagats, found.kontras) == (1, 0, 0)
    assert found.players[2].best == -30
    assert [best.points for best in found.best] == [10]


def test_parts_add_up() -> None:
    deals = [deal(n, partner=3, kontra=n % 3, card_points=40 + 3 * n, declarer=1) for n in range(1, 16)]
    whole, parts = count(deals), Counts()
    for at in range(0, 15, 4):
        parts.add(count(deals[at : at + 4]))
    assert parts == whole
    assert len(whole.best) == 10


@pytest.mark.parametrize(
    ("ruleset", "ultimos", "captures"),
    [
        ("kupa-2005", {"pagat-ultimo"}, True),
        ("magas-2018", {"pagat-ultimo"}, True),
        ("paskievics", {"pagat-ultimo"}, True),
        ("itvb-2019", {"pagat-ultimo"}, True),
    ],
)
def test_what_a_ruleset_knows(ruleset: str, ultimos: set[str], captures: bool) -> None:
    law = rules.get_ruleset(ruleset)
    assert (set(pagat_ultimos(law)), has_captures(law)) == (ultimos, captures)
