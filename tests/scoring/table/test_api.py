"""The table's JSON calls do what docs/formats.md says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import Confirmation, Deal, DealRevision, Receipt, Tournament
from scoring.services import close_round, enter_paper, record_deal, renew_link
from tests.schemas import faults
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
from tests.scoring.table.calling import Phone, codes
from tests.scoring.url_table import everything

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Tournament:
    """Two tables: of four, and of five where 5 deals first and sits out."""
    return load(document(table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8, 9]), players=9))


@pytest.fixture
def phone(cup: Tournament) -> Phone:
    return Phone(the_table(cup))


def said(number: int, declarer: int, partner: int | None, card_points: int = 60, *, by: int = 1, **more: Any) -> Any:
    return {**played(number, declarer, partner, card_points, **more), "entered_by": by}


def refused(response: Any, status: int, *expected: tuple[str, str]) -> None:
    assert (response.status_code, codes(response)) == (status, list(expected))
    assert faults("call-refusal", response.json(), closed=True) == []


# --- Entering ---------------------------------------------------------------------------------------------------------


def test_a_deal_is_entered(phone: Phone, cup: Tournament) -> None:
    response = phone.enter(said(1, 2, 4, by=3))
    assert response.status_code == 201
    deal = the_deal(cup, 1)
    assert response.json() == {
        "id": deal.pk,
        "number": 1,
        "bid": "three",
        "declarer": 2,
        "card_points": 60,
        "partner": 4,
        "players": [2, 3, 4, 1],
        "revision": 1,
        "entered_by": 3,
        "confirmed_by": None,
        "on_hold": False,
        "result": {
            "points": {"2": 1, "3": -1, "4": 1, "1": -1},
            "lines": [{"item": "game", "side": "declarer", "value": 1, "kontra": 0, "rule": "8"}],
            "warnings": [],
            "bika": False,
        },
        "totals": {"1": -1, "2": 1, "3": -1, "4": 1},
        "next_dealer": 2,
    }
    assert deal.current is not None
    assert deal.current.actor == "table 1/1: 3. Játékos 3"
    assert faults("deal-object", response.json(), closed=True) == []
    assert (response["Cache-Control"].split(", ")[:1], response["Referrer-Policy"]) == (["max-age=0"], "no-referrer")
    assert "no-store" in response["Cache-Control"]


def test_who_sits_out_may_write_it_down(cup: Tournament) -> None:
    response = Phone(the_table(cup, 2)).enter(said(1, 6, 8, by=5))
    assert (response.status_code, response.json()["entered_by"], response.json()["next_dealer"]) == (201, 5, 6)


def test_the_same_message_again(phone: Phone) -> None:
    first = phone.enter(said(1, 2, 4), "k")
    again = phone.enter(dict(reversed(said(1, 2, 4).items())), "k")
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.content == again.content
    assert Deal.objects.count() == Receipt.objects.count() == 1


def test_another_message_under_the_same_key(phone: Phone) -> None:
    deal = phone.enter(said(1, 2, 4), "k").json()
    refused(phone.enter(said(1, 2, 4, 61), "k"), 422, ("key-reused", "Idempotency-Key"))
    refused(phone.enter(said(1, 2, 4, 60.0), "k"), 422, ("key-reused", "Idempotency-Key"))  # type: ignore[arg-type]
    # The same body to another address is another message.
    refused(phone.correct(deal["id"], said(1, 2, 4), 1, "k"), 422, ("key-reused", "Idempotency-Key"))
    assert DealRevision.objects.count() == 1


def test_what_was_refused_may_be_sent_again_under_its_key(phone: Phone) -> None:
    assert phone.enter(said(1, 2, 4, 99), "k").status_code == 422
    assert phone.enter(said(1, 2, 4, 60), "k").status_code == 201


@pytest.mark.parametrize("key", ["", " ", "x" * 101, "a\x01b"])
def test_without_a_key(phone: Phone, key: str) -> None:
    refused(phone.send("post", "/deals", said(1, 2, 4), key), 400, ("bad-key", "Idempotency-Key"))
    assert not Deal.objects.exists()


def test_keys_of_two_tables_do_not_meet(phone: Phone, cup: Tournament) -> None:
    assert phone.enter(said(1, 2, 4), "k").status_code == 201
    assert Phone(the_table(cup, 2)).enter(said(1, 6, 8, by=5), "k").status_code == 201


@pytest.mark.parametrize(
    ("entered_by", "code"),
    [
        (None, "missing-field"),
        (5, "not-at-table"),
        (0, "not-at-table"),
        (-1, "not-at-table"),
        (10**9, "not-at-table"),
        ("1", "bad-type"),
        (True, "bad-type"),
        (1.0, "bad-type"),
        ([1], "bad-type"),
        ({}, "bad-type"),
    ],
)
def test_who_enters_sits_at_the_table(phone: Phone, entered_by: Any, code: str) -> None:
    refused(phone.enter({**played(1, 2, 4), "entered_by": entered_by}), 422, (code, "entered_by"))
    assert not Deal.objects.exists()


def test_somebody_enters_it(phone: Phone) -> None:
    refused(phone.enter(played(1, 2, 4)), 422, ("missing-field", "entered_by"))
    record = said(1, 2, 4)
    del record["number"]
    refused(phone.enter(record), 422, ("missing-field", "number"))


def test_errors_of_the_record_stand_in_their_places(phone: Phone) -> None:
    figures = [{"figure": "trull", "by": 2, "made": True, "kontra": 5}, {"figure": "pagat-facan", "by": 2}]
    refused(
        phone.enter(said(1, 2, 7, 99, announcements=figures, totals={})),
        422,
        ("unknown-field", "totals"),
        ("unknown-player", "partner"),
        ("kontra-too-high", "announcements[0].kontra"),
        ("figure-not-in-ruleset", "announcements[1].figure"),
        ("card-points-out-of-range", "card_points"),
    )
    refused(phone.enter({**said(1, 2, 4), "multiplier": 2}), 422, ("unknown-field", "multiplier"))
    refused(phone.enter({**said(1, 2, 4), "ruleset": "kupa-2005"}), 422, ("unknown-field", "ruleset"))


def test_a_number_that_is_counted_already(phone: Phone) -> None:
    first = phone.enter(said(1, 2, 4)).json()
    phone.enter({**uncounted(2), "entered_by": 1})
    response = phone.enter(said(1, 3, 1, by=2))
    refused(response, 409, ("deal-counted-already", "number"))
    deal = response.json()["deal"]
    assert (deal["id"], deal["declarer"], deal["entered_by"], deal["revision"]) == (first["id"], 2, 1, 1)
    assert deal["totals"] == first["totals"]
    # A deal that did not count leaves its number to the next one.
    assert phone.enter(said(2, 3, 1)).status_code == 201
    assert Deal.objects.count() == 3


def test_a_number_out_of_order_or_beyond_the_plan(phone: Phone) -> None:
    for number in (0, 2, 16, -1):
        refused(phone.enter(said(number, 2, 4)), 422, ("number-out-of-order", "number"))
    for number in (17, 32_768, 10**9):
        expected = [("number-out-of-order", "number"), ("deal-beyond-plan", "number")]
        refused(phone.enter(said(number, 2, 4)), 422, *expected)
    for none in ("1", True, 1.0, [1]):
        refused(phone.enter({**said(1, 2, 4), "number": none}), 422, ("bad-type", "number"))
    full = load(document(full_table(1, [1, 2, 3, 4]), slug="tele"))
    at = Phone(the_table(full))
    refused(at.enter(said(17, 2, 4)), 422, ("deal-beyond-plan", "number"))
    refused(at.enter(said(16, 2, 4)), 409, ("deal-counted-already", "number"))


def test_a_table_on_paper(cup: Tournament, phone: Phone) -> None:
    enter_paper(OPERATOR, the_table(cup), "totals", {1: 3, 2: -1, 3: -1, 4: -1})
    refused(phone.enter(said(1, 2, 4)), 422, ("table-has-paper", ""))
    assert phone.deals().json()["totals"] == {"1": 3, "2": -1, "3": -1, "4": -1}


# --- Reading ----------------------------------------------------------------------------------------------------------


def test_all_deals(phone: Phone, cup: Tournament) -> None:
    assert phone.deals().json() == {
        "deals": [],
        "totals": {"1": 0, "2": 0, "3": 0, "4": 0},
        "closed": False,
        "seats": [1, 2, 3, 4],
        "planned": 16,
        "next_number": 1,
        "next_dealer": 1,
    }
    entered = [phone.enter({**uncounted(1), "entered_by": 2}).json(), phone.enter(said(1, 2, 4)).json()]
    confirmed = phone.confirm(entered[1]["id"], {"by": 2}, 1).json()
    record_deal(OPERATOR, the_table(cup), played(2, 3, None, 47))
    found = phone.deals().json()
    now = {"totals": {"1": 0, "2": 2, "3": -4, "4": 2}, "next_dealer": 3}
    assert found["deals"][:2] == [entered[0] | now, confirmed | now]
    assert [deal["entered_by"] for deal in found["deals"]] == [2, 1, None]
    assert [deal["confirmed_by"] for deal in found["deals"]] == [None, 2, None]
    assert (found["totals"], found["next_number"], found["next_dealer"]) == (now["totals"], 3, 3)
    assert [faults("deal-object", deal, closed=True) for deal in found["deals"]] == [[], [], []]


def test_a_full_table_has_no_next_deal() -> None:
    found = Phone(the_table(load(document(full_table(1, [1, 2, 3, 4]))))).deals().json()
    assert (len(found["deals"]), found["next_number"], found["next_dealer"]) == (16, None, None)
    assert {deal["next_dealer"] for deal in found["deals"]} == {None}


def test_what_was_not_changed_is_not_sent_again(phone: Phone, cup: Tournament) -> None:
    first = phone.deals()
    with CaptureQueriesContext(connection) as queries:
        again = phone.deals(if_none_match=first["ETag"])
    assert (again.status_code, again.content, again["ETag"], len(queries)) == (304, b"", first["ETag"], 1)
    assert phone.deals(if_none_match=f'"x", W/{first["ETag"]}').status_code == 304
    assert phone.deals(if_none_match=first["ETag"], accept_language="hu").status_code == 200
    assert phone.deals(if_none_match='"x"').status_code == 200
    # Also when another table has written: its revision is the cup's.
    Phone(the_table(cup, 2)).enter(said(1, 6, 8, by=5))
    assert phone.deals(if_none_match=first["ETag"]).status_code == 200
    # GET takes no If-Match.
    assert phone.deals(if_match='"x"').status_code == 200


# --- Correcting -------------------------------------------------------------------------------------------------------


def test_a_deal_is_corrected(phone: Phone, cup: Tournament) -> None:
    deal = phone.enter(said(1, 2, 4)).json()
    assert phone.confirm(deal["id"], {"by": 4}, 1).json()["confirmed_by"] == 4
    response = phone.correct(deal["id"], {**said(1, 2, 4, 72), "reason": "elírás"}, 1)
    assert response.status_code == 200
    found = response.json()
    assert (found["revision"], found["card_points"], found["entered_by"], found["confirmed_by"]) == (2, 72, 1, None)
    assert found["result"]["lines"][0]["item"] == "double-game"
    assert found["totals"] == {"1": -2, "2": 2, "3": -2, "4": 2}
    assert the_deal(cup, 1).current == DealRevision.objects.get(number=2, reason="elírás")
    assert faults("deal-object", found, closed=True) == []


def test_a_deal_object_may_come_back(phone: Phone) -> None:
    deal = phone.enter(said(1, 2, 4, by=3)).json()
    response = phone.correct(deal["id"], {**deal, "card_points": 50}, 1)
    assert (response.status_code, response.json()["entered_by"]) == (200, 3)
    assert response.json()["result"]["points"] == {"2": 1, "3": -1, "4": 1, "1": -1}
    refused(phone.correct(deal["id"], {**deal, "card_point": 50}, 2), 422, ("unknown-field", "card_point"))


def test_who_corrects_is_who_entered_it_unless_said(phone: Phone, cup: Tournament) -> None:
    deal = phone.enter(said(1, 2, 4, by=3)).json()
    assert phone.correct(deal["id"], played(1, 2, 4, 61), 1).json()["entered_by"] == 3
    assert phone.correct(deal["id"], said(1, 2, 4, 62, by=4), 2).json()["entered_by"] == 4
    refused(phone.correct(deal["id"], said(1, 2, 4, 62, by=5), 3), 422, ("not-at-table", "entered_by"))
    refused(phone.correct(deal["id"], {**played(1, 2, 4), "entered_by": "4"}, 3), 422, ("bad-type", "entered_by"))
    organisers = record_deal(OPERATOR, the_table(cup), played(2, 3, None, 47))
    refused(phone.correct(organisers.pk, played(2, 3, None, 48), 1), 422, ("missing-field", "entered_by"))
    assert phone.correct(organisers.pk, said(2, 3, None, 48, by=2), 1).json()["entered_by"] == 2


def test_a_correction_keeps_its_number_unless_another_is_said(phone: Phone) -> None:
    deal = phone.enter(said(1, 2, 4)).json()
    record = played(1, 2, 4, 61)
    del record["number"]
    assert phone.correct(deal["id"], record, 1).json()["number"] == 1
    refused(phone.correct(deal["id"], said(2, 2, 4), 2), 422, ("number-out-of-order", "number"))


@pytest.mark.parametrize(("reason", "code"), [(5, "bad-type"), (None, "bad-type"), ("x" * 501, "text-too-long")])
def test_a_reason_is_a_text(phone: Phone, reason: Any, code: str) -> None:
    deal = phone.enter(said(1, 2, 4)).json()
    refused(phone.correct(deal["id"], {**said(1, 2, 4), "reason": reason}, 1), 422, (code, "reason"))


@pytest.mark.parametrize("match", ['"1"', "1", 'W/"1"', ' "1" '])
def test_the_revision_that_was_seen(phone: Phone, match: str) -> None:
    deal = phone.enter(said(1, 2, 4)).json()
    assert phone.correct(deal["id"], said(1, 2, 4, 61), match).status_code == 200


@pytest.mark.parametrize("match", ['"2"', "0", "-1", "*", '"1', "1.0", "x" * 5000, '"1", "2"', "١"])
def test_somebody_was_quicker(phone: Phone, match: str) -> None:
    deal = phone.enter(said(1, 2, 4)).json()
    for response in (
        phone.correct(deal["id"], said(1, 2, 4, 61), match),
        phone.confirm(deal["id"], {"by": 3}, match),
    ):
        refused(response, 412, ("changed-meanwhile", ""))
        assert response.json()["deal"] == deal
    assert DealRevision.objects.count() == 1


def test_no_revision_is_no_correction(phone: Phone) -> None:
    deal = phone.enter(said(1, 2, 4)).json()
    refused(phone.correct(deal["id"], said(1, 2, 4, 61)), 428, ("if-match-missing", "If-Match"))
    refused(phone.confirm(deal["id"], {"by": 3}), 428, ("if-match-missing", "If-Match"))


def test_a_correction_sent_twice_is_one_revision(phone: Phone) -> None:
    deal = phone.enter(said(1, 2, 4)).json()
    answers = [phone.correct(deal["id"], said(1, 2, 4, 61), 1, "k") for _ in range(2)]
    assert [each.status_code for each in answers] == [200, 200]
    assert answers[0].content == answers[1].content
    assert DealRevision.objects.count() == 2
    refused(phone.correct(deal["id"], said(1, 2, 4, 62), 1, "k"), 422, ("key-reused", "Idempotency-Key"))
    refused(phone.correct(deal["id"], said(1, 2, 4, 62), 1, ""), 400, ("bad-key", "Idempotency-Key"))


def test_a_correction_that_makes_later_deals_impossible() -> None:
    sheet = full_table(1, [1, 2, 3, 4])
    sheet["deals"].insert(0, uncounted(1))
    phone = Phone(the_table(load(document(sheet))))
    first = phone.deals().json()["deals"][0]
    before = everything()
    # Played after all, it would make seventeen deals.
    response = phone.correct(first["id"], said(1, 2, 4), 1)
    refused(response, 422, ("deal-beyond-plan", "deals[16].number"))
    assert everything() == before


# --- What follows -----------------------------------------------------------------------------------------------------


def test_correcting_deal_3_of_a_paskievics_table_moves_the_doubling() -> None:
    cup = load(document(table(1, [1, 2, 3, 4]), ruleset="paskievics"))
    phone = Phone(the_table(cup))
    ids = [phone.enter(said(number, 1, 2)).json()["id"] for number in range(1, 10)]
    assert phone.deals().json()["totals"] == {"1": 9, "2": 9, "3": -9, "4": -9}
    revision = Tournament.objects.get().revision
    # A deal that was thrown in doubles the next four that count.
    response = phone.correct(ids[2], {**uncounted(3, "thrown_in"), "entered_by": 1}, 1)
    assert response.status_code == 200
    deals = phone.deals().json()["deals"]
    assert [deal.get("multiplier", 1) for deal in deals] == [1, 1, 1, 2, 2, 2, 2, 1, 1]
    assert [deal["number"] for deal in deals] == [1, 2, 3, 3, 4, 5, 6, 7, 8]
    assert [deal["revision"] for deal in deals] == [1, 1, 2, 2, 2, 2, 2, 2, 2]
    assert [deal["result"]["points"]["1"] for deal in deals] == [1, 1, 0, 2, 2, 2, 2, 1, 1]
    assert response.json()["totals"] == deals[0]["totals"] == {"1": 12, "2": 12, "3": -12, "4": -12}
    assert points_of(the_deal(cup, 4)) == {1: 2, 2: 2, 3: -2, 4: -2}
    # All at once, and recorded.
    now = Tournament.objects.get()
    entry = now.audit_entries.latest("pk")
    assert now.revision == revision + 1
    assert (entry.action, entry.actor, entry.deal) == ("correct_deal", "table 1/1: 1. Játékos 1", 3)
    assert entry.details == {"position": 3, "reason": "", "moved": [4, 5, 6, 7, 8, 9]}
    # And back again.
    assert phone.correct(ids[2], said(3, 1, 2), 2).json()["totals"] == {"1": 9, "2": 9, "3": -9, "4": -9}
    assert [deal.get("multiplier", 1) for deal in phone.deals().json()["deals"]] == [1] * 9


def test_correcting_deal_3_of_a_magas_table_moves_the_kassza() -> None:
    cup = load(document(table(1, [1, 2, 3, 4]), ruleset="magas-2018"))
    phone = Phone(the_table(cup))
    made = [{"figure": "pagat-ultimo", "by": 1, "made": True}]
    ids = [phone.enter(said(number, 1, 2)).json()["id"] for number in range(1, 5)]
    ids.append(phone.enter(said(5, 1, 2, announcements=made)).json()["id"])

    def kassza() -> list[tuple[int, int]]:
        found = [deal["result"]["kassza"] for deal in phone.deals().json()["deals"]]
        return [(each["before"], each["after"]) for each in found]

    assert kassza() == [(200, 200), (200, 200), (200, 200), (200, 200), (200, 0)]
    failed = [{"figure": "pagat-ultimo", "by": 1, "made": False}]
    response = phone.correct(ids[2], said(3, 1, 2, announcements=failed), 1)
    assert response.json()["result"]["kassza"]["change"] == 200
    assert kassza() == [(200, 200), (200, 200), (200, 400), (400, 400), (400, 0)]
    deals = phone.deals().json()["deals"]
    assert [deal["revision"] for deal in deals] == [1, 1, 2, 2, 2]
    assert [deal["kassza_balance"] for deal in deals] == [200, 200, 200, 400, 400]
    assert Tournament.objects.get().audit_entries.latest("pk").details["moved"] == [4, 5]


# --- Confirming -------------------------------------------------------------------------------------------------------


def test_a_deal_is_confirmed(phone: Phone) -> None:
    deal = phone.enter(said(1, 2, 4, by=2)).json()
    first = phone.confirm(deal["id"], {"by": 3}, 1, "k")
    assert (first.status_code, first.json()) == (200, {**deal, "confirmed_by": 3})
    again = phone.confirm(deal["id"], {"by": 3}, 1, "k")
    assert (again.status_code, again.content) == (200, first.content)
    assert phone.confirm(deal["id"], {"by": 1}, 1).json()["confirmed_by"] == 3
    assert Confirmation.objects.count() == 1
    assert faults("deal-object", first.json(), closed=True) == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"by": 2}, "confirms-own-entry"),
        ({"by": 4}, "confirms-own-side"),
        ({"by": 5}, "not-at-table"),
        ({"by": 10**9}, "not-at-table"),
        ({"by": "3"}, "bad-type"),
        ({"by": True}, "bad-type"),
        ({"by": [3]}, "bad-type"),
        ({"by": None}, "missing-field"),
        ({}, "missing-field"),
    ],
)
def test_who_may_confirm(phone: Phone, body: Any, code: str) -> None:
    deal = phone.enter(said(1, 2, 4, by=2)).json()
    refused(phone.confirm(deal["id"], body, 1), 422, (code, "by"))
    assert not Confirmation.objects.exists()


def test_a_confirmation_says_nothing_else(phone: Phone) -> None:
    deal = phone.enter(said(1, 2, 4, by=2)).json()
    refused(phone.confirm(deal["id"], {"by": 3, "card_points": 1}, 1), 422, ("unknown-field", "card_points"))
    refused(phone.confirm(deal["id"], {"by": 3}, 1, ""), 400, ("bad-key", "Idempotency-Key"))


def test_what_was_changed_is_not_confirmed(phone: Phone) -> None:
    deal = phone.enter(said(1, 2, 4, by=2)).json()
    now = phone.correct(deal["id"], said(1, 2, 4, 61, by=2), 1).json()
    response = phone.confirm(deal["id"], {"by": 3}, 1)
    refused(response, 412, ("changed-meanwhile", ""))
    assert response.json()["deal"] == now


# --- Previewing -------------------------------------------------------------------------------------------------------


def test_a_preview_is_what_would_be_stored(phone: Phone) -> None:
    figures = [{"figure": "trull", "by": 4, "made": True}, {"figure": "pagat-ultimo", "by": 2, "made": False}]
    record = said(1, 2, 4, 66, announcements=figures)
    before = everything()
    looked = phone.preview(record)
    assert (looked.status_code, everything() == before) == (200, True)
    assert faults("result", looked.json(), closed=True) == []
    assert looked.json() == phone.enter(record).json()["result"]


def test_a_preview_is_refused_like_a_deal(phone: Phone) -> None:
    refused(phone.preview(played(1, 2, 4, 99)), 422, ("card-points-out-of-range", "card_points"))
    refused(phone.preview(played(2, 2, 4)), 422, ("number-out-of-order", "number"))
    refused(phone.preview({"bid": "three"}), 422, ("missing-field", "number"))
    for number in (-1, 0, 32_768, 10**9):
        assert codes(phone.preview(played(number, 2, 4)))[0] == ("number-out-of-order", "number")


def test_a_preview_of_a_correction(phone: Phone) -> None:
    deal = phone.enter({**uncounted(1), "entered_by": 1}).json()
    counted = phone.enter(said(1, 2, 4)).json()
    assert phone.preview(played(1, 2, 4, 72)).json()["points"] == {"2": 2, "3": -2, "4": 2, "1": -2}
    assert phone.preview({**counted, "card_points": 22}).json()["points"] == {"2": -2, "3": 2, "4": -2, "1": 2}
    by_id = phone.preview({**deal, "outcome": "thrown_in"})
    assert (by_id.status_code, by_id.json()["points"]) == (200, deal["result"]["points"])
    for id in (0, 10**9, "x", None, True, [1]):
        refused(phone.preview({**deal, "id": id}), 404, ("no-such-deal", ""))
    assert DealRevision.objects.count() == 2


# --- Whatever comes ---------------------------------------------------------------------------------------------------

DEEP = b'{"number": 1, "entered_by": 1, "note": ' + b"[" * 30 + b"]" * 30 + b"}"
BODIES = {
    b"": "bad-json",
    b"{": "bad-json",
    b"nonsense": "bad-json",
    b"\xff\xfe{}": "bad-json",
    b'{"number": NaN}': "bad-json",
    b'{"number": Infinity}': "bad-json",
    b"[" * 100_000: "nesting-too-deep",
    b'{"a":' * 50_000: "nesting-too-deep",
    DEEP: "nesting-too-deep",
    b"[]": "bad-type",
    b"null": "bad-type",
    b'"text"': "bad-type",
    b"7": "bad-type",
    b'{"number": 1, "number": 2}': "duplicate-key",
    b'{"number": 1e999}': "number-too-large",
    b'{"number": ' + b"9" * 5000 + b"}": "number-too-large",
    b'{"note": "a\\u0000b"}': "bad-text",
    b'{"note": "\\ud800"}': "bad-text",
    b'{"\\udfff": 1}': "bad-text",
    b"number=1&entered_by=1": "bad-json",
}


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body[:20].decode("latin-1"))
def test_what_is_no_message(phone: Phone, body: bytes) -> None:
    deal = phone.enter(said(1, 2, 4)).json()
    before = everything()
    for response in (
        phone.enter(body),
        phone.preview(body),
        phone.correct(deal["id"], body, 1),
        phone.confirm(deal["id"], body, 1),
    ):
        assert response.status_code == 422
        assert codes(response)[0][0] == BODIES[body]
    assert everything() == before


@pytest.mark.parametrize("value", [None, True, 1.5, "x", [], {}, [[]], {"a": 1}, 10**9, -1, "ő" * 600])
@pytest.mark.parametrize("name", ["bid", "declarer", "partner", "card_points", "announcements", "players", "outcome"])
def test_values_of_any_kind(phone: Phone, name: str, value: Any) -> None:
    deal = phone.enter(said(1, 2, 4)).json()
    spoilt = {**said(2, 2, 4), name: value}
    for response in (phone.enter(spoilt), phone.preview(spoilt), phone.correct(deal["id"], spoilt | {"number": 1}, 1)):
        assert response.status_code in (200, 201, 422), response.content
        if response.status_code == 422:
            codes(response)


def test_the_content_type_is_not_looked_at(phone: Phone) -> None:
    response = phone.client.post(
        f"{phone.link}/deals",
        b'\xef\xbb\xbf{"number": 1, "outcome": "passed_out", "entered_by": 1}',
        content_type="application/x-www-form-urlencoded",
        headers={"idempotency-key": "k"},
    )
    assert response.status_code == 201


def test_a_message_that_is_too_long(phone: Phone) -> None:
    for size in (1024 * 1024 + 1, 5 * 1024 * 1024):
        response = phone.enter(b" " * size)
        refused(response, 413, ("message-too-long", ""))


@pytest.mark.parametrize(
    ("path", "allowed"),
    [("/deals", "GET, HEAD, POST"), ("/deals/1", "PUT"), ("/deals/1/confirm", "POST"), ("/preview", "POST")],
)
def test_other_methods(phone: Phone, path: str, allowed: str) -> None:
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"} - set(allowed.split(", ")):
        response = phone.client.generic(method, phone.link + path, b"{}")
        refused(response, 405, ("method-not-allowed", ""))
        assert response["Allow"] == allowed


@pytest.mark.parametrize("path", ["/deals/", "/deals/1/", "/deals/1/2", "/deals/1/confirm/", "/deals/x\n/y"])
def test_addresses_that_lead_nowhere(phone: Phone, path: str) -> None:
    refused(phone.client.get(phone.link + path, headers={"accept-language": "en"}), 404, ("no-such-address", ""))


@pytest.mark.parametrize("id", ["0", "x", "1x", "01", "-1", "1.0", "9" * 30, "١", "None"])
def test_deals_that_are_none(phone: Phone, id: str) -> None:
    refused(phone.correct(id, said(1, 2, 4), 1), 404, ("no-such-deal", ""))
    refused(phone.confirm(id, {"by": 3}, 1), 404, ("no-such-deal", ""))


def test_a_nul_in_the_address(phone: Phone) -> None:
    refused(phone.client.get(f"{phone.link}/deals?x=%00", headers={"accept-language": "en"}), 400, ("bad-request", ""))


def test_sentences_are_in_the_language_asked_for(phone: Phone) -> None:
    for ask, path in ((phone.client.get, "/deals/"), (phone.client.delete, "/deals"), (phone.client.get, "/preview")):
        found = {ask(phone.link + path, headers={"accept-language": code}).json()["errors"][0]["message"]
                 for code in ("hu", "en", "de")}  # fmt: skip
        assert len(found) == 2
    hungarian = phone.enter(said(1, 2, 4, 99), accept_language="hu").json()["errors"][0]["message"]
    assert hungarian == "Az ütéspont 0 és 94 közé esik."
    too_long = phone.enter(b" " * 5 * 1024 * 1024, accept_language="hu")
    assert too_long.json()["errors"][0]["message"] == "Az üzenet túl hosszú: egy leosztás nem ekkora."


def test_no_cookie_and_no_login_is_asked_for(cup: Tournament) -> None:
    strict = Phone(the_table(cup), enforce_csrf_checks=True)
    response = strict.enter(said(1, 2, 4), origin="https://elsewhere.example", referer="https://elsewhere.example/")
    assert response.status_code == 201
    assert not response.cookies


# --- The end of a link ------------------------------------------------------------------------------------------------


def end(cup: Tournament, how: str) -> None:
    if how == "round-closed":
        close_round(OPERATOR, the_round(cup), "próba")
    else:
        renew_link(OPERATOR, the_table(cup))


@pytest.mark.parametrize("how", ["round-closed", "link-renewed"])
def test_what_was_answered_is_answered_again_after_the_end(phone: Phone, cup: Tournament, how: str) -> None:
    first = phone.enter(said(1, 2, 4, by=2), "a")
    deal = first.json()
    agreed = phone.confirm(deal["id"], {"by": 3}, 1, "b")
    second = phone.correct(deal["id"], said(1, 2, 4, 61, by=2), 1, "c")
    end(cup, how)
    before = everything()
    again = [
        phone.enter(said(1, 2, 4, by=2), "a"),
        phone.confirm(deal["id"], {"by": 3}, 1, "b"),
        phone.correct(deal["id"], said(1, 2, 4, 61, by=2), 1, "c"),
        # Without the If-Match it is the same message.
        phone.correct(deal["id"], said(1, 2, 4, 61, by=2), None, "c"),
    ]
    assert [each.status_code for each in again] == [200] * 4
    assert [each.content for each in again] == [first.content, agreed.content, second.content, second.content]
    refused(phone.enter(said(1, 2, 4, 62), "a"), 422, ("key-reused", "Idempotency-Key"))
    for response in (
        phone.deals(),
        phone.enter(said(2, 2, 4), "d"),
        phone.enter(said(2, 2, 4), ""),
        phone.enter(b"{"),
        phone.preview(played(2, 2, 4)),
        phone.correct(deal["id"], said(1, 2, 4, 62), 2, "e"),
        phone.confirm(deal["id"], {"by": 3}, 2, "f"),
    ):
        refused(response, 410, (how, ""))
    assert everything() == before


# --- What it costs ----------------------------------------------------------------------------------------------------


def test_queries_do_not_grow() -> None:
    small = load(document(full_table(1, [1, 2, 3, 4]) | {"deals": []}, slug="kicsi"))
    sheets = [full_table(n, [4 * n - 3, 4 * n - 2, 4 * n - 1, 4 * n]) for n in range(1, 28)]
    sheets[0]["deals"].pop()
    large = load(document(*sheets, players=108, slug="nagy"))
    counts: dict[str, Any] = {}

    def ask(send: Callable[..., Any], *message: Any) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert send(*message).status_code in (200, 201, 409)
        return len(queries)

    for cup, number in ((small, 1), (large, 16)):
        phone = Phone(the_table(cup))
        record = said(number, 1, 2, silent=[{"figure": "xxi-catch", "by": 1, "catcher": 1, "victim": 3}])
        found = {
            "preview": ask(phone.preview, record),
            "enter": ask(phone.enter, record, "k"),
            "again": ask(phone.enter, record, "k"),
            "read": ask(phone.deals),
            "conflict": ask(phone.enter, record, "other"),
            "preview of a correction": ask(phone.preview, record),
        }
        id = the_deal(cup, number).pk
        found["correct"] = ask(phone.correct, id, record | {"card_points": 61}, 1)
        found["confirm"] = ask(phone.confirm, id, {"by": 4}, 2)
        counts[cup.slug] = found
    assert counts["kicsi"] == counts["nagy"]
    # A save with its savepoint, points and a line of the capture log; a preview of what is new and of a correction.
    assert counts["kicsi"] == {
        "preview": 5, "enter": 15, "again": 2, "read": 3, "conflict": 11, "preview of a correction": 5,
        "correct": 18, "confirm": 12,
    }  # fmt: skip
