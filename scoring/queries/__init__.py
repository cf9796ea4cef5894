"""Every read that a page, a command and an export share.

Each function asks a fixed number of SQL queries, whatever the size of the cup, and returns frozen
dataclasses. Points are exact: an int when whole, else a Fraction. Names are plain text.
"""

from scoring.queries.book import RoundBook, round_books
from scoring.queries.captures import BikaRow, CaptureLog, CaptureRow, Polgarmester, XxiRow, capture_log
from scoring.queries.players import PlayerDeal, PlayerRound, PlayerSheet, player_sheet
from scoring.queries.sheets import (
    DealRow,
    RoundSheet,
    SeatSummary,
    TableSheet,
    TableSummary,
    round_sheet,
    table_sheet,
)
from scoring.queries.standings import RoundScore, StandingRow, Standings, standings
from scoring.queries.tournaments import TournamentSummary, published_tournaments

__all__ = [
    "BikaRow",
    "CaptureLog",
    "CaptureRow",
    "DealRow",
    "PlayerDeal",
    "PlayerRound",
    "PlayerSheet",
    "Polgarmester",
    "RoundBook",
    "RoundScore",
    "RoundSheet",
    "SeatSummary",
    "StandingRow",
    "Standings",
    "TableSheet",
    "TableSummary",
    "TournamentSummary",
    "XxiRow",
    "capture_log",
    "player_sheet",
    "published_tournaments",
    "round_books",
    "round_sheet",
    "standings",
    "table_sheet",
]
