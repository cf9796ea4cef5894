"""Cases before the jury as lists name them: which one, where, what came of it. Never who ruled what, nor why."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.hearing import verdict_words
from scoring.models import Case, Decision


def title_of(case: Case) -> str:
    """The title of its ruling."""
    return _("Ruling of the jury: case %(number)s") % {"number": case.number}


def where_of(case: Case) -> str:
    """Round, table and deal: "1. forduló, 2. asztal, 4. leosztás"; the cup as a whole where there is no table."""
    if case.table is None:
        return _("not at a table")
    where = _("Round %(round)s, table %(table)s") % {"round": case.table.round.number, "table": case.table.number}
    return where if case.deal is None else f"{where}, {_('deal %(number)s') % {'number': case.deal.number}}"


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
            text = f"{_('jury, case %(number)s') % number}: {Decision(case.kind).label}"
        found[case.deal_id] = f"{found.get(case.deal_id, '')} {capfirst(text)}.".strip()
    return found


def outcome_of(case: Case) -> str:
    """What came of it, or that it waits."""
    if case.state != Case.State.DECIDED:
        return capfirst(str(Case.State(case.state).label))
    text = capfirst(verdict_words(case.kind, case.amount))
    return f"{text} ({_('aloud')})" if case.oral else text
