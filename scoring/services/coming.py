"""Somebody comes late, leaves, returns, or sits down at a table that has a place: what it does to a drawn round is said
by whoever does it, never guessed."""

from __future__ import annotations

from django.utils import timezone

from rules import Problem
from scoring.actors import Actor, require_organiser
from scoring.models import Player, Round, Seat, Table, Tournament
from scoring.queries.meetings import FIVE, begun_tables
from scoring.services.change import Change, change, change_at_table
from scoring.services.errors import Refusal, refusal
from scoring.services.players import first_round_problems, player_as_it_is

#: What becomes of the seat of somebody who leaves, at a table where nothing has been played: nothing (then they may
#: have none), the table of five goes on as four, or the draw of the whole round is taken back.
KEEP, LEAVE, UNDRAW = "", "leave", "undraw"


def withdraw_player(actor: Actor, player: Player, after_round: int, *, drawn: str = KEEP) -> None:
    """Somebody leaves after a round (0: before the first): the results stay, nobody can seat them in a later round.

    Where they sit at a table of a later round at which nothing has been played, `drawn` says what becomes of it:
    `LEAVE` takes them from their table of five, `UNDRAW` takes away all tables of that round, which must not have
    begun. Raises Refusal of a round beyond the plan, when they sit at a table of a later round and `drawn` does not
    fit; PermissionDenied.
    """
    require_organiser(actor, player.tournament)
    with change(actor, player.tournament, "withdraw_player") as under_way:
        now = player_as_it_is(under_way, player)
        planned = under_way.tournament.rounds_planned
        if not 0 <= after_round <= planned:
            limits = {"value": after_round, "low": 0, "high": planned}
            raise Refusal([Problem("number-out-of-range", "after_round", limits)])
        under_way.details = {"number": now.number, "name": now.name, "after": after_round}
        seats = list(now.seats.filter(round__number__gt=after_round).select_related("round", "table"))
        if seats:
            _give_up(under_way, now, min(seats, key=lambda seat: seat.round.number), len(seats), drawn)
        Player.objects.filter(pk=now.pk).update(withdrawn_after=after_round)


def _give_up(under_way: Change, player: Player, seat: Seat, count: int, drawn: str) -> None:
    """The one seat of a later round is given up as `drawn` says."""
    round_ = seat.round
    if drawn == KEEP or count > 1:
        raise refusal("player-seated-later", "after_round", number=player.number, round=round_.number)
    if round_.is_closed:
        raise refusal("round-closed", round=round_.number)
    begun = begun_tables(round_)
    under_way.round, under_way.table = round_.number, seat.table.number
    under_way.details["drawn"] = drawn
    if drawn == UNDRAW:
        if begun:
            raise refusal("round-begun", round=round_.number, tables=", ".join(map(str, begun)))
        under_way.details["count"] = round_.tables.count()
        round_.tables.all().delete()
        Round.objects.filter(pk=round_.pk).update(drawn=Round.Drawn.HAND, seed=None)
        return
    if seat.table.number in begun:
        raise refusal("table-has-results", table=seat.table.number)
    if drawn != LEAVE or seat.table.seats.count() != FIVE:
        raise refusal("table-needs-four", table=seat.table.number)
    _leave_table(seat)


def _leave_table(seat: Seat) -> None:
    """The others move up; the first dealer stays whoever it was, or is who sits there now."""
    table = seat.table
    seat.delete()
    for other in table.seats.filter(number__gt=seat.number).order_by("number"):
        Seat.objects.filter(pk=other.pk).update(number=other.number - 1)
    dealer = table.first_dealer - (table.first_dealer > seat.number)
    Table.objects.filter(pk=table.pk).update(first_dealer=dealer if dealer < FIVE else 1)


def take_back_withdrawal(actor: Actor, player: Player) -> None:
    """Somebody who had left plays on. Raises Refusal, PermissionDenied."""
    require_organiser(actor, player.tournament)
    with change(actor, player.tournament, "take_back_withdrawal") as under_way:
        now = player_as_it_is(under_way, player)
        if not now.is_withdrawn:
            raise refusal("not-withdrawn", number=now.number)
        Player.objects.filter(pk=now.pk).update(withdrawn_after=None)
        under_way.details = {"number": now.number, "name": now.name}


def set_first_round(actor: Actor, player: Player, first_round: int) -> None:
    """Says from which round on somebody plays. Raises Refusal beyond the plan, and when they sit in an earlier one;
    PermissionDenied."""
    require_organiser(actor, player.tournament)
    with change(actor, player.tournament, "set_first_round") as under_way:
        now = player_as_it_is(under_way, player)
        problems = first_round_problems(under_way.tournament, first_round)
        if problems:
            raise Refusal(problems)
        earlier = now.seats.filter(round__number__lt=first_round).order_by("round__number").first()
        if earlier is not None:
            raise refusal("player-seated-later", "first_round", number=now.number, round=earlier.round.number)
        Player.objects.filter(pk=now.pk).update(first_round=first_round)
        under_way.details = {"number": now.number, "name": now.name, "first_round": first_round}


def join_table(actor: Actor, table: Table, player: Player) -> Seat:
    """Somebody without a table sits down as the fifth at a table of four where nothing has been played.

    They are here then, and play from this round on. Raises Refusal, PermissionDenied.
    """
    require_organiser(actor, table.round.tournament)
    with change_at_table(actor, table, "join_table") as (under_way, table):
        now = player_as_it_is(under_way, player)
        round_ = table.round
        if now.is_withdrawn and (now.withdrawn_after or 0) < round_.number:
            raise refusal("player-withdrawn", number=now.number, round=now.withdrawn_after)
        other = round_.seats.filter(player=now).select_related("table").first()
        if other is not None:
            raise refusal("player-seated-twice", number=now.number, table=other.table.number)
        if table.number in begun_tables(round_):
            raise refusal("table-has-results", table=table.number)
        if FIVE not in under_way.tournament.rules.table_sizes or table.seats.count() != FIVE - 1:
            raise refusal("table-full", table=table.number)
        seat = Seat.objects.create(round=round_, table=table, number=FIVE, player=now)
        now.first_round = min(now.first_round, round_.number)
        now.checked_in_at = now.checked_in_at or timezone.now()
        now.save(update_fields=["first_round", "checked_in_at"])
        under_way.details = {"number": now.number, "name": now.name}
    return seat


def first_round_now(tournament: Tournament) -> int:
    """The round in which somebody who comes now can play at the earliest: the last one, unless each of its tables has
    begun or it is closed. Three SQL queries."""
    last = tournament.rounds.order_by("-number").first()
    if last is None:
        return 1
    tables = last.tables.count()
    over = last.is_closed or (tables > 0 and len(begun_tables(last)) == tables)
    return min(last.number + 1 if over else last.number, tournament.rounds_planned)
