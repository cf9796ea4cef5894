"""Facts about one table that several services ask for: is its paper right, is it complete, what has it earned."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import rules
from rules import Problem
from rules.placing import whole
from scoring.models import Table

Points = int | Fraction

#: Far above what anybody ever won at a table, far below what a sum could not hold.
MAX_PAPER_POINTS = 1_000_000


#: A share of a payment as text, exactly: "10/3".
_SHARE = re.compile(r"-?[0-9]{1,9}(/[1-9][0-9]{0,2})?")
#: Up to three players share a payment: halves and thirds, and their sums.
_SHARES = 6


def paper_problems(
    value: object, seats: Sequence[int], place: str, *, shares: bool = False
) -> tuple[dict[int, Points], list[Problem]]:
    """Points from a paper sheet by player number, and what is wrong with them.

    `value` is an object that names each seated player once, as text or number, with a whole number of table
    points; they sum to zero. With `shares` (of a ruleset where players share payments) exact halves and thirds may
    stand, too, as text such as "10/3" or as Fractions.
    """
    if not isinstance(value, Mapping):
        return {}, [Problem("bad-type", place, {"expected": "object"})]
    problems = []
    names = {str(player): player for player in seats}
    points: dict[int, Points] = {}
    for key, given in value.items():
        here = f"{place}.{key}"
        found: Any = _share(given) if shares else given
        if str(key) not in names:
            problems.append(Problem("not-at-table", here, {"player": str(key)[:20]}))
        elif shares and isinstance(found, str):
            problems.append(Problem("points-not-exact", here))
        elif isinstance(found, bool) or not isinstance(found, int | Fraction if shares else int):
            problems.append(Problem("bad-type", here, {"expected": "number"}))
        elif (found * _SHARES).denominator != 1:
            problems.append(Problem("points-not-exact", here))
        elif abs(found) > MAX_PAPER_POINTS:
            limits = {"value": rules.exact(found), "low": -MAX_PAPER_POINTS, "high": MAX_PAPER_POINTS}
            problems.append(Problem("number-out-of-range", here, limits))
        else:
            points[names[str(key)]] = found
    named = {str(key) for key in value}
    missing = [player for player in seats if str(player) not in named]
    if missing:
        players = ", ".join(str(player) for player in missing)
        problems.append(Problem("seats-without-points", place, {"players": players}))
    if not problems and sum(points.values()) != 0:
        problems.append(Problem("sum-not-zero", place, {"sum": rules.exact(sum(points.values()))}))
    return points, problems


def _share(value: object) -> object:
    """A share written as text, as a number; anything else, and whole shares, as they are."""
    if isinstance(value, str) and _SHARE.fullmatch(value):
        return whole(Fraction(value))
    return whole(value) if isinstance(value, Fraction) else value


def beyond_plan(records: Sequence[Any], planned: int, place: str) -> Iterator[Problem]:
    """The deals whose number is above what the table plays (16, 20 or 15)."""
    for index, record in enumerate(records):
        number = record.get("number") if isinstance(record, Mapping) else None
        if isinstance(number, int) and number > planned:
            yield Problem("deal-beyond-plan", f"{place}[{index}].number", {"number": number, "planned": planned})


def is_complete(ruleset: rules.Ruleset, table: Table, seats: int, round_number: int, counted: int) -> bool:
    """Has the table all it should have when its round is closed?

    That is totals or a remainder from paper, or all its deals. Where play ends by the clock (a ruleset with a
    time limit plays "at most" its deals), one deal is enough.
    """
    if table.paper != Table.Paper.NONE:
        return True
    if ruleset.time_limit(round=round_number) is not None:
        return counted > 0
    return counted >= ruleset.planned_deals(seats=seats, round=round_number)
