"""What tests share: where the handed cases are, a browser, catalogues that are compiled, quick settings."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.servers.basehttp import WSGIServer
from django.test import override_settings
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, sync_playwright

# Playwright's synchronous API runs an event loop in the test's thread, and Django would refuse the ORM there.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# A hall's phones call all at once. Django's server for tests would let ten of them wait and put off the others, one of
# them for good where the machine is busy; the servers that are used let a thousand wait.
WSGIServer.request_queue_size = 1024

ROOT = Path(__file__).resolve().parent.parent
# Handed to developers beside the project, not part of it.
CASES = ROOT.parent / "shared" / "cases"
# The first is Chromium without a window to draw, which is what Playwright itself brings along: several times as fast.
BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
# A name for the live server that is not localhost: on plain HTTP, browsers take things away from other names.
HALL_NAME = "kupa.test"

# No deadlines: a busy machine is no fault of the program. HYPOTHESIS_PROFILE=thorough looks much longer.
QUIET = [HealthCheck.filter_too_much, HealthCheck.too_slow, HealthCheck.differing_executors]
settings.register_profile("default", deadline=None, max_examples=100, suppress_health_check=QUIET)
settings.register_profile("thorough", deadline=None, max_examples=3000, suppress_health_check=QUIET)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_configure() -> None:
    """Compile the catalogues that are missing or out of date, before anything is translated."""
    from scoring.management.commands.translations import compile_catalogues

    compile_catalogues()


@pytest.fixture(scope="session", autouse=True)
def _quick_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What would cost each test a quarter of a second. Static files have their own names: the hashed ones would need a
    collectstatic before each run; and there are none to look through for each client. Passwords are hashed at once."""
    storages = {
        "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    static = str(tmp_path_factory.mktemp("static"))
    # What an installation keeps is the test's own, and no copies are made of it.
    own = tmp_path_factory.mktemp("data")
    kept = {"DATA_DIR": own, "BACKUP_DIR": own / "copies", "BACKUP_MINUTES": 0}
    with override_settings(STORAGES=storages, PASSWORD_HASHERS=hashers, STATIC_ROOT=static, **kept):
        yield


@pytest.fixture(autouse=True)
def _nobody_has_tried_links() -> None:
    """Wrong links are counted in the cache, which outlives a test: after many the next would be told to wait."""
    cache.clear()


@pytest.fixture(scope="session")
def shared_cases() -> Path:
    """The directory of the handed cases; a test that asks for it is skipped where they are not."""
    if not CASES.is_dir():
        pytest.skip("the handed cases are not here (../shared/cases)")
    return CASES


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium for Playwright; without one the test is skipped, or fails where CI=true."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        sentence = "no browser: apt-get install chromium"
        if os.environ.get("CI") == "true":
            pytest.fail(sentence)
        pytest.skip(sentence)
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """A browser without a window, to whom `HALL_NAME` is this machine. Open a context of your own for each test."""
    with sync_playwright() as playwright:
        rules = f"--host-resolver-rules=MAP {HALL_NAME} 127.0.0.1"
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu", rules])
        yield browser
        browser.close()
