"""A table calls the jury on its own page, votes where its rules let it, and sees what came of it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.actors import Actor
from scoring.models import Case, Deal, Player, Receipt, Tournament
from scoring.services import Verdict, close_round, rule_orally, vote, withdraw_case
from tests.scoring.cups import OPERATOR, document, load, played, points_of, table, the_deal, the_round, the_table
from tests.scoring.table.paging import checked_in, link_of, text_of, typed
from tests.scoring.test_jury import jury

pytestmark = pytest.mark.django_db

TRULL = {"figure": "trull", "by": 2, "made": True, "kontra": 1}
CATCH = {"figure": "xxi-catch", "by": 2, "catcher": 2, "victim": 3}


@pytest.fixture
def english(client: Client) -> Client:
    client.cookies["django_language"] = "en"
    return client


def cup_of(ruleset: str = "kupa-2005") -> Tournament:
    """A table whose first deal has a trull announced and a silent catch; nothing of the second."""
    deal = played(1, 2, 4, announcements=[TRULL], silent=[CATCH])
    return load(document(table(1, [1, 2, 3, 4], [deal, played(2, 3, 1)]), players=4, ruleset=ruleset))


def magas() -> Tournament:
    """A magas table whose kassza holds 200 Ft."""
    deal = played(1, 2, 4, announcements=[{"figure": "trull", "by": 2, "made": True}])
    return load(document(table(1, [1, 2, 3, 4], [deal]), players=4, ruleset="magas-2018"))


def calling(position: int = 1, **texts: Any) -> dict[str, str]:
    """The call of a table, as a browser sends it."""
    sent = {
        "key": f"c{position:031x}",
        "position": position,
        "number": position,
        "revision": 1,
        "offence": "9.2|renonsz",
        "offender": 3,
        "asker-1": "on",
        "asker-2": "on",
        "in_play": "yes",
        "made-a0": "on",
        "made-s0": "on",
        "facts": "visszavett lap",
        "action": "call",
    }
    sent |= {name.replace("__", "-"): value for name, value in texts.items()}
    return {name: str(value) for name, value in sent.items() if value is not None}


def call(client: Client, cup: Tournament, position: int | None = 1, **texts: Any) -> Any:
    """Calls the jury, and follows."""
    place = f"deal/{position}/jury/" if position else "jury/"
    answer = client.post(link_of(cup) + place, calling(position or 3, **texts))
    assert answer.status_code == 303, text_of(answer)
    return client.get(answer["Location"])


def the_case(cup: Tournament, number: int = 1) -> Case:
    return Case.objects.select_related("deal__current", "offender", "table").get(tournament=cup, number=number)


def by_three(cup: Tournament, verdict: Verdict) -> None:
    members = jury(cup, None, None, None)
    rule_orally(OPERATOR, the_case(cup), [member.pk for member in members], verdict)


# --- the call --------------------------------------------------------------------------------------------------------


def test_a_recorded_deal_is_brought_before_the_jury(english: Client) -> None:
    cup = cup_of()
    page = text_of(english.get(link_of(cup) + "deal/1/jury/"))
    assert "Call the jury – deal 1" in page
    assert "Kupa 9.2: 2 players of the table have to ask for it." in page
    assert "Trull – Játékos 2 (announced, kontra ×2)" in page
    after = text_of(call(english, cup))
    case = the_case(cup)
    assert (case.rule, case.sanction, case.offender.number, case.askers) == ("9.2", "renonsz", 3, [1, 2])  # type: ignore[union-attr]
    assert (case.in_play, case.facts, case.record, case.opened_by) == (True, "visszavett lap", {}, "table 1/1")
    deal = the_deal(cup, 1)
    assert (deal.on_hold, points_of(deal)) == (True, {})
    assert "Case 1 is before the jury." in after
    assert "Three jurors decide. Play on meanwhile." in after
    assert "before the jury: does not count yet" in after
    assert "Without the deals that are before the jury." in after


def test_only_what_had_been_made_is_counted(english: Client) -> None:
    cup = cup_of()
    call(english, cup, **{"made__s0": None})
    assert the_case(cup).record["announcements"] == [TRULL]
    assert "silent" not in the_case(cup).record


def test_the_same_call_twice_is_one_case(english: Client) -> None:
    cup = cup_of()
    address = link_of(cup) + "deal/1/jury/"
    answers = [english.post(address, calling()) for _ in range(2)]
    assert [answer["Location"] for answer in answers] == [f"{link_of(cup)}?called=1"] * 2
    assert Case.objects.count() == Receipt.objects.count() == 1
    again = english.post(address, calling(key="b" * 32))
    assert again.status_code == 422
    assert "Another case about deal 1 is before the jury already." in text_of(again)
    ours = english.post(address, calling(), headers={"X-Requested-With": "table"})
    assert (ours.status_code, ours["X-Entry"]) == (200, "stored")


def test_what_is_missing_is_told_at_its_field(english: Client) -> None:
    cup = cup_of()
    answer = english.post(link_of(cup) + "deal/1/jury/", calling(offence="", offender=""))
    assert answer.status_code == 422
    assert "Choose the paragraph." in text_of(answer)
    answer = english.post(link_of(cup) + "deal/1/jury/", calling(offender=""))
    assert 'href="#id_offender_0"' in answer.content.decode()
    answer = english.post(link_of(cup) + "deal/1/jury/", calling(offender=1))
    assert answer.status_code == 422
    assert not Case.objects.exists()


def test_a_deal_that_was_corrected_meanwhile_is_looked_at_again(english: Client) -> None:
    cup = cup_of()
    answer = english.post(link_of(cup) + "deal/1/jury/", calling(revision=2))
    assert answer.status_code == 409
    assert not Case.objects.exists()
    answer = english.post(link_of(cup) + "jury/", calling(position=2))
    assert answer.status_code == 409
    assert not Case.objects.exists()


def test_a_deal_in_play_is_broken_off(english: Client) -> None:
    cup = cup_of()
    after = text_of(call(english, cup, None, revision=None, about="deal"))
    case = the_case(cup)
    deal = the_deal(cup, 3)
    assert case.deal == deal
    assert (deal.outcome, deal.counted, deal.on_hold, deal.current.player) == ("annulled", False, True, None)  # type: ignore[union-attr]
    assert "Broken off, for the jury." in after
    assert "Deal 3 / 16" in after


def test_of_a_deal_in_play_what_was_said_prices_it(english: Client) -> None:
    cup = cup_of()
    said = {
        "bid": "three",
        "declarer": 2,
        "partner": 4,
        "announcements-0-figure": "trull",
        "announcements-0-by": 2,
        "announcements-0-kontra": 3,
    }
    call(english, cup, None, about="deal", **said)
    by_three(cup, Verdict("renonsz", None, "két játékos kérte"))
    deal = the_deal(cup, 3)
    assert (deal.outcome, deal.counted) == ("renonsz", True)
    assert points_of(deal) == {1: 16, 2: 16, 3: -48, 4: 16}


def test_what_was_said_has_to_be_a_game(english: Client) -> None:
    cup = cup_of()
    answer = english.post(link_of(cup) + "jury/", calling(3, about="deal", bid="three"))
    assert answer.status_code == 422
    assert 'href="#id_declarer_0"' in answer.content.decode()
    assert not Case.objects.exists()


def test_a_row_more_keeps_what_was_typed(english: Client) -> None:
    cup = cup_of()
    sent = calling(3, about="deal", action="more-announcements", offence="")
    answer = english.post(link_of(cup) + "jury/", sent)
    assert answer.status_code == 200
    assert 'name="announcements-3-figure"' in answer.content.decode()
    assert "visszavett lap" in text_of(answer)
    assert checked_in(answer, "offender") == "3"


def test_ethics_is_about_no_deal(english: Client) -> None:
    cup = cup_of()
    answer = english.post(link_of(cup) + "jury/", calling(3, about="none"))
    assert "This paragraph is about a deal" in text_of(answer)
    call(english, cup, None, about="none", offence="1.3|jury", key="c" * 32)
    assert (the_case(cup).deal, the_case(cup).table, Deal.objects.count()) == (None, the_table(cup), 2)


def test_a_warning_leads_to_the_jury(english: Client) -> None:
    # A trull after a volát: Kupa 6.2.
    said = [{"figure": figure, "by": 2, "made": True} for figure in ("volat", "trull")]
    deal = played(1, 2, 4, announcements=said, card_points=94, tricks=9)
    cup = load(document(table(1, [1, 2, 3, 4], [deal]), players=4))
    page = english.get(link_of(cup))
    assert "Irregular:" in text_of(page)
    assert f'href="{link_of(cup)}deal/1/jury/?warning=0"' in page.content.decode()
    form = english.get(link_of(cup) + "deal/1/jury/?warning=0").content.decode()
    assert '<option value="6.2|jury" selected>' in form


def test_a_link_that_has_ended_calls_nobody(english: Client) -> None:
    cup = cup_of()
    close_round(OPERATOR, the_round(cup), "vége")
    for answer in (english.get(link_of(cup) + "jury/"), english.post(link_of(cup) + "deal/1/jury/", calling())):
        assert answer.status_code == 410
    assert not Case.objects.exists()


# --- what came of it -------------------------------------------------------------------------------------------------


def test_the_outcome_is_told_with_its_paragraph(english: Client) -> None:
    cup = cup_of()
    call(english, cup)
    by_three(cup, Verdict("renonsz", 12, "titkos indok"))
    page = english.get(link_of(cup))
    said = text_of(page)
    assert "jury: renonsz, Kupa 9.2" in said
    assert "The jury decided: Renonsz: the offender pays – 12 points to each of the three (Kupa 9.2)" in said
    assert "Játékos 3 pays 12 points to each of the three others, 36 in all." in said
    assert "only an organiser can put the facts right" in said
    assert "titkos indok" not in said
    assert f'href="{link_of(cup)}deal/1/"' not in page.content.decode()
    assert f'href="{link_of(cup)}deal/2/"' in page.content.decode()
    form = english.get(link_of(cup) + "deal/1/")
    assert "Save the correction" not in text_of(form)
    refused = english.post(link_of(cup) + "deal/1/", typed(revision=2, card_points=40))
    assert refused.status_code == 422
    assert "only an organiser can put its record right" in text_of(refused)
    withdraw_case(OPERATOR, the_case(cup), "tévedés")
    assert "jury: renonsz" not in text_of(english.get(link_of(cup)))


# --- the vote (Magas 16) ---------------------------------------------------------------------------------------------


def called(client: Client) -> Tournament:
    cup = magas()
    call(client, cup, offence="14|vote", **{"asker-1": None, "asker-2": None, "made-s0": None})
    return cup


def votes(client: Client, cup: Tournament, player: int, choice: str, **more: str) -> Any:
    sent = {"key": f"d{player:031x}", "player": str(player), "choice": choice, "action": "vote", **more}
    return client.post(f"{link_of(cup)}jury/1/vote/", sent)


def test_two_equal_votes_take_effect_and_the_page_says_so(english: Client) -> None:
    cup = called(english)
    page = text_of(english.get(link_of(cup)))
    # To the right of 3 sits 4, then 1.
    assert "The table votes: it is the turn of Játékos 4." in page
    assert "New deal, 150 Ft into the kassza" in page
    assert "Written down: the offender pays 2 points (+10 Ft) to each of the three" in page or (
        "2 points (10 Ft) to each of the three" in page
    )
    assert "New deal, the worth of the figures into the kassza 150 Ft" in page
    first = english.get(votes(english, cup, 4, "redeal_150")["Location"])
    assert "Case 1: The table votes: it is the turn of Játékos 1." in text_of(first)
    assert "Játékos 4: new deal, 150 Ft into the kassza" in text_of(first)
    second = english.get(votes(english, cup, 1, "redeal_150")["Location"])
    assert "Case 1: Two equal votes decide: Dealt again, a fixed fine into the kassza" in text_of(second)
    deal = the_deal(cup, 1)
    assert (deal.outcome, deal.on_hold, deal.current.player) == ("annulled", False, None)  # type: ignore[union-attr]
    # Nobody has to confirm what two voted for.
    assert "waits for confirmation" not in text_of(second)
    assert "vote of the table: dealt again, a fine into the kassza, Magas 14" in text_of(second)
    # The kassza before and after, and why.
    assert "In it now: 350 Ft" in text_of(second)
    assert "Renonsz – Játékos 3: +150 Ft" in text_of(second)


def test_a_vote_twice_is_one_vote(english: Client) -> None:
    cup = called(english)
    answers = [votes(english, cup, 4, "redeal") for _ in range(2)]
    assert [answer["Location"] for answer in answers] == [f"{link_of(cup)}?voted=1"] * 2
    assert the_case(cup).ballots.count() == 1
    late = votes(english, cup, 4, "redeal", key="e" * 32)
    assert late.status_code == 422
    assert "Somebody has voted meanwhile: it is the turn of Játékos 1." in text_of(late)
    none = votes(english, cup, 1, "")
    assert "Choose one of the five." in text_of(none)
    assert the_case(cup).ballots.count() == 1


def test_three_different_votes_go_to_the_jury(english: Client) -> None:
    cup = called(english)
    for player, choice in ((4, "redeal"), (1, "enforce"), (2, "continue")):
        answer = votes(english, cup, player, choice)
    assert "Case 1: Three different votes: the jury decides." in text_of(english.get(answer["Location"]))
    assert the_deal(cup, 1).on_hold
    late = votes(english, cup, 4, "redeal", key="e" * 32)
    assert late.status_code == 422


@pytest.mark.parametrize(
    ("choice", "points", "after"),
    [
        ("redeal", {}, 200),
        ("redeal_150", {}, 350),
        ("enforce", {1: 2, 2: 2, 3: -6, 4: 2}, 200),
        ("continue", {1: -3, 2: 3, 3: -3, 4: 3}, 200),
        ("pay_kassza", {}, 350),
    ],
)
def test_the_five_choices(english: Client, choice: str, points: dict[int, int], after: int) -> None:
    cup = called(english)
    for player in (4, 1):
        assert votes(english, cup, player, choice).status_code == 303
    assert points_of(the_deal(cup, 1)) == points
    page = text_of(english.get(link_of(cup)))
    assert f"In the kassza: {after} Ft" in page
    assert f"In it now: {after} Ft" in page


def test_no_vote_where_the_rules_have_none(english: Client) -> None:
    cup = cup_of()
    call(english, cup)
    assert "The vote of" not in text_of(english.get(link_of(cup)))
    assert votes(english, cup, 4, "redeal").status_code == 422
    assert english.post(f"{link_of(cup)}jury/9/vote/", {"key": "k"}).status_code == 404


# --- signing, queries, calls -----------------------------------------------------------------------------------------


def test_forints_stand_beside_points(english: Client) -> None:
    page = text_of(english.get(link_of(magas())))
    assert "Points so far Játékos 1 −3 −15 Ft Játékos 2 +3 +15 Ft" in page


def test_no_forints_where_nobody_plays_for_money(english: Client) -> None:
    assert " Ft" not in text_of(english.get(link_of(cup_of())))


@pytest.mark.parametrize("cases", [1, 3])
def test_as_many_queries_whatever_there_is(english: Client, django_assert_num_queries: Any, cases: int) -> None:
    deals = [played(number, 2, 4) for number in range(1, 5)]
    cup = load(document(table(1, [1, 2, 3, 4], deals), players=4, ruleset="magas-2018"))
    for position in range(1, cases + 1):
        call(english, cup, position, offence="14|vote", number=position, **{"made-a0": None, "made-s0": None})
    with django_assert_num_queries(7):
        assert english.get(link_of(cup)).status_code == 200


def test_the_calls_leave_a_deal_on_hold_out(english: Client) -> None:
    cup = cup_of()
    before = english.get(link_of(cup) + "deals").json()
    assert [deal["on_hold"] for deal in before["deals"]] == [False, False]
    call(english, cup)
    found = english.get(link_of(cup) + "deals").json()
    assert [deal["on_hold"] for deal in found["deals"]] == [True, False]
    assert found["totals"] == {"1": 1, "2": -1, "3": 1, "4": -1}
    by_three(cup, Verdict("renonsz", 12, "indok"))
    ruled = english.get(link_of(cup) + "deals").json()
    assert ruled["totals"] == {"1": 13, "2": 11, "3": -35, "4": 11}
    put = english.put(
        f"{link_of(cup)}deals/{the_deal(cup, 1).pk}",
        {**played(1, 2, 4), "entered_by": 1},
        content_type="application/json",
        headers={"If-Match": '"2"', "Idempotency-Key": "k"},
    )
    assert (put.status_code, put.json()["errors"][0]["code"]) == (422, "deal-ruled")


def test_nobody_signs_over_a_deal_on_hold(english: Client) -> None:
    deals = [played(number, 2, 4) for number in range(1, 16)]
    cup = load(document(table(1, [1, 2, 3, 4], deals), players=4))
    english.post(link_of(cup), typed(16, 16, entered_by=1))
    english.post(link_of(cup) + "deal/16/confirm/", {"key": "c", "by": 3, "revision": 1, "action": "confirm"})
    assert "Signing the sheet" in text_of(english.get(link_of(cup)))
    call(english, cup, 16)
    page = text_of(english.get(link_of(cup)))
    assert "Signing the sheet" not in page
    assert "A deal is before the jury: the table signs after the decision." in page
    totals = {f"total-{number}": "0" for number in (1, 2, 3, 4)}
    answer = english.post(link_of(cup) + "sign/", {"key": "s", "by": "1", **totals})
    assert answer.status_code == 422


def test_votes_by_another_way_show_too(english: Client) -> None:
    cup = called(english)
    player = Player.objects.get(tournament=cup, number=4)
    vote(Actor.at_table(the_table(cup)), the_case(cup), player, "enforce")
    assert "Játékos 4: written down: the offender pays" in text_of(english.get(link_of(cup)))
