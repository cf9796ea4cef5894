"""Pages that renew themselves while somebody looks at them, and the projector's page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, Response, expect

from scoring import services
from scoring.actors import Actor
from scoring.models import Player, Tournament
from tests.browser.conftest import Window
from tests.browser.looks import TOO_WIDE, violations
from tests.browser.page_clock import let_pass
from tests.scoring.cups import OPERATOR, document, load, played, table, the_round, the_table

pytestmark = pytest.mark.django_db(transaction=True)

OpenWindow = Callable[..., Window]

HOME = "/t/elo/"
RANKS = (
    "[...document.querySelectorAll('[data-rank]')].map(row => [Number(row.dataset.player), Number(row.dataset.rank)])"
)
#: Longer than the page waits before it asks, with all its jitter.
A_WHILE = 13_000


def settle(seen: Window) -> None:
    """Waits until the marks have faded in: before that, their colours are none."""
    seen.page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished.catch(() => null)))")


@pytest.fixture
def cup(hall: str) -> Tournament:
    """A cup of 24 whose tables have just begun: with one deal, players 1 and 3 lead by one point."""
    seats = [list(range(first, first + 4)) for first in range(1, 25, 4)]
    tables = [table(number, group) for number, group in enumerate(seats, start=1)]
    tables[0]["deals"] = [played(1, 1, 3)]
    return load(document(*tables, players=24, slug="elo", name="Élő kupa", venue=""))


def enter(cup: Tournament, number: int, card_points: int = 70) -> None:
    """The forehand of the second table enters a deal in which the first and the third of it play."""
    here = the_table(cup, 2)
    player = Player.objects.get(tournament=cup, number=5)
    services.record_deal(Actor.at_table(here, player), here, played(number, 5 + (number - 1) % 4, None, card_points))


def at(page: Page, path: str = HOME) -> list[tuple[str, int]]:
    """Opens the page, its clock in our hands; gives a list that fills with what it asks and is answered later on."""
    seen: list[tuple[str, int]] = []
    page.clock.install()
    page.goto(path)
    page.wait_for_load_state("networkidle")

    def answered(response: Response) -> None:
        if response.request.resource_type == "fetch":
            seen.append((response.request.url.rpartition("/t/")[2], response.status))

    page.on("response", answered)
    return seen


def wait_for(page: Page, seen: list[tuple[str, int]], count: int) -> None:
    """Lets the page's clock run until it has been answered that often."""
    # Far more than it needs: on a busy machine an answer takes long while the page's clock runs on.
    let_pass(page, 200 * count, lambda: len(seen) >= count)
    assert len(seen) == count
    page.wait_for_timeout(100)


def test_a_deal_that_somebody_enters_is_seen_without_a_reload(window: OpenWindow, cup: Tournament) -> None:
    """On the real clock, as it is in the hall."""
    seen = window(1280, "en")
    page = seen.page
    page.goto(HOME)
    page.evaluate("window.sameDocument = true")
    assert page.locator("#live-news").inner_text() == ""
    enter(cup, 1)

    # The second table's lone declarer wins three points of each: far before those who had led.
    expect(page.locator("tr[data-player='5']")).to_have_attribute("data-rank", "1", timeout=20_000)
    assert page.evaluate("window.sameDocument")
    first = page.locator(".standings tbody tr").first
    assert first.get_attribute("data-player") == "5"
    assert "is-up" in (first.get_attribute("class") or "")
    assert "▲" in first.locator(".rank").inner_text()
    assert "up 4 places" in (first.locator(".moved .hidden").text_content() or "")
    assert "players moved." in page.locator("#live-news").inner_text()
    assert page.get_by_text("1 deal waits for a second player’s confirmation.").is_visible()
    settle(seen)
    assert violations(seen.page) == []
    assert seen == []


def test_what_somebody_does_on_the_page_is_left_alone(window: OpenWindow, cup: Tournament) -> None:
    seen = window(360, "hu")
    page = seen.page
    asked = at(page)
    page.locator(".scroll").first.evaluate("element => { element.scrollLeft = 40 }")
    page.get_by_label("Játékos keresése").fill("Játékos 2")

    # While somebody types, nothing is asked.
    page.clock.run_for(3 * A_WHILE)
    assert asked == []

    page.locator("tr[data-player='6'] a").first.focus()
    scrolled = page.evaluate("scrollY")
    enter(cup, 1)
    wait_for(page, asked, 1)

    expect(page.locator("tr[data-player='5']")).to_have_attribute("data-rank", "1")
    assert page.evaluate("document.activeElement.textContent") == "Játékos 6"
    assert page.get_by_label("Játékos keresése").input_value() == "Játékos 2"
    assert page.locator(".scroll").first.evaluate("element => element.scrollLeft") == 40
    assert page.evaluate("scrollY") >= scrolled
    assert seen == []


