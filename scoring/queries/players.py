"""One player's cup: rounds, deals, and the line of points through them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import rules
from scoring.models import Deal, DealPoints, Player, Seat, Tournament
from scoring.queries.standings import RoundScore, StandingRow, standings


@dataclass(frozen=True, slots=True)
class PlayerDeal:
    """A deal at the player's table.

    `points` is None when the player sat out or the deal does not count. `running` are the player's table
    points of the whole cup up to and with this deal. `role` is `declarer`, `partner`, `opponent`,
    `sits_out`, or None when nobody declared.
    """

    deal: Deal
    number: int
    position: int
    round: int
    table: int
    points: int | Fraction | None
    running: int | Fraction
    role: str | None
    record: rules.Deal


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """A round of the player: the score, who sat there (in playing order), paper points if any, and the deals."""

    score: RoundScore
    seats: tuple[Seat, ...]
    paper: str
    paper_points: int | Fraction | None
    deals: tuple[PlayerDeal, ...]


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """A player's page. `row` is the line in the standings of `players` players; `by_number` knows everybody's name."""

    tournament: Tournament
    player: Player
    row: StandingRow
    provisional: bool
    players: int
    rounds: tuple[PlayerRound, ...]
    by_number: Mapping[int, Player]


def player_sheet(tournament: Tournament, number: int) -> PlayerSheet:
    """One player by number; raises Player.DoesNotExist. Eight SQL queries."""
    table = standings(tournament)
    row = next((row for row in table.rows if row.player.number == number), None)
    if row is None:
        raise Player.DoesNotExist(number)
    seats: dict[int, list[Seat]] = {}
    at_tables = Seat.objects.filter(tournament.shown("round__"), table__seats__player=row.player)
    at_tables = at_tables.select_related("player", "table", "round")
    for seat in at_tables.order_by("round__number", "number"):
        seats.setdefault(seat.table_id, []).append(seat)
    deals: dict[int, list[Deal]] = {table_id: [] for table_id in seats}
    for deal in Deal.objects.filter(table__in=seats).select_related("current").order_by("position"):
        deals[deal.table_id].append(deal)
    points = dict(DealPoints.objects.filter(seat__player=row.player).values_list("deal", "points"))

    rounds = []
    running: int | Fraction = 0
    # The scores of a standing row come in the order of the rounds, as the tables do.
    for score, (table_id, at_table) in zip(row.rounds, seats.items(), strict=True):
        own = next(seat for seat in at_table if seat.player_id == row.player.pk)
        player_deals = []
        for deal in deals[table_id]:
            running += points.get(deal.pk, 0)
            player_deals.append(_player_deal(tournament.rules, deal, own, points.get(deal.pk), running))
        running += own.paper_points or 0
        rounds.append(PlayerRound(score, tuple(at_table), own.table.paper, own.paper_points, tuple(player_deals)))
    return PlayerSheet(
        tournament=tournament,
        player=row.player,
        row=row,
        provisional=table.provisional,
        players=len(table.rows),
        rounds=tuple(rounds),
        by_number={each.player.number: each.player for each in table.rows},
    )


def _player_deal(
    ruleset: rules.Ruleset, deal: Deal, seat: Seat, points: int | Fraction | None, running: int | Fraction
) -> PlayerDeal:
    record = deal.read(ruleset)
    number = seat.player.number
    role: str | None
    if number not in record.players:
        role = "sits_out"
    elif record.declarer is None:
        role = None
    elif number == record.declarer:
        role = "declarer"
    else:
        role = "partner" if number == record.partner else "opponent"
    return PlayerDeal(
        deal=deal,
        number=deal.number,
        position=deal.position,
        round=seat.round.number,
        table=seat.table.number,
        points=points,
        running=running,
        role=role,
        record=record,
    )
