"""Who is honoured at the end of a cup: the first three places, and who caught the XXI most often."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from scoring.models import Player
from scoring.queries import CaptureLog, StandingRow, Standings

#: The last place that is honoured.
LAST_PLACE = 3


@dataclass(frozen=True, slots=True)
class Honour:
    """For a place of the final standings (`row`), or for `catches` of the XXI (then there is no row). `shared`: others
    have the same."""

    player: Player
    shared: bool
    row: StandingRow | None = None
    catches: int = 0


def is_decided(standings: Standings) -> bool:
    """Is there anything to honour: has a round been closed, and is none open?"""
    return bool(standings.rounds) and not standings.provisional


def honours(standings: Standings, log: CaptureLog) -> tuple[Honour, ...]:
    """First the places 1 to 3, everybody who shares one; then the most catches, everybody who has as many.

    Who was excluded, and who played no round, is not honoured.
    """
    excluded = {row.player.pk for row in standings.rows if row.excluded}
    placed = [row for row in standings.rows if row.rank <= LAST_PLACE and row.rounds and not row.excluded]
    found = [Honour(row.player, row.tied, row=row) for row in placed]
    catches = Counter(row.catcher for row in log.captures if row.catcher is not None and row.catcher.pk not in excluded)
    most = max(catches.values(), default=0)
    best = sorted((player for player, count in catches.items() if count == most), key=lambda player: player.number)
    return (*found, *(Honour(player, len(best) > 1, catches=most) for player in best))
