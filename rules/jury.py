"""What follows from a breach of the rules, before anybody judges it (Kupa 1.3, 9; Magas 16), and when three agree.

The jury is free to rule otherwise: this is what the paragraphs themselves say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .deal import Deal, Player
from .renonsz import Term, bounded, terms
from .ruleset import Offence, Ruleset

RENONSZ, ANNUL, PLAY_ON, VOTE, FREE = "renonsz", "annul", "play_on", "vote", "free"
#: How many equal rulings, or votes of a table, decide (D20).
MAJORITY = 2
#: What a table may vote for (Magas 16): it is written down, dealt again in one of three ways, or played on.
TABLE_CHOICES = ("redeal", "redeal_150", "enforce", "continue", "pay_kassza")

Ruling = TypeVar("Ruling", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the paragraphs say of a breach. `kind` is one of

    RENONSZ (the offender pays `amount` table points to each of the three others, before any multiplier: the `terms`
    within the ruleset's bounds), ANNUL (dealt again), PLAY_ON (no renonsz), VOTE (the table votes first), FREE (no
    sanction is named). `rule` is the paragraph that says so.
    """

    kind: str
    rule: str
    amount: int | None = None
    terms: tuple[Term, ...] = ()


def propose(offence: Offence, deal: Deal | None, ruleset: Ruleset, *, in_play: bool, askers: int = 0) -> Proposal:
    """What follows from a breach found before play began or `in_play`, for which so many players asked.

    `deal` has what was announced, and the silent figures made before the breach; None where there is none to price.

    >>> from rules import get_ruleset
    >>> kupa = get_ruleset("kupa-2005")
    >>> wrong_play = kupa.offence("9.2")
    >>> propose(wrong_play, None, kupa, in_play=True, askers=1).kind
    'play_on'
    """
    if offence.sanction == "jury":
        return Proposal(FREE, offence.rule)
    if ruleset.kassza is not None:
        return Proposal(VOTE, ruleset.penalty.rule)
    early = ruleset.before_play
    if early is not None and not in_play and offence.kind in early.kinds and not offence.always:
        return Proposal(ANNUL, early.rule)
    if not in_play and offence.kind == "playing":
        return Proposal(FREE, offence.rule)
    if askers < offence.askers:
        return Proposal(PLAY_ON, offence.rule)
    if deal is None:
        return Proposal(RENONSZ, offence.rule)
    found = tuple(terms(deal))
    return Proposal(RENONSZ, offence.rule, bounded(sum(term.value for term in found), deal), found)


@dataclass(frozen=True, slots=True)
class Tally(Generic[Ruling]):
    """How a count of three stands: what two of them agree on, or that all three are in and differ."""

    decided: Ruling | None
    split: bool


def tally(rulings: Iterable[Ruling]) -> Tally[Ruling]:
    """What the rulings (or votes) so far come to: two equal ones decide (Magas 16, D20).

    >>> tally(["renonsz", "redeal"])
    Tally(decided=None, split=False)
    >>> tally(["renonsz", "redeal", "renonsz"]).decided
    'renonsz'
    """
    found = Counter(rulings)
    ruling, times = found.most_common(1)[0] if found else (None, 0)
    if times >= MAJORITY:
        return Tally(ruling, False)
    return Tally(None, found.total() >= 3)


def voters(players: Sequence[Player], offender: Player) -> tuple[Player, ...]:
    """The three others in the order in which they vote: to the offender's right, which is the order of play (Magas 16).

    `players` are the four who play, forehand first.

    >>> voters(("A", "B", "C", "D"), "C")
    ('D', 'A', 'B')
    """
    start = list(players).index(offender)
    return (*players[start + 1 :], *players[:start])


def ruled(record: Mapping[str, Any], outcome: str, renonsz: Mapping[str, Any] | None) -> dict[str, Any]:
    """The record of a deal as a ruling leaves it: with `renonsz` what was said and made before the breach stays, for
    it is what the penalty is made of; dealt again (`annulled`), only who played stays, and a vote's consequence.

    `record` is in the format of the exchange document.
    """
    if outcome == "annulled" and not (renonsz and renonsz.get("choice") == "pay_kassza"):
        kept = {key: value for key, value in record.items() if key in ("number", "players", "note")}
    else:
        kept = {
            key: value for key, value in record.items() if key not in ("card_points", "tricks", "renonsz", "thrown_in")
        }
    kept["outcome"] = outcome
    if renonsz:
        kept["renonsz"] = dict(renonsz)
    return kept
