"""`manage.py load_tournament FILE [--replace]`: loads a tournament document, all or nothing."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scoring.actors import Actor
from scoring.management.refusals import add_language, refusals_told
from scoring.services import load_document
from scoring.services.document import parse, read_file


class Command(BaseCommand):
    help = "Loads a tournament document, publishes it, and prints its slug. With any fault nothing is loaded."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a JSON file of the format tarokk-kupa/1, at most 32 MB")
        parser.add_argument("--replace", action="store_true", help="replace the tournament that has this slug")
        add_language(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        with refusals_told(options["lang"]):
            document = parse(read_file(options["file"]))
            tournament = load_document(Actor.operator("load_tournament"), document, replace=options["replace"])
        self.stdout.write(tournament.slug)
