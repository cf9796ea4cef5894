"""The table's page on a bad network, by a plain-HTTP name that is not localhost: what was saved is stored once, and the
page says in which state it is."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from scoring.models import Deal, Tournament
from scoring.services import close_round, record_deal, renew_link, reopen_round
from tests.browser.conftest import Phone
from tests.browser.table_hand import (
    NAMES,
    STATE,
    Thumb,
    address_of,
    card,
    cup_of,
    deals_of,
    lose_answers,
    wait_for,
)
from tests.scoring.cups import OPERATOR, load, played, points_of, the_deal, the_round, the_table

pytestmark = pytest.mark.django_db(transaction=True)

STORED = [(1, 51), (2, 52), (3, 52)]
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"


@pytest.fixture
def cup(transactional_db: None) -> Tournament:
    """A cup whose first table has played two deals."""
    return load(cup_of())


def opened(context: BrowserContext, cup: Tournament) -> Page:
    """The table's page, in a new window of that phone."""
    page = context.new_page()
    page.goto(address_of(the_table(cup)))
    return page


def typed(context: BrowserContext, cup: Tournament, points: str = "52") -> tuple[Page, Thumb]:
    """The same with a typical deal typed, not saved."""
    page = opened(context, cup)
    thumb = Thumb(page)
    thumb.enter()
    thumb.typical(points)
    return page, thumb


def test_the_name_is_one_from_which_browsers_take_things_away(phone: Phone, cup: Tournament) -> None:
    page = opened(phone(), cup)
    assert page.evaluate("[isSecureContext, typeof crypto.randomUUID, 'serviceWorker' in navigator]") == [
        False,
        "undefined",
        False,
    ]


def test_what_is_saved_is_told_as_stored(phone: Phone, cup: Tournament) -> None:
    page, thumb = typed(phone(), cup)
    thumb.save()
    assert wait_for(page, "stored") == "Deal 3: stored."
    assert page.locator(":focus").get_attribute("id") == "entry-state"
    assert deals_of(cup) == STORED
    assert page.evaluate("Object.keys(localStorage).filter(name => !name.startsWith('kupa:me:'))") == []
    # Nothing is left of it on the phone, nor when the page is opened again.
    page.reload()
    assert page.evaluate("Object.keys(localStorage).filter(name => !name.startsWith('kupa:me:'))") == []
    assert page.locator(STATE).inner_text() == ""
    # Who entered it enters the next one, too.
    assert page.locator("input[name=entered_by]:checked").get_attribute("value") == "2"


def test_network_cut_while_saving_page_closed_network_back_page_opened(phone: Phone, cup: Tournament) -> None:
    context = phone()
    page, thumb = typed(context, cup)
    context.set_offline(True)
    thumb.save()
    assert wait_for(page, "waiting") == "Deal 3: waiting to be sent"
    shown = card(page, "waiting")
    for words in ("Card points", "52", NAMES[3], "Trull"):
        assert words in shown, shown
    assert page.locator("form[data-entry]:visible").count() == 0
    assert not page.get_by_role("button", name="I have read it").is_visible()
    assert deals_of(cup) == STORED[:2]
    page.close()
    context.set_offline(False)
    page = opened(context, cup)
    assert wait_for(page, "stored") == "Deal 3: stored."
    assert deals_of(cup) == STORED
    page.reload()
    assert page.locator(".entries section").count() == 0
    assert deals_of(cup) == STORED


def test_it_is_sent_by_itself_when_the_network_is_back(phone: Phone, cup: Tournament) -> None:
    context = phone()
    page, thumb = typed(context, cup)
    context.set_offline(True)
    thumb.save()
    wait_for(page, "waiting")
    context.set_offline(False)
    wait_for(page, "stored")
    assert deals_of(cup) == STORED


def test_a_server_that_does_not_answer_is_tried_again(phone: Phone, cup: Tournament) -> None:
    page, thumb = typed(phone(), cup)
    tries: list[int] = []

    def fail(route: Route) -> None:
        if route.request.method != "POST" or route.request.url.endswith("/preview/"):
            route.continue_()
        elif len(tries) < 2:
            tries.append(1)
            route.fulfill(status=502, body="<h1>Bad gateway</h1>")
        else:
            route.continue_()

    page.route("**/table/**", fail)
    thumb.save()
    wait_for(page, "waiting")
    wait_for(page, "stored")
    assert len(tries) == 2
    assert deals_of(cup) == STORED


