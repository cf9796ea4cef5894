"""Does a record contradict itself? The second pass: what figures claim of tricks and cards cannot all be so.

Only what is listed in the format is refused here; all else can be true, and a table may have seen it. In a deal that
was not played on (Magas 11) there was one trick only, so only figures of the first trick are looked at.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from .deal import DECLARER, OPPONENTS, Deal, other
from .problems import Problem
from .ruleset import Figure

HONOURS = frozenset({"I", "XXI", "skiz"})
PLACED = frozenset({"I", "II", "XXI", "king"})
KINGS = frozenset({"king", "kings"})
CONTRADICTS = "made-contradicts-record"


class Outcome(NamedTuple):
    """How a figure came out: by which side, made or failed, and where the record says so."""

    figure: Figure
    suit: str | None
    side: str
    made: bool
    part: str
    row: int

    @property
    def field(self) -> str:
        """The field of the record that says so."""
        return f"{self.part}[{self.row}].made"

    def is_as(self, mate: Outcome) -> bool:
        """The same figure, and of the same suit."""
        return self.figure.id == mate.figure.id and self.suit == mate.suit


def derived_maker(deal: Deal, figure: Figure) -> str | None:
    """The side that made a double game, volát or walat, if one did. Follows from card points and tricks alone."""
    pack = deal.ruleset.pack
    if figure.kind != "double":
        if deal.tricks is None:
            return None
        return DECLARER if deal.tricks == pack.tricks else OPPONENTS if deal.tricks == 0 else None
    points = deal.card_points or 0
    if points >= figure.min_points:
        return DECLARER
    return OPPONENTS if pack.card_points - points >= figure.min_points else None


def contradictions(deal: Deal) -> list[Problem]:
    """All that contradicts itself in a deal that can be read.

    Empty for other outcomes than `played` and `no_play`.
    """
    if deal.outcome not in ("played", "no_play") or not (deal.announcements or deal.silent):
        return []
    outcomes = outcomes_of(deal)
    made = [outcome for outcome in outcomes if outcome.made]
    problems: list[Problem] = []
    if len(made) > 1:
        problems += _both_sides(made)
        problems += one_trick(made)
    if len(outcomes) > 1:
        problems += cards_placed(outcomes)
    if outcomes and deal.outcome == "played":
        problems += against_derived(deal, outcomes)
        if deal.tricks is not None:
            problems += tricks_taken(deal, deal.tricks, made)
            problems += _all_tricks_failed(deal, outcomes)
        problems += _honours_and_kings(made)
        problems += _too_few_points(deal, made)
    return problems


def outcomes_of(deal: Deal) -> list[Outcome]:
    """How every figure in force came out; of a deal without play, those of the first trick."""
    figures, first_only, found = deal.ruleset.figures, deal.outcome == "no_play", []
    for n, said in enumerate(deal.announcements):
        figure = figures[said.figure]
        if n in deal.raised or figure.kind == "count" or (first_only and not figure.first_trick):
            continue
        side = deal.side_of(said.by)
        made = derived_maker(deal, figure) == side if figure.derived else bool(said.made)
        found.append(Outcome(figure, said.suit, side, made, "announcements", n))
    for n, hush in enumerate(deal.silent):
        found.append(Outcome(figures[hush.figure], None, deal.side_of(hush.by), hush.made, "silent", n))
    return found


def against_derived(deal: Deal, outcomes: list[Outcome]) -> Iterator[Problem]:
    """`made` as said against what card points and tricks tell."""
    for outcome in outcomes:
        if not outcome.figure.derived:
            continue
        said = deal.announcements[outcome.row].made
        if said is not None and said != outcome.made:
            yield Problem(CONTRADICTS, outcome.field, {"reason": "derived", "figure": outcome.figure.id})


def _both_sides(made: list[Outcome]) -> Iterator[Problem]:
    for first, second in combinations(made, 2):
        if first.is_as(second) and first.side != second.side:
            yield Problem("made-by-both-sides", second.field, {"figure": second.figure.id})


def one_trick(made: list[Outcome]) -> Iterator[Problem]:
    """Two different figures that claim one trick for different sides, or with different cards."""
    for first, second in combinations(made, 2):
        if first.is_as(second) or not (first.figure.slots and second.figure.slots):
            continue
        shared = first.figure.claims() & second.figure.claims()
        if not shared:
            continue
        slots = shared.intersection(first.figure.slots, second.figure.slots)
        if first.side != second.side or (slots and not _same_card(first, second)):
            params = {"figure": second.figure.id, "other": first.figure.id, "trick": max(shared)}
            yield Problem("trick-taken-twice", second.field, params)


def _same_card(first: Outcome, second: Outcome) -> bool:
    """Can one card be what both need? A king satisfies its suit, and "a king"; a whole suit never satisfies kings."""
    cards = {first.figure.card, second.figure.card}
    if cards == {"king", "kings"}:
        return True
    if cards <= {"king", "suit"}:
        return first.suit == second.suit
    return len(cards) == 1


def cards_placed(outcomes: list[Outcome]) -> Iterator[Problem]:
    """One card in two tricks, or of two sides.

    A silent failure places its small card too: it was played to the trick.
    """
    places: dict[tuple[str | None, str | None], tuple[int | None, str]] = {}
    for outcome in outcomes:
        figure = outcome.figure
        if figure.card not in PLACED or not (outcome.made or outcome.part == "silent"):
            continue
        place = (figure.slot, outcome.side)
        before = places.setdefault((figure.card, outcome.suit), place)
        if before != place:
            yield Problem(CONTRADICTS, outcome.field, {"reason": "card-in-two-places", "figure": figure.id})


def tricks_taken(deal: Deal, tricks: int, made: list[Outcome]) -> Iterator[Problem]:
    """More tricks claimed by a side than it took; a side that made anything took one. `tricks` are the declarer's."""
    claimed: dict[str, set[int]] = defaultdict(set)
    last: dict[str, Outcome] = {}
    for outcome in made:
        claimed[outcome.side] |= outcome.figure.claims()
        last[outcome.side] = outcome
    for side, outcome in last.items():
        taken = tricks if side == DECLARER else deal.ruleset.pack.tricks - tricks
        if taken < max(1, len(claimed[side])):
            params = {"reason": "too-few-tricks", "figure": outcome.figure.id, "tricks": taken}
            yield Problem(CONTRADICTS, outcome.field, params)


