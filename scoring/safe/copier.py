"""Copies that are made by themselves, every few minutes, beside the server, which serves on whatever happens here."""

from __future__ import annotations

import contextlib
import errno
import json
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from scoring.models import Tournament
from scoring.safe.bundle import Part
from scoring.safe.folder import Copy, Folder
from scoring.safe.snapshot import Mark, database_file, write_backup
from scoring.safe.sqlite import copy_live

logger = logging.getLogger(__name__)

#: Rounds that may be missed before the page says that nobody makes copies any more.
MISSED = 3


@dataclass(frozen=True, slots=True)
class State:
    """What the last round came to, kept in a file for the page: when it was (ISO 8601), where copies should go, and
    why they do not: "missing", "full", "refused" by the system, "failed"; "" for no trouble."""

    at: str
    folder: str
    minutes: float
    trouble: str = ""

    @property
    def when(self) -> datetime:
        """When the round was."""
        return datetime.fromisoformat(self.at)

    @property
    def stopped(self) -> bool:
        """Should there have been another round since?"""
        return timezone.now() - self.when > timedelta(minutes=MISSED * self.minutes + 1)

    @classmethod
    def read(cls) -> State | None:
        """The state as it was left; None where there is none."""
        try:
            found = cls(**json.loads(_state_file().read_text(encoding="utf-8")))
            _ = found.when
        except (OSError, ValueError, TypeError):
            return None
        return found


def in_trouble() -> bool:
    """Is whoever organises to be told that copies are not made, or not where they should be?"""
    state = State.read()
    return settings.BACKUP_MINUTES > 0 and state is not None and (state.stopped or bool(state.trouble))


def own_folder() -> Folder:
    """Where copies go when the folder that was asked for cannot be written: better there than nowhere."""
    return Folder(Path(settings.DATA_DIR, "copies"))


def copies_there() -> list[Copy]:
    """What is in either folder, the newest first; in one that cannot be read is nothing."""
    found: dict[Path, Copy] = {}
    for folder in (Folder(Path(settings.BACKUP_DIR)), own_folder()):
        with contextlib.suppress(OSError):
            found |= {copy.path.absolute(): copy for copy in folder.copies()}
    return sorted(found.values(), key=lambda copy: copy.at, reverse=True)


def newest_copy() -> Copy | None:
    """The newest in either folder; None where there is none."""
    return next(iter(copies_there()), None)


class _NothingNew(Exception):
    """A backup says what the one before it says."""


class Copier:
    """Makes a copy when something was written since the last one; keeps so many. For one thread."""

    def __init__(self, folder: Path, minutes: float, keep: int) -> None:
        self.folder, self.minutes, self.keep = Folder(folder), minutes, keep
        self._mark: Mark | None = None
        self._copied = ""
        #: What the last backup in each folder says, where copies are backups.
        self._said: dict[Path, dict[str, Part]] = {}

    def run(self, go_on: Callable[[float], bool]) -> None:
        """A round every so many minutes, the first at once, while `go_on` (called with the seconds to wait) says so."""
        begun = time.monotonic()
        while True:
            self.round()
            passed = time.monotonic() - begun
            # On the beat, however long a round took.
            if not go_on(60 * self.minutes - passed % (60 * self.minutes)):
                break
        self.close()

    def round(self) -> Copy | None:
        """One round: the copy, or None when nothing changed or it could not be made. Raises nothing."""
        made, trouble = None, ""
        try:
            made, trouble = self._round()
        except Exception:
            logger.exception("No copy was made.")
            trouble = "failed"
            self.close()
        finally:
            # A server between two rounds shall not hold on to it.
            connection.close()
        self._note(trouble)
        return made

    def close(self) -> None:
        """Lets go of the database."""
        if self._mark is not None:
            self._mark.close()
        self._mark, self._copied = None, ""

    def _round(self) -> tuple[Copy | None, str]:
        # An empty program is nothing to keep; and on a stick that was just carried over from the laptop that died,
        # its copy would be the newest.
        if not Tournament.objects.exists():
            return None, self._look()
        self._mark = self._mark or Mark()
        before = self._mark.now()
        if before == self._copied:
            return None, self._look()
        trouble = ""
        try:
            made = self._put(self.folder)
        except OSError as error:
            trouble = _kind(error)
            logger.warning("No copy in %s: %s", self.folder.path, error.strerror or error)
            if self.folder.path.absolute() == own_folder().path.absolute():
                return None, trouble
            made = self._put(own_folder())
        if not trouble:
            # Else the next round tries again.
            self._copied = before
        if made is not None:
            Folder(made.path.parent).prune(self.keep)
        return made, trouble

    def _put(self, folder: Folder) -> Copy | None:
        """The copy; None where it would say what the last one in the folder says. Raises OSError."""
        try:
            if connection.vendor == "sqlite":
                return folder.put("sqlite3", lambda path: copy_live(database_file(), path))
            return self._put_backup(folder)
        except sqlite3.OperationalError as error:
            # SQLite has its own words for a full or a write-protected disk.
            code = {
                sqlite3.SQLITE_FULL: errno.ENOSPC,
                sqlite3.SQLITE_READONLY: errno.EROFS,
                sqlite3.SQLITE_IOERR: errno.EIO,
            }
            raise OSError(code.get(error.sqlite_errorcode & 0xFF, errno.EIO), str(error)) from error

    def _put_backup(self, folder: Folder) -> Copy | None:
        said: dict[str, Part] = {}

        def write(path: Path) -> None:
            with path.open("wb") as file:
                said.update(write_backup(file).parts)
            if said == self._said.get(folder.path):
                raise _NothingNew

        try:
            made = folder.put("zip", write)
        except _NothingNew:
            return None
        self._said[folder.path] = said
        return made

    def _look(self) -> str:
        """Is the stick still there, though there was nothing to write?"""
        return "" if self.folder.path.parent.is_dir() else "missing"

    def _note(self, trouble: str) -> None:
        state = State(timezone.now().isoformat(), str(self.folder.path), self.minutes, trouble)
        beside = _state_file().with_name(f"{_state_file().name}.{os.getpid()}")
        try:
            beside.write_text(json.dumps(asdict(state)), encoding="utf-8")
            os.replace(beside, _state_file())
        except OSError as error:
            logger.warning("The state of the copies cannot be kept: %s", error.strerror)


def _kind(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT if hasattr(errno, "EDQUOT") else errno.ENOSPC):
        return "full"
    return "missing" if isinstance(error, (FileNotFoundError, NotADirectoryError)) else "refused"


def _state_file() -> Path:
    return Path(settings.DATA_DIR, ".copies-state.json")


@contextlib.contextmanager
def copying() -> Iterator[None]:
    """Copies are made, in a thread, while the body runs; none where BACKUP_MINUTES is 0."""
    if settings.BACKUP_MINUTES <= 0:
        yield
        return
    stop = threading.Event()
    copier = Copier(Path(settings.BACKUP_DIR), settings.BACKUP_MINUTES, settings.BACKUP_KEEP)
    thread = threading.Thread(target=copier.run, args=[lambda seconds: not stop.wait(seconds)], daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(10)
