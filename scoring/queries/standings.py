"""The standings of a cup."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

import rules
from scoring.models import Player, Seat, Tournament
from scoring.queries.scores import SeatScore, seat_scores, tournament_open_sums


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What one round brought a player.

    `official` is true once the round is closed; until then the numbers are those of the deals and
    paper so far. `place` is None while nothing was played at the table.
    """

    round: int
    table: int
    seat: int
    table_points: int | Fraction
    place: int | None
    tournament_points: int | Fraction
    official: bool


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A player's line: `rank` is shared by those who are `tied` (1, 2, 2, 4)."""

    rank: int
    tied: bool
    player: Player
    tournament_points: int | Fraction
    table_points: int | Fraction
    rounds: tuple[RoundScore, ...]

    def round(self, number: int) -> RoundScore | None:
        """The score of one round; None if the player did not play it."""
        return next((score for score in self.rounds if score.round == number), None)


@dataclass(frozen=True, slots=True)
class Standings:
    """All players by rank; `provisional` while a round is open. `rounds` are the numbers of the rounds there are."""

    tournament: Tournament
    provisional: bool
    rounds: tuple[int, ...]
    rows: tuple[StandingRow, ...]


def standings(tournament: Tournament) -> Standings:
    """Tournament points, then table points (or the cup's tie-break); players of equal rank by number.

    Closed rounds count with their official numbers, open ones provisionally. Four SQL queries.
    """
    rounds = list(tournament.rounds.filter(tournament.shown()).order_by("number").values_list("number", "closed_at"))
    players = list(tournament.players.order_by("number"))
    seats = (
        Seat.objects.filter(tournament.shown("round__"), round__tournament=tournament)
        .select_related("round", "table")
        .order_by("round__number", "table__number", "number")
    )
    scores: defaultdict[int, list[RoundScore]] = defaultdict(list)
    for score in seat_scores(tournament.rules, seats, tournament_open_sums(tournament)):
        scores[score.seat.player_id].append(round_score(score))

    sums = [
        (
            sum(score.tournament_points for score in scores[player.pk]),
            sum(score.table_points for score in scores[player.pk]),
        )
        for player in players
    ]
    rows = [
        StandingRow(place.rank, place.tied, player, points, table_points, tuple(scores[player.pk]))
        for player, (points, table_points), place in zip(
            players, sums, rules.rank(sums, tournament.tie_break), strict=True
        )
    ]
    rows.sort(key=lambda row: (row.rank, row.player.number))
    return Standings(
        tournament=tournament,
        provisional=any(closed_at is None for _, closed_at in rounds),
        rounds=tuple(number for number, _ in rounds),
        rows=tuple(rows),
    )


def round_score(score: SeatScore) -> RoundScore:
    """A seat's score as the line of a player."""
    return RoundScore(
        round=score.seat.round.number,
        table=score.seat.table.number,
        seat=score.seat.number,
        table_points=score.table_points,
        place=score.place,
        tournament_points=score.tournament_points,
        official=score.official,
    )
