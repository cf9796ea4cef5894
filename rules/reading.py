"""From JSON to a `Deal` of the Hungarian games.

The first pass of the format asks whether a record can be read and valued.

All faults are found at once. What hangs on something refused (the side of an unknown player, say) is not reported
too. Types are compared exactly, since `True` is an `int` to Python and no number to a score sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .auction import HOLD, PASS, Auction, hear
from .check import contradictions
from .deal import (
    CALLED,
    ENFORCE,
    HANDS,
    KASSZA_CHOICES,
    WITH_DECLARER,
    Call,
    Deal,
    Player,
    Renonsz,
    ThrownIn,
    build,
)
from .fields import CALL, DEAL, RENONSZ, THROWN_IN, Fields, is_text
from .problems import Refused
from .ruleset import Ruleset
from .saying import Said, read_said

PARAGRAPH_LENGTH = 500
MOST_SKART_TAROKKS = 3  # nobody lays away more than three cards
SKART_POINTS = 24  # six cards of at most four points: all that can lie apart from the tricks
# Beyond any table: keeps sums of a whole cup far inside 64 bits.
MOST_POINTS = 1_000_000
MOST_FORINTS = 1_000_000_000


def read_tarokk(record: dict[str, Any], ruleset: Ruleset) -> Deal:
    """The deal of a Hungarian game that a record in its frame describes.

    Raises Refused with every problem of the first pass, or of the second if the first found none.
    """
    deal = _first_pass(record, ruleset)
    if deal.announcements or deal.silent:
        problems = contradictions(deal)
        if problems:
            raise Refused(problems)
    return deal


def _first_pass(record: dict[str, Any], ruleset: Ruleset) -> Deal:
    """The whole record, or a refusal with everything that the first pass found."""
    f = Fields(record, ruleset)
    if not f.players:
        f.complain("missing-field", "players", name="players")
    if not record.keys() <= DEAL.keys():
        for name in record:
            if name not in DEAL:
                f.complain("unknown-field", name, name=name)
    calls, auction = _auction(f) if "auction" in record else (None, None)
    bid = _bid(f, calls, auction)
    declarer, partner = _sides(f, calls, auction)
    said = read_said(f)
    _numbers(f, said)
    renonsz = _renonsz(f, bid, said) if "renonsz" in record or f.outcome == "renonsz" else None
    thrown_in = _thrown_in(f) if "thrown_in" in record else None
    _margin(f)
    if f.problems:
        raise Refused(f.problems)
    get = record.get
    values = {
        "ruleset": ruleset,
        "players": tuple(f.players),
        "outcome": f.outcome,
        "bid": bid,
        "declarer": declarer,
        "partner": partner,
        "called": get("called"),
        "kontra": get("kontra", 0),
        "card_points": get("card_points"),
        "tricks": get("tricks"),
        "announcements": tuple([told for _, told, _ in said.announcements]),
        "silent": tuple([hush for _, hush, _ in said.silent]),
        "auction": calls,
        "multiplier": get("multiplier", 1),
        "renonsz": renonsz,
        "thrown_in": thrown_in,
        "skart_tarokks": get("skart_tarokks"),
        "kassza_balance": get("kassza_balance"),
        "seats": get("seats"),
        "note": get("note"),
        "raised": said.raised,
        "bid_heard": "bid" not in record,
        "declarer_heard": "declarer" not in record,
    }
    return build(Deal, values)


def _auction(f: Fields) -> tuple[tuple[Call, ...], Auction | None]:
    """The calls, and what they came to unless one could not be read."""
    before, calls = len(f.problems), []
    for n, row in enumerate(f.record["auction"]):
        field = f"auction[{n}]"
        found = f.object(row, CALL, field)
        if found is None:
            continue
        by = f.player(f.need(found, "by", field), f"{field}.by")
        say = f.need(found, "say", field)
        if say is not None and say not in f.ruleset.bids and say not in (HOLD, PASS):
            f.complain("bad-value", f"{field}.say", value=say)
        elif say is not None and by is not None:
            calls.append(Call(by, say))
    readable = f.players and len(f.problems) == before
    return tuple(calls), hear(f.ruleset, f.players, calls) if readable else None


def _bid(f: Fields, calls: tuple[Call, ...] | None, auction: Auction | None) -> str | None:
    """The bid in force: the record's own, which may be higher than the auction's, or the auction's."""
    bid: str | None = f.record.get("bid")
    heard = auction.bid if auction else None
    if bid is None:
        unreadable = calls is not None and auction is None
        if heard is None and f.outcome in WITH_DECLARER and not unreadable:
            f.complain("missing-field", "bid", name="bid")
        return heard
    if bid not in f.ruleset.bids or (heard is not None and _lower(f.ruleset, bid, heard)):
        f.complain("bad-bid", "bid", bid=bid, heard=heard)
        return None
    return bid


