"""A backup of a cup of the Czech game keeps its thirds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from scoring.models import Membership, Tournament
from scoring.safe.restoring import restore
from tests.bench.cups import cup as made_cup
from tests.scoring.cups import OPERATOR, load
from tests.scoring.safe.conftest import forget_everything
from tests.scoring.test_taroky_cup import rows, run

pytestmark = pytest.mark.django_db


def test_a_backup_of_it_is_restored(bundle: Callable[[], Path]) -> None:
    cup = load(made_cup(9, ruleset="taroky-xix", slug="kupa", rounds=2))
    Membership.objects.create(user=User.objects.create_user("rendezo"), tournament=cup, role="organiser")
    before, told = rows(cup), run("standings", "kupa", "--format", "json")
    path = bundle()
    forget_everything()
    assert restore(OPERATOR, path).cups == 1
    assert rows(Tournament.objects.get(slug="kupa")) == before
    assert run("standings", "kupa", "--format", "json") == told
