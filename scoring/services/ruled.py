"""A deal under a ruling: what the ruling makes of its record, and how later corrections leave it standing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules import Refused, jury, read_deal
from rules.table import DERIVED
from scoring.models import Case, Deal, Decision
from scoring.models.jury import OF_DEAL

#: What a table's vote is called in a record (Magas 16).
_CHOICES = {
    Decision.RENONSZ: "enforce",
    Decision.REDEAL: "redeal",
    Decision.REDEAL_150: "redeal_150",
    Decision.PAY_KASSZA: "pay_kassza",
}
#: What a played deal came to, which a renonsz leaves out.
_PLAY = ("outcome", "card_points", "points", "tricks", "thrown_in")


def ruling_in_force(deal: Deal) -> Case | None:
    """The decided case that made the deal's record what it is. One SQL query."""
    decided = Case.objects.filter(deal=deal, state=Case.State.DECIDED, kind__in=sorted(OF_DEAL))
    return decided.select_related("tournament", "offender", "deal__current").order_by("-decided_at").first()


def ruled_record(case: Case, record: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a deal under the decision of its case; `record` has what was said and made before the offence."""
    ruling: dict[str, Any] | None = None
    voted = case.tournament.rules.kassza is not None
    if voted or case.kind == Decision.RENONSZ:
        ruling = {"offender": case.offender.number if case.offender is not None else None, "paragraph": case.rule}
        if case.amount is not None:
            ruling["amount"] = case.amount
        if voted:
            ruling["choice"] = _CHOICES[Decision(case.kind)]
    return jury.ruled(record, "renonsz" if case.kind == Decision.RENONSZ else "annulled", ruling)


def facts_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """What a record says without what was decided of it."""
    return {key: value for key, value in record.items() if key not in ("renonsz", "outcome")}


def keep_ruling(case: Case, record: Mapping[str, Any]) -> dict[str, Any]:
    """A correction of a deal under a ruling puts the facts right, and the ruling stands on them.

    The case remembers them, for the day it is undone: with what was played where the correction does not say so; what
    could not be a deal then (nobody bid, or another game) leaves what it remembered.
    """
    facts = facts_of(record)
    case.record = {**facts, "outcome": "renonsz"} if case.record else {}
    before = {**facts, **{key: case.before[key] for key in _PLAY if key in case.before and key not in facts}}
    case.before = before if _can_stand(case, before) else case.before
    case.save(update_fields=["record", "before"])
    return ruled_record(case, facts)


def _can_stand(case: Case, record: Mapping[str, Any]) -> bool:
    """Could this be the record of the case's deal?"""
    if case.deal is None:
        return False
    stored = case.deal.record
    shared = {key: stored[key] for key in ("players", *DERIVED) if key in stored}
    try:
        read_deal(shared | {key: value for key, value in record.items() if key != "number"}, case.tournament.rules)
    except Refused:
        return False
    return True
