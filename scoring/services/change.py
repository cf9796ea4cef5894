"""What every write of a cup has in common."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any, cast

from django.db import connection, transaction
from django.db.models import F

from scoring.actors import Actor
from scoring.models import AuditEntry, Table, Tournament
from scoring.services.dealrows import TableSeats
from scoring.services.errors import refusal
from scoring.services.receipts import Sent


@dataclass(slots=True)
class Change:
    """A write under way: the locked tournament, who does it, what the audit trail will say of it, and what a table that
    sent it is answered (JSON)."""

    tournament: Tournament
    actor: Actor
    details: dict[str, Any] = field(default_factory=dict)
    round: int | None = None
    table: int | None = None
    deal: int | None = None
    answer: dict[str, Any] = field(default_factory=dict)


@contextmanager
def change(
    actor: Actor, tournament: Tournament, action: str, *, even_final: bool = False, sent: Sent | None = None
) -> Iterator[Change]:
    """One write of a cup: all of it in one transaction, in the audit trail, and with a new revision.

    The tournament's row is locked first, so that writes of one cup follow each other on either
    database (SQLite locks as a whole): what the body reads is what it writes on. `action` names the service. The
    receipt of a message that was `sent` is part of it. Raises Refusal of a cup that is gone, or final (unless
    `even_final`), IntegrityError when the message was written meanwhile.
    """
    with turn(), transaction.atomic():
        locked = _writable(Tournament.objects.select_for_update().filter(pk=tournament.pk).first(), even_final)
        under_way = Change(locked, actor)
        yield under_way
        AuditEntry.objects.create(
            tournament=locked,
            user=under_way.actor.user,
            actor=under_way.actor.label,
            action=action,
            round=under_way.round,
            table=under_way.table,
            deal=under_way.deal,
            details=under_way.details,
        )
        if sent is not None:
            sent.keep(under_way.answer)
        Tournament.objects.filter(pk=locked.pk).update(revision=F("revision") + 1)
    tournament.revision = locked.revision + 1


@contextmanager
def change_at_table(
    actor: Actor, table: Table, action: str, sent: Sent | None = None
) -> Iterator[tuple[Change, Table]]:
    """A write at one table: yields the table as it is now, too.

    Raises Refusal when it is gone or its round is closed; what `change` raises.
    """
    with change(actor, table.round.tournament, action, sent=sent) as under_way:
        found = of_open_round(Table.objects.select_related("round").filter(pk=table.pk).first())
        under_way.round, under_way.table = found.round.number, found.number
        yield under_way, found


@contextmanager
def change_of_deals(
    actor: Actor, table: Table, action: str, sent: Sent | None = None
) -> Iterator[tuple[Change, TableSeats]]:
    """`change_at_table` with who sits there, in the same SQL query."""
    with change(actor, table.round.tournament, action, sent=sent) as under_way:
        at = TableSeats.with_round(table)
        found = of_open_round(at.table if at is not None else None)
        under_way.round, under_way.table = found.round.number, found.number
        yield under_way, cast(TableSeats, at)


def table_as_it_is(table: Table) -> Table:
    """The table with its round and cup as they are now, for a look at what a write would come to.

    Locks and writes nothing. Raises the Refusals of `change_at_table`. One SQL query.
    """
    found = Table.objects.select_related("round__tournament").filter(pk=table.pk).first()
    if found is not None:
        _writable(found.round.tournament)
    return of_open_round(found)


_QUEUE = threading.RLock()


def turn() -> AbstractContextManager[object]:
    """Writers of one process wait here for each other where the database is SQLite.

    There who waits looks again after ever longer pauses, and of dozens who send at once one may find it locked each
    time until its patience ends. Whoever is in a transaction has had their turn.
    """
    return _QUEUE if connection.vendor == "sqlite" and not connection.in_atomic_block else nullcontext()


def _writable(tournament: Tournament | None, even_final: bool = False) -> Tournament:
    if tournament is None:
        raise refusal("tournament-gone")
    if tournament.is_final and not even_final:
        raise refusal("tournament-final")
    return tournament


def of_open_round(table: Table | None) -> Table:
    """The table; raises Refusal when it is gone or its round is closed."""
    if table is None:
        raise refusal("table-gone")
    if table.round.is_closed:
        raise refusal("round-closed", round=table.round.number)
    return table
