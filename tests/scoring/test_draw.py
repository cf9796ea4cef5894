"""The draw as a service: who is drawn, what is kept, what is refused, and that it holds nothing while it searches."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.utils import timezone

import rules
from rules import draw as drawing
from scoring.actors import Actor
from scoring.models import AuditEntry, Player, Round, Seat, Table, Tournament
from scoring.queries.meetings import layout, meetings
from scoring.services import (
    Refusal,
    add_player,
    add_round,
    close_round,
    draw_round,
    enter_paper,
    lock_seat,
    open_case,
    plans,
    preview_draw,
    record_deal,
    seat_table,
    swap_seats,
    withdraw_player,
)
from scoring.services import draw as service
from scoring.services.draw import basis_of
from scoring.services.seating import unseated
from tests.scoring.cups import OPERATOR, document, load, played, table, the_round, the_table

pytestmark = pytest.mark.django_db


def cup_of(players: int, *tables: dict[str, Any], **more: Any) -> Tournament:
    """A cup of that many players; without tables its first round is there, and empty."""
    cup = load(document(*tables, players=players, slug="kupa", **more))
    if not tables:
        add_round(OPERATOR, cup)
    return cup


def seats_of(round_: Round) -> dict[int, list[int]]:
    """Who sits where."""
    found: dict[int, list[int]] = {}
    for seat in Seat.objects.filter(round=round_).order_by("table__number", "number").select_related("player", "table"):
        found.setdefault(seat.table.number, []).append(seat.player.number)
    return found


def code_of(refused: pytest.ExceptionInfo[Refusal]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def finish_round(cup: Tournament, number: int) -> None:
    """Every table is played, on paper, and the round closed: who has the lower number wins."""
    round_ = the_round(cup, number)
    for at in round_.tables.all():
        players = sorted(seat.player.number for seat in at.seated())
        points = {player: 10 - 5 * place for place, player in enumerate(players)}
        points[players[-1]] = -sum(list(points.values())[:-1])
        enter_paper(OPERATOR, at, "totals", points)
    close_round(OPERATOR, round_, "teszt")


def fill(cup: Tournament, players: int) -> None:
    """The cup has so many players; more than it had."""
    have = cup.players.count()
    Player.objects.bulk_create(Player(tournament=cup, number=n, name=f"J{n}") for n in range(have + 1, players + 1))


# --- Who is drawn -----------------------------------------------------------------------------------------------------


def test_it_works() -> None:
    cup = cup_of(23)
    found = draw_round(OPERATOR, the_round(cup), "random", 4711)
    assert [len(at) for at in found.tables] == [4, 4, 5, 5, 5]
    assert sorted(player for at in found.tables for player in at) == list(range(1, 24))
    round_ = the_round(cup)
    assert list(seats_of(round_).values()) == [list(at) for at in found.tables]
    assert (round_.drawn, round_.seed) == ("random", 4711)
    assert (found.repeats, found.fives) == (0, ((0, 8), (1, 15)))
    entry = AuditEntry.objects.get(action="draw_round")
    assert (entry.round, entry.details["seed"], entry.details["count"]) == (1, 4711, 5)


@pytest.mark.parametrize("how", ["random", "fresh"])
def test_the_same_seed_draws_the_same_tables(how: str) -> None:
    cup = cup_of(20)
    first = preview_draw(OPERATOR, cup, 1, how, 7)
    service._search.cache_clear()
    assert draw_round(OPERATOR, the_round(cup), how, 7).tables == first.tables
    service._search.cache_clear()
    assert preview_draw(OPERATOR, cup, 1, how, 7).tables == first.tables
    assert preview_draw(OPERATOR, cup, 1, how, 8).tables != first.tables


def test_without_a_seed_one_is_thought_of() -> None:
    cup = cup_of(8)
    found = draw_round(OPERATOR, the_round(cup), "random")
    assert 1 <= found.seed < 1_000_000
    assert the_round(cup).seed == found.seed


@pytest.mark.parametrize("how", ["random", "standings"])
def test_every_number_of_players_sits_right(how: str) -> None:
    cup = cup_of(4)
    round_number = 1
    if how == "standings":
        draw_round(OPERATOR, the_round(cup), "random")
        finish_round(cup, 1)
        Seat.objects.all().delete()  # What follows is about numbers alone.
        add_round(OPERATOR, cup)
        round_number = 2
    Player.objects.filter(tournament=cup).delete()
    for players in range(1, 201):
        fill(cup, players)
        if players < 4 or players in (6, 7, 11):
            with pytest.raises(Refusal) as refused:
                preview_draw(OPERATOR, cup, round_number, how, players)
            assert code_of(refused) == ["no-seating"]
            continue
        found = preview_draw(OPERATOR, cup, round_number, how, players).tables
        assert [len(at) for at in found] == rules.table_sizes(players)
        assert sorted(player for at in found for player in at) == list(range(1, players + 1))


def test_who_left_comes_later_or_is_not_here_is_not_drawn() -> None:
    cup = cup_of(12)
    of = cup.players
    withdraw_player(OPERATOR, of.get(number=3), 0)
    of.filter(number=5).update(first_round=2)
    assert [player.number for player in unseated(the_round(cup))] == [1, 2, 4, 6, 7, 8, 9, 10, 11, 12]
    assert basis_of(cup, 1, "random").players == (1, 2, 4, 6, 7, 8, 9, 10, 11, 12)
    Tournament.objects.update(uses_check_in=True)
    cup.refresh_from_db()
    with pytest.raises(Refusal) as refused:
        preview_draw(OPERATOR, cup, 1, "random")
    assert code_of(refused) == ["no-seating"]
    of.filter(number__in=[1, 2, 3, 5, 8, 9, 10]).update(checked_in_at=timezone.now())
    assert basis_of(cup, 1, "random").players == (1, 2, 8, 9, 10)
    Tournament.objects.update(uses_check_in=False)


def test_who_comes_later_cannot_be_seated_by_hand() -> None:
    cup = cup_of(5)
    cup.players.filter(number=4).update(first_round=2)
    with pytest.raises(Refusal) as refused:
        seat_table(OPERATOR, the_round(cup), 1, [1, 2, 3, 4])
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [("player-comes-later", "seats[3]")]


# --- The rounds together ----------------------------------------------------------------------------------------------


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rounds each search had to plan."""
    searches: list[int] = []
    real = drawing.fresh

    def fresh(players: Sequence[int], rounds: int, **options: Any) -> drawing.Plan:
        searches.append(rounds)
        return real(players, rounds, **options)

    service._search.cache_clear()
    monkeypatch.setattr(drawing, "fresh", fresh)
    return searches


