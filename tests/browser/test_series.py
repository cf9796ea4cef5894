"""A series in a browser: set up at the desk, read by everybody; accessible, within the window, without JavaScript."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from scoring.models import Membership, Series, Tournament
from tests.browser.conftest import Window
from tests.browser.looks import TOO_WIDE, violations

pytestmark = pytest.mark.django_db(transaction=True)

OpenWindow = Callable[..., Window]


def test_a_series_is_set_up_and_read(window: OpenWindow, hall: str) -> None:
    user = User.objects.create_user("rendező")
    for cup in Tournament.objects.all():
        Membership.objects.create(user=user, tournament=cup, role="organiser")
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME]
    seen = window(360, "hu", "light", java_script_enabled=False)
    seen.page.context.add_cookies([{"name": session.key, "value": session.value, "url": hall}])
    page = seen.page

    page.goto("/organise/_series/_new/")
    page.get_by_label("A sorozat neve").fill("Az év kupái")
    page.get_by_label("Tavaszi Tarokk Kupa").check()
    page.get_by_label("Győri Esti Tarokk").check()
    page.get_by_label("A helyezések: a legkisebb összeg van elöl").check()
    page.get_by_label("Egy játékos hány legjobb kupája számít").fill("1")
    page.get_by_label("A sorozatot mindenki láthatja").check()
    page.get_by_role("button", name="Sorozat létrehozása").click()
    assert page.get_by_text("A sorozat létrejött.").is_visible()
    assert Series.objects.get().cups.count() == 2

    found, wide = {}, {}
    everybody = window(360, "en", "dark")
    for path in ("/series/", "/series/az-ev-kupai/", "/", "/t/tavaszi-kupa/"):
        everybody.page.goto(path)
        if faults := violations(everybody.page):
            found[path] = faults
        for width in (1280, 360, 320):
            everybody.page.set_viewport_size({"width": width, "height": 740})
            if excess := everybody.page.evaluate(TOO_WIDE):
                wide[path, width] = excess
        everybody.page.set_viewport_size({"width": 360, "height": 740})
    assert (found, wide, list(everybody)) == ({}, {}, [])
