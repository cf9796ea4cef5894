"""A ruling takes effect and is undone; decided aloud it makes the same revision."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.models import AuditEntry, Case, Deal, Penalty, Tournament
from scoring.services import publish
from tests.scoring.cups import OPERATOR, points_of, the_deal
from tests.scoring.jury.conftest import Court, browser_of, hidden, make_court, member, text_of

pytestmark = pytest.mark.django_db


def standings() -> Any:
    """The standings as a program reads them, to the last digit, and the sheet of the table."""
    found = Client().get("/t/kupa/standings.json").json()
    found.pop("revision", None)
    deals = [deal.record for deal in Deal.objects.select_related("current").order_by("table", "position")]
    return found, deals, points_of(Deal.objects.filter(position=1).first() or Deal())


def trail() -> list[str]:
    """What the audit trail has of cases, oldest first."""
    ours = ("open_case", "edit_case", "rule_on", "rule_orally", "withdraw_case", "reopen_case")
    return list(AuditEntry.objects.filter(action__in=ours).order_by("pk").values_list("action", flat=True))


def test_three_sessions_rule_and_it_is_undone(db: None) -> None:
    court = make_court()
    publish(OPERATOR, court.cup)
    court.organiser.post(f"{court.path}withdraw/", {"reason": "előtte"})
    before = standings()
    court.organiser.post(f"{court.path}reopen/", {"reason": "mégis"})
    on_hold = standings()
    assert on_hold != before
    court.rule(0, "no_offence")
    court.rule(1)
    assert standings() == on_hold
    court.rule(2)
    assert points_of(the_deal(court.cup, 1)) == {1: 36, 2: 36, 3: -108, 4: 36}
    assert standings() not in (before, on_hold)
    answer = court.jurors[0].get(f"{court.path}withdraw/")
    assert "Visszavonja az 1. ügyet?" in text_of(answer)
    answer = court.jurors[0].post(f"{court.path}withdraw/", {"reason": "új tanú"}, follow=True)
    assert "Az ügyet visszavonták." in text_of(answer)
    assert "új tanú" in text_of(answer)
    assert standings() == before
    assert trail() == ["open_case", "withdraw_case", "reopen_case", *["rule_on"] * 3, "withdraw_case"]


def test_aloud_in_one_step_makes_the_same_revision(db: None) -> None:
    court = make_court()
    court.rule(0)
    court.rule(1)
    alone = the_deal(court.cup, 1).record, points_of(the_deal(court.cup, 1))
    Tournament.objects.all().delete()

    court = make_court()
    page = court.organiser.get(f"{court.path}oral/")
    text = text_of(page)
    assert text.count('name="jurors"') == 3 and text.count("checked") >= 3
    assert "36 pontot fizet" in text
    sent = hidden(page) | {"jurors": [each.pk for each in court.members], "kind": "renonsz", "reason": "szóban"}
    answer = court.organiser.post(f"{court.path}oral/", sent)
    assert (answer.status_code, answer["Location"]) == (302, court.path)
    assert (the_deal(court.cup, 1).record, points_of(the_deal(court.cup, 1))) == alone
    case = court.again()
    assert (case.oral, case.jurors) == (True, ["bíró1", "bíró2", "bíró3"])
    text = text_of(court.jurors[2].get(court.path))
    assert "szóban, az asztalnál döntött: bíró1, bíró2, bíró3" in text
    # Sent once more: told, not refused.
    answer = court.organiser.post(f"{court.path}oral/", sent, follow=True)
    assert "Ezt a döntést már beírták." in text_of(answer)
    assert trail() == ["open_case", "rule_orally"]


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"jurors": []}, "jurors"),
        ({"jurors": "two"}, "jurors"),
        ({"jurors": ["0"]}, "jurors"),
        ({"reason": ""}, "reason"),
        ({"kind": "x"}, "kind"),
        ({"amount": "x"}, "amount"),
    ],
)
def test_what_is_refused_aloud(court: Court, sent: dict[str, Any], field: str) -> None:
    keys = [each.pk for each in court.members]
    if sent.get("jurors") == "two":
        sent = {"jurors": keys[:2]}
    whole = {"jurors": keys, "kind": "renonsz", "reason": "mert", "amount": ""} | sent
    answer = court.jurors[0].post(f"{court.path}oral/", whole)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert court.again().is_open


def test_who_sits_there_is_not_offered_aloud(court: Court) -> None:
    here = court.members[0]
    here.player = court.cup.players.get(number=1)
    here.save()
    member(court.cup, "pót", substitute=True)
    page = court.organiser.get(f"{court.path}oral/")
    assert text_of(page).count('name="jurors"') == 3
    assert "bíró1 (Játékos 1) nem dönt róla: az asztalnál ül." in text_of(page)
    sent = {"jurors": [each.pk for each in court.members], "kind": "renonsz", "reason": "mert"}
    assert court.organiser.post(f"{court.path}oral/", sent).status_code == 422
    assert court.again().is_open


@pytest.mark.parametrize(("path", "words"), [("withdraw/", "Ügy visszavonása"), ("reopen/", "Ügy újranyitása")])
def test_a_reason_is_needed(court: Court, path: str, words: str) -> None:
    if path == "reopen/":
        court.organiser.post(f"{court.path}withdraw/", {"reason": "tévedés"})
    state = court.again().state
    for reason, status in (("", 422), ("  ", 422), ("x" * 2001, 422)):
        answer = court.organiser.post(f"{court.path}{path}", {"reason": reason})
        assert answer.status_code == status
        assert "reason" in answer.context["form"].errors
        assert words in text_of(answer)
    assert court.again().state == state


def test_taken_back_twice_is_told(court: Court) -> None:
    for _time in range(2):
        answer = court.organiser.post(f"{court.path}withdraw/", {"reason": "tévedés"})
    assert answer.status_code == 422
    assert "már nincs a zsűri előtt" in text_of(answer)
    answer = court.organiser.post(f"{court.path}reopen/", {"reason": "mégsem"})
    answer = court.organiser.post(f"{court.path}reopen/", {"reason": "mégsem"})
    assert "már a zsűri előtt van" in text_of(answer)


@pytest.mark.parametrize(
    ("kind", "amount", "words"),
    [
        ("warning", "", "figyelmeztetést kap"),
        ("table_points", "7", "7 asztali pontot veszít"),
        ("tournament_points", "2,5", "2,5 versenypontot veszít"),
        ("exclusion", "", "ki van zárva"),
        ("no_offence", "", "Nem történt vétség"),
    ],
)
def test_free_decisions(court: Court, kind: str, amount: str, words: str) -> None:
    answer = court.jurors[0].post("/jury/kupa/new/?table=none", {"offence": "1.3|jury", "offender": "2", "facts": "x"})
    path = answer["Location"]
    assert path == "/jury/kupa/2/"
    for client in court.jurors[:2]:
        form = hidden(client.get(path)) | {"kind": kind, "amount": amount, "reason": "így láttuk"}
        assert client.post(path, form).status_code == 302
    text = text_of(court.jurors[2].get(path))
    assert words in text
    assert Penalty.objects.count() == (kind != "no_offence")
    court.organiser.post(f"{path}withdraw/", {"reason": "tévedés"})
    assert not Penalty.objects.exists()
    assert Case.objects.get(number=2).state == "withdrawn"


def test_a_juror_reads_all_once_it_is_decided(court: Court) -> None:
    court.rule(0, "no_offence", "szerintem nem")
    court.rule(1, reason="szerintem igen")
    court.rule(2, reason="szerintem is")
    for client in (*court.jurors, court.organiser, browser_of(member(court.cup, "pót", substitute=True).user)):
        text = text_of(client.get(court.path))
        for reason in ("szerintem nem", "szerintem igen", "szerintem is"):
            assert reason in text
        assert "Játékos 3</dt><dd>−37 → −108" in text
