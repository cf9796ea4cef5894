"""A round is drawn in a browser, and places are changed: with the mouse, with the keyboard, without a script."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Locator, Page, expect

from scoring.models import Round
from scoring.services import add_round
from scoring.services.swapping import arranged
from tests.browser.conftest import Window
from tests.browser.looks import TOO_WIDE, violations
from tests.scoring.cups import OPERATOR, document, load, table

pytestmark = pytest.mark.django_db(transaction=True)

OpenWindow = Callable[..., Window]


@pytest.fixture
def at_desk(window: OpenWindow, hall: str) -> OpenWindow:
    """Windows of an organiser of a cup of nine whose first round is seated, the second is there."""
    cup = load(document(table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8, 9]), players=9, slug="kupa", rounds_planned=2))
    add_round(OPERATOR, cup)
    client = Client()
    client.force_login(User.objects.create_superuser("rendező"))
    session = client.cookies[settings.SESSION_COOKIE_NAME]

    def open_window(*args: object, **options: object) -> Window:
        seen = window(*args, **options)
        # A draw searches for some seconds, and much longer on a busy machine.
        seen.page.set_default_timeout(180_000)
        seen.page.context.add_cookies([{"name": session.key, "value": session.value, "url": hall}])
        return seen

    return open_window


def seating() -> dict[int, list[int]]:
    return arranged(Round.objects.get(tournament__slug="kupa", number=2))


def drawn(page: Page) -> None:
    """Draws the second round by the page."""
    page.goto("/organise/kupa/rounds/2/draw/")
    page.get_by_label("Sorsolási szám").fill("7")
    page.get_by_role("button", name="Asztalok kisorsolása").click()
    page.wait_for_url("**/rounds/2/swap/")


def who(page: Page, number: int) -> Locator:
    return page.locator(f"[data-player='{number}'] .pick")


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_drawn_and_swapped(at_desk: OpenWindow, scheme: str, width: int) -> None:
    seen = at_desk(width, "hu", scheme)
    page = seen.page
    page.emulate_media(reduced_motion="reduce")
    page.goto("/organise/kupa/rounds/2/draw/")
    assert violations(page) == []
    drawn(page)
    before = seating()
    expect(page.locator("[data-count]")).to_have_text("6 ismételt találkozás")
    a, b, c = before[1][0], before[2][0], before[2][1]

    # By keys: pick one, pick another; the numbers follow, nothing is saved.
    who(page, a).focus()
    page.keyboard.press("Enter")
    expect(who(page, a)).to_have_attribute("aria-pressed", "true")
    shown = who(page, b).locator(".delta").inner_text()
    assert violations(page) == []
    who(page, b).focus()
    page.keyboard.press("Enter")
    expected = 6 + int(shown.replace("−", "-").replace("±", ""))
    expect(page.locator("[data-count]")).to_have_text(f"{expected} ismételt találkozás")
    assert seating() == before

    # By the mouse, and taken back.
    who(page, c).scroll_into_view_if_needed()
    who(page, c).drag_to(who(page, b))
    expect(page.locator("[data-said]")).to_contain_text("Helyet cserélt")
    page.get_by_role("button", name="Az utolsó visszavonása").click()
    expect(page.locator("[data-said]")).to_contain_text("Visszavonva")

    page.locator(f"input[name=locked][value='{a}']").check()
    page.get_by_role("button", name="Mentés").click()
    page.wait_for_load_state()
    expect(page.get_by_text("Az ülésrend el van mentve.")).to_be_visible()
    swapped = {a: b, b: a}
    assert seating() == {at: [swapped.get(each, each) for each in players] for at, players in before.items()}
    expect(page.locator(f"input[name=locked][value='{a}']")).to_be_checked()
    # What the script reckons is what the server does.
    expect(page.locator("[data-count]")).to_have_text(f"{expected} ismételt találkozás")
    assert page.evaluate(TOO_WIDE) == 0
    assert seen == []


def test_from_the_five_to_the_four(at_desk: OpenWindow) -> None:
    page = at_desk(1280).page
    drawn(page)
    before = seating()
    goes = before[2][4]
    who(page, goes).click()
    page.get_by_role("button", name="szabad hely").click()
    page.get_by_role("button", name="Mentés").click()
    page.wait_for_load_state()
    expect(page.get_by_text("Az ülésrend el van mentve.")).to_be_visible()
    assert seating() == {1: [*before[1], goes], 2: before[2][:4]}


def test_without_a_script(at_desk: OpenWindow) -> None:
    seen = at_desk(360, java_script_enabled=False)
    page = seen.page
    drawn(page)
    before = seating()
    a, b = before[1][1], before[2][2]
    page.get_by_label("Ki", exact=True).select_option(str(a))
    page.get_by_label("Kivel cserél helyet").select_option(str(b))
    page.get_by_role("button", name="Helycsere").click()
    expect(page.get_by_text("Az ülésrend el van mentve.")).to_be_visible()
    swapped = {a: b, b: a}
    assert seating() == {at: [swapped.get(each, each) for each in players] for at, players in before.items()}
    # What only works with the script is not shown.
    expect(page.get_by_role("button", name="Az utolsó visszavonása")).to_be_hidden()
