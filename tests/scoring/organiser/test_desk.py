"""The overview of a cup: what is to be done next."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scoring.desk import NOW, overview, steps
from scoring.models import Round, Tournament
from scoring.services import close_round, enter_paper, finish, load_document
from tests.scoring.cups import OPERATOR, document, full_table, load, the_round, the_table
from tests.scoring.organiser.conftest import sentence

pytestmark = pytest.mark.django_db


def next_of(cup: Tournament) -> tuple[str, str]:
    """What is next: the last part of its address, and what it says."""
    cup = Tournament.objects.get(pk=cup.pk)
    step = next(step for step in steps(overview(cup)) if step.state == NOW)
    return step.address.removeprefix(f"/organise/{cup.slug}/"), step.detail


def test_it_works(desk: Client) -> None:
    page = sentence(desk.get("/organise/kupa/"))
    assert "Következő: 1. forduló" in page
    assert "2 / 16" in page
    assert "0 / 20" in page


def test_the_whole_course() -> None:
    cup = load(document(players=3, rounds_planned=1, slug="kupa"), publish=False)
    assert next_of(cup)[0] == "players/"
    four = document(players=4, rounds_planned=1, slug="kupa")
    cup = load_document(OPERATOR, four, replace=True, publish=False)
    assert next_of(cup)[0] == "rounds/add/"
    Round.objects.create(tournament=cup, number=1)
    assert next_of(cup)[0] == "rounds/1/draw/"
    full = document(full_table(1, [1, 2, 3, 4]), players=4, rounds_planned=1, slug="kupa")
    cup = load_document(OPERATOR, full, replace=True, publish=False)
    # Seated: players want to see where they sit.
    where, why = next_of(cup)
    assert where == "settings/" and why.startswith("A kupát egyelőre csak a rendezői látják. Közzététel után")
    Tournament.objects.update(state="published")
    assert next_of(cup)[0] == "rounds/1/close/"
    close_round(OPERATOR, the_round(cup))
    assert next_of(cup) == ("results/", "Az óvási idő letelte után.")
    finish(OPERATOR, cup)
    cup.refresh_from_db()
    assert not [step for step in steps(overview(cup)) if step.state == NOW]


def test_an_empty_cup_cannot_start_a_round(desk: Client, cup: Tournament) -> None:
    load_document(OPERATOR, document(players=3, rounds_planned=2, slug="kupa"), replace=True)
    page = sentence(desk.get("/organise/kupa/"))
    assert "rounds/add/" not in page
    assert "Amint van elég játékos egy asztalhoz." in page


def test_waiting_and_withdrawn_players() -> None:
    cup = document(full_table(1, [1, 2, 3, 4]), players=9, slug="kupa")
    cup["players"][8]["status"] = {"withdrawn_after": 0}
    cup["players"][3]["status"] = {"withdrawn_after": 1}
    found = overview(load(cup))
    assert (found.players, found.active) == (9, 7)
    assert found.rounds[0].waiting == 4


def test_complete_tables(cup: Tournament) -> None:
    assert [table.complete for table in overview(cup).rounds[0].tables] == [False, False]
    enter_paper(OPERATOR, the_table(cup, 2), "totals", dict.fromkeys(range(5, 10), 0))
    assert [table.complete for table in overview(cup).rounds[0].tables] == [False, True]


def test_live_standings_although_frozen(desk: Client, cup: Tournament) -> None:
    Tournament.objects.update(frozen_after=0)
    page: Any = desk.get("/organise/kupa/standings/")
    assert page.context["standings"].rounds == (1,)


def test_a_cup_called_password_has_its_desk(db: None) -> None:
    load(document(slug="password"))
    client = Client()
    client.force_login(User.objects.create_superuser("muszaki"))

    assert "Próbakupa" in sentence(client.get("/organise/password/"))
