"""The auction (licit): who takes the game at which bid, and what the jumps promised (Kupa 4; Alap; D21)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from .deal import Call, Player
from .ruleset import Ruleset

HOLD, PASS = "hold", "pass"


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A call that the rules do not allow: its index in the auction (None: of the whole) and the reason."""

    call: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Invit:
    """The first jump of the auction: who gave it, and the tarokk that it promises (4.3.4)."""

    by: Player
    card: str
    opening: bool


@dataclass
class Bidding:
    """The state of an auction. Calls are taken one by one, irregular ones too: those are scored as said.

    >>> from rules import get_ruleset
    >>> bidding = Bidding(get_ruleset("kupa-2005"), ("A", "B", "C", "D"))
    >>> bidding.take(Call("A", "three")), bidding.legal()
    (None, ('two', 'one', 'solo', 'pass'))
    """

    ruleset: Ruleset
    players: Sequence[Player]
    level: int = -1
    holder: Player | None = None
    held: bool = False
    passed: list[Player] = field(default_factory=list)
    takers: list[tuple[Player, int]] = field(default_factory=list)
    invit: Invit | None = None
    turn: int = 0

    def __post_init__(self) -> None:
        self.steps = tuple(self.ruleset.bids)

    @property
    def on_turn(self) -> Player | None:
        """Who has to call; None when the auction is over."""
        return None if self.ended else self.players[self.turn]

    @property
    def ended(self) -> bool:
        """Have all others passed, or can nothing be bid any more?"""
        if self.holder is None:
            return len(self.passed) == len(self.players)
        top = self.level == len(self.steps) - 1
        return not any(
            player not in self.passed and player != self.holder and (not top or self.may_hold(player))
            for player in self.players
        )

    def may_hold(self, player: Player) -> bool:
        """May the player hold (tartom): having bid before, outbid, on a bid not held yet?"""
        if self.held or self.holder is None or player == self.holder:
            return False
        return any(taker == player for taker, _ in self.takers)

    def legal(self, player: Player | None = None) -> tuple[str, ...]:
        """What may be said by that player (default: the one on turn).

        In rising order, "pass" last; nothing after the end.
        """
        if player is None:
            player = self.on_turn
        if player is None or self.ended or player in self.passed or player == self.holder:
            return ()
        hold = (HOLD,) if self.may_hold(player) else ()
        return (*hold, *self.steps[self.level + 1 :], PASS)

    def take(self, call: Call) -> str | None:
        """Takes a call. Returns why it is irregular, or None.

        An insufficient bid, or one after the end, changes nothing.
        """
        ended, late = self.ended, call.by in self.passed
        if call.say == PASS:
            reason = None if ended or call.by == self.on_turn else "out-of-turn"
            if not late:
                self.passed.append(call.by)
            self._move_on(call.by)
            return reason
        reason = self._fault(call, ended, late)
        if reason not in ("after-end", "not-higher", "nothing-to-hold"):
            self._raise_to(call)
        self._move_on(call.by)
        return reason

    def _fault(self, call: Call, ended: bool, late: bool) -> str | None:
        if ended:
            return "after-end"
        if call.say == HOLD and (self.holder is None or self.holder == call.by):
            return "nothing-to-hold"
        if call.say != HOLD and self.steps.index(call.say) <= self.level:
            return "not-higher"
        if late:
            return "after-pass"
        if call.by != self.on_turn:
            return "out-of-turn"
        return None if call.say != HOLD or self.may_hold(call.by) else "hold-not-allowed"

    def _raise_to(self, call: Call) -> None:
        if call.say == HOLD:
            self.held = True
        else:
            level = self.steps.index(call.say)
            self._notice_jump(call.by, level)
            self.level, self.held = level, False
        self.holder = call.by
        self.takers.append((call.by, self.level))

    def _notice_jump(self, by: Player, level: int) -> None:
        """A jump over the lowest call possible is an invit: the first one, not after three passes (4.3.2–4.3.4)."""
        lowest = self.level if self.may_hold(by) else self.level + 1
        jump, opening = level - lowest, not self.takers
        if self.invit or not 1 <= jump <= len(self.ruleset.invits):
            return
        if opening and (len(self.passed) == len(self.players) - 1 or level == len(self.steps) - 1):
            return
        self.invit = Invit(by, self.ruleset.invits[jump - 1], opening)

    def _move_on(self, by: Player) -> None:
        seat = self.players.index(by)
        for step in range(1, len(self.players) + 1):
            self.turn = (seat + step) % len(self.players)
            if self.players[self.turn] not in self.passed and self.players[self.turn] != self.holder:
                return


@dataclass(frozen=True, slots=True)
class Auction:
    """What an auction came to. `bid` and `declarer` are None when everybody passed.

    `sole`: the declarer alone bid, and so may take fewer cards (4). `accepted`: somebody else bid on after the invit.
    `conceded`: the game was conceded (engedés), which promises the XX. `all_passed`: everybody passed.
    """

    bid: str | None
    declarer: Player | None
    invit: Invit | None
    accepted: bool
    conceded: bool
    sole: bool
    all_passed: bool
    irregular: tuple[Irregularity, ...]


def hear(ruleset: Ruleset, players: Sequence[Player], calls: Iterable[Call]) -> Auction:
    """The result of these calls, forehand first in `players`. Every call is by one of them and one of the known
    words.

    >>> from rules import get_ruleset
    >>> calls = [Call("A", "two"), Call("B", "one"), Call("C", "pass"), Call("D", "pass"), Call("A", "pass")]
    >>> auction = hear(get_ruleset("kupa-2005"), ("A", "B", "C", "D"), calls)
    >>> auction.declarer, auction.bid, auction.invit.card, auction.accepted
    ('B', 'one', 'XIX', True)
    """
    bidding, faults, after_invit = Bidding(ruleset, players), [], False
    last: Call | None = None
    for n, call in enumerate(calls):
        taken = len(bidding.takers)
        reason = bidding.take(call)
        if reason:
            faults.append(Irregularity(n, reason))
        if bidding.invit and len(bidding.takers) > taken and call.by != bidding.invit.by:
            after_invit = True
        last = call
    if not bidding.ended:
        faults.append(Irregularity(None, "unfinished"))
    takers = bidding.takers
    conceded = (
        [level for _, level in takers] == [0, 1]
        and takers[0][0] != takers[1][0]
        and not faults
        and last == Call(takers[0][0], PASS)
    )
    return Auction(
        bid=bidding.steps[bidding.level] if takers else None,
        declarer=bidding.holder,
        invit=bidding.invit,
        accepted=after_invit,
        conceded=conceded,
        sole=len({player for player, _ in takers}) == 1,
        all_passed=bidding.ended and not takers,
        irregular=tuple(faults),
    )
