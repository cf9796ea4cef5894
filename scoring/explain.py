"""A deal told in words of the active language: what was said, what came of it, and why it scored so.

Takes the record and the result of `rules`; knows no database. Pages and the table's preview show what comes back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules import Announcement, Deal, Line, Player, Problem, Result, Ruleset, Silent, TarokyDeal, Text, other
from scoring.numbers import Exact, written

MADE, FAILED, RAISED = "made", "failed", "raised"


@dataclass(frozen=True, slots=True)
class Said:
    """An announced or silent figure. `status` is "made", "failed", "raised" (to a higher figure) or unknown: ""."""

    name: str
    suit: str | None
    by: str
    silent: bool
    kontra: str
    status: str
    remarks: tuple[str, ...] = ()

    @property
    def status_text(self) -> str:
        """The status in a word."""
        return {MADE: _("made"), FAILED: _("failed"), RAISED: _("raised away")}.get(self.status, "")


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of the settling. `value` table points go to each of `gain` from each of `pay` (names)."""

    name: str
    suit: str | None
    remarks: tuple[str, ...]
    failed: bool
    value: Exact
    formula: str
    gain: tuple[str, ...]
    pay: tuple[str, ...]
    rule: str

    @property
    def times_gained(self) -> int:
        """How often each of `gain` gets the value: pairs pay one to one, a lone player is paid by everybody."""
        return len(self.pay) if len(self.gain) == 1 else 1

    @property
    def times_paid(self) -> int:
        """How often each of `pay` pays it."""
        return len(self.gain) if len(self.pay) == 1 else 1


@dataclass(frozen=True, slots=True)
class Warned:
    """A breach that was scored as said, with its sentence and paragraph (`rule` with its source, `paragraph` as the
    ruleset has it), and the player's key in the record where it is somebody's."""

    sentence: str
    rule: str
    paragraph: str = ""
    player: Player | None = None


@dataclass(frozen=True, slots=True)
class Story:
    """One deal in words. `headline` is the bid, or the outcome where nobody bid; `card_points` are those of the
    declarer's side and of the opponents in a played deal; `partner` is empty where the declarer was alone."""

    headline: str
    outcome: str
    declarer: str
    partner: str
    called: str
    kontra: str
    multiplier: int
    card_points: tuple[int, int] | None
    tricks: int | None
    won: bool | None
    bika: bool
    sentences: tuple[str, ...]
    said: tuple[Said, ...]
    reasons: tuple[Reason, ...]
    warnings: tuple[Warned, ...]
    note: str


def tell(deal: Deal, result: Result, names: Mapping[Player, str], sentence: Callable[[Problem], str]) -> Story:
    """The story of a deal that `rules` has scored; `sentence` puts a warning into words."""
    outcome = say(deal.ruleset.outcomes[deal.outcome])
    counted = deal.card_points if deal.outcome == "played" else None
    pack = deal.ruleset.pack
    return Story(
        headline=capfirst(bid_name(deal) or outcome),
        outcome=outcome,
        declarer=names[deal.declarer] if deal.declarer is not None else "",
        partner=names[deal.partner] if deal.partner is not None else "",
        called=deal.called or "",
        kontra=kontra_word(deal.ruleset, deal.kontra),
        multiplier=deal.multiplier,
        card_points=None if counted is None else (counted, pack.card_points - counted),
        tricks=deal.tricks,
        won=None if counted is None else counted >= pack.win,
        bika=result.bika,
        sentences=(*_outcome_sentences(deal, names), *_counts_of_each(deal, names)),
        said=(
            *_announced(deal, result, names),
            *(_silent(deal, said, names) for said in deal.silent),
            *_melds(deal, names),
        ),
        reasons=tuple(_reason(deal, line, names) for line in result.lines),
        warnings=tuple(
            Warned(
                sentence(_named(problem, names)),
                cite(deal.ruleset, problem.rule),
                problem.rule or "",
                _player_of(problem),
            )
            for problem in result.warnings
        ),
        note=deal.note or "",
    )


def _player_of(problem: Problem) -> Player | None:
    player = problem.params.get("player")
    return player if isinstance(player, str | int) else None


def _named(problem: Problem, names: Mapping[Player, str]) -> Problem:
    """The problem with a name where it has a player of the record."""
    player = problem.params.get("player")
    if not isinstance(player, str | int) or player not in names:
        return problem
    return replace(problem, params={**problem.params, "player": names[player]})


def say(text: Text) -> str:
    """A text of the ruleset file in the active language."""
    return text.say(get_language() or "hu")


