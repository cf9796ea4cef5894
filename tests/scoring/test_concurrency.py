"""Two who write at once follow each other: nothing is lost, nothing stands twice."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from scoring.models import AuditEntry, Tournament
from scoring.services import Refusal, add_player, close_round, record_deal
from tests.scoring.cups import OPERATOR, document, full_table, load, played, table, the_round, the_table, uncounted

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE = 6


def at_once(write: Callable[[int], object]) -> list[object]:
    """Runs the write in several threads that start together; what each came to."""
    start = threading.Barrier(AT_ONCE)
    outcomes: list[object] = []

    def one(number: int) -> None:
        try:
            start.wait()
            write(number)
            outcomes.append("written")
        except Refusal as refusal:
            outcomes.append(refusal.problems[0].code)
        except Exception as error:
            outcomes.append(repr(error))
        finally:
            connection.close()

    threads = [threading.Thread(target=one, args=(number,)) for number in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def test_the_same_deal_sent_by_several_is_recorded_once() -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    at = the_table(cup)
    outcomes = at_once(lambda _: record_deal(OPERATOR, at, played(1, 1, 2)))
    assert sorted(map(str, outcomes)) == ["number-out-of-order"] * (AT_ONCE - 1) + ["written"]
    assert at.deals.count() == 1
    cup.refresh_from_db()
    assert cup.revision == 2


def test_writes_of_one_cup_follow_each_other() -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    at = the_table(cup)

    def write(number: int) -> None:
        if number % 2:
            record_deal(OPERATOR, at, {"outcome": "passed_out"})
        else:
            add_player(OPERATOR, cup, name=f"Késő {number}")

    assert at_once(write) == ["written"] * AT_ONCE
    assert list(at.deals.values_list("position", flat=True)) == [1, 2, 3]
    assert list(cup.players.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6, 7]
    cup.refresh_from_db()
    assert cup.revision == 1 + AT_ONCE
    assert AuditEntry.objects.count() == 1 + AT_ONCE


def test_a_round_is_closed_once_and_no_deal_slips_in() -> None:
    full = full_table(1, [1, 2, 3, 4])
    full["deals"].append(uncounted(16))
    full["deals"][-2:] = reversed(full["deals"][-2:])
    cup = load(document(full))
    round_ = the_round(cup)
    outcomes = at_once(lambda _: close_round(OPERATOR, round_))
    assert sorted(map(str, outcomes)) == ["round-closed"] * (AT_ONCE - 1) + ["written"]


def test_one_slug_loaded_by_several_is_one_cup() -> None:
    cup = document(full_table(1, [1, 2, 3, 4]))
    outcomes = at_once(lambda _: load(cup))
    assert sorted(map(str, outcomes)) == ["slug-exists"] * (AT_ONCE - 1) + ["written"]
    assert Tournament.objects.get().rounds.get().tables.get().deals.count() == 16
