"""The standings of a cup."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.db.models import Count, Q

import rules
from scoring.models import Case, Decision, Penalty, Player, Round, Seat, Tournament
from scoring.queries.jury import penalties_of
from scoring.queries.scores import SeatScore, open_sums_of, seat_scores


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
    #: Who withdrew and is not listed (`listed`). Their ranks are not given to others.
    left_out: tuple[StandingRow, ...] = ()

    @property
    def everybody(self) -> tuple[StandingRow, ...]:
        """All rows, listed or not."""
        return self.rows + self.left_out

    def listed(self) -> Standings:
        """As the public has them: without who withdrew, where the cup hides those. Ranks and footnotes stay as they
        are."""
        if not self.tournament.hide_withdrawn:
            return self
        stay = tuple(row for row in self.rows if row.withdrew_after is None)
        return replace(self, rows=stay, left_out=tuple(row for row in self.rows if row.withdrew_after is not None))

    @property
    def footnotes(self) -> list[tuple[int, Penalty]]:
        """The penalties by the number of their footnote."""
        return [pair for row in self.rows for pair in zip(row.notes, row.penalties, strict=True)]


def standings(tournament: Tournament) -> Standings:
    """Tournament points, then table points (or the cup's tie-break); players of equal rank by number.

    Closed rounds count with their official numbers, open ones provisionally; the jury's points off are taken from the
    sums. Everybody is in it: `Standings.listed` is what the public sees. Five SQL queries.
    """
    return standings_of([tournament])[0]


def standings_of(tournaments: Sequence[Tournament]) -> list[Standings]:
    """The standings of several cups, each as far as its `last_shown`, in their order. Five SQL queries for them all."""
    by_key = {tournament.pk: tournament for tournament in tournaments}
    waiting = Count("tables__cases", filter=Q(tables__cases__state=Case.State.OPEN))
    rounds: defaultdict[int, list[tuple[int, bool, int]]] = defaultdict(list)
    shown = Round.objects.filter(_shown(tournaments, "")).annotate(waiting=waiting).order_by("number")
    for pk, number, closed_at, cases in shown.values_list("tournament", "number", "closed_at", "waiting"):
        rounds[pk].append((number, closed_at is not None, cases))
    penalties: defaultdict[int, list[Penalty]] = defaultdict(list)
    for penalty in penalties_of(tournaments):
        penalties[penalty.player_id].append(penalty)
    players: defaultdict[int, list[Player]] = defaultdict(list)
    for player in Player.objects.filter(tournament__in=by_key).order_by("number"):
        # The same object: it knows how far whoever reads now may see.
        player.tournament = by_key[player.tournament_id]
        players[player.tournament_id].append(player)
    seats: defaultdict[int, list[Seat]] = defaultdict(list)
    at_tables = Seat.objects.filter(_shown(tournaments, "round__")).select_related("round", "table")
    for seat in at_tables.order_by("round__number", "table__number", "number"):
        seats[seat.round.tournament_id].append(seat)
    sums = open_sums_of(tournaments)
    return [
        _standings(tournament, rounds[pk], penalties, players[pk], seats[pk], sums) for pk, tournament in by_key.items()
    ]


def _shown(tournaments: Sequence[Tournament], rounds: str) -> Q:
    """The rounds of these cups that whoever reads now may see."""
    found = Q(pk__in=[])
    for tournament in tournaments:
        found |= Q(**{f"{rounds}tournament": tournament.pk}) & tournament.shown(rounds)
    return found


def _standings(
    tournament: Tournament,
    rounds: Sequence[tuple[int, bool, int]],
    penalties: Mapping[int, Sequence[Penalty]],
    players: Sequence[Player],
    seats: Sequence[Seat],
    open_sums: Mapping[int, int | Fraction],
) -> Standings:
    """The standings of one cup. `rounds` are its (number, is it closed, cases before the jury) in order."""
    scores: defaultdict[int, list[RoundScore]] = defaultdict(list)
    for score in seat_scores(tournament.rules, seats, open_sums):
        scores[score.seat.player_id].append(round_score(score))
    sums = [
        (
            sum(score.tournament_points for score in scores[player.pk])
            - points_off(penalties.get(player.pk, ()), "tournament"),
            sum(score.table_points for score in scores[player.pk]) - points_off(penalties.get(player.pk, ()), "table"),
        )
        for player in players
    ]
    ranks = rules.rank(sums, tournament.tie_break)
    rows = [
        StandingRow(
            place.rank,
            place.tied,
            player,
            points,
            table_points,
            tuple(scores[player.pk]),
            tuple(penalties.get(player.pk, ())),
        )
        for player, (points, table_points), place in zip(players, sums, ranks, strict=True)
    ]
    rows.sort(key=lambda row: (row.rank, row.player.number))
    return Standings(
        tournament=tournament,
        provisional=any(not closed or cases for _, closed, cases in rounds),
        rounds=tuple(number for number, _, _ in rounds),
        rows=tuple(_noted(rows)),
        before_jury=any(closed and cases for _, closed, cases in rounds),
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
