"""What the organiser prints in the course of the day: for the tables before a round, of a round after it, and for the
prize-giving. Every function writes a PDF to `file`, in `language`, with the moment of printing on each page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import IO

from django.utils.translation import gettext as _
from django.utils.translation import override

from rules import Ruleset
from scoring import queries
from scoring.articles import with_article
from scoring.exports.pdf.badges import badges_part
from scoring.exports.pdf.blank import Sheet, score_sheet
from scoring.exports.pdf.cards import Card, cards_part
from scoring.exports.pdf.certificates import certificates_part
from scoring.exports.pdf.lists import captures_part, rulings_part, standings_page, standings_part
from scoring.exports.pdf.paper import LANDSCAPE, PORTRAIT, Part, build, page_break
from scoring.exports.pdf.ruling import RELATED, ruling_part
from scoring.exports.pdf.seating import seating_by_name, seating_by_table
from scoring.exports.pdf.tables import round_parts
from scoring.honours import Honour
from scoring.models import Player, Round, Tournament
from scoring.queries import TableLink
from scoring.rulings import marks_by_deal
from scoring.statistics import known
from scoring.text import hungarian


def write_blank(
    file: IO[bytes], tournament: Tournament, deals: int, seats: int, language: str, printed: datetime
) -> None:
    """A sheet to score any table of so many seats on. No SQL query."""
    with override(language):
        part = score_sheet(tournament.rules, Sheet.blank(deals, seats))
        build(file, tournament, _("Score sheet"), iter([part]), printed, LANDSCAPE)


def write_score_sheets(
    file: IO[bytes], round_: Round, tables: Sequence[TableLink], language: str, printed: datetime
) -> None:
    """A sheet to score on for each table of a round, with its players. No SQL query."""
    with override(language):
        title = _("Round %(number)s: score sheets") % {"number": round_.number}
        build(file, round_.tournament, title, _score_sheets(round_, tables), printed, LANDSCAPE)


def write_seating_by_name(
    file: IO[bytes], round_: Round, tables: Sequence[TableLink], language: str, printed: datetime
) -> None:
    """Everybody's table, by name. No SQL query."""
    with override(language):
        title = _("Round %(number)s: seating by name") % {"number": round_.number}
        build(file, round_.tournament, title, iter([seating_by_name(round_, tables)]), printed)


def write_seating_by_table(
    file: IO[bytes], round_: Round, tables: Sequence[TableLink], language: str, printed: datetime
) -> None:
    """Who sits at each table. No SQL query."""
    with override(language):
        title = _("Round %(number)s: seating by table") % {"number": round_.number}
        build(file, round_.tournament, title, iter([seating_by_table(round_, tables)]), printed)


def write_standings_after(file: IO[bytes], round_: Round, language: str, printed: datetime) -> None:
    """The standings as they were after a round, by what is known now. Five SQL queries."""
    standings = _standings_after(round_)
    with override(language):
        title = _after(round_)
        part = standings_part(standings, title)
        build(file, round_.tournament, title, iter([part]), printed, standings_page(standings))


def write_all(
    file: IO[bytes],
    round_: Round,
    tables: Sequence[TableLink],
    cards: Sequence[Card],
    language: str,
    printed: datetime,
) -> None:
    """All that there is to print for a round, in the order in which it is needed.

    Of an open one: seating by name and by table, the cards, sheets to score on, and what has been played so far. Of a
    closed one: results with table sheets, the standings after it, and the capture log as far, if there is one. At most
    sixteen SQL queries.
    """
    with override(language):
        title = _("Round %(number)s: everything") % {"number": round_.number}
        build(file, round_.tournament, title, _all(round_, tables, cards), printed)


def write_rulings(file: IO[bytes], tournament: Tournament, language: str, printed: datetime) -> None:
    """The cases before the jury and what came of them, to hang up: not who ruled what, nor why. One SQL query."""
    cases = queries.shown_cases(tournament)
    with override(language):
        build(file, tournament, _("Rulings of the jury"), iter([rulings_part(cases)]), printed)


def write_rulings_to_sign(file: IO[bytes], tournament: Tournament, language: str, printed: datetime) -> None:
    """Each case with its ruling and reasons, for the jury and the organisers; some SQL queries for each."""
    with override(language):
        build(file, tournament, _("Rulings, with reasons"), _rulings(tournament), printed)


def write_certificates(
    file: IO[bytes], tournament: Tournament, honours: Sequence[Honour], language: str, printed: datetime
) -> None:
    """A certificate for each honour, of which there is at least one. No SQL query."""
    with override(language):
        part = certificates_part(tournament, honours)
        build(file, tournament, _("Certificates"), iter([part]), printed, LANDSCAPE, bare=True)


def write_badges(
    file: IO[bytes], tournament: Tournament, players: Sequence[Player], language: str, printed: datetime
) -> None:
    """A badge for each player, in the order of the alphabet; there is at least one. No SQL query."""
    players = sorted(players, key=lambda player: (hungarian(player.name), player.number))
    with override(language):
        build(file, tournament, _("Name badges"), iter([badges_part(tournament, players)]), printed, bare=True)


def _all(round_: Round, tables: Sequence[TableLink], cards: Sequence[Card]) -> Iterator[Part]:
    tournament = round_.tournament
    if not round_.is_closed:
        yield seating_by_name(round_, tables)
        yield page_break(PORTRAIT)
        yield seating_by_table(round_, tables)
        if cards:
            yield page_break(PORTRAIT)
            yield cards_part(round_, cards)
        yield page_break(LANDSCAPE)
        yield from _score_sheets(round_, tables)
    (book,) = queries.round_books(tournament, round_.number)
    if round_.is_closed or any(sheet.rows or sheet.paper_points for sheet in book.tables):
        if not round_.is_closed:
            yield page_break(PORTRAIT)
        marks = marks_by_deal(queries.shown_cases(tournament))
        yield from round_parts(book, marks)
    if round_.is_closed:
        standings = _standings_after(round_)
        yield page_break(standings_page(standings))
        yield standings_part(standings, _after(round_))
        if known(tournament.rules).log:
            yield page_break(PORTRAIT)
            yield captures_part(queries.capture_log(standings.tournament))


def _score_sheets(round_: Round, tables: Sequence[TableLink]) -> Iterator[Part]:
    ruleset: Ruleset = round_.tournament.rules
    for place, at in enumerate(tables):
        if place:
            yield page_break(LANDSCAPE)
        deals = ruleset.planned_deals(seats=len(at.seats), round=round_.number)
        names = tuple(seat.player.name for seat in at.seats)
        yield score_sheet(ruleset, Sheet(deals, names, round_.number, at.table.number, at.table.first_dealer))


def _standings_after(round_: Round) -> queries.Standings:
    # A cup of its own: what others print of it is of all rounds.
    tournament = Tournament.objects.get(pk=round_.tournament_id)
    tournament.last_shown = round_.number
    return queries.standings(tournament)


def _after(round_: Round) -> str:
    return with_article(_("Standings after round %(number)s") % {"number": round_.number})


def _rulings(tournament: Tournament) -> Iterator[Part]:
    cases = tournament.cases.select_related(*RELATED).order_by("number")
    for place, case in enumerate(cases):
        if place:
            yield page_break(PORTRAIT)
        yield ruling_part(case)
