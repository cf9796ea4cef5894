"""The table enters, a second player confirms, the table signs: what that needs, and what undoes it."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.actors import Actor
from scoring.models import AuditEntry, Confirmation, Deal, Player, Receipt, Signature, Table, Tournament
from scoring.queries import agreements_of, find_code, find_link, spoken, totals_as_text
from scoring.queries.agreement import totals_by_table
from scoring.queries.links import Ended
from scoring.services import (
    Refusal,
    Sent,
    close_round,
    confirm_deal,
    correct_deal,
    once,
    record_deal,
    renew_link,
    reopen_round,
    sign_table,
    start_table,
)
from tests.scoring.cups import (
    OPERATOR,
    document,
    full_table,
    load,
    played,
    table,
    the_deal,
    the_round,
    the_table,
    uncounted,
)

pytestmark = pytest.mark.django_db


def at(cup: Tournament, player: int | None = None, number: int = 1) -> Actor:
    """A player at a table."""
    found = None if player is None else Player.objects.get(tournament=cup, number=player)
    return Actor.at_table(the_table(cup, number), found)


def codes(refusal: pytest.ExceptionInfo[Refusal]) -> list[tuple[str, str]]:
    return [(problem.code, problem.field) for problem in refusal.value.problems]


def agreement(cup: Tournament, number: int = 1) -> Any:
    found = the_table(cup, number)
    return agreements_of(Table.objects.filter(pk=found.pk))[found.pk]


def entered(cup: Tournament, player: int, record: dict[str, Any]) -> Deal:
    """A deal that a player of the first table entered, as stored."""
    return Deal.objects.get(pk=record_deal(at(cup, player), the_table(cup), record).pk)


def five() -> Tournament:
    """A table of five, where 1 deals first and sits out."""
    return load(document(table(1, [1, 2, 3, 4, 5]), players=5))


@pytest.mark.parametrize(
    ("enters", "by", "refused"),
    [
        (2, 4, "confirms-own-side"),  # 2 declares with 4
        (2, 2, "confirms-own-entry"),
        (2, 3, None),
        (2, 5, None),
        (2, 1, None),  # sits out
        (3, 5, "confirms-own-side"),
        (3, 4, None),
        (1, 2, None),  # who sat out wrote it down
        (1, 1, "confirms-own-entry"),
    ],
)
def test_who_may_confirm(enters: int, by: int, refused: str | None) -> None:
    cup = five()
    deal = entered(cup, enters, played(1, 2, 4))
    assert agreement(cup).unconfirmed == (1,)
    if refused is None:
        confirm_deal(at(cup, by), deal, expected_revision=1)
        assert Confirmation.objects.get().player.number == by
        assert agreement(cup).unconfirmed == ()
    else:
        with pytest.raises(Refusal) as refusal:
            confirm_deal(at(cup, by), deal)
        assert codes(refusal) == [(refused, "by")]
        assert agreement(cup).unconfirmed == (1,)


def test_a_lone_declarer_needs_an_opponent_and_opponents_the_declarer() -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    deal = entered(cup, 3, played(1, 2, None))
    for by in (1, 4):
        with pytest.raises(Refusal, match="confirms-own-side"):
            confirm_deal(at(cup, by), deal)
    confirm_deal(at(cup, 2), deal)


def test_anybody_else_confirms_a_deal_without_sides() -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    deal = entered(cup, 3, uncounted(1))
    with pytest.raises(Refusal, match="confirms-own-entry"):
        confirm_deal(at(cup, 3), deal)
    confirm_deal(at(cup, 1), deal)
    assert agreement(cup).unconfirmed == ()


def test_a_stranger_confirms_nothing() -> None:
    cup = load(document(table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8]), players=8))
    deal = entered(cup, 1, played(1, 1, 2))
    stranger = Actor.at_table(the_table(cup), Player.objects.get(tournament=cup, number=5))
    with pytest.raises(Refusal) as refusal:
        confirm_deal(stranger, deal)
    assert codes(refusal) == [("not-at-table", "by")]


def test_the_second_confirmation_changes_nothing() -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    deal = entered(cup, 1, played(1, 1, 2))
    confirm_deal(at(cup, 3), deal)
    confirm_deal(at(cup, 4), deal)
    assert Confirmation.objects.get().player.number == 3


def test_a_correction_clears_the_confirmation() -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    deal = entered(cup, 1, played(1, 1, 2))
    confirm_deal(at(cup, 3), deal)
    correct_deal(at(cup, 4), deal, played(1, 1, 2, 62))
    assert agreement(cup).unconfirmed == (1,)
    deal.refresh_from_db()
    assert deal.current is not None
    assert deal.current.player is not None
    assert (deal.current.number, deal.current.player.number) == (2, 4)
    with pytest.raises(Refusal, match="changed-meanwhile"):
        confirm_deal(at(cup, 1), deal, expected_revision=1)


def test_what_an_organiser_writes_needs_nobody() -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    deal = entered(cup, 1, played(1, 1, 2))
    correct_deal(OPERATOR, deal, played(1, 1, 2, 62))
    assert agreement(cup).unconfirmed == ()
    assert not agreement(cup).entered


def test_a_deal_that_only_follows_stays_confirmed_while_its_points_are_the_same() -> None:
    cup = load(document(table(1, [1, 2, 3, 4]), ruleset="paskievics"))
    first = entered(cup, 1, played(1, 1, 2))
    for number in (2, 3, 4, 5, 6):
        confirm_deal(at(cup, 3), entered(cup, 1, played(number, 1, 2)))
    assert agreement(cup).unconfirmed == (1,)
    # A passed-out first deal doubles the next one, and what was deal 2 is deal 1 now.
    correct_deal(at(cup, 1), first, uncounted(1))
    assert [the_deal(cup, position).record.get("multiplier", 1) for position in range(1, 7)] == [1, 2, 1, 1, 1, 1]
    assert agreement(cup).unconfirmed == (1, 2)
    sixth = the_deal(cup, 6)
    assert sixth.current is not None
    assert (sixth.number, sixth.current.number, sixth.current.confirmation.player.number) == (5, 2, 3)
    assert sixth.current.player is not None


def complete(cup: Tournament) -> None:
    """The last deal of a full table, entered by 1 and confirmed by an opponent."""
    last = Deal.objects.get(table=the_table(cup), number=16)
    record = last.entered()
    correct_deal(at(cup, record["declarer"]), last, record)
    other = next(n for n in (1, 2, 3, 4) if n not in (record["declarer"], record.get("partner")))
    confirm_deal(at(cup, other), last)


def totals(cup: Tournament) -> dict[str, str]:
    found = the_table(cup)
    return totals_as_text(totals_by_table(Table.objects.filter(pk=found.pk))[found.pk])


def test_two_players_sign_and_a_correction_undoes_it() -> None:
    cup = load(document(full_table(1, [1, 2, 3, 4])))
    complete(cup)
    assert (agreement(cup).entered, agreement(cup).settled) == (True, False)
    sign_table(at(cup, 1), the_table(cup), totals(cup))
    assert (agreement(cup).signed_by, agreement(cup).signed) == ((1,), False)
    sign_table(at(cup, 3), the_table(cup), totals(cup))
    assert (agreement(cup).signed_by, agreement(cup).signed) == ((1, 3), True)
    first = the_deal(cup, 1)
    correct_deal(at(cup, 1), first, {**first.entered(), "card_points": 90})
    assert agreement(cup).signed_by == ()
    assert Signature.objects.count() == 2


def test_other_totals_than_those_seen_are_not_signed() -> None:
    cup = load(document(full_table(1, [1, 2, 3, 4])))
    complete(cup)
    seen = {**totals(cup), "1": "999"}
    with pytest.raises(Refusal, match="totals-changed"):
        sign_table(at(cup, 1), the_table(cup), seen)
    assert not Signature.objects.exists()


def test_nobody_signs_too_early() -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    deal = entered(cup, 1, played(1, 1, 2))
    with pytest.raises(Refusal, match="signed-too-early"):
        sign_table(at(cup, 1), the_table(cup), totals(cup))
    full = load(document(full_table(1, [1, 2, 3, 4]), slug="masik"))
    last = Deal.objects.get(table=the_table(full), number=16)
    correct_deal(at(full, 1), last, last.entered())
    with pytest.raises(Refusal, match="signed-unconfirmed"):
        sign_table(at(full, 1), the_table(full), totals(full))
    assert deal.pk != last.pk


def test_closing_waits_for_confirmations_and_signatures() -> None:
    cup = load(document(full_table(1, [1, 2, 3, 4]), full_table(2, [5, 6, 7, 8]), players=8))
    last = Deal.objects.get(table=the_table(cup), number=16)
    correct_deal(at(cup, 1), last, last.entered())
    with pytest.raises(Refusal) as refusal:
        close_round(OPERATOR, the_round(cup))
    assert [(each.code, each.params) for each in refusal.value.problems] == [
        ("tables-unconfirmed", {"tables": "1"}),
        ("tables-unsigned", {"tables": "1"}),
    ]
    close_round(OPERATOR, the_round(cup), "hazamentek")
    entry = AuditEntry.objects.first()
    assert entry is not None
    assert entry.details == {
        "reason": "hazamentek",
        "incomplete": [],
        "unconfirmed": [1],
        "unsigned": [1],
        "before_jury": [],
    }


def test_closing_asks_nothing_of_a_table_that_signed() -> None:
    cup = load(document(full_table(1, [1, 2, 3, 4])))
    complete(cup)
    for player in (2, 4):
        sign_table(at(cup, player), the_table(cup), totals(cup))
    close_round(OPERATOR, the_round(cup))
    assert the_round(cup).is_closed


def test_a_table_says_how_it_sits_before_it_plays() -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    start_table(at(cup), the_table(cup), [3, 1, 4, 2], 2)
    found = the_table(cup)
    assert [seat.player.number for seat in found.seated()] == [3, 1, 4, 2]
    assert found.first_dealer == 2
    record_deal(at(cup, 1), found, played(1, 3, 1))
    with pytest.raises(Refusal, match="table-has-begun"):
        start_table(at(cup), found, [1, 2, 3, 4], 1)
    assert [seat.player.number for seat in found.seated()] == [3, 1, 4, 2]


@pytest.mark.parametrize(
    ("seats", "first", "found"),
    [
        ([1, 2, 3, 5], 1, [("other-players", "seats")]),
        ([1, 2, 3], 1, [("other-players", "seats")]),
        ([1, 1, 2, 3], 1, [("other-players", "seats")]),
        ([4, 3, 2, 1], 5, [("number-out-of-range", "first_dealer")]),
    ],
)
def test_a_table_seats_nobody_else(seats: list[int], first: int, found: list[tuple[str, str]]) -> None:
    cup = load(document(table(1, [1, 2, 3, 4]), players=5))
    with pytest.raises(Refusal) as refusal:
        start_table(at(cup), the_table(cup), seats, first)
    assert codes(refusal) == found
    assert [seat.player.number for seat in the_table(cup).seated()] == [1, 2, 3, 4]


def test_the_same_message_twice_is_one_deal() -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    answers = []
    for _ in range(2):
        sent = Sent.of(the_table(cup), "k-1", "deal", played(1, 1, 2))
        again = once(sent, lambda sent=sent: record_deal(at(cup, 1), the_table(cup), played(1, 1, 2), sent=sent))  # type: ignore[misc]
        answers.append((again, sent.answer))
    assert [again for again, _answer in answers] == [False, True]
    assert answers[0][1] == answers[1][1]
    assert answers[0][1] is not None
    assert {key: answers[0][1][key] for key in ("number", "revision", "entered_by", "confirmed_by")} == {
        "number": 1,
        "revision": 1,
        "entered_by": 1,
        "confirmed_by": None,
    }
    assert (answers[0][1]["totals"], answers[0][1]["next_dealer"]) == ({"1": 1, "2": 1, "3": -1, "4": -1}, 2)
    assert Deal.objects.count() == Receipt.objects.count() == 1


def test_a_key_is_good_for_one_message() -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    first = Sent.of(the_table(cup), "k-1", "deal", played(1, 1, 2))
    once(first, lambda: record_deal(at(cup, 1), the_table(cup), played(1, 1, 2), sent=first))
    with pytest.raises(Refusal, match="key-reused"):
        once(Sent.of(the_table(cup), "k-1", "deal", played(1, 1, 2, 61)), lambda: pytest.fail("written"))
    for key in ("", "x" * 101, "a\nb"):
        with pytest.raises(Refusal, match="bad-key"):
            Sent.of(the_table(cup), key)


def test_a_refused_message_keeps_no_receipt() -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    sent = Sent.of(the_table(cup), "k-1", "deal", played(2, 1, 2))
    with pytest.raises(Refusal, match="number-out-of-order"):
        once(sent, lambda: record_deal(at(cup, 1), the_table(cup), played(2, 1, 2), sent=sent))
    assert not Receipt.objects.exists()


def test_the_answer_comes_again_after_the_round_was_closed() -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    link = the_table(cup)
    sent = Sent.of(link, "k-1", "deal")
    once(sent, lambda: record_deal(at(cup, 1), link, played(1, 1, 2), sent=sent))
    close_round(OPERATOR, the_round(cup), "próba")
    again = Sent.of(link, "k-1", "deal")
    assert once(again, lambda: pytest.fail("written"))
    assert again.answer == sent.answer


def test_a_link_ends_with_its_round_and_lives_again() -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    token, code = the_table(cup).token, the_table(cup).code
    link = find_link(token)
    assert link is not None
    assert (link.table, link.ended) == (the_table(cup), None)
    close_round(OPERATOR, the_round(cup), "próba")
    assert [found.ended for found in (find_link(token), find_code(code)) if found] == [Ended.CLOSED, Ended.CLOSED]
    reopen_round(OPERATOR, the_round(cup))
    assert [found.ended for found in (find_link(token), find_code(code)) if found] == [None, None]


def test_a_renewed_link() -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    old = the_table(cup)
    new = renew_link(OPERATOR, old)
    assert len({old.token, new.token}) == len({old.code, new.code}) == 2
    gone, good = find_link(old.token), find_link(new.token)
    assert gone is not None
    assert good is not None
    assert (gone.table, gone.ended, good.ended) == (old, Ended.RENEWED, None)
    assert find_code(old.code) is None


def test_codes_as_people_type_them() -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    code = the_table(cup).code
    for text in (code, code.lower(), f" {code[:4].lower()} - {code[4:]}", spoken(code)):
        link = find_code(text)
        assert link is not None
        assert link.table == the_table(cup)
    for text in ("", code[:7], f"{code}2", "áéíóőúűö", "0" * 8, "x" * 10_000):
        assert find_code(text) is None
    for token in ("", "x" * 32, "é" * 32, "x" * 10_000):
        assert find_link(token) is None
