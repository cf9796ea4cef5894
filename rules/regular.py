"""Was it regular? Warnings on records that are scored as said, each with the paragraph that its ruleset cites.

Which checks apply, and under which paragraph, stands in the ruleset file (`regularity`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from .auction import Auction, hear
from .deal import WITH_DECLARER, Announcement, Deal
from .problems import Problem
from .ruleset import Figure

Found = Iterator[tuple[str, dict[str, object]]]
SMALL_CARDS = frozenset({"I", "II"})


def warnings(deal: Deal) -> list[Problem]:
    """All irregularities of a played deal, a renonsz, or one without play; in the order of the ruleset's checks."""
    if deal.outcome not in WITH_DECLARER:
        return []
    regularity, found = deal.ruleset.regularity, []
    for mark in _marks(deal):
        for code, check in BY_MARK.get(mark, ()):
            if code in regularity:
                for field, params in check(deal):
                    found.append(Problem(code, field, params, regularity[code]))
    if len(found) > 1:
        order = list(regularity)
        found.sort(key=lambda problem: order.index(problem.code))
    return found


def _marks(deal: Deal) -> set[str]:
    """What there is to look at in a deal: most have little, and most checks are about something rare."""
    figures, marks = deal.ruleset.figures, {deal.outcome}
    for said in deal.announcements:
        figure = figures[said.figure]
        marks.add(figure.kind)
        if figure.first_trick:
            marks.add("first-trick")
        if said.kontra_by:
            marks.add("kontra-by")
    for hush in deal.silent:
        marks.add(figures[hush.figure].kind)
    if deal.raised:
        marks.add("raise")
    if deal.auction is not None:
        marks.add("auction")
    return marks


def _said(deal: Deal) -> list[tuple[int, Announcement, Figure]]:
    figures = deal.ruleset.figures
    return [(n, said, figures[said.figure]) for n, said in enumerate(deal.announcements)]


def _standing(deal: Deal, before: int) -> list[tuple[int, Announcement, Figure]]:
    """What stood just before announcement `before` was said."""
    raised = {said.raised_from for said in deal.announcements[:before]}
    return [row for row in _said(deal)[:before] if row[0] not in raised]


def _one_side(deal: Deal, first: Announcement, second: Announcement) -> bool:
    return deal.side_of(first.by) == deal.side_of(second.by)


def _after_volat(deal: Deal) -> Found:
    """Nothing of these after the own side's volát; double game and volát in one breath are fine (6.2, 6.4, D15)."""
    if len(deal.announcements) < 2:
        return
    rows = _said(deal)
    for n, volat, figure in rows:
        if figure.kind != "volat":
            continue
        for m, said, later in rows[n + 1 :]:
            if later.kind not in ("honours", "kings", "double") or not _one_side(deal, volat, said):
                continue
            if later.kind == "double" and later.silent is not None and m == n + 1 and said.by == volat.by:
                continue
            yield f"announcements[{m}].figure", {"figure": later.id}


def _ultimo_to_uhu(deal: Deal) -> Found:
    """An announced ultimó followed by the uhu of the same card: a raise, and in the Kupa none is allowed (6.3)."""
    if len(deal.announcements) < 2:
        return
    last = deal.ruleset.pack.tricks
    for (_, said, first), (m, later, second) in combinations(_said(deal), 2):
        one_card = (first.card, said.suit) == (second.card, later.suit)
        if one_card and first.slot == last and second.slot == last - 1 and _one_side(deal, said, later):
            yield f"announcements[{m}].figure", {"figure": second.id, "from": first.id}


def _raises(deal: Deal) -> Iterator[tuple[int, Announcement, Figure, Announcement, Figure]]:
    for n, said, figure in _said(deal):
        if said.raised_from is not None:
            source = deal.announcements[said.raised_from]
            yield n, said, figure, source, deal.ruleset.figures[source.figure]


def _raise_not_in_table(deal: Deal) -> Found:
    for n, said, figure, source, first in _raises(deal):
        same_suit = said.suit is None or source.suit is None or said.suit == source.suit
        if figure.id not in deal.ruleset.raises.get(first.id, ()) or not same_suit:
            yield f"announcements[{n}].raised_from", {"figure": figure.id, "from": first.id}


