"""The morning of a whole day: the first login, the cup, its players from a file, and who is here."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from django.core.management import call_command

from scoring.models import Tournament
from tests.browser.whole_day_cup import CUP, FEE, LATE, MISSING, NAMES, PLAYERS, ROUNDS, SLUG, VENUE, player_list
from tests.browser.whole_day_hand import Desk, picture
from tests.scoring.cups import the_round


def log_in(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first start makes an organiser, who logs in with what it prints."""
    for variable in ("FIRST_ORGANISER", "FIRST_ORGANISER_PASSWORD"):
        monkeypatch.delenv(variable, raising=False)
    printed = io.StringIO()
    call_command("first_organiser", stdout=printed)
    name = re.search(r"Név / name: +(\S+)", printed.getvalue())
    password = re.search(r"Jelszó / password: +(\S.*)", printed.getvalue())
    assert name and password
    desk.open("/organise/", whole=True)
    desk.page.get_by_label("Név", exact=True).fill(name[1])
    desk.page.get_by_label("Jelszó", exact=True).fill(password[1])
    with desk.page.expect_navigation():
        desk.page.keyboard.press("Enter")


def set_up(desk: Desk) -> Tournament:
    """The cup."""
    desk.follow("Új kupa")
    page = desk.page
    page.get_by_label("A kupa neve").fill(CUP)
    page.get_by_label("Dátum").fill("2026-11-14")
    page.get_by_label("Helyszín").fill(VENUE)
    page.get_by_label("Tarokk Kupa 2005").check(force=True)
    page.get_by_label("Fordulók száma").fill(str(ROUNDS))
    desk.press("Kupa létrehozása")
    cup = Tournament.objects.get()
    assert (cup.name, cup.slug, cup.ruleset_id, cup.rounds_planned) == (CUP, SLUG, "kupa-2005", ROUNDS)
    return cup


def import_players(desk: Desk, cup: Tournament) -> None:
    """23 players from a file, in which one stands twice."""
    desk.open("players/import/")
    file: Any = {"name": "nevezők.csv", "mimeType": "text/csv", "buffer": player_list()}
    desk.page.get_by_label("Fájl", exact=True).set_input_files(file)
    desk.press("Megnézem")
    assert "24 kitöltött sor, ebből 23 kerül a névsorba." in desk.text
    assert desk.page.locator(".doubts li").count() == 1
    assert not cup.players.exists()
    picture(desk.page, "01-import-preview")
    desk.press("A kijelölt játékosok felvétele")
    assert "23 játékos felvéve. 1 sor kimaradt." in desk.text
    assert {player.number: (player.name, player.club) for player in cup.players.all()} == PLAYERS
    assert "2 négyes asztal és 3 ötös asztal" in desk.text
    picture(desk.page, "02-players")


def check_in(desk: Desk, cup: Tournament) -> None:
    """All come but two, and pay but one."""
    page = desk.page
    desk.open("players/check-in/")
    page.get_by_label("Csak az kerül a sorsolásba, aki itt van").check()
    page.get_by_label("Nevezési díj, forintban").fill(str(FEE))
    desk.press("Mentés")
    for number, name in NAMES.items():
        if number in (LATE, MISSING):
            continue
        for word in ("Itt van", "Fizetett")[: 1 if number == 3 else 2]:
            page.get_by_role("button", name=f"{word} – {name}", exact=True).click()
            page.get_by_role("button", name=f"{word} – {name}", exact=True, pressed=True).wait_for()
    figures = [" ".join(text.split()) for text in page.locator("#check-in-figures div").all_inner_texts()]
    assert figures == ["Itt van 21 / 23", "Hiányzik 2", "Fizetett 20 60 000 Ft", "Itt van, nem fizetett 1 3000 Ft"]
    picture(page, "03-check-in")
    assert set(cup.players.filter(checked_in_at=None).values_list("number", flat=True)) == {LATE, MISSING}


def come_late(desk: Desk, cup: Tournament) -> None:
    """Somebody comes when the first round is drawn, and is asked what is to be done."""
    desk.open("players/check-in/")
    desk.page.get_by_role("button", name=f"Itt van – {NAMES[LATE]}", exact=True).click()
    link = desk.page.locator(".notice").get_by_role("link", name=NAMES[LATE], exact=True)
    with desk.page.expect_navigation():
        link.click()
    picture(desk.page, "05-late")
    desk.press("A 2. fordulótól játszik")
    assert cup.players.get(number=LATE).first_round == 2
    assert not the_round(cup).seats.filter(player__number=LATE).exists()
