"""A fresh draw plans all rounds to come and plays the first. The others are kept with it, and played while still good.

Searching anew from round to round may find less than was found when there was more to choose from. So the next fresh
draw takes one of the rounds that were planned, by its seed which one, as long as the same people play and nothing
happened that spoils them; else it searches, and takes what is better.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from rules import draw

Rounds = tuple[draw.Tables, ...]


def as_data(plan: draw.Plan) -> dict[str, Any]:
    """What is kept of a plan once its first round is played: the others, and how many of their meetings are repeated;
    nothing where there are no others."""
    rest = [[list(table) for table in tables] for tables in plan.rounds[1:]]
    return {"rounds": rest, "repeats": plan.repeats} if rest else {}


def from_data(data: Mapping[str, Any], players: Sequence[int], rounds: int) -> Rounds:
    """What was kept, if it is of these players and so many rounds; else nothing."""
    kept = tuple(tuple(tuple(table) for table in tables) for tables in data.get("rounds", ()))
    for_them = all(sorted(each for table in tables for each in table) == sorted(players) for tables in kept)
    return kept if for_them and len(kept) == rounds else ()


def carried_on(kept: Rounds, met: draw.Met, seed: int) -> draw.Plan:
    """The rounds that were planned, with the meetings that they repeat as it is now; which comes first, which table has
    which number and who sits where at it is by lot."""
    dice = random.Random(seed)
    rounds = []
    for tables in dice.sample(kept, len(kept)):
        mixed = [tuple(dice.sample(table, len(table))) for table in dice.sample(tables, len(tables))]
        rounds.append(tuple(sorted(mixed, key=len)))
    return draw.Plan(tuple(rounds), repeats_of(rounds, met))


def most_even_first(plan: draw.Plan, fives: Mapping[int, int]) -> draw.Plan:
    """The same rounds, with the one first after which tables of five are spread the most evenly: all are even only once
    the whole plan is played, which a cup that ends early never is."""

    def uneven(tables: draw.Tables) -> int:
        # Who sits at a five for the third time weighs more than who does for the first.
        return sum(fives.get(player, 0) for table in tables if len(table) == 5 for player in table)

    first = min(plan.rounds, key=uneven)
    return draw.Plan((first, *(tables for tables in plan.rounds if tables is not first)), plan.repeats)


def repeats_of(rounds: Sequence[draw.Tables], met: draw.Met) -> int:
    """How many meetings of these rounds are repeated, of rounds before or of each other."""
    counts, found = dict(met), 0
    for tables in rounds:
        found += draw.repeats(tables, counts)
        for pair, times in draw.meetings([tables]).items():
            counts[pair] = counts.get(pair, 0) + times
    return found
