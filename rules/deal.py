"""The record of one deal, as frozen data. `rules.reading` makes it from JSON; nothing else should."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from .ruleset import Figure, Ruleset

T = TypeVar("T")
Player = str | int
DECLARER, OPPONENTS = "declarer", "opponents"
SUITS = ("hearts", "diamonds", "clubs", "spades")
CALLED = tuple("XX XIX XVIII XVII XVI XV XIV XIII XII XI X IX VIII VII VI V IV III II".split())
HANDS = ("lone-pagat", "lone-xxi", "pagat-and-xxi", "four-kings", "no-tarokk")
NOT_COUNTED = frozenset({"passed_out", "thrown_in", "annulled"})
WITH_DECLARER = frozenset({"played", "renonsz", "no_play"})
ENFORCE, KASSZA_CHOICES = "enforce", ("redeal", "redeal_150", "pay_kassza")


def counts(outcome: str) -> bool:
    """Does a deal of that outcome count as one of the 16, 20 or 15 (D2)?

    >>> counts("renonsz"), counts("passed_out")
    (True, False)
    """
    return outcome not in NOT_COUNTED


def build(kind: type[T], values: Mapping[str, Any]) -> T:
    """A frozen dataclass from checked values, one for each of its fields and in their order.

    The `__init__` of such a class sets field by field, the slow way round its own frost: with the two dozen fields of
    a deal that was a tenth of all scoring. Python also reads a field more quickly where every object of a class has
    the same ones and the class has no defaults beside them.
    """
    made = object.__new__(kind)
    made.__dict__.update(values)
    return made


def other(side: str) -> str:
    """The other side."""
    return OPPONENTS if side == DECLARER else DECLARER


@dataclass(frozen=True)
class Announcement:
    """A figure that was announced (bemondás). `made` is None where the record need not or does not say it."""

    figure: str
    by: Player
    kontra: int
    made: bool | None
    suit: str | None
    raised_from: int | None
    round: int | None
    kontra_by: tuple[Player, ...] | None
    catcher: Player | None
    victim: Player | None


@dataclass(frozen=True)
class Silent:
    """A silent figure (csendes), made or failed, by a player of the side."""

    figure: str
    by: Player
    made: bool
    catcher: Player | None
    victim: Player | None


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the auction: a bid, "hold" or "pass"."""

    by: Player
    say: str


@dataclass(frozen=True, slots=True)
class Renonsz:
    """A ruling on the deal: who pays and under which paragraph.

    `amount` (table points) stands over the rules' sum; `choice` is that of Magas 16.
    """

    offender: Player
    paragraph: str | None = None
    amount: int | None = None
    choice: str | None = None


@dataclass(frozen=True, slots=True)
class ThrownIn:
    """Who threw in, and on which hand."""

    by: Player
    hand: str


@dataclass(frozen=True)
class Deal:
    """A deal that can be valued under its ruleset.

    `players` are the four active ones, forehand first. `card_points` and `tricks` are of the declarer's side.
    `bid` and `declarer` are those in force; `bid_heard` and `declarer_heard` tell that only the auction gave them.
    `raised` are the indices of announcements that were raised away.
    """

    ruleset: Ruleset
    players: tuple[Player, Player, Player, Player]
    outcome: str
    bid: str | None
    declarer: Player | None
    partner: Player | None
    called: str | None
    kontra: int
    card_points: int | None
    tricks: int | None
    announcements: tuple[Announcement, ...]
    silent: tuple[Silent, ...]
    auction: tuple[Call, ...] | None
    multiplier: int
    renonsz: Renonsz | None
    thrown_in: ThrownIn | None
    skart_tarokks: Mapping[str, int] | None
    kassza_balance: int | None
    seats: int | None
    note: str | None
    raised: frozenset[int]
    bid_heard: bool
    declarer_heard: bool

    @property
    def game_value(self) -> int:
        """The game value g of the bid; 0 where nobody bid."""
        return self.ruleset.bids[self.bid].value if self.bid is not None else 0

    @property
    def alone(self) -> bool:
        """Does one player play against three?"""
        return self.partner is None

    def side_of(self, player: Player) -> str:
        """The side of an active player. Without a declarer everybody is an opponent."""
        if player == self.declarer or (player == self.partner and self.declarer is not None):
            return DECLARER
        return OPPONENTS

    def members(self, side: str) -> tuple[Player, ...]:
        """The players of a side, in playing order."""
        return tuple(player for player in self.players if self.side_of(player) == side)

    def figure(self, said: Announcement | Silent) -> Figure:
        """What the ruleset says of that figure."""
        return self.ruleset.figures[said.figure]

    def in_force(self) -> Sequence[Announcement]:
        """Announcements that were not raised away (Magas 14), in the order said."""
        if not self.raised:
            return self.announcements
        return [said for n, said in enumerate(self.announcements) if n not in self.raised]

    def record(self) -> dict[str, Any]:
        """The record as JSON-able data. What has its default is left out; reading it gives an equal deal."""
        found: dict[str, Any] = {"ruleset": self.ruleset.id, "players": list(self.players)}
        if self.outcome != "played":
            found["outcome"] = self.outcome
        if not self.bid_heard and self.bid is not None:
            found["bid"] = self.bid
        if not self.declarer_heard and self.declarer is not None:
            found["declarer"] = self.declarer
        for name in ("partner", "called", "card_points", "tricks", "kassza_balance", "seats", "note"):
            if getattr(self, name) is not None:
                found[name] = getattr(self, name)
        if self.kontra:
            found["kontra"] = self.kontra
        if self.multiplier != 1:
            found["multiplier"] = self.multiplier
        if self.skart_tarokks is not None:
            found["skart_tarokks"] = dict(self.skart_tarokks)
        for name in ("renonsz", "thrown_in"):
            if getattr(self, name) is not None:
                found[name] = _plain(getattr(self, name))
        if self.auction is not None:
            found["auction"] = [_plain(call) for call in self.auction]
        for name in ("announcements", "silent"):
            if getattr(self, name):
                found[name] = [_plain(said) for said in getattr(self, name)]
        return found


_DEFAULTS: dict[str, object] = {"kontra": 0}


def _plain(part: Any) -> dict[str, Any]:
    """A part of the record as JSON-able data without its defaults."""
    found = {}
    for name in (field.name for field in fields(part)):
        value = getattr(part, name)
        if value is None or value == _DEFAULTS.get(name) or (value is True and isinstance(part, Silent)):
            continue
        found[name] = list(value) if isinstance(value, tuple) else value
    return found
