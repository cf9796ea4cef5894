"""People change places in a round before its tables play."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from scoring.actors import Actor
from scoring.audit import Teller
from scoring.models import AuditEntry, Player, Round, Seat, Table, Tournament
from scoring.services import (
    Refusal,
    arrange_seats,
    lock_seat,
    lock_seats,
    move_player,
    record_deal,
    swap_seats,
    unseat_player,
    withdraw_player,
)
from scoring.services.swapping import arranged, arrangement_key
from tests.scoring.cups import OPERATOR, document, load, played, table, the_round, the_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(db: None) -> Tournament:
    """Thirteen and one who waits: two tables of four and one of five."""
    tables = [table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8]), table(3, [9, 10, 11, 12, 13], first_dealer=5)]
    return load(document(*tables, players=14, slug="kupa"))


@pytest.fixture
def round_(cup: Tournament) -> Round:
    return the_round(cup)


def refused(write: Callable[[], Any]) -> list[tuple[str, str]]:
    with pytest.raises(Refusal) as found:
        write()
    return [(problem.code, problem.field) for problem in found.value.problems]


def test_two_change_places(round_: Round) -> None:
    swap_seats(OPERATOR, round_, 2, 7)
    assert arranged(round_) == {1: [1, 7, 3, 4], 2: [5, 6, 2, 8], 3: [9, 10, 11, 12, 13]}
    entry = AuditEntry.objects.get(action="arrange_seats")
    assert entry.details == {"moved": [[2, 1, 2], [7, 2, 1]]}
    assert Teller.of(round_.tournament).tell(entry).endswith("Játékos 2 1 → 2; Játékos 7 2 → 1")


def test_two_of_one_table_change_places(round_: Round) -> None:
    swap_seats(OPERATOR, round_, 5, 8)
    assert arranged(round_)[2] == [8, 6, 7, 5]


def test_who_waits_comes_for_somebody(round_: Round) -> None:
    swap_seats(OPERATOR, round_, 14, 9)
    assert arranged(round_)[3] == [14, 10, 11, 12, 13]
    swap_seats(OPERATOR, round_, 1, 9)
    assert arranged(round_)[1] == [9, 2, 3, 4]


def test_from_a_five_to_a_four(cup: Tournament, round_: Round) -> None:
    move_player(OPERATOR, round_, 9, 1)
    assert arranged(round_) == {1: [1, 2, 3, 4, 9], 2: [5, 6, 7, 8], 3: [10, 11, 12, 13]}
    # Who dealt first sat at the fifth seat, which is not there any more.
    assert the_table(cup, 3).first_dealer == 1
    move_player(OPERATOR, round_, 14, 2)
    assert arranged(round_)[2] == [5, 6, 7, 8, 14]
    unseat_player(OPERATOR, round_, 6)
    assert arranged(round_)[2] == [5, 7, 8, 14]


def test_a_lock_and_a_substitute_go_along(round_: Round) -> None:
    lock_seat(OPERATOR, round_, 2)
    Seat.objects.filter(player__number=7).update(substitute="Beugró Béla")
    swap_seats(OPERATOR, round_, 2, 7)
    rows = Seat.objects.filter(player__number__in=[2, 7]).order_by("player__number")
    assert list(rows.values_list("table__number", "locked", "substitute")) == [(2, True, ""), (1, False, "Beugró Béla")]
    lock_seat(OPERATOR, round_, 2, False)
    assert not Seat.objects.filter(locked=True).exists()


def test_the_whole_round_at_once(round_: Round) -> None:
    key = arrangement_key(arranged(round_))
    arrange_seats(OPERATOR, round_, {1: [5, 2, 3, 14], 2: [1, 6, 7, 8]}, locked=[14, 3], expected=key)
    assert arranged(round_) == {1: [5, 2, 3, 14], 2: [1, 6, 7, 8], 3: [9, 10, 11, 12, 13]}
    assert set(Seat.objects.filter(locked=True).values_list("player__number", flat=True)) == {3, 14}
    assert refused(lambda: arrange_seats(OPERATOR, round_, {}, expected=key)) == [("seating-changed", "")]


@pytest.mark.parametrize(
    ("tables", "code"),
    [
        ({1: [1, 2, 3]}, "bad-size-of-table"),
        ({1: []}, "bad-size-of-table"),
        ({1: [1, 2, 3, 4, 14, 5], 2: [6, 7, 8, 9], 3: [10, 11, 12, 13]}, "bad-size-of-table"),
        ({1: [1, 2, 3, 5]}, "player-seated-twice"),
        ({1: [1, 2, 3, 3]}, "player-seated-twice"),
        ({4: [1, 2, 3, 4]}, "no-such-table"),
        ({1: [1, 2, 3, 99]}, "cannot-sit"),
        ({1: [1, 2, 3, 2**70]}, "cannot-sit"),
    ],
)
def test_what_cannot_be(round_: Round, tables: dict[int, list[int]], code: str) -> None:
    before = arranged(round_)
    assert code in [each for each, _field in refused(lambda: arrange_seats(OPERATOR, round_, tables))]
    assert arranged(round_) == before


def test_swaps_that_are_none(round_: Round) -> None:
    Player.objects.create(tournament=round_.tournament, number=15, name="Még Egy")
    for a, b in ((1, 1), (14, 15), (77, 78)):
        assert refused(partial(swap_seats, OPERATOR, round_, a, b)) == [("swap-two", "b")]
    assert refused(lambda: unseat_player(OPERATOR, round_, 14)) == [("not-seated", "a")]
    assert refused(lambda: lock_seat(OPERATOR, round_, 14)) == [("not-seated", "")]
    assert refused(lambda: move_player(OPERATOR, round_, 1, 9)) == [("no-such-table", "b")]
    assert refused(lambda: unseat_player(OPERATOR, round_, 1)) == [("bad-size-of-table", "tables[1]")]


def test_who_left_or_comes_later_does_not_come_in(round_: Round) -> None:
    withdraw_player(OPERATOR, Player.objects.get(number=14), 0)
    assert refused(lambda: swap_seats(OPERATOR, round_, 14, 1)) == [("cannot-sit", "")]
    Player.objects.filter(number=14).update(withdrawn_after=None, first_round=2)
    assert refused(lambda: swap_seats(OPERATOR, round_, 14, 1)) == [("cannot-sit", "")]


def test_a_table_that_has_begun_stays(cup: Tournament, round_: Round) -> None:
    record_deal(OPERATOR, the_table(cup), played(1, 1, 2))
    assert refused(lambda: swap_seats(OPERATOR, round_, 1, 5)) == [("table-begun", "tables[1]")]
    swap_seats(OPERATOR, round_, 5, 9)
    assert arranged(round_)[2] == [9, 6, 7, 8]


def test_only_organisers_swap(round_: Round) -> None:
    nobody = Actor(label="senki")
    writes: list[Callable[[], None]] = [
        lambda: swap_seats(nobody, round_, 1, 5),
        lambda: move_player(nobody, round_, 9, 1),
        lambda: unseat_player(nobody, round_, 9),
        lambda: arrange_seats(nobody, round_, {}),
        lambda: lock_seat(nobody, round_, 1),
        lambda: lock_seats(nobody, round_, [1]),
    ]
    for write in writes:
        with pytest.raises(PermissionDenied):
            write()
    assert Table.objects.count() == 3
