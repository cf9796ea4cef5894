"""What all games share of a settled deal: its lines, its points, and who pays whom (§6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from .deal import DECLARER, Deal, Player, other
from .kassza import KasszaChange
from .problems import Problem

Points = int | Fraction


def exact(number: Points) -> int | str:
    """A number for JSON: whole ones as they are, exact fractions as text.

    >>> exact(Fraction(14, 3)), exact(Fraction(4, 2))
    ('14/3', 2)
    """
    if type(number) is int:
        return number
    return int(number) if number.denominator == 1 else str(number)


class Line(NamedTuple):
    """One line of the explanation.

    `side` receives `value` table points from each opponent (never negative). For a tarokk count `player` receives it
    from each other, for a renonsz `player` pays it to each other; where there is a `to`, `player` pays it to that one
    alone. `rule` is the paragraph.
    """

    item: str
    value: Points
    rule: str
    side: str | None = None
    player: Player | None = None
    kontra: int | None = None
    announced: bool | None = None
    made: bool | None = None
    suit: str | None = None
    to: Player | None = None

    def as_json(self) -> dict[str, Any]:
        """The line as it stands in a result."""
        item, value, rule, side, player, kontra, announced, made, suit, to = self
        found: dict[str, Any] = {"item": item}
        if side is not None:
            found["side"] = side
        if player is not None:
            found["player"] = player
        if to is not None:
            found["to"] = to
        if suit is not None:
            found["suit"] = suit
        found["value"] = value if type(value) is int else exact(value)
        if announced is not None:
            found["announced"] = announced
        if made is not None:
            found["made"] = made
        if kontra is not None:
            found["kontra"] = kontra
        found["rule"] = rule
        return found


@dataclass(frozen=True, slots=True)
class Capture:
    """A XXI that was caught: by whom, from whom, and what it counts on a ruleset's own XXI list."""

    catcher: Player | None
    victim: Player | None
    announced: bool
    kontra: int
    xxi_points: dict[Player, int]


class Result(NamedTuple):
    """What a deal came to. `points` are table points by active player and sum to zero."""

    points: dict[Player, Points]
    lines: tuple[Line, ...]
    warnings: tuple[Problem, ...]
    bika: bool
    kassza: KasszaChange | None
    captures: tuple[Capture, ...]

    def as_json(self, say: Callable[[Problem], str]) -> dict[str, Any]:
        """The result as JSON-able data (`formats` §2); `say` puts a warning into words."""
        found: dict[str, Any] = {
            "points": {str(player): exact(points) for player, points in self.points.items()},
            "lines": [line.as_json() for line in self.lines],
            "warnings": [{"code": p.code, "field": p.field, "message": say(p), "rule": p.rule} for p in self.warnings],
            "bika": self.bika,
        }
        if self.kassza is not None:
            found["kassza"] = self.kassza.as_json()
        return found


def pay(deal: Deal, lines: Sequence[Line]) -> dict[Player, Points]:
    """Pairs pay each other one to one; who is alone pays or receives three times (§6)."""
    points: dict[Player, Points] = dict.fromkeys(deal.players, 0)
    net: Points = 0
    for item, value, _, side, receiver, *_ in lines:
        if receiver is None:
            net += value if side == DECLARER else -value
            continue
        payers: Sequence[Player] = [player for player in points if player != receiver]
        if item == "renonsz":
            value = -value
        elif deal.ruleset.options.counts_paid_by == "opponents":
            payers = deal.members(other(deal.side_of(receiver)))
        for player in payers:
            points[player] -= value
        points[receiver] += value * len(payers)
    if net:
        ours, share = (deal.declarer, deal.partner), net * 3 if deal.alone else net
        for player in points:
            points[player] += share if player in ours else -net
    return points
