"""The tables of a round are drawn: at random, by the standings, or so that as few as possible meet again.

A search may take many seconds, in which everybody else goes on writing. So what a draw hangs on (`Basis`) is read
first, the tables are searched for without holding anything, and they are written only if all is still as it was.
"""

from __future__ import annotations

import copy
import random
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import groupby
from typing import Any

from django.db.models import Max

import rules
from rules import Problem
from rules import draw as drawing
from scoring.actors import Actor, require_organiser
from scoring.models import Round, Seat, Table, Tournament
from scoring.queries.meetings import FIVE, begun_tables, meetings
from scoring.queries.standings import standings
from scoring.services import plans
from scoring.services.change import change
from scoring.services.errors import Refusal, refusal
from scoring.services.rounds import open_round
from scoring.services.seating import eligible

HOWS = tuple(how.value for how in Round.Drawn if how != Round.Drawn.HAND)
#: What the database takes.
MOST_SEED = 2**31 - 1
#: Seeds that the program thinks of are short enough to be read out.
_SEEDS = 1_000_000
#: At the latest after so long a search ends with the best it has; on two common cores 100 players need less.
SECONDS = 45.0


@dataclass(frozen=True, slots=True)
class Basis:
    """All that a draw hangs on: from equal ones, in the same way and with the same seed, come the same tables.

    `players` are drawn, `ranked` are they by rank (those of equal rank together; empty unless drawn by the standings);
    `met` and `fives` say what happened in the other rounds, `fixed` who keeps which table (0 is the first); `rounds`
    are to be planned, this one first; `planned` are those rounds as the last fresh draw planned them, with so many
    repeated meetings (`planned_repeats`); `seated` are the tables (number, players) that the draw takes the place of.
    """

    number: int
    players: tuple[int, ...]
    ranked: tuple[tuple[int, ...], ...]
    met: tuple[tuple[int, int, int], ...]
    fives: tuple[tuple[int, int], ...]
    fixed: tuple[tuple[int, int], ...]
    rounds: int
    planned: plans.Rounds
    planned_repeats: int
    seated: tuple[tuple[int, tuple[int, ...]], ...]

    @property
    def key(self) -> str:
        """A word for what somebody saw before they drew; the standings are no part of it, nor what was chosen."""
        locks = self.fixed if self.seated else ()
        seen = (self.number, self.players, self.met, self.fives, locks, self.rounds, self.seated)
        return sha256(repr(seen).encode()).hexdigest()[:20]

    @property
    def pairs(self) -> dict[frozenset[int], int]:
        """How often pairs met in the other rounds."""
        return {frozenset((one, other)): times for one, other, times in self.met}


@dataclass(frozen=True, slots=True)
class Draw:
    """A drawn round: `tables` are player numbers in playing order, the first is table 1. `repeats` of its meetings are
    repeated, `planned_repeats` in all rounds planned together; `fives` says how many of the players will then have sat
    at a table of five so many times (times, players). `kept` is what is kept of the plan of a fresh draw; `key` is the
    state that it was drawn from."""

    number: int
    how: str
    seed: int
    tables: tuple[tuple[int, ...], ...]
    repeats: int
    planned_repeats: int
    fives: tuple[tuple[int, int], ...]
    kept: drawing.Plan | None
    key: str


def new_seed() -> int:
    """A seed that nobody can foresee."""
    return random.SystemRandom().randrange(1, _SEEDS)


def usual_how(number: int) -> str:
    """How a round is drawn where nobody says how: before the first one nobody has met yet."""
    return Round.Drawn.RANDOM if number == 1 else Round.Drawn.FRESH


def preview_draw(
    actor: Actor,
    tournament: Tournament,
    number: int,
    how: str,
    seed: int | None = None,
    *,
    keep_last: bool = False,
    expected: str | None = None,
) -> Draw:
    """What `draw_round` would draw, by the same code; writes nothing. Raises what that raises.

    The round may be there already, or be the next one.
    """
    require_organiser(actor, tournament)
    seed = _checked(how, seed)
    return _drawn(how, seed, _expected(basis_of(tournament, number, how, keep_last=keep_last), expected))


