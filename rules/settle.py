"""What a deal of the Hungarian games pays: its lines, and the points that come of them (§4–§6)."""

from __future__ import annotations

from collections.abc import Mapping

from .check import derived_maker
from .deal import DECLARER, OPPONENTS, Announcement, Deal, Player, other
from .kassza import kassza_change
from .lines import Capture, Line, Result, pay
from .regular import warnings
from .renonsz import penalty
from .ruleset import Figure


def settle(deal: Deal) -> Result:
    """The points of a deal of a Hungarian game and why."""
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
        pay(deal, lines),
        tuple(lines),
        tuple(warnings(deal)),
        deal.outcome == "played" and deal.card_points == deal.ruleset.pack.bika,
        kassza_change(deal),
        _captures(deal),
    )


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
