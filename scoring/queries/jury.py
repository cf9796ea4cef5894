"""Cases and penalties as everybody may see them."""

from __future__ import annotations

from typing import Any

import rules
from scoring.models import Case, Penalty, Tournament


def cases_as_data(tournament: Tournament) -> list[dict[str, Any]]:
    """The cases as a document has them: what was decided, not what each juror ruled, nor why. One SQL query."""
    found, last = [], tournament.last_shown
    related = ("table__round", "deal", "offender")
    for case in tournament.cases.select_related(*related).order_by("number"):
        if last is not None and case.table is not None and case.table.round.number > last:
            continue
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
    found = tournament.penalty_rows.select_related("player", "case").order_by("pk")
    last = tournament.last_shown
    return [each for each in found if last is None or each.round is None or each.round <= last]
