"""What a fresh draw comes to beside one at random, and how long it takes."""

import time
from collections import Counter
from collections.abc import Sequence

from rules import draw
from tests.bench.measure import Report

PLAYERS = (16, 20, 23, 24, 40, 61, 100)
ROUNDS, SEED, SECONDS = 4, 2026, 60

Rounds = Sequence[Sequence[Sequence[int]]]


def draws(report: Report) -> None:
    """Four rounds of each number of players; then the same after two rounds, when one has left and one has come."""
    report.title(f"Fresh draws of {ROUNDS} rounds beside draws at random")
    for players in PLAYERS:
        everybody = range(1, players + 1)
        start = time.perf_counter()
        plan = draw.fresh(everybody, ROUNDS, seed=SEED)
        took = time.perf_counter() - start
        at_random = [draw.at_random(everybody, seed=SEED + number) for number in range(ROUNDS)]
        _tell(report, f"{players} players", plan.rounds, at_random, took)
        # Of 23 nobody can spread them more evenly without a repeated meeting: tests/rules/test_draw.py says why.
        report.bound("  repeated meetings", _repeats(plan.rounds), 0)
        report.bound("  tables of five: apart", _apart(plan.rounds, everybody), 2 if players == 23 else 1)
        report.bound("  seconds", took, SECONDS)
        _after_a_change(report, plan.rounds[:2], players)


def _after_a_change(report: Report, played: Rounds, players: int) -> None:
    """Player 3 leaves after two rounds, somebody new comes."""
    now = [player for player in range(1, players + 2) if player != 3]
    start = time.perf_counter()
    plan = draw.fresh(now, ROUNDS - 2, seed=SEED, met=draw.meetings(played), fives=_fives(played))
    took = time.perf_counter() - start
    anew = draw.fresh(now, ROUNDS - 2, seed=SEED)
    report.bound("  one left and one came after round 2: repeated meetings", plan.repeats, anew.repeats)
    report.bound("  seconds", took, SECONDS)


def _tell(report: Report, who: str, fresh: Rounds, at_random: Rounds, took: float) -> None:
    report.fact(f"{who}: {_repeats(fresh)} repeated meetings, at random {_repeats(at_random)}; {took:.2f} s")


def _repeats(rounds: Rounds) -> int:
    """Counted on its own: how many meetings are not the first of their pair."""
    return sum(times - 1 for times in draw.meetings(rounds).values())


def _fives(rounds: Rounds) -> Counter[int]:
    return Counter(player for tables in rounds for table in tables if len(table) == 5 for player in table)


def _apart(rounds: Rounds, players: Sequence[int]) -> int:
    sat = _fives(rounds)
    return max(sat[player] for player in players) - min(sat[player] for player in players)
