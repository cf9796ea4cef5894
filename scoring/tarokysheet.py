"""What the Czech game has of its own, put in order for reading: its bids, melds and the tariff of Warszawa."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules import Ruleset
from rules.melds import one_hand_excludes, two_hands_exclude
from rules.ruleset import Bid, Meld, TarokyRules, Warsaw
from scoring.explain import cite, say

Terms = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class BidRow:
    """A bid. `times` multiplies the card points over half ("1 · 2 · 3" by degree; "" where each plays alone)."""

    name: str
    terms: Terms
    times: str
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MeldRow:
    """A meld with its value in table points. `remarks` say beside which others it cannot stand."""

    name: str
    terms: Terms
    value: int
    remarks: tuple[str, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class WarsawRow:
    """A step of the tariff: card points of who has most ("30–39"), what each other gets, and who took no trick."""

    card_points: str
    units: int
    trickless: int


@dataclass(frozen=True, slots=True)
class TarokySheet:
    """`half` are the card points of which more are needed, `tie` the table points lost at exactly so many. Who took no
    trick in Warszawa gets `trickless` times as much."""

    half: int
    tie: int
    bids: tuple[BidRow, ...]
    melds: tuple[MeldRow, ...]
    warsaw: tuple[WarsawRow, ...]
    trickless: int
    warsaw_name: str
    warsaw_terms: Terms
    warsaw_rule: str


def taroky_sheet(ruleset: Ruleset) -> TarokySheet:
    """The Czech part of a ruleset's page, in the active language; the ruleset is one of the Czech game."""
    own = ruleset.taroky
    assert own is not None
    alone = next((bid.name for bid in ruleset.bids.values() if bid.each_alone), None)
    return TarokySheet(
        half=ruleset.pack.win - 1,
        tie=own.tie,
        bids=tuple(_bid(ruleset, bid) for bid in ruleset.bids.values()),
        melds=tuple(
            MeldRow(say(meld.name), meld.name.terms, meld.value, tuple(_beside(own, meld)), cite(ruleset, meld.rule))
            for meld in own.melds.values()
        ),
        warsaw=tuple(tariff(own.warsaw)) if own.warsaw else (),
        trickless=own.warsaw.trickless if own.warsaw else 1,
        warsaw_name=say(alone) if alone else "",
        warsaw_terms=alone.terms if alone else (),
        warsaw_rule=cite(ruleset, own.warsaw.rule) if own.warsaw else "",
    )


def times(bid: Bid) -> str:
    """By what a bid multiplies the card points over half: "1 · 2 · 3" by degree; "" where each plays alone."""
    if bid.each_alone:
        return ""
    return " · ".join(map(str, bid.degrees or (bid.value,)))


def tariff(warsaw: Warsaw) -> Iterator[WarsawRow]:
    """The steps of the tariff: card points of who has most, and what each other gets."""
    ends = [str(beyond - 1) for beyond, _units in warsaw.tariff[1:]]
    for (least, units), end in zip(warsaw.tariff, [*ends, ""], strict=True):
        yield WarsawRow(f"{least}–{end}", units, units * warsaw.trickless)


def _bid(ruleset: Ruleset, bid: Bid) -> BidRow:
    return BidRow(say(bid.name), bid.name.terms, times(bid), tuple(_binds(ruleset, bid)))


def _binds(ruleset: Ruleset, bid: Bid) -> Iterator[str]:
    """Who plays, by how many degrees, and what the bid binds to."""
    if bid.each_alone:
        yield _("everyone alone")
        return
    yield _("with the holder of the called tarokk, or alone") if bid.partner else _("alone against three")
    if bid.degrees:
        yield ngettext("in %(n)s degree", "in %(n)s degrees", len(bid.degrees)) % {"n": len(bid.degrees)}
    if bid.needs:
        yield _("binds to the announced %(figure)s") % {"figure": say(ruleset.figures[bid.needs].name)}


def _beside(own: TarokyRules, meld: Meld) -> Iterator[str]:
    """What a meld cannot stand beside: in the same hand, in two hands."""
    others = own.melds.values()
    counts = meld.tarocks is not None
    one = [say(each.name) for each in others if each != meld and one_hand_excludes(meld, each)]
    if counts:  # a hand has one number of tarokks: that need not be told count by count
        one = [say(each.name) for each in others if each.tarocks is None and one_hand_excludes(meld, each)]
        one.insert(0, _("another number of tarokks"))
    two = [say(each.name) for each in others if two_hands_exclude(meld, each)]
    if one:
        yield _("not in one hand with: %(melds)s") % {"melds": ", ".join(one)}
    if two:
        yield _("not beside another’s: %(melds)s") % {"melds": ", ".join(two)}