def test_a_page_that_a_router_answers_is_no_answer(phone: Phone, cup: Tournament) -> None:
    page, thumb = typed(phone(), cup)
    page.route(
        "**/table/**",
        lambda route: route.fulfill(status=200, content_type="text/html", body="<h1>Welcome to this hotel</h1>"),
    )
    thumb.save()
    assert "not this cup’s server" in card(page, "waiting")
    page.unroute_all()
    page.get_by_role("button", name="Try now").click()
    wait_for(page, "stored")
    assert deals_of(cup) == STORED


@pytest.mark.parametrize("closed_meanwhile", [False, True])
def test_a_lost_answer_is_told_as_stored(phone: Phone, cup: Tournament, closed_meanwhile: bool) -> None:
    page, thumb = typed(phone(), cup)
    lost = lose_answers(page)
    thumb.save()
    wait_for(page, "waiting")
    assert lost[0] == 200
    assert deals_of(cup) == STORED
    if closed_meanwhile:
        close_round(OPERATOR, the_round(cup), "vége")
    page.unroute_all()
    page.get_by_role("button", name="Try now").click()
    assert wait_for(page, "stored") == "Deal 3: stored."
    assert page.locator(".entries section").count() == 0
    assert deals_of(cup) == STORED


def test_a_lost_answer_is_told_on_the_page_of_a_closed_round(phone: Phone, cup: Tournament) -> None:
    context = phone()
    page, thumb = typed(context, cup)
    lose_answers(page)
    thumb.save()
    wait_for(page, "waiting")
    page.close()
    close_round(OPERATOR, the_round(cup), "vége")
    page = opened(context, cup)
    assert wait_for(page, "stored") == "Deal 3: stored."
    assert deals_of(cup) == STORED


def test_what_never_arrived_is_refused_by_a_closed_round_and_kept_to_be_seen(phone: Phone, cup: Tournament) -> None:
    context = phone()
    page, thumb = typed(context, cup)
    context.set_offline(True)
    thumb.save()
    wait_for(page, "waiting")
    page.close()
    close_round(OPERATOR, the_round(cup), "vége")
    context.set_offline(False)
    page = opened(context, cup)
    assert wait_for(page, "refused").startswith("Deal 3: refused, because: ")
    assert "closed" in wait_for(page, "refused")
    assert "52" in card(page, "refused")
    page.reload()
    assert "52" in card(page, "refused")
    assert deals_of(cup) == STORED[:2]
    # The round is opened once more: what was typed is in the form again.
    reopen_round(OPERATOR, the_round(cup))
    page.reload()
    assert page.locator("#id_card_points").input_value() == "52"
    Thumb(page).save()
    wait_for(page, "stored")
    assert deals_of(cup) == STORED


def test_a_refusal_can_be_put_away(phone: Phone, cup: Tournament) -> None:
    page, thumb = typed(phone(), cup)
    close_round(OPERATOR, the_round(cup), "vége")
    thumb.save()
    assert "52" in card(page, "refused")
    page.get_by_role("button", name="I have read it").click()
    assert page.locator(".entries section").count() == 0
    page.reload()
    assert page.locator(".entries section").count() == 0


def test_a_renewed_link_sends_what_waits(phone: Phone, cup: Tournament) -> None:
    context = phone()
    page, thumb = typed(context, cup)
    context.set_offline(True)
    thumb.save()
    wait_for(page, "waiting")
    page.close()
    renew_link(OPERATOR, the_table(cup))
    context.set_offline(False)
    page = opened(context, cup)
    wait_for(page, "stored")
    assert deals_of(cup) == STORED


def test_a_double_tap_is_one_deal(phone: Phone, cup: Tournament) -> None:
    page, _thumb = typed(phone(), cup)
    sent: list[str] = []
    page.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
    page.evaluate("() => { const save = document.querySelector('button[value=save]'); save.click(); save.click() }")
    wait_for(page, "stored")
    assert len([url for url in sent if not url.endswith("/preview/")]) == 1
    assert deals_of(cup) == STORED


@pytest.mark.parametrize("network", [True, False])
def test_a_full_phone_says_so_and_still_sends(phone: Phone, cup: Tournament, network: bool) -> None:
    context = phone()
    context.add_init_script(FULL)
    page, thumb = typed(context, cup)
    page.locator(f"{STATE}[data-state=unkept]").wait_for()
    assert "This phone keeps nothing" in page.locator(STATE).inner_text()
    context.set_offline(not network)
    thumb.save()
    if not network:
        assert "This phone cannot keep the entry" in card(page, "waiting")
        context.set_offline(False)
    wait_for(page, "stored")
    assert deals_of(cup) == STORED


