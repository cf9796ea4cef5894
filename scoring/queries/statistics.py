"""The statistics of a cup: counted over its deals, as far as whoever reads now may see them."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from django.conf import settings
from django.core.cache import cache
from django.db.models import QuerySet

import rules
from scoring.models import Deal, Player, Tournament
from scoring.queries.players import PlayerSheet
from scoring.statistics import Counts, Tally, Where, count

#: Deals that are fetched at once.
_CHUNK = 500
#: For so many seconds the counts of a round are kept. They are those of the very versions of its deals, and so never
#: out of date; without them a large cup would be scored anew for each who looks.
_KEPT = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class CupStatistics:
    """The counts of a cup, and its players by number."""

    tournament: Tournament
    counts: Counts
    players: Mapping[int, Player]


def cup_statistics(tournament: Tournament) -> CupStatistics:
    """All that is counted over the deals of a cup, open rounds included. Three SQL queries, two when nobody has played
    since it was last asked for."""
    players = {player.number: player for player in tournament.players.order_by("number")}
    keys = _keys(tournament)
    kept: dict[str, Counts] = cache.get_many(keys.values())
    missing = [number for number, key in keys.items() if key not in kept]
    made = {keys[number]: counts for number, counts in _counted(tournament, missing).items()} if missing else {}
    cache.set_many(made, _KEPT)
    found = Counts()
    for key in keys.values():
        # A round whose deals were taken away meanwhile is in neither.
        found.add(kept.get(key) or made.get(key) or Counts())
    return CupStatistics(tournament, found, players)


def player_tally(sheet: PlayerSheet) -> Tally:
    """The counts of one player, from the deals of the player's own page. No SQL query."""
    deals = (
        (deal.record, Where(deal.round, deal.table, deal.number, deal.position))
        for part in sheet.rounds
        for deal in part.deals
        if deal.deal.counted and not deal.deal.on_hold
    )
    return count(deals).players.get(sheet.player.number, Tally())


def _deals(tournament: Tournament) -> QuerySet[Deal]:
    shown = tournament.shown("table__round__")
    found = Deal.objects.filter(shown, table__round__tournament=tournament, counted=True, on_hold=False)
    return found.order_by("table__round__number", "table__number", "position")


def _keys(tournament: Tournament) -> dict[int, str]:
    """By round, a word that is another one as soon as one of its deals is."""
    rounds: defaultdict[int, list[tuple[int, ...]]] = defaultdict(list)
    rows = _deals(tournament).values_list("table__round__number", "table__number", "position", "number", "current")
    for number, *row in rows:
        rounds[number].append(tuple(row))
    return {
        number: f"statistics-{settings.RELEASE}-{tournament.pk}-{hashlib.sha256(repr(row).encode()).hexdigest()}"
        for number, row in rounds.items()
    }


def _counted(tournament: Tournament, rounds: Sequence[int]) -> dict[int, Counts]:
    found: dict[int, Counts] = {}
    deals = _deals(tournament).filter(table__round__number__in=rounds).select_related("current", "table__round")
    by_round: Iterator[tuple[int, tuple[rules.Deal, Where]]] = (
        (deal.table.round.number, (deal.read(tournament.rules), _where(deal))) for deal in deals.iterator(_CHUNK)
    )
    for number, group in groupby(by_round, key=itemgetter(0)):
        found[number] = count(dealt for _, dealt in group)
    return found


def _where(deal: Deal) -> Where:
    return Where(deal.table.round.number, deal.table.number, deal.number, deal.position)
