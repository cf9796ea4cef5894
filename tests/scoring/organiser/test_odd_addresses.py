"""Addresses that nobody links to."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "path",
    [
        "people/99999999999999999999999/remove/",
        "people/0/remove/",
        "rounds/0/",
        "rounds/01/",
        "rounds/99999/",
        "players/0/",
        "rounds/1/tables/0/",
        "nincs-ilyen/",
    ],
)
def test_they_are_not_found(desk: Client, path: str) -> None:
    for response in (desk.get(f"/organise/kupa/{path}"), desk.post(f"/organise/kupa/{path}", {"reason": "x"})):
        assert response.status_code == 404


@pytest.mark.parametrize("method", ["put", "patch", "delete", "options"])
def test_other_methods(desk: Client, method: str) -> None:
    for path in ("/organise/", "/organise/_new/", "/organise/kupa/", "/organise/kupa/settings/publish/"):
        assert getattr(desk, method)(path).status_code == 405
