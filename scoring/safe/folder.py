"""A folder of copies: how they are called, which is the newest, how one comes to be there whole or not at all."""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

#: In universal time, so that the last by name is the last that was made, also in the night when clocks go back.
STAMP = "%Y%m%dT%H%M%SZ"
NAME = re.compile(r"kupa-(backup-)?(\d{8}T\d{6}Z)\.(sqlite3|zip)", re.ASCII)
#: Seconds after which a part that nobody finished is swept away.
LEFT_BEHIND = 3600


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy or backup in a folder."""

    path: Path
    at: datetime
    size: int
    by_hand: bool

    @property
    def name(self) -> str:
        """What the file is called."""
        return self.path.name


class Folder:
    """A folder of copies. It need not be there yet; the one above it must, or a missing stick would be made up."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def copies(self) -> list[Copy]:
        """What is in it, the newest first; raises OSError where it cannot be read, but for one that is not there."""
        try:
            entries = list(self.path.iterdir())
        except FileNotFoundError:
            return []
        found = []
        for path in entries:
            # Somebody else may take one away meanwhile; a name may look like a date and be none.
            with contextlib.suppress(FileNotFoundError, ValueError):
                name = NAME.fullmatch(path.name)
                if name and path.is_file():
                    at = datetime.strptime(name[2], STAMP).replace(tzinfo=UTC)
                    found.append(Copy(path, at, path.stat().st_size, bool(name[1])))
        return sorted(found, key=lambda copy: (copy.at, copy.name), reverse=True)

    def newest(self) -> Copy | None:
        """The last that was made; raises OSError."""
        return next(iter(self.copies()), None)

    def put(self, ending: str, write: Callable[[Path], object], *, by_hand: bool = False) -> Copy:
        """Adds what `write` writes into a new file, readable by its owner only; raises OSError and what `write` raises.

        It has its name only once all of it is on the disk: whoever looks, or pulls the plug, never finds half a copy.
        A clock that was put back does not make it older than those that are there.
        """
        self.path.mkdir(mode=0o700, exist_ok=True)
        at = datetime.now(UTC).replace(microsecond=0)
        newest = self.newest()
        if newest is not None and newest.at >= at:
            at = newest.at + timedelta(seconds=1)
        final = self.path / f"kupa-{'backup-' if by_hand else ''}{at.strftime(STAMP)}.{ending}"
        return Copy(self.put_as(final.name, write).path, at, final.stat().st_size, by_hand)

    def put_as(self, name: str, write: Callable[[Path], object]) -> Copy:
        """As `put`, under a name that one of our copies has."""
        matched = NAME.fullmatch(name)
        if matched is None:
            raise ValueError(f"{name} is no name of a copy")
        self.path.mkdir(mode=0o700, exist_ok=True)
        part, final = self.path / f".{name}.{os.getpid()}.part", self.path / name
        try:
            os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            write(part)
            _to_disk(part)
            os.replace(part, final)
        finally:
            for path in (part, part.with_name(f"{part.name}-journal")):
                with contextlib.suppress(OSError):
                    path.unlink()
        _to_disk(self.path)
        at = datetime.strptime(matched[2], STAMP).replace(tzinfo=UTC)
        return Copy(final, at, final.stat().st_size, bool(matched[1]))

    def prune(self, keep: int) -> None:
        """Leaves so many of the copies that were made by themselves, and all that were made by hand; raises OSError."""
        for copy in [copy for copy in self.copies() if not copy.by_hand][max(keep, 1) :]:
            copy.path.unlink(missing_ok=True)
        for path in self.path.glob(".kupa-*.part*"):
            with contextlib.suppress(FileNotFoundError):
                if time.time() - path.stat().st_mtime > LEFT_BEHIND:
                    path.unlink()


def _to_disk(path: Path) -> None:
    """Waits until a file, or the names in a folder, are on the disk. Windows lets no folder be opened for that."""
    if path.is_dir() and os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    except OSError:
        # Some network folders cannot; files can everywhere.
        if not path.is_dir():
            raise
    finally:
        os.close(handle)
