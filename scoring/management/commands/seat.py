"""`manage.py seat SLUG --round N [--how random|fresh|standings] [--seed S] [--commit]`: draws a round."""

from __future__ import annotations

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scoring.actors import Actor
from scoring.management.refusals import add_language, refusals_told, the_tournament, write_utf8
from scoring.models import Tournament
from scoring.services import Draw, add_round, draw_round, preview_draw
from scoring.services.draw import HOWS, usual_how

ACTOR = Actor.operator("seat")


class Command(BaseCommand):
    help = (
        "Draws the tables of a round, the next one or one that has not begun, and prints them as JSON: players by "
        "number in playing order, how many of their meetings are repeated, and the seed. With the same seed the same "
        "players get the same tables. Nothing is saved without --commit. A fresh draw of many players takes a while."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--round", type=int, required=True, metavar="N")
        parser.add_argument(
            "--how", choices=HOWS, help="at random (usual in round 1), fresh (later), or by the standings"
        )
        parser.add_argument("--seed", type=int, metavar="S", help="a whole number; else one is thought of, and printed")
        parser.add_argument("--commit", action="store_true", help="save the tables")
        add_language(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        tournament, number = the_tournament(options["slug"]), options["round"]
        how = options["how"] or usual_how(number)
        with refusals_told(options["lang"]):
            found = preview_draw(ACTOR, tournament, number, how, options["seed"])
            if options["commit"]:
                found = _commit(tournament, found)
        write_utf8(sys.stdout)
        self.stdout.write(json.dumps(_as_data(found)))


def _commit(tournament: Tournament, found: Draw) -> Draw:
    """Saves what was found, in a round that is added where it is not there yet."""
    round_ = tournament.rounds.filter(number=found.number).first() or add_round(ACTOR, tournament)
    round_.tournament = tournament
    return draw_round(ACTOR, round_, found.how, found.seed, expected=found.key)


def _as_data(found: Draw) -> dict[str, Any]:
    return {
        "round": found.number,
        "how": found.how,
        "tables": [{"number": number, "seats": list(seats)} for number, seats in enumerate(found.tables, 1)],
        "repeats": found.repeats,
        "seed": found.seed,
    }