def _lower(ruleset: Ruleset, bid: str, heard: str) -> bool:
    steps = list(ruleset.bids)
    return steps.index(bid) < steps.index(heard)


def _sides(f: Fields, calls: tuple[Call, ...] | None, auction: Auction | None) -> tuple[Player | None, Player | None]:
    """Declarer and partner. Sets the sides, or leaves them None where they cannot be told."""
    before = len(f.problems)
    declarer: Player | None = f.player(f.record.get("declarer"), "declarer")
    heard = auction.declarer if auction else None
    unreadable = calls is not None and auction is None
    if "declarer" not in f.record:
        declarer = heard
        if declarer is None and f.outcome in WITH_DECLARER and not unreadable:
            f.complain("missing-field", "declarer", name="declarer")
    elif (
        declarer is not None and auction is not None and declarer != heard and (heard is not None or auction.all_passed)
    ):
        f.complain("bad-value", "declarer", value=declarer, heard=heard)
    partner = f.player(f.record.get("partner"), "partner")
    if partner is not None and partner == declarer:
        f.complain("partner-is-declarer", "partner", player=partner)
    untold = declarer is None and (unreadable or f.outcome in WITH_DECLARER)
    if len(f.problems) == before and not untold and f.players:
        f.seat(declarer, partner)
    return declarer, partner


def _numbers(f: Fields, said: Said) -> None:
    """Card points, tricks, the kontra on the game, the multiplier."""
    record, pack = f.record, f.ruleset.pack
    points, tricks = record.get("card_points"), record.get("tricks")
    if points is None:
        if f.outcome == "played":
            f.complain("missing-field", "card_points", name="card_points")
    elif not 0 <= points <= pack.card_points:
        f.complain("card-points-out-of-range", "card_points", most=pack.card_points)
    if tricks is None:
        if f.outcome == "played" and _volat_said(said):
            f.complain("missing-field", "tricks", name="tricks")
    elif not 0 <= tricks <= pack.tricks:
        f.complain("tricks-out-of-range", "tricks", most=pack.tricks)
    elif points is not None and 0 <= points <= pack.card_points:
        all_taken = tricks == pack.tricks and points < pack.card_points - SKART_POINTS
        if all_taken or (tricks == 0 and points > SKART_POINTS):
            f.complain("tricks-contradict-card-points", "tricks", tricks=tricks, card_points=points)
    multiplier = record.get("multiplier", 1)
    if record.get("kontra"):
        f.game_kontra()
    if multiplier != 1:
        doubling = f.ruleset.doubling
        if doubling is None:
            f.complain("multiplier-not-allowed", "multiplier", value=multiplier)
        elif not 1 <= multiplier <= doubling.cap or multiplier & (multiplier - 1):
            f.complain("bad-value", "multiplier", value=multiplier)


def _volat_said(said: Said) -> bool:
    return any(figure.kind == "volat" and n not in said.raised for n, _, figure in said.announcements)


