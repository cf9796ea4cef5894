"""A document that was found right, as plain values: what `load_document` writes down."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import rules
from scoring.services.document.jury import CaseEntry, PenaltyEntry


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """A player of the list."""

    number: int
    name: str
    club: str
    withdrawn_after: int | None
    first_round: int = 1


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A table with its player numbers in playing order, its settled deals, and points from paper by player number."""

    number: int
    seats: tuple[int, ...]
    first_dealer: int
    deals: tuple[rules.TableDeal, ...]
    paper: str
    paper_points: Mapping[int, int | Fraction]
    #: Who plays on in a player's place, by player number.
    substitutes: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RoundEntry:
    """A round and its tables."""

    number: int
    closed: bool
    tables: tuple[TableEntry, ...]


@dataclass(frozen=True, slots=True)
class CupEntry:
    """A whole cup."""

    name: str
    slug: str
    date: datetime.date
    venue: str
    ruleset: rules.Ruleset
    rounds_planned: int
    tie_break: str
    players: tuple[PlayerEntry, ...]
    rounds: tuple[RoundEntry, ...]
    penalties: Sequence[PenaltyEntry]
    cases: Sequence[CaseEntry]

    @property
    def on_hold(self) -> set[tuple[int, int, int]]:
        """The deals before the jury: round, table, place in the order of play."""
        return {
            (*case.where, case.position) for case in self.cases if case.state == "open" and case.where and case.position
        }
