"""What is asked of every page that a browser shows: axe finds nothing in it, and it is not wider than the window."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
#: Every rule looks at everything; what it found to be right is not told, which takes as long as looking.
_RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "resultTypes": ["violations"],
}
OPEN_ALL = "document.querySelectorAll('details').forEach(part => { part.open = true })"


def violations(page: Page) -> list[tuple[str, list[str]]]:
    """What axe finds with every part of the page opened: the rule, and the first elements that break it.

    The window is as high as the page while axe looks. In a lower one the bar that stays at its lower edge covers some
    target, another one at every place one may scroll to, and axe takes what is not covered for the target's size.
    """
    page.evaluate(OPEN_ALL)
    window = page.viewport_size
    assert window is not None
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": window["width"], "height": max(height, window["height"])})
    found = Axe().run(page, options=_RULES).response["violations"]
    page.set_viewport_size(window)
    return [(rule["id"], [node["html"][:200] for node in rule["nodes"][:3]]) for rule in found]
