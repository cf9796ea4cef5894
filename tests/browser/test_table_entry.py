"""Deals entered at the table's page, with the thumb, by the keyboard and without JavaScript: what was shown before
saving is what is stored, what the public sees, what is exported, and what `score` says."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from openpyxl import load_workbook
from playwright.sync_api import Page

from scoring.management.commands.score import score_lines
from scoring.models import Deal, Table, Tournament
from tests.browser.conftest import Phone
from tests.browser.table_hand import NAMES, SAVE, Thumb, address_of, cup_of, shown_points, wait_for
from tests.scoring.cups import load, points_of, the_table

pytestmark = pytest.mark.django_db(transaction=True)

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
SLUG = "koszegi-magas-kupa"
# In its third round four deals were played there, one of which does not count.
OPEN_ROUND, OPEN_TABLE = 3, 3


@pytest.fixture
def demo(transactional_db: None) -> Table:
    """The third table of the demo's magas cup, which plays its third round."""
    cup = load(json.loads((FIXTURES / f"{SLUG}.json").read_text(encoding="utf-8")))
    return the_table(cup, OPEN_TABLE, OPEN_ROUND)


def last_deal(table: Table) -> Deal:
    """The newest deal of a table."""
    connection.close()  # Written by another thread.
    deal = Deal.objects.filter(table=table).order_by("position").last()
    assert deal is not None
    return deal


def by_name(deal: Deal) -> dict[str, str]:
    """What is stored, by name and as text."""
    names = dict(deal.table.seats.values_list("player__number", "player__name"))
    return {names[number]: str(points) for number, points in points_of(deal).items()}


def public_points(page: Page, deal: Deal) -> dict[str, str]:
    """What the public page of the table says of that deal."""
    page.goto(f"/t/{SLUG}/rounds/{OPEN_ROUND}/tables/{OPEN_TABLE}/")
    rows = page.locator(f"#deal-{deal.position} .payout > div").all()
    return {row.locator("dt").inner_text(): row.locator("data").first.get_attribute("value") or "" for row in rows}


def exported_points(deal: Deal) -> dict[str, str]:
    """What the workbook says of that deal."""
    content = Client(HTTP_ACCEPT_LANGUAGE="hu").get(f"/t/{SLUG}/exports/tournament.xlsx").getvalue()
    sheet = load_workbook(io.BytesIO(content))[f"{OPEN_ROUND}. forduló leosztásai"]
    found = [list(row) for row in sheet.iter_rows(values_only=True) if row[0] == OPEN_TABLE]
    # A deal that did not count has the number of the one after it.
    names, cells = found[0], [row for row in found[1:] if row[1] == deal.number][-1]
    return {str(names[n]): str(cells[n]) for n in range(10, 14)}


def scored_points(deal: Deal) -> dict[str, str]:
    """What the command `score` says of the record that the cup's file has."""
    document = json.loads(Client().get(f"/t/{SLUG}/exports/tournament.json").content)
    table = document["rounds"][OPEN_ROUND - 1]["tables"][OPEN_TABLE - 1]
    names = {player["number"]: player["name"] for player in document["players"]}
    record = {"players": deal.record["players"], **table["deals"][deal.position - 1], "ruleset": document["ruleset"]}
    # A deal by itself has no number, and does not know what lay in the kassza.
    del record["number"]
    record |= {key: deal.record[key] for key in ("kassza_balance", "seats")}
    out = io.BytesIO()
    assert not score_lines(io.BytesIO(json.dumps(record).encode()), out), out.getvalue()
    return {names[int(number)]: str(points) for number, points in json.loads(out.getvalue())["points"].items()}


def all_say(page: Page, table: Table, shown: dict[str, str]) -> Deal:
    """The newest deal, of which everybody says the same as was shown before it was saved."""
    deal = last_deal(table)
    assert by_name(deal) == shown
    assert public_points(page, deal) == shown
    assert exported_points(deal) == shown
    assert scored_points(deal) == shown
    return deal


def opened(context: Any, table: Table, me: int = 0) -> tuple[Page, list[str]]:
    """The table's page on a phone that knows who enters; the players of the next deal, forehand first."""
    page = context.new_page()
    page.goto(address_of(table))
    page.locator("input[name=entered_by]").nth(me).check()
    page.reload()
    assert page.locator("input[name=entered_by]:checked").count() == 1
    return page, [each.get_attribute("value") or "" for each in page.locator("input[name=declarer]").all()]


