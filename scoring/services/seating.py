"""Tables are seated all at once, or taken away again; rounds are, too. One table anew: `scoring.services.reseating`."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Max, Q, QuerySet

import rules
from scoring.actors import Actor, require_organiser
from scoring.models import Player, Round, Seat, Table, Tournament
from scoring.queries.meetings import begun_tables
from scoring.services.change import change, change_at_table
from scoring.services.errors import refusal
from scoring.services.rounds import open_round


def seat_everybody(actor: Actor, round_: Round, players: Sequence[int]) -> list[Table]:
    """Seats these players (by number), in this order, at as many new tables of four and five as they need (D24).

    They must be exactly those who are not seated yet: somebody else may have seated people meanwhile. Raises Refusal,
    also when so many cannot sit at such tables; PermissionDenied.
    """
    require_organiser(actor, round_.tournament)
    with change(actor, round_.tournament, "seat_everybody") as under_way:
        round_ = open_round(round_)
        waiting = {player.number: player for player in unseated(round_)}
        if sorted(waiting) != sorted(players):
            raise refusal("seating-changed")
        try:
            sizes = rules.table_sizes(len(players))
        except rules.NoSeating as error:
            raise refusal("no-seating", players=len(players)) from error
        first = (round_.tables.aggregate(last=Max("number"))["last"] or 0) + 1
        tables = Table.objects.bulk_create(
            Table(round=round_, number=number, first_dealer=1) for number in range(first, first + len(sizes))
        )
        places = [(table, seat) for table, size in zip(tables, sizes, strict=True) for seat in range(1, size + 1)]
        Seat.objects.bulk_create(
            [
                Seat(round=round_, table=table, number=seat, player=waiting[player])
                for (table, seat), player in zip(places, players, strict=True)
            ],
            500,
        )
        under_way.round = round_.number
        under_way.details = {"first": first, "count": len(sizes), "players": len(players)}
    return tables


def unseated(round_: Round) -> list[Player]:
    """Those who could still be seated in a round: who may be drawn for it, and sits at no table of it. By number."""
    players = eligible(round_.tournament, round_.number).exclude(pk__in=round_.seats.values("player"))
    return list(players.order_by("number"))


def eligible(tournament: Tournament, number: int) -> QuerySet[Player]:
    """Who may be drawn for a round: not withdrawn before it, come in time, and, where people check in, here."""
    found = tournament.players.filter(may_sit(number))
    return found.filter(checked_in_at__isnull=False) if tournament.uses_check_in else found


def may_sit(number: int) -> Q:
    """The condition that a player has not withdrawn before a round and enters no later than in it."""
    here = Q(withdrawn_after__isnull=True) | Q(withdrawn_after__gte=number)
    return here & Q(first_round__lte=number)


def remove_table(actor: Actor, table: Table) -> None:
    """Takes away a table at which nothing has been recorded. Raises Refusal, PermissionDenied."""
    require_organiser(actor, table.round.tournament)
    with change_at_table(actor, table, "remove_table") as (under_way, table):
        if table.number in begun_tables(table.round):
            raise refusal("table-has-results", table=table.number)
        under_way.details = {"seats": [seat.player.number for seat in table.seated()]}
        table.delete()


def remove_round(actor: Actor, round_: Round) -> None:
    """Takes away the last round with its tables, while nothing has been recorded in it. Raises Refusal,
    PermissionDenied."""
    require_organiser(actor, round_.tournament)
    with change(actor, round_.tournament, "remove_round") as under_way:
        round_ = open_round(round_)
        if under_way.tournament.rounds.filter(number__gt=round_.number).exists():
            raise refusal("round-not-last", round=round_.number)
        if begun_tables(round_):
            raise refusal("round-has-results", round=round_.number)
        under_way.round = round_.number
        under_way.details = {"tables": round_.tables.count()}
        round_.delete()
