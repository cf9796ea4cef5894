"""The audit trail in words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

import scoring.services
from scoring.audit import SENTENCES, Teller
from scoring.models import AuditEntry, Tournament
from scoring.services import edit_tournament, enter_paper, freeze, record_deal, reseat_table
from tests.scoring.cups import OPERATOR, played, the_table
from tests.scoring.organiser.conftest import sentence

pytestmark = pytest.mark.django_db

AUDIT = "/organise/kupa/audit/"
DETAILS: list[Any] = [{}, [], None]
SOURCES = Path(scoring.services.__file__).parent


def test_it_works(desk: Client, cup: Tournament) -> None:
    record_deal(OPERATOR, the_table(cup), played(3, 1, 2))
    enter_paper(OPERATOR, the_table(cup, 2), "totals", {5: 4, 6: -4, 7: 0, 8: 0, 9: 0})
    reseat_table(OPERATOR, the_table(cup), [2, 1, 3, 4], 1, reason="rosszul ültek")
    freeze(OPERATOR, cup, 1)
    edit_tournament(OPERATOR, cup, {"tie_break": "none"}, {"tie_break": "table-points"})
    page = sentence(desk.get(AUDIT))
    assert "tests parancs" in page
    assert "rögzítette a 3. leosztást az 1. forduló 1. asztalánál" in page
    assert "Játékos 5 +4, Játékos 6 −4" in page
    assert "Játékos 2, Játékos 1, Játékos 3, Játékos 4" in page
    assert "rosszul ültek" in page
    assert "az 1. forduló után" in page
    assert "pontegyenlőség: asztali pontok szerint → " in page


def test_every_action_has_a_sentence() -> None:
    actions = set()
    for path in SOURCES.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        actions |= set(re.findall(r'(?:change|change_at_table|found_tournament)\([^)"]*"(\w+)"', text))
    assert len(actions) > 25
    assert actions <= set(SENTENCES)


@pytest.mark.parametrize("language", ["hu", "en"])
def test_entries_that_lack_everything(cup: Tournament, language: str) -> None:
    teller = Teller.of(cup)
    with translation.override(language):
        for action in [*SENTENCES, "unknown"]:
            for details in DETAILS:
                entry = AuditEntry(tournament=cup, actor="x", action=action, details=details)
                assert "%(" not in teller.tell(entry)


def test_pages(desk: Client, cup: Tournament) -> None:
    AuditEntry.objects.bulk_create(AuditEntry(tournament=cup, actor="valaki", action="publish") for _ in range(60))
    assert len(desk.get(AUDIT).context["entries"]) == 50
    assert len(desk.get(f"{AUDIT}?page=2").context["entries"]) == 11
    for page in ("99", "x", "-1", "9" * 400):
        assert desk.get(f"{AUDIT}?page={page}").status_code == 200


def test_another_cups_trail_is_not_there(desk: Client, other: Tournament) -> None:
    AuditEntry.objects.create(tournament=other, actor="idegen", action="publish")
    assert "idegen" not in sentence(desk.get(AUDIT))
