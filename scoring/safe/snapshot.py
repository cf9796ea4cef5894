"""All of the database as it was at one moment, while others go on writing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from django.db import DEFAULT_DB_ALIAS, connection, transaction

from scoring.safe.bundle import Manifest, write_bundle
from scoring.safe.sqlite import connect_live, copy_live, opened


def database_file() -> Path:
    """Where the SQLite database is."""
    return Path(str(connection.settings_dict["NAME"]))


@contextmanager
def snapshot() -> Iterator[str]:
    """An alias of the database as it is now; nobody waits for whoever reads there."""
    if connection.vendor == "sqlite":
        with TemporaryDirectory(prefix="tarokk-kupa-") as directory:
            copy_live(database_file(), Path(directory, "now.sqlite3"))
            with opened(Path(directory, "now.sqlite3")) as alias:
                yield alias
        return
    # Whoever is in a transaction already sees what it sees: only the first statement may ask for more.
    fresh = not connection.in_atomic_block
    with transaction.atomic():
        if fresh:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                # The moment is that of the first look.
                cursor.execute("SELECT 1")
        yield DEFAULT_DB_ALIAS


def write_backup(file: IO[bytes]) -> Manifest:
    """Writes a backup of everything, as it is now."""
    with snapshot() as alias:
        return write_bundle(file, alias)


class Mark:
    """Tells whether anything was written since it was asked last; a connection of its own stays open meanwhile."""

    def __init__(self) -> None:
        self._live = connect_live(database_file()) if connection.vendor == "sqlite" else None

    def now(self) -> str:
        """Another text once something was written: sessions count as well, and on PostgreSQL what is written to other
        databases of the server."""
        if self._live is not None:
            return str(self._live.execute("PRAGMA data_version").fetchone()[0])
        with connection.cursor() as cursor:
            # What is visible: it moves on with each transaction that wrote.
            cursor.execute("SELECT pg_current_snapshot()::text")
            return str(cursor.fetchone()[0])

    def close(self) -> None:
        """Ends the connection."""
        if self._live is not None:
            self._live.close()
