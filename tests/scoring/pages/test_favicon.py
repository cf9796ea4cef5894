"""The icon under the address that browsers try by themselves."""

from __future__ import annotations

from django.test import Client


def test_it_works(client: Client) -> None:
    answer = client.get("/favicon.ico")

    assert answer.status_code == 302
    assert answer.headers["Location"].endswith("scoring/icon.svg")
