"""What players talk about, counted over deals: captures, pagát ultimós, kontras, melds, the best deal. Pure and exact.

- An XXI is caught by its catcher and lost by its victim, as far as the record names them (the capture log's rule).
- A pagát ultimó is the pagát's last trick. It is of whoever announced it; of a silent one the record names a player.
- Bikas have both declarers, or the one who was alone.
- A kontra is won by all of the side that gains by what was doubled (the game or an announced figure), and lost by the
  other side, whoever said it: a rekontra that pays is one, too.
- A player's best deal is the one with the most table points.
- A meld is of who declared it.
- A Warszawa (everyone for himself) is lost by each who pays in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

import rules

Exact = int | Fraction


@dataclass(frozen=True, slots=True)
class Where:
    """Where a deal was played; `position` is its place in the table's order of play."""

    round: int
    table: int
    number: int
    position: int


@dataclass(slots=True)
class Tally:
    """One player's counts. `pagat_announced` are those made or failed that were announced."""

    deals: int = 0
    caught: int = 0
    lost: int = 0
    pagat_made: int = 0
    pagat_failed: int = 0
    pagat_announced: int = 0
    bikas: int = 0
    kontras_won: int = 0
    kontras_lost: int = 0
    melds: int = 0
    warsaws: int = 0
    warsaws_lost: int = 0
    best: Exact | None = None
    best_at: Where | None = None

    @property
    def pagats(self) -> int:
        """Made and failed."""
        return self.pagat_made + self.pagat_failed

    @property
    def kontras(self) -> int:
        """Won and lost."""
        return self.kontras_won + self.kontras_lost

    def add(self, other: Tally) -> None:
        """Counts what another one has counted of the same player's later deals."""
        for name in _SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        if other.best is not None and (self.best is None or other.best > self.best):
            self.best, self.best_at = other.best, other.best_at


_SUMS = (
    "deals",
    "caught",
    "lost",
    "pagat_made",
    "pagat_failed",
    "pagat_announced",
    "bikas",
    "kontras_won",
    "kontras_lost",
    "melds",
    "warsaws",
    "warsaws_lost",
)


@dataclass(frozen=True, slots=True)
class BestDeal:
    """A deal with who won most at it, each of them `points`."""

    points: Exact
    winners: tuple[int, ...]
    at: Where


