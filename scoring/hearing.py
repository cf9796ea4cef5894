"""A case before the jury told in words: what it is about, what the rules say of it, what came of it.

Pages and the paper of a ruling show what comes back. Nothing here asks the database.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from rules import Ruleset, jury
from rules.renonsz import Term
from scoring.explain import cite, figure_name, kontra_word, say
from scoring.models import Case, Decision
from scoring.numbers import Exact, written
from scoring.revisions import choice_name
from scoring.services import Worth
from scoring.services.cases import offence_of

Names = Mapping[rules.Player, str]


@dataclass(frozen=True, slots=True)
class TermLine:
    """One figure of the sum: "Trull (announced, kontra ×2)", "1 × 2", 2."""

    name: str
    remarks: tuple[str, ...]
    formula: str
    value: int


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What the rules say of a case. `sentence` says what follows and why; `rule` is the paragraph.

    Where there is something to pay: the `lines` of the sum, their `total`, `bound` (a sentence where a minimum or
    maximum changed it), the `worth` to each of the three others, and `all` for the three together.
    """

    kind: str
    sentence: str
    rule: str
    lines: tuple[TermLine, ...] = ()
    total: int | None = None
    bound: str = ""
    worth: int | None = None
    multiplier: int = 1
    notes: tuple[str, ...] = ()

    @property
    def all(self) -> int | None:
        """What the offender pays in all."""
        return None if self.worth is None else 3 * self.worth * self.multiplier

    @property
    def each(self) -> int | None:
        """What each of the three others gets."""
        return None if self.worth is None else self.worth * self.multiplier


def offence_text(case: Case) -> str:
    """What the case is about, in the words of the ruleset."""
    offence = offence_of(case.tournament.rules, case.rule, case.sanction)
    return capfirst(say(offence.text)) if offence is not None else case.rule


def paragraph(case: Case) -> str:
    """The paragraph, with its source."""
    return cite(case.tournament.rules, case.rule)


def suggestion_of(case: Case, worth: Worth) -> Suggestion | None:
    """What the rules say of it, in words; None where the ruleset does not know the offence."""
    ruleset, proposal = case.tournament.rules, worth.proposal
    if proposal is None:
        return None
    sentence = _sentence(proposal, case, ruleset)
    rule = cite(ruleset, proposal.rule)
    priced = proposal.kind in (jury.RENONSZ, jury.VOTE) and worth.facts is not None and worth.worth is not None
    if not priced or worth.facts is None or worth.total is None:
        return Suggestion(proposal.kind, sentence, rule)
    return Suggestion(
        proposal.kind,
        sentence,
        rule,
        lines=tuple(_line(worth.facts, term) for term in worth.terms),
        total=worth.total,
        bound=_bound(ruleset, worth.total, worth.worth),
        worth=worth.worth,
        multiplier=worth.facts.multiplier,
        notes=tuple(_kassza_notes(ruleset, worth.total)),
    )


def _sentence(proposal: jury.Proposal, case: Case, ruleset: Ruleset) -> str:
    offence = offence_of(ruleset, case.rule, case.sanction)
    if proposal.kind == jury.RENONSZ:
        return _("A renonsz: the offender pays each of the three others.")
    if proposal.kind == jury.ANNUL:
        return _("It came out before play began: the deal is void and dealt again, at no cost.")
    if proposal.kind == jury.PLAY_ON:
        needed = offence.askers if offence is not None else 0
        text = ngettext(
            "No renonsz: %(needed)s player of the table has to ask for it; %(asked)s did.",
            "No renonsz: %(needed)s players of the table have to ask for it; %(asked)s did.",
            needed,
        )
        return text % {"needed": needed, "asked": len(case.askers)}
    if proposal.kind == jury.VOTE:
        return _("The three others at the table vote first; two equal votes decide, three different ones come here.")
    return _("The rules name no sanction: the jury decides freely.")


