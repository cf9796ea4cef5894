"""Copies that are made by themselves: when, where, and what happens when they cannot be."""

from __future__ import annotations

import errno
import json
import os
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone
from pytest_django.fixtures import Settings

from scoring.models import Notice, Tournament
from scoring.safe import copier as copiers
from scoring.safe import folder as folders
from scoring.safe.copier import Copier, State, copying, in_trouble, newest_copy
from scoring.safe.folder import STAMP, Folder
from scoring.safe.restoring import restore
from tests.scoring.cups import OPERATOR, document, load, played, table

# --- A folder --------------------------------------------------------------------------------------------------------


def put(folder: Folder, content: bytes = b"x", **more: Any) -> str:
    return folder.put("zip", lambda path: path.write_bytes(content), **more).name


def named(folder: Path, *names: str) -> None:
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / name).write_bytes(b"x")


def test_a_file_has_its_name_only_when_it_is_whole(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "copies")
    seen: list[list[str]] = []

    def write(path: Path) -> None:
        path.write_bytes(b"half")
        seen.append([copy.name for copy in folder.copies()])
        raise OSError(errno.ENOSPC, "full")

    with pytest.raises(OSError, match="full"):
        folder.put("zip", write)
    assert seen == [[]]
    assert list((tmp_path / "copies").iterdir()) == []
    name = put(folder)
    assert [copy.name for copy in folder.copies()] == [name]
    assert (tmp_path / "copies" / name).stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "copies").stat().st_mode & 0o777 == 0o700


def test_the_newest_is_the_last_that_was_made(tmp_path: Path) -> None:
    """Also when the clock was put back: another battery, another time zone."""
    ahead = (datetime.now(UTC) + timedelta(days=400)).strftime(STAMP)
    named(tmp_path, f"kupa-{ahead}.sqlite3", "kupa-99999999T999999Z.zip", "notes.txt", "kupa-20200101T000000Z.zip.part")
    folder = Folder(tmp_path)
    first, second = put(folder), put(folder)
    assert folder.newest() is not None and [copy.name for copy in folder.copies()] == [
        second, first, f"kupa-{ahead}.sqlite3",
    ]  # fmt: skip


def test_so_many_are_kept_and_those_made_by_hand(tmp_path: Path) -> None:
    by_hand = "kupa-backup-20200101T000000Z.zip"
    named(tmp_path, by_hand, *(f"kupa-2020010{n}T000000Z.zip" for n in range(1, 8)))
    left = tmp_path / ".kupa-20200101T000000Z.zip.77.part"
    fresh = tmp_path / ".kupa-20200101T000000Z.zip.78.part"
    for part in (left, fresh):
        part.write_bytes(b"x")
    os.utime(left, (0, 0))
    Folder(tmp_path).prune(2)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        fresh.name, "kupa-20200106T000000Z.zip", "kupa-20200107T000000Z.zip", by_hand,
    ]  # fmt: skip
    Folder(tmp_path).prune(0)
    assert len(Folder(tmp_path).copies()) == 2


def test_a_stick_that_is_not_plugged_in_is_not_made_up(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "media" / "stick")
    assert folder.copies() == []
    with pytest.raises(FileNotFoundError):
        put(folder)
    assert not (tmp_path / "media").exists()


# --- Rounds of the copier --------------------------------------------------------------------------------------------


@pytest.fixture
def cup(transactional_db: None, own_data: Path) -> Tournament:
    """A cup, in a program with data of its own."""
    return load(document(table(1, [1, 2, 3, 4], [played(1, 2, 4)])))


def state() -> State:
    found = State.read()
    assert found is not None
    return found


def test_a_copy_when_something_was_written(cup: Tournament, own_data: Path) -> None:
    copier = Copier(own_data / "copies", 5, keep=3)
    first = copier.round()
    assert first is not None and first.path.parent == own_data / "copies"
    if connection.vendor == "postgresql":
        # As what is written to another database of the server: the mark moves on, and nothing of ours is new.
        with connection.cursor() as cursor:
            cursor.execute("SELECT txid_current()")
    assert copier.round() is None
    Notice.objects.create(tournament=cup, text="Ebéd", at=timezone.now())
    second = copier.round()
    assert second is not None and second.at > first.at
    assert copier.round() is None
    copier.close()
    assert (state().trouble, state().stopped, state().minutes, in_trouble()) == ("", False, 5, False)
    assert newest_copy() == second
    assert restore(OPERATOR, second.path, replace=True).cups == 1
    assert Notice.objects.get().text == "Ebéd"


def test_an_empty_program_makes_none(transactional_db: None, own_data: Path) -> None:
    """A stick carried over from the laptop that died: its newest copy stays the newest."""
    copier = Copier(own_data / "copies", 5, keep=3)
    assert copier.round() is None
    assert not (own_data / "copies").exists()
    assert state().trouble == ""


