"""A server with the demo's cups, and windows to look at it through."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from scoring.models import Tournament
from tests.conftest import HALL_NAME
from tests.scoring.cups import load
from tests.scoring.deal_form.conftest import organiser

HERE = Path(__file__).resolve().parent
FIXTURES = sorted(Path(__file__).resolve().parents[2].joinpath("fixtures").glob("*.json"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In CI a browser on a busy machine gets a second try; the summary lists who needed it. At a desk there is none."""
    if os.environ.get("CI") == "true":
        for item in items:
            if item.path.is_relative_to(HERE):
                item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(autouse=True)
def _seen_once(request: pytest.FixtureRequest) -> None:
    """A page looks the same whatever the database is, and axe takes minutes to see them all: SQLite's run has them."""
    if request.node.get_closest_marker("looks") and connection.vendor != "sqlite":
        pytest.skip("how pages look is seen in the run on SQLite")


@pytest.fixture
def hall(live_server: LiveServer) -> str:
    """The address of a server with the demo's cups, by a name that is not localhost."""
    for path in FIXTURES:
        load(json.loads(path.read_text(encoding="utf-8")))
    return f"http://{HALL_NAME}:{urlsplit(live_server.url).port}"


class Window(list[str]):
    """A page, and everything that went wrong in it: console errors, requests to another host."""

    page: Page

    def __init__(self, context: BrowserContext, home: str) -> None:
        super().__init__()
        self.page = context.new_page()
        self.page.on("console", lambda said: self.append(said.text) if said.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.append(str(error)))
        self.page.on("request", lambda asked: None if asked.url.startswith(home) else self.append(asked.url))


@pytest.fixture
def window(browser: Browser, hall: str) -> Iterator[Callable[..., Window]]:
    """Opens a window: width in pixels, language, colour scheme and what else a context takes."""
    contexts: list[BrowserContext] = []

    def open_window(width: int = 360, language: str = "hu", scheme: str = "light", **options: Any) -> Window:
        context = browser.new_context(
            base_url=hall,
            viewport={"width": width, "height": 740},
            color_scheme="dark" if scheme == "dark" else "light",
            locale=language,
            **options,
        )
        context.add_cookies([{"name": "django_language", "value": language, "url": hall}])
        contexts.append(context)
        return Window(context, hall)

    yield open_window
    for context in contexts:
        context.close()


Phone = Callable[..., BrowserContext]


@pytest.fixture
def phone(browser: Browser, live_server: LiveServer) -> Iterator[Phone]:
    """Makes phones of people at the tables, each with a memory of its own, to whom the server is a name that is not
    localhost: width in pixels, language and what else a context takes."""
    contexts: list[BrowserContext] = []
    address = f"http://{HALL_NAME}:{urlsplit(live_server.url).port}"

    def make(width: int = 360, language: str = "en", scheme: str = "light", **options: Any) -> BrowserContext:
        context = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": 800 if width > 800 else 740},
            color_scheme="dark" if scheme == "dark" else "light",
            locale=language,
            has_touch=width < 800,
            **options,
        )
        context.set_default_timeout(30_000)
        context.set_default_navigation_timeout(60_000)
        context.add_cookies([{"name": "django_language", "value": language, "url": address}])
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()


OpenDesk = Callable[..., Window]


@pytest.fixture
def desk(browser: Browser, live_server: LiveServer, cup: Tournament) -> Iterator[OpenDesk]:
    """Opens windows of the organiser of `cup`, which the test's module has: width in pixels, language, scheme."""
    client = Client()
    client.force_login(organiser(cup))
    session = {"name": settings.SESSION_COOKIE_NAME, "value": client.cookies[settings.SESSION_COOKIE_NAME].value}
    contexts: list[BrowserContext] = []

    def open_desk(width: int = 360, language: str = "en", scheme: str = "light", **options: Any) -> Window:
        context = browser.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": 740},
            color_scheme="dark" if scheme == "dark" else "light",
            locale=language,
            **options,
        )
        language_cookie = {"name": "django_language", "value": language}
        for cookie in (session, language_cookie):
            context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": live_server.url}])
        contexts.append(context)
        return Window(context, live_server.url)

    yield open_desk
    for context in contexts:
        context.close()
