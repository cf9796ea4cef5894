"""From JSON to a `TarokyDeal` (`formats` §1b): what can be read and valued, then what contradicts itself.

Figures are read as in the Hungarian games (`saying`); melds are in `melds`.
"""

from __future__ import annotations

from typing import Any, ClassVar

from .check import against_derived, cards_placed, one_trick, outcomes_of, tricks_taken
from .deal import Player, build
from .fields import DEAL, PLAYER, Fields, Types
from .melds import read_melds
from .problems import Problem, Refused
from .ruleset import Bid, Ruleset, TarokyRules
from .saying import Said, read_said
from .taroky import Declared, TarokyDeal

SHARED = ("ruleset", "players", "outcome", "bid", "partner", "note")
DECLARED = (*SHARED, "declarer", "kontra", "card_points", "tricks", "announcements", "silent")
#: With a declarer.
TAROKY: Types = {**{name: DEAL[name] for name in DECLARED}, "degree": (int,), "melds": (list,)}
#: Where everyone plays for himself: card points and tricks of each.
WARSAW: Types = {**{name: DEAL[name] for name in SHARED}, "points": (dict,), "tricks": (dict,)}
SILENT: Types = {"figure": (str,), "by": PLAYER, "made": (bool,)}


class TarokyFields(Fields):
    """A record of the Czech game being read."""

    __slots__ = ()
    announcement: ClassVar[Types] = {**SILENT, "kontra": (int,)}
    silent: ClassVar[Types] = SILENT

    @property
    def own(self) -> TarokyRules:
        """What the ruleset has of the Czech game."""
        assert self.ruleset.taroky is not None
        return self.ruleset.taroky


def fields_of(record: dict[str, Any], ruleset: Ruleset) -> Types:
    """What a record of this game can hold, which hangs on its bid."""
    id = record.get("bid")
    bid = ruleset.bids.get(id) if type(id) is str else None
    if bid is None:
        # Where the bid is missing or misspelt, counts of each player still tell which game was meant.
        meant = type(record.get("tricks")) is dict and "declarer" not in record
        return WARSAW if meant and record.get("outcome", "played") == "played" else TAROKY
    return WARSAW if bid.each_alone else TAROKY


def read_taroky(record: dict[str, Any], ruleset: Ruleset) -> TarokyDeal:
    """The deal of the Czech game that a record in its frame describes.

    Raises Refused with every problem of the first pass, or of the second if the first found none.
    """
    f = TarokyFields(record, ruleset)
    if not f.players:
        f.complain("missing-field", "players", name="players")
    known = fields_of(record, ruleset)
    for name in record:
        if name not in known:
            f.complain("unknown-field", name, name=name)
    bid = _bid(f)
    own = _everyone(f) if known is WARSAW else _sides_game(f, bid)
    if "note" in record:
        f.note()
    if f.problems:
        raise Refused(f.problems)
    deal = build(TarokyDeal, {**_common(f), **own})
    problems = contradictions(deal)
    if problems:
        raise Refused(problems)
    return deal


def _common(f: TarokyFields) -> dict[str, Any]:
    """What every deal has, in the order of the fields; what this game does not know is as if it had not been said."""
    get = f.record.get
    return {
        "ruleset": f.ruleset,
        "players": tuple(f.players),
        "outcome": f.outcome,
        "bid": get("bid"),
        "declarer": None,
        "partner": None,
        "called": None,
        "kontra": 0,
        "card_points": None,
        "tricks": None,
        "announcements": (),
        "silent": (),
        "auction": None,
        "multiplier": 1,
        "renonsz": None,
        "thrown_in": None,
        "skart_tarokks": None,
        "kassza_balance": None,
        "seats": None,
        "note": get("note"),
        "raised": frozenset(),
        "bid_heard": False,
        "declarer_heard": False,
        "degree": None,
        "melds": (),
        "counted": None,
        "taken": None,
    }


def _bid(f: TarokyFields) -> Bid | None:
    """The bid, with its degree checked; None where there is none, or no such one."""
    id, degree = f.record.get("bid"), f.record.get("degree")
    if id is None:
        if f.outcome == "played":
            f.complain("missing-field", "bid", name="bid")
        return None
    bid = f.ruleset.bids.get(id)
    if bid is None:
        f.complain("bad-bid", "bid", bid=id, heard=None)
    elif degree is None:
        if bid.degrees and f.outcome == "played":
            f.complain("missing-field", "degree", name="degree")
    elif not bid.degrees:
        if not bid.each_alone:  # there it is no known field at all
            f.complain("unknown-field", "degree", name="degree")
    elif not 1 <= degree <= len(bid.degrees):
        f.complain("bad-value", "degree", value=degree)
    return bid


def _sides_game(f: TarokyFields, bid: Bid | None) -> dict[str, Any]:
    """A deal with a declarer."""
    declarer, partner = _sides(f, bid)
    said = read_said(f)
    _numbers(f, said)
    if bid is not None and bid.needs is not None and f.outcome == "played" and declarer is not None:
        _needed(f, said, bid, declarer)
    melds: tuple[Declared, ...] = read_melds(f, f.own.melds)
    return {
        "declarer": declarer,
        "partner": partner,
        "kontra": f.record.get("kontra", 0),
        "card_points": f.record.get("card_points"),
        "tricks": f.record.get("tricks"),
        "announcements": tuple(told for _, told, _ in said.announcements),
        "silent": tuple(hush for _, hush, _ in said.silent),
        "degree": f.record.get("degree"),
        "melds": melds,
    }