@pytest.mark.parametrize("players", [16, 20])
def test_fresh_rounds_repeat_nothing(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rounds after the second are played as planned with it: nothing is searched for again, whatever the seed."""
    searches = counted(monkeypatch)
    cup = cup_of(players)
    for number in range(1, 5):
        if number > 1:
            add_round(OPERATOR, cup)
        found = draw_round(OPERATOR, the_round(cup, number), "random" if number == 1 else "fresh", 10 + number)
        assert (found.repeats, found.planned_repeats) == (0, 0)
        finish_round(cup, number)
    assert searches == [3]
    assert set(meetings(cup, 99).met.values()) == {1}
    assert [bool(round_.plan) for round_ in cup.rounds.order_by("number")] == [False, True, True, False]


def second_of_three(monkeypatch: pytest.MonkeyPatch) -> tuple[Tournament, list[int]]:
    """Twenty in three rounds, the first two drawn, the third there."""
    searches = counted(monkeypatch)
    cup = cup_of(20, rounds_planned=3)
    draw_round(OPERATOR, the_round(cup), "random", 1)
    add_round(OPERATOR, cup)
    draw_round(OPERATOR, the_round(cup, 2), "fresh", 1)
    add_round(OPERATOR, cup)
    return cup, searches


def test_another_seed_takes_the_planned_round_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    cup, searches = second_of_three(monkeypatch)
    one, other = (preview_draw(OPERATOR, cup, 3, "fresh", seed).tables for seed in (1, 2))
    assert one != other
    assert {frozenset(at) for at in one} == {frozenset(at) for at in other}
    assert searches == [2]


def test_a_swap_that_spoils_the_plan_has_it_searched_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    cup, searches = second_of_three(monkeypatch)
    tables = [frozenset(at) for at in preview_draw(OPERATOR, cup, 3, "fresh", 1).tables]
    # Two who are to meet in the third round meet in the second one now.
    one, other = sorted(tables[0])[:2]
    now = seats_of(the_round(cup, 2))
    at_others = next(at for at in now.values() if other in at)
    swap_seats(OPERATOR, the_round(cup, 2), one, next(player for player in at_others if player != other))
    found = preview_draw(OPERATOR, cup, 3, "fresh", 1)
    assert searches == [2, 1]
    assert found.repeats <= 1


def test_the_most_even_round_comes_first() -> None:
    rounds = (((1, 2, 3, 4), (5, 6, 7, 8, 9)), ((5, 6, 7, 8), (1, 2, 3, 4, 9)))
    plan = drawing.Plan(rounds, 6)
    after_the_first = dict.fromkeys(range(5, 10), 1)
    assert plans.most_even_first(plan, after_the_first) == drawing.Plan(rounds[::-1], 6)
    assert plans.most_even_first(plan, {}) == plan
    assert plans.repeats_of(rounds, {frozenset({1, 9}): 1}) == 6 + 6 + 1


def test_another_player_has_it_searched_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    cup, searches = second_of_three(monkeypatch)
    add_player(OPERATOR, cup, name="Későn Jött")
    assert len(preview_draw(OPERATOR, cup, 3, "fresh", 1).tables) == 5
    assert searches == [2, 1]


def test_who_keeps_a_table_has_it_searched_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    cup, searches = second_of_three(monkeypatch)
    draw_round(OPERATOR, the_round(cup, 3), "fresh", 1)
    lock_seat(OPERATOR, the_round(cup, 3), 7)
    draw_round(OPERATOR, the_round(cup, 3), "fresh", 2)
    assert searches == [2, 1]


def test_meetings_of_the_other_rounds_count() -> None:
    cup = cup_of(8, table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8]))
    found = meetings(cup, 2)
    assert found.times(1, 4) == 1
    assert (found.times(1, 5), dict(found.fives), set(found.seated)) == (0, {}, {1})
    assert meetings(cup, 1).met == {}
    add_round(OPERATOR, cup)
    seat_table(OPERATOR, the_round(cup, 2), 1, [1, 2, 5, 6])
    laid = layout(the_round(cup, 2))
    assert laid.repeats == 2
    assert [[other.number for other in place.again] for place in laid.tables[0].places] == [[2], [1], [6], [5]]
    assert laid.tables[0].places[0].met_in_short == "2:1 3:1 4:1"


def test_by_the_standings() -> None:
    cup = cup_of(9, table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8, 9]))
    with pytest.raises(Refusal) as refused:
        preview_draw(OPERATOR, cup, 2, "standings")
    assert [(each.code, each.field, dict(each.params)) for each in refused.value.problems] == [
        ("standings-open", "how", {"rounds": "1"})
    ]
    enter_paper(OPERATOR, the_table(cup, 1), "totals", {1: 9, 2: 3, 3: -3, 4: -9})
    enter_paper(OPERATOR, the_table(cup, 2), "totals", {5: -20, 6: 10, 7: 8, 8: 2, 9: 0})
    close_round(OPERATOR, the_round(cup), "teszt")
    # 10: 6 (10), 1 (9); 8: 7 (8), 2 (3); 6: 8 (2), 3 (−3); 4: 9 (0), 4 (−9); 2: 5.
    found = preview_draw(OPERATOR, cup, 2, "standings", 1)
    assert found.tables == ((6, 1, 7, 2), (8, 3, 9, 4, 5))
    assert found.repeats == 2 + 4


def test_by_the_standings_lots_decide_between_equals() -> None:
    cup = cup_of(8, table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8]))
    for number, first in ((1, 1), (2, 5)):
        points = dict(zip(range(first, first + 4), (6, 2, -2, -6), strict=True))
        enter_paper(OPERATOR, the_table(cup, number), "totals", points)
    close_round(OPERATOR, the_round(cup), "teszt")
    orders = {preview_draw(OPERATOR, cup, 2, "standings", seed).tables for seed in range(20)}
    assert {frozenset(first) for first, _second in orders} == {frozenset({1, 5, 2, 6})}
    assert {first[:2] for first, _second in orders} == {(1, 5), (5, 1)}


def test_by_the_standings_before_the_first_round() -> None:
    with pytest.raises(Refusal) as refused:
        preview_draw(OPERATOR, cup_of(8), 1, "standings")
    assert code_of(refused) == ["standings-none"]


# --- Drawing again ----------------------------------------------------------------------------------------------------


def test_drawing_again_keeps_the_links_and_the_locked() -> None:
    cup = cup_of(12)
    draw_round(OPERATOR, the_round(cup), "random", 1)
    before = seats_of(the_round(cup))
    lock_seat(OPERATOR, the_round(cup), before[3][0])
    lock_seat(OPERATOR, the_round(cup), before[2][1])
    Seat.objects.filter(player__number=before[1][0]).update(substitute="Beugró Béla")
    Table.objects.filter(number=2).update(first_dealer=3)
    links = list(Table.objects.order_by("number").values_list("token", flat=True))
    draw_round(OPERATOR, the_round(cup), "random", 2)
    after = seats_of(the_round(cup))
    assert after != before
    assert before[3][0] in after[3] and before[2][1] in after[2]
    assert set(Seat.objects.filter(locked=True).values_list("player__number", flat=True)) == {
        before[3][0],
        before[2][1],
    }
    assert Seat.objects.get(substitute="Beugró Béla").player.number == before[1][0]
    assert list(Table.objects.order_by("number").values_list("token", "first_dealer")) == [(link, 1) for link in links]


def test_another_number_of_players_makes_other_tables() -> None:
    cup = cup_of(13)
    draw_round(OPERATOR, the_round(cup), "random", 1)
    assert sorted(map(len, seats_of(the_round(cup)).values())) == [4, 4, 5]
    for number in (1, 2, 3, 4, 5):
        withdraw = Player.objects.get(number=number)
        Seat.objects.filter(player=withdraw).delete()
        withdraw_player(OPERATOR, withdraw, 0)
    draw_round(OPERATOR, the_round(cup), "fresh", 1)
    assert sorted(map(len, seats_of(the_round(cup)).values())) == [4, 4]
    assert list(Table.objects.order_by("number").values_list("number", flat=True)) == [1, 2]


def test_locks_that_no_table_can_hold() -> None:
    cup = cup_of(9)
    draw_round(OPERATOR, the_round(cup), "random", 1)
    for player in seats_of(the_round(cup))[2]:
        lock_seat(OPERATOR, the_round(cup), player)
    out = seats_of(the_round(cup))[1][0]
    Seat.objects.filter(player__number=out).delete()
    withdraw_player(OPERATOR, Player.objects.get(number=out), 0)
    with pytest.raises(Refusal) as refused:
        draw_round(OPERATOR, the_round(cup), "random", 1)
    assert code_of(refused) == ["locked-too-many"]
    for player in seats_of(the_round(cup))[1]:
        Seat.objects.filter(player__number=player).delete()
        withdraw_player(OPERATOR, Player.objects.get(number=player), 0)
    with pytest.raises(Refusal) as refused:
        draw_round(OPERATOR, the_round(cup), "random", 1)
    assert code_of(refused) == ["locked-without-table"]


def test_locks_of_the_round_before_are_kept_on_request() -> None:
    cup = cup_of(16)
    draw_round(OPERATOR, the_round(cup), "random", 1)
    stays = seats_of(the_round(cup))[3][2]
    lock_seat(OPERATOR, the_round(cup), stays)
    add_round(OPERATOR, cup)
    key = basis_of(cup, 2, "fresh").key
    for seed in range(5):
        assert stays in preview_draw(OPERATOR, cup, 2, "random", seed, keep_last=True, expected=key).tables[2]
    assert {stays in preview_draw(OPERATOR, cup, 2, "random", seed).tables[2] for seed in range(9)} == {True, False}


def test_a_round_that_has_begun_is_not_drawn_again() -> None:
    cup = cup_of(8, table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8]))
    draw_round(OPERATOR, the_round(cup), "random", 1)
    round_ = the_round(cup)
    at = seats_of(round_)[2]
    record_deal(OPERATOR, the_table(cup, 2), played(1, at[0], at[1]))
    kept = seats_of(round_)
    with pytest.raises(Refusal) as refused:
        draw_round(OPERATOR, round_, "random", 2)
    assert [(each.code, dict(each.params)) for each in refused.value.problems] == [
        ("round-begun", {"round": 1, "tables": "2"})
    ]
    assert seats_of(round_) == kept


def test_paper_and_a_case_begin_a_round_too() -> None:
    cup = cup_of(8, table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8]))
    open_case(OPERATOR, cup, rule="1.3", sanction="jury", offender=1, table=the_table(cup, 1))
    enter_paper(OPERATOR, the_table(cup, 2), "totals", dict.fromkeys(range(5, 9), 0))
    with pytest.raises(Refusal) as refused:
        draw_round(OPERATOR, the_round(cup), "random", 2)
    assert refused.value.problems[0].params["tables"] == "1, 2"


def test_a_closed_round_is_not_drawn() -> None:
    cup = cup_of(8, table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8]))
    close_round(OPERATOR, the_round(cup), "teszt")
    with pytest.raises(Refusal) as refused:
        draw_round(OPERATOR, the_round(cup), "random", 2)
    assert code_of(refused) == ["round-closed"]


@pytest.mark.parametrize(
    ("how", "seed", "code"),
    [("snake", 1, "bad-choice"), ("", 1, "bad-choice"), ("random", -1, "number-out-of-range"),
     ("random", 2**31, "number-out-of-range")],
)  # fmt: skip
def test_what_cannot_be_asked_for(how: str, seed: int, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        draw_round(OPERATOR, the_round(cup_of(8)), how, seed)
    assert code_of(refused) == [code]


def test_only_organisers_draw() -> None:
    cup = cup_of(8)
    nobody = Actor(label="senki")
    for write in (
        lambda: draw_round(nobody, the_round(cup), "random"),
        lambda: preview_draw(nobody, cup, 1, "random"),
        lambda: lock_seat(nobody, the_round(cup), 1),
    ):
        with pytest.raises(PermissionDenied):
            write()


# --- While it searches ------------------------------------------------------------------------------------------------


def slow(monkeypatch: pytest.MonkeyPatch, meanwhile: Any) -> list[bool]:
    """The search does `meanwhile`; was a transaction open?"""
    in_transaction: list[bool] = []
    real = drawing.fresh

    def fresh(players: Sequence[int], rounds: int, **options: Any) -> drawing.Plan:
        in_transaction.append(connection.in_atomic_block)
        meanwhile()
        return real(players, rounds, **options)

    service._search.cache_clear()
    monkeypatch.setattr(drawing, "fresh", fresh)
    return in_transaction


@pytest.mark.django_db(transaction=True)
def test_nothing_is_locked_while_it_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    cup = cup_of(8, table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8]))
    add_round(OPERATOR, cup)
    done: list[object] = []

    def another_table_sends() -> None:
        def send() -> None:
            try:
                done.append(record_deal(OPERATOR, the_table(cup), played(1, 1, 2)))
            finally:
                connection.close()

        thread = threading.Thread(target=send)
        thread.start()
        thread.join(10)

    opened = slow(monkeypatch, another_table_sends)
    draw_round(OPERATOR, the_round(cup, 2), "fresh", 1)
    assert opened == [False]
    assert len(done) == 1
    assert Seat.objects.filter(round__number=2).count() == 8


@pytest.mark.django_db(transaction=True)
def test_what_changed_while_it_searched_is_not_overwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    cup = cup_of(8)
    slow(monkeypatch, lambda: add_player(OPERATOR, cup, name="Későn Jött"))
    with pytest.raises(Refusal) as refused:
        draw_round(OPERATOR, the_round(cup), "fresh", 1)
    assert code_of(refused) == ["draw-changed"]
    assert not Seat.objects.exists()
    assert not AuditEntry.objects.filter(action="draw_round").exists()


@pytest.mark.django_db(transaction=True)
def test_two_who_draw_at_once_draw_once(monkeypatch: pytest.MonkeyPatch) -> None:
    cup = cup_of(8)
    key = basis_of(cup, 1, "fresh").key
    searches = slow(monkeypatch, lambda: None)
    start = threading.Barrier(2)
    outcomes: list[int | str] = []

    def draw() -> None:
        try:
            start.wait()
            outcomes.append(draw_round(OPERATOR, the_round(cup), "fresh", 1, expected=key).seed)
        except Refusal as refused:
            outcomes.append(refused.problems[0].code)
        finally:
            connection.close()

    threads = [threading.Thread(target=draw) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(str, outcomes)) == ["1", "draw-changed"]
    assert len(searches) == 1
    assert AuditEntry.objects.filter(action="draw_round").count() == 1


def test_the_state_that_was_seen_is_expected() -> None:
    cup = cup_of(8)
    key = basis_of(cup, 1, "random").key
    assert basis_of(cup, 1, "fresh").key == key
    withdraw_player(OPERATOR, cup.players.get(number=1), 0)
    add_player(OPERATOR, cup, name="Új")
    for ask in (draw_round, lambda *args, **more: preview_draw(OPERATOR, cup, 1, *args[2:], **more)):
        with pytest.raises(Refusal) as refused:
            ask(OPERATOR, the_round(cup), "random", 1, expected=key)
        assert code_of(refused) == ["draw-changed"]


def test_pairs_of_a_drawn_round_are_counted_once() -> None:
    cup = cup_of(9)
    found = draw_round(OPERATOR, the_round(cup), "random", 3)
    pairs = {frozenset(pair) for at in found.tables for pair in combinations(at, 2)}
    assert set(meetings(cup, 2).met) == pairs
