"""`manage.py export SLUG --format xlsx|pdf|csv|json --output PATH`: a cup as a file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from scoring import queries
from scoring.exports import document, pdf, xlsx
from scoring.exports import standings as standings_export
from scoring.management.refusals import add_language, the_tournament
from scoring.models import Tournament

Write = Callable[[IO[bytes], Tournament, str], None]


def _write_json(file: IO[bytes], tournament: Tournament, language: str) -> None:
    file.write(document.as_text(tournament).encode())


def _write_csv(file: IO[bytes], tournament: Tournament, language: str) -> None:
    file.write(standings_export.as_csv_file(queries.standings(tournament).listed(), language))


FORMATS: dict[str, Write] = {
    "xlsx": lambda file, tournament, language: xlsx.write_tournament(file, tournament, language, timezone.now()),
    "pdf": lambda file, tournament, language: pdf.write_tournament(file, tournament, language, timezone.now()),
    "csv": _write_csv,
    "json": _write_json,
}


class Command(BaseCommand):
    help = "Writes a cup to a file: xlsx and pdf hold everything, csv the standings; json is the tournament document."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--format", choices=list(FORMATS), required=True)
        parser.add_argument("--output", metavar="PATH", required=True)
        add_language(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = the_tournament(options["slug"])
        write = FORMATS[options["format"]]
        try:
            _replace(options["output"], lambda file: write(file, tournament, options["lang"]))
        except (OSError, ValueError) as error:
            raise CommandError(f"The file {options['output']!r} cannot be written: {_reason(error)}.") from error


def _replace(output: str, write: Callable[[IO[bytes]], None]) -> None:
    """Write beside the file and move it there when it is whole: an export that fails leaves the old one as it was."""
    path = Path(output)
    if path.exists() and not path.is_file():
        # A directory is refused by the system; /dev/stdout and its like are written to as they are.
        with path.open("wb") as file:
            write(file)
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("wb") as file:
            write(file)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _reason(error: OSError | ValueError) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