def _renonsz(f: Fields, bid: str | None, said: Said) -> Renonsz | None:
    row = f.record.get("renonsz")
    if row is None:
        f.complain("bad-renonsz", "renonsz", reason="missing")
        return None
    found = f.object(row, RENONSZ, "renonsz") or {}
    offender = f.player(f.need(found, "offender", "renonsz"), "renonsz.offender")
    paragraph, amount, choice = found.get("paragraph"), found.get("amount"), found.get("choice")
    if amount is not None and not 0 <= amount <= MOST_POINTS:
        f.complain("bad-value", "renonsz.amount", value=amount)
    if paragraph is not None and (len(paragraph) > PARAGRAPH_LENGTH or not is_text(paragraph)):
        f.complain("bad-value", "renonsz.paragraph", value=paragraph[:PARAGRAPH_LENGTH])
    reason = _misplaced(f, found, choice)
    if reason is None and choice == "pay_kassza" and bid is None and "bid" not in f.record:
        # The sum cannot be told: double game and volát are multiples of the game.
        derived = any(figure.derived and n not in said.raised for n, _, figure in said.announcements)
        reason = "bid" if derived else None
    if reason:
        f.complain("bad-renonsz", "renonsz", reason=reason)
    return Renonsz(offender, paragraph, amount, choice)  # type: ignore[arg-type]  # None only beside a problem


def _misplaced(f: Fields, found: Mapping[str, Any], choice: str | None) -> str | None:
    """Why a renonsz object cannot stand with this outcome or choice."""
    votes = f.ruleset.kassza is not None
    if "choice" in found and not votes:
        return "choice-not-in-ruleset"
    refused_type = "choice" in found and choice is None
    if f.outcome == "renonsz":
        return None if choice in (None, ENFORCE) else "choice"
    if f.outcome == "annulled" and votes:
        return None if choice in KASSZA_CHOICES or refused_type else "choice"
    return "outcome"


def _thrown_in(f: Fields) -> ThrownIn:
    if f.outcome != "thrown_in":
        f.complain("unknown-field", "thrown_in", name="thrown_in")
    found = f.object(f.record["thrown_in"], THROWN_IN, "thrown_in") or {}
    by = f.player(f.need(found, "by", "thrown_in"), "thrown_in.by")
    hand = f.need(found, "hand", "thrown_in")
    if hand is not None and hand not in HANDS:
        f.complain("bad-value", "thrown_in.hand", value=hand)
    return ThrownIn(by, hand)  # type: ignore[arg-type]  # None only beside a problem


def _margin(f: Fields) -> None:
    """What stands at the margin of the sheet: the called tarokk, the note, the kassza, tarokks laid away."""
    record = f.record
    called = record.get("called")
    if called is not None and called not in CALLED:
        f.complain("bad-value", "called", value=called)
    if "note" in record:
        f.note()
    if "kassza_balance" in record or "seats" in record:
        _kassza(f, record.get("kassza_balance"), record.get("seats"))
    if "skart_tarokks" in record:
        _skart(f, record["skart_tarokks"])


def _kassza(f: Fields, balance: int | None, seats: int | None) -> None:
    for name, value in (("kassza_balance", balance), ("seats", seats)):
        if f.ruleset.kassza is None and value is not None:
            f.complain("unknown-field", name, name=name)
        elif f.ruleset.kassza is not None and value is None:
            f.complain("missing-field", name, name=name)
    if f.ruleset.kassza is None:
        return
    if balance is not None and not 0 <= balance <= MOST_FORINTS:
        f.complain("bad-value", "kassza_balance", value=balance)
    if seats is not None and seats not in f.ruleset.tables:
        f.complain("bad-value", "seats", value=seats)


def _skart(f: Fields, laid_away: Mapping[str, object]) -> None:
    names = {str(player) for player in f.players}
    for name, laid in laid_away.items():
        field = f"skart_tarokks.{name}"
        if names and name not in names:
            f.complain("unknown-player", field, player=name)
        if type(laid) is not int:
            f.complain("bad-type", field, expected="number")
        elif not 0 <= laid <= MOST_SKART_TAROKKS:
            f.complain("bad-value", field, value=laid)
