"""Deals of the Czech game made by chance, each accepted as it is: every bid, degree, figure and meld occurs."""

import random
from collections.abc import Sequence
from typing import Any

import rules

Record = dict[str, Any]

_BIDS = {"first": 60, "second": 10, "trojka": 15, "solo": 5, "warsaw": 10}
#: One of them is declared now and then. All can stand beside each other, whoever has them.
_MELDS = ("tarocks-8-9", "tarocks-10-12", "tarocks-1-2", "four-kings", "trul")


def deal(law: rules.Ruleset, active: Sequence[rules.Player], chance: random.Random) -> Record:
    """A deal that counts, played by the four `active`; without ruleset and players."""
    bid = law.bids[chance.choices(list(_BIDS), list(_BIDS.values()))[0]]
    if bid.each_alone:
        return {"bid": bid.id, **_each(active, chance)}
    declarer, partner, *others = chance.sample(list(active), 4)
    record: Record = {"bid": bid.id, "declarer": declarer, "card_points": round(chance.triangular(10, 64, 38))}
    if bid.degrees:
        record["degree"] = chance.randint(1, len(bid.degrees))
    alone = not bid.partner or chance.random() < 0.08
    if not alone:
        record["partner"] = partner
    if chance.random() < 0.15:
        record["kontra"] = chance.choice([1, 1, 2, 3])
    sides = ([declarer], [partner, *others]) if alone else ([declarer, partner], others)
    record |= _pagat(bid, declarer, sides, chance)
    if chance.random() < 0.3:
        record["melds"] = [{"meld": chance.choice(_MELDS), "by": chance.choice(list(active))}]
    return record


def _each(active: Sequence[rules.Player], chance: random.Random) -> Record:
    """The counts of all four; now and then three or two of them lose together."""
    points = chance.choice([(23, 1, 23, 23), (30, 10, 0, 30), (41, 0, 9, 20), (28, 14, 20, 8), (12, 25, 25, 8)])
    order = chance.sample(range(4), 4)
    tricks = [0 if not points[n] else 1 for n in order]
    tricks[order.index(0)] += 12 - sum(tricks)
    keys = [str(player) for player in active]
    return {
        "points": dict(zip(keys, [points[n] for n in order], strict=True)),
        "tricks": dict(zip(keys, tricks, strict=True)),
    }


def _pagat(
    bid: rules.Bid, declarer: rules.Player, sides: tuple[list[rules.Player], list[rules.Player]], chance: random.Random
) -> Record:
    """The pagát: bound to the bid, announced, silent, or left alone."""
    made, figure = chance.random() < 0.7, "pagat-ultimo"
    if bid.needs or chance.random() < 0.1:
        by = declarer if bid.needs else chance.choice(chance.choice(sides))
        said: Record = {"figure": figure, "by": by, "made": made}
        if chance.random() < 0.2:
            said["kontra"] = chance.choice([1, 2])
        return {"announcements": [said]}
    if chance.random() < 0.15:
        return {"silent": [{"figure": figure, "by": chance.choice(chance.choice(sides)), "made": made}]}
    return {}
