"""The tie-break with its effect, who is listed, protests, and the final result."""

from __future__ import annotations

from datetime import datetime, timedelta
from io import BytesIO
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone
from django.utils.translation import override
from openpyxl import load_workbook

from scoring import queries
from scoring.actors import Actor
from scoring.exports import xlsx
from scoring.models import AuditEntry, Tournament
from scoring.results import protest_text, tie_break_effect
from scoring.services import Refusal, finish, freeze, list_withdrawn, set_protest_until, take_back_final
from tests.scoring.cups import OPERATOR
from tests.scoring.organiser.conftest import sentence

pytestmark = pytest.mark.django_db

RESULTS = "/organise/kupa/results/"


def now_and_then(tournament: Tournament) -> dict[int, tuple[int, bool, int, bool]]:
    effect = tie_break_effect(queries.standings(tournament))
    return {each.row.player.number: (each.row.rank, each.row.tied, each.then, each.tied) for each in effect.moved}


def ranks(page: Any) -> list[tuple[int, int]]:
    return [(row["player"]["number"] if "player" in row else row["number"], row["rank"]) for row in page]


def test_the_effect_of_switching_it_off(tied: Tournament) -> None:
    assert now_and_then(tied) == {
        1: (1, False, 1, True),
        2: (2, True, 1, True),
        5: (2, True, 1, True),
        6: (2, True, 1, True),
        7: (5, False, 5, True),
        3: (6, False, 5, True),
    }


def test_the_effect_of_switching_it_on(tied: Tournament) -> None:
    Tournament.objects.update(tie_break="none")
    tied.refresh_from_db()
    assert now_and_then(tied) == {
        1: (1, True, 1, False),
        2: (1, True, 2, True),
        5: (1, True, 2, True),
        6: (1, True, 2, True),
        7: (5, True, 5, False),
        3: (5, True, 6, False),
    }


def test_it_shows_the_effect_and_sets_it(desk: Client, tied: Tournament) -> None:
    page = desk.get(RESULTS)
    assert "6 játékos állna máshol" in sentence(page)
    desk.post(f"{RESULTS}tie-break/", {"tie_break": "none", "seen": "table-points"})
    tied.refresh_from_db()
    assert tied.tie_break == "none"
    assert [row.rank for row in queries.standings(tied).rows] == [1, 1, 1, 1, 5, 5, 7, 7]
    assert "a helyezés megosztott" in sentence(desk.get(RESULTS))
    # A page that was opened before: the second press changes nothing.
    desk.post(f"{RESULTS}tie-break/", {"tie_break": "none", "seen": "table-points"})
    tied.refresh_from_db()
    assert (tied.tie_break, AuditEntry.objects.filter(action="edit_tournament").count()) == ("none", 2)


@pytest.mark.parametrize("data", [{}, {"tie_break": "x", "seen": "none"}, {"tie_break": "none"}])
def test_a_tie_break_that_is_none(desk: Client, tied: Tournament, data: dict[str, str]) -> None:
    assert "Válasszon a kettő közül." in sentence(desk.post(f"{RESULTS}tie-break/", data, follow=True))
    tied.refresh_from_db()
    assert tied.tie_break == "table-points"


def test_the_settings_show_the_effect_too(desk: Client) -> None:
    assert "6 játékos állna máshol" in sentence(desk.get("/organise/kupa/settings/"))


# --- Who withdrew -----------------------------------------------------------------------------------------------------


def test_who_withdrew_is_left_out_of_the_public_lists(desk: Client, tied: Tournament) -> None:
    public = Client()
    before = public.get("/t/kupa/standings.json").json()["standings"]
    etag = public.get("/t/kupa/")["ETag"]
    response = desk.post(f"{RESULTS}withdrawn/", {"hide": "yes"}, follow=True)
    assert "A visszalépettek nem szerepelnek a nyilvános listákon." in sentence(response)
    page = public.get("/t/kupa/", headers={"if-none-match": etag})
    assert page.status_code == 200
    assert "Játékos 8" not in page.text
    assert "1 visszalépett játékos nem szerepel a listán" in sentence(page)
    # Everybody else keeps rank and sharing: 4 shared the seventh rank with 8.
    after = public.get("/t/kupa/standings.json").json()["standings"]
    assert [row for row in before if row["number"] != 8] == after
    assert (after[-1]["number"], after[-1]["rank"], after[-1]["tied"]) == (4, 7, True)
    assert "Játékos 8" not in public.get("/t/kupa/standings.csv").text
    assert "Játékos 8" not in public.get("/t/kupa/beamer/").text
    file = BytesIO()
    tied.refresh_from_db()
    xlsx.write_standings(file, tied, "hu", timezone.now())
    assert len(list(load_workbook(file).worksheets[0].rows)) == 1 + 7
    # Their own page and that of their table stay, and the desk has all.
    assert public.get("/t/kupa/players/8/").status_code == 200
    assert "Játékos 8" in desk.get("/organise/kupa/standings/").text
    desk.post(f"{RESULTS}withdrawn/", {"hide": "no"})
    assert public.get("/t/kupa/standings.json").json()["standings"] == before


