"""The cases of a table as its own page tells them: what waits, whose vote it is, and what came of it.

Never what a juror ruled alone, nor the jurors' reasons.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _

import rules
from rules import Ruleset
from rules.jury import TABLE_CHOICES
from scoring.hearing import effect_of, offence_text, paragraph, verdict_words, vote_words
from scoring.models import Ballot, Case
from scoring.models.jury import OF_DEAL
from scoring.numbers import written
from scoring.rulings import Mark, is_voted, mark_of
from scoring.services import Worth, proposal_of
from scoring.services.rulings import voters_of

Names = Mapping[rules.Player, str]


@dataclass(frozen=True, slots=True)
class Hearing:
    """A case in words. `votes` are those given (name, choice); `turn` is whose vote is awaited (player number, name);
    `choices` what they may vote for: id, words, what it costs."""

    case: Case
    mark: Mark
    paragraph: str
    offence: str
    offender: str
    askers: tuple[str, ...]
    votes: tuple[tuple[str, str], ...]
    turn: tuple[int, str] | None
    choices: tuple[tuple[str, str, str], ...]
    outcome: str
    effect: str

    @property
    def waits(self) -> str:
        """What is to be done, or awaited; "" of a case that waits for nothing."""
        if not self.case.is_open:
            return ""
        if self.turn is not None:
            return _("The table votes: it is the turn of %(name)s.") % {"name": self.turn[1]}
        if self.votes:
            return _("Three different votes: the jury decides.")
        return _("Three jurors decide. Play on meanwhile.")

    @property
    def by_vote(self) -> bool:
        """Did the table decide it itself?"""
        return is_voted(self.case)

    @property
    def told(self) -> str:
        """What a vote that was just given came to."""
        return self.waits if self.case.is_open else _("Two equal votes decide: %(outcome)s") % {"outcome": self.outcome}

    @property
    def rules_deal(self) -> bool:
        """Is the deal's record what this case made of it?"""
        return self.case.state == Case.State.DECIDED and self.case.kind in OF_DEAL


def hearings_of(cases: Sequence[Case], names: Names) -> list[Hearing]:
    """The cases that were not taken back. One SQL query where a table votes or voted, else none."""
    shown = [case for case in cases if case.state != Case.State.WITHDRAWN]
    ballots: dict[int, list[Ballot]] = {}
    if any(case.tournament.rules.kassza is not None for case in shown):
        for ballot in Ballot.objects.filter(case__in=shown).select_related("player").order_by("at", "pk"):
            ballots.setdefault(ballot.case_id, []).append(ballot)
    return [_hearing(case, ballots.get(case.pk, []), names) for case in shown]


def _hearing(case: Case, ballots: Sequence[Ballot], names: Names) -> Hearing:
    ruleset, worth = case.tournament.rules, proposal_of(case)
    offender = names.get(case.offender.number, case.offender.name) if case.offender is not None else ""
    voted = {ballot.player.number for ballot in ballots}
    turn = next((number for number in voters_of(case) if number not in voted), None)
    decided = case.state == Case.State.DECIDED
    return Hearing(
        case=case,
        mark=mark_of(case),
        paragraph=paragraph(case),
        offence=offence_text(case),
        offender=offender,
        askers=tuple(names.get(number, str(number)) for number in case.askers),
        votes=tuple((names[ballot.player.number], vote_words(ruleset, ballot.choice)) for ballot in ballots),
        turn=(turn, names[turn]) if turn is not None else None,
        choices=tuple(_choices(ruleset, worth)) if turn is not None else (),
        outcome=capfirst(verdict_words(case.kind, case.amount)) if decided else "",
        effect=effect_of(case, worth, offender) if decided else "",
    )


def _choices(ruleset: Ruleset, worth: Worth) -> list[tuple[str, str, str]]:
    """What may be voted for, each with what it costs. Nothing can be written down of a game that nobody recorded."""
    found = []
    for choice in TABLE_CHOICES:
        if choice == "enforce" and worth.facts is None:
            continue
        found.append((choice, capfirst(vote_words(ruleset, choice)), _price(ruleset, worth, choice)))
    return found


def _price(ruleset: Ruleset, worth: Worth, choice: str) -> str:
    if worth.facts is None or worth.worth is None or worth.total is None:
        return ""
    money = ruleset.money or 0
    if choice == "enforce":
        each = worth.worth * worth.facts.multiplier
        return _("%(points)s points (%(forints)s Ft) to each of the three") % {
            "points": written(each),
            "forints": written(each * money),
        }
    if choice == "pay_kassza" and ruleset.kassza is not None:
        return _("%(forints)s Ft") % {"forints": written(max(ruleset.kassza.minimum, worth.total * money))}
    return ""
