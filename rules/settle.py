"""What a deal pays: its lines, each with value, side and paragraph, and the points that come of them (§4–§6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from .check import derived_maker
from .deal import DECLARER, OPPONENTS, Announcement, Deal, Player, other
from .kassza import KasszaChange, kassza_change
from .problems import Problem
from .regular import warnings
from .renonsz import penalty
from .ruleset import Figure

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
    from each other, for a renonsz `player` pays it to each other. `rule` is the paragraph.
    """

    item: str
    value: int
    rule: str
    side: str | None = None
    player: Player | None = None
    kontra: int | None = None
    announced: bool | None = None
    made: bool | None = None
    suit: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The line as it stands in a result."""
        item, value, rule, side, player, kontra, announced, made, suit = self
        found: dict[str, Any] = {"item": item}
        if side is not None:
            found["side"] = side
        if player is not None:
            found["player"] = player
        if suit is not None:
            found["suit"] = suit
        found["value"] = value
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


def score(deal: Deal) -> Result:
    """The points of a deal and why. Every deal that could be read can be scored.

    >>> from rules import read_deal
    >>> deal = read_deal({"ruleset": "kupa-2005", "players": ["A", "B", "C", "D"], "bid": "two", "declarer": "A",
    ...                   "partner": "C", "kontra": 1, "card_points": 52})
    >>> score(deal).points
    {'A': 4, 'B': -4, 'C': 4, 'D': -4}
    """
    lines: list[Line] = []
    if deal.outcome == "played":
        figures, counted = _figures(deal)
        lines = [*_game(deal), *figures, *counted]
    elif deal.outcome == "no_play":
        figures, counted = _figures(deal)
        lines = [*figures, *counted] if deal.ruleset.options.counts_in_no_play else figures
    elif deal.outcome == "renonsz" and deal.renonsz is not None:
        amount = penalty(deal) * deal.multiplier
        lines = [Line("renonsz", amount, deal.ruleset.penalty.rule, player=deal.renonsz.offender)]
    return Result(
        _pay(deal, lines),
        tuple(lines),
        tuple(warnings(deal)),
        deal.outcome == "played" and deal.card_points == deal.ruleset.pack.bika,
        kassza_change(deal),
        _captures(deal),
    )


def _pay(deal: Deal, lines: list[Line]) -> dict[Player, Points]:
    """Pairs pay each other one to one; who is alone pays or receives three times (§6)."""
    points: dict[Player, Points] = dict.fromkeys(deal.players, 0)
    net = 0
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


def _game(deal: Deal) -> list[Line]:
    """The game, double game and volát: announced ones by themselves, one silent line at most, then the game (D11)."""
    rules, unit = deal.ruleset, deal.game_value * deal.multiplier
    figures, told = rules.figures, list[Line]()
    announced: dict[str, set[str]] = {DECLARER: set(), OPPONENTS: set()}
    for said in deal.in_force():
        figure = figures[said.figure]
        if figure.derived:
            side = deal.side_of(said.by)
            announced[side].add(figure.kind)
            told.append(_told(deal, said, figure, derived_maker(deal, figure) == side, figure.announced * unit))
    quiet = _silent_game(deal, announced, unit)
    if quiet is not None:
        told.append(quiet)
    if len(told) > 1:
        told.sort(key=lambda line: figures[line.item].kind == "volat")
    winner = DECLARER if (deal.card_points or 0) >= rules.pack.win else OPPONENTS
    kontra, greater = deal.kontra, announced[winner] or (quiet is not None and quiet.side == winner)
    if kontra or not greater:
        told.insert(0, Line("game", unit << kontra, rules.game_rule, winner, None, kontra))
    return told


def _silent_game(deal: Deal, announced: Mapping[str, set[str]], unit: int) -> Line | None:
    """The one silent line of a side that made volát unannounced, else of one that made double and announced neither.

    `announced` are the kinds that each side announced.
    """
    for figure in deal.ruleset.silent_games:
        side = derived_maker(deal, figure)
        if side is None:
            continue
        said = announced[side]
        if figure.kind not in said if figure.kind == "volat" else not said:
            return Line(figure.id, (figure.silent or 0) * unit, figure.rule, side, announced=False, made=True)
    return None


def _told(deal: Deal, said: Announcement, figure: Figure, made: bool, value: int) -> Line:
    """The line of an announced figure: to its side if made, to the other if failed."""
    side = deal.side_of(said.by)
    return Line(
        figure.id,
        value << said.kontra,
        figure.rule,
        side if made else other(side),
        None,
        said.kontra,
        True,
        made,
        said.suit,
    )


def _figures(deal: Deal) -> tuple[list[Line], list[Line]]:
    """Announced figures in the order said, then silent ones (§5); and the tarokk counts."""
    figures, times, first_only = deal.ruleset.figures, deal.multiplier, deal.outcome == "no_play"
    lines, counted = [], []
    for said in deal.in_force():
        figure = figures[said.figure]
        if figure.kind == "count":
            counted.append(Line(figure.id, figure.announced * times, figure.rule, player=said.by))
        elif not figure.derived and (figure.first_trick or not first_only):
            lines.append(_told(deal, said, figure, bool(said.made), figure.announced * times))
    for hush in deal.silent:
        figure, side = figures[hush.figure], deal.side_of(hush.by)
        if figure.kind in ("honours", "kings") and _dropped(deal, side):
            continue
        to = side if hush.made else other(side)
        lines.append(Line(figure.id, (figure.silent or 0) * times, figure.rule, to, announced=False, made=hush.made))
    return lines, counted


def _dropped(deal: Deal, side: str) -> bool:
    """A side that made volát has every honour and king anyway: its silent trull and four kings are dropped (D12)."""
    if not deal.ruleset.options.volat_drops_silent:
        return False
    return deal.tricks is not None and deal.tricks == (deal.ruleset.pack.tricks if side == DECLARER else 0)


def _captures(deal: Deal) -> tuple[Capture, ...]:
    """Catches that go into the log: those made, in a renonsz those made before the offence (9.5)."""
    if deal.outcome not in ("played", "renonsz"):
        return ()
    figures, found = deal.ruleset.figures, []
    for said in deal.in_force():
        if said.made and figures[said.figure].kind == "catch":
            found.append(_capture(deal, said.by, said.catcher, said.victim, True, said.kontra))
    for hush in deal.silent:
        if hush.made and figures[hush.figure].kind == "catch":
            found.append(_capture(deal, hush.by, hush.catcher, hush.victim, False, 0))
    return tuple(found)


def _capture(
    deal: Deal, by: Player, catcher: Player | None, victim: Player | None, announced: bool, kontra: int
) -> Capture:
    values, points = deal.ruleset.xxi_list, {}
    if values is not None:
        times = values.announced_times if announced else 1
        for player in deal.players:
            catching = deal.side_of(player) == deal.side_of(by)
            if catching:
                value = values.caught if player == catcher else values.catcher_partner
                named = catcher is not None
            else:
                value = values.lost if player == victim else values.victim_partner
                named = victim is not None
            if named:
                points[player] = value * times
    return Capture(catcher, victim, announced, kontra, points)
