"""The public pages in a browser: accessible, within the window, without JavaScript, without another host."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Window
from tests.browser.looks import TOO_WIDE, violations

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = [
    "/",
    "/login/",
    "/password/MQ/no-longer-good/",
    # A finished cup.
    "/t/tavaszi-kupa/",
    "/t/tavaszi-kupa/?q=zsofi&sort=-table_points",
    "/t/tavaszi-kupa/rounds/1/",
    "/t/tavaszi-kupa/rounds/1/tables/1/",
    "/t/tavaszi-kupa/players/1/",
    "/t/tavaszi-kupa/captures/",
    "/t/tavaszi-kupa/statistics/",
    "/t/tavaszi-kupa/rules/",
    # A cup in its third round, played for money.
    "/t/koszegi-magas-kupa/",
    "/t/koszegi-magas-kupa/?q=nobody",
    "/t/koszegi-magas-kupa/beamer/",
    "/t/koszegi-magas-kupa/rounds/3/",
    "/t/koszegi-magas-kupa/rounds/3/tables/2/",
    "/t/koszegi-magas-kupa/rounds/3/tables/4/",
    "/t/koszegi-magas-kupa/players/1/",
    "/t/koszegi-magas-kupa/rules/",
    # Doubled deals, a table on paper, the XXI list.
    "/t/alapjatek-delutan/rounds/1/tables/1/",
    "/t/alapjatek-delutan/rounds/1/tables/2/",
    "/t/gyori-esti-tarokk/captures/",
    "/t/gyori-esti-tarokk/rules/",
    # The Czech game: thirds, melds, terms in Polish and Czech.
    "/t/taroky-demo/rounds/1/tables/1/",
    "/t/taroky-demo/rounds/3/tables/2/",
    "/t/taroky-demo/statistics/",
    "/t/taroky-demo/rules/",
]
# One of each kind: what a page is made of is the same in every cup, and a contrast takes a second to measure.
KINDS = [
    "/",
    "/login/",
    "/t/tavaszi-kupa/",
    "/t/koszegi-magas-kupa/",
    "/t/koszegi-magas-kupa/beamer/",
    "/t/koszegi-magas-kupa/rounds/3/",
    "/t/koszegi-magas-kupa/rounds/3/tables/2/",
    "/t/koszegi-magas-kupa/players/1/",
    "/t/gyori-esti-tarokk/captures/",
    "/t/gyori-esti-tarokk/rules/",
    "/t/taroky-demo/rounds/1/tables/2/",
    "/t/taroky-demo/rules/",
]
MISSING = "/t/tavaszi-kupa/rounds/9/"

OpenWindow = Callable[..., Window]


# Colours do not depend on the language, nor labels on the scheme: two corners of four are enough.
@pytest.mark.parametrize(
    ("language", "scheme", "width", "pages"),
    [("hu", "light", 1280, PAGES), ("en", "dark", 360, KINDS)],
    ids=["hu-light-1280", "en-dark-360"],
)
@pytest.mark.looks
def test_axe_finds_nothing(window: OpenWindow, language: str, scheme: str, width: int, pages: list[str]) -> None:
    seen = window(width, language, scheme)
    found = {}
    for path in pages:
        answer = seen.page.goto(path)
        assert answer is not None and answer.status == 200, path
        assert seen.page.locator("html").get_attribute("lang") == language
        if faults := violations(seen.page):
            found[path] = faults

    assert found == {}
    assert seen == []


@pytest.mark.looks
def test_axe_finds_nothing_on_a_missing_page(window: OpenWindow) -> None:
    seen = window(360)
    answer = seen.page.goto(MISSING)

    assert answer is not None and answer.status == 404
    assert violations(seen.page) == []


@pytest.mark.parametrize("language", ["hu", "en"])
@pytest.mark.looks
def test_nothing_is_wider_than_the_window(window: OpenWindow, language: str) -> None:
    seen = window(1280, language)
    wide = {}
    for path in [*PAGES, MISSING]:
        seen.page.goto(path)
        for width in (1280, 768, 360, 320):
            seen.page.set_viewport_size({"width": width, "height": 740})
            if excess := seen.page.evaluate(TOO_WIDE):
                wide[path, width] = excess

    assert wide == {}


def test_everything_works_without_javascript(window: OpenWindow) -> None:
    page = window(360, "hu", java_script_enabled=False).page
    page.goto("/")
    page.get_by_role("link", name="Tavaszi Tarokk Kupa").click()
    page.get_by_label("Játékos keresése").fill("ory")
    page.get_by_role("button", name="Keresés").click()
    assert page.locator(".standings tbody tr").count() == 1
    assert "Őry Emőke" in page.locator(".standings tbody").inner_text()

    page.get_by_role("link", name="Mindenki mutatása").click()
    page.get_by_role("link", name="Játékos", exact=True).click()
    assert page.locator("th[aria-sort=ascending]").inner_text().strip().startswith("Játékos")
    assert page.locator(".standings tbody tr").count() == 23

    page.get_by_role("button", name="English").click()
    assert page.url.endswith("?sort=player")
    assert page.get_by_role("heading", name="Standings").is_visible()

    page.locator(".tabs").get_by_role("link", name="Round 1").click()
    page.get_by_role("link", name="Table 1", exact=True).click()
    page.get_by_text("Why?").first.click()
    assert page.locator("details[open] .lines li").first.is_visible()


def test_the_keyboard_reaches_the_content_and_the_table(window: OpenWindow) -> None:
    page = window(360).page
    page.goto("/t/tavaszi-kupa/")
    page.keyboard.press("Tab")
    assert page.locator(":focus").inner_text() == "Ugrás a tartalomra"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.locator("main :focus").count() == 1

    table = page.get_by_role("region", name="Az állás táblázata")
    table.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.querySelector('.scroll').scrollLeft > 0")


def test_who_comes_back_is_told_304(window: OpenWindow) -> None:
    seen = window()
    seen.page.goto("/t/tavaszi-kupa/")
    status = seen.page.evaluate(
        """async () => {
            const first = await fetch(location.href);
            const etag = first.headers.get('ETag');
            const again = await fetch(location.href, {cache: 'no-store', headers: {'If-None-Match': etag}});
            return again.status;
        }"""
    )

    assert status == 304


def test_print_shows_the_reasons_and_hides_the_navigation(window: OpenWindow) -> None:
    page = window(800).page
    page.goto("/t/tavaszi-kupa/rounds/1/tables/1/")
    page.emulate_media(media="print")

    assert page.locator(".tabs").is_hidden()
    assert page.locator(".why > summary").first.is_hidden()
    assert page.locator(".sheet").is_visible()
