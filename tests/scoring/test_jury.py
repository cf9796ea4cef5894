"""Cases before the jury, from the call of a table to the ruling and back."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied

from scoring.actors import Actor
from scoring.exports.document import dump
from scoring.models import AuditEntry, Capture, Case, Deal, DealPoints, Membership, Penalty, Player, Tournament
from scoring.queries import standings
from scoring.services import (
    Refusal,
    Verdict,
    close_round,
    correct_deal,
    decisions_of,
    next_voter,
    open_case,
    panel_of,
    record_deal,
    reopen_case,
    reopen_round,
    rule_on,
    rule_orally,
    rulings_seen_by,
    set_juror,
    vote,
    withdraw_case,
)
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
)

pytestmark = pytest.mark.django_db


def codes(refusal: pytest.ExceptionInfo[Refusal]) -> list[tuple[str, str]]:
    return [(problem.code, problem.field) for problem in refusal.value.problems]


def jury(cup: Tournament, *players: int | None, substitutes: int = 0) -> list[Membership]:
    """Jurors of the cup, each with the player they are; the last ones substitutes."""
    found = []
    for index, number in enumerate(players):
        user = User.objects.create_user(f"juror{cup.pk}{index}")
        player = None if number is None else Player.objects.get(tournament=cup, number=number)
        found.append(
            cup.memberships.create(
                user=user, role="juror", player=player, substitute=index >= len(players) - substitutes
            )
        )
    return found


def actor(member: Membership) -> Actor:
    return Actor.of_user(member.user)


def cup_of(ruleset: str = "kupa-2005", **more: Any) -> Tournament:
    """Two tables of four; the first has a deal with a trull announced and a silent XXI catch."""
    deal = played(
        1,
        2,
        4,
        announcements=[{"figure": "trull", "by": 2, "made": True, "kontra": 1}],
        silent=[{"figure": "xxi-catch", "by": 2, "catcher": 2, "victim": 3}],
    )
    cup = document(table(1, [1, 2, 3, 4], [deal, played(2, 3, 1)]), table(2, [5, 6, 7, 8]), players=12, ruleset=ruleset)
    return load({**cup, **more})


def the_case(
    cup: Tournament, rule: str = "9.2", offender: int = 3, askers: tuple[int, ...] = (1, 2), **more: Any
) -> Case:
    found = open_case(
        OPERATOR,
        cup,
        rule=rule,
        sanction=more.pop("sanction", "renonsz"),
        table=the_table(cup),
        deal=the_deal(cup, 1),
        offender=offender,
        askers=askers,
        **more,
    )
    return Case.objects.get(pk=found.pk)


def again(case: Case) -> Case:
    return Case.objects.get(pk=case.pk)


UPHOLD = Verdict("renonsz", None, "két játékos kérte")


def state(cup: Tournament) -> Any:
    """Everything that a ruling may move: points, captures, records, standings."""
    fresh = Tournament.objects.get(pk=cup.pk)
    return (
        list(
            DealPoints.objects.order_by("deal__position", "seat__number").values_list(
                "deal__position", "seat__number", "points"
            )
        ),
        list(Capture.objects.order_by("pk").values_list("deal__position", "catcher__number", "victim__number")),
        [deal.record for deal in Deal.objects.select_related("current").order_by("table", "position")],
        [(row.player.number, row.rank, row.tournament_points, row.table_points) for row in standings(fresh).rows],
    )


# --- a case is opened ------------------------------------------------------------------------------------------------


def test_a_case_holds_its_deal_out_of_all_results() -> None:
    cup = cup_of()
    case = the_case(cup)
    assert (case.number, case.state, case.askers, case.in_play) == (1, "open", [1, 2], True)
    deal = the_deal(cup, 1)
    assert (deal.on_hold, deal.counted, points_of(deal)) == (True, True, {})
    assert not Capture.objects.exists()
    assert points_of(the_deal(cup, 2)) == {1: 1, 2: -1, 3: 1, 4: -1}
    entry = AuditEntry.objects.first()
    assert entry is not None
    assert (entry.action, entry.deal, entry.details) == ("open_case", 1, {"number": 1, "rule": "9.2"})


def test_a_table_calls_in_the_middle_of_a_deal() -> None:
    cup = cup_of()
    at = the_table(cup)
    record = {"bid": "three", "declarer": 4, "partner": 2, "announcements": [{"figure": "trull", "by": 4}]}
    case = open_case(
        Actor.at_table(at), cup, rule="9.1", sanction="renonsz", table=at, interrupts=True, offender=4, record=record
    )
    assert case.deal is not None
    assert (case.deal.number, case.deal.outcome, case.deal.on_hold) == (3, "annulled", True)
    jurors = jury(cup, None, None, None)
    for member in jurors[:2]:
        rule_on(actor(member), again(case), UPHOLD)
    deal = the_deal(cup, 3)
    assert (deal.number, deal.outcome, deal.counted) == (3, "renonsz", True)
    assert points_of(deal) == {1: 10, 2: 10, 3: 10, 4: -30}
    withdraw_case(OPERATOR, again(case), "tévedés")
    deal = the_deal(cup, 3)
    assert (deal.outcome, deal.counted, points_of(deal)) == ("annulled", False, {})


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"rule": "99"}, [("bad-choice", "rule")]),
        ({"offender": 5}, [("not-at-table", "offender")]),
        ({"offender": None}, [("offender-missing", "offender")]),
        ({"askers": (1, 3)}, [("bad-asker", "askers[1]")]),
        ({"askers": (1, 1)}, [("bad-asker", "askers[1]")]),
        ({"askers": (9,)}, [("bad-asker", "askers[0]")]),
        ({"facts": "x" * 2001}, [("text-too-long", "facts")]),
    ],
)
def test_what_a_case_is_refused_for(change: dict[str, Any], found: list[tuple[str, str]]) -> None:
    cup = cup_of()
    with pytest.raises(Refusal) as refusal:
        the_case(cup, **change)
    assert codes(refusal) == found
    assert not Case.objects.exists()
    assert not the_deal(cup, 1).on_hold


def test_one_open_case_a_deal() -> None:
    cup = cup_of()
    the_case(cup)
    with pytest.raises(Refusal, match="case-open-already"):
        the_case(cup)


def test_who_may_bring_a_case() -> None:
    cup = cup_of()
    stranger = Actor.of_user(User.objects.create_user("stranger"))
    other_table = Actor.at_table(the_table(cup, 2))
    for who in (stranger, other_table):
        with pytest.raises(PermissionDenied):
            open_case(who, cup, rule="9.1", sanction="renonsz", table=the_table(cup), deal=the_deal(cup, 1), offender=3)
    (member,) = jury(cup, None)
    assert open_case(actor(member), cup, rule="1.3", sanction="jury", offender=3).number == 1


# --- three rule, each alone ------------------------------------------------------------------------------------------


def test_two_equal_rulings_decide_and_the_offender_pays() -> None:
    cup = cup_of()
    case = the_case(cup)
    first, second, _third = jury(cup, None, None, None)
    rule_on(actor(first), case, UPHOLD)
    assert again(case).is_open
    rule_on(actor(second), again(case), Verdict("renonsz", None, "egyértelmű"))
    case = again(case)
    assert (case.state, case.kind, case.amount, case.oral) == ("decided", "renonsz", None, False)
    # Trull 2 × 2, the silent XXI catch 32: 36 to each of the three.
    assert points_of(the_deal(cup, 1)) == {1: 36, 2: 36, 3: -108, 4: 36}
    assert the_deal(cup, 1).outcome == "renonsz"
    assert [entry.details.get("decided") for entry in AuditEntry.objects.filter(action="rule_on").order_by("pk")] == [
        None,
        "renonsz",
    ]


def test_the_jury_sets_another_amount() -> None:
    cup = cup_of()
    case = the_case(cup)
    for member in jury(cup, None, None, None)[1:]:
        rule_on(actor(member), again(case), Verdict("renonsz", 12, "enyhítő körülmény"))
    assert points_of(the_deal(cup, 1)) == {1: 12, 2: 12, 3: -36, 4: 12}


@pytest.mark.parametrize("kind", ["play_on", "no_offence"])
def test_the_deal_stays_as_it_was(kind: str) -> None:
    cup = cup_of()
    before = state(cup)
    case = the_case(cup)
    assert state(cup) != before
    for member in jury(cup, None, None, None)[1:]:
        rule_on(actor(member), again(case), Verdict(kind, None, "nem volt"))
    assert [part for part in state(cup)[:1]] == [before[0]]
    assert state(cup)[2:] == before[2:]
    assert {row[1:] for row in state(cup)[1]} == {(2, 3)}


def test_a_redeal_counts_no_deal_and_renumbers_the_later_ones() -> None:
    cup = cup_of()
    case = the_case(cup, rule="9.1", askers=(), in_play=False)
    for member in jury(cup, None, None, None)[1:]:
        rule_on(actor(member), again(case), Verdict("redeal", None, "lejátszás előtt"))
    assert [(deal.number, deal.outcome, deal.counted) for deal in Deal.objects.order_by("position")] == [
        (1, "annulled", False),
        (1, "played", True),
    ]


def test_three_different_rulings_begin_a_second_round() -> None:
    cup = cup_of()
    case = the_case(cup)
    members = jury(cup, None, None, None)
    verdicts = [UPHOLD, Verdict("renonsz", 12, "enyhébb"), Verdict("no_offence", None, "nem látta senki")]
    for member, verdict in zip(members, verdicts, strict=True):
        assert [each.juror for each in rulings_seen_by(again(case), actor(member))] == []
        rule_on(actor(member), again(case), verdict)
    case = again(case)
    assert (case.state, case.voting_round) == ("open", 2)
    assert [each.reason for each in rulings_seen_by(case, actor(members[0]))] == [
        "két játékos kérte",
        "enyhébb",
        "nem látta senki",
    ]
    for member in members[:2]:
        rule_on(actor(member), again(case), Verdict("renonsz", 12, "így igazságos"))
    assert (again(case).kind, again(case).amount) == ("renonsz", 12)


def test_nobody_sees_a_ruling_early() -> None:
    cup = cup_of()
    case = the_case(cup)
    members = jury(cup, None, None, None)
    organiser = User.objects.create_user("organiser")
    cup.memberships.create(user=organiser, role="organiser")
    rule_on(actor(members[0]), case, UPHOLD)
    seen = {
        who.label: len(rulings_seen_by(again(case), who)) for who in [*map(actor, members), Actor.of_user(organiser)]
    }
    assert list(seen.values()) == [1, 0, 0, 0]
    assert all("renonsz" not in str(entry.details) for entry in AuditEntry.objects.filter(action="rule_on"))
    rule_on(actor(members[1]), again(case), UPHOLD)
    assert len(rulings_seen_by(again(case), Actor.of_user(organiser))) == 2
    assert rulings_seen_by(again(case), Actor.at_table(the_table(cup))) == []


def test_a_juror_rules_once_and_never_on_a_closed_case() -> None:
    cup = cup_of()
    case = the_case(cup)
    members = jury(cup, None, None, None)
    rule_on(actor(members[0]), case, UPHOLD)
    with pytest.raises(Refusal, match="ruled-already"):
        rule_on(actor(members[0]), again(case), UPHOLD)
    rule_on(actor(members[1]), again(case), UPHOLD)
    with pytest.raises(Refusal, match="case-not-open"):
        rule_on(actor(members[2]), again(case), UPHOLD)


def test_an_organiser_who_is_no_juror_cannot_rule() -> None:
    cup = cup_of()
    case = the_case(cup)
    organiser = User.objects.create_user("organiser")
    cup.memberships.create(user=organiser, role="organiser")
    with pytest.raises(PermissionDenied):
        rule_on(Actor.of_user(organiser), case, UPHOLD)
    with pytest.raises(PermissionDenied):
        rule_on(OPERATOR, case, UPHOLD)


def test_a_juror_of_another_cup_cannot_rule() -> None:
    cup, other = cup_of(), cup_of(slug="masik")
    (member,) = jury(other, None)
    with pytest.raises(PermissionDenied):
        rule_on(actor(member), the_case(cup), UPHOLD)


def test_a_substitute_rules_for_a_juror_at_the_table() -> None:
    cup = cup_of()
    case = the_case(cup)
    at_table, _second, _third, substitute, spare = jury(cup, 1, 9, None, 10, 11, substitutes=2)
    panel = panel_of(case)
    assert [member.player.number if member.player else None for member in panel.members] == [9, None, 10]
    assert [(member.pk, why) for member, why in panel.barred] == [(at_table.pk, "juror-at-table")]
    with pytest.raises(Refusal, match="juror-at-table"):
        rule_on(actor(at_table), case, UPHOLD)
    with pytest.raises(Refusal, match="juror-not-needed"):
        rule_on(actor(spare), case, UPHOLD)
    rule_on(actor(substitute), case, UPHOLD)
    assert again(case).rulings.count() == 1


def test_nobody_rules_on_the_own_offence() -> None:
    cup = cup_of()
    offender, *_others = jury(cup, 9, 10, 11)
    case = open_case(OPERATOR, cup, rule="1.3", sanction="jury", offender=9)
    with pytest.raises(Refusal, match="juror-is-offender"):
        rule_on(actor(offender), case, Verdict("no_offence", None, "én voltam"))
    assert panel_of(case).missing == 1


def test_three_jurors_and_no_fourth() -> None:
    cup = cup_of()
    members = jury(cup, None, None, None, None, substitutes=1)
    with pytest.raises(Refusal, match="jury-full"):
        set_juror(OPERATOR, cup, members[3].pk, player=None, substitute=False)
    set_juror(OPERATOR, cup, members[0].pk, player=5, substitute=True)
    set_juror(OPERATOR, cup, members[3].pk, player=None, substitute=False)
    assert list(cup.memberships.order_by("pk").values_list("player__number", "substitute")) == [
        (5, True),
        (None, False),
        (None, False),
        (None, False),
    ]


@pytest.mark.parametrize(
    ("verdict", "found"),
    [
        (Verdict("renonsz", None, ""), [("text-empty", "reason")]),
        (Verdict("hanging", None, "x"), [("bad-choice", "kind")]),
        (Verdict("warning", None, "x"), [("bad-choice", "kind")]),  # no matter of ethics
        (Verdict("redeal_150", None, "x"), [("bad-choice", "kind")]),  # Kupa has no kassza
        (Verdict("renonsz", -1, "x"), [("number-out-of-range", "amount")]),
        (Verdict("renonsz", 10**9, "x"), [("number-out-of-range", "amount")]),
        (Verdict("renonsz", Fraction(5, 2), "x"), [("amount-not-whole", "amount")]),
        (Verdict("no_offence", 5, "x"), [("amount-not-allowed", "amount")]),
    ],
)
def test_what_a_ruling_is_refused_for(verdict: Verdict, found: list[tuple[str, str]]) -> None:
    cup = cup_of()
    case = the_case(cup)
    (member,) = jury(cup, None)
    with pytest.raises(Refusal) as refusal:
        rule_on(actor(member), case, verdict)
    assert codes(refusal) == found
    assert not again(case).rulings.exists()


# --- aloud -----------------------------------------------------------------------------------------------------------


def test_what_was_decided_aloud_makes_the_same_revision() -> None:
    silent, loud = cup_of(), cup_of(slug="masik")
    case = the_case(silent)
    for member in jury(silent, None, None, None)[:2]:
        rule_on(actor(member), again(case), UPHOLD)
    members = jury(loud, None, None, None)
    case = the_case(loud)
    rule_orally(actor(members[0]), case, [member.pk for member in members], UPHOLD)
    case = again(case)
    assert (case.oral, case.jurors) == (True, [member.user.username for member in members])
    records = [the_deal(cup, 1).record for cup in (silent, loud)]
    assert records[0] == records[1]
    assert [points_of(the_deal(cup, 1)) for cup in (silent, loud)] == [{1: 36, 2: 36, 3: -108, 4: 36}] * 2


def test_aloud_needs_three_who_may() -> None:
    cup = cup_of()
    case = the_case(cup)
    members = jury(cup, 1, 9, 10, 11, substitutes=1)
    keys = [member.pk for member in members]
    for chosen, found in (
        (keys[1:3], [("three-jurors", "jurors")]),
        ([keys[1], keys[1], keys[2]], [("three-jurors", "jurors")]),
        (keys[:3], [("juror-at-table", "jurors")]),
    ):
        with pytest.raises(Refusal) as refusal:
            rule_orally(OPERATOR, again(case), chosen, UPHOLD)
        assert codes(refusal) == found
    rule_orally(OPERATOR, again(case), keys[1:], UPHOLD)
    assert again(case).state == "decided"


# --- Magas 16 --------------------------------------------------------------------------------------------------------


def magas() -> tuple[Tournament, Case]:
    """A magas table whose kassza holds 200 Ft; player 3 breaks a rule in the first deal."""
    deal = played(1, 2, 4, announcements=[{"figure": "trull", "by": 2, "made": True}])
    cup = load(document(table(1, [1, 2, 3, 4], [deal]), players=8, ruleset="magas-2018"))
    return cup, the_case(cup, rule="14", sanction="vote", askers=())


@pytest.mark.parametrize(
    ("choice", "outcome", "points", "after"),
    [
        ("redeal", "annulled", {}, 200),
        ("redeal_150", "annulled", {}, 350),
        ("enforce", "renonsz", {1: 2, 2: 2, 3: -6, 4: 2}, 200),
        ("continue", "played", None, 200),
        ("pay_kassza", "annulled", {}, 350),
    ],
)
def test_two_equal_votes_take_effect_at_once(choice: str, outcome: str, points: Any, after: int) -> None:
    cup, case = magas()
    was = played(1, 2, 4, announcements=[{"figure": "trull", "by": 2, "made": True}])
    at = Actor.at_table(the_table(cup))
    # The deal's players are 2, 3, 4, 1; to the right of 3 sits 4, then 1, then 2.
    for number in (4, 1):
        assert next_voter(again(case)) == number
        vote(at, again(case), Player.objects.get(tournament=cup, number=number), choice)
    deal = the_deal(cup, 1)
    assert (again(case).state, deal.outcome, deal.on_hold) == ("decided", outcome, False)
    if points is not None:
        assert points_of(deal) == points
    else:
        assert deal.entered() == {**was, "players": [2, 3, 4, 1]}
    record_deal(OPERATOR, the_table(cup), played(2 if deal.counted else 1, 1, 3))
    assert the_deal(cup, 2).record["kassza_balance"] == after


def test_three_different_votes_go_to_the_jury() -> None:
    cup, case = magas()
    at = Actor.at_table(the_table(cup))
    with pytest.raises(Refusal, match="not-your-vote"):
        vote(at, case, Player.objects.get(tournament=cup, number=1), "redeal")
    for number, choice in ((4, "redeal"), (1, "enforce"), (2, "continue")):
        vote(at, again(case), Player.objects.get(tournament=cup, number=number), choice)
    assert again(case).is_open
    assert next_voter(again(case)) is None
    with pytest.raises(Refusal, match="case-has-no-vote"):
        vote(at, again(case), Player.objects.get(tournament=cup, number=4), "redeal")
    assert "redeal_150" in decisions_of(again(case))
    for member in jury(cup, None, None, None)[:2]:
        rule_on(actor(member), again(case), Verdict("redeal_150", None, "ez a szokás"))
    assert the_deal(cup, 1).record["renonsz"] == {"offender": 3, "paragraph": "14", "choice": "redeal_150"}


def test_kupa_has_no_vote() -> None:
    cup = cup_of()
    case = the_case(cup)
    assert next_voter(case) is None
    with pytest.raises(Refusal, match="case-has-no-vote"):
        vote(Actor.at_table(the_table(cup)), case, Player.objects.get(tournament=cup, number=4), "redeal")


# --- XXI catch: 9.5 --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("after", [True, False])
def test_a_catch_is_logged_only_if_the_offence_came_after_it(after: bool) -> None:
    cup = cup_of()
    record = the_deal(cup, 1).entered()
    facts = record if after else {key: value for key, value in record.items() if key != "silent"}
    case = the_case(cup, record=facts)
    for member in jury(cup, None, None, None)[:2]:
        rule_on(actor(member), again(case), UPHOLD)
    assert list(Capture.objects.values_list("catcher__number", "victim__number")) == ([(2, 3)] if after else [])
    assert points_of(the_deal(cup, 1))[1] == (36 if after else 10)


# --- free decisions --------------------------------------------------------------------------------------------------


def free(cup: Tournament, verdict: Verdict, offender: int = 2) -> Case:
    case = open_case(OPERATOR, cup, rule="1.3", sanction="jury", offender=offender)
    for member in cup.memberships.filter(role="juror").select_related("user")[:2]:
        rule_on(actor(member), again(case), verdict)
    return again(case)


def sums(cup: Tournament) -> dict[int, tuple[Any, Any, list[str]]]:
    rows = standings(Tournament.objects.get(pk=cup.pk)).rows
    return {
        row.player.number: (row.tournament_points, row.table_points, [each.kind for each in row.penalties])
        for row in rows
    }


def test_points_off_the_tournament_and_the_table() -> None:
    cup = cup_of()
    jury(cup, None, None, None)
    before = sums(cup)
    free(cup, Verdict("tournament_points", Fraction(5, 2), "sportszerűtlen"))
    assert sums(cup)[2] == (before[2][0] - Fraction(5, 2), before[2][1], ["tournament_points"])
    case = free(cup, Verdict("table_points", 7, "késés"))
    assert sums(cup)[2] == (before[2][0] - Fraction(5, 2), before[2][1] - 7, ["tournament_points", "table_points"])
    withdraw_case(OPERATOR, case, "tévedés")
    assert sums(cup)[2] == (before[2][0] - Fraction(5, 2), before[2][1], ["tournament_points"])


def test_a_warning_is_a_footnote_only() -> None:
    cup = cup_of()
    jury(cup, None, None, None)
    before = sums(cup)
    free(cup, Verdict("warning", None, "hangos"))
    assert sums(cup)[2] == (*before[2][:2], ["warning"])
    found = standings(Tournament.objects.get(pk=cup.pk))
    assert [(number, each.player.number) for number, each in found.footnotes] == [(1, 2)]


def test_exclusion_from_the_rest_of_the_cup() -> None:
    cup = cup_of()
    jury(cup, None, None, None)
    case = free(cup, Verdict("exclusion", None, "csalás"))
    assert Player.objects.get(tournament=cup, number=2).withdrawn_after == 1
    withdraw_case(OPERATOR, case, "nem ő volt")
    assert Player.objects.get(tournament=cup, number=2).withdrawn_after is None
    assert not Penalty.objects.exists()


# --- undone, reopened, corrected, closed -----------------------------------------------------------------------------


def test_undoing_restores_everything() -> None:
    cup = cup_of()
    before = state(cup)
    case = the_case(cup)
    for member in jury(cup, None, None, None)[:2]:
        rule_on(actor(member), again(case), UPHOLD)
    assert state(cup)[3] != before[3]
    withdraw_case(OPERATOR, again(case), "új tények")
    assert state(cup) == before
    assert again(case).state == "withdrawn"


def test_reopening_puts_the_deal_on_hold_and_asks_anew() -> None:
    cup = cup_of()
    case = the_case(cup)
    members = jury(cup, None, None, None)
    for member in members[:2]:
        rule_on(actor(member), again(case), UPHOLD)
    reopen_case(OPERATOR, again(case), "egy tanú jelentkezett")
    case = again(case)
    assert (case.state, case.voting_round, case.kind) == ("open", 2, "")
    assert (the_deal(cup, 1).on_hold, points_of(the_deal(cup, 1))) == (True, {})
    for member in members[:2]:
        rule_on(actor(member), again(case), Verdict("no_offence", None, "a tanú szerint nem"))
    assert points_of(the_deal(cup, 1)) == {1: -37, 2: 37, 3: -37, 4: 37}


def test_a_ruling_survives_corrections() -> None:
    cup = cup_of()
    case = the_case(cup)
    for member in jury(cup, None, None, None)[:2]:
        rule_on(actor(member), again(case), UPHOLD)
    deal = the_deal(cup, 1)
    with pytest.raises(Refusal, match="deal-ruled"):
        correct_deal(Actor.at_table(the_table(cup)), deal, played(1, 2, 4))
    # The trull was not kontra'd: 2 and the catch 32, still a renonsz.
    typed = {
        **deal.entered(),
        "announcements": [{"figure": "trull", "by": 2, "made": True}],
        "outcome": "played",
        "card_points": 60,
    }
    del typed["renonsz"]
    correct_deal(OPERATOR, deal, typed)
    assert points_of(the_deal(cup, 1)) == {1: 34, 2: 34, 3: -102, 4: 34}
    withdraw_case(OPERATOR, again(case), "tévedés")
    assert the_deal(cup, 1).outcome == "played"
    assert points_of(the_deal(cup, 1)) == {1: -35, 2: 35, 3: -35, 4: 35}


def test_a_corrected_deal_is_not_ruled_on_unseen() -> None:
    cup = cup_of()
    case = the_case(cup)
    (member,) = jury(cup, None)
    correct_deal(Actor.at_table(the_table(cup)), the_deal(cup, 1), played(1, 2, 4, 70))
    assert points_of(the_deal(cup, 1)) == {}
    with pytest.raises(Refusal, match="changed-meanwhile"):
        rule_on(actor(member), again(case), UPHOLD, expected_revision=1)
    rule_on(actor(member), again(case), UPHOLD, expected_revision=2)


def test_a_round_does_not_close_over_a_case() -> None:
    cup = load(document(full_table(1, [1, 2, 3, 4]), players=8))
    the_case(cup, offender=2, askers=(1, 3))
    with pytest.raises(Refusal) as refusal:
        close_round(OPERATOR, the_round(cup))
    assert [(each.code, each.params) for each in refusal.value.problems] == [("tables-before-jury", {"tables": "1"})]
    close_round(OPERATOR, the_round(cup), "a zsűri este dönt")
    assert standings(Tournament.objects.get(pk=cup.pk)).provisional
    entry = AuditEntry.objects.first()
    assert entry is not None
    assert entry.details["before_jury"] == [1]


def test_rulings_survive_closing_reopening_export_and_load() -> None:
    cup = load(document(full_table(1, [1, 2, 3, 4]), players=8))
    members = jury(cup, None, None, None)
    case = the_case(cup, offender=2, askers=(1, 3))
    for member in members[:2]:
        rule_on(actor(member), again(case), Verdict("renonsz", 13, "a zsűri szerint"))
    free(cup, Verdict("tournament_points", 1, "késés"))
    before = sums(cup)
    close_round(OPERATOR, the_round(cup))
    reopen_round(OPERATOR, the_round(cup))
    close_round(OPERATOR, the_round(cup))
    assert sums(cup) == before
    written = dump(Tournament.objects.get(pk=cup.pk))
    assert [row["kind"] for row in written["rulings"]] == ["renonsz", "tournament_points"]
    assert "a zsűri szerint" not in str(written)
    copy = load({**written, "slug": "masolat"})
    assert sums(copy) == before
    assert {key: value for key, value in dump(copy).items() if key != "slug"} == {
        key: value for key, value in written.items() if key != "slug"
    }
    reopen_round(OPERATOR, the_round(copy))
    withdraw_case(OPERATOR, Case.objects.get(tournament=copy, number=1), "tévedés")
    assert the_deal(copy, 1).outcome == "played"


def test_an_open_case_survives_export_and_load() -> None:
    cup = load(document(full_table(1, [1, 2, 3, 4]), players=8))
    the_case(cup, offender=2, askers=(1, 3))
    close_round(OPERATOR, the_round(cup), "a zsűri este dönt")
    copy = load({**dump(Tournament.objects.get(pk=cup.pk)), "slug": "masolat"})
    assert sums(copy) == sums(cup)
    assert standings(copy).provisional
    assert the_deal(copy, 1).on_hold