def test_what_is_open_stays_open(window: OpenWindow, cup: Tournament) -> None:
    seen = window(1280, "en")
    page = seen.page
    asked = at(page, f"{HOME}rounds/1/tables/1/")
    page.locator("#deal-1 summary").click()
    here = the_table(cup, 1)
    services.record_deal(Actor.at_table(here, Player.objects.get(tournament=cup, number=1)), here, played(2, 2, 4))
    wait_for(page, asked, 1)

    expect(page.locator("#deal-2")).to_be_visible()
    assert page.locator("#deal-1 details").evaluate("element => element.open")
    assert page.locator("#deal-2 .chip.is-amber").inner_text() == "waits for confirmation"
    assert page.locator("#live-news").inner_text() == "New results."
    settle(seen)
    assert violations(seen.page) == []
    assert seen == []


def test_a_304_changes_nothing(window: OpenWindow, cup: Tournament) -> None:
    seen = window(1280)
    page = seen.page
    asked = at(page)
    page.evaluate(
        """() => {
            window.changes = 0;
            const watch = new MutationObserver(found => { window.changes += found.length });
            watch.observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
        }"""
    )
    wait_for(page, asked, 4)

    # The first time it is the browser that asks; it has kept the page, and answers the script with it.
    assert asked == [("elo/", 200), *[("elo/", 304)] * 3]
    assert page.evaluate("window.changes") == 0
    assert seen == []


def test_marks_add_up_and_go_away(window: OpenWindow, cup: Tournament) -> None:
    page = window(1280, "en").page
    asked = at(page)
    enter(cup, 1)
    wait_for(page, asked, 1)
    mark = page.locator("tr[data-player='5'] .moved .hidden")
    expect(mark).to_have_text("up 4 places")
    before = dict(page.evaluate(RANKS))
    assert before[5] == 1

    # The next one declares alone, and wins it all back from the first.
    enter(cup, 2, 90)
    wait_for(page, asked, 2)
    after = dict(page.evaluate(RANKS))
    # They tell the whole way since the mark was set: all who had no deal were fifth.
    by = 5 - after[6]
    expect(page.locator("tr[data-player='6'] .moved .hidden")).to_have_text(
        "up 1 place" if by == 1 else f"up {by} places"
    )

    let_pass(page, 180, lambda: page.locator(".moved").count() == 0)
    expect(page.locator(".moved")).to_have_count(0)
    assert page.locator(".is-up, .is-down").count() == 0


def test_a_page_that_nobody_sees_asks_nothing(window: OpenWindow, cup: Tournament) -> None:
    page = window(1280).page
    asked = at(page)
    page.evaluate(
        """() => {
            Object.defineProperty(document, 'hidden', {get: () => window.away, configurable: true});
            window.away = true;
            document.dispatchEvent(new Event('visibilitychange'));
        }"""
    )
    page.clock.run_for(5 * A_WHILE)
    page.wait_for_timeout(200)
    assert asked == []

    enter(cup, 1)
    page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    page.clock.run_for(100)
    expect(page.locator("tr[data-player='5']")).to_have_attribute("data-rank", "1")


def test_a_lost_network_is_told_and_found_again(window: OpenWindow, cup: Tournament) -> None:
    page = window(360, "en").page
    at(page)
    tries: list[Request] = []
    page.on("requestfailed", lambda request: tries.append(request))
    page.context.set_offline(True)
    lost = page.get_by_text("No connection. Results as of")
    assert lost.is_hidden()
    for _ in range(20):
        page.clock.run_for(A_WHILE)
        page.wait_for_timeout(30)
    expect(lost).to_be_visible()
    # 20, 40, 80 seconds, then every two minutes or so: not every ten.
    assert 3 <= len(tries) <= 8

    page.context.set_offline(False)
    enter(cup, 1)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.clock.run_for(5_000)
    expect(page.locator("tr[data-player='5']")).to_have_attribute("data-rank", "1")
    expect(lost).to_be_hidden()


def test_the_rules_are_not_asked_for_again(window: OpenWindow, cup: Tournament) -> None:
    page = window(360).page
    asked = at(page, f"{HOME}rules/")
    page.clock.run_for(5 * A_WHILE)
    page.wait_for_timeout(200)

    assert asked == []


def shown(page: Page) -> list[str]:
    """The headings of the projector's screens that can be seen."""
    return [text.strip() for text in page.locator(".screen h2:visible").all_inner_texts()]


