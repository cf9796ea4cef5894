"""`manage.py table_links SLUG [--round N]`: the links by which the tables enter their deals."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from scoring import queries
from scoring.management.refusals import the_tournament
from scoring.models import Round
from scoring.models.tournament import MAX_NUMBER


class Command(BaseCommand):
    help = (
        "Prints a line for each table: round, table, token and path of the table's page, with a tab between. "
        "Whoever has the token may enter deals at that table while the round is open: keep the list to yourself."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--round", type=int, metavar="N", help="only this round; else all of them")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament, number = the_tournament(options["slug"]), options["round"]
        try:
            if number is not None and not 1 <= number <= MAX_NUMBER:
                raise Round.DoesNotExist(number)
            tables = queries.tables_with_links(tournament, number)
        except Round.DoesNotExist as error:
            raise CommandError(f"{tournament.slug} has no round {number}.") from error
        for table in tables:
            path = reverse("table:page", args=[table.token])
            self.stdout.write(f"{table.round.number}\t{table.number}\t{table.token}\t{path}")