def kontra_word(ruleset: Ruleset, level: int | None) -> str:
    """ "rekontra ×4": the ruleset's own word, for the same word is not the same factor everywhere; "" for none."""
    return f"{say(ruleset.ladder[level - 1])} ×{2**level}" if level else ""


def cite(ruleset: Ruleset, rule: str | None) -> str:
    """A paragraph with the short name of its source: "Kupa 3.1.2"; a source's name alone as it is."""
    if not rule:
        return ""
    return f"{ruleset.short} {rule}" if rule[0].isdigit() else rule


def bid_name(deal: Deal) -> str:
    """The bid, with its degree where it has some; "" where nobody bid."""
    if deal.bid is None:
        return ""
    name = say(deal.ruleset.bids[deal.bid].name)
    if isinstance(deal, TarokyDeal) and deal.degree is not None:
        return _("%(bid)s, degree %(degree)s") % {"bid": name, "degree": deal.degree}
    return name


def warsaw_name(ruleset: Ruleset) -> str:
    """What a ruleset calls the bid at which everyone plays for himself; "" where there is none."""
    return next((capfirst(say(bid.name)) for bid in ruleset.bids.values() if bid.each_alone), "")


def figure_name(ruleset: Ruleset, item: str) -> str:
    """The name of what a line is about: a figure or meld of the ruleset, the game, a renonsz, or the bid by which
    players pay players."""
    named = ruleset.figures.get(item) or (ruleset.taroky and ruleset.taroky.melds.get(item)) or ruleset.bids.get(item)
    if named:
        return capfirst(say(named.name))
    return {"game": _("Game"), "renonsz": _("Renonsz")}.get(item, item)


def _announced(deal: Deal, result: Result, names: Mapping[Player, str]) -> Iterable[Said]:
    raised = {said.raised_from for said in deal.announcements}
    for index, said in enumerate(deal.announcements):
        remarks = []
        if said.kontra_by:
            doublers = ", ".join(names[player] for player in said.kontra_by)
            remarks.append(_("kontra by %(names)s") % {"names": doublers})
        if said.round is not None and said.round > 1:
            remarks.append(_("in round %(number)s of the announcements") % {"number": said.round})
        yield Said(
            name=figure_name(deal.ruleset, said.figure),
            suit=said.suit,
            by=names[said.by],
            silent=False,
            kontra=kontra_word(deal.ruleset, said.kontra),
            status=RAISED if index in raised else _status(deal, result, said),
            remarks=tuple(remarks) + _catch(said, names),
        )


def _status(deal: Deal, result: Result, said: Announcement) -> str:
    """Made or failed: as the record says, or as the line that came of it; unknown for a tarokk count."""
    made = said.made
    side = deal.side_of(said.by)
    for line in result.lines:
        same = (line.item, line.suit, line.announced) == (said.figure, said.suit, True)
        if made is None and same and line.side is not None and (line.side == side) == bool(line.made):
            made = line.made
    return "" if made is None else MADE if made else FAILED


def _silent(deal: Deal, said: Silent, names: Mapping[Player, str]) -> Said:
    return Said(
        name=figure_name(deal.ruleset, said.figure),
        suit=None,
        by=names[said.by],
        silent=True,
        kontra="",
        status=MADE if said.made else FAILED,
        remarks=_catch(said, names),
    )


def _melds(deal: Deal, names: Mapping[Player, str]) -> Iterable[Said]:
    """Melds that were declared: none fails, and none takes a kontra."""
    if isinstance(deal, TarokyDeal):
        for declared in deal.melds:
            name = figure_name(deal.ruleset, declared.meld)
            yield Said(name=name, suit=None, by=names[declared.by], silent=False, kontra="", status="")


def _counts_of_each(deal: Deal, names: Mapping[Player, str]) -> Iterable[str]:
    """What each counted, where everyone plays for himself."""
    if isinstance(deal, TarokyDeal) and deal.counted and deal.taken:
        counts = (f"{names[player]} {points} ({deal.taken[player]})" for player, points in deal.counted.items())
        yield _("Card points (and tricks): %(list)s.") % {"list": ", ".join(counts)}


def _catch(said: Announcement | Silent, names: Mapping[Player, str]) -> tuple[str, ...]:
    """Who caught whose XXI, as far as the record knows."""
    remarks = []
    if said.catcher is not None:
        remarks.append(_("catcher: %(name)s") % {"name": names[said.catcher]})
    if said.victim is not None:
        remarks.append(_("XXI of: %(name)s") % {"name": names[said.victim]})
    return tuple(remarks)


