"""Copies of an SQLite database, made and read."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import ConnectionHandler

from scoring.safe.rows import kept_models, passing_models
from scoring.services.errors import refusal

HEADER = b"SQLite format 3\0"
ALIAS = "copy"
#: Seconds to wait for a database that somebody else holds.
PATIENCE = 20
#: So many pages are copied before others have a turn.
PAGES = 256


def connect_live(path: Path) -> sqlite3.Connection:
    """A connection of one's own to a database that is in use; raises sqlite3.Error where there is none."""
    uri = f"{path.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)


def copy_live(source: Path, target: Path) -> None:
    """Copies a database that is being written, as it was at one moment, into a new file; nobody waits for it.

    By SQLite's online backup: a copy of the file would miss what is still in the write-ahead log, or tear a
    transaction. An open transaction holds the moment, so that writers do not make it begin anew. Sessions are left
    out: who finds the copy shall not go on in somebody's place. Raises sqlite3.Error, OSError.
    """
    with closing(connect_live(source)) as live, closing(sqlite3.connect(target, isolation_level=None)) as copy:
        live.execute("BEGIN")
        live.execute("SELECT count(*) FROM sqlite_master").fetchone()
        live.backup(copy, pages=PAGES)
        live.execute("ROLLBACK")
        # One file, to be carried about: no write-ahead log beside it.
        copy.execute("PRAGMA journal_mode=DELETE")
        copy.execute("PRAGMA temp_store=MEMORY")
        there = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type='table'")}
        for table in [model._meta.db_table for model in passing_models()]:
            if table in there:
                copy.execute(f'DELETE FROM "{table}"')
        # Deleted rows stay in a file until they are written over. And it reads every page: a damaged one is found now.
        copy.execute("VACUUM")


def is_sqlite(path: Path) -> bool:
    """Does the file begin as an SQLite database does? Raises OSError."""
    with path.open("rb") as file:
        return file.read(len(HEADER)) == HEADER


@contextmanager
def opened(path: Path) -> Iterator[str]:
    """An alias under which Django reads that database."""
    handler = ConnectionHandler(
        {
            DEFAULT_DB_ALIAS: {},
            ALIAS: {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path), "OPTIONS": {"timeout": PATIENCE}},
        }
    )
    connections[ALIAS] = handler[ALIAS]
    try:
        yield ALIAS
    finally:
        connections[ALIAS].close()
        del connections[ALIAS]


@contextmanager
def brought_up_to_date(path: Path) -> Iterator[str]:
    """An alias of a database file of this or an earlier release, in the shape of this one; the file stays as it is.

    A write-ahead log beside it, of a machine that died, is read too. Raises Refusal of what is no copy of ours, is
    damaged, or of a later release; OSError.
    """
    with TemporaryDirectory(prefix="tarokk-kupa-") as directory:
        own = Path(directory, "copy.sqlite3")
        shutil.copyfile(path, own)
        log = path.with_name(f"{path.name}-wal")
        if log.is_file():
            shutil.copyfile(log, own.with_name(f"{own.name}-wal"))
        own.chmod(0o600)
        _check(own)
        with opened(own) as alias:
            try:
                _migrate(alias)
            except DatabaseError as error:
                raise refusal("backup-damaged") from error
            yield alias


def _check(path: Path) -> None:
    """Is it whole, and ours? A foreign file may bring triggers and views of its own, which would run with our words."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as found:
            found.execute("PRAGMA trusted_schema=OFF")
            sound = found.execute("PRAGMA quick_check").fetchone() == ("ok",)
            kinds = dict(found.execute("SELECT name, type FROM sqlite_master"))
    except sqlite3.DatabaseError as error:
        raise refusal("backup-damaged") from error
    if not sound:
        raise refusal("backup-damaged")
    if {"trigger", "view"} & set(kinds.values()) or not {"django_migrations", "scoring_tournament"} <= kinds.keys():
        raise refusal("backup-not-a-copy")


def _migrate(alias: str) -> None:
    executor = MigrationExecutor(connections[alias])
    ours = {model._meta.app_label for model in kept_models()}
    applied = [key for key in executor.loader.applied_migrations if key[0] in ours]
    if any(key not in executor.loader.disk_migrations for key in applied):
        raise refusal("backup-later")
    executor.migrate(executor.loader.graph.leaf_nodes())
