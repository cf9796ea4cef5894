"""The cup on paper: standings, results of a round with its table sheets, the capture log, everything; cards for tables.

Every function writes a PDF to `file`, in `language`, with the moment of printing below each page. A cup of any size
takes little memory: a table's sheet is made when the one before it is on paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import IO

from django.utils.translation import gettext as _
from django.utils.translation import override

from scoring import queries
from scoring.exports.pdf.cards import Card, cards_part
from scoring.exports.pdf.day import (
    write_all,
    write_badges,
    write_blank,
    write_certificates,
    write_rulings,
    write_rulings_to_sign,
    write_score_sheets,
    write_seating_by_name,
    write_seating_by_table,
    write_standings_after,
)
from scoring.exports.pdf.lists import captures_part, rulings_part, standings_page, standings_part
from scoring.exports.pdf.paper import PORTRAIT, Part, build, page_break
from scoring.exports.pdf.tables import round_parts
from scoring.exports.words import state_of
from scoring.models import Round, Tournament
from scoring.rulings import marks_by_deal
from scoring.statistics import known

__all__ = [
    "write_all",
    "write_badges",
    "write_blank",
    "write_captures",
    "write_cards",
    "write_certificates",
    "write_round",
    "write_rulings",
    "write_rulings_to_sign",
    "write_score_sheets",
    "write_seating_by_name",
    "write_seating_by_table",
    "write_standings",
    "write_standings_after",
    "write_tournament",
]


def write_standings(file: IO[bytes], tournament: Tournament, language: str, printed: datetime) -> None:
    """The standings. Five SQL queries."""
    standings = queries.standings(tournament).listed()
    with override(language):
        parts = iter([standings_part(standings)])
        build(file, tournament, state_of(standings), parts, printed, standings_page(standings))


def write_round(file: IO[bytes], tournament: Tournament, number: int, language: str, printed: datetime) -> None:
    """Results, then the sheet of each table that has deals. Raises Round.DoesNotExist. Six SQL queries."""
    books, cases = queries.round_books(tournament, number), queries.shown_cases(tournament)
    with override(language):
        title = _("Round %(number)s") % {"number": number}
        marks = marks_by_deal(cases)
        build(file, tournament, title, (part for book in books for part in round_parts(book, marks)), printed)


def write_captures(file: IO[bytes], tournament: Tournament, language: str, printed: datetime) -> None:
    """The capture log. Three SQL queries."""
    log = queries.capture_log(tournament)
    with override(language):
        build(file, tournament, _("Capture log"), iter([captures_part(log)]), printed)


def write_tournament(file: IO[bytes], tournament: Tournament, language: str, printed: datetime) -> None:
    """Everything: standings, each round with its table sheets, the rulings and the capture log if there are any.

    Fourteen SQL queries.
    """
    standings = queries.standings(tournament).listed()
    with override(language):
        title = _("The whole cup")
        build(file, tournament, title, _everything(tournament, standings), printed, standings_page(standings))


def write_cards(file: IO[bytes], round_: Round, cards: Sequence[Card], language: str, printed: datetime) -> None:
    """A card for each of the tables. No SQL query."""
    with override(language):
        title = _("Round %(number)s: table cards") % {"number": round_.number}
        build(file, round_.tournament, title, iter([cards_part(round_, cards)]), printed)


def _everything(tournament: Tournament, standings: queries.Standings) -> Iterator[Part]:
    cases = queries.shown_cases(tournament)
    marks = marks_by_deal(cases)
    yield standings_part(standings)
    for book in queries.round_books(tournament):
        yield page_break(PORTRAIT)
        yield from round_parts(book, marks)
    if cases:
        yield page_break(PORTRAIT)
        yield rulings_part(cases)
    if known(tournament.rules).log:
        yield page_break(PORTRAIT)
        yield captures_part(queries.capture_log(tournament))