def _raise_of_kontrad_card(deal: Deal) -> Found:
    """No raise away from a kontra.

    Of the figure itself, or of another figure of the side on the same card (Magas 14).
    """
    for n, _, figure, source, first in _raises(deal):
        if figure.id in deal.ruleset.raises_despite_kontra.get(first.id, ()):
            continue
        for m, stood, standing in _standing(deal, n):
            on_card = standing.card is not None and (standing.card, stood.suit) == (first.card, source.suit)
            if stood.kontra and _one_side(deal, stood, source) and (stood is source or on_card):
                yield f"announcements[{n}].raised_from", {"figure": figure.id, "kontrad": standing.id, "index": m}
                break


def _raise_leaves_figure(deal: Deal) -> Found:
    """One raise lifts one figure: no other may stay on the small card that goes into the párosfácán (Magas 14)."""
    for n, said, figure, source, first in _raises(deal):
        if first.card not in figure.with_cards:
            continue
        for _, stood, standing in _standing(deal, n):
            if stood is not source and standing.card == first.card and _one_side(deal, stood, said):
                yield f"announcements[{n}].raised_from", {"figure": figure.id, "left": standing.id}
                break


def _holder(deal: Deal, said: Announcement) -> object:
    """The first announcer of the raise chain: who holds the card."""
    while said.raised_from is not None:
        said = deal.announcements[said.raised_from]
    return said.by


def _facan_lead(deal: Deal) -> Found:
    """A fácán only when the holder's partner leads (Magas 3)."""
    lead = deal.players[0]
    for n, said, figure in _said(deal):
        if not figure.first_trick or figure.with_cards:
            continue
        if deal.side_of(lead) != deal.side_of(said.by) or lead == _holder(deal, said):
            yield f"announcements[{n}].figure", {"figure": figure.id}


def _paros_lead(deal: Deal) -> Found:
    """A párosfácán only when an opponent leads (Magas 4)."""
    for n, said, figure in _said(deal):
        if figure.first_trick and figure.with_cards and deal.side_of(deal.players[0]) == deal.side_of(said.by):
            yield f"announcements[{n}].figure", {"figure": figure.id}


def _paros_card_bound(deal: Deal) -> Found:
    """Beside a párosfácán its side has figures on one of the two small cards only.

    The other lies in the trick (Magas 4).
    """
    standing = [row for row in _said(deal) if row[0] not in deal.raised]
    for n, said, figure in standing:
        if figure.with_cards:
            small = {mate.card for _, other, mate in standing if _one_side(deal, said, other)}
            if small.issuperset(figure.with_cards):
                yield f"announcements[{n}].figure", {"figure": figure.id}


def _two_doubles(deal: Deal) -> Found:
    """Double game and long double by one side (Magas 13)."""
    doubles = [row for row in _said(deal) if row[2].kind == "double"]
    for (_, said, first), (m, later, second) in combinations(doubles, 2):
        if first.id != second.id and _one_side(deal, said, later):
            yield f"announcements[{m}].figure", {"figure": second.id}


def _long_double_needed(deal: Deal) -> Found:
    """The plain double game, and only later a tarokk count by the same player (Magas 13)."""
    counted: set[object] = set()
    doubles: dict[object, int] = {}
    for n, said, figure in _said(deal):
        if figure.kind == "count":
            if said.by in doubles:
                yield f"announcements[{doubles.pop(said.by)}].figure", {"player": said.by}
            counted.add(said.by)
        elif figure.kind == "double" and figure.silent is not None and said.by not in counted:
            doubles.setdefault(said.by, n)


def _no_play(deal: Deal) -> Found:
    """Conceded only after an announced trull, and never at the highest bid, szóló (Magas 11)."""
    if not any(figure.kind == "honours" for _, _, figure in _said(deal)):
        yield "outcome", {"reason": "no-trull"}
    elif deal.bid == list(deal.ruleset.bids)[-1]:
        yield "bid", {"reason": "solo"}


def _two_counts(deal: Deal) -> Found:
    if len(deal.announcements) < 2:
        return
    counted: set[object] = set()
    for n, said, figure in _said(deal):
        if figure.kind == "count":
            if said.by in counted:
                yield f"announcements[{n}].figure", {"player": said.by}
            counted.add(said.by)


