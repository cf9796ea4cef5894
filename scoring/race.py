"""The race over the rounds: who stood where after each, as a chart."""

from __future__ import annotations

import rules
from scoring.charts import RaceChart, race_chart
from scoring.numbers import Exact
from scoring.queries import Standings, points_off

FOLLOWED = 6


def race_of(standings: Standings) -> RaceChart | None:
    """The ranks after each round, of the leaders by name; None while there is nothing to compare.

    Ranks are those of the standings as they were then: by the sums up to and with the round, without
    what the jury took off by then. Who is not listed has no line, but keeps the rank.
    """
    if len(standings.rounds) < 2:
        return None
    sums: dict[int, tuple[Exact, Exact]] = {row.player.pk: (0, 0) for row in standings.everybody}
    ways: dict[int, list[int]] = {row.player.pk: [] for row in standings.everybody}
    first = standings.rounds[0]
    for number in standings.rounds:
        for row in standings.everybody:
            tournament, table = sums[row.player.pk]
            given = [each for each in row.penalties if (each.round or first) == number]
            sums[row.player.pk] = (tournament - points_off(given, "tournament"), table - points_off(given, "table"))
            score = row.round(number)
            if score is not None:
                tournament, table = sums[row.player.pk]
                sums[row.player.pk] = (tournament + score.tournament_points, table + score.table_points)
        ranks = rules.rank(list(sums.values()), standings.tournament.tie_break)
        for player, place in zip(sums, ranks, strict=True):
            ways[player].append(place.rank)
    named = [(row.player.name, ways[row.player.pk]) for row in standings.rows]
    return race_chart(standings.rounds, named, FOLLOWED)
