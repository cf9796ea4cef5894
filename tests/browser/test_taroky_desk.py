"""The desk's form of the Czech game in a browser: what a bid shows and binds to, melds that rule each other out."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Tournament
from tests.browser.conftest import OpenDesk
from tests.browser.looks import TOO_WIDE, violations
from tests.scoring.cups import document, load, points_of, table, the_deal
from tests.scoring.deal_form.pages import NEW

pytestmark = pytest.mark.django_db(transaction=True)

SAVE, PREVIEW = ".deal-actions button[value=save]", ".deal-actions button[value=preview]"
#: Forehand of the first deal is seat 2.
WARSAW = {2: (30, 5), 3: (20, 4), 4: (20, 3), 1: (0, 0)}


@pytest.fixture
def cup(transactional_db: None) -> Tournament:
    """A table of four where nothing has been played."""
    return load(document(table(1, [1, 2, 3, 4]), players=4, ruleset="taroky-xix"))


def game(page: Page, bid: str, declarer: int, partner: int | None = None) -> None:
    """Chooses who plays what."""
    page.goto(NEW)
    page.check(f"input[name=bid][value={bid}]")
    page.check(f"input[name=declarer][value='{declarer}']")
    if partner is not None:
        page.check(f"input[name=partner][value='{partner}']")


def warsaw(page: Page) -> None:
    """Counts of a Warszawa."""
    page.goto(NEW)
    page.check("input[name=bid][value=warsaw]")
    for player, (points, tricks) in WARSAW.items():
        page.fill(f"input[name='points-{player}']", str(points))
        page.fill(f"input[name='tricks-{player}']", str(tricks))


def test_second_brings_its_pagat(desk: OpenDesk, cup: Tournament) -> None:
    page = desk(1280).page
    game(page, "second", 2, 4)
    assert page.input_value("#id_announcements-0-figure") == "pagat-ultimo"
    assert page.input_value("#id_announcements-0-by") == "2"
    # Another declarer takes it along, another bid takes it away.
    page.check("input[name=declarer][value='3']")
    assert page.input_value("#id_announcements-0-by") == "3"
    page.check("input[name=bid][value=first]")
    assert page.input_value("#id_announcements-0-figure") == ""
    page.check("input[name=bid][value=second]")
    page.check("input[name=declarer][value='2']")
    page.check("input[name='announcements-0-made'][value='1']")
    page.fill("#id_card_points", "40")
    assert page.locator("[data-rest] output").inner_text() == "30"
    page.click(SAVE)
    expect(page.get_by_role("status")).to_contain_text("saved")
    record = the_deal(cup, 1).record
    assert (record["bid"], record["declarer"], record["partner"], record["card_points"]) == ("second", 2, 4, 40)
    assert record["announcements"] == [{"figure": "pagat-ultimo", "by": 2, "made": True}]
    assert points_of(the_deal(cup, 1)) == {1: -25, 2: 25, 3: -25, 4: 25}


def test_melds_rule_each_other_out(desk: OpenDesk, cup: Tournament) -> None:
    page = desk(1280).page
    game(page, "trojka", 2)
    page.check("input[name=degree][value='2']")
    for player in (2, 3):
        page.locator(f"details[data-player='{player}'] > summary").click()
    page.check("input[name=meld-2-trul]")
    for ruled_out in ("meld-2-lone-pagat", "meld-2-no-tarocks", "meld-3-trul", "meld-3-lone-pagat"):
        assert page.locator(f"input[name={ruled_out}]").is_disabled(), ruled_out
    page.check("input[name=meld-3-tarocks-8-9]")
    assert page.locator("input[name=meld-3-tarocks-1-2]").is_disabled()
    page.uncheck("input[name=meld-2-trul]")
    assert page.locator("input[name=meld-3-trul]").is_enabled()
    page.check("input[name=meld-2-trul]")
    page.fill("#id_card_points", "45")
    page.click(PREVIEW)
    shown = [part.get_attribute("value") for part in page.locator("#preview .payout dd data").all()]
    assert shown == ["-20", "60", "-20", "-20"]
    page.click(SAVE)
    expect(page.get_by_role("status")).to_contain_text("saved")
    # (45 − 35) · 2 + 5 − 5 for each of three.
    assert points_of(the_deal(cup, 1)) == {1: -20, 2: 60, 3: -20, 4: -20}
    assert the_deal(cup, 1).record["melds"] == [{"meld": "trul", "by": 2}, {"meld": "tarocks-8-9", "by": 3}]


def test_warsaw_shows_the_counts_alone(desk: OpenDesk, cup: Tournament) -> None:
    page = desk(360).page
    warsaw(page)
    for hidden in ("declarer", "partner", "kontra", "card_points"):
        assert not page.locator(f"input[name={hidden}]").first.is_visible(), hidden
    page.fill("input[name='points-1']", "1")
    page.fill("input[name='points-2']", "25")
    assert [text.strip() for text in page.locator("[data-slot=sum]").all_inner_texts()] == ["66", "12"]
    page.click(SAVE)
    assert page.locator(":focus").get_attribute("id") == "faults"
    assert page.input_value("input[name='points-2']") == "25"
    page.fill("input[name='points-2']", "30")
    page.fill("input[name='points-1']", "0")
    page.click(SAVE)
    expect(page.get_by_role("status")).to_contain_text("saved")
    # 30 points cost 20 to each; who has no trick gets double.
    assert points_of(the_deal(cup, 1)) == {1: 40, 2: -80, 3: 20, 4: 20}
    assert "declarer" not in the_deal(cup, 1).record


def test_a_tie_of_three_is_shared_in_thirds(desk: OpenDesk, cup: Tournament) -> None:
    page = desk(360).page
    warsaw(page)
    for player, points in {1: 10, 2: 20, 3: 20, 4: 20}.items():
        page.fill(f"input[name='points-{player}']", str(points))
    page.fill("input[name='tricks-1']", "1")
    page.fill("input[name='tricks-2']", "4")
    page.click(SAVE)
    expect(page.get_by_role("status")).to_contain_text("saved")
    third = Fraction(10, 3)
    assert points_of(the_deal(cup, 1)) == {1: 10, 2: -third, 3: -third, 4: -third}


def states(page: Page) -> Iterator[str]:
    """States of the form, one after another."""
    page.goto(NEW)
    yield "empty"
    game(page, "second", 2, 4)
    page.fill("#id_card_points", "40")
    page.click(PREVIEW)
    yield "preview"
    page.fill("#id_card_points", "97")
    page.select_option("#id_announcements-0-figure", "")
    page.click(SAVE)
    assert page.locator(":focus").get_attribute("id") == "faults"
    yield "errors"
    warsaw(page)
    yield "everyone for himself"
    page.fill("input[name='points-1']", "50")
    page.click(SAVE)
    assert page.locator(":focus").get_attribute("id") == "faults"
    yield "counts that do not add up"


@pytest.mark.parametrize(("language", "scheme", "width"), [("hu", "light", 1280), ("en", "dark", 360)])
@pytest.mark.looks
def test_everybody_can_use_it(desk: OpenDesk, language: str, scheme: str, width: int) -> None:
    seen = desk(width, language, scheme)
    found = {}
    for state in states(seen.page):
        if faults := violations(seen.page):
            found[state] = faults
        if excess := seen.page.evaluate(TOO_WIDE):
            found[state] = [("too wide", [str(excess)])]

    assert found == {}
    assert [text for text in seen if "status of 4" not in text] == []
