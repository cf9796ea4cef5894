"""Cases before the jury as lists name them: which one, where, what came of it. Never who ruled what, nor why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.hearing import paragraph, verdict_words
from scoring.models import Case, Decision


def title_of(case: Case) -> str:
    """The title of its ruling."""
    return _("Ruling of the jury: case %(number)s") % {"number": case.number}


def where_of(case: Case) -> str:
    """Round, table and deal: "1. forduló, 2. asztal, 4. leosztás"; the cup as a whole where there is no table."""
    if case.table is None:
        return _("not at a table")
    where = _("Round %(round)s, table %(table)s") % {"round": case.table.round.number, "table": case.table.number}
    return where if case.deal is None else ", ".join([where, _("deal %(number)s") % {"number": case.deal.number}])


@dataclass(frozen=True, slots=True)
class Mark:
    """What a page says beside a deal that came before the jury: "a zsűri előtt (3. ügy)", or what came of it and by
    which paragraph. `waits`: nothing is decided yet."""

    case: int
    text: str
    waits: bool


def mark_of(case: Case) -> Mark:
    """The mark of one case."""
    if case.is_open:
        return Mark(case.number, _("before the jury (case %(number)s)") % {"number": case.number}, True)
    found = f"{short_of(Decision(case.kind))}, {paragraph(case)}"
    if not is_voted(case):
        return Mark(case.number, _("jury: %(outcome)s") % {"outcome": found}, False)
    return Mark(case.number, _("vote of the table: %(outcome)s") % {"outcome": found}, False)


def marks_of(cases: Iterable[Case]) -> dict[int, list[Mark]]:
    """The marks of deals, by the deal's key. Of a case that was taken back there is none."""
    found: dict[int, list[Mark]] = {}
    for case in cases:
        if case.deal_id is not None and case.state != Case.State.WITHDRAWN:
            found.setdefault(case.deal_id, []).append(mark_of(case))
    return found


def is_voted(case: Case) -> bool:
    """Was it decided by the vote of its table (Magas 16), and not by jurors?"""
    by_table = case.tournament.rules.kassza is not None and case.sanction != "jury"
    return by_table and case.state == Case.State.DECIDED and not case.oral and not case.jurors


def short_of(decision: Decision) -> str:
    """A decision in a word or two."""
    return {
        Decision.RENONSZ: _("renonsz"),
        Decision.REDEAL: _("dealt again"),
        Decision.REDEAL_150: _("dealt again, a fine into the kassza"),
        Decision.PAY_KASSZA: _("dealt again, its worth into the kassza"),
        Decision.PLAY_ON: _("played on"),
    }.get(decision, str(decision.label))


def marks_by_deal(cases: Iterable[Case]) -> dict[int, str]:
    """What a table sheet says beside a deal, by the deal's key: "A zsűri előtt (3. ügy)."."""
    found: dict[int, str] = {}
    for case in cases:
        if case.deal_id is None or case.state == Case.State.WITHDRAWN:
            continue
        number = {"number": case.number}
        if case.is_open:
            text = _("before the jury (case %(number)s)") % number
        else:
            text = _("jury, case %(number)s") % number + f": {Decision(case.kind).label}"
        found[case.deal_id] = f"{found.get(case.deal_id, '')} {capfirst(text)}.".strip()
    return found


def outcome_of(case: Case) -> str:
    """What came of it, or that it waits."""
    if case.state != Case.State.DECIDED:
        return capfirst(str(Case.State(case.state).label))
    text = capfirst(verdict_words(case.kind, case.amount))
    return text + " (" + _("aloud") + ")" if case.oral else text
