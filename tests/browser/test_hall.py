"""The hall's pages: the clock ticks by the server's time, notices come by themselves, the board follows the tables."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.models import Membership, RoundClock, Tournament
from scoring.services import end_notice, enter_paper, extend_clock, pause_clock, post_notice, start_clock
from tests.browser.conftest import Phone
from tests.browser.looks import TOO_WIDE, violations
from tests.browser.page_clock import let_pass
from tests.browser.table_hand import Thumb, address_of
from tests.conftest import HALL_NAME
from tests.scoring.cups import OPERATOR, document, full_table, load, played, table, the_round, the_table
from tests.scoring.pages.conftest import enter

pytestmark = pytest.mark.django_db(transaction=True)

BOARD = "/organise/terem/board/"


@pytest.fixture
def cup(transactional_db: None) -> Tournament:
    """A cup with four tables: one is complete, one has an irregular deal, one has one deal, one none."""
    counts = [{"figure": "tarokk-8", "by": 6}, {"figure": "tarokk-9", "by": 6}]
    tables = [
        full_table(1, [1, 2, 3, 4]),
        table(2, [5, 6, 7, 8], [played(1, 6, 8, announcements=counts)]),
        table(3, [9, 10, 11, 12], [played(1, 10, 12)]),
        table(4, [13, 14, 15, 16]),
    ]
    return load(document(*tables, players=16, slug="terem", name="Terem kupa"))


def log_in(context: BrowserContext, cup: Tournament, live_server: LiveServer) -> Page:
    """A window of the cup's organiser."""
    user, _new = User.objects.get_or_create(username="rendezo")
    Membership.objects.get_or_create(user=user, tournament=cup, role=Membership.Role.ORGANISER)
    client = Client()
    client.force_login(user)
    address = f"http://{HALL_NAME}:{urlsplit(live_server.url).port}"
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": address}])
    return context.new_page()


def move_back(cup: Tournament, **parts: float) -> None:
    """The clock was started so much earlier."""
    clock = RoundClock.objects.get(round__tournament=cup)
    clock.running_since = timezone.now() - timedelta(**parts)
    clock.save()


def seconds_of(text: str) -> int:
    """A clock's time as seconds."""
    found = 0
    for part in text.removeprefix("+").split(":"):
        found = 60 * found + int(part)
    return found


def test_it_ticks_by_the_servers_time_on_a_phone_that_goes_wrong(phone: Phone, cup: Tournament) -> None:
    start_clock(OPERATOR, the_round(cup), 90, 10)
    move_back(cup, minutes=78)
    page = phone().new_page()
    # The phone is two hours late.
    page.clock.install(time=timezone.now() - timedelta(hours=2))
    page.goto(address_of(the_table(cup, 3)))
    shown = page.locator(".which .clock")
    expect(shown.locator(".clock-time")).to_be_visible(timeout=20_000)
    left = seconds_of(shown.locator(".clock-time").inner_text())
    # Opening the page took its time, too.
    assert 10 * 60 < left <= 12 * 60

    # From here on the page is on its own: asked again, the server would say that no twelve minutes have passed.
    page.route(f"**{page.locator('[data-now]').first.get_attribute('data-now')}", lambda route: route.abort())

    let_pass(page, 125, lambda: "is-warning" in (shown.get_attribute("class") or ""))
    assert shown.locator(".clock-word").inner_text() == "last 10 minutes"
    assert shown.locator("[data-say]").text_content() == "last 10 minutes"
    page.clock.run_for(601_000)
    expect(shown.locator(".clock-word")).to_have_text("time is up", timeout=20_000)
    assert "is-up" in (shown.get_attribute("class") or "")
    assert shown.locator(".clock-time").inner_text().startswith("+0:")


def test_a_table_is_told_while_it_types(phone: Phone, cup: Tournament) -> None:
    page = phone().new_page()
    page.clock.install()
    page.goto(address_of(the_table(cup, 3)))
    Thumb(page).chip("bid", "two")
    page.fill("#id_card_points", "40")
    page.evaluate("window.sameDocument = true")
    start_clock(OPERATOR, the_round(cup), 90, 10)
    notice = post_notice(OPERATOR, cup, "Ebéd fél egykor.")
    let_pass(page, 40, lambda: page.locator("#hall-notices .notice").count() > 0)
    assert "Ebéd fél egykor." in page.locator("#hall-notices").inner_text()
    let_pass(page, 5, lambda: page.locator(".which .clock-time").is_visible())
    assert page.locator(".which .clock-time").inner_text().startswith("1:")

    extend_clock(OPERATOR, the_round(cup), 30)
    pause_clock(OPERATOR, the_round(cup))
    end_notice(OPERATOR, notice)
    let_pass(page, 40, lambda: page.locator("#hall-notices .notice").count() == 0)
    assert page.locator(".which .clock-word").inner_text() == "halted"
    # Nothing of what was being done was touched.
    assert page.evaluate("window.sameDocument")
    assert page.input_value("#id_card_points") == "40"


