"""What a cup is made of, as rows: fields, constraints and small facts about themselves.

Writes are in `scoring.services`, reads that a page and an export share in `scoring.queries`.
"""

from scoring.models.audit import AuditEntry
from scoring.models.deal import Capture, Deal, DealPoints, DealRevision
from scoring.models.tournament import Membership, Player, Round, Seat, Table, Tournament

__all__ = [
    "AuditEntry",
    "Capture",
    "Deal",
    "DealPoints",
    "DealRevision",
    "Membership",
    "Player",
    "Round",
    "Seat",
    "Table",
    "Tournament",
]
