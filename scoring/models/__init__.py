"""What a cup is made of, as rows: fields, constraints and small facts about themselves.

Writes are in `scoring.services`, reads that a page and an export share in `scoring.queries`.
"""

from scoring.models.audit import AuditEntry
from scoring.models.deal import Capture, Deal, DealPoints, DealRevision
from scoring.models.entry import Confirmation, Receipt, RetiredToken, Signature
from scoring.models.hall import Notice, RoundClock
from scoring.models.jury import Ballot, Case, Decision, Penalty, Ruling
from scoring.models.register import Person
from scoring.models.results import Prize, Series
from scoring.models.tournament import Membership, Player, Round, Seat, Table, Tournament

__all__ = [
    "AuditEntry",
    "Ballot",
    "Capture",
    "Case",
    "Confirmation",
    "Deal",
    "DealPoints",
    "DealRevision",
    "Decision",
    "Membership",
    "Notice",
    "Penalty",
    "Person",
    "Player",
    "Prize",
    "Receipt",
    "RetiredToken",
    "Round",
    "RoundClock",
    "Ruling",
    "Seat",
    "Series",
    "Signature",
    "Table",
    "Tournament",
]
