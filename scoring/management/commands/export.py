"""`manage.py export SLUG --format json --output PATH`: a cup as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring import queries
from scoring.exports import document
from scoring.exports import standings as standings_export
from scoring.management.refusals import add_language, the_tournament


class Command(BaseCommand):
    help = "Writes a cup to a file: json is the tournament document, csv the standings."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--format", choices=["json", "csv"], required=True)
        parser.add_argument("--output", metavar="PATH", required=True)
        add_language(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = the_tournament(options["slug"])
        if options["format"] == "json":
            text = document.as_text(tournament)
        else:
            text = standings_export.as_csv(queries.standings(tournament), options["lang"])
        try:
            Path(options["output"]).write_text(text, encoding="utf-8", newline="")
        except (OSError, ValueError) as error:
            raise CommandError(f"The file {options['output']!r} cannot be written: {error}.") from error
