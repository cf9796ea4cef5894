"""Deals of the Czech game entered at the table's page: with the thumb, by the keyboard, without a network and without
JavaScript."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Page

from scoring.models import Deal, Tournament
from tests.browser.conftest import Phone
from tests.browser.looks import violations
from tests.browser.table_hand import NAMES, SAVE, Thumb, address_of, card, shown_points, wait_for
from tests.scoring.cups import document, load, points_of, table, the_table, uncounted

pytestmark = pytest.mark.django_db(transaction=True)

REFUSAL = "This bid binds the declarer to pagát ultimó: announce it with it."


@pytest.fixture
def cup(transactional_db: None) -> Tournament:
    """A cup of one table, whose first deal was void: seat 1 deals, seat 2 is forehand."""
    found = document(table(1, [1, 2, 3, 4], [uncounted(1, "annulled")]), ruleset="taroky-xix")
    for player, name in zip(found["players"], NAMES, strict=False):
        player["name"] = name
    return load(found)


def opened(context: Any, cup: Tournament) -> tuple[Page, Thumb]:
    """The table's page on a phone that knows who enters."""
    page = context.new_page()
    page.goto(address_of(the_table(cup)))
    page.locator("input[name=entered_by]").first.check()
    page.reload()
    assert page.locator("input[name=entered_by]:checked").count() == 1
    return page, Thumb(page)


def stored() -> Deal:
    """The only deal that was played."""
    connection.close()  # Written by another thread.
    return Deal.objects.get(position=2)


def meld(thumb: Thumb, player: int, name: str) -> None:
    """A tap on a meld, and one on the player where the melds are folded away."""
    part = f'[data-player="{player}"]'
    if not thumb.page.locator(f"{part}[open]").count():
        thumb.tap(f"{part} summary")
    thumb.tap(f'{part} label[for="id_meld-{player}-{name}"]')


@pytest.mark.parametrize("width", [360, 1280])
def test_a_first_with_a_partner_and_two_melds(phone: Phone, cup: Tournament, width: int) -> None:
    page, thumb = opened(phone(width), cup)
    for hidden in ("degree", "points-1", "tricks-1"):
        assert not page.locator(f"input[name={hidden}]").first.is_visible()
    thumb.chip("bid", "first")
    thumb.chip("declarer", 2)
    thumb.chip("partner", 4)
    meld(thumb, 2, "trul")
    meld(thumb, 3, "no-tarocks")
    thumb.points("44")
    assert page.locator("[data-rest] output").inner_text() == "26"
    shown = shown_points(page)
    thumb.save()
    assert wait_for(page, "stored") == "Deal 1: stored."
    assert (thumb.taps, thumb.digits) == (9, 2)
    deal = stored()
    assert deal.record["melds"] == [{"meld": "trul", "by": 2}, {"meld": "no-tarocks", "by": 3}]
    # 9 over half and 5 of the trull, against 10 of no tarokks.
    assert points_of(deal) == {1: -4, 2: 4, 3: -4, 4: 4}
    assert shown == {NAMES[0]: "-4", NAMES[1]: "4", NAMES[2]: "-4", NAMES[3]: "4"}


def test_melds_rule_each_other_out(phone: Phone, cup: Tournament) -> None:
    page, thumb = opened(phone(), cup)
    thumb.chip("bid", "first")
    meld(thumb, 2, "trul")
    thumb.tap('[data-player="3"] summary')

    def disabled(player: int) -> set[str]:
        boxes = page.locator(f'[data-player="{player}"] input:disabled').all()
        return {(box.get_attribute("name") or "").removeprefix(f"meld-{player}-") for box in boxes}

    # In the same hand, and in another one.
    assert disabled(2) == {"tarocks-1-2", "lone-pagat", "no-tarocks"}
    assert disabled(3) == {"lone-pagat", "trul", "honours"}
    meld(thumb, 3, "tarocks-8-9")
    assert disabled(3) == {
        "tarocks-10-12",
        "tarocks-1-2",
        "lone-pagat",
        "no-tarocks",
        "trul",
        "honours",
    }
    assert page.locator('[data-player="3"] [data-words]').inner_text() == "8–9 tarokks"
    # What is taken back lets the others be chosen again.
    meld(thumb, 2, "trul")
    assert disabled(2) == set()
    assert "trul" not in disabled(3)


def test_a_warsaw_with_a_tie(phone: Phone, cup: Tournament) -> None:
    page, thumb = opened(phone(), cup)
    thumb.chip("bid", "first")
    thumb.chip("declarer", 2)
    thumb.chip("bid", "warsaw")
    for hidden in ("declarer", "partner", "kontra", "card_points", "meld-1-trul"):
        assert not page.locator(f"[name={hidden}]").first.is_visible()
    counts = {2: ("1", "2"), 3: ("23", "3"), 4: ("23", "3"), 1: ("23", "4")}
    for player, (points, tricks) in counts.items():
        page.fill(f"#id_points-{player}", points)
        page.fill(f"#id_tricks-{player}", tricks)
        if player == 4:
            assert page.locator("#id_points-sum").inner_text().split() == ["47", "/", "70", "23", "left"]
            assert page.locator("#id_tricks-sum").inner_text().split() == ["8", "/", "12", "4", "left"]
    assert page.locator("#id_points-sum").inner_text().split() == ["70", "/", "70"]
    shown = shown_points(page)
    thumb.save()
    assert wait_for(page, "stored") == "Deal 1: stored."
    third = Fraction(10, 3)
    assert points_of(stored()) == {1: -third, 2: 10, 3: -third, 4: -third}
    assert shown == {NAMES[0]: "-10/3", NAMES[1]: "10", NAMES[2]: "-10/3", NAMES[3]: "-10/3"}
    assert page.locator(".played-points").first.inner_text().count("−3.33") >= 3


