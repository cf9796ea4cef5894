"""The prizes of a cup, and who has won them."""

from __future__ import annotations

from collections import Counter

from scoring.models import Capture, Player, Prize, Tournament
from scoring.prizes import Award, Offer, awards
from scoring.queries.standings import Standings


def prizes_of(tournament: Tournament) -> list[Offer]:
    """The prizes by place, that for the catches last. One SQL query."""
    found = Prize.objects.filter(tournament=tournament)
    return [Offer(prize.place, prize.amount, prize.text) for prize in found]


def is_decided(standings: Standings) -> bool:
    """Are all planned rounds closed, and nothing before the jury that could change the ranks?"""
    return len(standings.rounds) >= standings.tournament.rounds_planned and not standings.provisional


def awards_of(standings: Standings) -> list[Award[Player]]:
    """The prizes with their winners, as the standings are. Who was excluded, and who never played, wins none.

    Two SQL queries, one where there are no prizes.
    """
    offers = prizes_of(standings.tournament)
    if not offers:
        return []
    rows = [row for row in standings.everybody if row.rounds and not row.excluded]
    players = {row.player.pk: row.player for row in sorted(rows, key=lambda row: (row.rank, row.player.number))}
    ranked = [(row.rank, row.player) for row in rows]
    tournament = standings.tournament
    shown = tournament.shown("deal__table__round__")
    caught = Capture.objects.filter(shown, deal__table__round__tournament=tournament)
    counts = Counter(caught.values_list("catcher", flat=True))
    catches = {player: counts[pk] for pk, player in players.items() if counts[pk]}
    return awards(ranked, catches, offers)
