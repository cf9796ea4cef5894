"""Django's makemessages, as this project marks its texts: `manage.py makemessages -l hu --no-obsolete`."""

from typing import Any

from django.core.management.commands import makemessages

NOT_SHOWN = ["staticfiles", "tests"]


class Command(makemessages.Command):
    # N_ marks a text that is translated later, where it is shown: gettext's own habit, which Django does not know.
    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=N_"]

    def handle(self, *args: Any, **options: Any) -> None:
        options["ignore_patterns"] = [*options["ignore_patterns"], *NOT_SHOWN]
        super().handle(*args, **options)