def test_second_brings_its_pagat_and_is_refused_without_it(phone: Phone, cup: Tournament) -> None:
    page, thumb = opened(phone(), cup)
    thumb.chip("bid", "second")
    row = page.locator('.figure-row:has([name="announcements-0-figure"])')
    assert page.locator("#id_announcements-0-figure").input_value() == "pagat-ultimo"
    thumb.chip("declarer", 2)
    assert row.locator(".is-by input:checked").get_attribute("value") == "2"
    # With another bid it goes again, and comes back.
    thumb.chip("bid", "first")
    assert not row.is_visible()
    thumb.chip("bid", "second")
    assert row.is_visible()
    thumb.chip("partner", 4)
    thumb.points("44")
    # The row is taken away.
    page.select_option("#id_announcements-0-figure", "")
    thumb.save()
    assert REFUSAL in wait_for(page, "refused")
    assert REFUSAL in page.locator(".figure-row .error").inner_text()
    assert Deal.objects.count() == 1
    page.select_option("#id_announcements-0-figure", "pagat-ultimo")
    thumb.chip("announcements-0-made", 1)
    thumb.save()
    wait_for(page, "stored")
    deal = stored()
    assert deal.record["announcements"] == [{"figure": "pagat-ultimo", "by": 2, "made": True}]
    assert points_of(deal) == {1: -29, 2: 29, 3: -29, 4: 29}


def test_an_announced_walat_asks_for_the_tricks(phone: Phone, cup: Tournament) -> None:
    page, thumb = opened(phone(), cup)
    thumb.chip("bid", "solo")
    assert not page.locator("[name=partner]").first.is_visible()
    thumb.chip("declarer", 3)
    assert not page.locator("#id_tricks").is_visible()
    thumb.figure("walat")
    assert page.locator("#id_tricks").is_visible()
    assert not page.locator("[name=announcements-0-made]").first.is_visible()
    thumb.points("70")
    page.select_option("#id_tricks", "12")
    thumb.save()
    wait_for(page, "stored")
    # 35 × 6 and 140, from each of three.
    assert points_of(stored()) == {1: -350, 2: -350, 3: 1050, 4: -350}


def test_what_was_typed_waits_for_the_network(phone: Phone, cup: Tournament) -> None:
    context = phone()
    page, thumb = opened(context, cup)
    thumb.chip("bid", "trojka")
    thumb.chip("degree", 2)
    thumb.chip("declarer", 2)
    meld(thumb, 2, "trul")
    thumb.points("50")
    # What another bid would have had does not go with this one.
    page.locator("input[name=bid][value=first]").click()
    thumb.chip("partner", 4)
    thumb.chip("bid", "trojka")
    # A page that is opened again has it all; nothing else is folded open.
    page.wait_for_timeout(500)
    page.reload()
    assert page.locator("#id_meld-2-trul").is_checked()
    assert page.locator(".melds details[open]").count() == 1
    assert page.locator("#id_meld-3-trul").is_disabled()
    context.set_offline(True)
    page.locator(SAVE).click()
    told = card(page, "waiting")
    assert "Trull (I, XXI, skíz)" in told and "Trojka" in told and "Partner" not in told
    context.set_offline(False)
    wait_for(page, "stored")
    # 15 × 2 and 5, from each of three.
    assert points_of(stored()) == {1: -35, 2: 105, 3: -35, 4: -35}


def test_by_the_keyboard(phone: Phone, cup: Tournament) -> None:
    page, _thumb = opened(phone(1280), cup)
    page.locator("input[name=bid]").first.focus()
    # Trojka, of degree 2, forehand; no partner is asked; no kontra, nothing announced.
    for key in ("3", "2", "1", "1", "0"):
        page.keyboard.press(key)
    page.keyboard.type("45")
    page.keyboard.press("Enter")
    page.locator("#preview-name").wait_for()
    page.keyboard.press("Enter")
    wait_for(page, "stored")
    assert stored().record["degree"] == 2
    assert points_of(stored()) == {1: -20, 2: 60, 3: -20, 4: -20}


def test_without_javascript(phone: Phone, cup: Tournament) -> None:
    page = phone(java_script_enabled=False).new_page()
    page.goto(address_of(the_table(cup)))
    for name, value in (("entered_by", 1), ("bid", "second"), ("declarer", 2), ("partner", 4)):
        page.locator(f'input[name="{name}"][value="{value}"]').check()
    page.locator('[data-player="3"] summary').click()
    for name in ("trul", "lone-pagat"):
        page.locator(f"#id_meld-3-{name}").check()
    page.fill("#id_card_points", "44")
    page.locator(SAVE).click()
    said = page.locator("#faults").inner_text()
    assert REFUSAL in said and "One hand cannot have both" in said
    page.locator("#id_meld-3-trul").uncheck()
    page.select_option("#id_announcements-0-figure", "pagat-ultimo")
    page.locator('input[name="announcements-0-made"][value="0"]').check()
    page.locator(SAVE).click()
    # 9 over half, less 20 of the pagát and 10 of the lone pagát.
    assert points_of(stored()) == {1: 21, 2: -21, 3: 21, 4: -21}


@pytest.mark.looks
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(phone: Phone, cup: Tournament, scheme: str) -> None:
    page, thumb = opened(phone(360, scheme=scheme), cup)
    thumb.chip("bid", "second")
    meld(thumb, 2, "trul")
    assert violations(page) == []
    thumb.chip("bid", "warsaw")
    page.locator(SAVE).click()
    page.locator("#faults").wait_for()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