def _reason(deal: Deal, line: Line, names: Mapping[Player, str]) -> Reason:
    remarks = []
    if line.announced is not None and line.item in deal.ruleset.figures:
        remarks.append(_("announced") if line.announced else _("silent"))
    if line.made is False:
        remarks.append(_("failed"))
    if line.kontra:
        remarks.append(kontra_word(deal.ruleset, line.kontra))
    if line.item == "game" and deal.bid is not None:
        remarks.insert(0, bid_name(deal))
    gain, pay = _sides(deal, line)
    return Reason(
        name=figure_name(deal.ruleset, line.item),
        suit=line.suit,
        remarks=tuple(remarks),
        failed=line.made is False,
        value=line.value,
        formula=_formula(deal, line),
        gain=tuple(names[player] for player in gain),
        pay=tuple(names[player] for player in pay),
        rule=cite(deal.ruleset, line.rule),
    )


def _sides(deal: Deal, line: Line) -> tuple[tuple[Player, ...], tuple[Player, ...]]:
    """Who gets the line's value and from whom."""
    if line.side is not None:
        gain = deal.members(line.side)
        return gain, tuple(player for player in deal.players if player not in gain)
    if line.player is None:
        return (), ()
    if line.to is not None:
        return (line.to,), (line.player,)
    others = tuple(player for player in deal.players if player != line.player)
    if line.item == "renonsz":
        return others, (line.player,)
    if deal.ruleset.options.counts_paid_by == "opponents":
        others = deal.members(other(deal.side_of(line.player)))
    return (line.player,), others


def _formula(deal: Deal, line: Line) -> str:
    """How the value came about where there was something to multiply, or to share: "3 × 4", "10 : 3"."""
    if line.to is not None:
        share = Fraction(line.value)
        return f"{share.numerator} : {share.denominator}" if share.denominator > 1 else ""
    factor = 2 ** (line.kontra or 0)
    base = line.value / (factor * deal.multiplier)
    factors = [written(base)]
    if factor > 1:
        factors.append(str(factor))
    if deal.multiplier > 1:
        factors.append(str(deal.multiplier))
    return " × ".join(factors) if len(factors) > 1 and base == int(base) else ""


def _outcome_sentences(deal: Deal, names: Mapping[Player, str]) -> Iterable[str]:
    """What a deal came to if it was not simply played."""
    if deal.outcome == "passed_out":
        yield _("Nobody bid; the same dealer deals again.")
    elif deal.outcome == "thrown_in":
        yield _("Thrown in; the same dealer deals again.")
    elif deal.outcome == "annulled":
        yield _("The deal is void; the same dealer deals again.")
    elif deal.outcome == "no_play":
        yield _("Conceded after the announced trull: only figures of the first trick are scored.")
    elif deal.outcome == "renonsz":
        yield _("Ended by a renonsz: only the penalty is scored.")
    if deal.thrown_in is not None:
        hand = hand_name(deal.thrown_in.hand)
        yield _("Thrown in by: %(name)s (%(hand)s).") % {"name": names[deal.thrown_in.by], "hand": hand}
    if deal.renonsz is not None:
        yield _("Offender: %(name)s.") % {"name": names[deal.renonsz.offender]}
        if deal.renonsz.paragraph:
            yield _("Paragraph: %(rule)s.") % {"rule": cite(deal.ruleset, deal.renonsz.paragraph)}
        if deal.renonsz.choice and deal.renonsz.choice != "enforce":
            yield choice_sentence(deal.renonsz.choice)
        if deal.renonsz.amount is not None:
            yield _("Amount set by the jury: %(points)s.") % {"points": written(deal.renonsz.amount)}
    if deal.skart_tarokks:
        laid = ", ".join(f"{names[_player(deal, key)]} {count}" for key, count in deal.skart_tarokks.items())
        yield _("Tarokks laid away: %(list)s.") % {"list": laid}


def _player(deal: Deal, key: str) -> Player:
    """The active player whom a JSON key names."""
    return next(player for player in deal.players if str(player) == key)


def hand_name(hand: str) -> str:
    """A hand that may be thrown in, in words."""
    return {
        "lone-pagat": _("the pagát as only tarokk"),
        "lone-xxi": _("the XXI as only tarokk"),
        "pagat-and-xxi": _("pagát and XXI as only tarokks"),
        "four-kings": _("four kings in hand"),
        "no-tarokk": _("no tarokk in hand"),
    }[hand]


def choice_sentence(choice: str) -> str:
    """What the table voted for after a renonsz (Magas 16)."""
    return {
        "redeal": _("The table chose a new deal without consequence."),
        "redeal_150": _("The table chose a new deal and a fixed fine into the kassza."),
        "pay_kassza": _("The table chose a new deal and the worth of the figures into the kassza."),
    }[choice]
