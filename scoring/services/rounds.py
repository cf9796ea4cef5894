"""What happens to rounds: one is added, tables are seated, it is closed, it is opened again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from django.db.models import Count, Max, Q
from django.utils import timezone

import rules
from rules import Problem
from scoring.actors import Actor, require_organiser
from scoring.models import Case, Round, RoundClock, Seat, Table, Tournament
from scoring.models.tournament import MAX_NUMBER
from scoring.queries.agreement import agreements_of
from scoring.queries.scores import open_sums, table_scores
from scoring.services.change import change
from scoring.services.errors import Refusal, refusal
from scoring.services.tablework import is_complete


def add_round(actor: Actor, tournament: Tournament) -> Round:
    """Adds the next round, still without tables. Raises Refusal beyond the planned rounds, PermissionDenied."""
    require_organiser(actor, tournament)
    with change(actor, tournament, "add_round") as under_way:
        number = (under_way.tournament.rounds.aggregate(last=Max("number"))["last"] or 0) + 1
        if number > under_way.tournament.rounds_planned:
            raise refusal("round-beyond-plan", number=number, planned=under_way.tournament.rounds_planned)
        under_way.round = number
        round_: Round = under_way.tournament.rounds.create(number=number)
    return round_


def seat_table(actor: Actor, round_: Round, number: int, seats: Sequence[int], first_dealer: int = 1) -> Table:
    """Seats players (by number, in playing order) at a new table of an open round.

    `first_dealer` is a seat number. Raises Refusal of a table number that is taken, of a table that is too small or too
    large, of players who are unknown, withdrawn or seated already; PermissionDenied.
    """
    require_organiser(actor, round_.tournament)
    with change(actor, round_.tournament, "seat_table") as under_way:
        round_ = open_round(round_)
        players = {player.number: player for player in under_way.tournament.players.filter(number__in=seats)}
        problems = seating_problems(under_way.tournament, round_, number, seats, first_dealer)
        if problems:
            raise Refusal(problems)
        table: Table = round_.tables.create(number=number, first_dealer=first_dealer)
        Seat.objects.bulk_create(
            Seat(round=round_, table=table, number=seat, player=players[player]) for seat, player in enumerate(seats, 1)
        )
        under_way.round, under_way.table = round_.number, number
        under_way.details = {"seats": list(seats), "first_dealer": first_dealer}
    return table


def seating_problems(
    tournament: Tournament, round_: Round, number: int, seats: Sequence[int], first_dealer: int, *, again: bool = False
) -> list[Problem]:
    """What is wrong with a table before it is seated, or, with `again`, before the seated table is seated anew."""
    ruleset = tournament.rules
    problems = []
    if not 1 <= number <= MAX_NUMBER:
        problems.append(Problem("number-out-of-range", "number", {"value": number, "low": 1, "high": MAX_NUMBER}))
    elif not again and round_.tables.filter(number=number).exists():
        problems.append(Problem("duplicate-table", "number", {"number": number}))
    if len(seats) not in ruleset.table_sizes:
        sizes = ", ".join(str(size) for size in ruleset.table_sizes)
        problems.append(Problem("bad-table-size", "seats", {"seats": len(seats), "sizes": sizes}))
    if not 1 <= first_dealer <= len(seats):
        limits = {"value": first_dealer, "low": 1, "high": len(seats)}
        problems.append(Problem("number-out-of-range", "first_dealer", limits))
    entered = tournament.players.filter(number__in=seats).values_list("number", "withdrawn_after", "first_round")
    stays = {player: (last, first) for player, last, first in entered}
    others = round_.seats.exclude(table__number=number) if again else round_.seats
    table_of = dict(others.filter(player__number__in=seats).values_list("player__number", "table__number"))
    for index, player in enumerate(seats):
        place = f"seats[{index}]"
        if player not in stays:
            problems.append(Problem("no-such-player", place, {"player": player}))
            continue
        if player in table_of or player in seats[:index]:
            table = table_of.get(player, number)
            problems.append(Problem("player-seated-twice", place, {"number": player, "table": table}))
        last, first = stays[player]
        if last is not None and last < round_.number:
            problems.append(Problem("player-withdrawn", place, {"number": player, "round": last}))
        if first > round_.number:
            problems.append(Problem("player-comes-later", place, {"number": player, "round": first}))
    return problems


def close_round(actor: Actor, round_: Round, reason: str = "") -> None:
    """Closes a round: its table points, places and tournament points become official (Kupa 2).

    With a table that is not complete, a deal that nobody confirmed, a table that did not sign or a case before the
    jury it needs a reason, which is recorded. Raises Refusal, PermissionDenied.
    """
    require_organiser(actor, round_.tournament)
    with change(actor, round_.tournament, "close_round") as under_way:
        round_ = open_round(round_)
        missing = {
            "incomplete": incomplete_tables(under_way.tournament.rules, round_),
            **not_agreed(round_),
            "before_jury": tables_before_jury(round_),
        }
        if not reason.strip():
            require_all(missing)
        _write_official(under_way.tournament.rules, round_)
        Round.objects.filter(pk=round_.pk).update(closed_at=timezone.now())
        _halt_clock(round_)
        under_way.round = round_.number
        under_way.details = {"reason": reason, **missing}


def reopen_round(actor: Actor, round_: Round, reason: str = "") -> None:
    """Opens a closed round again: its numbers are provisional until it is closed once more.

    Raises Refusal, PermissionDenied.
    """
    require_organiser(actor, round_.tournament)
    with change(actor, round_.tournament, "reopen_round") as under_way:
        round_ = _as_it_is(round_)
        if not round_.is_closed:
            raise refusal("round-open", round=round_.number)
        round_.seats.update(table_points=None, place=None, tournament_points=None)
        Round.objects.filter(pk=round_.pk).update(closed_at=None)
        under_way.round = round_.number
        under_way.details = {"reason": reason}


def _halt_clock(round_: Round) -> None:
    """The clock stands: a round that is opened again has not been played on meanwhile."""
    clock = RoundClock.objects.filter(round=round_, running_since__isnull=False).first()
    if clock is not None:
        clock.halt(timezone.now())
        clock.save(update_fields=["elapsed", "running_since"])


def incomplete_tables(ruleset: rules.Ruleset, round_: Round) -> list[int]:
    """The numbers of tables that still miss something. One SQL query."""
    tables = round_.tables.annotate(
        seat_count=Count("seats", distinct=True),
        counted=Count("deals", filter=Q(deals__counted=True), distinct=True),
    ).order_by("number")
    return [
        table.number
        for table in tables
        if not is_complete(ruleset, table, table.seat_count, round_.number, table.counted)
    ]


def not_agreed(round_: Round) -> dict[str, list[int]]:
    """The numbers of tables with deals that wait for a second player ("unconfirmed"), and of those whose players did
    not sign what they entered ("unsigned"). Three SQL queries."""
    agreements = agreements_of(round_.tables.all())
    tables = dict(round_.tables.values_list("pk", "number").order_by("number"))
    return {
        "unconfirmed": [number for pk, number in tables.items() if agreements[pk].unconfirmed],
        "unsigned": [number for pk, number in tables.items() if not agreements[pk].settled],
    }


def tables_before_jury(round_: Round) -> list[int]:
    """The numbers of tables with a case that is not decided. One SQL query."""
    waiting = round_.tables.filter(cases__state=Case.State.OPEN).distinct().order_by("number")
    return list(waiting.values_list("number", flat=True))


def require_all(missing: Mapping[str, Sequence[int]]) -> None:
    """Raises Refusal with each thing that is missing, and at which tables."""
    codes = {
        "incomplete": "tables-incomplete",
        "unconfirmed": "tables-unconfirmed",
        "unsigned": "tables-unsigned",
        "before_jury": "tables-before-jury",
    }
    found = [
        Problem(codes[what], "", {"tables": ", ".join(str(number) for number in tables)})
        for what, tables in missing.items()
        if tables
    ]
    if found:
        raise Refusal(found)


def _write_official(ruleset: rules.Ruleset, round_: Round) -> None:
    """Writes the official numbers of the round's seats, from their deals and paper."""
    seats = list(round_.seats.order_by("table__number", "number"))
    sums = open_sums(seats)
    for _, group in groupby(seats, key=lambda seat: seat.table_id):
        at_table = list(group)
        for score in table_scores(ruleset, round_.number, at_table, sums):
            score.seat.table_points = score.table_points
            score.seat.place = score.place
            score.seat.tournament_points = score.tournament_points
    Seat.objects.bulk_update(seats, ["table_points", "place", "tournament_points"], batch_size=200)


def open_round(round_: Round) -> Round:
    """The round as it is now; raises Refusal when it is gone or closed."""
    found = _as_it_is(round_)
    if found.is_closed:
        raise refusal("round-closed", round=found.number)
    return found


def _as_it_is(round_: Round) -> Round:
    found = Round.objects.filter(pk=round_.pk).first()
    if found is None:
        raise refusal("round-gone")
    return found
