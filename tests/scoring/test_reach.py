"""The address that phones are told: one that they can reach, never localhost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import RequestFactory, override_settings

from scoring import reach
from scoring.reach import Reach

HALL = ["192.168.43.7", "10.0.0.4"]


@pytest.fixture(autouse=True)
def _hall(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine in two networks."""
    cache.clear()
    monkeypatch.setattr(reach, "lan_addresses", lambda: HALL)
    yield
    cache.clear()


def of(host: str, path: str = "/", **more: Any) -> Reach:
    return Reach.of(RequestFactory().get(path, HTTP_HOST=host, **more))


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST", "kupa.localhost", "127.0.0.1", "127.0.1.1", "[::1]", "0.0.0.0", "169.254.3.4"]
)
def test_at_the_machine_itself(host: str) -> None:
    found = of(f"{host}:8123")
    assert found.homes == ("http://192.168.43.7:8123/", "http://10.0.0.4:8123/")
    assert found.address("/table/x/") == "http://192.168.43.7:8123/table/x/"
    assert found.local and found.query == ""


@pytest.mark.parametrize("host", ["192.168.1.5:8000", "kupa.local:8000", "kupa.example.org", "[fd00::5]:8000"])
def test_any_other_name_is_everybodys(host: str) -> None:
    found = of(host)
    assert found.homes == (f"http://{host}/",)
    assert found.address("/table/") == f"http://{host}/table/"
    assert not found.local and found.choices == []


@override_settings(SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https"))
def test_behind_the_proxy() -> None:
    assert of("kupa.example.org", HTTP_X_FORWARDED_PROTO="https").home == "https://kupa.example.org/"


def test_the_usual_port_is_not_written() -> None:
    assert of("localhost").home == "http://192.168.43.7/"


def test_another_address_is_chosen() -> None:
    found = of("127.0.0.1:8000", "/?at=10.0.0.4")
    assert found.home == "http://10.0.0.4:8000/"
    assert found.choices == [("http://192.168.43.7:8000/", "192.168.43.7")]
    assert found.query == "?at=10.0.0.4"


def test_no_address_that_is_not_ours_can_be_chosen() -> None:
    assert of("127.0.0.1:8000", "/?at=evil.example").home == "http://192.168.43.7:8000/"
    assert of("192.168.1.5:8000", "/?at=10.0.0.4").home == "http://192.168.1.5:8000/"


def test_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "lan_addresses", list)
    found = of("localhost:8000")
    assert (found.homes, found.home, found.query) == ((), "", "")
    assert found.address("/table/x/") == ""


@pytest.mark.parametrize("listens", ["127.0.0.1", "::1", "localhost"])
def test_a_server_for_its_own_machine_only(listens: str) -> None:
    assert of("localhost:8000", SERVER_NAME=listens).homes == ()


def test_a_server_for_everybody() -> None:
    assert len(of("localhost:8000", SERVER_NAME="0.0.0.0").homes) == 2


def test_the_network_is_not_asked_at_each_page(monkeypatch: pytest.MonkeyPatch) -> None:
    of("localhost")
    monkeypatch.setattr(reach, "lan_addresses", lambda: pytest.fail("asked again"))
    assert len(of("localhost").homes) == 2
