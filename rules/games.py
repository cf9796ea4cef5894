"""The doors of the law: a record is read, and a deal is scored, by the rules of the game that its ruleset is of.

Here alone the Hungarian games and the Czech one part.
"""

from __future__ import annotations

from typing import Any

from .deal import Deal
from .fields import DEAL, PLAYER, Types, expected
from .lines import Result
from .problems import Problem, Refused
from .reading import read_tarokk
from .ruleset import OUTCOMES, Ruleset
from .rulesetfile import rulesets
from .settle import settle
from .taroky import TarokyDeal, settle_taroky
from .tarokyreading import fields_of, read_taroky


def read_deal(record: object, ruleset: Ruleset | None = None) -> Deal:
    """The deal that this decoded JSON record (`formats` §1) describes.

    `ruleset` serves a record that names none, and stands for the file of its id (the snapshot of a tournament).
    Raises Refused with every problem of the first pass, or of the second if the first found none.

    >>> record = {"ruleset": "kupa-2005", "players": ["A", "B", "C", "D"], "bid": "two", "declarer": "A"}
    >>> read_deal({**record, "partner": "C", "card_points": 52}).side_of("C")
    'declarer'
    >>> read_deal({**record, "card_points": 95})
    Traceback (most recent call last):
    rules.problems.Refused: card-points-out-of-range at card_points
    """
    framed, rules = _frame(record, ruleset)
    return (read_tarokk if rules.taroky is None else read_taroky)(framed, rules)


def score(deal: Deal) -> Result:
    """The points of a deal and why. Every deal that could be read can be scored.

    >>> deal = read_deal({"ruleset": "kupa-2005", "players": ["A", "B", "C", "D"], "bid": "two", "declarer": "A",
    ...                   "partner": "C", "kontra": 1, "card_points": 52})
    >>> score(deal).points
    {'A': 4, 'B': -4, 'C': 4, 'D': -4}
    """
    return settle_taroky(deal) if isinstance(deal, TarokyDeal) else settle(deal)


def _frame(record: object, ruleset: Ruleset | None) -> tuple[dict[str, Any], Ruleset]:
    """The record and its ruleset, or a refusal that stands alone since the rest cannot be read."""
    if type(record) is not dict:
        raise Refused([Problem("bad-type", "", {"expected": "object"})])
    id = record.get("ruleset")
    if type(id) is str and (ruleset is None or id != ruleset.id):
        ruleset = rulesets().get(id)
    players = record.get("players")
    wrong = _wrong_types(record, DEAL if ruleset is None or ruleset.taroky is None else fields_of(record, ruleset))
    if type(players) is list:
        for n, player in enumerate(players):
            if type(player) not in PLAYER:
                wrong.append(Problem("bad-type", f"players[{n}]", {"expected": "player"}))
    if wrong:
        raise Refused(wrong)
    if ruleset is None:
        if id is None:
            raise Refused([Problem("missing-field", "ruleset", {"name": "ruleset"})])
        raise Refused([Problem("unknown-ruleset", "ruleset", {"ruleset": id})])
    if players is not None and (len(players) != 4 or len(set(map(str, players))) != 4):
        raise Refused([Problem("bad-players", "players")])
    outcome = record.get("outcome", "played")
    if outcome not in ruleset.outcomes:
        code = "outcome-not-in-ruleset" if outcome in OUTCOMES else "unknown-outcome"
        raise Refused([Problem(code, "outcome", {"outcome": outcome})])
    return record, ruleset


def _wrong_types(record: dict[str, Any], known: Types) -> list[Problem]:
    wrong = []
    for name, value in record.items():
        types = known.get(name)
        if types is not None and type(value) not in types:
            wrong.append(Problem("bad-type", name, {"expected": expected(types)}))
    return wrong
