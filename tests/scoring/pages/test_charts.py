"""Where things stand in a chart."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.charts import deal_chart, percent, race_chart


def share(text: str) -> float:
    """ "12.5%" as 12.5."""
    assert text.endswith("%")
    return float(text[:-1])


def test_percent() -> None:
    assert [percent(1, 4), percent(Fraction(1, 3)), percent(0), percent(5, 0)] == ["25%", "33.33%", "0%", "50%"]


def test_no_deals_no_chart() -> None:
    assert deal_chart([]) is None
    assert deal_chart([(1, [])]) is None


def test_bars_stand_on_zero_or_hang_from_it() -> None:
    chart = deal_chart([(1, [4, -4])])

    assert chart is not None
    up, down = chart.bars
    assert (up.negative, down.negative) == (False, True)
    assert share(up.y) + share(up.height) == pytest.approx(share(chart.zero))
    assert down.y == chart.zero
    assert up.height == down.height


def test_the_line_is_the_running_total() -> None:
    chart = deal_chart([(1, [1, 2]), (2, [-3])])

    assert chart is not None
    assert [share(part.y1) > share(part.y2) for part in chart.line] == [True, False]
    assert chart.end.y == chart.zero
    assert chart.end.label == "0"


def test_rounds_are_divided_and_named() -> None:
    chart = deal_chart([(1, [1, 1]), (2, []), (3, [1, 1])])

    assert chart is not None
    assert [mark.label for mark in chart.rounds] == ["1", "3"]
    assert set(chart.dividers) == {"50%"}


def test_ticks_are_round_and_enclose_everything() -> None:
    chart = deal_chart([(1, [64, -13, 128])])

    assert chart is not None
    ticks = [tick for _, tick in chart.ticks]
    assert 0 in ticks
    assert ticks[0] <= 0 and ticks[-1] >= 179
    assert 3 <= len(ticks) <= 8


@given(st.lists(st.lists(st.fractions(-1000, 1000, max_denominator=5), max_size=20), max_size=6))
def test_everything_stays_inside(rounds: list[list[Fraction]]) -> None:
    chart = deal_chart(list(enumerate(rounds, 1)))
    if chart is None:
        return
    places = [bar.y for bar in chart.bars] + [bar.x for bar in chart.bars] + [chart.end.x, chart.end.y, chart.zero]
    places += [at for part in chart.line for at in (part.x1, part.y1, part.x2, part.y2)]
    assert all(0 <= share(place) <= 100 for place in places)
    assert len(chart.line) == len(chart.bars) - 1


def test_a_race_needs_two_rounds_and_two_players() -> None:
    assert race_chart([1], [("A", [1]), ("B", [2])], 6) is None
    assert race_chart([1, 2], [("A", [1, 1])], 6) is None


def test_the_leader_is_marked_and_the_others_are_faint() -> None:
    chart = race_chart([1, 2], [(str(n), [n, n]) for n in range(1, 10)], 3)

    assert chart is not None
    assert [(runner.name, runner.leader) for runner in chart.runners] == [("1", True), ("2", False), ("3", False)]
    assert len(chart.others) == 6
    assert [mark.label for mark in chart.rounds] == ["1", "2"]


def test_better_ranks_stand_higher_and_names_apart() -> None:
    chart = race_chart([1, 2], [(str(n), [401 - n, n]) for n in range(1, 401)], 6)

    assert chart is not None
    heights = [share(runner.place.y) for runner in chart.runners]
    assert heights == sorted(heights)
    assert min(b - a for a, b in pairwise(heights)) > 5
    assert len(chart.others) < 40
