"""Every error of the format, each with a record that has it: [record, [(code, field), …]] by name."""

from __future__ import annotations

from typing import Any

from tests.rules.making import Found, Record, bare, deal, magas, said

NO_FIGURE = ("announcements[0].figure", "silent[0].figure")


def without(record: Record, *names: str) -> Record:
    """The record without these fields."""
    return {name: value for name, value in record.items() if name not in names}


#: What stands alone, since the rest cannot be read.
ALONE: dict[str, tuple[Any, Found]] = {
    "not-an-object": ([], [("bad-type", "")]),
    "nothing": (None, [("bad-type", "")]),
    "points-as-text": (deal(card_points="60", kontra=9), [("bad-type", "card_points")]),
    "true-is-no-number": (deal(card_points=True), [("bad-type", "card_points")]),
    "no-half-points": (deal(card_points=60.5), [("bad-type", "card_points")]),
    "null-kontra": (deal(kontra=None, zzz=1), [("bad-type", "kontra")]),
    "null-declarer": (deal(declarer=None), [("bad-type", "declarer")]),
    "announcements-object": (deal(announcements={}), [("bad-type", "announcements")]),
    "ruleset-number": (deal(ruleset=5), [("bad-type", "ruleset")]),
    "player-true": (deal(players=["A", "B", "C", True]), [("bad-type", "players[3]")]),
    "unknown-ruleset": (deal(ruleset="kupa-1999", kontra=9), [("unknown-ruleset", "ruleset")]),
    "three-players": (deal(players=["A", "B", "C"], kontra=9), [("bad-players", "players")]),
    "five-players": (deal(players=["A", "B", "C", "D", "E"]), [("bad-players", "players")]),
    "same-player-twice": (deal(players=["A", "B", "C", "A"]), [("bad-players", "players")]),
    "same-as-text": (deal(players=[1, "1", 2, 3], declarer=2, partner=3), [("bad-players", "players")]),
    "unknown-outcome": (deal(outcome="won", kontra=9), [("unknown-outcome", "outcome")]),
    "outcome-of-magas": (deal(outcome="no_play", kontra=9), [("outcome-not-in-ruleset", "outcome")]),
    "outcome-of-magas-2": (deal(ruleset="paskievics", outcome="no_play"), [("outcome-not-in-ruleset", "outcome")]),
    "no-ruleset": (without(deal(), "ruleset"), [("missing-field", "ruleset")]),
    "no-players": (without(deal(), "players"), [("missing-field", "players")]),
}

