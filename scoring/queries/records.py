"""From a stored deal back to the rules' own."""

from __future__ import annotations

import rules
from scoring.models import Deal


def current_record(deal: Deal, ruleset: rules.Ruleset) -> rules.Deal:
    """The record in force of a deal that was fetched with its `current` revision.

    It was accepted when it was written, under the same snapshot of the ruleset.
    """
    if deal.current is None:
        raise Deal.DoesNotExist(f"{deal.pk} has no revision in force")
    return rules.read_deal(deal.current.record, ruleset)
