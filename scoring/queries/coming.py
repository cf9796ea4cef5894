"""Where somebody who comes, leaves or returns stands in the round that is drawn or played."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.models import Player, Round, Tournament
from scoring.queries.meetings import FIVE, begun_tables


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table of such a round; `begun`: deals, points from paper or a case are recorded at it."""

    number: int
    players: tuple[Player, ...]
    begun: bool

    @property
    def has_place(self) -> bool:
        """Can a fifth sit down?"""
        return not self.begun and len(self.players) == FIVE - 1


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """The last round with tables, while it is open; `begun`: something is recorded in it."""

    round: Round
    tables: tuple[DrawnTable, ...]

    @property
    def begun(self) -> bool:
        """Has any of its tables begun?"""
        return any(table.begun for table in self.tables)

    @property
    def with_place(self) -> list[DrawnTable]:
        """The tables of four that have not begun."""
        return [table for table in self.tables if table.has_place]

    def table_of(self, player: Player) -> DrawnTable | None:
        """Where somebody sits in it."""
        return next((table for table in self.tables if any(each.pk == player.pk for each in table.players)), None)

    def seated(self) -> set[int]:
        """The keys of those who sit in it."""
        return {player.pk for table in self.tables for player in table.players}


def drawn_round(tournament: Tournament) -> DrawnRound | None:
    """The last round, if it is open and has tables. Three SQL queries."""
    round_ = tournament.rounds.order_by("-number").first()
    if round_ is None or round_.is_closed:
        return None
    begun = set(begun_tables(round_))
    at: dict[int, list[Player]] = {}
    seats = round_.seats.select_related("player", "table").order_by("table__number", "number")
    for seat in seats:
        at.setdefault(seat.table.number, []).append(seat.player)
    if not at:
        return None
    round_.tournament = tournament
    return DrawnRound(
        round_, tuple(DrawnTable(number, tuple(players), number in begun) for number, players in at.items())
    )
