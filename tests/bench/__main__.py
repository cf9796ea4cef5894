"""`make bench`: what things cost, as ratios measured in one run, each beside its bound.

Everything happens in a database of its own that is thrown away: a temporary SQLite file, or with DATABASE_URL a test
database on that server.
"""

import os
import secrets
import sys
import tempfile
from pathlib import Path

import django


def main() -> None:
    """Measure and print; exit 1 if a bound was broken."""
    with tempfile.TemporaryDirectory() as directory:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarokkkupa.settings")
        os.environ |= {"DATA_DIR": directory, "SECRET_KEY": secrets.token_hex(), "ALLOWED_HOSTS": "*", "DEBUG": "off"}
        django.setup()
        from django.db import connection

        from tests.bench import draws, exports, sections
        from tests.bench.measure import Report

        report = Report()
        connection.creation.create_test_db(verbosity=0, autoclobber=True)
        try:
            draws.draws(report)
            sections.scoring(Path(directory), report)
            sections.loading(Path(directory), report)
            sections.pages(report)
            exports.exports(sections.slug_of(sections.SMALL), sections.slug_of(sections.LARGE), report)
        finally:
            connection.creation.destroy_test_db(str(connection.settings_dict["NAME"]), verbosity=0)
    sys.exit(0 if report.kept else 1)


if __name__ == "__main__":
    main()
