"""Hands of a whole day: the organiser's at the desk, the tables' at their phones, and pictures of what they see."""

from __future__ import annotations

import base64
import io
import os
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page
from pypdf import PdfReader

from scoring.models import Tournament
from tests.browser.table_hand import address_of
from tests.browser.whole_day_cup import RULESET, SLUG, Record, Sat
from tests.scoring.cups import the_table

#: A folder for pictures of the pages, where somebody wants to look at them.
PICTURES = os.environ.get("PICTURES", "")
FETCH = """async (path) => {
  const answer = await fetch(path);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return [answer.status, answer.headers.get("Content-Type"), btoa(text)];
}"""
# As a table's own program would: deal after deal, each confirmed by a second player.
SEND = """async ([home, deals]) => {
  const said = [];
  const post = (path, headers, body) => fetch(home + path, {
    method: "POST", headers: {"Content-Type": "application/json", ...headers}, body: JSON.stringify(body),
  });
  for (const [record, by] of deals) {
    const key = `${record.number}-${Math.random()}`;
    const answer = await post("deals", {"Idempotency-Key": key}, record);
    const deal = await answer.json();
    said.push([answer.status, deal]);
    if (answer.status !== 201) break;
    if (by === null) continue;
    const headers = {"Idempotency-Key": `c${key}`, "If-Match": `"${deal.revision}"`};
    const confirmed = await post(`deals/${deal.id}/confirm`, headers, {by});
    if (confirmed.status !== 200) { said.push([confirmed.status, await confirmed.json()]); break; }
  }
  return said;
}"""


def picture(page: Page, name: str) -> None:
    """Pictures of the page, narrow and wide, where they are asked for."""
    if not PICTURES:
        return
    Path(PICTURES).mkdir(parents=True, exist_ok=True)
    before = page.viewport_size
    for width, height in ((360, 740), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=Path(PICTURES) / f"{name}-{width}.png", full_page=True, animations="disabled")
    if before is not None:
        page.set_viewport_size(before)


class Desk:
    """The organiser, at the pages of the cup."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, path: str, whole: bool = False) -> None:
        """A page of the cup's desk; `whole`: of any address."""
        answer = self.page.goto(path if whole else f"/organise/{SLUG}/{path}")
        assert answer is not None and answer.status == 200, path

    def press(self, name: str | Locator) -> None:
        """A button, and the page that it leads to."""
        button = self.page.get_by_role("button", name=name, exact=True).first if isinstance(name, str) else name
        # A draw searches for 45 seconds at the most.
        with self.page.expect_navigation(timeout=90_000):
            button.click(timeout=90_000)

    def follow(self, name: str) -> None:
        """A link, and its page."""
        with self.page.expect_navigation():
            self.page.get_by_role("link", name=name, exact=True).first.click()

    @property
    def text(self) -> str:
        """What the page says, in one line."""
        return " ".join(self.page.locator("main").inner_text().split())

    def said(self) -> str:
        """What the page says has just been done."""
        return " ".join(" ".join(self.page.get_by_role("status").all_inner_texts()).split())

    def fetch(self, path: str) -> tuple[int, str, bytes]:
        """Status, type and content of a file."""
        status, kind, content = self.page.evaluate(FETCH, path)
        return status, kind, base64.b64decode(content)


def pages_of(content: bytes) -> list[str]:
    """The text of each page of a print, its white space evened out."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(content)).pages]


def at_table(context: BrowserContext, cup: Tournament, number: int, table: int) -> Page:
    """A phone that opens the page of its table."""
    page = context.new_page()
    page.goto(address_of(the_table(cup, table, number)))
    return page


def send_deals(page: Page, cup: Tournament, where: tuple[int, int], at: Sat, first: int, last: int) -> list[Any]:
    """The deals from `first` to `last` of a table, by its calls, each confirmed; takes them down. What was answered."""
    records: list[Record] = [at.deal(number) for number in range(first, last + 1)]
    rows = []
    for record in records:
        forehand, second, _third, _fourth = at.active(record["number"])
        rows.append([{**record, "entered_by": forehand}, second])
    home = address_of(the_table(cup, where[1], where[0]))
    said: list[Any] = page.evaluate(SEND, [home, rows])
    assert [status for status, _answer in said] == [201] * len(records), said[-1]
    at.records += records
    # What the last answer says of the whole table is what the rules say.
    assert {int(player): points for player, points in said[-1][1]["totals"].items()} == at.points
    return said


def planned(at: Sat, number: int) -> int:
    """How many deals a table plays in a round."""
    return RULESET.planned_deals(seats=len(at.seats), round=number)


def sign(page: Page, *players: int) -> None:
    """These players agree to the totals, on the page of their table."""
    for player in players:
        page.reload()
        with page.expect_response(lambda answer: answer.url.endswith("/sign/")) as answered:
            page.locator(f"form[data-entry=sign] button[value='{player}']").click()
        assert answered.value.status < 400
