"""A cup as a workbook: the standings, each round, each round's deals table by table, the capture log.

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
from scoring.exports.xlsx.sheets import add_captures, add_deals, add_round, add_standings
from scoring.models import Tournament


def write_standings(file: IO[bytes], tournament: Tournament, language: str, printed: datetime) -> None:
    """The standings alone. Four SQL queries."""
    standings = queries.standings(tournament)
    with override(language):
        book = Book(tournament, printed)
        add_standings(book, standings)
        book.save(file)


def write_tournament(file: IO[bytes], tournament: Tournament, language: str, printed: datetime) -> None:
    """Everything. Twelve SQL queries."""
    standings = queries.standings(tournament)
    log = queries.capture_log(tournament)
    with override(language):
        book = Book(tournament, printed)
        add_standings(book, standings)
        for round_book in queries.round_books(tournament):
            add_round(book, round_book.sheet)
            add_deals(book, round_book)
        add_captures(book, log)
        book.save(file)