def test_what_is_typed_outlives_the_window(phone: Phone, cup: Tournament) -> None:
    context = phone()
    page, thumb = typed(context, cup)
    thumb.figure("four-kings")
    thumb.chip("announcements-1-made", 0)
    page.close()
    page = opened(context, cup)
    assert "here again" in wait_for(page, "draft")
    assert page.locator("#id_card_points").input_value() == "52"
    assert page.locator("#id_announcements-1-figure").input_value() == "four-kings"
    Thumb(page).save()
    wait_for(page, "stored")
    page.reload()
    assert page.locator("#id_card_points").input_value() == ""
    assert [said["figure"] for said in the_deal(cup, 3).record["announcements"]] == ["trull", "four-kings"]


def test_two_phones_one_number(phone: Phone, cup: Tournament) -> None:
    page, thumb = typed(phone(), cup, "60")
    record_deal(OPERATOR, the_table(cup), played(3, 4, None, 48))
    thumb.save()
    wait_for(page, "refused")
    assert page.locator(":focus").get_attribute("id") == "conflict"
    assert "48" in page.locator("main").inner_text()
    assert page.locator("#id_card_points").input_value() == "60"
    assert deals_of(cup) == [*STORED[:2], (3, 48)]
    page.reload()
    # The next deal's form; mine is told apart from it.
    assert "60" in card(page, "left")


@pytest.mark.parametrize("arrived", [False, True])
def test_taken_back_and_changed(phone: Phone, cup: Tournament, arrived: bool) -> None:
    page, thumb = typed(phone(), cup)
    if arrived:
        lose_answers(page)
    else:
        page.context.set_offline(True)
    thumb.save()
    wait_for(page, "waiting")
    page.get_by_role("button", name="Take it back and change it").click()
    wait_for(page, "draft")
    page.unroute_all()
    page.context.set_offline(False)
    page.fill("#id_card_points", "61")
    thumb.save()
    if not arrived:
        wait_for(page, "stored")
        assert deals_of(cup) == [*STORED[:2], (3, 61)]
        return
    wait_for(page, "refused")
    assert deals_of(cup) == STORED
    assert page.locator("#conflict").is_visible()
    page.get_by_role("button", name="Correct the stored deal with what I typed").click()
    page.locator("form[data-entry=correct]").wait_for()
    Thumb(page).save()
    wait_for(page, "stored")
    assert deals_of(cup) == [*STORED[:2], (3, 61)]
    assert Deal.objects.count() == 3
    assert points_of(the_deal(cup, 3))


def test_what_waits_of_another_table_is_sent_too(phone: Phone, cup: Tournament) -> None:
    other = load({**cup_of(deals=0), "slug": "masik", "name": "Másik"})
    context = phone()
    page, thumb = typed(context, cup)
    context.set_offline(True)
    thumb.save()
    wait_for(page, "waiting")
    page.close()
    context.set_offline(False)
    page = opened(context, other)
    assert "probakupa" in card(page, "stored")
    assert deals_of(cup) == STORED


def test_a_confirmation_leaves_alone_what_is_being_typed(phone: Phone, cup: Tournament) -> None:
    page, thumb = typed(phone(), cup)
    thumb.save()
    wait_for(page, "stored")
    Thumb(page).chip("bid", "solo")
    page.fill("#id_card_points", "33")
    page.locator(".wait > summary").click()
    page.locator("form[data-entry=confirm] button").click()
    assert "refused" in wait_for(page, "refused")
    assert page.locator(".entries section").count() == 0
    page.locator("form[data-entry=confirm] input[name=by]").first.click()
    page.locator("form[data-entry=confirm] button").click()
    assert wait_for(page, "stored") == "Confirmation of deal 3: stored."
    assert page.locator(".wait").count() == 0
    assert page.locator("#id_card_points").input_value() == "33"
    assert page.locator("input[name=bid][value=solo]").is_checked()


def test_two_windows_of_one_phone(phone: Phone, cup: Tournament) -> None:
    context = phone()
    page, thumb = typed(context, cup)
    page.route("**/table/**", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    thumb.save()
    wait_for(page, "waiting")
    other = opened(context, cup)
    wait_for(other, "stored")
    # The first window learns of it, and goes on to the next deal.
    page.unroute_all()
    page.get_by_role("heading", name="Deal 4").wait_for()
    assert deals_of(cup) == STORED
