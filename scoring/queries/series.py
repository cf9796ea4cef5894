"""Series of cups as everybody may see them: of public cups alone, and of those only what the public sees."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Max, Q

from scoring.models import Series, Tournament
from scoring.queries.standings import Standings, standings_of
from scoring.series import Entry, Line, series_table

PUBLIC_STATES = (Tournament.State.PUBLISHED, Tournament.State.FINAL)


@dataclass(frozen=True, slots=True)
class SeriesSummary:
    """A series with what its line in the list says: how many public cups it has, and the day of the last of them."""

    series: Series
    cups: int
    last: date | None


@dataclass(frozen=True, slots=True)
class SeriesTable:
    """The table of a series. `cups` are those that have results, by date; `to_come` the public ones that have none yet.

    `provisional`: the results of one of them may still change.
    """

    series: Series
    cups: tuple[Standings, ...]
    to_come: tuple[Tournament, ...]
    lines: tuple[Line, ...]

    @property
    def by_places(self) -> bool:
        """Does the lowest sum of places win, not the highest of points?"""
        return self.series.by == Series.By.PLACES

    @property
    def provisional(self) -> bool:
        """Is a round of one of the cups open, a case before the jury, or its standings frozen?"""
        return any(cup.provisional or cup.tournament.is_frozen for cup in self.cups)


def public_series() -> list[SeriesSummary]:
    """The public series, those with the latest cup first. One SQL query."""
    seen = Q(cups__state__in=PUBLIC_STATES)
    found = Series.objects.filter(is_public=True).annotate(
        cup_count=Count("cups", filter=seen), last_date=Max("cups__date", filter=seen)
    )
    rows = [SeriesSummary(series, series.cup_count, series.last_date) for series in found.order_by("name", "slug")]
    return sorted(rows, key=lambda row: row.last or date.min, reverse=True)


def series_of(tournament: Tournament) -> list[Series]:
    """The public series that a cup is in. One SQL query."""
    return list(tournament.series.filter(is_public=True).order_by("name", "slug"))


def table_of_series(series: Series) -> SeriesTable:
    """The table as the public sees it, whoever asks. Six SQL queries, however many cups there are."""
    cups = list(series.cups.filter(state__in=PUBLIC_STATES).order_by("date", "slug"))
    for cup in cups:
        cup.last_shown = cup.frozen_after
    found = standings_of(cups)
    begun = tuple(standings for standings in found if _entries(standings))
    results = [_entries(standings) for standings in begun]
    return SeriesTable(
        series,
        begun,
        tuple(standings.tournament for standings in found if not _entries(standings)),
        tuple(series_table(results, series.by, series.counted)),
    )


def _entries(standings: Standings) -> list[Entry]:
    """Who has played in a cup, with rank and points."""
    return [
        Entry(
            row.player.number,
            row.player.name,
            row.player.club,
            row.tournament_points,
            row.rank,
            row.player.person_id,
        )
        for row in standings.everybody
        if any(score.place is not None for score in row.rounds)
    ]
