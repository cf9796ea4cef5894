"""A document that was found right, as plain values: what `load_document` writes down."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import rules


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """A player of the list."""

    number: int
    name: str
    club: str
    withdrawn_after: int | None


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A table with its player numbers in playing order, its settled deals, and points from paper by player number."""

    number: int
    seats: tuple[int, ...]
    first_dealer: int
    deals: tuple[rules.TableDeal, ...]
    paper: str
    paper_points: Mapping[int, int]


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
    penalties: list[dict[str, Any]]
    rulings: list[dict[str, Any]]
