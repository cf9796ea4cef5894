"""The parts of a ruleset file that only the Czech game has: bids with multipliers, melds, the tariff of Warszawa."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .ruleset import Bid, Figure, Meld, Options, Penalty, Ruleset, TarokyRules, Warsaw
from .rulesetparts import by_id, name
from .tomlread import Reader, RulesetError, Where

#: What a deal of this game can come to; it has no tariff for a renonsz, and is always played out.
OUTCOMES = ("played", "passed_out", "annulled")


def taroky_bid(data: object, where: Where) -> Bid:
    """A bid of the Czech game. Its card points have no bounds: they hang on who called what. Raises RulesetError."""
    row = Reader(data, where)
    each_alone = row.take("each_alone", bool, False)
    degrees = row.counts("degrees", low=1) if "degrees" in row.data else ()
    bid = Bid(
        id=row.take("id", str),
        name=name(row),
        value=0 if each_alone else degrees[0] if degrees else row.count("value", low=1, high=1000),
        any_tricks=(0, 0),
        all_tricks=(0, 0),
        no_trick=(0, 0),
        degrees=degrees,
        partner=row.take("partner", bool, False),
        needs=row.take("needs", str, None),
        each_alone=each_alone,
    )
    row.done()
    if degrees and max(degrees) > 1000:
        raise RulesetError("`degrees` should be multipliers of at most 1000", (*where, "degrees"))
    if each_alone and (degrees or bid.partner or bid.needs):
        raise RulesetError("where each plays for himself there is no degree, partner or figure", where)
    return bid


def taroky_parts(top: Reader, own: Reader, bids: Mapping[str, Bid], figures: Mapping[str, Figure]) -> dict[str, Any]:
    """What rulesets of this game have where the Hungarian ones have auctions, penalties and raises.

    `own` is the file's table `taroky`. Raises RulesetError.
    """
    warsaw = _warsaw(top.table("warsaw"))
    for n, bid in enumerate(bids.values()):
        if bid.needs is not None and bid.needs not in figures:
            raise RulesetError(f"`{bid.needs}` is no figure of this ruleset", ("bids", n, "needs"))
        if bid.each_alone and warsaw is None:
            raise RulesetError("the table `warsaw` is missing", ("bids", n, "each_alone"))
    for n, figure in enumerate(figures.values()):
        if figure.suited:
            raise RulesetError("a card of a suit cannot be named in this game", ("figures", n, "card"))
    rules = TarokyRules(own.count("tie", high=1000), own.count("apart"), _melds(top), warsaw)
    own.done()
    return {
        # Neither is ever used: nothing of what they are about can be recorded.
        "options": Options(volat_drops_silent=False, counts_paid_by="opponents", counts_in_no_play=False),
        "penalty": Penalty(0, None, False, ""),
        "money": None,
        "money_rule": "",
        "kassza": None,
        "doubling": None,
        "xxi_list": None,
        "invits": (),
        "concession": "",
        "raises": {},
        "raises_despite_kontra": {},
        "regularity": {},
        "taroky": rules,
    }


def check_taroky(rules: Ruleset) -> None:
    """What no part of a file can tell by itself. Raises RulesetError."""
    for id in rules.outcomes:
        if id not in OUTCOMES:
            raise RulesetError(f"`{id}` is no outcome of this game", ("outcomes", id))
    paragraphs = set()
    for n, offence in enumerate(rules.offences):
        if offence.sanction != "jury":
            raise RulesetError('`sanction` should be "jury": no penalty is known', ("jury", "offences", n, "sanction"))
        if offence.rule in paragraphs:  # a case says by its paragraph what it is about
            raise RulesetError(f"`{offence.rule}` stands twice", ("jury", "offences", n, "rule"))
        paragraphs.add(offence.rule)


def _melds(top: Reader) -> dict[str, Meld]:
    if "melds" not in top.data:
        return {}
    melds = by_id(top.items("melds", _meld), "melds")
    for n, meld in enumerate(melds.values()):
        for key in ("excludes", "excludes_others"):
            for id in sorted(getattr(meld, key)):
                if id not in melds:
                    raise RulesetError(f"`{id}` is no meld of this ruleset", ("melds", n, key))
    return melds


def _meld(data: object, where: Where) -> Meld:
    row = Reader(data, where)
    meld = Meld(
        id=row.take("id", str),
        name=name(row),
        value=row.count("value", high=10_000),
        rule=row.take("rule", str),
        tarocks=row.count("tarocks", high=100) if "tarocks" in row.data else None,
        excludes=frozenset(row.texts("excludes") if "excludes" in row.data else ()),
        excludes_others=frozenset(row.texts("excludes_others") if "excludes_others" in row.data else ()),
    )
    row.done()
    return meld


def _warsaw(row: Reader | None) -> Warsaw | None:
    if row is None:
        return None
    tariff, sums = tuple(row.items("tariff", _step)), row.counts("sums")
    if not tariff or tariff[0][0] or [step[0] for step in tariff] != sorted({step[0] for step in tariff}):
        raise RulesetError("`tariff` should start from 0 card points and rise", (*row.where, "tariff"))
    if len(sums) != 2 or sums[0] > sums[1]:
        raise RulesetError("`sums` should be the lowest and the highest sum", (*row.where, "sums"))
    found = Warsaw(tariff, row.count("trickless", low=1, high=100), (sums[0], sums[1]), row.take("rule", str))
    row.done()
    return found


def _step(data: object, where: Where) -> tuple[int, int]:
    row = Reader(data, where)
    step = row.count("from"), row.count("units", high=10_000)
    row.done()
    return step
