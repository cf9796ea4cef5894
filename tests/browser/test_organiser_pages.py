"""The organiser's desk in a browser: accessible, within the window, and a cup set up without JavaScript."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from scoring.models import Membership, Player, Seat, Tournament
from tests.browser.conftest import Window
from tests.browser.looks import TOO_WIDE, violations

pytestmark = pytest.mark.django_db(transaction=True)

CUP = "/organise/koszegi-magas-kupa"
PAGES = [
    "/organise/",
    "/organise/_new/",
    "/organise/_rulesets/magas-2018/",
    "/organise/_register/",
    "/organise/_series/",
    "/organise/_series/_new/",
    *(
        f"{CUP}/{page}"
        for page in (
            "",
            "standings/",
            "results/",
            "prizes/",
            "settings/",
            "settings/final/",
            "players/",
            "players/paste/",
            "players/import/",
            "players/check-in/",
            "players/1/",
            "players/1/seat/",
            "players/1/withdraw/",
            "rounds/1/",
            "rounds/1/reopen/",
            "rounds/3/",
            "rounds/3/close/",
            "rounds/3/links/",
            "rounds/3/tables/1/renew-link/",
            "rounds/3/draw/",
            "rounds/3/swap/",
            "rounds/3/seating/",
            "rounds/3/tables/2/",
            "rounds/3/tables/2/seating/",
            "rounds/3/tables/2/substitute/",
            "rounds/3/tables/4/paper/",
            "print/",
            "people/",
            "audit/",
        )
    ),
]
OpenWindow = Callable[..., Window]


@pytest.fixture
def at_desk(window: OpenWindow, hall: str) -> OpenWindow:
    """Opens windows of somebody who organises every cup of the demo, and one that is empty."""
    user = User.objects.create_user("rendező")
    for cup in Tournament.objects.all():
        Membership.objects.create(user=user, tournament=cup, role="organiser")
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME]

    def open_window(*args: object, **options: object) -> Window:
        seen = window(*args, **options)
        seen.page.context.add_cookies([{"name": session.key, "value": session.value, "url": hall}])
        return seen

    return open_window


# Colours do not depend on the language, nor labels on the scheme: two corners of four are enough.
@pytest.mark.parametrize(("language", "scheme", "width"), [("hu", "light", 1280), ("en", "dark", 360)])
@pytest.mark.looks
def test_axe_finds_nothing(at_desk: OpenWindow, language: str, scheme: str, width: int) -> None:
    seen = at_desk(width, language, scheme)
    found = {}
    for path in PAGES:
        answer = seen.page.goto(path)
        assert answer is not None and answer.status == 200, path
        if faults := violations(seen.page):
            found[path] = faults

    assert found == {}
    assert seen == []


@pytest.mark.parametrize("language", ["hu", "en"])
@pytest.mark.looks
def test_nothing_is_wider_than_the_window(at_desk: OpenWindow, language: str) -> None:
    seen = at_desk(1280, language)
    wide = {}
    for path in PAGES:
        seen.page.goto(path)
        for width in (1280, 768, 360, 320):
            seen.page.set_viewport_size({"width": width, "height": 740})
            if excess := seen.page.evaluate(TOO_WIDE):
                wide[path, width] = excess

    assert wide == {}


@pytest.mark.looks
def test_the_pages_of_a_cup_are_one_row_on_a_phone(at_desk: OpenWindow) -> None:
    """A dozen of them: they are pushed aside, and the one that is shown is in sight."""
    page = at_desk(360).page
    for path, name in ((f"{CUP}/", "Áttekintés"), (f"{CUP}/results/", "Eredmény"), (f"{CUP}/audit/", "Napló")):
        page.goto(path)
        row = page.locator(".tabs.is-row")
        current = row.locator("[aria-current]")
        assert current.inner_text().strip() == name
        place, whole = current.bounding_box(), row.bounding_box()
        assert place is not None and whole is not None
        assert whole["height"] < 1.5 * place["height"]
        assert place["x"] >= 0 and place["x"] + place["width"] <= 360


@pytest.mark.looks
def test_axe_finds_nothing_in_refused_forms(at_desk: OpenWindow) -> None:
    seen = at_desk(360)
    page = seen.page
    found = {}
    for path, button in (
        ("/organise/_new/", "Kupa létrehozása"),
        (f"{CUP}/players/", "Későn érkező felvétele"),
        (f"{CUP}/players/paste/", "Megnézem"),
        (f"{CUP}/players/import/", "Megnézem"),
        (f"{CUP}/rounds/3/close/", "Forduló lezárása"),
        (f"{CUP}/rounds/3/tables/4/paper/", "Mentés"),
        (f"{CUP}/people/", "Meghívás"),
    ):
        page.goto(path)
        page.get_by_role("button", name=button, exact=True).click()
        assert "Még semmi sincs elmentve" in page.content(), path
        if faults := violations(seen.page):
            found[path] = faults
        if excess := page.evaluate(TOO_WIDE):
            found[path] = [excess]

    assert found == {}


def test_a_cup_is_set_up_and_seated_without_javascript(at_desk: OpenWindow) -> None:
    page = at_desk(360, java_script_enabled=False).page
    page.goto("/organise/")
    page.get_by_role("link", name="Új kupa").click()
    page.get_by_label("A kupa neve").fill("Őszi Próbakupa")
    page.get_by_label("Helyszín").fill("Győr")
    page.get_by_label("Tarokk Kupa 2005", exact=True).check()
    page.get_by_role("button", name="Kupa létrehozása").click()
    page.get_by_role("link", name="Játékosok felvétele").first.click()
    page.get_by_role("link", name="Több játékos beillesztése").click()
    page.get_by_label("Soronként egy játékos").fill("\n".join(f"Játékos {letter}" for letter in "ABCDEFGHI"))
    page.get_by_role("button", name="Megnézem").click()
    page.get_by_role("button", name="A kijelölt játékosok felvétele").click()
    assert "9 játékos felvéve." in page.content()
    page.get_by_role("link", name="Áttekintés").click()
    page.get_by_role("button", name="Forduló megnyitása").first.click()
    page.get_by_role("link", name="Ültetés kézzel").click()
    page.get_by_label("1. ülés", exact=True).select_option(label="5. Játékos E")
    page.get_by_role("button", name="Kitöltés a névsor szerint").click()
    page.get_by_label("Első osztó").select_option("4")
    page.get_by_role("button", name="Asztal leültetése").click()
    page.get_by_role("button", name="Mindenki leültetése a névsor szerint").click()
    assert Player.objects.filter(tournament__slug="oszi-probakupa").count() == 9
    seats = Seat.objects.filter(round__tournament__slug="oszi-probakupa", table__number=1).order_by("number")
    assert list(seats.values_list("player__number", flat=True)) == [5, 1, 2, 3]
    assert seats[0].table.first_dealer == 4