def draw_round(
    actor: Actor,
    round_: Round,
    how: str,
    seed: int | None = None,
    *,
    keep_last: bool = False,
    expected: str | None = None,
) -> Draw:
    """Draws the tables of an open round in which nothing has been recorded, in the place of those that it has.

    `how` is one of `HOWS`; without a `seed` one is thought of. Who is locked keeps the table; with `keep_last` so does
    who was locked in the round before, if this one has no tables yet. `expected` is the `Basis.key` that the organiser
    saw. Raises Refusal: of numbers that no tables can seat, of locks that no table can hold, by the standings while a
    round before is open, when something else was seated, entered or checked in meanwhile; PermissionDenied. Takes many
    seconds where it has to search, in which nothing is locked.
    """
    require_organiser(actor, round_.tournament)
    seed = _checked(how, seed)
    tournament, number = round_.tournament, round_.number
    basis = _expected(basis_of(tournament, number, how, keep_last=keep_last), expected)
    drawn = _drawn(how, seed, basis)
    with change(actor, tournament, "draw_round") as under_way:
        round_ = open_round(round_)
        if basis_of(under_way.tournament, number, how, keep_last=keep_last) != basis:
            raise refusal("draw-changed")
        _seat(round_, drawn, dict(basis.fixed))
        under_way.round = number
        under_way.details = {
            "how": how,
            "seed": seed,
            "count": len(drawn.tables),
            "repeats": drawn.repeats,
            "before": [list(players) for _table, players in basis.seated],
        }
    return drawn


def basis_of(tournament: Tournament, number: int, how: str, *, keep_last: bool = False) -> Basis:
    """What a draw hangs on as it is now. Raises Refusal where the round cannot be drawn (so)."""
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None:
        _require_next(tournament, number)
    else:
        _require_not_begun(round_)
    players = tuple(eligible(tournament, number).order_by("number").values_list("number", flat=True))
    try:
        sizes = rules.table_sizes(len(players))
    except rules.NoSeating as error:
        raise refusal("no-seating", players=len(players)) from error
    found = meetings(tournament, number)
    seats = _seats(tournament, number)
    locks = _seats(tournament, number - 1) if keep_last and not seats else seats
    fixed = tuple((player, table - 1) for table, player, locked in locks if locked and player in players)
    _require_places(fixed, sizes)
    rounds = 1 + sum(later not in found.seated for later in range(number + 1, tournament.rounds_planned + 1))
    kept = _kept(tournament, number) if how == Round.Drawn.FRESH else {}
    return Basis(
        number=number,
        players=players,
        ranked=_ranked(tournament, number, players) if how == Round.Drawn.STANDINGS else (),
        met=tuple(sorted((min(pair), max(pair), times) for pair, times in found.met.items())),
        fives=tuple(sorted(found.fives.items())),
        fixed=fixed,
        rounds=rounds,
        planned=plans.from_data(kept, players, rounds),
        planned_repeats=kept.get("repeats", 0),
        seated=tuple(
            (table, tuple(player for _table, player, _locked in group))
            for table, group in groupby(seats, key=lambda seat: seat[0])
        ),
    )


def _kept(tournament: Tournament, number: int) -> dict[str, Any]:
    """What the fresh draw of the round before planned for this one and those after it."""
    return tournament.rounds.filter(number=number - 1).values_list("plan", flat=True).first() or {}


def _checked(how: str, seed: int | None) -> int:
    """The seed to draw with. Raises Refusal of one that cannot be kept, and of a way that there is not."""
    if how not in HOWS:
        raise refusal("bad-choice", "how", known=", ".join(HOWS))
    if seed is None:
        return new_seed()
    if not 0 <= seed <= MOST_SEED:
        raise refusal("number-out-of-range", "seed", value=seed, low=0, high=MOST_SEED)
    return seed


def _expected(basis: Basis, key: str | None) -> Basis:
    if key is not None and key != basis.key:
        raise refusal("draw-changed")
    return basis


def _require_next(tournament: Tournament, number: int) -> None:
    following = (tournament.rounds.aggregate(last=Max("number"))["last"] or 0) + 1
    if number != following:
        raise refusal("round-missing", "round", expected=following, number=number)
    if number > tournament.rounds_planned:
        raise refusal("round-beyond-plan", "round", number=number, planned=tournament.rounds_planned)


def _require_not_begun(round_: Round) -> None:
    if round_.is_closed:
        raise refusal("round-closed", round=round_.number)
    begun = begun_tables(round_)
    if begun:
        raise refusal("round-begun", round=round_.number, tables=", ".join(map(str, begun)))


def _require_places(fixed: Sequence[tuple[int, int]], sizes: Sequence[int]) -> None:
    """Raises Refusal of locked seats that the tables to be drawn do not have."""
    problems = []
    for table, count in sorted(Counter(table for _player, table in fixed).items()):
        if table >= len(sizes):
            problems.append(Problem("locked-without-table", "", {"table": table + 1, "tables": len(sizes)}))
        elif count > sizes[table]:
            problems.append(Problem("locked-too-many", "", {"table": table + 1, "count": count, "seats": sizes[table]}))
    if problems:
        raise Refusal(problems)