def test_the_race_keeps_the_ranks(tied: Tournament) -> None:
    def ways(page: Any) -> dict[str, list[str]]:
        return {runner.name: [dot.label for dot in runner.dots] for runner in page.context["race"].runners}

    before = ways(Client().get("/t/kupa/"))
    Tournament.objects.update(hide_withdrawn=True)
    after = ways(Client().get("/t/kupa/", headers={"cookie": ""}))
    assert after == before and len(before) == 6


def test_nobody_is_told_of_a_later_withdrawal_by_leaving_it_out(tied: Tournament) -> None:
    freeze(OPERATOR, tied, 1)
    list_withdrawn(OPERATOR, tied, False)
    rows = Client().get("/t/kupa/standings.json").json()["standings"]
    assert 8 in [row["number"] for row in rows]


# --- Protests and the final result ------------------------------------------------------------------------------------


def test_until_when_protests_are_taken(desk: Client, tied: Tournament) -> None:
    local = datetime(2026, 4, 18, 18, 30, tzinfo=timezone.get_default_timezone())
    desk.post(f"{RESULTS}protest/", {"until": "2026-04-18T18:30"})
    tied.refresh_from_db()
    assert tied.protest_until == local
    with override("hu"):
        assert protest_text(tied) == "Óvás benyújtható eddig: 18:30."
    assert "Óvás benyújtható eddig: 18:30." in sentence(Client().get("/t/kupa/"))
    assert 'value="2026-04-18T18:30"' in desk.get(RESULTS).text
    desk.post(f"{RESULTS}protest/", {"until": ""})
    tied.refresh_from_db()
    assert tied.protest_until is None
    actions = list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))[-2:]
    assert actions == ["set_protest_until", "clear_protest_until"]
    assert "2026. április 18. 18:30" in sentence(desk.get("/organise/kupa/audit/"))


@pytest.mark.parametrize(
    ("now", "until"),
    [
        ("2026-04-18T16:00:00+00:00", "2026-04-18T16:30:00+00:00"),
        ("2026-04-18T16:00:00.300000+00:00", "2026-04-18T16:31:00+00:00"),
        ("2026-04-18T16:00:59.900000+00:00", "2026-04-18T16:31:00+00:00"),
    ],
)
def test_minutes_from_now_end_on_a_full_minute_and_never_early(
    desk: Client, tied: Tournament, monkeypatch: pytest.MonkeyPatch, now: str, until: str
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: datetime.fromisoformat(now))
    desk.post(f"{RESULTS}protest/", {"until": "", "minutes": "30"})
    tied.refresh_from_db()
    assert tied.protest_until == datetime.fromisoformat(until)


@pytest.mark.parametrize(
    "data", [{"until": "tegnap"}, {"until": "0001-01-01T00:00"}, {"until": "9999-12-31T23:59"}, {"minutes": "-5"}]
)
def test_moments_that_are_none(desk: Client, tied: Tournament, data: dict[str, str]) -> None:
    response = desk.post(f"{RESULTS}protest/", data)
    assert response.status_code == 422
    tied.refresh_from_db()
    assert tied.protest_until is None


def test_final_before_its_time_only_on_purpose(desk: Client, tied: Tournament) -> None:
    set_protest_until(OPERATOR, tied, timezone.now() + timedelta(minutes=20))
    page = desk.get("/organise/kupa/settings/final/")
    assert "Óvás benyújtható eddig" in sentence(page)
    response = desk.post("/organise/kupa/settings/final/")
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["early"]
    tied.refresh_from_db()
    assert not tied.is_final
    desk.post("/organise/kupa/settings/final/", {"early": "on"})
    tied.refresh_from_db()
    assert tied.is_final
    entry = AuditEntry.objects.first()
    assert entry is not None
    assert (entry.action, entry.details) == ("finish", {"early": True})
    assert "Óvás" not in sentence(Client().get("/t/kupa/"))
    # A final cup takes neither.
    desk.post(f"{RESULTS}withdrawn/", {"hide": "yes"})
    assert desk.post(f"{RESULTS}protest/", {"until": ""}).status_code == 422
    tied.refresh_from_db()
    assert not tied.hide_withdrawn and tied.protest_until is not None


def test_final_after_the_time_is_over_needs_no_more(tied: Tournament) -> None:
    set_protest_until(OPERATOR, tied, timezone.now() - timedelta(seconds=1))
    finish(OPERATOR, tied)
    tied.refresh_from_db()
    assert tied.is_final
    take_back_final(OPERATOR, tied, "óvás")
    set_protest_until(OPERATOR, tied, timezone.now() + timedelta(hours=1))
    with pytest.raises(Refusal) as refused:
        finish(OPERATOR, tied)
    assert [problem.code for problem in refused.value.problems] == ["protests-taken"]


def test_only_organisers(tied: Tournament, django_user_model: Any) -> None:
    stranger = Actor.of_user(django_user_model.objects.create_user("valaki"))
    with pytest.raises(PermissionDenied):
        list_withdrawn(stranger, tied, False)
    with pytest.raises(PermissionDenied):
        set_protest_until(stranger, tied, timezone.now())
