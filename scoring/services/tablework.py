"""Facts about one table that several services ask for: is its paper right, is it complete, what has it earned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import rules
from rules import Problem
from scoring.models import Table

#: Far above what anybody ever won at a table, far below what a sum could not hold.
MAX_PAPER_POINTS = 1_000_000


def paper_problems(value: object, seats: Sequence[int], place: str) -> tuple[dict[int, int], list[Problem]]:
    """Points from a paper sheet by player number, and what is wrong with them.

    `value` is an object that names each seated player once, as text or number, with a whole number of table
    points; they sum to zero.
    """
    if not isinstance(value, Mapping):
        return {}, [Problem("bad-type", place, {"expected": "object"})]
    problems = []
    names = {str(player): player for player in seats}
    points: dict[int, int] = {}
    for key, found in value.items():
        here = f"{place}.{key}"
        if str(key) not in names:
            problems.append(Problem("not-at-table", here, {"player": str(key)[:20]}))
        elif isinstance(found, bool) or not isinstance(found, int):
            problems.append(Problem("bad-type", here, {"expected": "number"}))
        elif abs(found) > MAX_PAPER_POINTS:
            limits = {"value": found, "low": -MAX_PAPER_POINTS, "high": MAX_PAPER_POINTS}
            problems.append(Problem("number-out-of-range", here, limits))
        else:
            points[names[str(key)]] = found
    given = {str(key) for key in value}
    missing = [player for player in seats if str(player) not in given]
    if missing:
        players = ", ".join(str(player) for player in missing)
        problems.append(Problem("seats-without-points", place, {"players": players}))
    if not problems and sum(points.values()) != 0:
        problems.append(Problem("sum-not-zero", place, {"sum": sum(points.values())}))
    return points, problems


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
