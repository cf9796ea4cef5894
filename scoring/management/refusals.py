"""What the commands of this app share: options, and refusals told on standard error."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import override

from scoring.models import Tournament
from scoring.models.tournament import SLUG_PATTERN
from scoring.services import Refusal
from scoring.services.sentences import tell


def add_language(parser: CommandParser) -> None:
    """The option `--lang`."""
    parser.add_argument("--lang", choices=["hu", "en"], default="en", help="language of what is printed")


@contextmanager
def refusals_told(language: str) -> Iterator[None]:
    """Turns a Refusal into lines on standard error, a problem each, and a non-zero exit."""
    with override(language):
        try:
            yield
        except Refusal as refusal:
            raise CommandError("\n".join(tell(problem) for problem in refusal.problems)) from refusal


def the_tournament(slug: str) -> Tournament:
    """The cup of that slug, public or not; an error told to the operator when there is none."""
    # What is no slug cannot be one of ours, and need not be something that a database takes.
    found = Tournament.objects.filter(slug=slug).first() if re.match(SLUG_PATTERN, slug) else None
    if found is None:
        raise CommandError(f"There is no tournament with the slug {slug!r}.")
    return found


def write_utf8(stream: Any) -> None:
    """Standard output as UTF-8 with line ends as they are: a Windows console would else refuse a name's emoji."""
    if isinstance(sys.stdout, TextIOWrapper) and stream is sys.stdout:
        sys.stdout.reconfigure(encoding="utf-8", newline="")
