"""A cup as a workbook: the standings, each round, each round's deals table by table, the rulings of the jury
where there are any, the capture log where the rules have something for it.

All deals of a round are on one sheet, a block for each table: the names of its seats, the deals, the sums. A sheet for
each table would be 400 sheets for a cup of 100 tables and four rounds, which no program shows in a way that anybody
could find a table; here the filter of the first column shows one table, and on paper each begins a page of its own.
"""

from __future__ import annotations

from datetime import datetime
from typing import IO

from django.utils.translation import override

from scoring import queries
from scoring.exports.xlsx.book import Book
from scoring.exports.xlsx.sheets import add_captures, add_deals, add_round, add_rulings, add_standings
from scoring.models import Tournament
from scoring.rulings import marks_by_deal
from scoring.statistics import known


def write_standings(file: IO[bytes], tournament: Tournament, language: str, printed: datetime) -> None:
    """The standings alone. Five SQL queries."""
    standings = queries.standings(tournament).listed()
    with override(language):
        book = Book(tournament, printed)
        add_standings(book, standings)
        book.save(file)


def write_tournament(file: IO[bytes], tournament: Tournament, language: str, printed: datetime) -> None:
    """Everything. Fourteen SQL queries."""
    standings = queries.standings(tournament).listed()
    log = queries.capture_log(tournament)
    cases = queries.shown_cases(tournament)
    with override(language):
        marks = marks_by_deal(cases)
        book = Book(tournament, printed)
        add_standings(book, standings)
        for round_book in queries.round_books(tournament):
            add_round(book, round_book.sheet)
            add_deals(book, round_book, marks)
        if cases:
            add_rulings(book, cases)
        if known(tournament.rules).log:
            add_captures(book, log)
        book.save(file)
