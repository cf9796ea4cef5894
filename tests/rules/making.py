"""Small helpers of the tests: a deal to start from, what is found wrong with one, what it pays."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import rules

Record = dict[str, Any]
Found = list[tuple[str, str]]


def deal(**fields: Any) -> Record:
    """A record of the Kupa: A and C play a three and take 60 card points. What is given stands over it."""
    plain = {
        "ruleset": "kupa-2005",
        "players": ["A", "B", "C", "D"],
        "bid": "three",
        "declarer": "A",
        "partner": "C",
        "card_points": 60,
    }
    return {**plain, **fields}


def magas(**fields: Any) -> Record:
    """The same in magas tarokk."""
    return deal(**{"ruleset": "magas-2018", **fields})


def bare(outcome: str, **fields: Any) -> Record:
    """A deal that came to nothing: no bid, no declarer, no points."""
    return {"ruleset": "kupa-2005", "players": ["A", "B", "C", "D"], "outcome": outcome, **fields}


def said(figure: str, by: rules.Player, made: bool | None = None, **fields: Any) -> Record:
    """One announcement, or one silent figure."""
    found: Record = {"figure": figure, "by": by, **fields}
    if made is not None:
        found["made"] = made
    return found


def scored(record: Record) -> rules.Result:
    """The result of a record."""
    return rules.score(rules.read_deal(record))


def errors(record: object) -> Found:
    """Code and field of each error; empty where the record is accepted."""
    try:
        rules.read_deal(record)
    except rules.Refused as refusal:
        return [(problem.code, problem.field) for problem in refusal.problems]
    return []


def warned(record: Record) -> Found:
    """Code and field of each warning."""
    return [(warning.code, warning.field) for warning in scored(record).warnings]


def lines(record: Record) -> list[tuple[str, str, int | Fraction]]:
    """Item, side or player, and value of each line, in their order."""
    return [(line.item, str(line.side or line.player), line.value) for line in scored(record).lines]


def points(record: Record) -> list[rules.Player]:
    """The points of the four players, in playing order."""
    return [rules.exact(number) for number in scored(record).points.values()]
