"""Nobody learns a ruling early: whatever one juror ruled, everybody else gets the same bytes, tags and queries.

The first juror rules, that is looked at from everywhere and rolled back, and rules otherwise: all answers are compared.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.models import AuditEntry, Ruling, Tournament
from scoring.services import publish
from tests.scoring.cups import OPERATOR, the_table
from tests.scoring.jury.conftest import Court, browser_of, member, text_of

pytestmark = pytest.mark.django_db

SECRET = "titkos indoklás"
RULINGS = [{"kind": "renonsz"}, {"kind": "renonsz", "amount": "12"}, {"kind": "no_offence"}, {"kind": "redeal"}]
PUBLIC = [
    "/t/kupa/",
    "/t/kupa/standings.json",
    "/t/kupa/standings.csv",
    "/t/kupa/rounds/1/",
    "/t/kupa/rounds/1/tables/1/",
    "/t/kupa/players/3/",
    "/t/kupa/captures/",
    "/t/kupa/beamer/",
    "/t/kupa/exports/tournament.json",
]
DESK = [
    "/jury/kupa/",
    "/jury/kupa/1/",
    "/jury/kupa/1/oral/",
    "/jury/kupa/1/facts/",
    "/organise/kupa/",
    "/organise/kupa/audit/",
    "/organise/kupa/rounds/1/",
    "/organise/kupa/rounds/1/tables/1/",
    "/organise/kupa/rounds/1/tables/1/deals/1/revisions/",
    "/organise/kupa/rounds/1/close/",
]
#: What differs from one answer to the next whatever it tells.
_CHANGING = (
    r'name="csrfmiddlewaretoken" value="[^"]*"',
    r'datetime="[^"]*"',
    r"\d{1,2}:\d{2}",
    r'name="key" value="[^"]*"',
)


def seen_by(client: Client, paths: list[str]) -> dict[str, Any]:
    """What somebody gets: status, bytes without what always changes, how many queries it took."""
    found = {}
    for path in paths:
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(path)
        body = b"".join(answer) if answer.streaming else answer.content
        text = body.decode()
        for pattern in _CHANGING:
            text = re.sub(pattern, "", text)
        assert SECRET not in text, path
        tag = answer.headers.get("ETag", "")
        found[path] = (answer.status_code, text, tag, len(queries))
    return found


def everybody(court: Court) -> dict[str, Any]:
    """What all others see of the cup."""
    table = the_table(court.cup)
    found = {
        "public": seen_by(Client(), PUBLIC),
        "organiser": seen_by(court.organiser, [*PUBLIC, *DESK]),
        "table": seen_by(Client(), [f"/table/{table.token}/", f"/table/{table.token}/deals"]),
    }
    for juror in (1, 2):
        found[f"juror {juror}"] = seen_by(court.jurors[juror], [*PUBLIC, *DESK[:4]])
    for part in found.values():
        assert all(status == 200 for status, *_rest in part.values())
    return found


def ruled(court: Court, ruling: dict[str, str]) -> Any:
    """The cup with one ruling, as everybody else sees it; what the write did to the cup, and what the trail says."""
    before = court.cup.revision
    court.rule(0, reason=SECRET, **ruling)
    assert Ruling.objects.count() == 1
    assert SECRET in text_of(court.jurors[0].get(court.path))
    revision = Tournament.objects.get(pk=court.cup.pk).revision
    entry = AuditEntry.objects.first()
    assert entry is not None
    return everybody(court), revision - before, (entry.action, entry.details)


def test_it_is_the_same_whatever_one_ruled(court: Court) -> None:
    publish(OPERATOR, court.cup)
    answers = []
    for ruling in RULINGS:
        with transaction.atomic():
            answers.append(ruled(court, ruling))
            transaction.set_rollback(True)
    for other in answers[1:]:
        assert other[1:] == answers[0][1:]
        for who, pages in other[0].items():
            for path, answer in pages.items():
                assert answer == answers[0][0][who][path], f"{path} as {who} sees it"


def test_a_juror_cannot_look_by_opening_the_case_again(court: Court) -> None:
    """Taken back and opened again, a round that was broken off stays unseen."""
    court.rule(0, reason=SECRET)
    court.jurors[1].post(f"{court.path}withdraw/", {"reason": "kíváncsi vagyok"})
    assert SECRET not in text_of(court.jurors[1].get(court.path))
    court.jurors[1].post(f"{court.path}reopen/", {"reason": "kíváncsi vagyok"})
    assert court.again().is_open
    for client in (court.jurors[1], court.jurors[2], court.organiser):
        assert SECRET not in text_of(client.get(court.path))
    assert SECRET in text_of(court.jurors[0].get(court.path))


def test_reasons_of_a_first_round_are_for_who_rules(court: Court) -> None:
    """The offender, who is a juror too, does not read them before the case is decided."""
    offender = browser_of(member(court.cup, "vétkes", player=3, substitute=True).user)
    for juror, kind in enumerate(("renonsz", "redeal", "no_offence")):
        court.rule(juror, kind, f"{SECRET} {juror}")
    assert SECRET in text_of(court.jurors[0].get(court.path))
    assert SECRET not in text_of(offender.get(court.path))
    assert SECRET not in text_of(court.organiser.get(court.path))
    for juror in (0, 1):
        court.rule(juror, "renonsz", f"{SECRET} végül")
    assert SECRET in text_of(offender.get(court.path))
    assert SECRET not in text_of(Client().get("/t/kupa/rounds/1/tables/1/"))
