"""The list of cups."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, F, Q

from scoring.models import Tournament


@dataclass(frozen=True, slots=True)
class TournamentSummary:
    """A cup with what its line in the list says."""

    tournament: Tournament
    players: int
    rounds: int
    rounds_closed: int


def published_tournaments() -> list[TournamentSummary]:
    """The public cups, newest first; where the standings are frozen, with the rounds up to there. One SQL query."""
    seen = Q(frozen_after__isnull=True) | Q(rounds__number__lte=F("frozen_after"))
    closed = Q(rounds__closed_at__isnull=False) & seen
    found = Tournament.objects.filter(state__in=(Tournament.State.PUBLISHED, Tournament.State.FINAL)).annotate(
        player_count=Count("players", distinct=True),
        round_count=Count("rounds", filter=seen, distinct=True),
        closed_count=Count("rounds", filter=closed, distinct=True),
    )
    return [
        TournamentSummary(
            tournament=tournament,
            players=tournament.player_count,
            rounds=tournament.round_count,
            rounds_closed=tournament.closed_count,
        )
        for tournament in found.defer("ruleset_snapshot").order_by("-date", "slug")
    ]
