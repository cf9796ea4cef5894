"""A ruleset as data: what figures are worth, how far kontras go, what places earn.

Every value that a deal is scored by comes from here, and comes here from a file in `rules/rulesets/`. A tournament
keeps `Ruleset.as_data()` of the day it was made, so that a later edit of a file never moves a played cup.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

V = TypeVar("V")
KINDS = frozenset({"count", "honours", "kings", "double", "volat", "catch", "trick", "walat"})
#: Those that are decided in the Czech game; the Hungarian ones have all others.
TAROKY_KINDS = frozenset({"trick", "walat"})
TAROKK_KINDS = KINDS - {"walat"}
CARDS = frozenset({"I", "II", "XX", "XXI", "skiz", "king", "suit", "kings"})
SUITED_CARDS = frozenset({"king", "suit"})
OUTCOMES = ("played", "renonsz", "passed_out", "thrown_in", "annulled", "no_play")
CHECKS = frozenset(
    (
        "after-volat ultimo-raised-to-uhu raise-not-in-table raise-of-kontrad-card raise-leaves-figure "
        "facan-needs-partner-lead paros-facan-needs-opponent-lead paros-facan-card-bound long-double-and-double "
        "long-double-needed no-play-irregular two-counts catch-players-missing card-points-unlikely "
        "kontra-by-wrong-side auction-irregular called-card-irregular"
    ).split()
)


class UnknownRuleset(KeyError):
    """No ruleset file has this id."""


@dataclass(frozen=True, slots=True)
class Text:
    """A name or sentence in Hungarian and English, as it stands in the ruleset file.

    `pl` and `cs` are the terms of the table where a game is played in Polish or Czech; "" where there is none.
    """

    hu: str
    en: str
    pl: str = ""
    cs: str = ""

    def say(self, language: str) -> str:
        """The text in that language ("hu", "hu-hu" …); English for any other than Hungarian."""
        return self.hu if language.startswith("hu") else self.en

    @property
    def terms(self) -> tuple[tuple[str, str], ...]:
        """The terms of the table beside the name: language ("pl", "cs") and word."""
        return tuple(pair for pair in (("pl", self.pl), ("cs", self.cs)) if pair[1])


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid (licit): `value` is the game value g. The ranges are card points that a legal skart leaves possible.

    In the Czech game `value` multiplies the card points over half, `degrees` has a multiplier for each degree of a bid
    that has some, `partner` tells whether one may be called, `needs` the figure that the declarer announces with it,
    and `each_alone` that everyone plays for himself.
    """

    id: str
    name: Text
    value: int
    any_tricks: tuple[int, int]
    all_tricks: tuple[int, int]
    no_trick: tuple[int, int]
    degrees: tuple[int, ...] = ()
    partner: bool = True
    needs: str | None = None
    each_alone: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure (figura). `announced` and `silent` are table points, or multiples of the game value if `times_game`.

    `kind` says how it is decided: "count" (tarokk count), "honours" (trull), "kings" (four kings), "double" and "volat"
    (derived from card points and tricks), "walat" (all tricks at a fixed value), "catch" (of the XXI), "trick" (a card
    wins a trick). For the last, `slots` are the tricks, `card` what must win them, `run` that all earlier tricks are
    needed too, `with_cards` small cards of which one lies in the trick. `min_points` are card points without which a
    side cannot have made it.
    """

    id: str
    name: Text
    kind: str
    announced: int
    silent: int | None
    rule: str
    tarokks: int = 0
    slots: tuple[int, ...] = ()
    card: str | None = None
    run: bool = False
    with_cards: tuple[str, ...] = ()
    min_points: int = 0
    silent_failure: bool = False
    kontra_max: int | None = None
    kassza: bool = False
    common: bool = False
    times_game: bool = field(init=False)
    suited: bool = field(init=False)
    derived: bool = field(init=False)
    first_trick: bool = field(init=False)

    def __post_init__(self) -> None:
        times_game = self.kind in ("double", "volat")
        object.__setattr__(self, "derived", times_game or self.kind == "walat")
        object.__setattr__(self, "times_game", times_game)
        object.__setattr__(self, "suited", self.card in SUITED_CARDS)
        object.__setattr__(self, "first_trick", self.slots == (1,))

    @property
    def count(self) -> bool:
        """Is it a tarokk count (tarokkszám)?"""
        return self.kind == "count"

    @property
    def slot(self) -> int | None:
        """The trick it is about, where it is about one."""
        return self.slots[0] if len(self.slots) == 1 else None

    def claims(self) -> frozenset[int]:
        """All tricks that its side must have taken for it."""
        return frozenset(range(1, self.slots[-1] + 1)) if self.run else frozenset(self.slots)


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards: card points in all, to win, and the tie that is lost and marked (bika; None: not marked); tricks;
    tarokks."""

    card_points: int
    win: int
    bika: int | None
    tricks: int
    tarokks: int


