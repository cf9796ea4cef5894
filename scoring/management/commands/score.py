"""`score`: one deal a line in, one result a line out. No database."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any, BinaryIO, NoReturn

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from rules import Problem, Refused, Ruleset, UnknownRuleset, get_ruleset, read_deal, rulesets, score
from scoring.sentences import say


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


decoder = json.JSONDecoder(parse_constant=_no_constant)
# A result is made afresh for each line and never holds itself.
encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode


def decode(text: str) -> object:
    """The value of a JSON text without blanks around it. Raises ValueError where it is none."""
    value, end = decoder.raw_decode(text)
    if end != len(text):
        raise ValueError("more follows the JSON")
    return value


class Command(BaseCommand):
    help = "Scores deals: reads one JSON record a line, writes one JSON result a line. Exit code 1 if any was refused."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--ruleset", metavar="ID", help="the ruleset of lines that name none")
        parser.add_argument("--lang", choices=["hu", "en"], default="en", help="the language of the sentences")

    def handle(self, *args: Any, **options: Any) -> None:
        ruleset = self._ruleset(options["ruleset"])
        with translation.override(options["lang"]):
            refused = score_lines(sys.stdin.buffer, sys.stdout.buffer, ruleset)
        if refused:
            sys.exit(1)

    def _ruleset(self, id: str | None) -> Ruleset | None:
        if id is None:
            return None
        try:
            return get_ruleset(id)
        except UnknownRuleset:
            raise CommandError(f"There is no ruleset {id}. Known are: {', '.join(rulesets())}.") from None


def score_lines(lines: BinaryIO, out: BinaryIO, ruleset: Ruleset | None = None) -> bool:
    """Scores each line that is not blank, in order, a result a line. Returns whether any was refused."""
    refused = False
    for n, line in enumerate(lines):
        text = line.strip(b"\xef\xbb\xbf \t\r\n" if n == 0 else b" \t\r\n")
        if text:
            result = score_line(text, ruleset, say)
            refused = refused or "errors" in result
            # Half a surrogate pair in a name comes back as the JSON escape that it was.
            out.write(encode(result).encode("utf-8", "backslashreplace") + b"\n")
    out.flush()
    return refused


def score_line(text: bytes, ruleset: Ruleset | None, say: Callable[[Problem], str]) -> dict[str, Any]:
    """The result of one record, or its errors with their sentences."""
    try:
        record = decode(text.decode("utf-8"))
    except (ValueError, RecursionError):  # also: not UTF-8, and numbers of thousands of digits
        problems: tuple[Problem, ...] = (Problem("bad-json", ""),)
    else:
        try:
            return score(read_deal(record, ruleset)).as_json(say)
        except Refused as refusal:
            problems = refusal.problems
    return {"errors": [{"code": p.code, "field": p.field, "message": say(p)} for p in problems]}
