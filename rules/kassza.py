"""The pagátkassza (Magas 15, 16; D14): forints kept per table, beside the points and never part of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .deal import Deal, Player
from .renonsz import terms
from .ruleset import KasszaRules


@dataclass(frozen=True, slots=True)
class Move:
    """One movement: `change` forints into (+) or out of (−) the kassza, by a side or, for a renonsz, by a player."""

    item: str
    change: int
    side: str | None = None
    player: Player | None = None

    def as_json(self) -> dict[str, Any]:
        """The move as it stands in a result."""
        who = {"side": self.side} if self.player is None else {"player": self.player}
        return {"item": self.item, **who, "change": self.change}


@dataclass(frozen=True, slots=True)
class KasszaChange:
    """The kassza before and after a deal, in forints, and each move between."""

    before: int
    moves: tuple[Move, ...]

    @property
    def change(self) -> int:
        """Forints that came in, less those that went out."""
        return sum(move.change for move in self.moves)

    @property
    def after(self) -> int:
        """Forints in the kassza after the deal."""
        return self.before + self.change

    def as_json(self) -> dict[str, Any]:
        """The change as it stands in a result."""
        moves = [move.as_json() for move in self.moves]
        return {"before": self.before, "change": self.change, "after": self.after, "moves": moves}


def with_ante(balance: int, seats: int, rules: KasszaRules) -> int:
    """The kassza at the start of a deal: into an empty one each seated player pays the ante."""
    return balance or rules.ante * seats


def kassza_change(deal: Deal) -> KasszaChange | None:
    """What the deal did to the kassza; None where the record does not say what was in it."""
    rules = deal.ruleset.kassza
    if rules is None or deal.kassza_balance is None or deal.seats is None:
        return None
    if deal.outcome in ("played", "no_play"):
        return KasszaChange(deal.kassza_balance, tuple(_figure_moves(deal, rules.cap_per_seat * deal.seats)))
    return KasszaChange(deal.kassza_balance, tuple(_penalty_moves(deal, rules)))


def _figure_moves(deal: Deal, cap: int) -> list[Move]:
    """What figures on the pagát alone move, in the order said (Magas 15).

    Made, the side takes all that is in; failed, it pays in as much again, up to the cap.
    """
    held, moves = deal.kassza_balance or 0, []
    for said in deal.in_force():
        figure = deal.ruleset.figures[said.figure]
        if not figure.kassza or (deal.outcome == "no_play" and not figure.first_trick):
            continue
        change = -held if said.made else min(held, cap)
        held += change
        moves.append(Move(figure.id, change, side=deal.side_of(said.by)))
    return moves


def _penalty_moves(deal: Deal, rules: KasszaRules) -> list[Move]:
    """The two choices of the vote that pay into the kassza (Magas 16)."""
    ruling = deal.renonsz
    if ruling is None or ruling.choice not in ("redeal_150", "pay_kassza"):
        return []
    fine = rules.redeal
    if ruling.choice == "pay_kassza":
        amount = ruling.amount
        if amount is None:
            amount = sum(term.value for term in terms(deal))
        fine = max(rules.minimum, amount * (deal.ruleset.money or 0))
    return [Move("renonsz", fine, player=ruling.offender)]
