"""Writes a tournament document down: all of it or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.utils import timezone

import rules
from scoring.actors import Actor, require_account, require_organiser
from scoring.models import Player, Round, Seat, Table, Tournament
from scoring.queries.scores import Earned, earned
from scoring.services.change import change
from scoring.services.dealrows import BATCH, Settled, TableSeats, append
from scoring.services.document.check import check
from scoring.services.document.entries import CupEntry, TableEntry
from scoring.services.document.jury import write_jury
from scoring.services.errors import refusal
from scoring.services.register import Entrant, people_of
from scoring.services.tournaments import empty, found_tournament


def load_document(actor: Actor, document: object, *, replace: bool = False, publish: bool = True) -> Tournament:
    """Loads a tournament document (decoded JSON) as a cup, and publishes it.

    Closed rounds are closed with their official points, the others are open. With `replace` a cup of that slug
    is emptied first and keeps its row, roles and audit trail, so that its revision goes on. Raises Refusal with
    everything that is wrong, PermissionDenied.
    """
    require_account(actor)
    cup = check(document)
    with transaction.atomic():
        existing = Tournament.objects.filter(slug=cup.slug).first()
        if existing is None:
            state = Tournament.State.PUBLISHED if publish else Tournament.State.DRAFT
            tournament = found_tournament(actor, "load_document", slug=cup.slug, state=state, **_fields(cup))
            _write(actor, tournament, cup)
            return tournament
        if not replace:
            raise refusal("slug-exists", "slug", slug=cup.slug)
        require_organiser(actor, existing)
        with change(actor, existing, "replace_by_document"):
            empty(existing)
            Tournament.objects.filter(pk=existing.pk).update(**_fields(cup))
            _write(actor, existing, cup)
            if publish:
                Tournament.objects.filter(pk=existing.pk).update(state=Tournament.State.PUBLISHED)
        return Tournament.objects.get(pk=existing.pk)


def _fields(cup: CupEntry) -> dict[str, Any]:
    return {
        "name": cup.name,
        "date": cup.date,
        "venue": cup.venue,
        "ruleset_id": cup.ruleset.id,
        "ruleset_snapshot": cup.ruleset.as_data(),
        "rounds_planned": cup.rounds_planned,
        "tie_break": cup.tie_break,
    }


def _write(actor: Actor, tournament: Tournament, cup: CupEntry) -> None:
    """Players, rounds, tables, seats, deals: a number of SQL statements that grows with batches, not with rows."""
    now = timezone.now()
    people = people_of([Entrant.of(entry.name, entry.club) for entry in cup.players])
    players = {
        player.number: player
        for player in Player.objects.bulk_create(
            [
                Player(
                    tournament=tournament,
                    number=entry.number,
                    name=entry.name,
                    club=entry.club,
                    person=person,
                    first_round=entry.first_round,
                    withdrawn_after=entry.withdrawn_after,
                )
                for entry, person in zip(cup.players, people, strict=True)
            ],
            BATCH,
        )
    }
    rounds = Round.objects.bulk_create(
        [
            Round(tournament=tournament, number=entry.number, closed_at=now if entry.closed else None)
            for entry in cup.rounds
        ]
    )
    append(list(_deals(cup, rounds, players)), actor, "", now)
    if cup.cases or cup.penalties:
        write_jury(tournament, cup.cases, cup.penalties, players)


def _deals(cup: CupEntry, rounds: list[Round], players: dict[int, Player]) -> Iterator[Settled]:
    """Writes tables and seats, and gives the deals that are to be written."""
    entries = [(round_, table) for round_, entry in zip(rounds, cup.rounds, strict=True) for table in entry.tables]
    tables = Table.objects.bulk_create(
        [
            Table(round=round_, number=entry.number, first_dealer=entry.first_dealer, paper=entry.paper)
            for round_, entry in entries
        ],
        BATCH,
    )
    seats = [
        seat for table, (_, entry) in zip(tables, entries, strict=True) for seat in _seats(cup, table, entry, players)
    ]
    on_hold = cup.on_hold
    written = iter(Seat.objects.bulk_create(seats, BATCH))
    for table, (_, entry) in zip(tables, entries, strict=True):
        at = TableSeats(table, {player: next(written) for player in entry.seats})
        for position, dealt in enumerate(entry.deals, 1):
            yield Settled(at, position, dealt, on_hold=(table.round.number, table.number, position) in on_hold)


def _seats(cup: CupEntry, table: Table, entry: TableEntry, players: dict[int, Player]) -> list[Seat]:
    """The seats of a table, unsaved, with their official numbers if its round is closed."""
    seats = [
        Seat(
            round=table.round,
            table=table,
            number=number,
            player=players[player],
            substitute=entry.substitutes.get(player, ""),
            paper_points=entry.paper_points.get(player),
        )
        for number, player in enumerate(entry.seats, 1)
    ]
    if table.round.is_closed:
        for seat, found in zip(seats, _earned(cup, table, entry), strict=True):
            seat.table_points, seat.place, seat.tournament_points = found
    return seats


def _earned(cup: CupEntry, table: Table, entry: TableEntry) -> list[Earned]:
    where, on_hold = (table.round.number, table.number), cup.on_hold
    deals = [dealt for position, dealt in enumerate(entry.deals, 1) if (*where, position) not in on_hold]
    won = rules.table_points(deals, entry.seats)
    points = [won[player] + entry.paper_points.get(player, 0) for player in entry.seats]
    played = bool(entry.paper_points) or any(deal.counted for deal in deals)
    return earned(cup.ruleset, table.round.number, points, played)
