"""`manage.py pull_copies URL`: a second laptop keeps the copies of the first one."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import override

from scoring.safe.folder import Folder
from scoring.safe.pulling import NotPulled, check_address, pull


class Command(BaseCommand):
    help = "Fetches the newest copy of another machine; with --every again and again, until Ctrl-C."
    # The database of this machine has no part in it.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "url", help="the address that the other machine’s page “Safe keeping” shows; it is a secret"
        )
        parser.add_argument("--every", type=float, metavar="MINUTES", help="so often; without it, once")
        parser.add_argument("--output", metavar="DIR", default="copies", help="the folder; default: copies")

    def handle(self, *args: Any, url: str, every: float | None, output: str, **options: Any) -> None:
        folder = Folder(Path(output))
        with override("en"):
            try:
                check_address(url)
                if every is None:
                    self._once(url, folder)
                    return
                while True:
                    # The other machine may be away for a while: that is what this is for.
                    try:
                        self._once(url, folder)
                    except (NotPulled, OSError) as error:
                        self.stderr.write(f"{_clock()} Nothing fetched: {_reason(error)}")
                    time.sleep(max(60 * every, 1))
            except (NotPulled, OSError) as error:
                raise CommandError(f"Nothing fetched: {_reason(error)}.") from error
            except KeyboardInterrupt:
                return

    def _once(self, url: str, folder: Folder) -> None:
        made = pull(url, folder)
        if made is None:
            self.stdout.write(f"{_clock()} nothing new")
        else:
            self.stdout.write(f"{_clock()} {made.path}")
            folder.prune(settings.BACKUP_KEEP)
        self.stdout.flush()


def _clock() -> str:
    return f"{timezone.localtime():%H:%M}"


def _reason(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
