"""The jury in the Czech game: it decides freely, and nothing speaks of a renonsz."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

import rules
from scoring.exports.pdf.ruling import ruling_pdf
from scoring.forms.jury import key
from scoring.models import Case, Player, Tournament
from scoring.queries import standings
from scoring.services import Refusal, Verdict, correct_deal, decisions_of, reopen_case, rule_orally, withdraw_case
from scoring.services.proposal import proposal_of
from tests.scoring.cups import OPERATOR, document, load, points_of, table, the_deal, the_table
from tests.scoring.exports.test_pdf import pages
from tests.scoring.jury.conftest import Court, browser_of, hidden, member, new_case, text_of

pytestmark = pytest.mark.django_db

FIRST: dict[str, Any] = {
    "number": 1,
    "bid": "first",
    "declarer": 2,
    "partner": 4,
    "card_points": 41,
    "kontra": 1,
    "melds": [{"meld": "trul", "by": 4}],
}
WARSAW: dict[str, Any] = {
    "number": 2,
    "bid": "warsaw",
    "points": {"1": 23, "2": 1, "3": 23, "4": 23},
    "tricks": {"1": 4, "2": 2, "3": 3, "4": 3},
}
#: What may be decided of a deal.
FREE = ["redeal", "play_on", "no_offence", "warning", "table_points", "tournament_points", "exclusion"]


def new_cup() -> Tournament:
    """Two tables of four; a `first`, and a Warszawa that three lost together."""
    tables = [table(1, [1, 2, 3, 4], [FIRST, WARSAW]), table(2, [5, 6, 7, 8])]
    return load(document(*tables, players=12, ruleset="taroky-xix", slug="kupa", name="Cseh kupa"))


def case_of(cup: Tournament, rule: str = "Taroky 6", position: int = 1, **more: Any) -> Case:
    """A case about a deal of the first table."""
    return new_case(cup, rule=rule, sanction="jury", position=position, askers=(), **more)


@pytest.fixture
def court(db: None) -> Court:
    cup = new_cup()
    members = [member(cup, f"bíró{number}") for number in (1, 2, 3)]
    organiser = browser_of(member(cup, "rendező", "organiser").user)
    return Court(cup, case_of(cup), [browser_of(each.user) for each in members], members, organiser)


def told_of_renonsz(text: str) -> bool:
    """Does a page or print speak of a penalty that this game has not?"""
    return any(word in text.lower() for word in ("renonsz", "büntetés", "penalty", "kassza", "xxi-fog"))


def test_the_offences_are_told_apart() -> None:
    ruleset = rules.get_ruleset("taroky-xix")
    assert [offence.rule for offence in ruleset.offences] == ["Taroky 2", "Taroky 3", "Taroky 5", "Taroky 6", "Taroky"]
    assert len({key(offence) for offence in ruleset.offences}) == 5
    twice = ruleset.as_data()
    twice["jury"]["offences"][1]["rule"] = "Taroky 2"
    with pytest.raises(rules.RulesetError, match="stands twice"):
        rules.read_ruleset(twice)


def test_the_jury_decides_freely(court: Court) -> None:
    assert decisions_of(court.case) == FREE
    found = proposal_of(court.case)
    assert found.proposal is not None and (found.proposal.kind, found.proposal.rule) == ("free", "Taroky 6")
    assert (found.facts, found.worth) == (None, None)
    with pytest.raises(Refusal) as refused:
        rule_orally(OPERATOR, court.case, [each.pk for each in court.members], Verdict("renonsz", None, "x"))
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [("bad-choice", "kind")]


@pytest.mark.parametrize("language", ["hu", "en"])
def test_no_page_speaks_of_a_renonsz(court: Court, language: str) -> None:
    for client in (court.jurors[0], court.organiser):
        client.cookies["django_language"] = language
        for path in ("", "1/", "1/facts/", "1/oral/", "1/withdraw/", "new/?table=1/1", "new/?table=none"):
            page = client.get(f"/jury/kupa/{path}")
            assert page.status_code == 200, path
            assert not told_of_renonsz(text_of(page)), path


def test_two_of_three_annul_the_deal_and_it_is_undone(court: Court) -> None:
    assert points_of(the_deal(court.cup, 1)) == {}
    court.rule(0, "redeal", "a partner jelzett")
    assert court.again().is_open
    court.rule(1, "redeal", "én is láttam")
    assert court.again().state == Case.State.DECIDED
    deal = the_deal(court.cup, 1)
    assert (deal.outcome, deal.number, deal.record["players"]) == ("annulled", 1, [2, 3, 4, 1])
    assert the_deal(court.cup, 2).number == 1
    text = text_of(court.organiser.get(court.path))
    assert "A leosztás érvénytelen; ugyanaz az osztó oszt újra." in text and not told_of_renonsz(text)

    # Corrections of either kind leave the ruling, and what there is to come back.
    correct_deal(OPERATOR, deal, {"outcome": "annulled"})
    assert court.again().before["card_points"] == 41
    correct_deal(OPERATOR, the_deal(court.cup, 1), {**FIRST, "card_points": 45})
    assert the_deal(court.cup, 1).outcome == "annulled"
    withdraw_case(OPERATOR, court.again(), "tévedés")
    assert points_of(the_deal(court.cup, 1)) == {1: -25, 2: 25, 3: -25, 4: 25}
    assert the_deal(court.cup, 2).number == 2


def test_a_warsaw_is_annulled_aloud_corrected_and_undone(court: Court) -> None:
    case = case_of(court.cup, "Taroky 2", position=2)
    three = [each.pk for each in court.members]
    rule_orally(OPERATOR, case, three, Verdict("redeal", None, "rossz hívás"))
    assert the_deal(court.cup, 2).outcome == "annulled"
    # Another game, without what was played: it cannot come back as one, so the Warszawa stays remembered.
    correct_deal(OPERATOR, the_deal(court.cup, 2), {"outcome": "annulled", "bid": "first", "declarer": 3})
    reopen_case(OPERATOR, Case.objects.get(pk=case.pk), "mégsem")
    case = Case.objects.get(pk=case.pk)
    assert (case.is_open, the_deal(court.cup, 2).record["points"]["2"]) == (True, 1)
    rule_orally(OPERATOR, case, three, Verdict("play_on", None, "rendben"))
    points = points_of(the_deal(court.cup, 2))
    assert [str(points[number]) for number in (1, 2, 3, 4)] == ["-10/3", "10", "-10/3", "-10/3"]


@pytest.mark.parametrize(
    ("kind", "amount", "words"),
    [
        ("warning", "", "figyelmeztetést kap"),
        ("table_points", "10", "Játékos 3 10 asztali pontot veszít."),
        ("tournament_points", "10/3", "Játékos 3 3,33 versenypontot veszít."),
        ("exclusion", "", "ki van zárva; amit lejátszott"),
    ],
)
def test_what_a_player_carries(court: Court, kind: str, amount: str, words: str) -> None:
    court.rule(0, kind, "hamis bemondás", amount=amount)
    court.rule(1, kind, "hamis bemondás", amount=amount)
    case = court.again()
    assert (case.state, case.kind) == (Case.State.DECIDED, kind)
    assert points_of(the_deal(court.cup, 1)) == {1: -17, 2: 17, 3: -17, 4: 17}
    rows = {row.player.number: row for row in standings(Tournament.objects.get(pk=court.cup.pk)).rows}
    assert [penalty.kind for penalty in rows[3].penalties] == [kind]
    assert (Player.objects.get(tournament=court.cup, number=3).withdrawn_after == 1) == (kind == "exclusion")
    text = text_of(court.organiser.get(court.path))
    assert words in text
    assert not told_of_renonsz(text)


@pytest.mark.parametrize(("position", "words"), [(1, "Első, kontra ×2 – Játékos 2, Játékos 4"), (2, "Játékos 2 1 (2)")])
def test_the_ruling_on_paper(court: Court, position: int, words: str) -> None:
    case = court.case if position == 1 else case_of(court.cup, "Taroky", position=2, facts="Vita a számolásról.")
    before = " ".join(pages(ruling_pdf(case)))
    assert words in before and not told_of_renonsz(before)
    rule_orally(OPERATOR, case, [each.pk for each in court.members], Verdict("redeal", None, "újra"))
    after = " ".join(pages(ruling_pdf(Case.objects.get(pk=case.pk))))
    assert words in after and not told_of_renonsz(after)
    assert ("Játékos 2 +10 0 −10" if position == 2 else "Játékos 2 +17 0 −17") in after


def test_a_table_calls(client: Client) -> None:
    cup = new_cup()
    link = f"/table/{the_table(cup).token}"
    client.cookies["django_language"] = "hu"
    recorded, under_way = f"{link}/deal/1/jury/", f"{link}/jury/"
    for path in (recorded, under_way):
        page = client.get(path)
        assert page.status_code == 200
        assert not told_of_renonsz(text_of(page)) and "Taroky 5" in page.text
    sent = {"key": "c" * 32, "position": 3, "number": 3, "offence": "Taroky 5|jury", "offender": 1, "in_play": "yes"}
    answer = client.post(under_way, sent | {"about": "deal", "facts": "hamis trull", "action": "call"})
    assert answer.status_code in (302, 303), text_of(answer)
    case = Case.objects.get(tournament=cup)
    assert (case.rule, case.sanction, case.facts, case.record) == ("Taroky 5", "jury", "hamis trull", {})
    assert case.deal is not None and (case.deal.position, case.deal.outcome, case.deal.on_hold) == (3, "annulled", True)
    page = client.get(link + "/")
    assert page.status_code == 200 and not told_of_renonsz(text_of(page))
    sent |= {"key": "d" * 32, "position": 1, "number": 1, "revision": 1, "offence": "Taroky|jury", "facts": "vita"}
    assert client.post(recorded, sent | {"action": "call"}).status_code in (302, 303)
    assert the_deal(cup, 1).on_hold and points_of(the_deal(cup, 1)) == {}


def test_facts_are_put_right(court: Court) -> None:
    page = court.organiser.get("/jury/kupa/1/facts/")
    assert 'name="figures"' not in page.text
    sent = hidden(page) | {"offender": "2", "in_play": "no", "facts": "a kijátszás előtt"}
    assert court.organiser.post("/jury/kupa/1/facts/", sent).status_code == 302
    case = court.again()
    assert case.offender is not None and (case.offender.number, case.in_play, case.record) == (2, False, {})
