"""Organisers, and the cups whose deals they type."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scoring.models import Membership, Tournament
from tests.scoring.cups import document, load, played, table

PASSWORD = "csak-a-próba"


def organiser(cup: Tournament, name: str = "rendezo") -> User:
    """An account with the organiser's role in that cup."""
    user = User.objects.create_user(name, password=PASSWORD)
    Membership.objects.create(user=user, tournament=cup, role=Membership.Role.ORGANISER)
    return user


def cup_of(*deals: dict[str, Any], seats: int = 4, ruleset: str = "kupa-2005", **more: Any) -> Tournament:
    """A cup of one table with those deals; the last seat deals first, so seat 1 is forehand in deal 1."""
    at = table(1, list(range(1, seats + 1)), deals, first_dealer=seats)
    return load(document(at, players=seats, ruleset=ruleset, **more))


@pytest.fixture
def cup(db: None) -> Tournament:
    """A cup of one table of four, where two deals were played."""
    return cup_of(played(1, 1, 3, 60), played(2, 2, None, 40, kontra=1))


@pytest.fixture
def desk(client: Client, cup: Tournament) -> Client:
    """The organiser of that cup, in English."""
    client.cookies["django_language"] = "en"
    client.force_login(organiser(cup))
    return client