def test_earlier_ones_make_room(cup: Tournament, own_data: Path) -> None:
    copier = Copier(own_data / "copies", 5, keep=2)
    for number in range(4):
        Notice.objects.create(tournament=cup, text=str(number), at=timezone.now())
        assert copier.round() is not None
    copier.close()
    assert len(Folder(own_data / "copies").copies()) == 2


def test_the_stick_is_pulled_out_and_comes_back(cup: Tournament, own_data: Path, tmp_path: Path) -> None:
    stick = tmp_path / "media"
    copier = Copier(stick / "copies", 5, keep=3)
    made = copier.round()
    assert made is not None and made.path.parent == own_data / "copies"
    assert (state().trouble, state().folder, in_trouble()) == ("missing", str(stick / "copies"), True)
    stick.mkdir()
    made = copier.round()
    assert made is not None and made.path.parent == stick / "copies"
    assert state().trouble == ""
    # It is missed even when there is nothing to write.
    for path in sorted(stick.rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()
    stick.rmdir()
    assert copier.round() is None
    assert state().trouble == "missing"
    copier.close()


@pytest.mark.parametrize(
    ("error", "trouble"),
    [(OSError(errno.ENOSPC, "x"), "full"), (PermissionError(errno.EACCES, "x"), "refused"), (ValueError(), "failed")],
)
def test_trouble_is_told_and_never_raised(
    cup: Tournament, own_data: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, trouble: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(folders.Folder, "put", fail)
    copier = Copier(own_data / "copies", 5, keep=3)
    assert copier.round() is None
    assert state().trouble == trouble
    monkeypatch.undo()
    assert copier.round() is not None
    assert state().trouble == ""
    copier.close()


def test_a_disk_that_is_really_full(cup: Tournament, own_data: Path) -> None:
    """/dev/full takes nothing: what the databases' own writers say of it is understood."""
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")

    def write(path: Path) -> None:
        with open("/dev/full", "wb") as file:
            file.write(b"x" * 100_000)

    with pytest.raises(OSError) as full:
        Folder(own_data / "copies").put("zip", write)
    assert copiers._kind(full.value) == "full"


def test_the_loop_keeps_its_beat(cup: Tournament, own_data: Path) -> None:
    waits: list[float] = []

    def go_on(seconds: float) -> bool:
        waits.append(seconds)
        return len(waits) < 3

    Copier(own_data / "copies", 5, keep=3).run(go_on)
    assert len(waits) == 3 and all(0 < seconds <= 300 for seconds in waits)


def test_copies_are_made_beside_the_server(cup: Tournament, own_data: Path, settings: Settings) -> None:
    settings.BACKUP_MINUTES = 0.001
    with copying():
        until = time.monotonic() + 30
        while newest_copy() is None and time.monotonic() < until:
            time.sleep(0.05)
    assert newest_copy() is not None
    assert not [thread for thread in threading.enumerate() if "run" in thread.name and not thread.daemon]


def test_none_where_they_are_switched_off(cup: Tournament, own_data: Path, settings: Settings) -> None:
    settings.BACKUP_MINUTES = 0
    with copying():
        assert [thread for thread in threading.enumerate() if "(run)" in thread.name] == []
    assert State.read() is None
    with pytest.raises(CommandError, match="How often"):
        call_command("copies")
    call_command("copies", attended=True)


def test_a_server_that_was_killed_takes_its_copier_along(monkeypatch: pytest.MonkeyPatch) -> None:
    from scoring.management.commands.copies import _Attended

    attended: Callable[[float], bool] = _Attended()
    assert attended(0.01)
    monkeypatch.setattr(os, "getppid", lambda: 1)
    start = time.monotonic()
    assert not attended(600)
    assert time.monotonic() - start < 10


def test_copies_have_stopped(own_data: Path) -> None:
    def left(ago: timedelta) -> State:
        at = (timezone.now() - ago).isoformat()
        (own_data / ".copies-state.json").write_text(json.dumps({"at": at, "folder": "x", "minutes": 5}))
        return state()

    assert not left(timedelta(minutes=15)).stopped
    assert left(timedelta(minutes=17)).stopped
    assert in_trouble()
    for nonsense in ("", "{", "[]", '{"at": 1}', '{"at": "x", "folder": "x", "minutes": 5}', '{"x": 1}'):
        (own_data / ".copies-state.json").write_text(nonsense)
        assert State.read() is None


def test_the_command_once(cup: Tournament, own_data: Path, tmp_path: Path) -> None:
    out = StringIO()
    call_command("copies", once=True, output=str(tmp_path / "stick"), stdout=out)
    assert Path(out.getvalue().strip()).parent == tmp_path / "stick"
    with pytest.raises(CommandError, match="No copy was made"):
        Tournament.objects.all().delete()
        call_command("copies", once=True)