@dataclass(frozen=True, slots=True)
class TableSize:
    """What a table of that many seats plays and earns, by round; the last entry serves all later rounds."""

    deals: tuple[int, ...]
    places: tuple[tuple[int, ...], ...]
    rule: str


@dataclass(frozen=True, slots=True)
class Options:
    """Decisions that a club may take otherwise (D3, D12, D13)."""

    volat_drops_silent: bool
    counts_paid_by: str
    counts_in_no_play: bool


@dataclass(frozen=True, slots=True)
class Penalty:
    """Bounds of what a renonsz costs, in table points to each of the three others (D19)."""

    minimum: int
    maximum: int | None
    with_kontras: bool
    rule: str


@dataclass(frozen=True, slots=True)
class KasszaRules:
    """The pagátkassza, in forints (Magas 15, 16)."""

    ante: int
    cap_per_seat: int
    redeal: int
    minimum: int
    rule: str


@dataclass(frozen=True, slots=True)
class Doubling:
    """For how many counted deals scores are doubled after a deal that came to nothing, and the cap (D4)."""

    passed_out: int
    thrown_in: int
    cap: int
    rule: str


@dataclass(frozen=True, slots=True)
class XxiList:
    """Points of the separate XXI list: for the two players of a catch and their partners."""

    caught: int
    lost: int
    catcher_partner: int
    victim_partner: int
    announced_times: int
    rule: str


#: Where a breach may happen.
OFFENCE_KINDS = ("bidding", "announcing", "laying", "playing")


@dataclass(frozen=True, slots=True)
class Offence:
    """What may be brought before the jury, with its paragraph; `sanction` is "renonsz", "jury" or "vote".

    `kind` says where it happens: "bidding", "announcing", "laying" (of the skart), "playing", or "". `askers`: so many
    players of the table have to ask for it (Kupa 9.2). `always`: also before play begins (Kupa 9.4).
    """

    rule: str
    text: Text
    sanction: str
    kind: str = ""
    askers: int = 0
    always: bool = False


