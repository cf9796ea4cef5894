"""Where things stand in a chart. Pure arithmetic: templates draw what comes back, as SVG.

All places are percentages of the drawing, as text ("12.5%"), so that a chart is as wide as its page while its
letters and lines keep their size. Percentages rule out paths; lines and rectangles take them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, log10

Exact = int | Fraction


@dataclass(frozen=True, slots=True)
class Segment:
    """A straight line."""

    x1: str
    y1: str
    x2: str
    y2: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A point, with the number or text that belongs to it; `anchor` says to which side of it a text goes."""

    x: str
    y: str
    label: str
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar that stands on the zero line, or hangs from it."""

    x: str
    y: str
    width: str
    height: str
    negative: bool


@dataclass(frozen=True, slots=True)
class DealChart:
    """One player's points: a bar for each deal, a line for the running total, a rule where a round ends."""

    bars: tuple[Bar, ...]
    line: tuple[Segment, ...]
    end: Mark
    zero: str
    ticks: tuple[tuple[str, int], ...]
    rounds: tuple[Mark, ...]
    dividers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Runner:
    """A player's way through the rounds; `place` is where the name goes, `leader` marks the first of them."""

    name: str
    line: tuple[Segment, ...]
    dots: tuple[Mark, ...]
    place: Mark
    leader: bool


@dataclass(frozen=True, slots=True)
class RaceChart:
    """Ranks after each round: the followed players by name, the others as faint lines behind them."""

    runners: tuple[Runner, ...]
    others: tuple[tuple[Segment, ...], ...]
    rounds: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class PairBar:
    """Two bars from a common zero line: so many of one thing to the left, so many of the other to the right of it."""

    zero: str
    left_x: str
    left_width: str
    right_width: str


def percent(part: Exact | float, whole: Exact | float = 1) -> str:
    """`part` of `whole` as "12.5%"; of nothing it is half, the middle of an empty drawing."""
    share = float(part) / float(whole) if whole else 0.5
    return f"{round(share * 100, 2):g}%"


def deal_chart(rounds: Sequence[tuple[int, Sequence[Exact]]]) -> DealChart | None:
    """The chart of a player's points by deal: (round, table points of each deal); None without a deal."""
    points = [p for _, deals in rounds for p in deals]
    if not points:
        return None
    totals = [sum(points[: i + 1], Fraction(0)) for i in range(len(points))]
    ticks = _ticks(min(0, *points, *totals), max(0, *points, *totals))
    low, high = ticks[0], ticks[-1]
    step = Fraction(1, len(points))

    def y(value: Exact) -> str:
        return percent(high - value, high - low)

    middles = [percent((Fraction(1, 2) + i) * step) for i in range(len(points))]
    starts: list[int] = []
    for _, deals in rounds:
        starts.append((starts[-1] if starts else 0) + len(deals))
    return DealChart(
        bars=tuple(
            Bar(
                percent((i + Fraction(1, 5)) * step),
                y(max(p, 0)),
                percent(step * Fraction(3, 5)),
                percent(max(p, -p), high - low),
                p < 0,
            )
            for i, p in enumerate(points)
        ),
        line=_line(middles, [y(total) for total in totals]),
        end=Mark(middles[-1], y(totals[-1]), str(totals[-1])),
        zero=y(0),
        ticks=tuple((y(tick), tick) for tick in ticks),
        rounds=tuple(
            _head(number, (end - Fraction(len(deals), 2)) * step)
            for (number, deals), end in zip(rounds, starts, strict=True)
            if deals
        ),
        dividers=tuple(percent(end * step) for end in starts[:-1] if 0 < end < len(points)),
    )


def race_chart(rounds: Sequence[int], ranks: Sequence[tuple[str, Sequence[int]]], follow: int) -> RaceChart | None:
    """The race: (name, rank after each round), the best first. None with fewer than two rounds or players.

    The first `follow` are drawn with their names; so many others as can still be told apart, faintly.
    """
    if len(rounds) < 2 or len(ranks) < 2:
        return None
    shown = ranks[:40]
    last = max(max(way) for _, way in shown)
    xs = [percent(Fraction(2, 100) + Fraction(96 * i, 100 * (len(rounds) - 1))) for i in range(len(rounds))]

    def y(rank: int) -> str:
        return percent(_height(rank, follow, last))

    def runner(index: int, name: str, way: Sequence[int]) -> Runner:
        ys = [y(rank) for rank in way]
        dots = tuple(Mark(x, at, str(rank)) for x, at, rank in zip(xs, ys, way, strict=True))
        return Runner(name, _line(xs, ys), dots, Mark(xs[-1], ys[-1], str(way[-1])), index == 0)

    return RaceChart(
        runners=tuple(runner(i, name, way) for i, (name, way) in enumerate(shown[:follow])),
        others=tuple(_line(xs, [y(rank) for rank in way]) for _, way in shown[follow:]),
        rounds=tuple(
            Mark(x, "0%", str(number), "start" if x == xs[0] else "end" if x == xs[-1] else "middle")
            for x, number in zip(xs, rounds, strict=True)
        ),
    )


def pair_bars(pairs: Sequence[tuple[int, int]]) -> list[PairBar]:
    """A bar for each (left, right), both at least 0, all of one scale: the longest of both sides fill the drawing."""
    left = max((pair[0] for pair in pairs), default=0)
    right = max((pair[1] for pair in pairs), default=0)
    whole = left + right or 1
    return [
        PairBar(percent(left, whole), percent(left - one, whole), percent(one, whole), percent(other, whole))
        for one, other in pairs
    ]


def _head(number: int, middle: Fraction) -> Mark:
    """The head of a round over its middle, or within the edge of the drawing where it would stand out."""
    if middle > Fraction(7, 8):
        return Mark("100%", "0%", str(number), "end")
    if middle < Fraction(1, 8):
        return Mark("0%", "0%", str(number), "start")
    return Mark(percent(middle), "0%", str(number))


def _line(xs: Sequence[str], ys: Sequence[str]) -> tuple[Segment, ...]:
    """The straight lines from each point to the next."""
    points = list(zip(xs, ys, strict=True))
    return tuple(Segment(*a, *b) for a, b in pairwise(points))


def _height(rank: int, follow: int, last: int) -> Fraction:
    """How far down a rank stands, 0 … 1. The followed ranks get half of the drawing, or their names would collide."""
    top, bottom = Fraction(8, 100), Fraction(96, 100)
    if last <= 2 * follow:
        return top + (bottom - top) * Fraction(rank - 1, max(1, last - 1))
    middle = (top + bottom) / 2
    if rank <= follow:
        return top + (middle - top) * Fraction(rank - 1, follow)
    return middle + (bottom - middle) * Fraction(rank - follow, last - follow)


def _ticks(low: Exact, high: Exact) -> list[int]:
    """Three to seven round numbers, zero among them, that enclose `low` … `high`."""
    span = max(float(high - low), 4.0)
    unit = 10 ** floor(log10(span / 4))
    step = next(int(unit * m) or 1 for m in (1, 2, 5, 10) if span / (unit * m) <= 5)
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return [step * i for i in range(first, last + 1)]
