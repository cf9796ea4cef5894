"""The capture log (fogási napló, Kupa 9.5), the polgármesters, the bika list and the XXI list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import rules
from scoring.models import Capture, Deal, Player, Tournament


@dataclass(frozen=True, slots=True)
class CaptureRow:
    """An XXI caught: in which deal, by whom, from whom (None: the record does not say), and how."""

    round: int
    table: int
    deal: int
    position: int
    catcher: Player | None
    victim: Player | None
    announced: bool
    kontra: int


@dataclass(frozen=True, slots=True)
class Polgarmester:
    """Who lost the XXI last at a table (Alap)."""

    round: int
    table: int
    player: Player


@dataclass(frozen=True, slots=True)
class BikaRow:
    """A game lost by its declarers at 47 : 47; `partner` is None when the declarer was alone."""

    round: int
    table: int
    deal: int
    position: int
    declarer: Player
    partner: Player | None


@dataclass(frozen=True, slots=True)
class XxiRow:
    """A line of the XXI list: its own points, beside the table points, and how often caught and lost."""

    player: Player
    points: int | Fraction
    caught: int
    lost: int


@dataclass(frozen=True, slots=True)
class CaptureLog:
    """All in the order of play. `xxi_list` is None under a ruleset that keeps none; else highest points first."""

    tournament: Tournament
    captures: tuple[CaptureRow, ...]
    polgarmesters: tuple[Polgarmester, ...]
    bikas: tuple[BikaRow, ...]
    xxi_list: tuple[XxiRow, ...] | None


def capture_log(tournament: Tournament) -> CaptureLog:
    """The log over all rounds, open ones too. Three SQL queries."""
    captures = list(
        Capture.objects.filter(tournament.shown("deal__table__round__"), deal__table__round__tournament=tournament)
        .select_related("deal__current", "deal__table__round", "catcher", "victim")
        .order_by("deal__table__round__number", "deal__table__number", "deal__position", "pk")
    )
    bikas = (
        Deal.objects.filter(tournament.shown("table__round__"), table__round__tournament=tournament, bika=True)
        .select_related("current", "table__round")
        .order_by("table__round__number", "table__number", "position")
    )
    players = {player.number: player for player in tournament.players.all()}
    ruleset = tournament.rules
    return CaptureLog(
        tournament=tournament,
        captures=tuple(
            CaptureRow(*_place(capture.deal), capture.catcher, capture.victim, capture.announced, capture.kontra)
            for capture in captures
        ),
        polgarmesters=_polgarmesters(captures),
        bikas=tuple(_bika(deal, ruleset, players) for deal in bikas),
        xxi_list=_xxi_list(captures, ruleset, players) if ruleset.xxi_list else None,
    )


def _place(deal: Deal) -> tuple[int, int, int, int]:
    return deal.table.round.number, deal.table.number, deal.number, deal.position


def _polgarmesters(captures: Sequence[Capture]) -> tuple[Polgarmester, ...]:
    last = {}
    for capture in captures:
        if capture.victim is not None:
            last[capture.deal.table_id] = Polgarmester(*_place(capture.deal)[:2], capture.victim)
    return tuple(last.values())


def _bika(deal: Deal, ruleset: rules.Ruleset, players: dict[int, Player]) -> BikaRow:
    record = deal.read(ruleset)
    partner = None if record.partner is None else players[int(record.partner)]
    return BikaRow(*_place(deal), players[int(str(record.declarer))], partner)


def _xxi_list(captures: Sequence[Capture], ruleset: rules.Ruleset, players: dict[int, Player]) -> tuple[XxiRow, ...]:
    points: defaultdict[int, int | Fraction] = defaultdict(int)
    caught: defaultdict[int, int] = defaultdict(int)
    lost: defaultdict[int, int] = defaultdict(int)
    for deal in {capture.deal_id: capture.deal for capture in captures}.values():
        for capture in rules.score(deal.read(ruleset)).captures:
            for player, value in capture.xxi_points.items():
                if value:
                    points[int(player)] += value
            if capture.catcher is not None:
                caught[int(capture.catcher)] += 1
            if capture.victim is not None:
                lost[int(capture.victim)] += 1
    rows = [XxiRow(players[number], value, caught[number], lost[number]) for number, value in points.items()]
    return tuple(sorted(rows, key=lambda row: (-row.points, row.player.number)))
