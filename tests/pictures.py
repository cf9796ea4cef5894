"""Makes the pictures of docs/tour.md: `python -m tests.pictures`.

Follows the tour on a server of its own with an empty database and the demo's cups, so a picture that cannot be made
tells of a tour that is no longer true. Needs Chromium, and pdftoppm (poppler-utils) for the print.
"""

from __future__ import annotations

import io
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import FloatRect, Locator, Page, ViewportSize, sync_playwright

from tests.conftest import BROWSERS, ROOT

FOLDER = ROOT / "docs" / "pictures"
NAME, PASSWORD = "rendezo", "negy-kiraly-es-a-skiz"
SCREEN: ViewportSize = {"width": 860, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
# What sticks to the edge of a window would lie across a picture that is taller than it.
STILL = ".deal-actions { position: static !important }"
MOST_BYTES = 80_000
PLAYERS = """Őry Tünde; Eger
Bőhm Márton; Győr
Hűvös Ákos
Zala Zsófia; Győr
Üveges Ágnes; Eger
Pethő Lőrinc
Kőszegi Réka; Szombathely
Vörös Dániel; Eger
Füzesi Ödön"""


def main() -> None:
    """Makes every picture."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as home, sync_playwright() as playwright:
        chromium = next(filter(None, map(shutil.which, BROWSERS)))
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        # With the pages' own policy nobody may add a style, not even the one that keeps bars in their place.
        context = browser.new_context(base_url=home, locale="en", viewport=SCREEN, bypass_csp=True)
        context.add_cookies([{"name": "django_language", "value": "en", "url": home}])
        page = context.new_page()
        page.set_default_timeout(10_000)
        public(page)
        set_up(page)
        cards(page)
        play(page)
        results(page)
        browser.close()


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A server with the demo's cups and its first organiser, whose data is in that folder; gives its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    database = f"sqlite:///{folder / 'db.sqlite3'}"
    env = {**os.environ, "DATA_DIR": str(folder), "DATABASE_URL": database, "FIRST_ORGANISER_PASSWORD": PASSWORD}
    manage = [sys.executable, str(ROOT / "manage.py")]
    subprocess.run([*manage, "migrate", "--verbosity", "0"], env=env, check=True)
    for path in sorted(ROOT.joinpath("fixtures").glob("*.json")):
        subprocess.run([*manage, "load_tournament", str(path)], env=env, check=True)
    server = subprocess.Popen([*manage, "serve", "--host", "127.0.0.1", "--port", str(port)], env=env)
    try:
        wait_for(f"http://127.0.0.1:{port}/healthz")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def wait_for(address: str) -> None:
    """Waits until the server answers."""
    for _ in range(200):
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError("the server does not answer")


# --- The tour ---------------------------------------------------------------------------------------------------------


def public(page: Page) -> None:
    """What everybody sees of the demo's finished cup."""
    page.set_viewport_size({"width": 1080, "height": 900})
    page.goto("/t/tavaszi-kupa/")
    shoot(page, "standings", height=900)
    page.set_viewport_size(PHONE)
    page.goto("/t/tavaszi-kupa/rounds/1/tables/1/")
    deal = page.locator(".deal").filter(has_text="Pagát ultimó").filter(has_text="Four kings").first
    for why in deal.locator("details").all():
        why.evaluate("node => { node.open = true }")
    shoot(page, "why", deal)
    page.set_viewport_size(SCREEN)


def set_up(page: Page) -> None:
    """Log in, a new cup, players, seats."""
    page.goto("/login/")
    page.get_by_label("Name").fill(NAME)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    shoot(page, "login", height=520)
    page.get_by_role("button", name="Log in").click()
    page.goto("/organise/")
    page.get_by_role("link", name="New cup").click()
    page.get_by_label("Name of the cup").fill("Mikulás Kupa")
    page.get_by_label("Date").fill("2026-12-05")
    page.get_by_label("Venue").fill("Győr")
    page.get_by_label("Tarokk Kupa 2005").check()
    page.get_by_label("Number of rounds").fill("2")
    shoot(page, "new-cup", page.locator("main"))
    page.get_by_role("button", name="Set up the cup").click()
    page.goto("/organise/mikulas-kupa/players/")
    page.get_by_role("link", name="Paste many at once").click()
    page.get_by_label("One player in each line").fill(PLAYERS)
    page.get_by_role("button", name="Look at them").click()
    page.get_by_role("button", name="Add the ticked players").click()
    page.goto("/organise/mikulas-kupa/players/")
    shoot(page, "players", height=860)
    page.get_by_role("link", name="Overview").click()
    page.get_by_role("button", name="Start the round").first.click()
    page.goto("/organise/mikulas-kupa/rounds/1/draw/")
    page.locator("input[name=how][value=fresh]").check()
    page.get_by_label("Seed").fill("2026")
    page.get_by_role("button", name="Look at it first").click()
    page.get_by_role("heading", name="This is what would be drawn").wait_for(timeout=60_000)
    shoot(page, "draw", page.locator("main"))
    page.goto("/organise/mikulas-kupa/rounds/1/seating/")
    page.get_by_role("button", name="Seat all in the order of the list").click()
    page.goto("/organise/mikulas-kupa/rounds/1/")
    shoot(page, "seating", page.locator("main"))


def cards(page: Page) -> None:
    """The card of a table, under an address as halls have it: this server serves its own machine only."""
    hall = {"Host": "192.168.43.7:8000"}
    pdf = page.request.get("/organise/mikulas-kupa/rounds/1/cards.pdf", headers=hall).body()
    command = [
        "pdftoppm",
        "-png",
        "-r",
        "110",
        "-f",
        "1",
        "-l",
        "1",
        "-x",
        "48",
        "-y",
        "76",
        "-W",
        "816",
        "-H",
        "564",
        "-",
    ]
    keep("card", subprocess.run(command, input=pdf, stdout=subprocess.PIPE, check=True).stdout)


def play(page: Page) -> None:
    """Deals at the first table, one of them corrected."""
    table = "/organise/mikulas-kupa/rounds/1/tables/1/"
    for number, bid in enumerate(("Three", "Two", "One"), 1):
        page.goto(f"{table}deals/new/")
        enter(page, bid, number, 48 + number)
        if number == 1:
            shoot(page, "deal", height=1330)
            page.get_by_role("button", name="Preview").last.click()
            shoot(page, "preview", page.locator("#preview"))
        page.get_by_role("button", name="Save", exact=True).click()
    page.goto(table)
    shoot(page, "table", page.locator("main"))
    page.goto(f"{table}deals/2/")
    page.get_by_label("Card points of the declarer’s side").fill("44")
    page.get_by_label("Why it is corrected").fill("Two digits were swapped on the sheet")
    page.get_by_role("button", name="Save the correction").click()
    page.goto(f"{table}deals/2/revisions/")
    shoot(page, "versions", height=760)
    page.goto("/organise/mikulas-kupa/")
    shoot(page, "desk", page.locator("main"))
    page.goto("/organise/mikulas-kupa/board/")
    page.get_by_label("Length in minutes").fill("90")
    page.get_by_role("button", name="Start the clock").click()
    page.get_by_role("button", name="Halt").wait_for()
    page.goto("/organise/mikulas-kupa/board/")
    shoot(page, "hall", page.locator("main"))
    page.goto("/organise/mikulas-kupa/print/")
    shoot(page, "prints", height=1100)


def enter(page: Page, bid: str, dealt: int, points: int) -> None:
    """Types a deal in: who leads declares, and has announced the trull and made it."""
    players = [line.partition(";")[0] for line in PLAYERS.splitlines()]
    leads, third = players[dealt % 4], players[(dealt + 2) % 4]
    page.get_by_role("group", name="Bid").get_by_label(bid, exact=True).check()
    page.get_by_role("group", name="Declarer").get_by_label(leads).check()
    page.get_by_role("group", name="Partner").get_by_label(third).check()
    row = page.locator("fieldset.figure-row").first
    row.get_by_label("Figure").select_option("trull")
    row.get_by_label("Announced by").select_option(label=leads)
    row.get_by_label("made", exact=True).check()
    page.get_by_label("Card points of the declarer’s side").fill(str(points))


def results(page: Page) -> None:
    """Closing a round, and a print."""
    page.goto("/organise/mikulas-kupa/rounds/1/close/")
    shoot(page, "close", height=700)
    pdf = page.request.get("/t/tavaszi-kupa/exports/standings.pdf").body()
    command = ["pdftoppm", "-png", "-r", "72", "-f", "1", "-l", "1", "-"]
    keep("print", subprocess.run(command, input=pdf, stdout=subprocess.PIPE, check=True).stdout)


# --- Pictures ---------------------------------------------------------------------------------------------------------


def shoot(page: Page, name: str, part: Locator | None = None, height: int = 0) -> None:
    """A picture of a part of the page, or of so much of its top."""
    page.wait_for_load_state("networkidle")
    if part is not None:
        keep(name, part.screenshot(animations="disabled", style=STILL))
        return
    width = (page.viewport_size or SCREEN)["width"]
    clip: FloatRect = {"x": 0, "y": 0, "width": width, "height": height}
    keep(name, page.screenshot(clip=clip, full_page=True, animations="disabled", style=STILL))


def keep(name: str, png: bytes) -> None:
    """Writes a picture with as many colours as the limit of its size allows."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    for colours in (128, 64, 32, 16):
        file = io.BytesIO()
        image.quantize(colours, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
        if file.tell() <= MOST_BYTES:
            break
    FOLDER.joinpath(f"{name}.png").write_bytes(file.getvalue())
    print(f"{name}.png: {image.width} × {image.height}, {colours} colours, {file.tell() // 1000} kB")


if __name__ == "__main__":
    main()
