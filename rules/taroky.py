"""The Czech game: the record of a deal, and what it pays (`rules.md` §12).

Its points are those of the Hungarian games otherwise: two pairs pay each other, who is alone pays or receives three
times. Only in Warszawa, where everyone plays for himself, players pay players, and shares can be thirds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .check import derived_maker
from .deal import DECLARER, OPPONENTS, Deal, Player, other
from .lines import Line, Points, Result, pay
from .placing import whole
from .ruleset import TarokyRules


@dataclass(frozen=True, slots=True)
class Declared:
    """A meld that a player declared."""

    meld: str
    by: Player


@dataclass(frozen=True)
class TarokyDeal(Deal):
    """A deal of the Czech game that can be valued under its ruleset.

    `degree` is that of the bid, where it has some. `counted` are card points and `taken` tricks by player, where
    everyone plays for himself; then nobody is declarer.
    """

    degree: int | None
    melds: tuple[Declared, ...]
    counted: Mapping[Player, int] | None
    taken: Mapping[Player, int] | None

    @property
    def own(self) -> TarokyRules:
        """What the ruleset has of the Czech game."""
        assert self.ruleset.taroky is not None
        return self.ruleset.taroky

    @property
    def game_value(self) -> int:
        """The multiplier m of the bid, at its degree; 0 where nobody bid or each plays alone."""
        if self.bid is None:
            return 0
        bid = self.ruleset.bids[self.bid]
        return bid.degrees[self.degree - 1] if bid.degrees and self.degree else bid.value

    @property
    def each_alone(self) -> bool:
        """Does everyone play for himself?"""
        return self.bid is not None and self.ruleset.bids[self.bid].each_alone

    def record(self) -> dict[str, Any]:
        """The record as JSON-able data. What has its default is left out; reading it gives an equal deal."""
        found = super().record()
        if self.degree is not None:
            found["degree"] = self.degree
        if self.melds:
            found["melds"] = [{"meld": declared.meld, "by": declared.by} for declared in self.melds]
        for name, numbers in (("points", self.counted), ("tricks", self.taken)):
            if numbers is not None:
                found[name] = {str(player): number for player, number in numbers.items()}
        return found


def settle_taroky(deal: TarokyDeal) -> Result:
    """The points of a deal of the Czech game and why.

    >>> from rules import read_deal
    >>> warsaw = read_deal({"ruleset": "taroky-xix", "players": ["A", "B", "C", "D"], "bid": "warsaw",
    ...                     "points": {"A": 23, "B": 1, "C": 23, "D": 23}, "tricks": {"A": 4, "B": 2, "C": 3, "D": 3}})
    >>> settle_taroky(warsaw).points["A"]
    Fraction(-10, 3)
    """
    if deal.outcome != "played":
        return Result(pay(deal, ()), (), (), False, None, ())
    if deal.each_alone:
        lines = tuple(_warsaw(deal))
        return Result(_transfers(deal, lines), lines, (), False, None, ())
    lines = (_game(deal), *_figures(deal), *_melds(deal))
    return Result(pay(deal, lines), lines, (), False, None, ())


def _game(deal: TarokyDeal) -> Line:
    """A unit for each card point over half, times the bid's multiplier; an even count costs a fixed value (D25)."""
    over = (deal.card_points or 0) - deal.ruleset.pack.win + 1
    winner = DECLARER if over > 0 else OPPONENTS
    value = abs(over) * deal.game_value if over else deal.own.tie
    return Line("game", value << deal.kontra, deal.ruleset.game_rule, winner, None, deal.kontra)


def _figures(deal: TarokyDeal) -> Iterator[Line]:
    """Figures that a card makes, then those that the tricks tell; each beside the game, announced before silent."""
    figures = deal.ruleset.figures
    told: list[Line] = []
    announced: set[tuple[str, str]] = set()
    for said in deal.announcements:
        figure, side = figures[said.figure], deal.side_of(said.by)
        made = derived_maker(deal, figure) == side if figure.derived else bool(said.made)
        announced.add((figure.id, side))
        to, value = side if made else other(side), figure.announced << said.kontra
        told.append(Line(figure.id, value, figure.rule, to, None, said.kontra, True, made))
    for hush in deal.silent:
        figure, side = figures[hush.figure], deal.side_of(hush.by)
        to, value = side if hush.made else other(side), figure.silent or 0
        told.append(Line(figure.id, value, figure.rule, to, announced=False, made=hush.made))
    for figure in deal.ruleset.silent_games:
        maker = derived_maker(deal, figure)
        if maker is not None and (figure.id, maker) not in announced:
            told.append(Line(figure.id, figure.silent or 0, figure.rule, maker, announced=False, made=True))
    yield from sorted(told, key=lambda line: figures[line.item].derived)


def _melds(deal: TarokyDeal) -> Iterator[Line]:
    """Melds add up, whatever the deal brings, and take no kontra."""
    melds = deal.own.melds
    for declared in deal.melds:
        meld = melds[declared.meld]
        yield Line(meld.id, meld.value, meld.rule, deal.side_of(declared.by))


def _warsaw(deal: TarokyDeal) -> Iterator[Line]:
    """Who has most pays each other by the tariff, the trickless more; players tied for most share each payment."""
    rules, counted, taken = deal.own.warsaw, deal.counted, deal.taken
    if rules is None or not counted or not taken:
        return
    most = max(counted.values())
    payers = [player for player in deal.players if counted[player] == most]
    for player in deal.players:
        if player in payers:
            continue
        due = rules.pays(most) * (1 if taken[player] else rules.trickless)
        for payer in payers:
            yield Line(str(deal.bid), whole(Fraction(due, len(payers))), rules.rule, player=payer, to=player)


def _transfers(deal: TarokyDeal, lines: tuple[Line, ...]) -> dict[Player, Points]:
    """Points where players pay players: each line's value from its `player` to its `to`."""
    points: dict[Player, Points] = dict.fromkeys(deal.players, 0)
    for line in lines:
        if line.player is not None and line.to is not None:
            points[line.player] -= line.value
            points[line.to] += line.value
    return {player: whole(sum_) for player, sum_ in points.items()}
