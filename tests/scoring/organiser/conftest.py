"""A cup, its organiser, and others who must not get in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from scoring import reach
from scoring.models import Membership, Tournament
from tests.scoring.cups import document, load, played, table

Maker = Callable[..., Tournament]

#: An address of the machine that phones can reach.
HALL = "192.168.43.7:8000"


def organiser_of(cup: Tournament, name: str = "rendező", role: str = "organiser") -> User:
    """An account with a role in the cup."""
    user, _new = User.objects.get_or_create(username=name)
    Membership.objects.create(user=user, tournament=cup, role=role)
    return user


@pytest.fixture
def cup(db: None) -> Tournament:
    """A published cup of nine: round 1 is open, table 1 has two deals, table 2 (of five) none."""
    tables = [table(1, [1, 2, 3, 4], [played(1, 2, 4), played(2, 3, 1, 40)]), table(2, [5, 6, 7, 8, 9])]
    return load(document(*tables, players=9, slug="kupa", name="Őszi kupa", rounds_planned=2))


@pytest.fixture
def other(db: None) -> Tournament:
    """Another cup, which somebody else organises."""
    cup = load(document(table(1, [1, 2, 3, 4]), slug="masik", name="Másik kupa"))
    organiser_of(cup, "másvalaki")
    return cup


@pytest.fixture
def desk(cup: Tournament, client: Client) -> Client:
    """The browser of the cup's organiser, in Hungarian."""
    client.force_login(organiser_of(cup))
    return client


@pytest.fixture
def two_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine is in two networks."""
    cache.clear()
    monkeypatch.setattr(reach, "lan_addresses", lambda: [HALL.partition(":")[0], "10.0.0.4"])


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine is in no network."""
    monkeypatch.setattr(reach, "lan_addresses", list)


def sentence(response: Any) -> str:
    """The text of a page, without the line breaks of its source."""
    return " ".join(response.content.decode().split())
