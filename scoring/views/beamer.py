"""The page for the hall's projector: the standings and the tables in play, in type that reads from ten metres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from scoring import queries
from scoring.footnotes import jury_to_table
from scoring.http import tournament_page
from scoring.models import Tournament
from scoring.reach import Reach
from scoring.views.public import state_of

T = TypeVar("T")

#: What fits on one screen: lines of the standings, tables of a round, notices.
ROWS = 10
TABLES = 12
NOTICES = 2


@dataclass(frozen=True, slots=True)
class StandingsScreen:
    """Some lines of the standings; `first` and `last` are where they stand among all lines, from 1."""

    first: int
    last: int
    rows: Sequence[queries.StandingRow]


@dataclass(frozen=True, slots=True)
class RoundScreen:
    """Some tables of an open round."""

    round: int
    tables: Sequence[queries.TableInPlay]


@tournament_page
def beamer(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standings, ten to a screen, then the tables of the rounds being played; a script turns the screens.

    Eleven SQL queries, whatever the size of the cup.
    """
    standings = queries.standings(tournament).listed()
    in_play = queries.tables_in_play(tournament)
    hall = queries.hall_of(tournament)
    rounds = list(tournament.rounds.filter(tournament.shown()).order_by("number"))
    open_rounds = [found.number for found in rounds if not found.is_closed]
    by_round = {number: [table for table in in_play if table.round == number] for number in open_rounds}
    page = reverse("public:standings", args=[tournament.slug])
    return render(
        request,
        "public/beamer.html",
        {
            "tournament": tournament,
            "state": state_of(tournament, rounds, waiting=standings.before_jury),
            "players": len(standings.rows),
            "standings": [StandingsScreen(at + 1, at + len(rows), rows) for at, rows in _cut(standings.rows, ROWS)],
            "rounds": [
                RoundScreen(number, tables) for number, found in by_round.items() for _at, tables in _cut(found, TABLES)
            ],
            "called": [jury_to_table(table.number) for table in in_play if table.calls],
            "hall": hall,
            "told": [notices for _at, notices in _cut(hall.notices, NOTICES)],
            "unconfirmed": sum(table.unconfirmed for table in in_play),
            # Without "http://", which browsers add.
            "address": Reach.of(request).address(page).partition("//")[2],
            "dark": "dark" in request.GET,
        },
    )


def _cut(items: Sequence[T], size: int) -> list[tuple[int, Sequence[T]]]:
    """`items` in order, so many to a screen, each screen with where it begins."""
    return [(start, items[start : start + size]) for start in range(0, len(items), size)]
