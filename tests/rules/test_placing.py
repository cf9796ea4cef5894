"""Places, tournament points, ranks and table sizes; exact, and with every shape of tie."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

import rules

F = Fraction
FOUR, FIVE, NATIONAL = (10, 8, 6, 4), (10, 8, 6, 4, 2), (10, 8, 6, 4, 4)

# How many share each place, from the top; the places of the papers; what each group gets.
SHAPES: list[tuple[tuple[int, ...], tuple[int, ...], list[int | Fraction]]] = [
    ((1, 1, 1, 1), FOUR, [10, 8, 6, 4]),
    ((2, 1, 1), FOUR, [9, 6, 4]),
    ((1, 2, 1), FOUR, [10, 7, 4]),
    ((1, 1, 2), FOUR, [10, 8, 5]),
    ((2, 2), FOUR, [9, 5]),
    ((3, 1), FOUR, [8, 4]),
    ((1, 3), FOUR, [10, 6]),
    ((4,), FOUR, [7]),
    ((1, 1, 1, 1, 1), FIVE, [10, 8, 6, 4, 2]),
    ((2, 1, 1, 1), FIVE, [9, 6, 4, 2]),
    ((1, 2, 1, 1), FIVE, [10, 7, 4, 2]),
    ((1, 1, 2, 1), FIVE, [10, 8, 5, 2]),
    ((1, 1, 1, 2), FIVE, [10, 8, 6, 3]),
    ((2, 2, 1), FIVE, [9, 5, 2]),
    ((2, 1, 2), FIVE, [9, 6, 3]),
    ((1, 2, 2), FIVE, [10, 7, 3]),
    ((3, 1, 1), FIVE, [8, 4, 2]),
    ((1, 3, 1), FIVE, [10, 6, 2]),
    ((1, 1, 3), FIVE, [10, 8, 4]),
    ((3, 2), FIVE, [8, 3]),
    ((2, 3), FIVE, [9, 4]),
    ((4, 1), FIVE, [7, 2]),
    ((1, 4), FIVE, [10, 5]),
    ((5,), FIVE, [6]),
    ((1, 1, 1, 1, 1), NATIONAL, [10, 8, 6, 4, 4]),
    ((1, 1, 1, 2), NATIONAL, [10, 8, 6, 4]),
    ((1, 1, 3), NATIONAL, [10, 8, F(14, 3)]),
    ((2, 3), NATIONAL, [9, F(14, 3)]),
    ((1, 4), NATIONAL, [10, F(11, 2)]),
    ((1, 3, 1), NATIONAL, [10, 6, 4]),
    ((5,), NATIONAL, [F(32, 5)]),
]


@pytest.mark.parametrize(("shape", "awards", "wanted"), SHAPES)
def test_tied_players_share_the_mean_of_their_places(
    shape: tuple[int, ...], awards: tuple[int, ...], wanted: list[int | Fraction]
) -> None:
    table_points: list[int] = []
    expected: list[rules.Award] = []
    for group, (size, earned) in enumerate(zip(shape, wanted, strict=True)):
        place = len(table_points) + 1
        table_points += [100 - 50 * group] * size
        expected += [rules.Award(place, earned)] * size
    rows = list(zip(table_points, expected, strict=True))
    for order in list(permutations(rows))[::7]:
        assert rules.award_places([row[0] for row in order], awards) == [row[1] for row in order]
    assert sum(award.points for award in expected) == sum(awards)
    assert all(type(award.points) is int or award.points.denominator > 1 for award in expected)


def test_fractions_as_table_points_and_too_few_places() -> None:
    assert [award.place for award in rules.award_places([F(1, 3), F(2, 3), F(1, 3), -1], FOUR)] == [2, 1, 2, 4]
    with pytest.raises(ValueError, match="5 players for 4 places"):
        rules.award_places([1, 2, 3, 4, 5], FOUR)


def ranks(rows: list[tuple[int | Fraction, int | Fraction]], tie_break: str) -> list[tuple[int, bool]]:
    return [(found.rank, found.tied) for found in rules.rank(rows, tie_break)]


def test_ranks() -> None:
    rows: list[tuple[int | Fraction, int | Fraction]] = [(30, 5), (F(92, 3), -40), (30, 5), (20, 99), (30, 7)]
    assert ranks(rows, "table-points") == [(3, True), (1, False), (3, True), (5, False), (2, False)]
    assert ranks(rows, "none") == [(2, True), (1, False), (2, True), (5, False), (2, True)]
    assert ranks([(10, 1), (8, 0), (8, 0), (4, -1)], "table-points") == [(1, False), (2, True), (2, True), (4, False)]
    assert ranks([], "table-points") == []


def test_table_sizes_of_every_number() -> None:
    none = {0, 1, 2, 3, 6, 7, 11}
    for players in range(201):
        if players in none:
            with pytest.raises(rules.NoSeating) as refused:
                rules.table_sizes(players)
            assert refused.value.players == players
            continue
        sizes = rules.table_sizes(players)
        assert sum(sizes) == players
        assert sizes == sorted(sizes) and set(sizes) <= {4, 5}
        assert sizes.count(5) == players % 4  # as many fours as possible


@pytest.mark.parametrize("id", ["kupa-2005", "magas-2018", "paskievics", "itvb-2019"])
def test_what_is_played_and_earned_by_round(id: str) -> None:
    ruleset = rules.get_ruleset(id)
    national = id == "itvb-2019"
    assert ruleset.table_sizes == (4, 5)
    for number in range(1, 7):
        assert ruleset.planned_deals(4, number) == 16
        assert ruleset.planned_deals(5, number) == (20 if national or number == 1 else 15)
        assert ruleset.places(4, number) == FOUR
        assert ruleset.places(5, number) == (NATIONAL if national and number == 1 else FIVE)
        assert ruleset.time_limit(number) == ((90 if number == 1 else 80) if national else None)


@pytest.mark.parametrize(("number", "wanted"), [(3, 3), (F(14, 3), "14/3"), (F(4, 2), 2), (F(-1, 3), "-1/3")])
def test_exact(number: int | Fraction, wanted: int | str) -> None:
    assert rules.exact(number) == wanted
