"""The statistics of the Czech game: melds, Warszawa, pagát ultimós and kontras, counted by hand."""

from __future__ import annotations

from collections import Counter
from typing import Any

import rules
from scoring.statistics import Counts, Where, count, known
from tests.scoring.czech import FOUR


def counts_of(*records: dict[str, Any]) -> Counts:
    ruleset = rules.get_ruleset("taroky-xix")
    dealt = rules.reckon_table(ruleset, [1, 2, 3, 4], 1, records)
    return count((row.deal, Where(1, 1, row.number, n)) for n, row in enumerate(dealt, 1) if row.counted)


def test_it_works() -> None:
    found = counts_of(*FOUR)

    assert (found.deals, found.captures, found.bikas, found.warsaws) == (4, 0, 0, 1)
    assert (found.pagat_made, found.pagat_failed, found.kontras) == (1, 1, 2)
    assert found.melds == Counter({"trul": 2, "tarocks-8-9": 1}) and found.all_melds == 3
    assert {n: tally.melds for n, tally in found.players.items()} == {1: 2, 2: 0, 3: 0, 4: 1}
    assert {n: tally.warsaws_lost for n, tally in found.players.items()} == {1: 1, 2: 0, 3: 1, 4: 1}
    assert {tally.warsaws for tally in found.players.values()} == {1}
    # The pagát of the second is lost by who announced it, and doubled: the kontra is won by the other side.
    assert (found.players[1].pagat_made, found.players[1].pagat_failed) == (1, 1)
    assert [(found.players[n].kontras_won, found.players[n].kontras_lost) for n in (1, 2, 3, 4)] == [
        (0, 2),
        (1, 1),
        (0, 2),
        (2, 0),
    ]
    assert (found.best[0].points, found.best[0].winners) == (60, (4,))


def test_counts_of_rounds_add_up() -> None:
    whole = counts_of(*FOUR[:1])
    whole.add(counts_of(*FOUR[:1]))

    assert (whole.warsaws, whole.players[1].warsaws_lost, whole.players[2].warsaws) == (2, 2, 2)
    assert whole.all_melds == 0


def test_an_annulled_meld_is_none() -> None:
    ruleset = rules.get_ruleset("taroky-xix")
    record = {"players": [1, 2, 3, 4], "outcome": "annulled", "melds": [{"meld": "trul", "by": 1}]}
    assert count([(rules.read_deal(record, ruleset), Where(1, 1, 1, 1))]).all_melds == 0


def test_what_a_ruleset_knows() -> None:
    taroky = known(rules.get_ruleset("taroky-xix"))
    assert (taroky.captures, taroky.bikas, taroky.log) == (False, False, False)
    assert (taroky.pagats, taroky.melds, taroky.warsaws) == (True, True, True)
    for ruleset in ("kupa-2005", "magas-2018", "paskievics", "itvb-2019"):
        found = known(rules.get_ruleset(ruleset))
        assert found.log and found.bikas and not found.melds and not found.warsaws
