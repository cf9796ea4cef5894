"""Generated requests and files: whatever comes, nothing breaks and nothing is half saved.

The default is a bounded run, the same each time; `make fuzz` (FUZZ=10000) makes ten thousand new ones.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, replace
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings as django_settings
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.models import Deal, Membership, Tournament
from scoring.services import Refusal, load_document
from scoring.services.document.parse import parse
from scoring.services.sentences import say
from scoring.views.table.calls import is_call
from tests.bench.cups import cup as made_cup
from tests.scoring.cups import OPERATOR, document, full_table, load, played, table, the_table, uncounted
from tests.scoring.fuzzing import (
    Form,
    Request,
    faults,
    filled_forms,
    forms_of,
    odd_requests,
    spoilt_documents,
    table_calls,
    unrecorded,
)
from tests.scoring.url_table import World, addresses, everything, make_world

FUZZ = int(os.environ.get("FUZZ", "0"))
FIXTURE = Path(__file__).resolve().parents[2] / "fixtures" / "alapjatek-delutan.json"


def bounds(default: int, share: int) -> settings:
    """How many examples: of FUZZ, that share in a hundred."""
    return settings(
        max_examples=FUZZ * share // 100 if FUZZ else default,
        derandomize=not FUZZ,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


@dataclass(frozen=True, slots=True)
class PlayedAs:
    """The cups of a site beside those of the world: one with deals under `kassza`, one that is closed, one without a
    round; and good deals, as they are typed into the form."""

    cups: list[dict[str, Any]]
    typed: list[dict[str, list[str]]]


HUNGARIAN = PlayedAs(
    [
        document(table(1, [1, 2, 3, 4, 5], [played(1, 2, 4, 60)]), slug="kassza", ruleset="magas-2018", players=6),
        document(full_table(1, [1, 2, 3, 4]), slug="zart", closed=True),
        document(slug="ures", players=9),
    ],
    [{"bid": ["three"], "declarer": ["3"], "partner": ["1"], "card_points": ["60"], "reason": ["proba"]}],
)
_FIRST: dict[str, Any] = {
    "bid": "first",
    "declarer": 3,
    "partner": 1,
    "card_points": 41,
    "melds": [{"meld": "trul", "by": 1}],
}
_WARSAW: dict[str, Any] = {
    "bid": "warsaw",
    "points": {"2": 23, "3": 1, "4": 23, "5": 23},
    "tricks": {"2": 4, "3": 2, "4": 3, "5": 3},
}
_SECOND: dict[str, Any] = {
    "bid": "second",
    "declarer": 1,
    "card_points": 30,
    "announcements": [{"figure": "pagat-ultimo", "by": 1, "made": False, "kontra": 2}],
}
#: The Czech game under the same names.
CZECH = PlayedAs(
    [
        document(table(1, [1, 2, 3, 4, 5], [{"number": 1, **_WARSAW}]), slug="kassza", ruleset="taroky-xix", players=6),
        {**made_cup(4, ruleset="taroky-xix", rounds=1), "slug": "zart"},
        document(slug="ures", ruleset="taroky-xix", players=9),
    ],
    [
        {"bid": ["first"], "declarer": ["3"], "partner": ["1"], "card_points": ["41"], "reason": ["proba"]},
        {"bid": ["warsaw"], "reason": ["proba"]}
        | {f"points-{player}": ["14"] for player in range(1, 6)}
        | {f"tricks-{player}": ["3"] for player in range(1, 6)},
    ],
)


class Site:
    """The product with some cups in it, and its visitors; `played_as`: which cups, and what is typed most often."""

    def __init__(self, played_as: PlayedAs | None = None) -> None:
        self.played_as = played_as or HUNGARIAN
        self.world: World = make_world()
        rendezo = World.user("rendezo")
        for cup in self.played_as.cups:
            Membership.objects.create(user=rendezo, tournament=load(cup), role=Membership.Role.ORGANISER)
        self.client = Client(raise_request_exception=False)
        self.sessions = {"": ""}
        for name in ("rendezo", "zsuri"):
            client = Client()
            client.force_login(World.user(name))
            self.sessions[name] = client.cookies[django_settings.SESSION_COOKIE_NAME].value
        self.table = addresses()
        self.values: dict[str, list[Any]] = {kind: [value] for kind, value in self.world.values.items()}
        for kind, value in self.world.only_others.items():
            self.values[kind] += [value, 9999]
        self.values["slug"] += ["masik", "kassza", "zart", "ures", "nincs"]
        self.values["membership"] += [0, 2**31, 2**63, 10**30]
        self.values["person"] += [0, 2**31, 2**63, 10**30]
        self.values["ruleset"] += ["magas-2018", "taroky-xix", "nincs"]
        self.values["uidb64"] += ["MQ", "AAAA", "x"]
        self.values["link"] += [*self.world.ended.values(), "x", *self.links.values()]
        self.values["id"] += [0, 2**63, "x", "1\x00"]
        self.before = everything()

    @property
    def links(self) -> dict[str, str]:
        """The links of tables where something can be entered, by cup."""
        return {slug: the_table(Tournament.objects.get(slug=slug)).token for slug in ("sajat", "kassza")}

    def forms(self) -> list[Form]:
        """Every form that the organiser finds anywhere on the site."""
        self.visit("rendezo")
        paths = ["/login/", self.table[0].path(self.values)]
        for address in self.table:
            for slug in ("sajat", "kassza", "zart", "ures"):
                link = self.links.get(slug, self.world.values["link"])
                paths.append(address.path(self.world.values | {"slug": slug, "link": link}))
        forms = [form for form in forms_of(self.client, list(dict.fromkeys(paths))) if form.action != "/language/"]
        deals = [
            replace(form, fields=form.fields | typed | {"action": [action]})
            for form in forms
            for typed in self.played_as.typed
            if "card_points" in form.choices
            for action in ("save", "preview")
        ]
        # The forms that most is typed into, more often than the others.
        return forms + deals * 4

    def visit(self, who: str) -> None:
        """The next requests are by whom?"""
        self.client.cookies = SimpleCookie()
        if who:
            self.client.cookies[django_settings.SESSION_COOKIE_NAME] = self.sessions[who]

    def check(self, request: Request) -> None:
        """Sends a request, looks at what came of it, and takes it back."""
        with transaction.atomic():
            self.visit(request.who)
            response = self.client.generic(
                request.method, request.path, request.body, request.content_type, headers=request.headers
            )
            assert response.status_code < 500, response.status_code
            after = everything()
            call = is_call(urlsplit(request.path).path)
            if call and response.status_code >= 400:
                # The body of a refusal is JSON, whatever refused it.
                assert request.method == "HEAD" or response.json()["errors"], response.content[:200]
            if after != self.before:
                assert request.method == "POST" or (call and request.method == "PUT")
                assert response.status_code in (200, 201, 302, 303)
                at_table = request.path.startswith("/table/")
                in_room = request.path.startswith("/jury/") and request.who == "zsuri"
                allowed = at_table or in_room or request.who == "rendezo"
                assert allowed or only_a_password_was_set(self.before, after)
                assert unrecorded(self.before, after) == []
                assert faults(after) == []
            transaction.set_rollback(True)


def only_a_password_was_set(before: Any, after: Any) -> bool:
    """Whoever holds a link to set a password needs no login."""
    return all(before[name] == after[name] for name in before if name != "User")


@pytest.fixture
def site(db: None) -> Site:
    return Site()


@pytest.fixture
def czech(db: None) -> Site:
    return Site(CZECH)


def test_forms_of_anything(site: Site) -> None:
    forms = site.forms()
    assert len(forms) > 60
    assert {"bid", "seat_1", "points_1", "after_round"} <= {name for form in forms for name in form.fields}
    assert faults(site.before) == []

    @bounds(180, 50)
    @given(filled_forms(forms))
    def run(request: Request) -> None:
        site.check(request)

    run()


def test_requests_of_anything(site: Site) -> None:
    @bounds(150, 30)
    @given(odd_requests(site.table, site.values))
    def run(request: Request) -> None:
        site.check(request)

    run()


def test_calls_of_anything(site: Site) -> None:
    records = [
        played(4, 1, 3, 60) | {"entered_by": 1},
        played(2, 3, None, 47) | {"entered_by": 3, "reason": "proba"},
        uncounted(4) | {"entered_by": 2},
        {"by": 3},
    ]
    check_calls(site, [*site.links.values()], records, 150)


def check_calls(site: Site, links: list[str], records: list[dict[str, Any]], default: int) -> None:
    """Calls of these tables, spoilt."""
    ids = list(Deal.objects.filter(table__token__in=links).values_list("pk", flat=True))
    links = links * 4 + [*site.world.ended.values()]

    @bounds(default, 30)
    @given(table_calls(links, [*ids, 0, 2**70], records))
    def run(request: Request) -> None:
        site.check(request)

    run()


def test_forms_of_the_czech_game(czech: Site) -> None:
    forms = [form for form in czech.forms() if "/kassza/" in form.action or czech.links["kassza"] in form.action]
    names = {name for form in forms for name in form.choices}
    assert {"bid", "degree", "meld-1-trul", "points-1", "tricks-1", "points_1"} <= names

    @bounds(120, 30)
    @given(filled_forms(forms))
    def run(request: Request) -> None:
        czech.check(request)

    run()


def test_calls_of_the_czech_game(czech: Site) -> None:
    records = [
        {"number": 2, **_FIRST, "entered_by": 1},
        {"number": 1, **_WARSAW, "entered_by": 3, "reason": "proba"},
        {"number": 2, **_SECOND, "players": [3, 4, 5, 1], "entered_by": 4},
        {"by": 3},
    ]
    check_calls(czech, [czech.links["kassza"]], records, 120)


def test_files_of_anything(site: Site) -> None:
    deals = [uncounted(1), played(1, 2, 4, 60, kontra=1), played(2, 3, None, 47)]
    small = document(table(1, [1, 2, 3, 4], deals), slug="kicsi")
    paper = document(table(1, [1, 2, 3, 4], totals={"1": 9, "2": -3, "3": -3, "4": -3}), slug="kicsi", closed=True)
    whole = json.loads(FIXTURE.read_text(encoding="utf-8"))
    check_files(site, [small, small, paper, whole], 80)


def test_files_of_the_czech_game(czech: Site) -> None:
    five = [1, 2, 3, 4, 5]
    deals: list[dict[str, Any]] = [{"number": n, **deal} for n, deal in enumerate((_WARSAW, _FIRST, _SECOND), 1)]
    deals[1]["players"], deals[2]["players"] = [3, 4, 5, 1], [4, 5, 1, 2]
    small = document(table(1, five, deals), slug="kicsi", ruleset="taroky-xix", players=5)
    totals = {"1": "10/3", "2": "-10/3", "3": 0, "4": 0, "5": 0}
    paper = document(table(1, five, totals=totals), slug="kicsi", ruleset="taroky-xix", players=5, closed=True)
    for good in (small, paper):
        with transaction.atomic():
            load_document(OPERATOR, good)
            transaction.set_rollback(True)
    check_files(czech, [small, small, paper], 80)


def check_files(site: Site, documents: list[dict[str, Any]], default: int) -> None:
    """Files of these documents, spoilt."""

    @bounds(default, 20)
    @given(spoilt_documents(documents))
    def run(data: bytes) -> None:
        with transaction.atomic():
            try:
                tournament = load_document(OPERATOR, parse(data))
            except Refusal as refusal:
                assert all(say(problem) for problem in refusal.problems)
                assert everything() == site.before
            else:
                after = everything()
                assert faults(after) == []
                assert unrecorded(site.before, after) == []
                site.visit("")
                log = ["captures/"] if tournament.rules.taroky is None else []
                for page in ("", *log, "standings.csv", "exports/tournament.json"):
                    assert site.client.get(f"/t/{tournament.slug}/{page}").status_code == 200
            transaction.set_rollback(True)

    run()


@given(st.binary(max_size=60))
@bounds(100, 10)
def test_bytes_are_a_document_or_refused(data: bytes) -> None:
    try:
        parse(data)
    except Refusal as refusal:
        assert refusal.problems
