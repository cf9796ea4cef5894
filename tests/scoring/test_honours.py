"""Who is honoured: places 1 to 3 with everybody who shares one, and the most XXI catches."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import queries
from scoring.honours import honours, is_decided
from scoring.models import Player, Tournament
from tests.scoring.cups import document, load, played, table

pytestmark = pytest.mark.django_db


def found(cup: Tournament) -> list[tuple[Any, ...]]:
    """Player, place or "XXI" with the count, and whether it is shared."""
    return [
        (each.player.number, each.row.rank if each.row is not None else f"XXI {each.catches}", each.shared)
        for each in honours(queries.standings(cup), queries.capture_log(cup))
    ]


def paper(totals: dict[int, int], **more: Any) -> Tournament:
    """A closed round of one table that was scored on paper."""
    at = table(1, sorted(totals), totals={str(player): points for player, points in totals.items()})
    return load(document(at, players=len(totals), closed=True, **more))


def catching(number: int, catcher: int, victim: int, partner: int) -> dict[str, Any]:
    """A deal in which the declarer catches the XXI."""
    catch = {"figure": "xxi-catch", "by": catcher, "made": True, "catcher": catcher, "victim": victim}
    return played(number, catcher, partner, silent=[catch])


def test_the_first_three() -> None:
    assert found(paper({1: -5, 2: 20, 3: 5, 4: -20})) == [(2, 1, False), (3, 2, False), (1, 3, False)]


def test_who_shares_a_place_is_honoured_too() -> None:
    cup = paper({1: 10, 2: 10, 3: 10, 4: 10, 5: -40})
    assert found(cup) == [(1, 1, True), (2, 1, True), (3, 1, True), (4, 1, True)]
    cup = paper({1: 30, 2: 10, 3: -20, 4: -20}, slug="masik")
    assert found(cup) == [(1, 1, False), (2, 2, False), (3, 3, True), (4, 3, True)]


def test_two_seconds_leave_no_third() -> None:
    cup = paper({1: 30, 2: 0, 3: 0, 4: -30})
    assert found(cup) == [(1, 1, False), (2, 2, True), (3, 2, True)]


def test_the_most_catches_and_everybody_who_has_as_many() -> None:
    deals = [catching(1, 2, 1, 3), catching(2, 2, 1, 3), catching(3, 3, 1, 2), played(4, 1, 2)]
    cup = load(document(table(1, [1, 2, 3, 4], deals), closed=True))
    assert found(cup)[3:] == [(2, "XXI 2", False)]
    deals = [played(1, 1, 2), *deals[1:]]
    cup = load(document(table(1, [1, 2, 3, 4], deals), closed=True, slug="masik"))
    assert found(cup)[3:] == [(2, "XXI 1", True), (3, "XXI 1", True)]


def test_a_catch_of_nobody_known_honours_nobody() -> None:
    deals = [played(1, 2, 3, silent=[{"figure": "xxi-catch", "by": 2, "made": True}])]
    cup = load(document(table(1, [1, 2, 3, 4], deals), closed=True))
    assert [row for row in found(cup) if str(row[1]).startswith("XXI")] == []


def test_who_played_no_round_is_not_honoured() -> None:
    cup = load(document(table(1, [1, 2, 3, 4], totals={"1": 4, "2": 2, "3": -2, "4": -4}), players=9, closed=True))
    Player.objects.filter(tournament=cup, number__lte=2).update(withdrawn_after=1)
    assert found(cup) == [(1, 1, False), (2, 2, False), (3, 3, False)]
    assert honours(queries.standings(load(document(players=2, slug="ures"))), queries.capture_log(cup)) == ()


def test_it_is_decided_when_all_rounds_are_closed() -> None:
    assert is_decided(queries.standings(paper({1: 4, 2: 2, 3: -2, 4: -4})))
    assert not is_decided(queries.standings(load(document(table(1, [1, 2, 3, 4]), slug="nyitott"))))
    assert not is_decided(queries.standings(load(document(players=4, slug="ures"))))


def test_who_was_excluded_is_not_honoured() -> None:
    deals = [catching(1, 2, 1, 3), catching(2, 2, 1, 3), catching(3, 3, 1, 2)]
    excluded = [{"player": 2, "kind": "exclusion", "round": 1}]
    cup = load(document(table(1, [1, 2, 3, 4], deals), closed=True, penalties=excluded))
    assert 2 not in [player for player, *_rest in found(cup)]
    assert found(cup)[-1] == (3, "XXI 1", False)
