"""The generated cups are what the measures and the tests of sizes take them for."""

from fractions import Fraction

import pytest

import rules
from tests.bench import cups


def test_the_same_seed_gives_the_same_cup() -> None:
    assert cups.cup(23) == cups.cup(23)
    assert cups.cup(23) != cups.cup(23, seed=2)
    assert cups.deals(50) == cups.deals(50)


@pytest.mark.parametrize("ruleset", ["kupa-2005", "magas-2018", "paskievics", "itvb-2019", "taroky-xix"])
@pytest.mark.parametrize("players", [4, 9, 23])
def test_every_table_is_played_by_the_law(ruleset: str, players: int) -> None:
    cup = cups.cup(players, ruleset=ruleset)
    law = rules.get_ruleset(ruleset)
    assert [each["number"] for each in cup["rounds"]] == [1, 2, 3, 4]
    for each in cup["rounds"]:
        assert sorted(seat for table in each["tables"] for seat in table["seats"]) == list(range(1, players + 1))
        for table in each["tables"]:
            played = rules.reckon_table(law, table["seats"], table["first_dealer"], table["deals"])
            counted = sum(deal.counted for deal in played)
            assert counted == law.planned_deals(len(table["seats"]), each["number"])
            assert sum(rules.table_points(played, table["seats"]).values()) == 0


def test_the_large_cup_is_as_large_as_it_says() -> None:
    cup = cups.cup(400)
    tables = [table for each in cup["rounds"] for table in each["tables"]]
    counted = [deal for table in tables for deal in table["deals"] if rules.counts(deal.get("outcome", "played"))]
    assert len(counted) == 6400
    assert len({player["name"] for player in cup["players"]}) == 400


def test_self_contained_deals_are_scored() -> None:
    made = cups.deals(400)
    assert {deal["ruleset"] for deal in made} == {"kupa-2005", "magas-2018", "paskievics", "itvb-2019"}
    for deal in made:
        assert sum(rules.score(rules.read_deal(deal)).points.values()) == 0


def test_deals_of_the_czech_game_are_scored() -> None:
    made = cups.deals(400, rulesets=["taroky-xix"])
    results = [rules.score(rules.read_deal(deal)) for deal in made]
    assert {deal["bid"] for deal in made} == set(rules.get_ruleset("taroky-xix").bids)
    assert all(sum(result.points.values()) == 0 for result in results)
    # Shares of a Warszawa: some are thirds.
    assert {Fraction(points).denominator for result in results for points in result.points.values()} == {1, 3}
    items = {line.item for result in results for line in result.lines}
    assert {"game", "pagat-ultimo", "warsaw", "trul", "four-kings"} <= items
