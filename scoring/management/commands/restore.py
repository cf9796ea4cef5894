"""`manage.py restore FILE [--replace]`: a backup or a copy becomes the database, all or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from scoring.actors import Actor
from scoring.management.refusals import add_language, refusals_told
from scoring.safe.folder import Folder
from scoring.safe.restoring import restore
from scoring.services import Refusal


class Command(BaseCommand):
    help = "Restores everything from a backup, or from a copy of an SQLite database, into a database without cups."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a backup or copy, or a folder of them: the newest is taken")
        parser.add_argument("--replace", action="store_true", help="delete everything that is in the database first")
        add_language(parser)

    def handle(self, *args: Any, file: str, replace: bool, **options: Any) -> None:
        path = Path(file)
        try:
            if path.is_dir():
                newest = Folder(path).newest()
                if newest is None:
                    raise CommandError(f"There is no copy in {file!r}.")
                path = newest.path
            with _way_out(), refusals_told(options["lang"]):
                restored = restore(Actor.operator("restore"), path, replace=replace)
        except OSError as error:
            raise CommandError(f"The file {str(path)!r} cannot be read: {error.strerror or error}.") from error
        self.stdout.write(f"{path}: {restored.cups} cups and {restored.accounts} accounts are restored.")
        if restored.last is not None:
            last = f"{timezone.localtime(restored.last):%Y-%m-%d %H:%M:%S}"
            self.stdout.write(f"The last thing that was done in it: {last}. What came later has to be entered anew.")


@contextmanager
def _way_out() -> Iterator[None]:
    """A command can replace what is there; the page cannot, so the refusal itself does not speak of it."""
    try:
        yield
    except CommandError as error:
        cause = error.__cause__
        if isinstance(cause, Refusal) and cause.problems[0].code == "program-not-empty":
            raise CommandError(f"{error} (--replace)") from cause
        raise
