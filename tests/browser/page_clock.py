"""The clock of a page in a test's hands."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Request


def let_pass(page: Page, seconds: int, enough: Callable[[], bool] = lambda: False) -> None:
    """Lets the page's clock run in steps of a second, until it is enough.

    An answer on its way is waited for, ten seconds of ours at most: a page whose clock runs on meanwhile would take the
    server of a busy machine for one that does not answer.
    """
    on_its_way: set[Request] = set()

    def asked(request: Request) -> None:
        on_its_way.add(request)

    def answered(request: Request) -> None:
        on_its_way.discard(request)

    page.on("request", asked)
    page.on("requestfinished", answered)
    page.on("requestfailed", answered)
    for _ in range(seconds):
        if enough():
            break
        page.clock.run_for(1000)
        page.wait_for_timeout(40)
        for _ in range(500):
            if not on_its_way:
                break
            page.wait_for_timeout(20)
    page.remove_listener("request", asked)
    page.remove_listener("requestfinished", answered)
    page.remove_listener("requestfailed", answered)
