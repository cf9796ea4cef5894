"""`manage.py copies`: copies of everything, every few minutes. The servers start it by themselves."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.safe.copier import Copier

#: Seconds after which the parent is looked for again.
LOOK = 2


class Command(BaseCommand):
    help = "Makes a copy of everything into a folder whenever something was written, every few minutes, until Ctrl-C."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--every", type=float, metavar="MINUTES", help="default: BACKUP_MINUTES, or 5")
        parser.add_argument("--output", metavar="DIR", help="default: BACKUP_DIR, or “copies” in DATA_DIR")
        parser.add_argument("--keep", type=int, metavar="N", help="so many are kept; default: BACKUP_KEEP, or 60")
        parser.add_argument("--once", action="store_true", help="one copy now, and no more")
        parser.add_argument("--attended", action="store_true", help="end with the program that started this one")

    def handle(self, *args: Any, once: bool, attended: bool, **options: Any) -> None:
        minutes = settings.BACKUP_MINUTES if options["every"] is None else options["every"]
        if minutes <= 0 and not once:
            if attended:  # Who serves asked for none.
                return
            raise CommandError("How often? --every 5")
        folder = Path(options["output"] or settings.BACKUP_DIR)
        copier = Copier(folder, minutes, settings.BACKUP_KEEP if options["keep"] is None else options["keep"])
        if once:
            made = copier.round()
            copier.close()
            if made is None:
                raise CommandError("No copy was made.")
            self.stdout.write(str(made.path))
            return
        try:
            copier.run(_Attended() if attended else _sleep)
        except KeyboardInterrupt:
            copier.close()


def _sleep(seconds: float) -> bool:
    time.sleep(seconds)
    return True


class _Attended:
    """Waits, and says whether the program that started this one is still there: one that was killed says nothing."""

    def __init__(self) -> None:
        self.parent = os.getppid()

    def __call__(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while os.getppid() == self.parent:
            left = until - time.monotonic()
            if left <= 0:
                return True
            time.sleep(min(left, LOOK))
        return False