@dataclass(slots=True)
class Counts:
    """The counts of many deals: of each player by number, of all together, and the best deals, the highest first.

    The sums of all count a thing once: a bika of two declarers is one bika, a kontra one kontra. `melds` are by id.
    """

    players: dict[int, Tally] = field(default_factory=dict)
    deals: int = 0
    captures: int = 0
    pagat_made: int = 0
    pagat_failed: int = 0
    bikas: int = 0
    kontras: int = 0
    warsaws: int = 0
    melds: Counter[str] = field(default_factory=Counter)
    best: list[BestDeal] = field(default_factory=list)

    @property
    def pagats(self) -> int:
        """Made and failed."""
        return self.pagat_made + self.pagat_failed

    @property
    def all_melds(self) -> int:
        """Melds of every kind."""
        return self.melds.total()

    def add(self, other: Counts) -> None:
        """Counts what another one has counted of later deals."""
        for number, tally in other.players.items():
            self.players.setdefault(number, Tally()).add(tally)
        for name in ("deals", "captures", "pagat_made", "pagat_failed", "bikas", "kontras", "warsaws"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.melds.update(other.melds)
        # Stable: of equal ones the earlier stays ahead.
        self.best = sorted(self.best + other.best, key=lambda deal: -deal.points)[:BEST]


#: So many deals are among the best.
BEST = 10


def count(deals: Iterable[tuple[rules.Deal, Where]]) -> Counts:
    """The counts of these deals, all of which count, in the order of play."""
    found = Counts()
    for record, where in deals:
        result = rules.score(record)
        found.deals += 1
        tallies = {player: found.players.setdefault(int(player), Tally()) for player in record.players}
        for player, points in result.points.items():
            tally = tallies[player]
            tally.deals += 1
            if tally.best is None or points > tally.best:
                tally.best, tally.best_at = points, where
        for capture in result.captures:
            found.captures += 1
            if capture.catcher is not None:
                tallies[capture.catcher].caught += 1
            if capture.victim is not None:
                tallies[capture.victim].lost += 1
        if result.bika:
            found.bikas += 1
            for player in record.members(rules.DECLARER):
                tallies[player].bikas += 1
        _count_pagats(found, record, tallies)
        _count_kontras(found, record, result.lines, tallies)
        if isinstance(record, rules.TarokyDeal):
            _count_taroky(found, record, result.lines, tallies)
        _keep_best(found, where, result.points)
    return found


@dataclass(frozen=True, slots=True)
class Known:
    """Which of the things that are counted a ruleset knows at all."""

    captures: bool
    pagats: bool
    bikas: bool
    melds: bool
    warsaws: bool

    @property
    def log(self) -> bool:
        """Is there anything for a capture log, which has the bika list beside it?"""
        return self.captures or self.bikas


def known(ruleset: rules.Ruleset) -> Known:
    """What can be counted under a ruleset."""
    taroky = ruleset.taroky
    return Known(
        captures=has_captures(ruleset),
        pagats=bool(pagat_ultimos(ruleset)),
        bikas=ruleset.pack.bika is not None,
        melds=taroky is not None and bool(taroky.melds),
        warsaws=taroky is not None and taroky.warsaw is not None,
    )


def pagat_ultimos(ruleset: rules.Ruleset) -> frozenset[str]:
    """The figures of a ruleset that are a pagát ultimó: the pagát wins the last trick, and no other."""
    return frozenset(
        figure.id
        for figure in ruleset.figures.values()
        if figure.kind == "trick" and figure.card == "I" and figure.slots == (ruleset.pack.tricks,)
    )


def has_captures(ruleset: rules.Ruleset) -> bool:
    """Does a ruleset know the catch of the XXI?"""
    return any(figure.kind == "catch" for figure in ruleset.figures.values())


def _count_pagats(found: Counts, record: rules.Deal, tallies: dict[rules.Player, Tally]) -> None:
    if record.outcome != "played":
        return
    ultimos = pagat_ultimos(record.ruleset)
    said = [(each, True) for each in record.in_force()] + [(each, False) for each in record.silent]
    for each, announced in said:
        if each.figure not in ultimos or each.made is None:
            continue
        tally = tallies[each.by]
        tally.pagat_announced += announced
        tally.pagat_made += each.made
        tally.pagat_failed += not each.made
        found.pagat_made += each.made
        found.pagat_failed += not each.made


def _count_kontras(
    found: Counts, record: rules.Deal, lines: Iterable[rules.Line], tallies: dict[rules.Player, Tally]
) -> None:
    for line in lines:
        if not line.kontra or line.side is None:
            continue
        found.kontras += 1
        for player in record.members(line.side):
            tallies[player].kontras_won += 1
        for player in record.members(rules.other(line.side)):
            tallies[player].kontras_lost += 1


def _count_taroky(
    found: Counts, record: rules.TarokyDeal, lines: Iterable[rules.Line], tallies: dict[rules.Player, Tally]
) -> None:
    if record.outcome != "played":
        return
    for declared in record.melds:
        found.melds[declared.meld] += 1
        tallies[declared.by].melds += 1
    if record.each_alone:
        found.warsaws += 1
        payers = {line.player for line in lines}
        for player, tally in tallies.items():
            tally.warsaws += 1
            tally.warsaws_lost += player in payers


def _keep_best(found: Counts, where: Where, points: dict[rules.Player, Exact]) -> None:
    most = max(points.values(), default=0)
    if most <= 0 or (len(found.best) == BEST and most <= found.best[-1].points):
        return
    winners = tuple(sorted(int(player) for player, value in points.items() if value == most))
    found.best.append(BestDeal(most, winners, where))
    # Stable: of equal ones the earlier stays ahead.
    found.best.sort(key=lambda deal: -deal.points)
    del found.best[BEST:]
