"""The hall's server: one process on any system, Windows too, for everybody's phones on the laptop's network."""

import os
from typing import Any

import waitress
from django.core.management import BaseCommand, CommandError, CommandParser, call_command
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from scoring.management.commands.translations import compile_catalogues
from scoring.network import invitation
from scoring.safe.copier import copying

THREADS = 16


class Command(BaseCommand):
    help = "Serves the product on this machine's network, and prints the addresses that phones can use."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=os.environ.get("PORT", "8000"), help="default: PORT, or 8000")
        parser.add_argument("--host", default="0.0.0.0", help="default: every address of this machine")

    def handle(self, *args: Any, port: int, host: str, **options: Any) -> None:
        self._prepare()
        call_command("first_organiser", port=port, stdout=self.stdout)
        for line in invitation(host, port):
            self.stdout.write(line)
        self.stdout.flush()
        try:
            # The name tells the pages who can reach them (scoring.reach); gunicorn says it by itself.
            application = get_wsgi_application()
            with copying():
                waitress.serve(application, host=host, port=port, server_name=host, threads=THREADS, _quiet=True)
        except OSError as error:
            raise CommandError(f"Cannot listen on port {port}: {error.strerror}. Another one: --port 8001") from error

    def _prepare(self) -> None:
        """Do what `make setup` does where there is no make. The database is not touched without being asked."""
        compile_catalogues()
        call_command("collectstatic", interactive=False, verbosity=0)
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            raise CommandError("The database is not up to date. First run: python manage.py migrate")
