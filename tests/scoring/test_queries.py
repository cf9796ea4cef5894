"""What pages and exports read: the list, a round, a table, a player, the capture log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring import queries
from scoring.exports.document import dump
from scoring.models import Player, Round, Table, Tournament
from scoring.services import publish
from tests.bench.cups import cup as made_cup
from tests.scoring.cups import OPERATOR, document, full_table, load, played, table, uncounted

pytestmark = pytest.mark.django_db

CATCH = {"figure": "xxi-catch", "by": 2, "catcher": 2, "victim": 3}


@pytest.fixture
def five() -> Tournament:
    """A table of five in an open round: deal 1 thrown in and replayed, deal 2 out of turn; a second table on paper."""
    deals = [
        uncounted(1, "thrown_in"),
        played(1, 2, 4, silent=[CATCH]),
        played(2, 1, None, 47, players=[5, 1, 2, 3]),
    ]
    on_paper = table(2, [6, 7, 8, 9], totals={"6": 7, "7": 7, "8": -4, "9": -10})
    return load(document(table(1, [1, 2, 3, 4, 5], deals), on_paper, players=9))


def test_the_list_has_public_cups_only_newest_first() -> None:
    load(document(full_table(1, [1, 2, 3, 4]), closed=True, date="2025-01-01"))
    load(document(table(1, [1, 2, 3, 4]), players=5, slug="uj"))
    draft = load(document(slug="titkos"), publish=False)
    found = queries.published_tournaments()
    assert [(each.tournament.slug, each.players, each.rounds, each.rounds_closed) for each in found] == [
        ("uj", 5, 1, 0),
        ("probakupa", 4, 1, 1),
    ]
    publish(OPERATOR, draft)
    assert len(queries.published_tournaments()) == 3


def test_a_round(five: Tournament) -> None:
    sheet = queries.round_sheet(five, 1)
    assert (sheet.round.number, sheet.rounds) == (1, (1,))
    first, second = sheet.tables
    assert (first.table.number, first.deals_played, first.deals_planned, first.paper) == (1, 2, 20, "")
    assert (second.deals_played, second.deals_planned, second.paper) == (0, 16, "totals")
    assert [(seat.seat, seat.player.number, seat.table_points) for seat in first.seats] == [
        (1, 1, -3),
        (2, 2, 34),
        (3, 3, -32),
        (4, 4, 33),
        (5, 5, -32),
    ]
    assert [(seat.place, seat.tournament_points) for seat in first.seats] == [(3, 6), (1, 10), (4, 3), (2, 8), (4, 3)]
    assert [(seat.place, seat.tournament_points) for seat in second.seats] == [(1, 9), (1, 9), (3, 6), (4, 4)]
    with pytest.raises(Round.DoesNotExist):
        queries.round_sheet(five, 2)


def test_a_table(five: Tournament) -> None:
    sheet = queries.table_sheet(five, 1, 1)
    assert [(row.position, row.number, row.counted) for row in sheet.rows] == [
        (1, 1, False),
        (2, 1, True),
        (3, 2, True),
    ]
    thrown, first, second = sheet.rows
    assert thrown.points == {}
    assert thrown.running == dict.fromkeys(range(1, 6), 0)
    assert first.sits_out == first.dealer == sheet.seats[0]
    assert [seat.player.number for seat in first.players] == [2, 3, 4, 5]
    # 1 for the game and 32 for the silent catch.
    assert first.points == {2: 33, 3: -33, 4: 33, 5: -33}
    assert {line.item: line.value for line in first.result.lines} == {"game": 1, "xxi-catch": 32}
    assert second.dealer.player.number == 4
    assert second.result.bika
    assert second.points == {5: 1, 1: -3, 2: 1, 3: 1}
    assert second.running == sheet.totals == {1: -3, 2: 34, 3: -32, 4: 33, 5: -32}
    assert [score.place for score in sheet.scores] == [3, 1, 4, 2, 4]
    assert sheet.paper_points is None
    assert sheet.kassza == ()
    assert sheet.by_player[5].number == 5
    with pytest.raises(Table.DoesNotExist):
        queries.table_sheet(five, 1, 3)
    with pytest.raises(Table.DoesNotExist):
        queries.table_sheet(five, 2, 1)


def test_a_table_of_four_out_of_turn_was_dealt_by_the_last_in_order() -> None:
    cup = load(document(table(1, [1, 2, 3, 4], [played(1, 1, 2), played(2, 1, 2, players=[3, 1, 2, 4])])))
    rows = queries.table_sheet(cup, 1, 1).rows
    assert [(row.dealer.player.number, row.sits_out) for row in rows] == [(1, None), (4, None)]


def test_a_table_with_a_kassza() -> None:
    pagat = {"figure": "pagat-ultimo", "by": 1, "made": True}
    deals = [played(1, 1, 2, announcements=[pagat]), played(2, 1, 2)]
    sheet = queries.table_sheet(load(document(table(1, [1, 2, 3, 4], deals), ruleset="magas-2018")), 1, 1)
    changes = [row.result.kassza for row in sheet.kassza]
    assert [(change.before, change.after) for change in changes if change] == [(200, 0), (200, 200)]


def test_a_player(five: Tournament) -> None:
    sheet = queries.player_sheet(five, 2)
    assert (sheet.player.number, sheet.row.rank, sheet.players, sheet.provisional) == (2, 1, 9, True)
    (round_,) = sheet.rounds
    assert [seat.player.number for seat in round_.seats] == [1, 2, 3, 4, 5]
    assert [(deal.position, deal.points, deal.running, deal.role) for deal in round_.deals] == [
        (1, None, 0, None),
        (2, 33, 33, "declarer"),
        (3, 1, 34, "opponent"),
    ]
    assert [deal.role for deal in queries.player_sheet(five, 4).rounds[0].deals] == [None, "partner", "sits_out"]
    on_paper = queries.player_sheet(five, 6).rounds[0]
    assert (on_paper.paper, on_paper.paper_points, on_paper.deals) == ("totals", 7, ())
    assert sheet.by_number[9].name == "Játékos 9"
    with pytest.raises(Player.DoesNotExist):
        queries.player_sheet(five, 10)


def test_points_run_on_over_rounds_and_paper() -> None:
    cup = document(table(1, [1, 2, 3, 4], [played(1, 1, 2)], remainder={"1": 10, "2": -10, "3": 0, "4": 0}))
    cup["rounds"].append({"number": 2, "closed": False, "tables": [table(1, [4, 3, 2, 1], [played(1, 1, 2)])]})
    sheet = queries.player_sheet(load(cup), 1)
    assert [[deal.running for deal in round_.deals] for round_ in sheet.rounds] == [[1], [12]]


def test_the_capture_log(five: Tournament) -> None:
    log = queries.capture_log(five)
    (row,) = log.captures
    assert row.catcher is not None
    assert row.victim is not None
    assert (row.round, row.table, row.deal, row.position) == (1, 1, 1, 2)
    assert (row.catcher.number, row.victim.number, row.announced, row.kontra) == (2, 3, False, 0)
    assert [(each.round, each.table, each.player.number) for each in log.polgarmesters] == [(1, 1, 3)]
    (bika,) = log.bikas
    assert (bika.deal, bika.declarer.number, bika.partner) == (2, 1, None)
    assert log.xxi_list is None


def test_the_last_victim_is_polgarmester() -> None:
    again = {**CATCH, "catcher": 2, "victim": 1}
    nameless = {"figure": "xxi-catch", "by": 2}
    deals = [played(1, 2, 4, silent=[CATCH]), played(2, 2, 4, silent=[again]), played(3, 2, 4, silent=[nameless])]
    log = queries.capture_log(load(document(table(1, [1, 2, 3, 4], deals))))
    assert len(log.captures) == 3
    assert [each.player.number for each in log.polgarmesters] == [1]


def test_the_xxi_list_of_itvb() -> None:
    announced = {**CATCH, "made": True}
    deals = [played(1, 2, 4, silent=[CATCH]), played(2, 2, 1, announcements=[announced])]
    log = queries.capture_log(load(document(table(1, [1, 2, 3, 4], deals), ruleset="itvb-2019")))
    assert log.xxi_list is not None
    assert [(row.player.number, row.points, row.caught, row.lost) for row in log.xxi_list] == [
        (2, 60, 2, 0),
        (1, 20, 0, 0),
        (4, -20, 0, 0),
        (3, -60, 0, 2),
    ]


READS: dict[str, tuple[Callable[[Tournament], Any], int]] = {
    "published_tournaments": (lambda cup: queries.published_tournaments(), 1),
    "standings": (queries.standings, 5),
    "round_sheet": (lambda cup: queries.round_sheet(cup, 1), 3),
    "table_sheet": (lambda cup: queries.table_sheet(cup, 1, 1), 5),
    "player_sheet": (lambda cup: queries.player_sheet(cup, 1), 8),
    "capture_log": (queries.capture_log, 3),
    "dump": (dump, 7),
}


@pytest.mark.parametrize("open_round", [False, True])
def test_the_number_of_queries_does_not_grow(open_round: bool) -> None:
    made: dict[str, list[int]] = {name: [] for name in READS}
    for players in (9, 41):
        cup = load({**made_cup(players, rounds=2, slug=f"kupa-{players}")})
        if open_round:
            Round.objects.filter(tournament=cup).update(closed_at=None)
        for name, (read, _) in READS.items():
            with CaptureQueriesContext(connection) as captured:
                read(Tournament.objects.get(pk=cup.pk))
            made[name].append(len(captured) - 1)
    # A round that is open asks for its sums, too.
    extra = {"round_sheet": 1} if open_round else {}
    assert made == {name: [most + extra.get(name, 0)] * 2 for name, (_, most) in READS.items()}