#: The first pass: can it be read and valued?
FIRST: dict[str, tuple[Record, Found]] = {
    # The deal
    "no-players-and-more": (
        without(deal(card_points=200, announcements=[said("ulti", "A", True), said("trull", "Z", True)]), "players"),
        [
            ("missing-field", "players"),
            ("unknown-figure", "announcements[0].figure"),
            ("card-points-out-of-range", "card_points"),
        ],
    ),
    "all-passed-and-a-declarer": (
        deal(auction=[{"by": player, "say": "pass"} for player in "ABCD"]),
        [("bad-value", "declarer")],
    ),
    "unreadable-auction-tells-no-sides": (
        bare(
            outcome="annulled",
            auction=[{"by": "Z", "say": "three"}],
            silent=[{"figure": "trull", "by": "A"}, {"figure": "trull", "by": "B"}],
        ),
        [("unknown-player", "auction[0].by")],
    ),
    "catcher-of-a-wrong-type-is-told-once": (
        deal(announcements=[{"figure": "trull", "by": "A", "made": True, "catcher": 5.5}]),
        [("bad-type", "announcements[0].catcher")],
    ),
    "unknown-field": (deal(cardpoints=60), [("unknown-field", "cardpoints")]),
    "no-bid": (without(deal(), "bid"), [("missing-field", "bid")]),
    "no-declarer": (without(deal(), "declarer", "partner"), [("missing-field", "declarer")]),
    "no-card-points": (without(deal(), "card_points"), [("missing-field", "card_points")]),
    "no-bid-in-renonsz": (
        without(deal(outcome="renonsz", renonsz={"offender": "B"}), "bid", "card_points"),
        [("missing-field", "bid")],
    ),
    "no-declarer-in-no-play": (
        without(magas(outcome="no_play"), "declarer", "partner", "card_points"),
        [("missing-field", "declarer")],
    ),
    "unknown-declarer": (deal(declarer="E"), [("unknown-player", "declarer")]),
    "text-is-no-number": (
        deal(players=[1, 2, 3, 4], declarer="1", partner=3),
        [("unknown-player", "declarer")],
    ),
    "partner-is-declarer": (deal(partner="A"), [("partner-is-declarer", "partner")]),
    "bad-bid": (deal(bid="four"), [("bad-bid", "bid")]),
    "called-xxi": (deal(called="XXI"), [("bad-value", "called")]),
    "called-i": (deal(called="I"), [("bad-value", "called")]),
    "negative-kontra": (deal(kontra=-1), [("bad-value", "kontra")]),
    "kontra-too-high": (deal(kontra=5), [("kontra-too-high", "kontra")]),
    "kontra-too-high-alap": (deal(ruleset="paskievics", kontra=6), [("kontra-too-high", "kontra")]),
    "kontra-too-high-itvb": (deal(ruleset="itvb-2019", kontra=5), [("kontra-too-high", "kontra")]),
    "95-points": (deal(card_points=95), [("card-points-out-of-range", "card_points")]),
    "negative-points": (deal(card_points=-1), [("card-points-out-of-range", "card_points")]),
    "points-checked-in-any-outcome": (
        bare("passed_out", card_points=95),
        [("card-points-out-of-range", "card_points")],
    ),
    "ten-tricks": (deal(tricks=10), [("tricks-out-of-range", "tricks")]),
    "nine-tricks-69": (deal(tricks=9, card_points=69), [("tricks-contradict-card-points", "tricks")]),
    "no-trick-25": (deal(tricks=0, card_points=25), [("tricks-contradict-card-points", "tricks")]),
    "tricks-checked-in-any-outcome": (
        bare("annulled", tricks=0, card_points=25),
        [("tricks-contradict-card-points", "tricks")],
    ),
    "volat-without-tricks": (deal(announcements=[said("volat", "A")]), [("missing-field", "tricks")]),
    "multiplier-in-kupa": (deal(multiplier=2), [("multiplier-not-allowed", "multiplier")]),
    "multiplier-3-in-kupa": (deal(multiplier=3), [("multiplier-not-allowed", "multiplier")]),
    "multiplier-0-in-magas": (magas(multiplier=0), [("multiplier-not-allowed", "multiplier")]),
    "multiplier-3-in-alap": (deal(ruleset="paskievics", multiplier=3), [("bad-value", "multiplier")]),
    "multiplier-0-in-alap": (deal(ruleset="paskievics", multiplier=0), [("bad-value", "multiplier")]),
    "multiplier-128-in-alap": (deal(ruleset="paskievics", multiplier=128), [("bad-value", "multiplier")]),
    "long-note": (deal(note="x" * 501), [("bad-value", "note")]),
    "skart-of-a-stranger": (deal(skart_tarokks={"E": 1}), [("unknown-player", "skart_tarokks.E")]),
    "skart-as-text": (deal(skart_tarokks={"A": "1"}), [("bad-type", "skart_tarokks.A")]),
    "skart-negative": (deal(skart_tarokks={"A": -1}), [("bad-value", "skart_tarokks.A")]),
    "kassza-in-kupa": (
        deal(kassza_balance=200, seats=4),
        [("unknown-field", "kassza_balance"), ("unknown-field", "seats")],
    ),
    "kassza-without-seats": (magas(kassza_balance=200), [("missing-field", "seats")]),
    "seats-without-kassza": (magas(seats=4), [("missing-field", "kassza_balance")]),
    "three-seats": (magas(kassza_balance=200, seats=3), [("bad-value", "seats")]),
    "kassza-below-nothing": (magas(kassza_balance=-50, seats=4), [("bad-value", "kassza_balance")]),
    "thrown-in-elsewhere": (
        deal(thrown_in={"by": "B", "hand": "lone-pagat"}),
        [("unknown-field", "thrown_in")],
    ),
    "thrown-in-on-a-pair": (
        bare("thrown_in", thrown_in={"by": "B", "hand": "pair"}),
        [("bad-value", "thrown_in.hand")],
    ),
    "thrown-in-by-a-stranger": (
        bare("thrown_in", thrown_in={"by": "E", "hand": "lone-xxi"}),
        [("unknown-player", "thrown_in.by")],
    ),
    # Figures
    "announcement-is-no-object": (deal(announcements=["trull"]), [("bad-type", "announcements[0]")]),
    "unknown-field-of-a-figure": (
        deal(announcements=[said("trull", "A", True, kontrra=1)]),
        [("unknown-field", "announcements[0].kontrra")],
    ),
    "no-figure": (deal(announcements=[{"by": "A", "made": True}]), [("missing-field", "announcements[0].figure")]),
    "no-by": (deal(announcements=[{"figure": "trull", "made": True}]), [("missing-field", "announcements[0].by")]),
    "no-made": (deal(announcements=[said("trull", "A")]), [("missing-field", "announcements[0].made")]),
    "made-of-a-count": (
        deal(announcements=[said("tarokk-8", "A", True)]),
        [("unknown-field", "announcements[0].made")],
    ),
    "made-of-facan-in-no-play": (
        magas(outcome="no_play", announcements=[said("trull", "A"), said("sas-facan", "B"), said("sas-uhu", "B")]),
        [("missing-field", "announcements[1].made")],
    ),
    "by-a-stranger": (deal(announcements=[said("trull", "E", True)]), [("unknown-player", "announcements[0].by")]),
    "unknown-figure": (deal(announcements=[said("ulti", "A")]), [("unknown-figure", NO_FIGURE[0])]),
    "figure-of-magas": (
        deal(announcements=[said("paros-facan", "A", True)]),
        [("figure-not-in-ruleset", NO_FIGURE[0])],
    ),
    "no-centrum-in-alap": (
        deal(ruleset="paskievics", silent=[said("centrum", "A")]),
        [("figure-not-in-ruleset", NO_FIGURE[1])],
    ),
    "kontra-of-a-figure": (
        deal(announcements=[said("trull", "A", True, kontra=5)]),
        [("kontra-too-high", "announcements[0].kontra")],
    ),
    "negative-kontra-of-a-figure": (
        deal(announcements=[said("trull", "A", True, kontra=-1)]),
        [("bad-value", "announcements[0].kontra")],
    ),
    "kontra-of-a-count": (
        deal(announcements=[said("tarokk-9", "A", kontra=1)]),
        [("kontra-not-allowed", "announcements[0].kontra")],
    ),
    "suit-missing": (
        deal(announcements=[said("king-ultimo", "A", True)]),
        [("suit-missing", "announcements[0].suit")],
    ),
    "suit-not-allowed": (
        deal(announcements=[said("trull", "A", True, suit="hearts")]),
        [("suit-not-allowed", "announcements[0].suit")],
    ),
    "suit-of-three-kings": (
        magas(announcements=[said("three-kings", "A", True, suit="hearts")]),
        [("suit-not-allowed", "announcements[0].suit")],
    ),
    "no-such-suit": (
        deal(announcements=[said("king-uhu", "A", True, suit="cups")]),
        [("bad-value", "announcements[0].suit")],
    ),
    "round-zero": (
        deal(announcements=[said("trull", "A", True, round=0)]),
        [("bad-value", "announcements[0].round")],
    ),
    "kontra-by-too-few": (
        deal(announcements=[said("trull", "A", True, kontra=2, kontra_by=["B"])]),
        [("bad-value", "announcements[0].kontra_by")],
    ),
    "kontra-by-without-kontra": (
        deal(announcements=[said("trull", "A", True, kontra_by=["B"])]),
        [("bad-value", "announcements[0].kontra_by")],
    ),
    "kontra-by-a-stranger": (
        deal(announcements=[said("trull", "A", True, kontra=1, kontra_by=["E"])]),
        [("unknown-player", "announcements[0].kontra_by[0]")],
    ),
    "catcher-of-a-trull": (
        deal(announcements=[said("trull", "A", True, catcher="A")]),
        [("unknown-field", "announcements[0].catcher")],
    ),
    "catch-within-side": (
        deal(silent=[said("xxi-catch", "A", catcher="A", victim="C")]),
        [("catch-within-side", "silent[0].victim")],
    ),
    "catcher-of-the-other-side": (
        deal(silent=[said("xxi-catch", "A", catcher="B")]),
        [("catch-within-side", "silent[0].catcher")],
    ),
    "victim-of-the-own-side": (
        deal(announcements=[said("xxi-catch", "B", False, victim="D")]),
        [("catch-within-side", "announcements[0].victim")],
    ),
    "catch-without-a-declarer": (
        bare("annulled", silent=[said("xxi-catch", "A", catcher="A", victim="B")]),
        [("catch-within-side", "silent[0].victim")],
    ),
    "silent-kismadar": (deal(silent=[said("kismadar", "A")]), [("silent-not-allowed", NO_FIGURE[1])]),
    "silent-count": (deal(silent=[said("tarokk-8", "A")]), [("silent-not-allowed", NO_FIGURE[1])]),
    "silent-long-double": (magas(silent=[said("long-double", "A")]), [("silent-not-allowed", NO_FIGURE[1])]),
    "silent-trull-in-no-play": (
        magas(outcome="no_play", silent=[said("trull", "A")]),
        [("silent-not-allowed", NO_FIGURE[1])],
    ),
    "silent-double": (deal(silent=[said("double-game", "A")]), [("derived-figure", NO_FIGURE[1])]),
    "silent-volat": (deal(silent=[said("volat", "A")]), [("derived-figure", NO_FIGURE[1])]),
    "silent-with-suit": (
        deal(silent=[said("trull", "A", suit="hearts")]),
        [("unknown-field", "silent[0].suit")],
    ),
    "silent-with-kontra": (deal(silent=[said("trull", "A", kontra=0)]), [("unknown-field", "silent[0].kontra")]),
    "silent-catch-failed": (
        deal(silent=[said("xxi-catch", "A", False)]),
        [("silent-failure-not-allowed", "silent[0].made")],
    ),
    "silent-paros-failed": (
        magas(silent=[said("paros-facan", "A", False)]),
        [("silent-failure-not-allowed", "silent[0].made")],
    ),
    # Figures beside each other
    "announced-twice": (
        deal(announcements=[said("trull", "A", True), said("trull", "C", True)]),
        [("duplicate-announcement", "announcements[1].figure")],
    ),
    "count-said-twice": (
        deal(announcements=[said("tarokk-8", "A"), said("tarokk-8", "A")]),
        [("duplicate-announcement", "announcements[1].figure")],
    ),
    "silent-twice": (
        deal(silent=[said("trull", "B"), said("trull", "D")]),
        [("duplicate-announcement", "silent[1].figure")],
    ),
    "announced-and-silent": (
        deal(announcements=[said("trull", "A", True)], silent=[said("trull", "C")]),
        [("announced-and-silent", "silent[0].figure")],
    ),
    "raise-in-kupa": (
        deal(announcements=[said("sas-ultimo", "A", False), said("sas-uhu", "A", True, raised_from=0)]),
        [("bad-raise", "announcements[1].raised_from")],
    ),
    "raise-of-itself": (
        magas(announcements=[said("sas-uhu", "A", True, raised_from=0)]),
        [("bad-raise", "announcements[0].raised_from")],
    ),
    "raise-of-a-later-one": (
        magas(announcements=[said("sas-uhu", "A", True, raised_from=1), said("sas-ultimo", "A", True)]),
        [("bad-raise", "announcements[0].raised_from")],
    ),
    "raise-of-a-negative-index": (
        magas(announcements=[said("sas-ultimo", "A", True), said("sas-uhu", "A", True, raised_from=-1)]),
        [("bad-raise", "announcements[1].raised_from")],
    ),
    "raise-of-the-other-side": (
        magas(announcements=[said("sas-ultimo", "A", True), said("sas-uhu", "B", True, raised_from=0)]),
        [("bad-raise", "announcements[1].raised_from")],
    ),
    "raised-twice": (
        magas(
            announcements=[
                said("sas-ultimo", "A"),
                said("sas-uhu", "A", False, raised_from=0),
                said("sas-nagymadar", "C", True, raised_from=0),
            ]
        ),
        [("bad-raise", "announcements[2].raised_from")],
    ),
    "facan-beside-announced-paros": (
        magas(announcements=[said("paros-facan", "B", False)], silent=[said("sas-facan", "D", False)]),
        [("facan-excluded-by-paros-facan", "silent[0].figure")],
    ),
    "facan-beside-silent-paros": (
        magas(silent=[said("pagat-facan", "A", False), said("paros-facan", "C")]),
        [("facan-excluded-by-paros-facan", "silent[0].figure")],
    ),
    "too-many-tarokks": (
        deal(announcements=[said("tarokk-8", "A"), said("tarokk-8", "B"), said("tarokk-8", "C")]),
        [("too-many-tarokks", "announcements")],
    ),
    # Renonsz
    "renonsz-without-ruling": (deal(outcome="renonsz"), [("bad-renonsz", "renonsz")]),
    "ruling-on-a-played-deal": (deal(renonsz={"offender": "B"}), [("bad-renonsz", "renonsz")]),
    "ruling-on-an-annulled-deal": (bare("annulled", renonsz={"offender": "B"}), [("bad-renonsz", "renonsz")]),
    "choice-in-kupa": (
        deal(outcome="renonsz", renonsz={"offender": "B", "choice": "enforce"}),
        [("bad-renonsz", "renonsz")],
    ),
    "redeal-with-outcome-renonsz": (
        magas(outcome="renonsz", renonsz={"offender": "B", "choice": "redeal"}),
        [("bad-renonsz", "renonsz")],
    ),
    "annulled-enforce": (
        bare("annulled", ruleset="magas-2018", renonsz={"offender": "B", "choice": "enforce"}),
        [("bad-renonsz", "renonsz")],
    ),
    "annulled-without-choice": (
        bare("annulled", ruleset="magas-2018", renonsz={"offender": "B"}),
        [("bad-renonsz", "renonsz")],
    ),
    "pay-kassza-needs-bid": (
        bare(
            "annulled",
            ruleset="magas-2018",
            announcements=[said("double-game", "A")],
            renonsz={"offender": "B", "choice": "pay_kassza"},
        ),
        [("bad-renonsz", "renonsz")],
    ),
    "no-offender": (deal(outcome="renonsz", renonsz={}), [("missing-field", "renonsz.offender")]),
    "offender-a-stranger": (
        deal(outcome="renonsz", renonsz={"offender": "E"}),
        [("unknown-player", "renonsz.offender")],
    ),
    "negative-amount": (
        deal(outcome="renonsz", renonsz={"offender": "B", "amount": -1}),
        [("bad-value", "renonsz.amount")],
    ),
    # Several at once
    "two-errors": (
        deal(card_points=200, kontra=9),
        [("card-points-out-of-range", "card_points"), ("kontra-too-high", "kontra")],
    ),
    "nothing-else-of-a-refused-figure": (
        deal(announcements=[said("ulti", "A", xyz=1, raised_from=7)]),
        [("unknown-figure", NO_FIGURE[0])],
    ),
    "nothing-else-of-a-figure-of-magas": (
        deal(announcements=[said("sas-facan", "A", True, raised_from=0, suit=5)]),
        [("figure-not-in-ruleset", NO_FIGURE[0])],
    ),
    "nothing-else-of-a-silent-not-allowed": (
        deal(silent=[said("king-ultimo", "A", suit="hearts")]),
        [("silent-not-allowed", NO_FIGURE[1])],
    ),
    "nothing-else-of-a-derived": (deal(silent=[said("volat", "A", kontra=1)]), [("derived-figure", NO_FIGURE[1])]),
}
