"""A table before the jury in a browser: the call, what waits, the vote, the outcome; there and on all other sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.actors import Actor
from scoring.models import Case, Player, Tournament
from scoring.services import Verdict, open_case, rule_orally, vote
from tests.browser.looks import TOO_WIDE, violations
from tests.conftest import HALL_NAME
from tests.scoring.cups import OPERATOR, document, load, played, table, the_deal, the_table

pytestmark = pytest.mark.django_db(transaction=True)

TRULL = {"figure": "trull", "by": 2, "made": True}
AFTER_VOLAT = [{"figure": figure, "by": 2, "made": True} for figure in ("volat", "trull")]


def kupa() -> Tournament:
    """Two tables; the first has a deal before the jury, one that was ruled on, and one with a warning."""
    deals = [
        played(1, 2, 4, announcements=[{**TRULL, "kontra": 1}]),
        played(2, 3, 1),
        played(3, 4, 2, announcements=[{**each, "by": 4} for each in AFTER_VOLAT], card_points=94, tricks=9),
    ]
    cup = load(document(table(1, [1, 2, 3, 4], deals), table(7, [5, 6, 7, 8]), players=8, slug="kupa"))
    member = [cup.memberships.create(user=User.objects.create_user(f"zsuri{n}"), role="juror") for n in range(3)]
    for position in (1, 2):
        open_case(
            OPERATOR,
            cup,
            rule="9.2",
            sanction="renonsz",
            table=the_table(cup),
            deal=the_deal(cup, position),
            offender=3,
            askers=(1, 2),
            facts="visszavett lap",
        )
    ruled = Case.objects.get(tournament=cup, number=2)
    rule_orally(OPERATOR, ruled, [each.pk for each in member], Verdict("renonsz", 12, "két játékos kérte"))
    return cup


def magas() -> Tournament:
    """A magas table that votes, after one vote that decided."""
    deals = [played(1, 2, 4, announcements=[TRULL]), played(2, 3, 1, announcements=[{**TRULL, "by": 3}])]
    cup = load(document(table(1, [1, 2, 3, 4], deals), players=4, ruleset="magas-2018", slug="magas"))
    for position, offender in ((1, 3), (2, 1)):
        open_case(
            OPERATOR,
            cup,
            rule="14",
            sanction="vote",
            table=the_table(cup),
            deal=the_deal(cup, position),
            offender=offender,
        )
    for number in (4, 1):
        _votes(cup, 1, number, "redeal_150")
    return cup


def _votes(cup: Tournament, case: int, player: int, choice: str) -> None:
    found = Case.objects.select_related("table__round", "tournament").get(tournament=cup, number=case)
    at = Actor.at_table(the_table(cup))
    vote(at, found, Player.objects.get(tournament=cup, number=player), choice)


def link_of(cup: Tournament) -> str:
    return f"/table/{the_table(cup).token}/"


def pages(cup: Tournament, money: Tournament) -> list[str]:
    return [
        link_of(cup),
        link_of(cup) + "jury/",
        link_of(cup) + "deal/3/jury/?warning=0",
        link_of(cup) + "deal/2/",
        link_of(money),
        "/t/kupa/",
        "/t/kupa/rounds/1/",
        "/t/kupa/rounds/1/tables/1/",
        "/t/kupa/beamer/",
        "/t/magas/rounds/1/tables/1/",
    ]


DESK = ["", "rounds/1/", "rounds/1/close/", "rounds/1/tables/1/", "rounds/1/tables/1/deals/2/"]

Visit = Callable[..., BrowserContext]


@pytest.fixture
def visit(browser: Browser, live_server: LiveServer) -> Iterator[Visit]:
    contexts: list[BrowserContext] = []
    address = f"http://{HALL_NAME}:{urlsplit(live_server.url).port}"

    def make(width: int, language: str, scheme: Any, **options: Any) -> BrowserContext:
        context = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": 740 if width < 800 else 800},
            color_scheme=scheme,
            locale=language,
            **options,
        )
        context.add_cookies([{"name": "django_language", "value": language, "url": address}])
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()


def log_in(page: Page, cup: Tournament) -> None:
    user = User.objects.create_user("rendezo", password="kabo-temi-ruda")
    cup.memberships.create(user=user, role="organiser")
    page.goto("/login/")
    page.fill("#id_username", "rendezo")
    page.fill("#id_password", "kabo-temi-ruda")
    page.locator("main form button").click()
    page.wait_for_url("**/organise/**")


@pytest.mark.parametrize(("language", "scheme", "width"), [("hu", "light", 1280), ("en", "dark", 360)])
@pytest.mark.looks
def test_axe_finds_nothing_and_nothing_is_too_wide(visit: Visit, language: str, scheme: str, width: int) -> None:
    cup, money = kupa(), magas()
    page = visit(width, language, scheme).new_page()
    log_in(page, cup)
    found: dict[str, Any] = {}
    for path in [*pages(cup, money), *(f"/organise/kupa/{each}" for each in DESK)]:
        response = page.goto(path)
        assert response is not None
        assert response.status == 200, path
        if wrong := violations(page):
            found[path] = wrong
        assert page.evaluate(TOO_WIDE) <= 0, path
    assert found == {}


def test_a_phone_calls_and_votes(visit: Visit) -> None:
    money = magas()
    page = visit(360, "en", "light", has_touch=True).new_page()
    page.goto(link_of(money))
    assert "it is the turn of Játékos 2" in page.locator("#jury-name + .hearing").inner_text()
    for name in ("Játékos 2", "Játékos 3"):
        page.locator("#vote-2-enforce").check()
        page.get_by_role("button", name=f"{name} votes").click()
        expect(page.locator("#entry-state")).to_contain_text("Vote in case 2: stored.")
    assert the_deal(money, 2).outcome == "renonsz"
    page.get_by_role("link", name="Call the jury", exact=True).first.click()
    page.select_option("#id_offence", "14|vote")
    page.locator("#id_offender_0").check()
    page.locator(".save-bar button").click()
    expect(page.locator("#entry-state")).to_contain_text("Call of the jury")
    assert Case.objects.get(tournament=money, number=3).deal == the_deal(money, 3)
    expect(page.locator("#case-3")).to_be_visible()
