"""Generated requests and files: whatever comes, nothing breaks and nothing is half saved.

The default is a bounded run, the same each time; `make fuzz` (FUZZ=10000) makes ten thousand new ones.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace
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


class Site:
    """The product with some cups in it, and its visitors."""

    def __init__(self) -> None:
        self.world: World = make_world()
        rendezo = World.user("rendezo")
        for cup in self._cups():
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
        self.values["ruleset"] += ["magas-2018", "nincs"]
        self.values["uidb64"] += ["MQ", "AAAA", "x"]
        self.values["link"] += [*self.world.ended.values(), "x", *self.links.values()]
        self.values["id"] += [0, 2**63, "x", "1\x00"]
        self.before = everything()

    @property
    def links(self) -> dict[str, str]:
        """The links of tables where something can be entered, by cup."""
        return {slug: the_table(Tournament.objects.get(slug=slug)).token for slug in ("sajat", "kassza")}

    @staticmethod
    def _cups() -> list[dict[str, Any]]:
        kassza = table(1, [1, 2, 3, 4, 5], [played(1, 2, 4, 60)])
        return [
            document(kassza, slug="kassza", ruleset="magas-2018", players=6),
            document(full_table(1, [1, 2, 3, 4]), slug="zart", closed=True),
            document(slug="ures", players=9),
        ]

    def forms(self) -> list[Form]:
        """Every form that the organiser finds anywhere on the site."""
        self.visit("rendezo")
        paths = ["/login/", self.table[0].path(self.values)]
        for address in self.table:
            for slug in ("sajat", "kassza", "zart", "ures"):
                link = self.links.get(slug, self.world.values["link"])
                paths.append(address.path(self.world.values | {"slug": slug, "link": link}))
        forms = [form for form in forms_of(self.client, list(dict.fromkeys(paths))) if form.action != "/language/"]
        typed = {"bid": ["three"], "declarer": ["3"], "partner": ["1"], "card_points": ["60"], "reason": ["proba"]}
        deals = [
            replace(form, fields=form.fields | typed | {"action": [action]})
            for form in forms
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
    links = [*site.links.values()] * 4 + [*site.world.ended.values()]
    ids = list(Deal.objects.filter(table__token__in=site.links.values()).values_list("pk", flat=True))
    records = [
        played(4, 1, 3, 60) | {"entered_by": 1},
        played(2, 3, None, 47) | {"entered_by": 3, "reason": "proba"},
        uncounted(4) | {"entered_by": 2},
        {"by": 3},
    ]

    @bounds(150, 30)
    @given(table_calls(links, [*ids, 0, 2**70], records))
    def run(request: Request) -> None:
        site.check(request)

    run()


def test_files_of_anything(site: Site) -> None:
    deals = [uncounted(1), played(1, 2, 4, 60, kontra=1), played(2, 3, None, 47)]
    small = document(table(1, [1, 2, 3, 4], deals), slug="kicsi")
    paper = document(table(1, [1, 2, 3, 4], totals={"1": 9, "2": -3, "3": -3, "4": -3}), slug="kicsi", closed=True)
    whole = json.loads(FIXTURE.read_text(encoding="utf-8"))

    @bounds(80, 20)
    @given(spoilt_documents([small, small, paper, whole]))
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
                for page in ("", "captures/", "standings.csv", "exports/tournament.json"):
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
