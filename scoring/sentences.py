"""Problems of a deal put into words, in the active language. A sentence says what is wrong and what to do.

The codes are those of the format; `rules` gives them with parameters. Sentences of whole documents, rounds and tables
are in `scoring.services.sentences`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_noop as N_

from rules import Problem, Ruleset, rulesets

#: By code. The names in %(…)s are the problem's parameters, as `_params` completes them.
SENTENCES: Mapping[str, str] = {
    # Reading
    "bad-json": N_("This is not JSON: check brackets, commas and quotation marks."),
    "bad-type": N_("The wrong kind of value stands here; expected: %(expected)s."),
    "unknown-field": N_("There is no field “%(name)s” here: check its spelling or leave it out."),
    "missing-field": N_("“%(name)s” is missing: please give it."),
    "unknown-ruleset": N_("There is no ruleset “%(ruleset)s”. Known are: %(known)s."),
    "unknown-outcome": N_("A deal cannot come to “%(outcome)s”."),
    "outcome-not-in-ruleset": N_("Under this ruleset a deal cannot come to “%(outcome)s”."),
    "bad-players": N_("Four different players are needed, forehand first."),
    "unknown-player": N_("“%(player)s” does not play in this deal."),
    "not-at-table": N_("“%(player)s” does not sit at this table."),
    "number-out-of-order": N_("Deal %(expected)s comes next, not deal %(number)s."),
    "partner-is-declarer": N_("The declarer cannot be the own partner: leave the partner out for a lone declarer."),
    "partner-not-allowed": N_("With this bid the declarer plays alone: leave the partner out."),
    "bad-value": N_("This value is not possible here: choose one of those offered."),
    # Bid, points, tricks
    "bad-bid": N_("“%(bid)s” is no bid, or is lower than the auction went."),
    "card-points-out-of-range": N_("Card points lie from 0 to %(most)s."),
    "tricks-out-of-range": N_("Tricks lie from 0 to %(most)s."),
    "tricks-contradict-card-points": N_("%(tricks)s tricks and %(card_points)s card points cannot both be right."),
    "tricks-contradict": N_("The tricks of the four sum to %(total)s; there are %(most)s."),
    "kontra-too-high": N_("The kontra goes too far: level %(most)s is the highest here."),
    "multiplier-not-allowed": N_("This ruleset knows no doubled deals: the multiplier is 1."),
    # Figures
    "unknown-figure": N_("“%(figure)s” is no figure: check its name."),
    "figure-not-in-ruleset": N_("%(figure)s is not played under this ruleset."),
    "silent-not-allowed": N_("%(figure)s does not count silently here."),
    "derived-figure": N_("%(figure)s follows from card points and tricks: leave it out of the silent figures."),
    "silent-failure-not-allowed": N_("%(figure)s cannot fail silently: leave it out."),
    "kontra-not-allowed": N_("A tarokk count takes no kontra."),
    "suit-missing": N_("%(figure)s needs its suit."),
    "suit-not-allowed": N_("%(figure)s takes no suit."),
    "duplicate-announcement": N_("%(figure)s stands twice for the same side: keep one."),
    "announced-and-silent": N_("%(figure)s was announced by this side: it cannot be silent too."),
    "bad-raise": N_(
        "Only an earlier announcement of the own side, not raised yet, can be raised, and only in magas tarokk."
    ),
    "catch-within-side": N_("The XXI is caught by the side that says so, from a player of the other side."),
    "facan-excluded-by-paros-facan": N_("A side with a párosfácán has no silent fácán: leave it out."),
    "too-many-tarokks": N_("The counts said sum to %(total)s tarokks; the pack has %(most)s."),
    "second-needs-pagat": N_("This bid binds the declarer to %(figure)s: announce it with it."),
    # Melds
    "unknown-meld": N_("“%(meld)s” is no meld of this ruleset: check its name."),
    "duplicate-meld": N_("%(meld)s stands twice for the same player: keep one."),
    # Contradictions
    "made-by-both-sides": N_("Both sides cannot have made %(figure)s."),
    "trick-taken-twice": N_("%(figure)s and %(other)s cannot both have been made: both need trick %(trick)s."),
    # Warnings
    "after-volat": N_("%(figure)s was said after the own side's volát."),
    "ultimo-raised-to-uhu": N_("An announced ultimó was raised to uhu."),
    "raise-not-in-table": N_("%(from)s may not be raised to %(figure)s."),
    "raise-of-kontrad-card": N_("Raised to %(figure)s although a figure on the same card was kontra'd (%(kontrad)s)."),
    "raise-leaves-figure": N_("Raised to %(figure)s although %(left)s stays on the same small card."),
    "facan-needs-partner-lead": N_("A fácán may be announced only when the partner leads."),
    "paros-facan-needs-opponent-lead": N_("A párosfácán may be announced only when an opponent leads."),
    "paros-facan-card-bound": N_("Beside a párosfácán its side has figures on both small cards; one of them is bound."),
    "long-double-and-double": N_("Double game and long double were both said by one side."),
    "long-double-needed": N_("With seven tarokks or more and no count said before, the word is long double."),
    "two-counts": N_("“%(player)s” said both 8 and 9 tarokks."),
    "catch-players-missing": N_("Who caught the XXI, and from whom? The capture log lacks a name."),
    "card-points-unlikely": N_("With this bid and these tricks a legal skart leaves %(low)s to %(high)s card points."),
    "kontra-by-wrong-side": N_("“%(player)s” is of the side that could not say kontra level %(level)s."),
    "called-card-irregular": N_("%(called)s was called; the auction asks for the %(due)s."),
}

#: By code and the parameter "reason": where one code has several stories.
REASONS: Mapping[tuple[str, str], str] = {
    ("made-contradicts-record", "derived"): N_("Card points and tricks say otherwise about %(figure)s."),
    ("made-contradicts-record", "card-in-two-places"): N_(
        "The card of %(figure)s would have been in two tricks, or with both sides."
    ),
    ("made-contradicts-record", "too-few-tricks"): N_(
        "The side took only %(tricks)s tricks: too few for what it is said to have made, %(figure)s among it."
    ),
    ("made-contradicts-record", "took-all-tricks"): N_("A side that took all tricks cannot have failed %(figure)s."),
    ("made-contradicts-record", "card-of-other-side"): N_(
        "%(figure)s cannot stand beside %(other)s: a card of it is lost."
    ),
    ("made-contradicts-record", "too-few-points"): N_(
        "The side has only %(card_points)s card points: too few for %(figure)s."
    ),
    ("melds-contradict", "one-hand"): N_("One hand cannot have both %(meld)s and %(beside)s."),
    ("melds-contradict", "two-hands"): N_("%(meld)s is not possible while another player has %(beside)s."),
    ("melds-contradict", "tarokks"): N_("The melds tell of at least %(total)s tarokks; the pack has %(most)s."),
    ("points-contradict", "sum"): N_(
        "The card points of the four sum to %(total)s; counted in threes they come to %(least)s–%(most)s."
    ),
    ("points-contradict", "no-trick"): N_("“%(player)s” took no trick, so there are no card points either."),
    ("bad-renonsz", "missing"): N_("A renonsz needs its ruling: who pays, and under which paragraph."),
    ("bad-renonsz", "outcome"): N_("A ruling of renonsz stands only with the outcome renonsz."),
    ("bad-renonsz", "choice"): N_("This choice of the table's vote does not go with the outcome of the deal."),
    ("bad-renonsz", "choice-not-in-ruleset"): N_("Only magas tarokk has choices of the table's vote."),
    ("bad-renonsz", "bid"): N_("With an announced double game or volát the sum needs the bid."),
    ("no-play-irregular", "no-trull"): N_("A deal is conceded only after an announced trull."),
    ("no-play-irregular", "solo"): N_("A szóló is never conceded."),
    ("auction-irregular", "out-of-turn"): N_("Call %(call)s was made out of turn."),
    ("auction-irregular", "after-pass"): N_("Call %(call)s came from a player who had passed."),
    ("auction-irregular", "not-higher"): N_("Call %(call)s was not higher than the bid before."),
    ("auction-irregular", "hold-not-allowed"): N_("Call %(call)s: this player could not hold the bid."),
    ("auction-irregular", "nothing-to-hold"): N_("Call %(call)s: there was no bid to hold."),
    ("auction-irregular", "after-end"): N_("Call %(call)s came after the auction had ended."),
    ("auction-irregular", "unfinished"): N_("The auction as recorded is not finished: not everybody has passed."),
    ("auction-irregular", "raise-not-alone"): N_("Only a player who bid alone may raise the game afterwards."),
    ("auction-irregular", "raise-after-invit"): N_("After an opening invit that nobody took the game is not raised."),
}

EXPECTED: Mapping[str, str] = {
    "object": N_("an object"),
    "list": N_("a list"),
    "number": N_("a whole number"),
    "boolean": N_("true or false"),
    "player": N_("a player"),
    "text": N_("a text"),
}
FIGURES = ("figure", "other", "from", "kontrad", "left")
MELDS = ("meld", "beside")


def say(problem: Problem, ruleset: Ruleset | None = None) -> str:
    """The sentence of a problem, without its place. `ruleset` lends the names of figures that no file knows."""
    reason = problem.params.get("reason")
    text = REASONS.get((problem.code, reason)) if isinstance(reason, str) else None
    text = text or SENTENCES.get(problem.code)
    if text is None:
        return problem.code
    return capfirst(gettext(text) % _params(problem, ruleset))


def speaker(ruleset: Ruleset) -> Callable[[Problem], str]:
    """`say` with the names of that ruleset."""
    return lambda problem: say(problem, ruleset)


def _params(problem: Problem, ruleset: Ruleset | None) -> dict[str, Any]:
    params = {name: _short(value) for name, value in problem.params.items()}
    for name in FIGURES:
        if name in params:
            params[name] = _figure_name(str(params[name]), ruleset)
    for name in MELDS:
        if name in params:
            params[name] = _meld_name(str(params[name]), ruleset)
    if "expected" in params:
        params["expected"] = gettext(EXPECTED.get(str(params["expected"]), str(params["expected"])))
    if problem.code == "unknown-ruleset":
        params.setdefault("known", ", ".join(rulesets()))
    call = problem.params.get("call")
    if isinstance(call, int):
        params["call"] = call + 1  # people count from one
    return params


def _figure_name(id: str, ruleset: Ruleset | None) -> str:
    language = get_language() or "en"
    for known in ([ruleset] if ruleset else []) + list(rulesets().values()):
        if id in known.figures:
            return known.figures[id].name.say(language)
    return id


def _meld_name(id: str, ruleset: Ruleset | None) -> str:
    language = get_language() or "en"
    for known in ([ruleset] if ruleset else []) + list(rulesets().values()):
        if known.taroky is not None and id in known.taroky.melds:
            return known.taroky.melds[id].name.say(language)
    return id


def _short(value: object) -> object:
    """What somebody sent may be long: a sentence shows the start of it."""
    if isinstance(value, str) and len(value) > 60:
        return value[:60] + "…"
    if isinstance(value, int) and value.bit_length() > 64:
        return "…"
    return value
