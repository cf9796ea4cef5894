"""From table points to places, tournament points and ranks, all exact; and which tables a number of players makes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

Points = int | Fraction
TABLE_POINTS, NO_TIE_BREAK = "table-points", "none"


class NoSeating(ValueError):
    """So many players cannot sit at tables of four and five. `players` is their number."""

    def __init__(self, players: int) -> None:
        self.players = players
        super().__init__(f"{players} players cannot sit at tables of four and five")


@dataclass(frozen=True, slots=True)
class Award:
    """A place at a table (1 is best; shared by those tied) and the tournament points that it earns."""

    place: int
    points: Points


@dataclass(frozen=True, slots=True)
class Rank:
    """A rank in the standings (1, 2, 2, 4), and whether it is shared."""

    rank: int
    tied: bool


def whole(number: Points) -> Points:
    """The same number, as an int where it is whole."""
    return int(number) if isinstance(number, Fraction) and number.denominator == 1 else number


def award_places(points: Sequence[Points], awards: Sequence[int]) -> list[Award]:
    """Places and tournament points for the table points of one table, in the order given.

    Players with equal table points share the mean of the places that they hold (2.4; D23). `awards` are the
    tournament points of the places, best first. Raises ValueError if there are more players than places.

    >>> award_places([30, 5, 5, -40], [10, 8, 6, 4])[1]
    Award(place=2, points=7)
    >>> award_places([9, -3, -3, -3], [10, 8, 6, 4])[3].points
    6
    """
    if len(points) > len(awards):
        raise ValueError(f"{len(points)} players for {len(awards)} places")
    found: dict[Points, Award] = {}
    for value in set(points):
        place = sum(other > value for other in points) + 1
        shared = list(points).count(value)
        total = sum(awards[place - 1 : place - 1 + shared])
        found[value] = Award(place, whole(Fraction(total, shared)))
    return [found[value] for value in points]


def rank(rows: Sequence[tuple[Points, Points]], tie_break: str) -> list[Rank]:
    """Ranks for (tournament points, table points) of each player, in the order given.

    Equal tournament points are decided by table points if `tie_break` is "table-points"; who is equal still, or always
    if it is "none", shares the rank (D23).

    >>> [r.rank for r in rank([(30, 5), (38, 1), (30, 5), (20, 0)], "table-points")]
    [2, 1, 2, 4]
    """
    keys = [row if tie_break == TABLE_POINTS else (row[0], 0) for row in rows]
    shared, ranks, ahead = Counter(keys), {}, 0
    for key in sorted(shared, reverse=True):
        ranks[key] = Rank(ahead + 1, shared[key] > 1)
        ahead += shared[key]
    return [ranks[key] for key in keys]


def table_sizes(players: int) -> list[int]:
    """Seats of each table: as many fours as possible, fives for the rest, fours first (2.2, 2.3; D24).

    Raises NoSeating for fewer than four players, and for 6, 7 and 11.

    >>> table_sizes(23)
    [4, 4, 5, 5, 5]
    """
    fives = players % 4
    fours = (players - 5 * fives) // 4
    if players < 4 or fours < 0:
        raise NoSeating(players)
    return [4] * fours + [5] * fives