def _all_tricks_failed(deal: Deal, outcomes: list[Outcome]) -> Iterator[Problem]:
    """Who took every trick has the honours and the kings."""
    if deal.tricks not in (0, deal.ruleset.pack.tricks):
        return
    winner = DECLARER if deal.tricks else OPPONENTS
    for outcome in outcomes:
        if outcome.figure.kind in ("honours", "kings") and not outcome.made and outcome.side == winner:
            yield Problem(CONTRADICTS, outcome.field, {"reason": "took-all-tricks", "figure": outcome.figure.id})


def _honours_and_kings(made: list[Outcome]) -> Iterator[Problem]:
    """Honours and kings of one side against what the other side made with one of them.

    The XXI that was not caught.
    """
    for outcome in made:
        kind = outcome.figure.kind
        if kind not in ("honours", "kings", "catch"):
            continue
        for mate in made:
            against, card = mate.side == other(outcome.side), mate.figure.card
            if kind == "honours":
                clash = against and (mate.figure.kind == "catch" or card in HONOURS)
            elif kind == "kings":
                clash = against and card in KINGS
            else:
                clash = card == "XXI" or (card == "skiz" and against)
            if clash:
                params = {"reason": "card-of-other-side", "figure": outcome.figure.id, "other": mate.figure.id}
                yield Problem(CONTRADICTS, outcome.field, params)


def _too_few_points(deal: Deal, made: list[Outcome]) -> Iterator[Problem]:
    """The cards of the figure alone are worth more than the side has."""
    for outcome in made:
        points = deal.card_points or 0
        if outcome.side == OPPONENTS:
            points = deal.ruleset.pack.card_points - points
        if points < outcome.figure.min_points:
            params = {"reason": "too-few-points", "figure": outcome.figure.id, "card_points": points}
            yield Problem(CONTRADICTS, outcome.field, params)