def _sides(f: TarokyFields, bid: Bid | None) -> tuple[Player | None, Player | None]:
    """Declarer and partner. Sets the sides, or leaves them None where they cannot be told."""
    before, given = len(f.problems), f.record.get("partner")
    declarer: Player | None = f.player(f.record.get("declarer"), "declarer")
    if "declarer" not in f.record and f.outcome == "played":
        f.complain("missing-field", "declarer", name="declarer")
    if given is not None and bid is not None and not bid.partner:
        f.complain("partner-not-allowed", "partner", bid=bid.id)
        return declarer, None
    partner: Player | None = f.player(given, "partner")
    if partner is not None and partner == declarer:
        f.complain("partner-is-declarer", "partner", player=partner)
    if len(f.problems) == before and f.players:
        f.seat(declarer, partner)
    return declarer, partner


def _numbers(f: TarokyFields, said: Said) -> None:
    """Card points, tricks, the kontra on the game."""
    pack, points, tricks = f.ruleset.pack, f.record.get("card_points"), f.record.get("tricks")
    if points is None:
        if f.outcome == "played":
            f.complain("missing-field", "card_points", name="card_points")
    elif not 0 <= points <= pack.card_points:
        f.complain("card-points-out-of-range", "card_points", most=pack.card_points)
        points = None
    if tricks is None:
        if f.outcome == "played" and any(figure.derived for _, _, figure in said.announcements):
            f.complain("missing-field", "tricks", name="tricks")
    elif not 0 <= tricks <= pack.tricks:
        f.complain("tricks-out-of-range", "tricks", most=pack.tricks)
    elif points is not None:
        apart = {0: points, pack.tricks: pack.card_points - points}.get(tricks, 0)
        if apart > f.own.apart:
            f.complain("tricks-contradict-card-points", "tricks", tricks=tricks, card_points=points)
    if f.record.get("kontra"):
        f.game_kontra()


def _needed(f: TarokyFields, said: Said, bid: Bid, declarer: Player) -> None:
    """The figure that the bid binds the declarer to (D25). Not told where an announcement could not be read."""
    unread = len(f.record.get("announcements", ())) > len(said.announcements)
    if not unread and not any((told.figure, told.by) == (bid.needs, declarer) for _, told, _ in said.announcements):
        f.complain("second-needs-pagat", "announcements", bid=bid.id, figure=bid.needs)


def _everyone(f: TarokyFields) -> dict[str, Any]:
    """A deal in which everyone plays for himself: the counts of all, which have to fit each other."""
    if f.record.get("partner") is not None and f.record.get("bid") in f.ruleset.bids:
        f.complain("partner-not-allowed", "partner", bid=f.record["bid"])
    pack, warsaw = f.ruleset.pack, f.own.warsaw
    counted = _of_each(f, "points", "card-points-out-of-range", pack.card_points)
    taken = _of_each(f, "tricks", "tricks-out-of-range", pack.tricks)
    if counted is not None and warsaw is not None:
        least, most = warsaw.sums
        total = sum(counted.values())
        if not least <= total <= most:
            f.complain("points-contradict", "points", reason="sum", total=total, least=least, most=most)
    if taken is not None and sum(taken.values()) != pack.tricks:
        f.complain("tricks-contradict", "tricks", total=sum(taken.values()), most=pack.tricks)
    if counted is not None and taken is not None:
        for player, points in counted.items():
            if points and not taken[player]:
                f.complain("points-contradict", f"points.{player}", reason="no-trick", player=player)
    return {"counted": counted, "taken": taken}


def _of_each(f: TarokyFields, name: str, code: str, most: int) -> dict[Player, int] | None:
    """A number for every player, in playing order; None where one is missing or refused. JSON has keys of text."""
    given = f.record.get(name)
    if given is None:
        if f.outcome == "played":
            f.complain("missing-field", name, name=name)
        return None
    before, names = len(f.problems), [str(player) for player in f.players]
    for key, number in given.items():
        field = f"{name}.{key}"
        if names and key not in names:
            f.complain("unknown-player", field, player=key)
        elif type(number) is not int:
            f.complain("bad-type", field, expected="number")
        elif not 0 <= number <= most:
            f.complain(code, field, most=most)
    for key in names:
        if key not in given:
            f.complain("missing-field", f"{name}.{key}", name=key)
    if not names or len(f.problems) > before:
        return None
    return {player: given[str(player)] for player in f.players}


def contradictions(deal: TarokyDeal) -> list[Problem]:
    """All that figures contradict in a played deal that can be read: a card with both sides, a side without a trick,
    a walat that the tricks deny. An announced failure places no card: whoever has it may have said nothing."""
    if deal.outcome != "played" or not (deal.announcements or deal.silent):
        return []
    outcomes = outcomes_of(deal)
    made = [outcome for outcome in outcomes if outcome.made]
    problems = [*one_trick(made), *cards_placed(outcomes), *against_derived(deal, outcomes)]
    if deal.tricks is not None:
        problems += tricks_taken(deal, deal.tricks, made)
    return problems
