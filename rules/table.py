"""A table from its first deal to its last: who deals, what is doubled, what is in the kassza.

A deal's record leaves out what follows from the deals before it. Here it is filled in, so that each deal can be
scored by itself, and so that correcting one deal moves the later ones rightly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .deal import Deal, Player, counts
from .games import read_deal, score
from .kassza import with_ante
from .lines import Result
from .problems import Problem, Refused
from .ruleset import Ruleset

DERIVED = ("ruleset", "multiplier", "kassza_balance", "seats")


def dealer_seat(seats: int, number: int, first_dealer: int = 1) -> int:
    """The seat (from 1) that deals the deal of that number (from 1).

    >>> [dealer_seat(5, number, first_dealer=4) for number in (1, 2, 3)]
    [4, 5, 1]
    """
    return (first_dealer - 1 + number - 1) % seats + 1


def rotation(seated: Sequence[Player], number: int, first_dealer: int = 1) -> tuple[Player, Player, Player, Player]:
    """The four active players of that deal, forehand first. At a table of five the dealer sits out.

    >>> rotation(["Ali", "Béla", "Cili", "Dani", "Éva"], 2)
    ('Cili', 'Dani', 'Éva', 'Ali')
    """
    seats = len(seated)
    dealer = dealer_seat(seats, number, first_dealer)
    first, second, third, fourth = (seated[(dealer + step) % seats] for step in range(4))
    return first, second, third, fourth


@dataclass(frozen=True, slots=True)
class TableDeal:
    """A deal in its place at a table.

    `record` is what was entered, without its number and what follows from the deals before; `full_record` has all
    that is needed to score it alone. `sits_out` is the player who has no part in it (tables of five).
    """

    number: int
    counted: bool
    dealer: Player
    sits_out: Player | None
    deal: Deal
    result: Result
    record: dict[str, Any]
    full_record: dict[str, Any]


@dataclass
class TableState:
    """What the deals so far mean for the next one. `take` moves it on."""

    ruleset: Ruleset
    seated: Sequence[Player]
    first_dealer: int = 1
    number: int = 1
    balance: int = 0
    doublings: list[int] = field(default_factory=list)

    @property
    def multiplier(self) -> int:
        """By how much the next deal is multiplied: doublings multiply, up to the ruleset's cap (D4)."""
        cap = self.ruleset.doubling.cap if self.ruleset.doubling else 1
        return min(1 << min(len(self.doublings), 10), cap)

    def fill(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """The record of the next deal, made self-contained."""
        full: dict[str, Any] = {"ruleset": self.ruleset.id}
        full.update(record)
        full.setdefault("players", list(rotation(self.seated, self.number, self.first_dealer)))
        if self.multiplier != 1:
            full["multiplier"] = self.multiplier
        if self.ruleset.kassza is not None:
            full["kassza_balance"] = with_ante(self.balance, len(self.seated), self.ruleset.kassza)
            full["seats"] = len(self.seated)
        return full

    def take(self, outcome: str, result: Result) -> None:
        """Moves on over a deal that came to this."""
        if result.kassza is not None:
            self.balance = result.kassza.after
        if counts(outcome):
            self.number += 1
            self.doublings = [left - 1 for left in self.doublings if left > 1]
        elif self.ruleset.doubling is not None:
            lasts = {"passed_out": self.ruleset.doubling.passed_out, "thrown_in": self.ruleset.doubling.thrown_in}
            if lasts.get(outcome):
                self.doublings.append(lasts[outcome])


def reckon_table(
    ruleset: Ruleset, seated: Sequence[Player], first_dealer: int, records: Sequence[Mapping[str, Any]]
) -> list[TableDeal]:
    """All deals of a table, in the order of play, each scored.

    `records` are deals as in a tournament document: with `number`, and without what follows from the deals before.
    Raises Refused with the problems of every deal, at fields such as `[5].kontra`.
    """
    state, found, problems = TableState(ruleset, seated, first_dealer), [], []
    for n, entered in enumerate(records):
        try:
            row = next_deal(state, entered)
        except Refused as refusal:
            problems += [problem.at(f"[{n}]") for problem in refusal.problems]
            _step_over(state, entered)
            continue
        state.take(row.deal.outcome, row.result)
        found.append(row)
    if problems:
        raise Refused(problems)
    return found


def _step_over(state: TableState, entered: Mapping[str, Any]) -> None:
    """Goes on after a refused deal with the number that it gave itself: one slip is not told of every later deal."""
    number = entered.get("number")
    if type(number) is int:
        state.number = number
    if counts(str(entered.get("outcome", "played"))):
        state.number += 1


def next_deal(state: TableState, entered: Mapping[str, Any]) -> TableDeal:
    """The next deal of a table, scored; does not move the state on. Raises Refused.

    Refuses a number out of order, players who do not sit here, and what may not be said since it follows from the
    deals before.
    """
    number = entered.get("number", state.number)
    problems = [Problem("unknown-field", name, {"name": name}) for name in DERIVED if name in entered]
    if type(number) is not int:
        problems.append(Problem("bad-type", "number", {"expected": "number"}))
    elif number != state.number:
        problems.append(Problem("number-out-of-order", "number", {"number": number, "expected": state.number}))
    if problems:
        raise Refused(problems)
    record = {name: value for name, value in entered.items() if name != "number"}
    full = state.fill(record)
    deal = read_deal(full, state.ruleset)
    strangers = [n for n, player in enumerate(deal.players) if player not in state.seated]
    if strangers:
        raise Refused(Problem("not-at-table", f"players[{n}]", {"player": deal.players[n]}) for n in strangers)
    dealer = state.seated[dealer_seat(len(state.seated), number, state.first_dealer) - 1]
    out = [player for player in state.seated if player not in deal.players]
    return TableDeal(
        number=number,
        counted=counts(deal.outcome),
        dealer=dealer,
        sits_out=out[0] if out else None,
        deal=deal,
        result=score(deal),
        record=record,
        full_record=full,
    )


def table_points(deals: Sequence[TableDeal], seated: Sequence[Player]) -> dict[Player, int | Fraction]:
    """Table points of each seated player over these deals; they sum to zero."""
    totals: dict[Player, int | Fraction] = dict.fromkeys(seated, 0)
    for row in deals:
        for player, points in row.result.points.items():
            totals[player] += points
    return totals
