"""A copy becomes the database: all of it in one transaction, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction
from django.db.models import F, Max, Model
from django.utils import timezone

from scoring.actors import Actor
from scoring.models import AuditEntry, Series, Tournament
from scoring.safe.bundle import opened_bundle
from scoring.safe.keeping import require_keeper
from scoring.safe.rows import BadRow, Record, kept_models, name_of, passing_models, read_rows, write_rows
from scoring.safe.sqlite import brought_up_to_date, is_sqlite
from scoring.services.errors import refusal

Rows: TypeAlias = Callable[[type[Model]], Iterator[Record]]

#: Revisions go up by so much, and by one for each second since the copy, a month at most: no page that somebody still
#: holds from the machine that died can be taken for one of the restored cup.
LEAP, MOST_LEAP = 1000, 30 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Restored:
    """What is there now: how many cups and accounts, and when the last thing in it was done (None: nothing was)."""

    cups: int
    accounts: int
    last: datetime | None


def is_empty() -> bool:
    """Is there nothing yet of any cup? Accounts may be there: the first start makes one."""
    return not any(
        model._base_manager.exists() for model in kept_models() if model._meta.app_label == Tournament._meta.app_label
    )


def restore(actor: Actor, path: Path, *, replace: bool = False) -> Restored:
    """Puts everything that a backup, or a copy of an SQLite database, holds in the place of what is here.

    Accounts of this machine give way to those of the copy, and everybody is logged out. With `replace` cups do, too;
    else there must be none. Raises Refusal of a file that is no good and of a program that is not empty,
    PermissionDenied, OSError of a file that cannot be read.
    """
    require_keeper(actor)
    # Before it is looked through, which takes its time; and again below.
    if not replace and not is_empty():
        raise refusal("program-not-empty")
    with _opened(path) as rows, transaction.atomic():
        _keep_others_out()
        if not replace and not is_empty():
            raise refusal("program-not-empty")
        delete_everything()
        for model in kept_models():
            _fill(model, rows)
        try:
            connection.check_constraints()
        except DatabaseError as error:
            raise refusal("backup-does-not-fit") from error
        _go_on_counting()
        return _note(actor)


@contextmanager
def _opened(path: Path) -> Iterator[Rows]:
    if is_sqlite(path):
        with brought_up_to_date(path) as alias:
            yield lambda model: read_rows(model, alias)
    else:
        with opened_bundle(path) as bundle:
            yield bundle.rows


def _keep_others_out() -> None:
    """Nobody sets up a cup between the look and the writing. SQLite locks as a whole when the transaction begins."""
    if connection.vendor == "postgresql":
        tables = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in kept_models())
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {tables} IN EXCLUSIVE MODE")


def delete_everything() -> None:
    """Deletes all rows, sessions too: their accounts are others now. For a transaction that mends the keys."""
    with connection.cursor() as cursor:
        for model in [*passing_models(), *kept_models()]:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")


def _fill(model: type[Model], rows: Rows) -> None:
    count = 0

    def counted() -> Iterator[Record]:
        nonlocal count
        for record in rows(model):
            count += 1
            yield record

    try:
        write_rows(model, counted())
    except (BadRow, ValidationError, DatabaseError, ValueError, TypeError, OverflowError, RecursionError) as error:
        # Rows go in by the hundred: the line is the last that was read.
        raise refusal("backup-bad-line", part=name_of(model), line=count) from error


def _go_on_counting() -> None:
    """PostgreSQL does not notice that keys were taken; SQLite does."""
    statements = connection.ops.sequence_reset_sql(no_style(), kept_models())
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _note(actor: Actor) -> Restored:
    """Revisions leap, and each cup's audit trail says why."""
    last = AuditEntry.objects.aggregate(last=Max("at"))["last"]
    now = timezone.now()
    seconds = int((now - last).total_seconds()) if last else 0
    leap = LEAP + min(max(seconds, 0), MOST_LEAP)
    cups = list(Tournament.objects.order_by("pk").only("pk"))
    details = {"until": last.isoformat() if last else ""}
    AuditEntry.objects.bulk_create(
        AuditEntry(tournament=cup, actor=actor.label, action="restore_copy", details=details) for cup in cups
    )
    Tournament.objects.update(revision=F("revision") + leap)
    Series.objects.update(revision=F("revision") + leap)
    accounts = next(model for model in kept_models() if name_of(model) == "auth.user")
    return Restored(len(cups), accounts._base_manager.count(), last)