def _line(deal: rules.Deal, term: Term) -> TermLine:
    figure = deal.ruleset.figures[term.figure]
    remarks = [_("announced") if term.announced else _("silent, made before")]
    if term.kontra:
        remarks.append(kontra_word(deal.ruleset, term.kontra))
    factors = []
    base = term.value >> term.kontra
    if term.announced and figure.times_game and deal.game_value:
        factors += [written(base // deal.game_value), written(deal.game_value)]
    else:
        factors.append(written(base))
    if term.kontra:
        factors.append(str(1 << term.kontra))
    formula = " × ".join(factors) if len(factors) > 1 else ""
    return TermLine(figure_name(deal.ruleset, term.figure), tuple(remarks), formula, term.value)


def _bound(ruleset: Ruleset, total: int, worth: int | None) -> str:
    penalty = ruleset.penalty
    if worth is None or worth == total:
        return ""
    if worth > total:
        return _("at least %(points)s (%(rule)s)") % {"points": penalty.minimum, "rule": cite(ruleset, penalty.rule)}
    return _("at most %(points)s (%(rule)s)") % {"points": penalty.maximum, "rule": cite(ruleset, penalty.rule)}


def _kassza_notes(ruleset: Ruleset, total: int) -> list[str]:
    """What the choices that pay into the kassza would cost (Magas 16)."""
    if ruleset.kassza is None:
        return []
    worth = max(ruleset.kassza.minimum, total * (ruleset.money or 0))
    return [
        _("%(choice)s: %(forints)s Ft")
        % {"choice": capfirst(str(Decision.REDEAL_150.label)), "forints": written(ruleset.kassza.redeal)},
        _("%(choice)s: %(forints)s Ft")
        % {"choice": capfirst(str(Decision.PAY_KASSZA.label)), "forints": written(worth)},
    ]


def verdict_words(kind: str, amount: Exact | None) -> str:
    """What was ruled: "renonsz: the offender pays – 12 points to each of the three"."""
    name = str(Decision(kind).label)
    if amount is None:
        priced = kind in (Decision.RENONSZ, Decision.PAY_KASSZA)
        return _("%(decision)s, as the rules say") % {"decision": name} if priced else name
    values = {"decision": name, "points": written(amount)}
    if kind == Decision.RENONSZ:
        return _("%(decision)s – %(points)s points to each of the three") % values
    return _("%(decision)s – %(points)s points") % values


def vote_words(ruleset: Ruleset, choice: str) -> str:
    """What a player of the table voted for (Magas 16)."""
    return _("play on, no consequence") if choice == "continue" else choice_name(ruleset, choice)


def facts_said(facts: rules.Deal, names: Names) -> list[str]:
    """What had been announced, and made, before the breach."""
    found = []
    for said in facts.announcements:
        words = [figure_name(facts.ruleset, said.figure), f"– {names[said.by]}"]
        details = [_("announced")]
        if said.kontra:
            details.append(kontra_word(facts.ruleset, said.kontra))
        if said.made:
            details.append(_("made before"))
        found.append(f"{' '.join(words)} ({', '.join(details)})")
    for hush in facts.silent:
        text = _("silent, made before") if hush.made else _("silent, failed before")
        found.append(f"{figure_name(facts.ruleset, hush.figure)} – {names[hush.by]} ({text})")
    return found


def effect_of(case: Case, worth: Worth, offender: str) -> str:
    """What the decision did to the deal and to the player, in a sentence."""
    kind, amount = case.kind, case.amount
    if kind == Decision.RENONSZ:
        each: Exact | None = amount if amount is not None else worth.worth
        if each is None:
            return _("%(name)s pays each of the three others.") % {"name": offender}
        times = worth.facts.multiplier if worth.facts is not None else 1
        return _("%(name)s pays %(each)s points to each of the three others, %(all)s in all.") % {
            "name": offender,
            "each": written(Fraction(each) * times),
            "all": written(Fraction(each) * times * 3),
        }
    sentences = {
        Decision.REDEAL: _("The deal is void; the same dealer deals again."),
        Decision.REDEAL_150: _("The deal is void and dealt again; %(name)s pays a fixed fine into the kassza."),
        Decision.PAY_KASSZA: _("The deal is void and dealt again; %(name)s pays its worth into the kassza."),
        Decision.PLAY_ON: _("The deal stands as it was recorded."),
        Decision.NO_OFFENCE: _("There was no offence: everything stands as it was recorded."),
        Decision.WARNING: _("%(name)s is warned. The standings have a footnote of it; no points change."),
        Decision.TABLE_POINTS: _("%(points)s table points are taken off %(name)s."),
        Decision.TOURNAMENT_POINTS: _("%(points)s tournament points are taken off %(name)s."),
        Decision.EXCLUSION: _("%(name)s is excluded from the rest of the cup; what was played stays."),
    }
    points = "" if amount is None else written(amount)
    return sentences[Decision(kind)] % {"name": offender, "points": points}


def why_barred(code: str) -> str:
    """Why a juror does not rule on a case."""
    return {
        "juror-at-table": _("sits at the table"),
        "juror-is-offender": _("is the offender"),
        "account-closed": _("the account was closed"),
    }.get(code, code)
