"""The deal form in a browser: accessible in every state, within the window, without JavaScript, by the keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from scoring.actors import Actor
from scoring.models import Tournament
from scoring.services import close_round, correct_deal, record_deal
from tests.browser.conftest import OpenDesk
from tests.browser.looks import OPEN_ALL, TOO_WIDE, violations
from tests.scoring.cups import OPERATOR, document, load, played, points_of, table, the_deal, the_round, the_table
from tests.scoring.deal_form.pages import NEW, TABLE, deal, revisions

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ["Őry Tűnde", "Szentirmay Gyula", "Nagy Ádám", "Wesselényi-Kovács Zsófia", "Tóth Csaba"]
OTHER = Actor.operator("másik rendező")
THIRD = {"number": 3, "bid": "two", "declarer": 3, "partner": 1, "card_points": 47}
SAVE, PREVIEW = ".deal-actions button[value=save]", ".deal-actions button[value=preview]"


@pytest.fixture
def cup(transactional_db: None) -> Tournament:
    """A magas cup with a table of five where two deals were played; seat 3 leads in the third."""
    deals = [played(1, 1, 3, 60), played(2, 2, None, 40, kontra=1)]
    cup = document(table(1, [1, 2, 3, 4, 5], deals, first_dealer=5), players=5, ruleset="magas-2018")
    for player, name in zip(cup["players"], NAMES, strict=True):
        player["name"] = name
    return load(cup)


def choose(page: Page, *ids: str) -> None:
    for id in ids:
        page.locator(f"#id_{id}").check()


def announce(page: Page, row: int, figure: str, by: int, **fields: str) -> None:
    """Fills a row of the announcements; what is folded away is unfolded for it."""
    page.select_option(f"#id_announcements-{row}-figure", figure)
    page.select_option(f"#id_announcements-{row}-by", str(by))
    made = fields.pop("made", None)
    if made is not None:
        choose(page, f"announcements-{row}-made_{made}")
    page.evaluate(OPEN_ALL)
    for name, value in fields.items():
        page.select_option(f"#id_announcements-{row}-{name}", value)


def raise_and_catch(page: Page) -> None:
    """A game of three by Ádám with Csaba: a pagát ultimó raised to uhu and to a kontra'd fácán, an announced catch."""
    page.goto(NEW)
    choose(page, "bid_0", "declarer_0", "partner_3")
    announce(page, 0, "pagat-ultimo", 3)
    announce(page, 1, "pagat-uhu", 3, raised_from="0")
    announce(page, 2, "pagat-facan", 3, raised_from="1", kontra="1", made="1")
    page.locator("button[value=more-announcements]").click()
    announce(page, 3, "xxi-catch", 5, catcher="5", victim="4", made="1")
    page.fill("#id_card_points", "62")


def states(page: Page, cup: Tournament) -> Iterator[str]:
    """Every state of the pages, one after another."""
    page.goto(NEW)
    yield "empty"
    raise_and_catch(page)
    yield "filled in"
    page.click(PREVIEW)
    yield "preview"
    page.fill("#id_card_points", "97")
    choose(page, "announcements-2-made_0")
    page.select_option("#id_announcements-2-kontra", "3")
    page.click(SAVE)
    assert page.locator(":focus").get_attribute("id") == "faults"
    yield "errors"
    page.goto(NEW)
    choose(page, "bid_1", "declarer_0", "partner_3")
    page.fill("#id_card_points", "52")
    record_deal(OTHER, the_table(cup), THIRD)
    page.click(SAVE)
    assert page.locator(":focus").get_attribute("id") == "conflict"
    yield "conflict of a new deal"
    page.goto(deal(3))
    yield "correction"
    page.fill("#id_card_points", "50")
    correct_deal(OTHER, the_deal(cup, 3), {**THIRD, "kontra": 1}, "A kontra lemaradt.")
    page.click(SAVE)
    yield "conflict of a correction"
    page.locator("button[value=adopt-preview]").click()
    yield "preview of a correction"
    page.goto(revisions(3))
    yield "versions"
    close_round(OPERATOR, the_round(cup), "vége")
    page.goto(deal(3))
    yield "closed"


@pytest.mark.parametrize(("language", "scheme", "width"), [("hu", "light", 1280), ("en", "dark", 360)])
@pytest.mark.looks
def test_axe_finds_nothing_in_any_state(
    desk: OpenDesk, cup: Tournament, language: str, scheme: str, width: int
) -> None:
    seen = desk(width, language, scheme)
    found: dict[str, Any] = {}
    for state in states(seen.page, cup):
        if faults := violations(seen.page):
            found[state] = faults
        for other in (1280, 768, 360, 320):
            seen.page.set_viewport_size({"width": other, "height": 740})
            if excess := seen.page.evaluate(TOO_WIDE):
                found[f"{state}: {other} px"] = excess
        seen.page.set_viewport_size({"width": width, "height": 740})

    assert found == {}
    # A refusal is an answer of 422 or 409, which the console mentions.
    assert [text for text in seen if "status of 4" not in text] == []