@pytest.mark.parametrize("width", [360, 1280])
def test_a_typical_deal_takes_eight_taps_and_two_digits(phone: Phone, demo: Table, width: int) -> None:
    page, players = opened(phone(width), demo)
    thumb = Thumb(page)
    thumb.chip("bid", "two")
    thumb.chip("declarer", players[0])
    thumb.chip("partner", players[2])
    thumb.figure("trull")
    thumb.chip("announcements-0-made", 1)
    thumb.points("52")
    shown = shown_points(page)
    thumb.save()
    assert wait_for(page, "stored") == "Deal 4: stored."
    assert (thumb.taps, thumb.digits) == (7, 2)
    deal = all_say(page, demo, shown)
    expected = {"bid": "two", "declarer": int(players[0]), "partner": int(players[2]), "card_points": 52}
    assert {key: deal.record[key] for key in expected} == expected
    assert deal.record["announcements"] == [{"figure": "trull", "by": int(players[0]), "made": True}]
    assert set(points_of(deal).values()) == {4, -4}


@pytest.mark.parametrize("width", [360, 1280])
def test_a_raise_chain_and_a_kontrad_king(phone: Phone, demo: Table, width: int) -> None:
    page, players = opened(phone(width), demo)
    declarer, second, partner, fourth = players
    thumb = Thumb(page)
    thumb.chip("bid", "three")
    thumb.chip("declarer", declarer)
    thumb.chip("partner", partner)
    for figure in ("pagat-ultimo", "pagat-uhu"):
        if not page.locator(f'[data-chips=announcements] [data-figure="{figure}"]').is_visible():
            page.locator("[data-chips=announcements] summary").click()
        thumb.figure(figure)
    thumb.figure("pagat-facan")
    thumb.chip("announcements-2-made", 1)
    # The fourth row is none of those that the page came with.
    thumb.figure("king-ultimo")
    thumb.chip("announcements-3-suit", "hearts")
    thumb.chip("announcements-3-by", fourth)
    thumb.chip("announcements-3-made", 0)
    thumb.chip("announcements-3-kontra", 1)
    thumb.points("62")
    shown = shown_points(page)
    thumb.save()
    wait_for(page, "stored")
    deal = all_say(page, demo, shown)
    assert deal.record["announcements"] == [
        {"figure": "pagat-ultimo", "by": int(declarer)},
        {"figure": "pagat-uhu", "by": int(declarer), "raised_from": 0},
        {"figure": "pagat-facan", "by": int(declarer), "made": True, "raised_from": 1},
        {"figure": "king-ultimo", "by": int(fourth), "made": False, "suit": "hearts", "kontra": 1},
    ]
    assert int(second) not in (deal.record["declarer"], deal.record["partner"])


@pytest.mark.parametrize("width", [360, 1280])
def test_a_renonsz(phone: Phone, demo: Table, width: int) -> None:
    page, players = opened(phone(width), demo)
    thumb = Thumb(page)
    thumb.tap(".at-once > summary")
    thumb.chip("outcome", "renonsz")
    thumb.chip("bid", "three")
    thumb.chip("declarer", players[0])
    thumb.chip("partner", players[1])
    page.select_option("#id_renonsz-offender", players[3])
    paragraph = page.locator("#id_renonsz-paragraph option").nth(1).get_attribute("value")
    page.select_option("#id_renonsz-paragraph", paragraph)
    if page.locator("#id_renonsz-choice").count():
        page.select_option("#id_renonsz-choice", index=1)
    shown = shown_points(page)
    thumb.save()
    wait_for(page, "stored")
    deal = all_say(page, demo, shown)
    assert deal.outcome == "renonsz"
    assert deal.record["renonsz"]["offender"] == int(players[3])


@pytest.mark.parametrize("outcome", ["passed_out", "thrown_in"])
def test_no_game_takes_two_taps(phone: Phone, demo: Table, outcome: str) -> None:
    page, _players = opened(phone(), demo)
    thumb = Thumb(page)
    thumb.tap(".at-once > summary")
    thumb.tap(f"button[value=save-{outcome}]")
    wait_for(page, "stored")
    assert thumb.taps == 2
    assert last_deal(demo).outcome == outcome
    assert not last_deal(demo).counted


@pytest.fixture
def cup(transactional_db: None) -> Tournament:
    """A cup whose first table has played two deals."""
    return load(cup_of())


