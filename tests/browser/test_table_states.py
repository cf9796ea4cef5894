"""Every state of the table's page: accessible, within the window, light, and quiet in the console."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Response
from pytest_django.live_server_helper import LiveServer

from scoring.actors import Actor
from scoring.models import Deal, Player, Table, Tournament
from scoring.queries import totals_as_text
from scoring.queries.agreement import totals_by_table
from scoring.services import close_round, confirm_deal, correct_deal, record_deal, sign_table
from tests.browser.conftest import Phone, Window
from tests.browser.looks import TOO_WIDE, violations
from tests.browser.table_hand import SAVE, Thumb, address_of, card, cup_of, wait_for
from tests.conftest import HALL_NAME
from tests.scoring.cups import OPERATOR, document, full_table, load, played, the_deal, the_round, the_table

pytestmark = pytest.mark.django_db(transaction=True)

KB = 1024
# The console mentions a refusal, which is an answer of 4xx; a network that is cut; and a preview that was on its way
# when the page was left.
EXPECTED = ["status of 4", "ERR_INTERNET_DISCONNECTED", "htmx:sendAbort", "htmx:afterRequest"]
# Else a page that is left keeps what was typed there.
FORGET = "() => { localStorage.clear(); Storage.prototype.setItem = () => {} }"


def at(cup: Tournament, player: int) -> Actor:
    """A player at the first table."""
    return Actor.at_table(the_table(cup), Player.objects.get(tournament=cup, number=player))


def sign(cup: Tournament, *players: int) -> None:
    """These players agree to the totals."""
    table = the_table(cup)
    totals = totals_as_text(totals_by_table(Table.objects.filter(pk=table.pk))[table.pk])
    for player in players:
        sign_table(at(cup, player), table, totals)


def states(page: Page) -> Iterator[str]:
    """Every state of the page, one after another."""
    fresh = load(cup_of("magas-2018", 5, 0, slug="uj"))
    page.goto(address_of(the_table(fresh)))
    yield "before the first deal"
    cup = load(cup_of("magas-2018", 5, slug="kezdett"))
    address = address_of(the_table(cup))
    page.goto(address)
    yield "empty"
    thumb = Thumb(page)
    thumb.enter(4)
    thumb.chip("bid", "two")
    players = [each.get_attribute("value") or "" for each in page.locator("input[name=declarer]").all()]
    thumb.chip("declarer", players[0])
    thumb.chip("partner", players[2])
    thumb.figure("king-ultimo")
    thumb.figure("xxi-catch", "silent")
    page.fill("#id_card_points", "97")
    page.locator("#preview .missing").wait_for()
    yield "faults while typing"
    page.click(SAVE)
    page.locator("#faults:focus").wait_for()
    yield "errors"
    page.evaluate(FORGET)
    page.goto(address)
    thumb.enter(4)
    thumb.chip("bid", "two")
    thumb.chip("declarer", players[0])
    thumb.chip("partner", players[2])
    page.fill("#id_card_points", "52")
    page.locator("#preview .payout").wait_for()
    yield "live preview"
    page.click(".save-bar button[value=preview]")
    page.locator("#preview-name:focus").wait_for()
    yield "preview"
    page.context.set_offline(True)
    page.click(SAVE)
    wait_for(page, "waiting")
    yield "waiting"
    page.context.set_offline(False)
    wait_for(page, "stored")
    yield "saved"
    thumb.chip("bid", "two")
    thumb.chip("declarer", players[1])
    thumb.chip("partner", "alone")
    page.fill("#id_card_points", "40")
    record_deal(OPERATOR, the_table(cup), played(4, int(players[1]), None, 48))
    page.click(SAVE)
    page.locator("#conflict:focus").wait_for()
    yield "conflict"
    page.goto(address)
    card(page, "left")
    yield "left over"
    page.goto(f"{address}deal/3/")
    yield "correction"
    page.fill("#id_card_points", "50")
    correct_deal(OPERATOR, the_deal(cup, 3), {**the_deal(cup, 3).entered(), "kontra": 1}, "A kontra lemaradt.")
    page.click(SAVE)
    page.locator("#conflict:focus").wait_for()
    yield "conflict of a correction"
    page.goto(f"{address}deal/3/versions/")
    yield "versions"
    full = load(document(full_table(1, [1, 2, 3, 4]), slug="tele"))
    last = Deal.objects.get(table=the_table(full), number=16)
    correct_deal(at(full, last.record["declarer"]), last, last.entered())
    page.goto(address_of(the_table(full)))
    yield "complete, unconfirmed"
    said = (last.record["declarer"], last.record["partner"])
    confirm_deal(at(full, next(n for n in (1, 2, 3, 4) if n not in said)), last)
    page.reload()
    yield "to be signed"
    sign(full, 1, 2, 3)
    page.reload()
    yield "signed"
    page.goto(address)
    if not page.locator("input[name=bid]").count():
        return
    Thumb(page).chip("bid", "two")
    page.fill("#id_card_points", "40")
    close_round(OPERATOR, the_round(cup), "vége")
    page.click(SAVE)
    card(page, "refused")
    yield "refused"
    page.evaluate(FORGET)
    page.goto(address)
    yield "ended"
    page.goto("/table/")
    yield "entrance"
    page.goto(f"/table/{'x' * 32}/")
    yield "a link to nowhere"


@pytest.mark.parametrize(("language", "scheme", "width"), [("hu", "light", 1280), ("en", "dark", 360)])
@pytest.mark.looks
def test_axe_finds_nothing_in_any_state(
    phone: Phone, live_server: LiveServer, language: str, scheme: str, width: int
) -> None:
    seen = Window(phone(width, language, scheme), f"http://{HALL_NAME}:{urlsplit(live_server.url).port}/")
    found: dict[str, Any] = {}
    told = []
    for state in states(seen.page):
        told.append(state)
        if faults := violations(seen.page):
            found[state] = faults
        for other in (1280, 320):
            seen.page.set_viewport_size({"width": other, "height": 740})
            if excess := seen.page.evaluate(TOO_WIDE):
                found[f"{state}: {other} px"] = excess
        seen.page.set_viewport_size({"width": width, "height": 740})

    assert found == {}
    assert told[-1] == "a link to nowhere"
    assert [text for text in seen if not any(part in text for part in EXPECTED)] == []


def test_the_page_is_light(phone: Phone, transactional_db: None) -> None:
    cup = load(document(full_table(1, [1, 2, 3, 4], "magas-2018"), ruleset="magas-2018"))
    page = phone().new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(address_of(the_table(cup)))
    page.wait_for_load_state("networkidle")
    # As a server sends them that compresses: the test's own does not.
    sizes = {answer.url: len(gzip.compress(answer.body())) for answer in answers}
    scripts = sum(size for url, size in sizes.items() if url.endswith(".js"))
    assert scripts > 0
    assert sum(sizes.values()) - scripts < 60 * KB, sizes
    assert sum(sizes.values()) < 160 * KB, sizes
