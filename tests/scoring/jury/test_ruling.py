"""Each of the three rules alone, over HTTP: what the page takes, and what it does not."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.models import Case, Ruling
from scoring.services import correct_deal
from tests.scoring.cups import OPERATOR, played, points_of, the_deal
from tests.scoring.jury.conftest import Court, browser_of, make_court, member, text_of

pytestmark = pytest.mark.django_db


def test_it_works(court: Court) -> None:
    page = court.jurors[0].get(court.path)
    text = text_of(page)
    for said in (
        "1. ügy",
        "Játékos 3",
        "Kupa 9.2",
        "a zsűri előtt",
        "3-ból 0 döntött",
        "a három másik játékosnak fejenként 36 pontot fizet, összesen 108 pontot",
        "2 × 2 =",
        "Amennyit a rögzített leosztás érne",
        "bíró1",
    ):
        assert said in text
    answer = court.rule(0)
    assert (answer.status_code, answer["Location"]) == (302, court.path)
    text = text_of(court.jurors[0].get(court.path))
    assert "A döntését rögzítettük" in text
    assert "két játékos kérte" in text  # what oneself ruled
    assert "Az Ön döntése" not in text
    court.rule(1)
    assert court.again().state == Case.State.DECIDED
    assert points_of(the_deal(court.cup, 1)) == {1: 36, 2: 36, 3: -108, 4: 36}
    for client in (*court.jurors, court.organiser):
        text = text_of(client.get(court.path))
        assert "Játékos 3 a három másik játékosnak fejenként 36 pontot fizet, összesen 108 pontot." in text
        assert "A zsűritagok döntései" in text
        assert text.count("két játékos kérte") == 4  # the reason twice in the decision, and each ruling's own


def test_no_juror_rules_twice(court: Court) -> None:
    seen = court.form(0)
    court.rule(0)
    sent = seen | {"kind": "no_offence", "reason": "meggondoltam magam"}
    answer = court.jurors[0].post(court.path, sent)
    assert answer.status_code == 409
    text = text_of(answer)
    assert "Ebben az ügyben már döntött." in text
    assert "meggondoltam magam" in text  # nothing typed is lost
    assert list(Ruling.objects.values_list("kind", "reason")) == [("renonsz", "két játékos kérte")]


def test_the_same_ruling_sent_again_is_told(court: Court) -> None:
    seen = court.form(0) | {"kind": "renonsz", "reason": "két játékos kérte"}
    for _time in range(3):
        answer = court.jurors[0].post(court.path, seen, follow=True)
        assert answer.status_code == 200
    assert "Ebben az ügyben már döntött; a döntése úgy érvényes" in text_of(answer)
    court.rule(1)
    # Once more, of a case that was decided meanwhile.
    answer = court.jurors[0].post(court.path, seen, follow=True)
    assert "Ebben az ügyben már döntött; a döntése úgy érvényes" in text_of(answer)
    assert Ruling.objects.count() == 2


def test_the_third_who_differs_does_not_rule_in_the_second_round_unseen(court: Court) -> None:
    court.rule(0)
    court.rule(1, "redeal")
    seen = court.form(2) | {"kind": "no_offence", "reason": "nem volt"}
    assert "második kör kezdődik" in text_of(court.jurors[2].post(court.path, seen, follow=True))
    answer = court.jurors[2].post(court.path, seen, follow=True)
    assert "már döntött" in text_of(answer)
    assert Ruling.objects.count() == 3
    other = court.jurors[2].post(court.path, seen | {"reason": "más szöveg"})
    assert other.status_code == 409
    assert "második" not in text_of(other) or "új kör kezdődött" in text_of(other)
    assert Ruling.objects.count() == 3


def test_no_juror_rules_for_another(court: Court) -> None:
    """Whatever the form says of who rules: it is who is logged in."""
    other = court.members[1]
    court.rule(0, user=str(other.user.pk), juror="bíró2", membership=str(other.pk))
    assert list(Ruling.objects.values_list("juror", "user")) == [("bíró1", court.members[0].user.pk)]
    assert "waits" in court.jurors[1].get("/jury/kupa/").context["waiting"][0].mine


@pytest.mark.parametrize("how", ["decided", "withdrawn"])
def test_no_juror_rules_on_a_closed_case(court: Court, how: str) -> None:
    seen = court.form(2) | {"kind": "no_offence", "reason": "későn jövök"}
    if how == "decided":
        court.rule(0)
        court.rule(1)
    else:
        court.organiser.post(f"{court.path}withdraw/", {"reason": "tévedés"})
    before = list(Case.objects.values())
    answer = court.jurors[2].post(court.path, seen)
    assert answer.status_code == 409
    text = text_of(answer)
    assert "Az 1. ügy már nincs a zsűri előtt." in text
    assert "későn jövök" in text
    assert "Az Ön döntése" not in text
    assert list(Case.objects.values()) == before
    assert not Ruling.objects.filter(user=court.members[2].user).exists()


def test_an_organiser_who_is_no_juror_cannot_rule_blind(court: Court) -> None:
    page = text_of(court.organiser.get(court.path))
    assert 'name="kind"' not in page
    assert "Csak zsűritag dönthet" in page
    answer = court.organiser.post(court.path, {"kind": "renonsz", "reason": "x", "round": "1", "revision": "1"})
    assert answer.status_code == 403
    assert not Ruling.objects.exists()


@pytest.mark.parametrize("why", ["juror-at-table", "juror-is-offender"])
def test_who_may_not_and_who_is_not_needed(db: None, why: str) -> None:
    court = make_court()
    first = court.members[0]
    first.player = court.cup.players.get(number=1 if why == "juror-at-table" else 3)
    first.save()
    substitute = member(court.cup, "pót1", substitute=True)
    spare = member(court.cup, "pót2", substitute=True)
    text = text_of(court.jurors[0].get(court.path))
    assert "bíró1 (Játékos" in text and "nem dönt róla:" in text
    assert "pót1 (póttag)" in text
    sent = {"kind": "renonsz", "reason": "én is döntök", "round": "1", "revision": "1"}
    for client in (court.jurors[0], browser_of(spare.user)):
        assert 'name="kind"' not in text_of(client.get(court.path))
        answer = client.post(court.path, sent)
        assert answer.status_code == 422
        assert "én is döntök" in text_of(answer)
    assert not Ruling.objects.exists()
    browser_of(substitute.user).post(court.path, sent)
    assert Ruling.objects.get().juror == "pót1"


def test_who_gave_the_seat_up_had_ruled_for_nothing(court: Court) -> None:
    """It comes out that a juror sits at the table: the substitute rules, and the three who rule are three."""
    court.rule(0)
    first = court.members[0]
    first.player = court.cup.players.get(number=1)
    first.save()
    substitute = browser_of(member(court.cup, "pót", substitute=True).user)
    assert "3-ból 0 döntött" in text_of(court.jurors[1].get(court.path))
    court.rule(1)
    assert court.again().is_open
    sent = {"kind": "renonsz", "reason": "én is", "round": "1", "revision": "1"}
    assert substitute.post(court.path, sent).status_code == 302
    assert court.again().jurors == ["bíró2", "pót"]


def test_missing_jurors_are_told(court: Court) -> None:
    court.members[2].delete()
    for path in (court.path, "/jury/kupa/"):
        assert "zsűritag hiányzik" in (text := text_of(court.organiser.get(path))) or "tag hiányzik" in text


def test_three_different_rulings_and_their_reasons(court: Court) -> None:
    court.rule(0, reason="egyértelmű")
    court.rule(1, amount="12", reason="enyhébb")
    assert "egyértelmű" not in text_of(court.jurors[2].get(court.path))
    court.rule(2, "no_offence", "nem látta senki")
    for juror in range(3):
        text = text_of(court.jurors[juror].get(court.path))
        for reason in ("egyértelmű", "enyhébb", "nem látta senki"):
            assert reason in text
        assert "2. döntési kör" in text
        assert 'name="kind"' in text
    assert "enyhébb" not in text_of(court.organiser.get(court.path))
    for juror in (0, 1):
        court.rule(juror, amount="12", reason="legyen ez")
    assert points_of(the_deal(court.cup, 1)) == {1: 12, 2: 12, 3: -36, 4: 12}


def test_the_proposed_amount_spelt_out_is_the_same_ruling(court: Court) -> None:
    court.rule(0)
    court.rule(1, amount="36", reason="kiszámoltam")
    assert (court.again().kind, court.again().amount) == ("renonsz", None)


def test_a_deal_corrected_meanwhile_is_told(court: Court) -> None:
    seen = court.form(0)
    correct_deal(OPERATOR, the_deal(court.cup, 1), played(1, 2, 4, 70))
    answer = court.jurors[0].post(court.path, seen | {"kind": "renonsz", "reason": "hosszú indoklás", "amount": "17"})
    assert answer.status_code == 409
    text = text_of(answer)
    assert "hosszú indoklás" in text and 'value="17"' in text
    assert 'name="revision" value="2"' in text
    assert not Ruling.objects.exists()
    assert court.rule(0).status_code == 302


@pytest.mark.parametrize(
    ("sent", "field", "words"),
    [
        ({"kind": ""}, "kind", "Válassza ki, mi a döntés."),
        ({"kind": "hanging"}, "kind", ""),
        ({"kind": "warning"}, "kind", ""),
        ({"reason": "  "}, "reason", "A döntést meg kell indokolni."),
        ({"reason": "x" * 2001}, "reason", "2001"),
        ({"amount": "sok"}, "amount", ""),
        ({"amount": "-3"}, "amount", ""),
        ({"amount": "1/0"}, "amount", ""),
        ({"amount": "2,5"}, "amount", ""),
        ({"amount": "99999"}, "amount", "10000"),
        ({"amount": "٣"}, "amount", ""),
        ({"kind": "no_offence", "amount": "5"}, "amount", ""),
        ({"reason": "nul \x00 jel"}, "reason", ""),
    ],
)
def test_bad_input_stands_at_its_field(court: Court, sent: dict[str, str], field: str, words: str) -> None:
    answer = court.rule(0, **({"kind": "renonsz", "reason": "szép indoklás"} | sent))
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert words in str(answer.context["form"].errors[field])
    if "reason" not in sent:
        assert "szép indoklás" in text_of(answer)
    assert not Ruling.objects.exists()


@pytest.mark.parametrize(
    "sent", [{"revision": "x", "round": "x"}, {"revision": "-1"}, {"round": "99999"}, {"revision": "9" * 40}]
)
def test_odd_unseen_fields_are_no_fault(court: Court, sent: dict[str, str]) -> None:
    assert court.rule(0, **sent).status_code in (302, 409)


def test_a_closed_round_says_so(court: Court) -> None:
    round_ = court.case.table.round if court.case.table is not None else None
    assert round_ is not None
    type(round_).objects.filter(pk=round_.pk).update(closed_at=court.case.opened_at)
    text = text_of(court.jurors[0].get(court.path))
    assert "1. forduló le van zárva" in text
    assert 'name="kind"' not in text


def test_magas_says_what_each_choice_costs(db: None) -> None:
    court = make_court("magas-2018", rule="14", sanction="vote", askers=())
    text = text_of(court.jurors[0].get(court.path))
    assert "Előbb az asztal három másik játékosa szavaz" in text
    assert "Az asztal még szavaz" in text
    assert "150 Ft" in text
    answer: Any = court.rule(0, "redeal_150", "szokás")
    assert answer.status_code == 302
    court.rule(1, "redeal_150", "szokás")
    assert court.again().kind == "redeal_150"


@pytest.mark.parametrize(
    ("ruleset", "rule", "bound"), [("itvb-2019", "Kupa 9.2", "legfeljebb 20 (ITVB)"), ("kupa-2005", "9.2", "")]
)
def test_a_bound_is_said(db: None, ruleset: str, rule: str, bound: str) -> None:
    court = make_court(ruleset, rule=rule)
    text = text_of(court.jurors[0].get(court.path))
    assert bound in text
    assert ("összesen 60 pontot" in text) == bool(bound)