def test_a_typical_deal_by_the_keyboard_alone(phone: Phone, cup: Tournament) -> None:
    page = phone(1280).new_page()
    page.goto(address_of(the_table(cup)))
    page.keyboard.press("Tab")  # the way past the masthead
    page.keyboard.press("Enter")
    while page.locator(":focus").get_attribute("name") != "entered_by":
        page.keyboard.press("Tab")
    page.keyboard.type("2")  # who enters: Gyula
    assert page.locator(":focus").get_attribute("name") == "bid"
    page.keyboard.type("2")  # a two
    page.keyboard.type("1")  # who leads declares
    page.keyboard.type("4")  # with the second after them: 1 is alone
    page.keyboard.type("1")  # no kontra
    page.keyboard.type("3")  # a trull
    assert page.locator(":focus").get_attribute("name") == "announcements-0-made"
    page.keyboard.type("2")  # made
    page.keyboard.type("0")  # nothing about kontra
    assert page.locator(":focus").get_attribute("id") == "id_card_points"
    page.keyboard.type("52")
    page.keyboard.press("Enter")
    page.locator("#preview-name:focus").wait_for()
    assert Deal.objects.count() == 2
    page.keyboard.press("Enter")
    wait_for(page, "stored")
    record = last_deal(the_table(cup)).record
    assert {key: record[key] for key in ("bid", "declarer", "partner", "card_points")} == {
        "bid": "two",
        "declarer": 4,
        "partner": 2,
        "card_points": 52,
    }
    assert record["announcements"] == [{"figure": "trull", "by": 4, "made": True}]


def test_digits_are_nothing_but_digits_where_one_types(phone: Phone, cup: Tournament) -> None:
    page = phone(1280).new_page()
    page.goto(address_of(the_table(cup)))
    page.locator("#id_card_points").focus()
    page.keyboard.type("12")
    assert page.locator("#id_card_points").input_value() == "12"
    page.locator("#id_bid_0").focus()
    page.keyboard.press("Control+2")
    page.keyboard.press("Alt+2")
    assert page.locator("input[name=bid]:checked").count() == 0


def test_the_whole_page_without_javascript(phone: Phone, cup: Tournament) -> None:
    page = phone(360, "hu", java_script_enabled=False).new_page()
    page.goto(address_of(the_table(cup)))
    thumb = Thumb(page)
    thumb.chip("entered_by", 2)
    thumb.chip("bid", "two")
    thumb.chip("declarer", 4)
    thumb.chip("partner", 2)
    assert page.locator("button[data-figure]:visible").count() == 0
    page.select_option("#id_announcements-0-figure", "trull")
    page.locator(SAVE).click()
    # Faults stand at their fields; what was typed is still there.
    assert page.locator("#faults li").count() >= 2
    thumb.chip("announcements-0-made", 1)
    page.fill("#id_card_points", "52")
    page.locator(".save-bar button[value=preview]").click()
    shown = shown_points(page)
    page.locator(SAVE).click()
    assert "3" in page.locator("#entry-state").inner_text()
    assert by_name(last_deal(the_table(cup))) == shown
    # The other side confirms it.
    page.locator(".wait > summary").click()
    page.locator("input[name=by]").first.check()
    page.locator("form[data-entry=confirm] button").click()
    assert page.locator(".wait").count() == 0
    # Somebody corrects it, and reads its versions.
    page.locator(".played-deal > summary").first.click()
    page.locator(".played-deal").first.get_by_role("link", name="Javítás").click()
    page.fill("#id_card_points", "40")
    if not page.locator("input[name=entered_by]:checked").count():
        thumb.chip("entered_by", 1)
    page.locator(SAVE).click()
    assert last_deal(the_table(cup)).record["card_points"] == 40
    assert page.locator(".wait").count() == 1
    # Nobody bids.
    page.locator(".at-once > summary").click()
    if not page.locator("input[name=entered_by]:checked").count():
        thumb.chip("entered_by", 1)
    page.locator("button[value=save-passed_out]").click()
    assert last_deal(the_table(cup)).outcome == "passed_out"


def test_what_is_typed_is_scored_while_it_is_typed(phone: Phone, cup: Tournament) -> None:
    context = phone()
    page = context.new_page()
    page.goto(address_of(the_table(cup)))
    thumb = Thumb(page)
    thumb.enter()
    thumb.typical("52")
    assert shown_points(page) == {NAMES[3]: "4", NAMES[1]: "4", NAMES[0]: "-4", NAMES[2]: "-4"}
    page.fill("#id_card_points", "40")
    page.locator("#preview data[value='0']").first.wait_for()
    context.set_offline(True)
    page.fill("#id_card_points", "41")
    page.get_by_text("No preview: there is no network just now.").wait_for()
    context.set_offline(False)
    page.locator("#preview .payout").wait_for()
    assert Deal.objects.count() == 2
