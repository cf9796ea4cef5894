"""Every write: one function for each thing that happens.

Each is atomic, checks the actor's right (PermissionDenied), writes the audit trail, and bumps
`Tournament.revision`. What people get wrong is a `Refusal`, with codes and places; faults are not caught.
"""

from scoring.services.deals import correct_deal, preview_correction, preview_deal, record_deal
from scoring.services.document import load_document
from scoring.services.errors import Refusal
from scoring.services.paper import clear_paper, enter_paper
from scoring.services.rounds import add_round, close_round, reopen_round, seat_table
from scoring.services.tournaments import add_player, create_tournament, delete_tournament, publish

__all__ = [
    "Refusal",
    "add_player",
    "add_round",
    "clear_paper",
    "close_round",
    "correct_deal",
    "create_tournament",
    "delete_tournament",
    "enter_paper",
    "load_document",
    "preview_correction",
    "preview_deal",
    "publish",
    "record_deal",
    "reopen_round",
    "seat_table",
]