@pytest.mark.parametrize("scripts", [True, False])
def test_a_raise_chain_and_a_catch_are_entered_right(desk: OpenDesk, cup: Tournament, scripts: bool) -> None:
    page = desk(360, java_script_enabled=scripts).page
    if not scripts:
        # Without scripts nothing can be evaluated: the folds are opened by hand.
        page.goto(NEW)
        choose(page, "bid_0", "declarer_0", "partner_3")
        page.select_option("#id_announcements-0-figure", "pagat-ultimo")
        page.select_option("#id_announcements-0-by", "3")
        page.locator(".figure-row").nth(1).locator("summary").click()
        page.select_option("#id_announcements-1-figure", "pagat-facan")
        page.select_option("#id_announcements-1-by", "3")
        page.select_option("#id_announcements-1-kontra", "1")
        page.select_option("#id_announcements-1-raised_from", "0")
        choose(page, "announcements-1-made_1")
        page.fill("#id_card_points", "62")
        expected = {1: -101, 3: 101, 4: -101, 5: 101}
    else:
        raise_and_catch(page)
        expected = {1: -161, 3: 161, 4: -161, 5: 161}
    page.click(PREVIEW)
    # What is shown before saving is what is stored.
    shown = {
        row.locator("dt").inner_text(): row.locator("data").get_attribute("value")
        for row in page.locator("#preview .payout > div").all()
    }
    assert shown == {NAMES[player - 1]: str(points) for player, points in expected.items()}
    page.click(SAVE)
    page.get_by_text("Deal 3 is saved.").wait_for()
    assert points_of(the_deal(cup, 3)) == expected


def test_the_opponents_rest_and_what_a_figure_needs_are_shown(desk: OpenDesk) -> None:
    page = desk(1280).page
    page.goto(NEW)
    page.fill("#id_card_points", "62")
    assert page.locator("[data-rest] output").inner_text() == "32"
    page.fill("#id_card_points", "99")
    assert page.locator("[data-rest]").is_hidden()
    suit = page.locator("#id_announcements-0-suit")
    assert suit.is_hidden()
    page.select_option("#id_announcements-0-figure", "king-ultimo")
    assert suit.is_visible()
    page.select_option("#id_silent-0-figure", "xxi-catch")
    assert page.locator("#id_silent-0-catcher").is_visible()


def test_passed_out_takes_two_clicks(desk: OpenDesk, cup: Tournament) -> None:
    page = desk(360, java_script_enabled=False).page
    page.goto(NEW)
    page.get_by_label("Passed out").check()
    assert page.locator("#id_bid_0").is_hidden()
    page.click(SAVE)
    page.get_by_text("Deal 3 is saved.").wait_for()
    assert the_deal(cup, 3).outcome == "passed_out"


def test_a_typical_deal_by_the_keyboard_alone(desk: OpenDesk, cup: Tournament) -> None:
    page = desk(1280).page
    page.goto(NEW)
    page.locator("#id_outcome_0").focus()

    def tab(*keys: str) -> None:
        page.keyboard.press("Tab")
        for key in keys:
            page.keyboard.press(key)

    tab(" ", "ArrowRight")  # bid: two
    assert page.locator("#id_bid_1").is_checked()
    tab(" ")  # declarer: who leads
    tab(" ", "ArrowRight", "ArrowRight")  # partner: alone, the declarer, the next
    tab()  # kontra
    tab()  # called tarokk
    tab()  # first figure
    page.keyboard.type("tr")
    tab()
    page.keyboard.type("nagy")
    tab()  # kontra; the suit is out of sight
    tab("ArrowRight")  # made
    assert page.locator("#id_announcements-0-made_1").is_checked()
    page.locator("#id_card_points").focus()
    page.keyboard.type("52")
    page.keyboard.press("Enter")  # shows what it comes to, saves nothing
    page.wait_for_selector("#preview")
    assert the_table(cup).deals.count() == 2
    assert page.locator(":focus").get_attribute("id") == "preview-name"
    tab()
    while page.locator(":focus").get_attribute("value") != "save":
        tab()
    page.keyboard.press("Enter")
    page.get_by_text("Deal 3 is saved.").wait_for()
    record = the_deal(cup, 3).record
    assert (record["bid"], record["declarer"], record["partner"]) == ("two", 3, 4)
    assert record["announcements"] == [{"figure": "trull", "by": 3, "made": True}]


def test_the_summary_leads_to_the_fields(desk: OpenDesk) -> None:
    page = desk(360).page
    page.goto(NEW)
    page.click(SAVE)
    page.locator("#faults a").last.click()
    assert page.locator(":focus").get_attribute("id") == "id_card_points"
    page.locator(".crumbs a").last.click()
    page.wait_for_url(f"**{TABLE}")