@pytest.mark.parametrize(
    ("width", "height", "language", "query"),
    [(1280, 800, "hu", ""), (1920, 1080, "en", "?dark"), (360, 740, "hu", "")],
)
def test_the_projector(window: OpenWindow, cup: Tournament, width: int, height: int, language: str, query: str) -> None:
    enter(cup, 1)
    seen = window(width, language)
    page = seen.page
    page.set_viewport_size({"width": width, "height": height})
    at(page, f"{HOME}beamer/{query}")
    assert page.locator("output").inner_text() == "1 / 4"
    page.clock.run_for(12_000)
    assert page.locator("output").inner_text() == "2 / 4"
    page.locator("[data-pause]").click()
    page.keyboard.press("ArrowLeft")
    faults = {}
    titles = []
    for screen in range(1, 5):
        titles += shown(page)
        assert page.locator("output").inner_text() == f"{screen} / 4"
        assert page.evaluate(TOO_WIDE) == 0
        if width > 360:
            assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
            assert (
                page.evaluate("parseFloat(getComputedStyle(document.querySelector('.board')).fontSize)")
                >= 0.05 * height
            )
        settle(seen)
        faults.update(dict(violations(seen.page)))
        page.keyboard.press("ArrowRight")

    provisional = "Előzetes állás" if language == "hu" else "Provisional standings"
    assert [title.split("\n")[0] for title in titles[:3]] == [
        f"{provisional} {part}" for part in ("1–10\u2009/\u200924", "11–20\u2009/\u200924", "21–24\u2009/\u200924")
    ]
    assert titles[3].startswith("1. forduló" if language == "hu" else "Round 1")
    assert page.locator("output").inner_text() == "1 / 4"
    assert "kupa.test" in page.locator(".address").inner_text()
    assert faults == {}
    assert seen == []


def test_the_projector_is_turned_by_hand(window: OpenWindow, cup: Tournament) -> None:
    page = window(1280, "en").page
    at(page, f"{HOME}beamer/")
    place = page.locator("output")
    for key, screen in [("ArrowRight", 2), (" ", 3), ("ArrowDown", 4), ("ArrowRight", 1), ("ArrowLeft", 4)]:
        page.keyboard.press(key)
        assert place.inner_text() == f"{screen} / 4", key

    page.get_by_role("button", name="Next page").click()
    assert place.inner_text() == "1 / 4"
    page.get_by_role("button", name="Hold").press(" ")
    page.clock.run_for(60_000)
    assert place.inner_text() == "1 / 4"

    page.keyboard.press("Escape")
    page.wait_for_url(f"**{HOME}")


def test_the_projector_follows_the_hall_and_stays_where_it_is(window: OpenWindow, cup: Tournament) -> None:
    seen = window(1280, "en")
    page = seen.page
    asked = at(page, f"{HOME}beamer/")
    page.get_by_role("button", name="Hold").click()
    page.get_by_role("button", name="Previous page").click()
    assert page.locator("#table-1-2 .done").inner_text() == "0\u2009/\u200916"
    enter(cup, 1)
    wait_for(page, asked, 1)

    expect(page.locator("#table-1-2 .done")).to_have_text("1\u2009/\u200916")
    assert page.locator("#table-1-2 .waits").inner_text() == "1 unconfirmed"
    assert page.locator("output").inner_text() == "4 / 4"
    page.get_by_role("button", name="Next page").click()
    first = page.locator(".board tbody tr").first
    assert first.get_attribute("data-player") == "5"
    assert first.locator(".moved").is_visible()
    settle(seen)
    assert violations(seen.page) == []

    # The round ends: so do its screens, and the projector goes on with what there is.
    page.get_by_role("button", name="Previous page").click()
    services.close_round(OPERATOR, the_round(cup), reason="teszt")
    wait_for(page, asked, 2)
    expect(page.locator("output")).to_have_text("1 / 3")
    assert len(shown(page)) == 1
    assert seen == []


def test_the_projector_without_javascript_shows_everybody(window: OpenWindow, cup: Tournament) -> None:
    page = window(1280, "en", java_script_enabled=False).page
    page.goto(f"{HOME}beamer/")

    assert page.locator(".board tbody tr").count() == 24
    assert page.locator(".board tbody tr").last.is_visible()
    assert page.get_by_role("button", name="Hold").is_hidden()
    page.get_by_role("link", name="Back").click()
    assert page.url.endswith(HOME)


def test_a_switch_of_language_elsewhere_is_followed(window: OpenWindow, cup: Tournament) -> None:
    page = window(1280, "en").page
    asked = at(page)
    page.context.add_cookies([{"name": "django_language", "value": "hu", "url": page.url.partition("/t/")[0]}])
    wait_for(page, asked, 1)

    expect(page.get_by_text("Rendezőknek")).to_be_visible()
