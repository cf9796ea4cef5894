"""Deals are recorded and corrected: points, revisions, what moves with them, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.models import AuditEntry, Capture, Deal, DealPoints, DealRevision, Tournament
from scoring.services import Refusal, close_round, correct_deal, enter_paper, record_deal
from tests.scoring.cups import (
    OPERATOR,
    document,
    full_table,
    load,
    played,
    points_of,
    table,
    the_deal,
    the_round,
    the_table,
    uncounted,
)

pytestmark = pytest.mark.django_db


def codes(refusal: pytest.ExceptionInfo[Refusal]) -> list[tuple[str, str]]:
    return [(problem.code, problem.field) for problem in refusal.value.problems]


def revisions(cup: Tournament) -> list[tuple[int, int]]:
    """(position, number) of all revisions."""
    return list(DealRevision.objects.order_by("deal__position", "number").values_list("deal__position", "number"))


def test_recording_writes_deal_revision_points_and_trail() -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    record = played(1, 3, 1, 47, announcements=[{"figure": "trull", "by": 2, "made": True}])
    deal = record_deal(OPERATOR, the_table(cup), record)
    assert (deal.position, deal.number, deal.outcome, deal.counted, deal.bika) == (1, 1, "played", True, True)
    assert points_of(deal) == {1: -3, 2: 3, 3: -3, 4: 3}
    assert deal.record == {
        "ruleset": "kupa-2005",
        "players": [2, 3, 4, 1],
        "bid": "three",
        "declarer": 3,
        "partner": 1,
        "card_points": 47,
        "announcements": [{"figure": "trull", "by": 2, "made": True}],
    }
    deal.refresh_from_db()
    assert deal.current is not None
    assert (deal.current.number, deal.current.actor, deal.current.reason) == (1, "command tests", "")
    entry = AuditEntry.objects.first()
    assert entry is not None
    assert (entry.action, entry.details) == ("record_deal", {"position": 1, "outcome": "played"})
    cup.refresh_from_db()
    assert cup.revision == 2


def test_at_a_table_of_five_the_dealer_has_no_points() -> None:
    cup = load(document(table(1, [1, 2, 3, 4, 5]), players=5))
    deal = record_deal(OPERATOR, the_table(cup), played(1, 2, None))
    assert points_of(deal) == {2: 3, 3: -1, 4: -1, 5: -1}


def test_a_deal_that_does_not_count_has_no_points_and_shares_its_number() -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    first = record_deal(OPERATOR, the_table(cup), uncounted(1))
    second = record_deal(OPERATOR, the_table(cup), played(1, 2, 3))
    assert (first.number, first.position, first.counted) == (1, 1, False)
    assert (second.number, second.position, second.counted) == (1, 2, True)
    assert points_of(first) == {}


def test_the_number_may_be_left_to_the_table() -> None:
    cup = load(document(table(1, [1, 2, 3, 4], [played(1, 1, 2)])))
    record = played(2, 1, 2)
    del record["number"]
    assert record_deal(OPERATOR, the_table(cup), record).number == 2


def test_a_capture_enters_the_log() -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    catch = {"figure": "xxi-catch", "by": 2, "catcher": 2, "victim": 3, "made": True, "kontra": 1}
    record_deal(OPERATOR, the_table(cup), played(1, 2, 4, announcements=[catch]))
    capture = Capture.objects.get()
    assert capture.catcher is not None
    assert capture.victim is not None
    assert (capture.catcher.number, capture.victim.number) == (2, 3)
    assert (capture.announced, capture.kontra) == (True, 1)


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (played(3, 1, 2), ("number-out-of-order", "number")),
        (played(1, 1, 2), ("number-out-of-order", "number")),
        (played(2, 1, 9), ("unknown-player", "partner")),
        (played(2, 1, 2, players=[1, 2, 3, 9]), ("not-at-table", "players[3]")),
        (played(2, 1, 2, multiplier=2), ("unknown-field", "multiplier")),
        (played(2, 1, 2, ruleset="magas-2018"), ("unknown-field", "ruleset")),
        (played(2, 1, 2, card_points=95), ("card-points-out-of-range", "card_points")),
        (played(2, 1, 2, kontra="1"), ("bad-type", "kontra")),
        (played(2, 1, 2, note="\ud800"), ("bad-value", "note")),
        (played(2, 1, 2, note="a\0b"), ("bad-value", "note")),
    ],
)
def test_a_wrong_record_is_refused_with_its_place(record: dict[str, Any], problem: tuple[str, str]) -> None:
    cup = load(document(table(1, [1, 2, 3, 4], [played(1, 1, 2)])))
    with pytest.raises(Refusal) as refusal:
        record_deal(OPERATOR, the_table(cup), record)
    assert codes(refusal) == [problem]
    assert Deal.objects.count() == 1
    cup.refresh_from_db()
    assert cup.revision == 1


def test_no_deal_beyond_the_plan() -> None:
    cup = load(document(full_table(1, [1, 2, 3, 4])))
    with pytest.raises(Refusal) as refusal:
        record_deal(OPERATOR, the_table(cup), played(17, 1, 2))
    assert codes(refusal) == [("deal-beyond-plan", "number")]


def test_a_table_with_paper_takes_no_deals() -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    enter_paper(OPERATOR, the_table(cup), "totals", {1: 3, 2: -1, 3: -1, 4: -1})
    with pytest.raises(Refusal) as refusal:
        record_deal(OPERATOR, the_table(cup), played(1, 1, 2))
    assert codes(refusal) == [("table-has-paper", "")]


def test_a_closed_round_and_a_final_cup_take_nothing() -> None:
    cup = load(document(table(1, [1, 2, 3, 4], [played(1, 1, 2)])))
    Tournament.objects.update(state="final")
    with pytest.raises(Refusal) as refusal:
        record_deal(OPERATOR, the_table(cup), played(2, 1, 2))
    assert codes(refusal) == [("tournament-final", "")]
    Tournament.objects.update(state="published")
    close_round(OPERATOR, the_round(cup), "késő van")
    for write in (
        lambda: record_deal(OPERATOR, the_table(cup), played(2, 1, 2)),
        lambda: correct_deal(OPERATOR, the_deal(cup, 1), played(1, 1, 3)),
    ):
        with pytest.raises(Refusal) as refusal:
            write()
        assert codes(refusal) == [("round-closed", "")]
    assert revisions(cup) == [(1, 1)]


def test_a_correction_is_a_new_revision_and_the_old_one_stays() -> None:
    cup = load(document(table(1, [1, 2, 3, 4], [played(1, 1, 2), played(2, 1, 2)])))
    old = the_deal(cup, 1).current
    written = correct_deal(OPERATOR, the_deal(cup, 1), played(1, 1, 3, 30, kontra=1), "elírás")
    assert [(each.deal.position, each.number, each.reason) for each in written] == [(1, 2, "elírás")]
    assert revisions(cup) == [(1, 1), (1, 2), (2, 1)]
    deal = the_deal(cup, 1)
    assert deal.current == written[0]
    assert points_of(deal) == {1: -2, 2: 2, 3: -2, 4: 2}
    assert old is not None
    assert DealRevision.objects.get(pk=old.pk).record == old.record
    entry = AuditEntry.objects.first()
    assert entry is not None
    assert (entry.action, entry.round, entry.table, entry.deal) == ("correct_deal", 1, 1, 1)
    assert entry.details == {"position": 1, "reason": "elírás", "moved": []}


def test_a_correction_replaces_points_and_captures() -> None:
    catch = {"figure": "xxi-catch", "by": 1, "catcher": 1, "victim": 3}
    cup = load(document(table(1, [1, 2, 3, 4], [played(1, 1, 2, silent=[catch])])))
    assert Capture.objects.count() == 1
    correct_deal(OPERATOR, the_deal(cup, 1), played(1, 1, 2))
    assert Capture.objects.count() == 0
    assert DealPoints.objects.count() == 4


def test_a_refused_correction_changes_nothing() -> None:
    cup = load(document(table(1, [1, 2, 3, 4], [played(1, 1, 2), played(2, 1, 2)])))
    with pytest.raises(Refusal) as refusal:
        correct_deal(OPERATOR, the_deal(cup, 2), played(2, 1, 1, 99))
    assert codes(refusal) == [("partner-is-declarer", "partner"), ("card-points-out-of-range", "card_points")]
    assert revisions(cup) == [(1, 1), (2, 1)]


@pytest.mark.parametrize("number", [2, "1", None, True])
def test_a_correction_keeps_the_number(number: Any) -> None:
    cup = load(document(table(1, [1, 2, 3, 4], [played(1, 1, 2), played(2, 1, 2)])))
    with pytest.raises(Refusal) as refusal:
        correct_deal(OPERATOR, the_deal(cup, 1), {**played(1, 1, 3), "number": number})
    assert codes(refusal)[0][1] == "number"
    record = played(1, 1, 3)
    del record["number"]
    correct_deal(OPERATOR, the_deal(cup, 1), record)
    assert [the_deal(cup, position).number for position in (1, 2)] == [1, 2]


def test_a_reason_of_a_thousand_letters_is_refused() -> None:
    cup = load(document(table(1, [1, 2, 3, 4], [played(1, 1, 2)])))
    with pytest.raises(Refusal) as refusal:
        correct_deal(OPERATOR, the_deal(cup, 1), played(1, 1, 3), "ő" * 1000)
    assert codes(refusal) == [("text-too-long", "reason")]


def test_a_deal_of_another_cup_is_corrected_there() -> None:
    first = load(document(table(1, [1, 2, 3, 4], [played(1, 1, 2)])))
    second = load(document(table(1, [1, 2, 3, 4], [played(1, 1, 2)]), slug="masik"))
    correct_deal(OPERATOR, the_deal(second, 1), played(1, 1, 3))
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.revision, second.revision) == (1, 2)


def paskievics() -> Tournament:
    """Deal 1 is passed out and replayed, so doubled; deals 2 and 3 are plain."""
    deals = [uncounted(1), played(1, 1, 2), played(2, 2, 3), played(3, 3, 4)]
    return load(document(table(1, [1, 2, 3, 4], deals), ruleset="paskievics"))


def test_paskievics_doubling_moves_with_a_correction() -> None:
    cup = paskievics()
    assert points_of(the_deal(cup, 2)) == {1: 2, 2: 2, 3: -2, 4: -2}
    assert points_of(the_deal(cup, 3)) == {1: -1, 2: 1, 3: 1, 4: -1}
    written = correct_deal(OPERATOR, the_deal(cup, 1), uncounted(1, "thrown_in"), "bedobás volt")
    assert [(each.deal.position, each.number) for each in written] == [(1, 2), (3, 2), (4, 2)]
    assert [each.reason for each in written] == ["bedobás volt", "", ""]
    assert points_of(the_deal(cup, 3)) == {1: -2, 2: 2, 3: 2, 4: -2}
    assert the_deal(cup, 4).record["multiplier"] == 2
    entry = AuditEntry.objects.first()
    assert entry is not None
    assert entry.details["moved"] == [3, 4]


def test_a_deal_that_now_counts_moves_the_numbers_after_it_and_the_players_stay() -> None:
    cup = paskievics()
    players = [the_deal(cup, position).record["players"] for position in (1, 2, 3, 4)]
    correct_deal(OPERATOR, the_deal(cup, 1), played(1, 1, 4))
    deals = [the_deal(cup, position) for position in (1, 2, 3, 4)]
    assert [deal.number for deal in deals] == [1, 2, 3, 4]
    assert [deal.record["players"] for deal in deals] == players
    assert [deal.record.get("multiplier", 1) for deal in deals] == [1, 1, 1, 1]
    assert all(deal.counted for deal in deals)
    correct_deal(OPERATOR, the_deal(cup, 1), uncounted(1))
    deals = [the_deal(cup, position) for position in (1, 2, 3, 4)]
    assert [(deal.number, deal.counted) for deal in deals] == [(1, False), (1, True), (2, True), (3, True)]
    assert [deal.record.get("multiplier", 1) for deal in deals] == [1, 2, 1, 1]
    assert [deal.revisions.count() for deal in deals] == [3, 3, 3, 3]


def test_a_deal_that_now_counts_may_not_push_another_beyond_the_plan() -> None:
    full = full_table(1, [1, 2, 3, 4])
    full["deals"].insert(3, uncounted(4))
    cup = load(document(full))
    with pytest.raises(Refusal) as refusal:
        correct_deal(OPERATOR, the_deal(cup, 4), played(4, 1, 2))
    assert codes(refusal) == [("deal-beyond-plan", "deals[16].number")]
    assert DealRevision.objects.count() == 17


def test_magas_kassza_moves_with_a_correction() -> None:
    pagat = {"figure": "pagat-ultimo", "by": 1, "made": True}
    lost = {"figure": "pagat-ultimo", "by": 3, "made": False}
    deals = [played(1, 1, 2, announcements=[pagat]), played(2, 1, 2, announcements=[lost]), played(3, 1, 2)]
    cup = load(document(table(1, [1, 2, 3, 4], deals), ruleset="magas-2018"))
    assert [the_deal(cup, n).record["kassza_balance"] for n in (1, 2, 3)] == [200, 200, 400]
    written = correct_deal(OPERATOR, the_deal(cup, 1), played(1, 1, 2))
    assert [the_deal(cup, n).record["kassza_balance"] for n in (1, 2, 3)] == [200, 200, 400]
    assert [each.deal.position for each in written] == [1]
    written = correct_deal(OPERATOR, the_deal(cup, 2), played(2, 1, 2, announcements=[pagat]))
    assert [the_deal(cup, n).record["kassza_balance"] for n in (1, 2, 3)] == [200, 200, 200]
    assert [each.deal.position for each in written] == [2, 3]
    written = correct_deal(OPERATOR, the_deal(cup, 1), played(1, 1, 2, announcements=[{**pagat, "made": False}]))
    assert [the_deal(cup, n).record["kassza_balance"] for n in (1, 2, 3)] == [200, 400, 200]
    assert [each.deal.position for each in written] == [1, 2]
    # The points are none of the kassza's business.
    assert points_of(the_deal(cup, 3)) == {1: 1, 2: 1, 3: -1, 4: -1}
