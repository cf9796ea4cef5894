#!/usr/bin/env python
"""Django's command-line utility for this project: `python manage.py help` lists what it can do."""

import os
import sys


def main() -> None:
    """Run one administrative command under the project's settings."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarokkkupa.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
