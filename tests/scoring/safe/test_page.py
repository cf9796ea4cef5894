"""The page of whoever keeps everything safe: what it says, a backup to take along, restoring by upload."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from scoring.models import Membership, Person, Tournament
from scoring.safe.bundle import MANIFEST
from scoring.safe.keeping import give_keeping, secret
from scoring.safe.restoring import restore
from scoring.views.organiser import safe as pages
from tests.scoring.cups import OPERATOR, document, load, table
from tests.scoring.safe.conftest import everything, fill, forget_everything

PAGE, RESTORE, BACKUP = "/organise/_safe/", "/organise/_safe/restore/", "/organise/_safe/backup/"
Bundle = Callable[[], Path]


@pytest.fixture
def keeper(db: None, own_data: Path, client: Client) -> Client:
    """The browser of somebody who may, in English."""
    user = User.objects.create_user("keeper")
    give_keeping(OPERATOR, user)
    client.force_login(user)
    client.cookies["django_language"] = "en"
    return client


def text(response: Any) -> str:
    return " ".join(response.content.decode().split())


def left(own_data: Path, trouble: str = "", ago: int = 1, folder: str = "/media/stick/copies") -> None:
    at = (timezone.now() - timedelta(minutes=ago)).isoformat()
    state = {"at": at, "folder": folder, "minutes": 5.0, "trouble": trouble}
    (own_data / ".copies-state.json").write_text(json.dumps(state))


# --- The state of the copies -----------------------------------------------------------------------------------------


def test_it_works(keeper: Client, own_data: Path) -> None:
    left(own_data)
    (own_data / "copies").mkdir()
    (own_data / "copies" / "kupa-20260418T133012Z.sqlite3").write_bytes(b"x" * 2048)
    said = text(keeper.get(PAGE, headers={"host": "192.168.1.5:8000"}))
    assert "Every 5 minutes, if something was written, a copy is made into the folder" in said
    assert "/media/stick/copies" in said
    assert "April 18, 2026, 3:30 p.m." in said and "2.0" in said
    assert f"pull_copies http://192.168.1.5:8000/copies/{secret()}/newest --every 2" in said
    assert "This program has no cups yet" in said


@pytest.mark.parametrize(
    ("trouble", "ago", "sentence"),
    [
        ("missing", 1, "Is the stick plugged in?"),
        ("full", 1, "The disk for the copies is full."),
        ("refused", 1, "cannot be written"),
        ("failed", 1, "the server’s log says why"),
        ("", 60, "No copies are being made any more."),
    ],
)
def test_trouble_is_shown(keeper: Client, own_data: Path, trouble: str, ago: int, sentence: str) -> None:
    left(own_data, trouble, ago)
    assert sentence in text(keeper.get(PAGE))
    assert "The copies of everything are not made as they should be." in text(keeper.get("/organise/"))


def test_none_yet_and_none_at_all(keeper: Client, settings: Settings) -> None:
    assert "No copies have been made yet." in text(keeper.get(PAGE))
    settings.BACKUP_MINUTES = 0
    assert "they are switched off" in text(keeper.get(PAGE))


def test_who_is_led_there(keeper: Client, client: Client) -> None:
    assert f'href="{PAGE}"' in text(keeper.get("/organise/"))
    other = Client()
    other.force_login(User.objects.create_user("masik"))
    assert PAGE not in text(other.get("/organise/"))


@pytest.mark.django_db
def test_the_first_organiser_may(own_data: Path) -> None:
    call_command("first_organiser", stdout=io.StringIO())
    user = User.objects.get()
    assert user.has_perm("scoring.keep_safe") and not user.is_superuser
    # Who comes from a release that did not know of it may, too, while they are alone.
    user.user_permissions.clear()
    call_command("first_organiser", stdout=io.StringIO())
    assert User.objects.get().has_perm("scoring.keep_safe")
    User.objects.get().user_permissions.clear()
    User.objects.create_user("masik")
    call_command("first_organiser", stdout=io.StringIO())
    assert not any(user.has_perm("scoring.keep_safe") for user in User.objects.all())


# --- A backup --------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_backup_is_downloaded(transactional_db: None, own_data: Path, client: Client, tmp_path: Path) -> None:
    fill()
    before = everything()
    client.force_login(User.objects.get(username="orzo"))
    response = client.post(BACKUP)
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    assert response["Content-Disposition"].startswith('attachment; filename="kupa-backup-')
    path = tmp_path / "b.zip"
    path.write_bytes(b"".join(response.streaming_content))  # type: ignore[attr-defined]
    assert MANIFEST in zipfile.ZipFile(path).namelist()
    forget_everything()
    restore(OPERATOR, path)
    assert everything()["scoring.table"] == before["scoring.table"]


def test_it_is_not_made_by_a_link(keeper: Client) -> None:
    assert keeper.get(BACKUP).status_code == 302
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(User.objects.get(username="keeper"))
    assert strict.post(BACKUP).status_code == 403


def test_a_full_disk(keeper: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: object) -> None:
        raise OSError(28, "full")

    monkeypatch.setattr(pages, "write_backup", full)
    response = keeper.post(BACKUP, follow=True)
    assert "No backup could be made." in text(response)


# --- Restoring by upload ---------------------------------------------------------------------------------------------


def upload(client: Client, content: bytes, **more: str) -> Any:
    file = SimpleUploadedFile("kupa.zip", content)
    return client.post(RESTORE, {"file": file, "confirm": "on"} | more)


def test_a_copy_is_restored(keeper: Client, bundle: Bundle) -> None:
    fill()
    before, content = everything(), bundle().read_bytes()
    forget_everything()
    user = User.objects.get(username="idegen")
    keeper.force_login(user)
    response = upload(keeper, content)
    assert response.status_code == 200
    assert "3 cups are here. 8 accounts are here." in text(response)
    assert everything()["scoring.table"] == before["scoring.table"]
    # Nobody is logged in any more, also not as somebody who has the same number now.
    assert keeper.get(PAGE)["Location"].startswith("/login/")


def test_what_is_wrong_stands_at_its_field(keeper: Client, bundle: Bundle) -> None:
    content = bundle().read_bytes()
    before = everything()
    cases = {
        "Choose the file.": keeper.post(RESTORE, {"confirm": "on"}),
        "Tick this, if it is meant.": upload(keeper, content, confirm=""),
        "The file is empty.": upload(keeper, b""),
        "This file is no copy of a tarokk program": upload(keeper, b"PDF"),
        "The copy is damaged or cut off.": upload(keeper, content[:2000]),
        "is damaged or cut off": upload(keeper, b"SQLite format 3\0" + b"x" * 5000),
    }
    for sentence, response in cases.items():
        assert response.status_code == 422, sentence
        assert sentence in text(response)
        assert 'class="error"' in text(response)
    assert everything() == before
    assert keeper.get(PAGE).status_code == 200
    assert keeper.get(RESTORE)["Location"] == PAGE


def test_not_beside_cups(keeper: Client, bundle: Bundle) -> None:
    content = bundle().read_bytes()
    load(document(table(1, [1, 2, 3, 4])))
    before = everything()
    response = upload(keeper, content)
    assert response["Location"] == PAGE
    said = text(keeper.get(PAGE))
    assert "a copy is restored before the first one" in said
    assert "multipart/form-data" not in said and "--replace" in said
    assert everything() == before


def test_without_the_forms_token(keeper: Client, bundle: Bundle) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(User.objects.get(username="keeper"))
    before = everything()
    assert upload(strict, bundle().read_bytes()).status_code == 403
    assert everything() == before
    page = strict.get(PAGE).content.decode()
    token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    assert upload(strict, bundle().read_bytes(), csrfmiddlewaretoken=token).status_code == 200


def test_who_may_not_is_refused_unread(keeper: Client, own_data: Path, bundle: Bundle) -> None:
    """Neither nobody nor an organiser, however long what they send is; nothing of it is read, let alone kept."""

    class Watched(io.BytesIO):
        asked = 0

        def read(self, *size: Any) -> bytes:
            Watched.asked += 1
            return super().read(*size)

    organiser, cup = User.objects.create_user("rendezo"), load(document(slug="x"))
    Membership.objects.create(user=organiser, tournament=cup, role="organiser")
    Tournament.objects.all().delete()
    Person.objects.all().delete()
    content = b"--x\r\n" + b"y" * 100
    more = {
        "wsgi.input": Watched(content),
        "CONTENT_LENGTH": str(200_000_000),
        "CONTENT_TYPE": "multipart/form-data; boundary=x",
    }
    nobody, somebody = Client(enforce_csrf_checks=True), Client(enforce_csrf_checks=True)
    somebody.force_login(organiser)
    before = everything()
    for client, status in ((nobody, 302), (somebody, 403)):
        assert client.request(REQUEST_METHOD="POST", PATH_INFO=RESTORE, **more).status_code == status
    assert Watched.asked == 0
    assert everything() == before


def test_longer_than_any_copy(keeper: Client, settings: Settings) -> None:
    settings.MAX_RESTORE = 1000
    assert upload(keeper, b"x" * 2000).status_code == 413


def test_elsewhere_the_usual_bound_holds(keeper: Client) -> None:
    assert keeper.post(BACKUP, {"file": SimpleUploadedFile("x", b"x" * 5_000_000)}).status_code == 413
