"""Who sits with whom: tables drawn at random, by the standings, or so that as few as possible meet again.

Pure: players are numbers, tables are tuples of them, fours first (D24). The same arguments give the same tables, on any
machine: what is random comes from `seed`, and the search is bounded by its steps. Two players *meet* where they sit at
one table; a meeting is *repeated* where they met before, in an earlier round or in one planned beside it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp

from .placing import table_sizes

Tables = tuple[tuple[int, ...], ...]
Met = Mapping[frozenset[int], int]

#: What the next meeting of a pair costs that met so many times: nothing the first time; then the more, the oftener, so
#: that repeated meetings fall on different pairs.
_NEXT = [0, *range(8, 8 + 2 * 99, 2)]
#: A start is given up after so many steps, and the search after so many starts that found nothing better.
#: Fewer of them where no meeting is left to be saved, and only tables of five could be spread more evenly; more where
#: so few are left that another start may well save them.
_STEPS, _PATIENCE, _PATIENCE_FOR_FIVES, _PATIENCE_FOR_FEW, _FEW = 10_000, 24, 8, 96, 2
#: How warm a start is, and how cold when it is given up: chosen by how many starts of 22 players came to no repeated
#: meeting, which they do the more rarely the colder they end.
_WARM, _COLD = 3.0, 2.0
#: How much oftener than need be somebody may sit at tables of five, where that saves repeated meetings.
_MORE_FIVES = 2


@dataclass(frozen=True, slots=True)
class Plan:
    """Tables for each of the rounds to come, and how many meetings in them are repeated."""

    rounds: tuple[Tables, ...]
    repeats: int


def meetings(rounds: Sequence[Sequence[Sequence[int]]]) -> dict[frozenset[int], int]:
    """How often each pair of players met in rounds that were played, as tables of player numbers.

    >>> meetings([[(1, 2, 3, 4)], [(1, 2, 5, 6)]])[frozenset({1, 2})]
    2
    """
    found: dict[frozenset[int], int] = {}
    for tables in rounds:
        for table in tables:
            for pair in map(frozenset, combinations(table, 2)):
                found[pair] = found.get(pair, 0) + 1
    return found


def repeats(tables: Sequence[Sequence[int]], met: Met) -> int:
    """How many meetings at these tables of one round are repeated; `met`: how often pairs met before.

    >>> repeats([(1, 2, 3, 4)], {frozenset({1, 2}): 2, frozenset({3, 4}): 1, frozenset({1, 9}): 1})
    2
    """
    return sum(pair in met and met[pair] > 0 for table in tables for pair in map(frozenset, combinations(table, 2)))


def at_random(
    players: Sequence[int],
    *,
    seed: int,
    fives: Mapping[int, int] | None = None,
    fixed: Mapping[int, int] | None = None,
) -> Tables:
    """Tables drawn by lot. Tables of five go to those who sat at the fewest of them (`fives`), by lot among equals.

    `fixed` are players who keep a table, by its index. Raises NoSeating; ValueError where `fixed` names a stranger or
    more players than a table has seats.
    """
    dice = random.Random(seed)
    return _mixed(_dealt(sorted(players), table_sizes(len(players)), dice, fives or {}, fixed or {}), dice)


def by_standings(players: Sequence[int], *, fixed: Mapping[int, int] | None = None) -> Tables:
    """Tables by rank: the first four at the first table, the next four at the second …; fives at the bottom.

    `players` are in the order of the standings; `fixed` and what is raised as `at_random`.

    >>> by_standings([9, 8, 7, 6, 5, 4, 3, 2, 1])
    ((9, 8, 7, 6), (5, 4, 3, 2, 1))
    """
    return _filled(table_sizes(len(players)), list(players), fixed or {})


def fresh(
    players: Sequence[int],
    rounds: int,
    *,
    seed: int,
    met: Met | None = None,
    fives: Mapping[int, int] | None = None,
    fixed: Mapping[int, int] | None = None,
    seconds: float = 60,
) -> Plan:
    """Tables for all rounds to come, planned together, with as few repeated meetings as the search finds.

    Planned round by round, the next one may leave no good one after it. Nobody sits at tables of five more than once
    more often than another, the rounds before (`fives`) counted; a little more only where that saves repeated meetings.
    `met`: how often pairs met in the rounds before. `fixed`: who keeps a table of the next round, by its index.
    `seconds`: at the latest then the search ends with the best it has; where it needs less, as on a common machine, the
    same arguments give the same plan. Raises what `at_random` raises, and ValueError for less than one round.
    """
    if rounds < 1:
        raise ValueError("no round to plan")
    search = _Search(sorted(players), rounds, random.Random(seed), met or {}, fives or {}, fixed or {})
    return search.run(time.monotonic() + seconds)


class _Search:
    """Simulated annealing over all rounds at once: two players of a round change places, one of whom has a repeated
    meeting there; what makes the plan worse is taken the more rarely, the colder it is. When cold it starts anew.

    Players are indices here. `count[a][b]`: how often two meet, before and as planned; `tables[r]`, `at[r][p]`: the
    tables of a round, the table of a player; `bad`: the pairs with repeated meetings in planned rounds.
    """

    def __init__(
        self,
        players: list[int],
        rounds: int,
        dice: random.Random,
        met: Met,
        fives: Mapping[int, int],
        fixed: Mapping[int, int],
    ) -> None:
        self.players, self.rounds, self.dice = players, rounds, dice
        self.sizes = table_sizes(len(players))
        _require_places(players, self.sizes, fixed)
        self.before, self.before_fives = met, fives
        index = {player: number for number, player in enumerate(players)}
        self.keep = {index[player]: table for player, table in fixed.items()}
        self.met = [[0] * len(players) for _ in players]
        for pair, times in met.items():
            ends = [index[player] for player in pair if player in index]
            if len(ends) == 2:
                self.met[ends[0]][ends[1]] = self.met[ends[1]][ends[0]] = times

    def run(self, until: float) -> Plan:
        """The plan with the fewest repeated meetings; among those, with tables of five spread the most evenly."""
        least, even = self._least(), self._spread_at_best()
        best = self._attempt(even, until)
        found, vain, turns = self._badness(best), 0, [0]
        # What is not even on its way may be so at its end, and misses less: the fewest repeats by how much less even.
        fewest = {0: best.repeats}
        while found > (least, even) and vain < _patience(found[0] - least) and time.monotonic() < until:
            turns = turns[1:] or self._promising(fewest, found[0], found[1] - even if found[0] <= least else None)
            if not turns:
                break
            more = turns[0]
            plan = self._attempt(even + more, until)
            fewest[more] = min(fewest.get(more, plan.repeats), plan.repeats)
            vain += 1
            if (badness := self._badness(plan)) < found:
                best, found, vain = plan, badness, 0
        return best

    def _attempt(self, spread: int, until: float) -> Plan:
        """What one start comes to, with tables of five no less even than `spread` on its way."""
        self._start()
        self._anneal(until, spread)
        return self._plan()

    def _badness(self, plan: Plan) -> tuple[int, int]:
        """What a plan is judged by: repeated meetings, then how uneven the tables of five are."""
        return plan.repeats, self._spread_of(plan)

    def _promising(self, fewest: Mapping[int, int], repeated: int, below: int | None) -> list[int]:
        """How much less even than need be it is worth to be: whatever was not tried yet, or came near the best plan.

        `fewest`: the fewest repeated meetings by that, `repeated` those of the best plan. `below`: only less than so
        much helps, since no meeting is left to be saved.
        """
        levels = range(_MORE_FIVES + 1 if 5 in self.sizes else 1)
        near = [more for more in levels if fewest.get(more, 0) <= repeated + _FEW]
        return [more for more in near if below is None or more < below]

    def _spread_of(self, plan: Plan) -> int:
        """How much oftener somebody sits at tables of five than somebody else, once the plan is played."""
        sat = {player: self.before_fives.get(player, 0) for player in self.players}
        for player in (player for tables in plan.rounds for table in tables if len(table) == 5 for player in table):
            sat[player] += 1
        return max(sat.values()) - min(sat.values())

    def _spread_at_best(self) -> int:
        """How much oftener somebody has to sit at tables of five than somebody else."""
        sat = [self.before_fives.get(player, 0) for player in self.players]
        for _ in range(self.rounds * 5 * self.sizes.count(5)):
            sat[sat.index(min(sat))] += 1
        return max(sat) - min(sat)

    def _plan(self) -> Plan:
        """The plan as it stands."""
        rounds = [[tuple(self.players[each] for each in table) for table in tables] for tables in self.tables]
        counts, total = dict(self.before), 0
        for tables in rounds:
            total += repeats(tables, counts)
            for pair, times in meetings([tables]).items():
                counts[pair] = counts.get(pair, 0) + times
        return Plan(tuple(_mixed(tables, self.dice) for tables in rounds), total)

    def _least(self) -> int:
        """No plan repeats fewer meetings: even if each player alone could choose whom to meet. Nobody has fewer than
        three others at a table."""
        seats = (min(self.sizes) - 1) * self.rounds
        short = (seats - (row.count(0) - 1) for row in self.met)
        return -(-sum(each for each in short if each > 0) // 2)

    def _start(self) -> None:
        """Tables at random, those of five to whom sat at the fewest of them."""
        self.count = [list(row) for row in self.met]
        self.fives = [self.before_fives.get(player, 0) for player in self.players]
        self.tables, self.at = [], []
        self.bad: list[tuple[int, int]] = []
        self.where: dict[tuple[int, int], int] = {}
        everybody = list(range(len(self.players)))
        for number in range(self.rounds):
            sat = dict(zip(everybody, self.fives, strict=True))
            fixed = {} if number else self.keep
            tables = [list(table) for table in _dealt(everybody, self.sizes, self.dice, sat, fixed)]
            at = [0] * len(everybody)
            for place, table in enumerate(tables):
                for player in table:
                    at[player] = place
                    self.fives[player] += len(table) == 5
                for a, b in combinations(table, 2):
                    self._meet(a, b, 1)
            self.tables.append(tables)
            self.at.append(at)

    def _meet(self, a: int, b: int, change: int) -> None:
        """Two players meet once more, or once less."""
        times = self.count[a][b] + change
        self.count[a][b] = self.count[b][a] = times
        pair = (a, b) if a < b else (b, a)
        if times > 1 and times > self.met[a][b]:
            if pair not in self.where:
                self.where[pair] = len(self.bad)
                self.bad.append(pair)
        elif pair in self.where:
            place, last = self.where.pop(pair), self.bad.pop()
            if last != pair:
                self.bad[place] = last
                self.where[last] = place

    def _anneal(self, until: float, spread: int) -> None:
        """Improves the plan until it is cold, or without a repeated meeting. Nobody comes to sit at tables of five more
        than `spread` times oftener than another."""
        cooling = (_COLD / _WARM) ** (1 / _STEPS)
        heat, draw, players = _WARM, self.dice.random, len(self.players)
        for step in range(_STEPS):
            if not self.bad or (step % 1000 == 0 and time.monotonic() > until):
                break
            heat *= cooling
            pair = self.bad[int(draw() * len(self.bad))]
            together = [number for number, at in enumerate(self.at) if at[pair[0]] == at[pair[1]]]
            a, b, number = pair[draw() < 0.5], int(draw() * players), together[int(draw() * len(together))]
            at = self.at[number]
            if at[a] == at[b] or self._stays(number, a, b):
                continue
            other = None if self._fair(number, a, b, spread) else self._in_return(number, a, b)
            if other == number:
                continue
            change = self._change(number, a, b)
            self._swap(number, a, b)
            if other is not None:
                change += self._change(other, a, b)
            if change <= 0 or draw() < exp(-change / heat):
                if other is not None:
                    self._swap(other, a, b)
            else:
                self._swap(number, a, b)

    def _stays(self, number: int, a: int, b: int) -> bool:
        """Does one of them keep the table in this round?"""
        return number == 0 and (a in self.keep or b in self.keep)

    def _fair(self, number: int, a: int, b: int, spread: int) -> bool:
        """May they change places in a round, as far as tables of five go?"""
        size = len(self.tables[number][self.at[number][a]])
        if size == len(self.tables[number][self.at[number][b]]):
            return True
        leaves, comes = (a, b) if size == 5 else (b, a)
        if self.fives[comes] < self.fives[leaves]:
            return True
        most = max(max(self.fives), self.fives[comes] + 1)
        fewest = min(min(self.fives), self.fives[leaves] - 1)
        return most - fewest <= spread

    def _in_return(self, number: int, a: int, b: int) -> int:
        """Another round in which they may change places, too, so that each sits at as many tables of five as before;
        `number` if there is none."""
        five = len(self.tables[number][self.at[number][a]]) == 5
        for other in self.dice.sample(range(self.rounds), self.rounds):
            at, tables = self.at[other], self.tables[other]
            if (len(tables[at[a]]) == 5, len(tables[at[b]]) == 5) == (not five, five) and not self._stays(other, a, b):
                return other
        return number

    def _change(self, number: int, a: int, b: int) -> int:
        """What the meetings would cost more if these two changed places in a round."""
        of_a, of_b, at, tables = self.count[a], self.count[b], self.at[number], self.tables[number]
        change = 0
        for other in tables[at[a]]:
            if other != a:
                change += _NEXT[of_b[other]] - _NEXT[of_a[other] - 1]
        for other in tables[at[b]]:
            if other != b:
                change += _NEXT[of_a[other]] - _NEXT[of_b[other] - 1]
        return change

    def _swap(self, number: int, a: int, b: int) -> None:
        at, tables = self.at[number], self.tables[number]
        for leaves, comes in ((a, b), (b, a)):
            table = tables[at[leaves]]
            for other in table:
                if other != leaves:
                    self._meet(leaves, other, -1)
                    self._meet(comes, other, 1)
            self.fives[leaves] -= len(table) == 5
            self.fives[comes] += len(table) == 5
        tables[at[a]][tables[at[a]].index(a)] = b
        tables[at[b]][tables[at[b]].index(b)] = a
        at[a], at[b] = at[b], at[a]


def _patience(over: int) -> int:
    """How many starts in vain end a search whose best plan has so many repeated meetings more than any plan must."""
    if over <= 0:
        return _PATIENCE_FOR_FIVES
    return _PATIENCE_FOR_FEW if over <= _FEW else _PATIENCE


def _dealt(
    players: Sequence[int],
    sizes: Sequence[int],
    dice: random.Random,
    fives: Mapping[int, int],
    fixed: Mapping[int, int],
) -> Tables:
    """Tables by lot; those of five to whom sat at the fewest of them."""
    order = list(players)
    _require_places(order, sizes, fixed)
    dice.shuffle(order)
    fours = 4 * sizes.count(4)
    # By lot among equals, for sorting is stable.
    order.sort(key=lambda player: -fives.get(player, 0))
    first = [player for player in order if player in fixed and sizes[fixed[player]] == 4]
    last = [player for player in order if player in fixed and sizes[fixed[player]] != 4]
    free = [player for player in order if player not in fixed]
    of_four, of_five = free[: fours - len(first)], free[fours - len(first) :]
    dice.shuffle(of_four)
    dice.shuffle(of_five)
    return _filled(sizes, [*first, *of_four, *of_five, *last], fixed)


def _require_places(players: Sequence[int], sizes: Sequence[int], fixed: Mapping[int, int]) -> None:
    """Raises ValueError where somebody keeps a table who does not play, or one that is not there, or is full."""
    taken = [0] * len(sizes)
    for player, place in fixed.items():
        if player not in players or not 0 <= place < len(sizes) or taken[place] == sizes[place]:
            raise ValueError(f"{player} cannot keep table {place}")
        taken[place] += 1


def _filled(sizes: Sequence[int], players: Sequence[int], fixed: Mapping[int, int]) -> Tables:
    """Tables of these sizes filled in order, around those who keep theirs."""
    _require_places(players, sizes, fixed)
    tables: list[list[int]] = [[] for _ in sizes]
    for player, place in fixed.items():
        tables[place].append(player)
    free = iter([player for player in players if player not in fixed])
    for table, size in zip(tables, sizes, strict=True):
        while len(table) < size:
            table.append(next(free))
    return tuple(tuple(table) for table in tables)


def _mixed(tables: Sequence[Sequence[int]], dice: random.Random) -> Tables:
    """The same tables, with seats by lot."""
    return tuple(tuple(dice.sample(list(table), len(table))) for table in tables)