def test_the_board_follows_the_tables(phone: Phone, cup: Tournament, live_server: LiveServer) -> None:
    page = log_in(phone(1280), cup, live_server)
    page.goto(BOARD)
    assert page.locator("#at-1-3 .tile-done").inner_text() == "1\u2009/\u200916"
    assert page.locator("#at-1-2 .marks").inner_text() == "irregular: deal 1"
    enter(cup, 1, 3, 2)
    expect(page.locator("#at-1-3 .tile-done")).to_have_text("2\u2009/\u200916", timeout=20_000)
    assert page.locator("#at-1-3 .marks").inner_text() == "deal not confirmed: 2"

    # The clock is started here; its form gives way to its buttons, and the time ticks.
    page.get_by_label("Length in minutes").fill("75")
    page.get_by_role("button", name="Start the clock").click()
    expect(page.locator(".clock .clock-time")).to_be_visible(timeout=5000)
    assert page.locator(".clock .clock-time").inner_text().startswith("1:1")
    pause_clock(OPERATOR, the_round(cup))
    expect(page.get_by_role("button", name="Go on")).to_be_visible(timeout=20_000)

    # One tap to the table.
    page.locator("#at-1-4 a").click()
    assert page.url.endswith("/organise/terem/rounds/1/tables/4/")


def test_only_what_is_missing_without_javascript(phone: Phone, cup: Tournament, live_server: LiveServer) -> None:
    start_clock(OPERATOR, the_round(cup), 90)
    page = log_in(phone(java_script_enabled=False), cup, live_server)
    page.goto(BOARD)
    assert page.locator(".tile").count() == 4
    assert "ends at" in page.locator(".clock").inner_text()
    page.get_by_role("link", name="Only what is missing").click()
    assert page.locator(".tile").count() == 3
    page.get_by_role("button", name="Halt").click()
    assert "halted" in page.locator(".clock").inner_text()


def test_a_table_that_has_been_quiet_is_told(phone: Phone, cup: Tournament, live_server: LiveServer) -> None:
    page = log_in(phone(), cup, live_server)
    page.clock.install()
    page.goto(BOARD)
    let_pass(page, 3)
    assert page.locator(".quiet").count() == 0
    page.context.set_offline(True)
    page.clock.run_for(25 * 60_000)
    page.wait_for_timeout(200)
    # Not of the one that is complete, nor of that which has not begun.
    assert page.locator("li:has(.quiet)").evaluate_all("all => all.map(each => each.id)") == ["at-1-2", "at-1-3"]
    assert page.locator("#at-1-3 .quiet").inner_text().startswith("quiet for 25 minutes")


LONG = (
    "Az ebéd fél egykor lesz az emeleten; a második forduló pontban kettőkor kezdődik, addigra mindenki üljön le. "
    "Kérjük, hogy az asztalok addig írják alá a lapjukat, és a telefonokat tegyék töltőre."
)


@pytest.mark.parametrize(("language", "scheme", "width"), [("hu", "light", 360), ("en", "dark", 1280)])
@pytest.mark.looks
def test_axe_finds_nothing(
    phone: Phone, cup: Tournament, live_server: LiveServer, language: str, scheme: str, width: int
) -> None:
    page = log_in(phone(width, language, scheme), cup, live_server)
    seen: list[str] = []
    page.on("console", lambda said: seen.append(said.text) if said.type in ("error", "warning") else None)
    post_notice(OPERATOR, cup, LONG)
    post_notice(OPERATOR, cup, "Elveszett egy kulcs.")
    enter_paper(OPERATOR, the_table(cup, 4), "totals", {13: 0, 14: 0, 15: 0, 16: 0})
    found: dict[str, Any] = {}
    at_table = address_of(the_table(cup, 3))
    pages = [BOARD, "/organise/terem/notices/", "/organise/terem/rounds/1/clock/", "/t/terem/", "/t/terem/beamer/"]
    with_clock = [BOARD, "/t/terem/beamer/"]

    def look(state: str, paths: list[str]) -> None:
        for path in paths:
            page.goto(path)
            page.wait_for_timeout(700)
            if faults := violations(page):
                found[f"{state} {path}"] = faults
            for other in (1280, 320):
                page.set_viewport_size({"width": other, "height": 740})
                if excess := page.evaluate(TOO_WIDE):
                    found[f"{state} {path}: {other} px"] = excess
            page.set_viewport_size({"width": width, "height": 740})

    look("no clock", [*pages, at_table])
    start_clock(OPERATOR, the_round(cup), 90, 10)
    look("running", with_clock)
    move_back(cup, minutes=85)
    look("warning", [*pages, at_table])
    move_back(cup, minutes=95)
    look("up", [*with_clock, at_table])
    pause_clock(OPERATOR, the_round(cup))
    look("halted", with_clock)
    assert found == {}
    assert seen == []
