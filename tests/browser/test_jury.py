"""The jury's room in browsers: a table calls, three jurors rule in three sessions, the standings change and are as
before once the ruling is undone; accessible, within the window, without JavaScript."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from playwright.sync_api import Page
from pypdf import PdfReader

from scoring.actors import Actor
from scoring.models import Case, Deal, Tournament
from scoring.services import open_case, publish
from tests.browser.conftest import Window
from tests.browser.looks import TOO_WIDE, violations
from tests.scoring.cups import OPERATOR, the_deal, the_table
from tests.scoring.jury.conftest import member, new_case, new_cup

pytestmark = pytest.mark.django_db(transaction=True)

#: A folder for pictures of the pages, where somebody wants to look at them.
PICTURES = os.environ.get("PICTURES", "")
ROOM = "/jury/kupa/"
OpenAs = Callable[..., Window]


@pytest.fixture
def cup(hall: str) -> Tournament:
    """A published cup with three jurors, one of whom plays, a substitute, and an organiser."""
    found = new_cup()
    publish(OPERATOR, found)
    for name in ("Bíró Anna", "Kiss Béla"):
        member(found, name.replace(" ", "."))
    member(found, "Nagy.Cili", player=1)
    member(found, "Pót.Dani", substitute=True)
    member(found, "rendező", "organiser")
    return found


@pytest.fixture
def open_as(window: Callable[..., Window], hall: str, cup: Tournament) -> OpenAs:
    """Opens a window of somebody who is logged in, in a browser context of its own."""

    def opened(name: str, *args: Any, **options: Any) -> Window:
        client = Client()
        client.force_login(User.objects.get(username=name))
        session = client.cookies[settings.SESSION_COOKIE_NAME]
        seen = window(*args, **options)
        seen.page.context.add_cookies([{"name": session.key, "value": session.value, "url": hall}])
        return seen

    return opened


def call(cup: Tournament) -> Case:
    """The table calls the jury about its first deal: two of its players ask."""
    table = the_table(cup)
    return open_case(
        Actor.at_table(table),
        cup,
        rule="9.2",
        sanction="renonsz",
        table=table,
        deal=the_deal(cup, 1),
        offender=3,
        askers=(1, 2),
        facts="Visszavette a kijátszott lapot.",
    )


def call_by_phone(page: Page, cup: Tournament) -> None:
    """The same call, made by the table on its own page."""
    page.goto(f"/table/{the_table(cup).token}/deal/1/jury/")
    page.select_option("#id_offence", "9.2|renonsz")
    page.locator('input[name="offender"][value="3"]').check(force=True)
    for number in (1, 2):
        page.locator(f"#id_asker-{number}").check(force=True)
    page.locator("#id_facts").fill("Visszavette a kijátszott lapot.")
    page.locator(".save-bar button").last.click()
    page.locator("#case-1").wait_for()


def standings(page: Page) -> list[str]:
    """The lines of the standings, as everybody sees them."""
    page.goto("/t/kupa/")
    return [" ".join(text.split()) for text in page.locator(".standings tbody tr").all_inner_texts()]


def rule(page: Page, decision: str, reason: str, amount: str = "") -> None:
    """A juror comes in and rules."""
    page.goto("/organise/")
    page.get_by_role("link", name=re.compile("Zsűriszoba")).first.click()
    page.get_by_role("link", name="1. ügy").click()
    # It lies over its label, unseen.
    page.get_by_label(decision, exact=True).check(force=True)
    page.get_by_label("Összeg", exact=True).fill(amount)
    page.get_by_label("Indok", exact=True).fill(reason)
    page.get_by_role("button", name="Döntés rögzítése").click()
    page.wait_for_load_state()


RENONSZ = "Renonsz: a vétkes fizet"
NO_OFFENCE = "Nem történt vétség"


def test_three_rule_and_it_is_undone(cup: Tournament, open_as: OpenAs, window: Callable[..., Window]) -> None:
    everybody = window(1280).page
    before = standings(everybody)
    records = [deal.record for deal in Deal.objects.select_related("current").order_by("pk")]
    call_by_phone(window(360).page, cup)
    on_hold = standings(everybody)
    assert on_hold != before

    anna, bela, dani = (open_as(name, 360) for name in ("Bíró.Anna", "Kiss.Béla", "Pót.Dani"))
    rule(anna.page, NO_OFFENCE, "nem láttam semmit")
    assert "A döntését rögzítettük" in anna.page.content()
    rule(bela.page, RENONSZ, "két játékos kérte")
    assert "nem láttam semmit" not in bela.page.content()
    assert standings(everybody) == on_hold
    # Nagy Cili sits at the table: the substitute rules.
    rule(dani.page, RENONSZ, "egyértelmű")
    page = dani.page
    assert "fejenként 36 pontot fizet, összesen 108 pontot" in page.content()
    assert "nem láttam semmit" in page.content()
    ruled = standings(everybody)
    assert ruled not in (before, on_hold)
    everybody.goto("/t/kupa/rounds/1/tables/1/")
    assert "egyértelmű" not in everybody.content()

    ruled_record = the_deal(cup, 1).record
    printed = page.evaluate(
        "async (path) => [...new Uint8Array(await (await fetch(path)).arrayBuffer())]", f"{ROOM}1/ruling.pdf"
    )
    told = " ".join(sheet.extract_text() for sheet in PdfReader(BytesIO(bytes(printed))).pages)
    assert all(text in told for text in ("Kupa 9.2", "Visszavette a kijátszott lapot.", "egyértelmű", "Pót.Dani"))

    page.get_by_role("link", name="Ügy visszavonása").click()
    page.get_by_label("Indok", exact=True).fill("jelentkezett egy tanú")
    page.get_by_role("button", name="Ügy visszavonása").click()
    assert "Az ügyet visszavonták." in page.content()
    assert standings(everybody) == before
    connection.close()
    assert [deal.record for deal in Deal.objects.select_related("current").order_by("pk")] == records

    # The same ruling entered as decided aloud makes the very same record and standings.
    page.get_by_role("link", name="Ügy újranyitása").click()
    page.get_by_label("Indok", exact=True).fill("a tanú tévedett")
    page.get_by_role("button", name="Ügy újranyitása").click()
    page.get_by_role("link", name="Szóbeli döntés beírása").click()
    page.get_by_label(RENONSZ, exact=True).check(force=True)
    page.get_by_label("Indok", exact=True).fill("az asztalnál döntötték el")
    page.get_by_role("button", name="Döntés beírása").click()
    assert standings(everybody) == ruled
    assert the_deal(cup, 1).record == ruled_record
    assert [anna, bela, dani] == [[], [], []]


def test_aloud_without_javascript(cup: Tournament, open_as: OpenAs, window: Callable[..., Window]) -> None:
    everybody = window(1280).page
    before = standings(everybody)
    call(cup)
    page = open_as("rendező", 360, java_script_enabled=False).page
    page.goto("/organise/kupa/")
    page.get_by_role("link", name=re.compile("^Zsűri")).click()
    page.get_by_role("link", name="1. ügy").click()
    page.get_by_role("link", name="Tényállás javítása").click()
    page.get_by_label(re.compile("XXI")).uncheck()
    page.get_by_role("button", name="Mentés").click()
    page.get_by_role("link", name="Szóbeli döntés beírása").click()
    page.get_by_label(RENONSZ, exact=True).check(force=True)
    page.get_by_role("button", name="Döntés beírása").click()
    assert "A döntést meg kell indokolni." in page.content()
    assert page.get_by_label(RENONSZ, exact=True).is_checked()
    page.get_by_label("Indok", exact=True).fill("az asztalnál döntötték el")
    page.get_by_role("button", name="Döntés beírása").click()
    assert "fejenként 10 pontot fizet, összesen 30 pontot" in page.content()
    assert "szóban, az asztalnál döntött: Bíró.Anna, Kiss.Béla, Pót.Dani" in page.content()
    assert standings(everybody) != before
    page.get_by_role("link", name="Ügy visszavonása").click()
    page.get_by_label("Indok", exact=True).fill("tévedés")
    page.get_by_role("button", name="Ügy visszavonása").click()
    assert standings(everybody) == before


def prepared(cup: Tournament) -> dict[str, str]:
    """The pages of the room by name: cases in every state. Case 3 is in its second round."""
    from scoring.services import Verdict, rule_on, rule_orally

    call(cup)
    second = new_case(cup, position=2, offender=2, askers=(1, 3))
    anna, bela, dani = (cup.memberships.get(user__username=name) for name in ("Bíró.Anna", "Kiss.Béla", "Pót.Dani"))
    keys = [each.pk for each in (anna, bela, dani)]
    rule_orally(OPERATOR, second, keys, Verdict("renonsz", 12, "enyhítő körülmény, első vétség"))
    third = open_case(OPERATOR, cup, rule="1.3", sanction="jury", offender=9, facts="Sportszerűtlen viselkedés.")
    cili = cup.memberships.get(user__username="Nagy.Cili")
    for juror, verdict in (
        (anna, Verdict("warning", None, "először fordult elő")),
        (bela, Verdict("table_points", 10, "nem először fordult elő")),
        (cili, Verdict("no_offence", None, "nem volt szándékos")),
    ):
        rule_on(Actor.of_user(juror.user), Case.objects.get(pk=third.pk), verdict)
    return {
        "cups": "/jury/",
        "queue": ROOM,
        "case": f"{ROOM}1/",
        "facts": f"{ROOM}1/facts/",
        "oral": f"{ROOM}1/oral/",
        "decided": f"{ROOM}2/",
        "second": f"{ROOM}3/",
        "withdraw": f"{ROOM}2/withdraw/",
        "reopen": f"{ROOM}2/reopen/",
        "new": f"{ROOM}new/?table=1/2",
        "new-ethics": f"{ROOM}new/?table=none",
    }


# Colours do not depend on the language, nor labels on the scheme: two corners of four are enough.
@pytest.mark.parametrize(("language", "scheme", "width"), [("hu", "light", 1280), ("en", "dark", 360)])
@pytest.mark.looks
def test_axe_finds_nothing(cup: Tournament, open_as: OpenAs, language: str, scheme: str, width: int) -> None:
    pages = prepared(cup)
    seen = open_as("Bíró.Anna", width, language, scheme)
    found = {}
    for name, path in pages.items():
        answer = seen.page.goto(path)
        assert answer is not None and answer.status == 200, path
        if faults := violations(seen.page):
            found[path] = faults
        for other in (1280, 360, 320):
            seen.page.set_viewport_size({"width": other, "height": 740})
            if excess := seen.page.evaluate(TOO_WIDE):
                found[f"{path} at {other}"] = [excess]
            if PICTURES and other != 320:
                Path(PICTURES).mkdir(parents=True, exist_ok=True)
                file = Path(PICTURES) / f"jury-{name}-{language}-{scheme}-{other}.png"
                seen.page.screenshot(path=file, full_page=True, animations="disabled")
        seen.page.set_viewport_size({"width": width, "height": 740})
        if name in ("case", "facts", "oral", "new", "withdraw"):
            # Refused, with everything missing.
            seen.page.locator("main form[method=post] button:visible").last.click()
            seen.page.wait_for_load_state()
            if faults := violations(seen.page):
                found[f"{path} refused"] = faults

    assert found == {}
    assert [said for said in seen if "422" not in said] == []


def test_thumbs(cup: Tournament, open_as: OpenAs) -> None:
    """What is tapped is 44 pixels high on a phone."""
    pages = prepared(cup)
    page = open_as("Bíró.Anna", 360).page
    small = {}
    for path in pages.values():
        page.goto(path)
        found = page.evaluate(
            """() => [...document.querySelectorAll("main .button, main .page .choice, main .page .check, main select,"
              + "main .page input[type=text], main textarea")]
              .filter((node) => node.checkVisibility() && node.getBoundingClientRect().height < 43.5)
              .map((node) => node.outerHTML.slice(0, 80))"""
        )
        if found:
            small[path] = found
    assert small == {}
