"""What a cup says of itself is changed by somebody who saw an earlier state of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Max

import rules
from rules import Problem
from scoring.actors import Actor, require_organiser
from scoring.models import Deal, Tournament
from scoring.services.change import change
from scoring.services.errors import Refusal
from scoring.services.tournaments import field_problems

FIELDS = ("name", "date", "venue", "tie_break", "rounds_planned", "ruleset_id")


def edit_tournament(
    actor: Actor, tournament: Tournament, wanted: Mapping[str, Any], seen: Mapping[str, Any]
) -> list[str]:
    """Changes a cup's fields (of `FIELDS`): each that is `wanted` otherwise than it was `seen`; returns their names.

    Two people may change different fields at once; of the same field the second is told what it is now. A change
    of the rules takes them as they are now. Raises Refusal of bad values, of other rules beside deals, of fewer
    rounds than there are; PermissionDenied.
    """
    require_organiser(actor, tournament)
    changes = {name: wanted[name] for name in FIELDS if name in wanted and wanted[name] != seen.get(name)}
    if not changes:
        return []
    with change(actor, tournament, "edit_tournament") as under_way:
        now = under_way.tournament
        problems = field_problems(**changes) + _conflicts(now, changes, seen) + _too_late(now, changes)
        if problems:
            raise Refusal(problems)
        under_way.details = {
            "changed": {name: [str(getattr(now, name)), str(value)] for name, value in changes.items()}
        }
        fields = dict(changes)
        if "ruleset_id" in changes:
            fields["ruleset_snapshot"] = rules.get_ruleset(changes["ruleset_id"]).as_data()
        Tournament.objects.filter(pk=now.pk).update(**fields)
    return list(changes)


def _conflicts(now: Tournament, changes: Mapping[str, Any], seen: Mapping[str, Any]) -> list[Problem]:
    return [
        Problem("field-changed-meanwhile", name, {"value": str(getattr(now, name))})
        for name, value in changes.items()
        if getattr(now, name) not in (seen.get(name), value)
    ]


def _too_late(now: Tournament, changes: Mapping[str, Any]) -> list[Problem]:
    problems = []
    if "ruleset_id" in changes and Deal.objects.filter(table__round__tournament=now).exists():
        problems.append(Problem("ruleset-in-use", "ruleset_id"))
    last = now.rounds.aggregate(last=Max("number"))["last"] or 0
    if changes.get("rounds_planned", last) < last:
        problems.append(Problem("rounds-there-already", "rounds_planned", {"rounds": last}))
    return problems
