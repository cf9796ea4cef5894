"""The standings of a cup."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from django.db.models import Count, Q

import rules
from scoring.models import Case, Decision, Penalty, Player, Seat, Tournament
from scoring.queries.jury import shown_penalties
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
    """A player's line: `rank` is shared by those who are `tied` (1, 2, 2, 4). Points off are off already."""

    rank: int
    tied: bool
    player: Player
    tournament_points: int | Fraction
    table_points: int | Fraction
    rounds: tuple[RoundScore, ...]
    penalties: tuple[Penalty, ...] = ()
    #: Numbers of the footnotes that explain them.
    notes: tuple[int, ...] = ()

    def round(self, number: int) -> RoundScore | None:
        """The score of one round; None if the player did not play it."""
        return next((score for score in self.rounds if score.round == number), None)

    @property
    def excluded(self) -> bool:
        """Did the jury exclude the player from the rest of the cup?"""
        return any(penalty.kind == Decision.EXCLUSION for penalty in self.penalties)

    @property
    def withdrew_after(self) -> int | None:
        """The last round of a player who withdrew, as far as whoever reads now may know; None of an excluded one."""
        last, shown = self.player.withdrawn_after, self.player.tournament.last_shown
        return None if last is None or self.excluded or (shown is not None and last > shown) else last


@dataclass(frozen=True, slots=True)
class Standings:
    """All players by rank; `provisional` while a round is open, or was closed over a case that is still before the
    jury (`before_jury`). `rounds` are the numbers of the rounds there are."""

    tournament: Tournament
    provisional: bool
    rounds: tuple[int, ...]
    rows: tuple[StandingRow, ...]
    before_jury: bool = False

    @property
    def footnotes(self) -> list[tuple[int, Penalty]]:
        """The penalties by the number of their footnote."""
        return [pair for row in self.rows for pair in zip(row.notes, row.penalties, strict=True)]


def standings(tournament: Tournament) -> Standings:
    """Tournament points, then table points (or the cup's tie-break); players of equal rank by number.

    Closed rounds count with their official numbers, open ones provisionally; the jury's points off are taken from the
    sums. Five SQL queries.
    """
    waiting = Count("tables__cases", filter=Q(tables__cases__state=Case.State.OPEN))
    shown = tournament.rounds.filter(tournament.shown()).annotate(waiting=waiting).order_by("number")
    rounds = list(shown.values_list("number", "closed_at", "waiting"))
    penalties: defaultdict[int, list[Penalty]] = defaultdict(list)
    for penalty in shown_penalties(tournament):
        penalties[penalty.player_id].append(penalty)
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
            sum(score.tournament_points for score in scores[player.pk])
            - points_off(penalties[player.pk], "tournament"),
            sum(score.table_points for score in scores[player.pk]) - points_off(penalties[player.pk], "table"),
        )
        for player in players
    ]
    rows = [
        StandingRow(
            place.rank, place.tied, player, points, table_points, tuple(scores[player.pk]), tuple(penalties[player.pk])
        )
        for player, (points, table_points), place in zip(
            players, sums, rules.rank(sums, tournament.tie_break), strict=True
        )
    ]
    rows.sort(key=lambda row: (row.rank, row.player.number))
    return Standings(
        tournament=tournament,
        provisional=any(closed_at is None or waiting for _, closed_at, waiting in rounds),
        rounds=tuple(number for number, _, _ in rounds),
        rows=tuple(_noted(rows)),
        before_jury=any(closed_at is not None and waiting for _, closed_at, waiting in rounds),
    )


def points_off(penalties: Iterable[Penalty], kind: str) -> int | Fraction:
    """What the jury took off: of "table" or "tournament" points."""
    return sum(each.amount or 0 for each in penalties if each.kind == f"{kind}_points")


def _noted(rows: Iterable[StandingRow]) -> Iterator[StandingRow]:
    """The rows with their footnotes numbered in their order."""
    number = 1
    for row in rows:
        yield replace(row, notes=tuple(range(number, number + len(row.penalties))))
        number += len(row.penalties)


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
