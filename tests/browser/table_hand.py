"""A thumb at the table's page: it counts its taps and digits, and can cut the network."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import connection
from playwright.sync_api import Page, Route

from scoring.models import Deal, Table, Tournament
from tests.conftest import HALL_NAME
from tests.scoring.cups import document, played, table

NAMES = ["Őry Tűnde", "Szentirmay Gyula", "Nagy Ádám", "Wesselényi-Kovács Zsófia", "Tóth Csaba"]
SAVE = "button[name=action][value=save]"
STATE = "#entry-state"
CARD = ".entries [data-state]"


def cup_of(ruleset: str = "kupa-2005", players: int = 4, deals: int = 2, **more: Any) -> dict[str, Any]:
    """A cup of one table where some deals were played. Seat 1 dealt first, so in deal 3 seat 4 leads."""
    rows = [played(number, 3, 4, 50 + number) for number in range(1, deals + 1)]
    cup = document(table(1, list(range(1, players + 1)), rows), players=players, ruleset=ruleset, **more)
    for player, name in zip(cup["players"], NAMES, strict=False):
        player["name"] = name
    return cup


def address_of(found: Table) -> str:
    """The page of a table."""
    return f"/table/{found.token}/"


class Thumb:
    """Fills in the form as somebody does on a phone: what cannot be seen cannot be tapped."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = self.digits = 0

    def tap(self, selector: str) -> None:
        """One tap, on a chip or a button."""
        self.taps += 1
        self.page.locator(selector).first.click()

    def chip(self, name: str, value: object) -> None:
        """A tap on the chip of a field."""
        self.taps += 1
        # It lies over its label, unseen.
        self.page.locator(f'input[type=radio][name="{name}"][value="{value}"]').click()

    def figure(self, figure: str, chips: str = "announcements") -> None:
        """A tap on a figure."""
        self.tap(f'[data-chips="{chips}"] button[data-figure="{figure}"]')

    def type(self, text: str) -> None:
        """Digits, where the focus is."""
        self.digits += len(text)
        self.page.keyboard.type(text)

    def points(self, text: str) -> None:
        """A tap into the card points, and digits."""
        self.tap("#id_card_points")
        self.type(text)

    def enter(self, by: int = 2) -> None:
        """Says who enters, if nobody is chosen yet."""
        if not self.page.locator("input[name=entered_by]:checked").count():
            self.chip("entered_by", by)

    def typical(self, points: str = "52", bid: str = "two") -> None:
        """Of the third deal, without saving: seat 4 plays a two with seat 2 and announces a trull that is made."""
        self.chip("bid", bid)
        self.chip("declarer", 4)
        self.chip("partner", 2)
        self.figure("trull")
        self.chip("announcements-0-made", 1)
        self.points(points)

    def save(self) -> None:
        """A tap on the button."""
        self.tap(SAVE)


def shown_points(page: Page) -> dict[str, str]:
    """What the preview says that each player gets, by name."""
    page.locator("#preview .payout").wait_for()
    rows = page.locator("#preview .payout > div").all()
    return {row.locator("dt").inner_text(): row.locator("data").first.get_attribute("value") or "" for row in rows}


def wait_for(page: Page, state: str) -> str:
    """Waits until the page says so; what it says."""
    line = page.locator(f"{STATE}[data-state={state}]")
    line.wait_for(timeout=15_000)
    return line.inner_text()


def card(page: Page, state: str) -> str:
    """The text of the card of an entry that waits or was refused."""
    found = page.locator(f".entries [data-state={state}]")
    found.wait_for(timeout=15_000)
    return found.inner_text()


def lose_answers(page: Page, after: Callable[[], None] | None = None) -> list[int]:
    """From now on the server gets what is sent and the phone never gets the answer. Returns the statuses lost."""
    lost: list[int] = []

    def handle(route: Route) -> None:
        if route.request.method != "POST" or route.request.url.endswith("/preview/"):
            route.continue_()
            return
        # Only the browser knows the name.
        lost.append(route.fetch(url=route.request.url.replace(HALL_NAME, "127.0.0.1")).status)
        if after is not None:
            after()
        route.abort("connectionreset")

    page.route("**/table/**", handle)
    return lost


def deals_of(cup: Tournament) -> list[tuple[int, int | None]]:
    """Numbers and card points of what is stored."""
    connection.close()  # What other threads wrote since.
    return [(deal.number, deal.record.get("card_points")) for deal in Deal.objects.order_by("position")]