@dataclass(frozen=True, slots=True)
class BeforePlay:
    """Breaches of these kinds that come out before play begins cost nothing: the cards are dealt again (Kupa 9.1)."""

    kinds: tuple[str, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld (meldunek) of the Czech game, worth `value` table points to the side of who declares it.

    `tarocks` is the least number of tarokks it tells, where it is a count. `excludes` are melds that the same hand
    cannot have, `excludes_others` those that no other hand can have beside it.
    """

    id: str
    name: Text
    value: int
    rule: str
    tarocks: int | None
    excludes: frozenset[str]
    excludes_others: frozenset[str]


@dataclass(frozen=True, slots=True)
class Warsaw:
    """The tariff of Warszawa: who has most card points pays each other player.

    `tariff` has (card points from which it holds, table points), rising; who took no trick gets `trickless` times as
    much. The four counts sum to one of `sums` (least, most): each is counted in threes.
    """

    tariff: tuple[tuple[int, int], ...]
    trickless: int
    sums: tuple[int, int]
    rule: str

    def pays(self, card_points: int) -> int:
        """What a loser with so many card points pays, in table points."""
        return [units for least, units in self.tariff if card_points >= least][-1]


@dataclass(frozen=True, slots=True)
class TarokyRules:
    """What the Czech game has of its own.

    `tie` table points are lost by declarers who have exactly half the card points. `apart` are the most card points
    that can lie apart from the tricks.
    """

    tie: int
    apart: int
    melds: Mapping[str, Meld]
    warsaw: Warsaw | None


@dataclass(frozen=True)
class Ruleset:
    """One set of rules. Compares and hashes by its data, so that a snapshot equals the file it came from.

    `taroky` is there in rulesets of the Czech game, and tells them from the Hungarian ones.
    """

    id: str
    name: Text
    short: str
    source: Text
    pack: Pack
    game_rule: str
    ladder: tuple[Text, ...]
    bids: Mapping[str, Bid]
    figures: Mapping[str, Figure]
    outcomes: Mapping[str, Text]
    tables: Mapping[int, TableSize]
    time_limits: tuple[int, ...]
    options: Options
    penalty: Penalty
    money: int | None
    money_rule: str
    kassza: KasszaRules | None
    doubling: Doubling | None
    xxi_list: XxiList | None
    invits: tuple[str, ...]
    concession: str
    raises: Mapping[str, tuple[str, ...]]
    raises_despite_kontra: Mapping[str, tuple[str, ...]]
    regularity: Mapping[str, str]
    offences: tuple[Offence, ...]
    before_play: BeforePlay | None
    decisions: Mapping[str, Text]
    taroky: TarokyRules | None
    _data: Mapping[str, Any] = field(repr=False, compare=False)

    def __hash__(self) -> int:
        return hash(self.id)

    def as_data(self) -> dict[str, Any]:
        """Everything as plain JSON-able data: the snapshot that a tournament keeps."""
        return copy.deepcopy(dict(self._data))

    @cached_property
    def silent_games(self) -> tuple[Figure, ...]:
        """The figures derived from tricks and card points that also count silently: volát before double game."""
        derived = [figure for figure in self.figures.values() if figure.derived and figure.silent is not None]
        return tuple(sorted(derived, key=lambda figure: figure.kind != "volat"))

    @property
    def has_renonsz(self) -> bool:
        """Can a deal end as a renonsz? Where not, the rules put no price on a breach, and the jury decides freely."""
        return "renonsz" in self.outcomes

    @property
    def has_shares(self) -> bool:
        """Can players share a payment, so that table points are fractions?"""
        return self.taroky is not None and self.taroky.warsaw is not None

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """Numbers of seats that a table may have."""
        return tuple(sorted(self.tables))

    def planned_deals(self, seats: int, round: int) -> int:
        """How many counted deals a table of that size plays in that round (from 1)."""
        return _by_round(self.tables[seats].deals, round)

    def places(self, seats: int, round: int) -> tuple[int, ...]:
        """Tournament points for the places at a table of that size in that round, best first."""
        return _by_round(self.tables[seats].places, round)

    def time_limit(self, round: int) -> int | None:
        """Minutes that the round may last, where the rules set a limit."""
        return _by_round(self.time_limits, round) if self.time_limits else None

    def offence(self, rule: str, sanction: str = "renonsz") -> Offence:
        """The first offence of that paragraph with that sanction; raises KeyError."""
        found = next((each for each in self.offences if (each.rule, each.sanction) == (rule, sanction)), None)
        if found is None:
            raise KeyError(rule)
        return found

    def kontra_max(self, figure: Figure) -> int:
        """The highest kontra level on that announced figure."""
        return len(self.ladder) if figure.kontra_max is None else min(figure.kontra_max, len(self.ladder))


def _by_round(values: tuple[V, ...], round: int) -> V:
    return values[min(round, len(values)) - 1]
