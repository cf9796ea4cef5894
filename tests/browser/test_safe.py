"""Safe keeping in a browser: a backup is downloaded, and restored on a machine that has no cups yet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.utils import timezone
from playwright.sync_api import BrowserContext
from pytest_django.fixtures import Settings

from scoring.models import Tournament
from scoring.safe.keeping import give_keeping
from scoring.safe.restoring import delete_everything
from tests.browser.conftest import Phone
from tests.browser.looks import TOO_WIDE, violations
from tests.scoring.cups import OPERATOR, document, load, played, table

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "/organise/_safe/"


@pytest.fixture(autouse=True)
def _own_data(settings: Settings, tmp_path: Path) -> None:
    """A stick that is not plugged in, as the copier has left word."""
    settings.DATA_DIR, settings.BACKUP_DIR, settings.BACKUP_MINUTES = tmp_path, Path("/media/nincs/kupa"), 5
    state = {"at": timezone.now().isoformat(), "folder": str(settings.BACKUP_DIR), "minutes": 5, "trouble": "missing"}
    (tmp_path / ".copies-state.json").write_text(json.dumps(state))


def log_in(context: BrowserContext, name: str) -> None:
    """With the session of an account that may keep everything safe."""
    user = User.objects.create_user(name, password="vavu-moda-huto")
    give_keeping(OPERATOR, user)
    client = Client()
    client.force_login(user)
    session = client.cookies[django_settings.SESSION_COOKIE_NAME].value
    address = context.new_page()
    address.goto("/healthz")
    context.add_cookies([{"name": django_settings.SESSION_COOKIE_NAME, "value": session, "url": address.url}])
    address.close()


@pytest.mark.parametrize(("width", "language", "scheme"), [(360, "hu", "light"), (1280, "en", "dark")])
def test_there_and_back(phone: Phone, tmp_path: Path, width: int, language: str, scheme: str) -> None:
    load(document(table(1, [1, 2, 3, 4], [played(1, 2, 4)])))
    context = phone(width, language, scheme)
    log_in(context, "őrző")
    page = context.new_page()

    def looks_right() -> None:
        assert violations(page) == []
        assert page.evaluate(TOO_WIDE) <= 0

    page.goto(PAGE)
    looks_right()
    with page.expect_download() as downloading:
        page.click("form[action$='/backup/'] button")
    path = tmp_path / downloading.value.suggested_filename
    downloading.value.save_as(path)

    delete_everything_and_begin_anew(context)
    page.goto(PAGE)
    looks_right()
    # Nothing chosen: what is wrong stands at the fields.
    page.click("form[action$='/restore/'] button")
    page.wait_for_selector(".error")
    assert page.locator(".error").count() == 2
    looks_right()
    page.set_input_files("#id_file", path)
    page.check("#id_confirm")
    page.click("form[action$='/restore/'] button")
    page.wait_for_selector("#restored")
    looks_right()
    assert Tournament.objects.get().slug == "probakupa"
    page.goto(PAGE)
    assert "/login/" in page.url


def delete_everything_and_begin_anew(context: BrowserContext) -> None:
    """The same browser, at another machine's program."""
    with transaction.atomic():
        delete_everything()
    context.clear_cookies(name=django_settings.SESSION_COOKIE_NAME)
    log_in(context, "idegen")
