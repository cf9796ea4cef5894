"""Cases and penalties as everybody may see them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, Q, QuerySet

import rules
from scoring.models import Case, Penalty, Tournament

#: So many of a table have a vote (Magas 16).
VOTERS = 3


def cases_as_data(tournament: Tournament) -> list[dict[str, Any]]:
    """The cases as a document has them: what was decided, not what each juror ruled, nor why. One SQL query."""
    found = []
    for case in shown_cases(tournament):
        row: dict[str, Any] = {"case": case.number, "state": case.state, "rule": case.rule, "sanction": case.sanction}
        if case.table is not None:
            row |= {"round": case.table.round.number, "table": case.table.number}
        if case.deal is not None:
            row["position"] = case.deal.position
        if case.offender is not None:
            row["offender"] = case.offender.number
        row |= {"askers": case.askers, "in_play": case.in_play}
        if case.state == Case.State.DECIDED:
            row |= {"kind": case.kind, "oral": case.oral}
            if case.amount is not None:
                row["amount"] = rules.exact(case.amount)
            if case.before:
                row["before"] = case.before
        if case.record:
            row["record"] = case.record
        found.append(row)
    return found


def waiting_for_jury(ruleset: rules.Ruleset) -> QuerySet[Case]:
    """The open cases for which jurors are wanted: those that a table still votes on are its own."""
    found = Case.objects.filter(state=Case.State.OPEN)
    if ruleset.kassza is None:
        return found
    no_vote = Q(sanction="jury") | Q(deal__isnull=True) | Q(offender__isnull=True)
    return found.annotate(votes=Count("ballots")).filter(no_vote | Q(votes__gte=VOTERS))


def shown_cases(tournament: Tournament) -> list[Case]:
    """The cases that whoever reads now may see, with tables, deals and players. One SQL query.

    A case without a table is of the round in which its penalty was given; without one, nothing says which round it is
    of, and it is not shown before the standings are thawed.
    """
    found = tournament.cases.select_related("table__round", "deal", "offender").order_by("number")
    last = tournament.last_shown
    if last is not None:
        no_table = Q(table__isnull=True, penalties__isnull=False)
        shown = no_table & (Q(penalties__round__isnull=True) | Q(penalties__round__lte=last))
        # Fields that hold documents cannot be compared, so not `distinct`.
        return list({case.pk: case for case in found.filter(Q(table__round__number__lte=last) | shown)}.values())
    return list(found)


def penalties_as_data(tournament: Tournament) -> list[dict[str, Any]]:
    """The penalties as a document has them. One SQL query."""
    found = []
    for penalty in shown_penalties(tournament):
        row: dict[str, Any] = {"player": penalty.player.number, "kind": penalty.kind}
        if penalty.amount is not None:
            row["amount"] = rules.exact(penalty.amount)
        if penalty.round is not None:
            row["round"] = penalty.round
        if penalty.reason:
            row["reason"] = penalty.reason
        if penalty.case is not None:
            row["case"] = penalty.case.number
        found.append(row)
    return found


def shown_penalties(tournament: Tournament) -> list[Penalty]:
    """The penalties that whoever reads now may see, with players and cases. One SQL query."""
    return penalties_of([tournament])


def penalties_of(tournaments: Sequence[Tournament]) -> list[Penalty]:
    """`shown_penalties` of several cups, each as far as its `last_shown`. One SQL query for them all."""
    last = {tournament.pk: tournament.last_shown for tournament in tournaments}
    found = []
    for each in Penalty.objects.filter(tournament__in=last).select_related("player", "case").order_by("pk"):
        shown = last[each.tournament_id]
        if shown is None or each.round is None or each.round <= shown:
            found.append(each)
    return found
