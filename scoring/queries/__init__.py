"""Every read that a page, a command and an export share.

Each function asks a fixed number of SQL queries, whatever the size of the cup, and returns frozen
dataclasses. Points are exact: an int when whole, else a Fraction. Names are plain text.
"""

from scoring.queries.agreement import Agreement, Entry, agreements_of, entries_of, totals_as_text
from scoring.queries.book import RoundBook, round_books
from scoring.queries.captures import BikaRow, CaptureLog, CaptureRow, Polgarmester, XxiRow, capture_log
from scoring.queries.hall import Hall, clocks_of, hall_at, hall_of, notices_of, offered_clock
from scoring.queries.jury import shown_cases, waiting_for_jury
from scoring.queries.links import Ended, Link, TableLink, find_code, find_link, round_links, spoken, tables_with_links
from scoring.queries.play import TableInPlay, tables_in_play, unconfirmed_deals
from scoring.queries.players import PlayerDeal, PlayerRound, PlayerSheet, player_sheet
from scoring.queries.series import SeriesSummary, SeriesTable, public_series, series_of, table_of_series
from scoring.queries.sheets import (
    DealRow,
    RoundSheet,
    SeatSummary,
    TableSheet,
    TableSummary,
    round_sheet,
    table_sheet,
)
from scoring.queries.standings import RoundScore, StandingRow, Standings, points_off, standings, standings_of
from scoring.queries.statistics import CupStatistics, cup_statistics, player_tally
from scoring.queries.tournaments import TournamentSummary, published_tournaments

__all__ = [
    "Agreement",
    "BikaRow",
    "CaptureLog",
    "CaptureRow",
    "CupStatistics",
    "DealRow",
    "Ended",
    "Entry",
    "Hall",
    "Link",
    "PlayerDeal",
    "PlayerRound",
    "PlayerSheet",
    "Polgarmester",
    "RoundBook",
    "RoundScore",
    "RoundSheet",
    "SeatSummary",
    "SeriesSummary",
    "SeriesTable",
    "StandingRow",
    "Standings",
    "TableInPlay",
    "TableLink",
    "TableSheet",
    "TableSummary",
    "TournamentSummary",
    "XxiRow",
    "agreements_of",
    "capture_log",
    "clocks_of",
    "cup_statistics",
    "entries_of",
    "find_code",
    "find_link",
    "hall_at",
    "hall_of",
    "notices_of",
    "offered_clock",
    "player_sheet",
    "player_tally",
    "points_off",
    "public_series",
    "published_tournaments",
    "round_books",
    "round_links",
    "round_sheet",
    "series_of",
    "shown_cases",
    "spoken",
    "standings",
    "standings_of",
    "table_of_series",
    "table_sheet",
    "tables_in_play",
    "tables_with_links",
    "totals_as_text",
    "unconfirmed_deals",
    "waiting_for_jury",
]