def _catch_players(deal: Deal) -> Found:
    """A made catch whose catcher or victim is not said: the capture log lacks a name."""
    rows: list[tuple[str, int, bool, object, object, str]] = [
        ("announcements", n, bool(said.made) and n not in deal.raised, said.catcher, said.victim, said.figure)
        for n, said in enumerate(deal.announcements)
    ]
    rows += [("silent", n, hush.made, hush.catcher, hush.victim, hush.figure) for n, hush in enumerate(deal.silent)]
    for part, n, made, catcher, victim, id in rows:
        if made and (catcher is None or victim is None) and deal.ruleset.figures[id].kind == "catch":
            yield f"{part}[{n}].{'catcher' if catcher is None else 'victim'}", {"figure": id}


def _card_points(deal: Deal) -> Found:
    """Card points that a legal skart does not leave.

    Alone, the called card may have been laid away: nothing is said.
    """
    if deal.partner is None or deal.bid is None or deal.card_points is None:
        return
    bid = deal.ruleset.bids[deal.bid]
    low, high = bid.any_tricks
    if deal.tricks is not None:
        if deal.tricks == 0:
            low, high = bid.no_trick
        elif deal.tricks == deal.ruleset.pack.tricks:
            low, high = bid.all_tricks
    if not low <= deal.card_points <= high:
        yield "card_points", {"low": low, "high": high}


def _kontra_by(deal: Deal) -> Found:
    """Kontras come by turns: the first from the other side, the rekontra from the own, and so on (6.1)."""
    for n, said in enumerate(deal.announcements):
        for level, speaker in enumerate(said.kontra_by or ()):
            own = deal.side_of(speaker) == deal.side_of(said.by)
            if own != bool(level % 2):
                yield f"announcements[{n}].kontra_by[{level}]", {"player": speaker, "level": level + 1}


def _hear(deal: Deal) -> Auction | None:
    return hear(deal.ruleset, deal.players, deal.auction) if deal.auction is not None else None


def _auction(deal: Deal) -> Found:
    """Irregular calls, and a raise after the auction by someone who may not (4)."""
    auction = _hear(deal)
    if auction is None:
        return
    for fault in auction.irregular:
        field = "auction" if fault.call is None else f"auction[{fault.call}].say"
        yield field, {"reason": fault.reason, "call": fault.call}
    if auction.bid is not None and deal.bid != auction.bid:
        if not auction.sole:
            yield "bid", {"reason": "raise-not-alone"}
        elif auction.invit is not None and auction.invit.opening:
            yield "bid", {"reason": "raise-after-invit"}


def _called(deal: Deal) -> Found:
    """After an accepted invit its card is called, unless the inviter won (4.3.1); after engedés, the XX (4.3.8)."""
    auction = _hear(deal)
    if auction is None or deal.called is None:
        return
    due = None
    if auction.invit is not None and auction.accepted and deal.declarer != auction.invit.by:
        due = auction.invit.card
    elif auction.conceded:
        due = deal.ruleset.concession
    if due is not None and deal.called != due:
        yield "called", {"called": deal.called, "due": due}


# By code: the mark of a deal without which there is nothing to look at, and the check.
CHECKS: dict[str, tuple[str, Callable[[Deal], Found]]] = {
    "after-volat": ("volat", _after_volat),
    "ultimo-raised-to-uhu": ("trick", _ultimo_to_uhu),
    "raise-not-in-table": ("raise", _raise_not_in_table),
    "raise-of-kontrad-card": ("raise", _raise_of_kontrad_card),
    "raise-leaves-figure": ("raise", _raise_leaves_figure),
    "facan-needs-partner-lead": ("first-trick", _facan_lead),
    "paros-facan-needs-opponent-lead": ("first-trick", _paros_lead),
    "paros-facan-card-bound": ("first-trick", _paros_card_bound),
    "long-double-and-double": ("double", _two_doubles),
    "long-double-needed": ("double", _long_double_needed),
    "no-play-irregular": ("no_play", _no_play),
    "two-counts": ("count", _two_counts),
    "catch-players-missing": ("catch", _catch_players),
    "card-points-unlikely": ("played", _card_points),
    "kontra-by-wrong-side": ("kontra-by", _kontra_by),
    "auction-irregular": ("auction", _auction),
    "called-card-irregular": ("auction", _called),
}
# The checks of each mark with their codes, so that those of other marks are not even looked through.
BY_MARK: dict[str, list[tuple[str, Callable[[Deal], Found]]]] = {}
for _code, (_mark, _check) in CHECKS.items():
    BY_MARK.setdefault(_mark, []).append((_code, _check))
