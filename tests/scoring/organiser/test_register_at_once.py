"""Several cups that enter the same people at once: each is in the register once."""

from __future__ import annotations

import pytest

from scoring.models import Person, Player
from scoring.services import add_players
from tests.scoring.cups import OPERATOR, document, load
from tests.scoring.test_concurrency import AT_ONCE, at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_new_people_of_several_cups() -> None:
    cups = [load(document(players=0, slug=f"kupa-{number}")) for number in range(AT_ONCE)]
    names = [(f"Ember Ő{number}", "Győr") for number in range(30)]
    outcomes = at_once(lambda number: add_players(OPERATOR, cups[number], names[number:] + names[:number]))
    assert outcomes == ["written"] * AT_ONCE
    assert Person.objects.count() == 30
    assert Player.objects.filter(person__isnull=True).count() == 0
    assert {person.entries.count() for person in Person.objects.all()} == {AT_ONCE}
