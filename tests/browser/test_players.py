"""Players in a browser: a file is looked at and saved, people check in, somebody comes late."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from scoring.models import Player, Tournament
from tests.browser.conftest import Window
from tests.browser.looks import TOO_WIDE, violations
from tests.scoring.cups import document, load, table
from tests.scoring.imports.files import workbook
from tests.scoring.organiser.conftest import organiser_of

pytestmark = pytest.mark.django_db(transaction=True)

OpenWindow = Callable[..., Window]
PLAYERS = "/organise/kupa/players/"


@pytest.fixture
def desk(window: OpenWindow, hall: str) -> OpenWindow:
    """Opens windows of the organiser of a cup without players."""
    cup = load(document(players=0, slug="kupa", name="Őszi kupa"))
    client = Client()
    client.force_login(organiser_of(cup))
    session = client.cookies[settings.SESSION_COOKIE_NAME]

    def open_window(*args: Any, **options: Any) -> Window:
        seen = window(*args, **options)
        seen.page.context.add_cookies([{"name": session.key, "value": session.value, "url": hall}])
        return seen

    return open_window


def looks_good(seen: Window) -> None:
    assert violations(seen.page) == []
    for width in (1280, 320, 360):
        seen.page.set_viewport_size({"width": width, "height": 740})
        assert not seen.page.evaluate(TOO_WIDE), width


@pytest.mark.parametrize("script", [True, False])
def test_a_file_is_looked_at_and_saved(desk: OpenWindow, script: bool) -> None:
    seen = desk(360, java_script_enabled=script)
    page = seen.page
    rows: list[list[object]] = [
        ["Név", "Klub"],
        ["Őry Tünde", "Eger"],
        ["Ory Tunde", "Eger"],
        [],
        [20260305, "Vác"],
        ["=A1", "Pécs"],
    ]
    long = "Szentgyörgyi-Horváth-Nagykállay" * 3
    page.goto(f"{PLAYERS}import/")
    mime, buffer = "application/vnd.ms-excel", workbook(*rows, [long, long])
    file: Any = {"name": "nevezok.xls", "mimeType": mime, "buffer": buffer}
    page.get_by_label("Fájl", exact=True).set_input_files(file)
    page.get_by_role("button", name="Megnézem").click()
    page.get_by_role("heading", name="A névsor átnézése").wait_for()
    if script:
        looks_good(seen)
    page.locator("#name_4").fill("Vas Vilma")
    page.get_by_role("button", name="A kijelölt játékosok felvétele").click()
    page.get_by_text("3 játékos felvéve. 2 sor kimaradt.").wait_for()
    assert list(Player.objects.filter(tournament__slug="kupa").values_list("name", "club")) == [
        ("Őry Tünde", "Eger"),
        ("Vas Vilma", "Vác"),
        (long, long),
    ]
    assert seen == []


def test_a_file_that_is_too_large_is_not_even_sent(desk: OpenWindow) -> None:
    seen = desk(360)
    page = seen.page
    page.goto(f"{PLAYERS}import/")
    large: Any = {"name": "nevezok.csv", "mimeType": "text/csv", "buffer": b"x" * (3 * 2**20 + 1)}
    page.get_by_label("Fájl", exact=True).set_input_files(large)
    page.get_by_role("button", name="Megnézem").click()
    assert page.get_by_role("alert").inner_text().startswith("A fájl nagyobb 3 MB-nál")
    assert page.evaluate("document.activeElement.name") == "file"
    looks_good(seen)


def test_people_check_in(desk: OpenWindow) -> None:
    cup = load(document(table(1, [1, 2, 3, 4]), players=6, slug="masik"))
    Tournament.objects.filter(pk=cup.pk).update(uses_check_in=True, entry_fee=3000)
    for number, name in enumerate(["Őry Tünde", "Ács Ágnes", "Kovács Béla", "Zab Zoé", "Ory Béla", "Nagy Ödön"], 1):
        cup.players.filter(number=number).update(name=name)
    cup.memberships.create(user=Tournament.objects.get(slug="kupa").memberships.get().user, role="organiser")
    seen = desk(360)
    page = seen.page
    page.goto("/organise/masik/players/check-in/")
    looks_good(seen)
    search = page.get_by_label("Keresés név szerint")
    search.fill("ory")
    shown = page.locator(".check-list li:visible b")
    assert shown.all_inner_texts() == ["Ory Béla", "Őry Tünde"]
    page.get_by_role("button", name="Itt van – Őry Tünde").press("Enter")
    page.get_by_role("button", name="Itt van – Őry Tünde", pressed=True).wait_for()
    # What was typed stays, the button keeps the focus, the sums are new.
    assert search.input_value() == "ory"
    assert shown.all_inner_texts() == ["Ory Béla", "Őry Tünde"]
    assert page.evaluate("document.activeElement.name") == "away"
    assert page.locator("#check-in-figures div").first.inner_text().split() == ["Itt", "van", "1", "/", "6"]
    page.get_by_role("button", name="Fizetett – Őry Tünde").click()
    page.get_by_role("button", name="Fizetett – Őry Tünde", pressed=True).wait_for()
    search.fill("senki")
    assert page.get_by_text("Nincs ilyen nevű játékos.").is_visible()
    looks_good(seen)
    assert (cup.players.get(number=1).paid, cup.players.filter(checked_in_at__isnull=False).count()) == (True, 1)
    assert seen == []


def test_somebody_comes_late(desk: OpenWindow) -> None:
    cup = load(document(table(1, [1, 2, 3, 4]), players=4, slug="masik"))
    cup.memberships.create(user=Tournament.objects.get(slug="kupa").memberships.get().user, role="organiser")
    seen = desk(360)
    page = seen.page
    page.goto("/organise/masik/players/")
    page.get_by_label("Név", exact=True).fill("Késő Klára; Vác")
    page.get_by_role("button", name="Későn érkező felvétele").click()
    page.get_by_text("Az 1. forduló már ki van sorsolva, nélküle.").wait_for()
    looks_good(seen)
    page.get_by_role("button", name="Ide ül – 1. asztal").click()
    page.get_by_text("5. Késő Klára az 1. forduló 1. asztalánál ül.").wait_for()
    page.goto("/organise/masik/players/5/withdraw/")
    looks_good(seen)
    page.get_by_role("button", name="Visszalép").click()
    page.get_by_text("5. Késő Klára visszalépett").wait_for()
    assert cup.rounds.get().seats.count() == 4
    assert seen == []
