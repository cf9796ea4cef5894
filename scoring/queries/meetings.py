"""Who met whom at a table, how often each sat at a table of five, and what that makes of a round's seating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from django.db.models import Q

from rules import draw
from scoring.models import Player, Round, Seat, Table, Tournament

FIVE = 5


@dataclass(frozen=True, slots=True)
class Meetings:
    """The rounds of a cup but one: `met` says how often pairs of players (by number) sat together, `fives` how often a
    player sat at a table of five, `seated` which rounds have tables."""

    met: Mapping[frozenset[int], int]
    fives: Mapping[int, int]
    seated: frozenset[int]

    def times(self, one: int, other: int) -> int:
        """How often these two met."""
        return self.met.get(frozenset((one, other)), 0)


def meetings(tournament: Tournament, besides: int) -> Meetings:
    """What happened in all rounds but `besides`, played or only seated. One SQL query."""
    seats = Seat.objects.filter(round__tournament=tournament).exclude(round__number=besides)
    rows = seats.order_by("round__number", "table__number", "number").values_list(
        "round__number", "table__number", "player__number"
    )
    tables = [
        (round_, [player for *_at, player in group]) for (round_, _table), group in groupby(rows, key=itemgetter(0, 1))
    ]
    return Meetings(
        met=draw.meetings([[table for _round, table in tables]]),
        fives=Counter(player for _round, table in tables if len(table) == FIVE for player in table),
        seated=frozenset(round_ for round_, _table in tables),
    )


@dataclass(frozen=True, slots=True)
class Place:
    """A seat of a round to be played: who sits there, and whom of the table, and of all, they have met before (in the
    order of their numbers, with how often)."""

    player: Player
    locked: bool
    again: tuple[Player, ...] = ()
    met: tuple[tuple[int, int], ...] = ()

    @property
    def names_again(self) -> str:
        """The names of whom they meet again."""
        return ", ".join(player.name for player in self.again)

    @property
    def met_in_short(self) -> str:
        """ "3:1 12:2": met number 3 once and number 12 twice."""
        return " ".join(f"{number}:{times}" for number, times in self.met)


@dataclass(frozen=True, slots=True)
class Laid:
    """A table of such a round: who sits there in playing order, how many of its meetings are repeated, and whether it
    has `begun` (deals, paper or a case), after which its players are not changed by swapping."""

    table: Table
    places: tuple[Place, ...]
    repeats: int
    begun: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """A round as it is seated. `fives`: how many players sat at a table of five so many times, this round included, of
    those who sit in it (times: players)."""

    round: Round
    tables: tuple[Laid, ...]
    met: Meetings
    fives: tuple[tuple[int, int], ...]

    @property
    def repeats(self) -> int:
        """How many meetings of this round are repeated."""
        return sum(table.repeats for table in self.tables)

    @property
    def begun(self) -> bool:
        """Has any table begun?"""
        return any(table.begun for table in self.tables)


def begun_tables(round_: Round) -> list[int]:
    """The numbers of the tables at which something has been recorded: deals, points from paper, or a case. One SQL
    query."""
    something = Q(deals__isnull=False) | ~Q(paper=Table.Paper.NONE) | Q(cases__isnull=False)
    return list(round_.tables.filter(something).distinct().order_by("number").values_list("number", flat=True))


def layout(round_: Round) -> Layout:
    """The tables of a round, and what they repeat of the other rounds. Four SQL queries."""
    found = meetings(round_.tournament, round_.number)
    begun = set(begun_tables(round_))
    seats: dict[int, list[Seat]] = {}
    for seat in round_.seats.select_related("player").order_by("number"):
        seats.setdefault(seat.table_id, []).append(seat)
    companions = companions_of(found)
    tables = []
    for table in round_.tables.order_by("number"):
        at = seats.get(table.pk, [])
        places = tuple(
            Place(
                player=seat.player,
                locked=seat.locked,
                again=tuple(
                    other.player
                    for other in at
                    if found.times(seat.player.number, other.player.number) and other != seat
                ),
                met=companions.get(seat.player.number, ()),
            )
            for seat in at
        )
        repeats = draw.repeats([[seat.player.number for seat in at]], found.met)
        tables.append(Laid(table, places, repeats, table.number in begun))
    spread = Counter(
        found.fives.get(place.player.number, 0) + (len(table.places) == FIVE)
        for table in tables
        for place in table.places
    )
    return Layout(round_, tuple(tables), found, tuple(sorted(spread.items())))


def companions_of(found: Meetings) -> dict[int, tuple[tuple[int, int], ...]]:
    """By player: whom they met, and how often, in the order of the numbers."""
    companions: dict[int, list[tuple[int, int]]] = {}
    for pair, times in found.met.items():
        one, other = sorted(pair)
        companions.setdefault(one, []).append((other, times))
        companions.setdefault(other, []).append((one, times))
    return {player: tuple(sorted(met)) for player, met in companions.items()}
