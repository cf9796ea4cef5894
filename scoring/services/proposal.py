"""What the rules say of a case, priced by what was announced and made before the breach."""

from __future__ import annotations

from dataclasses import dataclass

import rules
from rules import Refused, jury, read_deal
from rules.renonsz import Term, bounded, terms
from rules.table import DERIVED
from scoring.models import Case, Decision
from scoring.services.cases import offence_of
from scoring.services.ruled import ruled_record


@dataclass(frozen=True, slots=True)
class Worth:
    """What the paragraphs say of a case.

    `proposal` is None where the ruleset does not know the offence (any more). `facts` is the deal as it was at the
    breach, None where there is none to price; of it `terms` are the figures that count, `total` their sum and `worth`
    that sum within the ruleset's bounds, in table points to each of the three others before any multiplier.
    """

    proposal: jury.Proposal | None
    facts: rules.Deal | None
    terms: tuple[Term, ...]
    total: int | None
    worth: int | None


def proposal_of(case: Case) -> Worth:
    """What the rules say of the case as its facts stand now. No SQL query where deal and offender were read with it."""
    facts = facts_of_case(case)
    offence = offence_of(case.tournament.rules, case.rule, case.sanction)
    proposal = None
    if offence is not None:
        askers = len(case.askers)
        proposal = jury.propose(offence, facts, case.tournament.rules, in_play=case.in_play, askers=askers)
    if facts is None:
        return Worth(proposal, None, (), None, None)
    found = tuple(terms(facts))
    total = sum(term.value for term in found)
    return Worth(proposal, facts, found, total, bounded(total, facts))


def facts_of_case(case: Case) -> rules.Deal | None:
    """The deal with what was said and made before the breach, as a renonsz of the offender; None where there is no
    deal, no offender, or where nobody had bid; and where the rules price no breach."""
    if case.deal is None or case.offender is None or not case.tournament.rules.has_renonsz:
        return None
    as_renonsz = Case(
        tournament=case.tournament, offender=case.offender, rule=case.rule, kind=Decision.RENONSZ, amount=None
    )
    stored = case.deal.record
    record = {key: stored[key] for key in ("players", *DERIVED) if key in stored}
    record |= ruled_record(as_renonsz, case.record or case.before or case.deal.entered())
    record.pop("number", None)
    try:
        return read_deal(record, case.tournament.rules)
    except Refused:
        return None
