"""`manage.py standings SLUG --format json|csv|table`: the standings of a cup."""

from __future__ import annotations

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import override

from scoring import queries
from scoring.exports import standings as export
from scoring.management.refusals import add_language, the_tournament, write_utf8


class Command(BaseCommand):
    help = "Prints the standings. In JSON numbers are exact; CSV and table have at most two decimals."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--format", choices=["json", "csv", "table"], default="table")
        add_language(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        found = queries.standings(the_tournament(options["slug"])).listed()
        write_utf8(sys.stdout)
        if options["format"] == "json":
            with override(options["lang"]):
                text = json.dumps(export.as_json(found), ensure_ascii=False) + "\n"
        elif options["format"] == "csv":
            text = export.as_csv(found, options["lang"])
        else:
            text = export.as_table(found, options["lang"])
        self.stdout.write(text, ending="")