def _seats(tournament: Tournament, number: int) -> list[tuple[int, int, bool]]:
    """Table, player and whether they are locked, of a round, in order."""
    seats = Seat.objects.filter(round__tournament=tournament, round__number=number).order_by("table__number", "number")
    return list(seats.values_list("table__number", "player__number", "locked"))


def _ranked(tournament: Tournament, number: int, players: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Those who are drawn, by rank after the rounds before, which must be closed."""
    before = list(tournament.rounds.filter(number__lt=number).order_by("number").values_list("number", "closed_at"))
    still_open = [each for each, closed_at in before if closed_at is None]
    if still_open:
        raise refusal("standings-open", "how", rounds=", ".join(map(str, still_open)))
    if not before:
        raise refusal("standings-none", "how")
    as_then = copy.copy(tournament)
    as_then.last_shown = number - 1
    rows = [row for row in standings(as_then).rows if row.player.number in players]
    return tuple(tuple(row.player.number for row in group) for _rank, group in groupby(rows, key=lambda row: row.rank))


#: One search at a time in a process: who waits for the same one finds it done.
_SEARCHING = threading.Lock()


def _drawn(how: str, seed: int, basis: Basis) -> Draw:
    with _SEARCHING:
        return _search(how, seed, basis)


@lru_cache(maxsize=8)
def _search(how: str, seed: int, basis: Basis) -> Draw:
    met, fives, fixed = basis.pairs, dict(basis.fives), dict(basis.fixed)
    plan = None
    if how == Round.Drawn.FRESH:
        plan = _plan(seed, basis)
        tables = plan.rounds[0]
    elif how == Round.Drawn.RANDOM:
        tables = drawing.at_random(basis.players, seed=seed, fives=fives, fixed=fixed)
    else:
        dice = random.Random(seed)
        order = [player for equal in basis.ranked for player in dice.sample(equal, len(equal))]
        tables = drawing.by_standings(order, fixed=fixed)
    repeats = drawing.repeats(tables, met)
    at_five = {player for table in tables if len(table) == FIVE for player in table}
    spread = Counter(fives.get(player, 0) + (player in at_five) for player in basis.players)
    return Draw(
        number=basis.number,
        how=how,
        seed=seed,
        tables=tables,
        repeats=repeats,
        planned_repeats=repeats if plan is None else plan.repeats,
        fives=tuple(sorted(spread.items())),
        kept=None if plan is None else drawing.Plan(plan.rounds, plan.repeats - repeats),
        key=basis.key,
    )


def _plan(seed: int, basis: Basis) -> drawing.Plan:
    """The rounds to come, as they were planned if that is still as good; else as a search finds them."""
    met, fives, fixed = basis.pairs, dict(basis.fives), dict(basis.fixed)
    if basis.fixed:
        # Who keeps a table need not sit there in what was planned, nor in a later round.
        return drawing.fresh(basis.players, basis.rounds, met=met, fives=fives, fixed=fixed, seed=seed, seconds=SECONDS)
    kept = plans.carried_on(basis.planned, met, seed) if basis.planned else None
    if kept is None or kept.repeats > basis.planned_repeats:
        found = drawing.fresh(basis.players, basis.rounds, met=met, fives=fives, seed=seed, seconds=SECONDS)
        kept = found if kept is None or found.repeats < kept.repeats else kept
    return plans.most_even_first(kept, fives)


def _seat(round_: Round, drawn: Draw, fixed: dict[int, int]) -> None:
    """Writes the drawn tables. A table that was there stays with its link, so that its card stays good."""
    substitutes = dict(round_.seats.exclude(substitute="").values_list("player__number", "substitute"))
    round_.seats.all().delete()
    numbers = range(1, len(drawn.tables) + 1)
    round_.tables.exclude(number__in=numbers).delete()
    round_.tables.update(first_dealer=1)
    there = set(round_.tables.values_list("number", flat=True))
    Table.objects.bulk_create(Table(round=round_, number=number) for number in numbers if number not in there)
    tables = {table.number: table for table in round_.tables.all()}
    players = {player.number: player for player in round_.tournament.players.all()}
    Seat.objects.bulk_create(
        [
            Seat(
                round=round_,
                table=tables[number],
                number=seat,
                player=players[player],
                locked=player in fixed,
                substitute=substitutes.get(player, ""),
            )
            for number, table in enumerate(drawn.tables, 1)
            for seat, player in enumerate(table, 1)
        ],
        500,
    )
    Round.objects.filter(pk=round_.pk).update(
        drawn=drawn.how, seed=drawn.seed, plan=plans.as_data(drawn.kept) if drawn.kept is not None else {}
    )
