"""A second laptop fetches copies: under a secret, and only what it does not have yet."""

from __future__ import annotations

import logging
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django.live_server_helper import LiveServer

from scoring.safe.copier import Copier
from scoring.safe.folder import Folder
from scoring.safe.keeping import give_keeping, secret
from scoring.safe.restoring import restore
from scoring.views.table.access import WRONG_LINKS
from tarokkkupa.logs import redact
from tests.scoring.cups import OPERATOR, document, load, table

NAME = "kupa-20260418T133012Z.zip"


@pytest.fixture
def copy(db: None, own_data: Path) -> Path:
    """Something that is called as a copy."""
    (own_data / "copies").mkdir()
    path = own_data / "copies" / NAME
    path.write_bytes(b"everything")
    return path


def test_it_works(copy: Path, client: Client) -> None:
    address = f"/copies/{secret()}/newest"
    response = client.get(address)
    assert b"".join(response.streaming_content) == b"everything"  # type: ignore[attr-defined]
    assert response["Content-Disposition"] == f'attachment; filename="{NAME}"'
    assert (response["ETag"], response["Referrer-Policy"]) == (f'"{NAME}"', "no-referrer")
    assert "no-store" in response["Cache-Control"]
    assert client.get(address, headers={"if-none-match": f'"{NAME}"'}).status_code == 304
    assert client.get(address, headers={"if-none-match": f'W/"{NAME}"'}).status_code == 304
    (copy.parent / "kupa-20260418T133112Z.zip").write_bytes(b"more")
    assert client.get(address, headers={"if-none-match": f'"{NAME}"'}).status_code == 200
    assert client.post(address).status_code == 405


@pytest.mark.django_db
def test_the_secret(own_data: Path, client: Client) -> None:
    assert len(secret()) >= 43 and secret() == secret()
    assert (own_data / ".copies-key").stat().st_mode & 0o077 == 0
    assert client.get(f"/copies/{secret()}/newest").status_code == 404  # there is no copy yet


@pytest.mark.parametrize("wrong", ["x", "ő", "A" * 64, "%00", "..", "a" * 5000])
def test_wrong_ones_find_nothing(copy: Path, client: Client, wrong: str) -> None:
    assert client.get(f"/copies/{wrong}/newest").status_code in (400, 404)
    assert client.get(f"/copies/{secret()[:-1]}/newest").status_code == 404


def test_who_tries_many_waits(copy: Path, client: Client) -> None:
    statuses = [client.get(f"/copies/{n}/newest").status_code for n in range(WRONG_LINKS + 1)]
    assert statuses == [404] * WRONG_LINKS + [429]
    assert client.get(f"/copies/{secret()}/newest").status_code == 200


def test_another_address(copy: Path, client: Client) -> None:
    old = secret()
    keeper = User.objects.create_user("keeper")
    give_keeping(OPERATOR, keeper)
    client.force_login(keeper)
    assert client.get("/organise/_safe/address/").status_code == 302 and secret() == old
    client.post("/organise/_safe/address/")
    assert secret() != old
    assert client.get(f"/copies/{old}/newest").status_code == 404
    assert client.get(f"/copies/{secret()}/newest").status_code == 200
    assert (copy.parent.parent / ".copies-key").stat().st_mode & 0o077 == 0


def test_no_log_has_it(copy: Path, client: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    client.get(f"/copies/{secret()[:-1]}/newest")
    assert caplog.messages and secret()[:-1] not in redact(" ".join(caplog.messages))
    assert redact(f"GET /copies/{secret()}/newest 200") == "GET /copies/… 200"


# --- The command -----------------------------------------------------------------------------------------------------


def pulled(address: str, output: Path) -> str:
    out = StringIO()
    call_command("pull_copies", address, output=str(output), stdout=out, stderr=out)
    return out.getvalue()


@pytest.mark.django_db(transaction=True)
def test_pull(own_data: Path, tmp_path: Path, live_server: LiveServer) -> None:
    load(document(table(1, [1, 2, 3, 4])))
    copier = Copier(own_data / "copies", 5, keep=3)
    made = copier.round()
    copier.close()
    assert made is not None
    address, here = f"{live_server.url}/copies/{secret()}/newest", tmp_path / "here"
    said = pulled(address, here)
    assert made.name in said and secret() not in said
    assert (here / made.name).read_bytes() == made.path.read_bytes()
    assert (here / made.name).stat().st_mode & 0o077 == 0
    assert "nothing new" in pulled(address, here)
    assert restore(OPERATOR, here / made.name, replace=True).cups == 1


@pytest.mark.django_db(transaction=True)
def test_what_is_no_good_is_not_kept(own_data: Path, tmp_path: Path, live_server: LiveServer) -> None:
    (own_data / "copies").mkdir()
    (own_data / "copies" / NAME).write_bytes(b"PK\3\4 and no more")
    here = Folder(tmp_path / "here")
    for address, why in {
        f"{live_server.url}/copies/{secret()}/newest": "damaged or cut off",
        f"{live_server.url}/copies/wrong/newest": "the address is not good",
        f"{live_server.url}/healthz": "no tarokk program",
        "http://127.0.0.1:9/copies/x/newest": "no answer",
        "file:///etc/passwd": "begins with http",
        "127.0.0.1:8000/copies": "begins with http",
    }.items():
        with pytest.raises(CommandError, match=why) as told:
            pulled(address, here.path)
        assert secret() not in str(told.value)
    assert here.copies() == []
    assert not here.path.exists() or list(here.path.iterdir()) == []
