"""`manage.py backup [--output DIR]`: everything in one file, for any database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError

from scoring.safe.folder import Folder
from scoring.safe.snapshot import write_backup


class Command(BaseCommand):
    help = (
        "Writes a backup of everything (cups with all revisions, links, cases, accounts) and prints its path. Whoever "
        "has it can log in as anybody, in the end: keep it as you keep keys."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--output", metavar="DIR", default=".", help="the folder, made if need be; default: here")

    def handle(self, *args: Any, output: str, **options: Any) -> None:
        try:
            copy = Folder(Path(output)).put("zip", _write, by_hand=True)
        except OSError as error:
            raise CommandError(f"No backup can be written to {output!r}: {error.strerror or error}.") from error
        except OperationalError as error:
            raise CommandError("The database cannot be read. Is it up to date? python manage.py migrate") from error
        self.stdout.write(str(copy.path))


def _write(path: Path) -> None:
    with path.open("wb") as file:
        write_backup(file)
