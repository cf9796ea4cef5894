"""A page of the desk costs as many SQL queries for a large cup as for a small one."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.models import Round, Tournament
from tests.bench.cups import cup as generated
from tests.scoring.cups import load
from tests.scoring.organiser.addresses import PAGES
from tests.scoring.organiser.conftest import organiser_of

pytestmark = pytest.mark.django_db

MOST = 16


def prepared(slug: str, players: int, rounds: int) -> Tournament:
    """A generated cup with another round that nobody sits in yet."""
    cup = load(generated(players, rounds=rounds, slug=slug))
    Tournament.objects.filter(pk=cup.pk).update(rounds_planned=rounds + 1)
    Round.objects.create(tournament=cup, number=rounds + 1)
    return cup


def test_counts_do_not_grow(client: Client) -> None:
    small, large = prepared("kicsi", 8, 2), prepared("nagy", 45, 4)
    for cup in (small, large):
        organiser_of(cup)
    organiser = small.memberships.get().user
    client.force_login(organiser)
    paths = {path: path for path in PAGES} | {"rounds/3/seating/": "rounds/5/seating/"}
    for path, in_large in paths.items():
        counts = []
        for slug, address in (("kicsi", path), ("nagy", in_large)):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(f"/organise/{slug}/{address}").status_code == 200
            counts.append(len(queries))
        assert counts[0] == counts[1] <= MOST, path


def test_my_cups_take_the_same(client: Client) -> None:
    counts = []
    for slug in ("elso", "masodik", "harmadik"):
        organiser_of(load(generated(8, rounds=1, slug=slug)))
        client.force_login(Tournament.objects.get(slug=slug).memberships.get().user)
        with CaptureQueriesContext(connection) as queries:
            client.get("/organise/")
        counts.append(len(queries))
    assert len(set(counts)) == 1
