"""Files that are no good: a sentence, and nothing is changed."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

from scoring.actors import Actor
from scoring.models import Table
from scoring.safe import bundle as bundles
from scoring.safe.bundle import MANIFEST
from scoring.safe.restoring import restore
from scoring.safe.sqlite import opened
from scoring.services import Refusal
from scoring.services.sentences import say
from tests.scoring.cups import OPERATOR
from tests.scoring.safe.conftest import altered, everything, fill, forget_everything

pytestmark = pytest.mark.django_db

Bundle = Callable[[], Path]
Members = dict[str, bytes]


_written: list[bytes] = []


@pytest.fixture
def backup(bundle: Bundle, tmp_path: Path) -> Path:
    """A backup, on a machine that has no cups. It is made once, and then copied."""
    if not _written:
        fill()
        _written.append(bundle().read_bytes())
        forget_everything()
    path = tmp_path / "kupa-backup-20260418T133012Z.zip"
    path.write_bytes(_written[0])
    return path


def refused(path: Path) -> str:
    """The code with which a file is refused; fails if anything was changed."""
    before = everything()
    with pytest.raises(Refusal) as found:
        restore(OPERATOR, path)
    assert everything() == before
    (problem,) = found.value.problems
    assert "%" not in say(problem)
    return problem.code


def test_what_is_no_copy(tmp_path: Path) -> None:
    file = tmp_path / "x.zip"
    for content in (b"", b"x", b"hello" * 1000, b"\x00" * 5000):
        file.write_bytes(content)
        assert refused(file) == "backup-not-a-copy"
    with zipfile.ZipFile(file, "w") as other:
        other.writestr("[Content_Types].xml", "<Types/>")
    assert refused(file) == "backup-not-a-copy"


@pytest.mark.parametrize("share", [0.02, 0.3, 0.7, 0.99])
def test_cut_off(backup: Path, share: float) -> None:
    whole = backup.read_bytes()
    backup.write_bytes(whole[: int(len(whole) * share)])
    assert refused(backup) == "backup-damaged"


def test_a_byte_that_fell_over(backup: Path) -> None:
    whole = backup.read_bytes()
    codes = set()
    for place in range(40, len(whole), len(whole) // 40):
        backup.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            with bundles.opened_bundle(backup):
                codes.add("harmless")  # the date of a member, say
        except Refusal as found:
            codes.add(found.problems[0].code)
    assert codes <= {"backup-damaged", "backup-damaged-part", "backup-not-a-copy", "backup-unknown-part", "harmless"}
    assert "backup-damaged-part" in codes


@pytest.mark.parametrize("byte", range(24, 28))
def test_a_size_that_fell_over(backup: Path, byte: int) -> None:
    """A size in the list of parts that the manifest does not confirm is damage, even one larger than any cup."""
    whole = bytearray(backup.read_bytes())
    whole[whole.rindex(b"PK\1\2", 0, whole.rindex(b"scoring.deal.jsonl")) + byte] ^= 0xFF
    backup.write_bytes(whole)
    assert refused(backup) == "backup-damaged-part"


def without(name: str) -> Callable[[Members], object]:
    return lambda members: members.pop(name)


def with_manifest(**fields: Any) -> Callable[[Members], object]:
    def change(members: Members) -> None:
        members[MANIFEST] = json.dumps(json.loads(members[MANIFEST]) | fields).encode()

    return change


def replaced(name: str, old: bytes, new: bytes) -> Callable[[Members], object]:
    def change(members: Members) -> None:
        assert old in members[name]
        members[name] = members[name].replace(old, new, 1)

    return change


LATER = {"scoring": ["0001_initial", "9999_later"]}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (without(MANIFEST), "backup-not-a-copy"),
        (without("scoring.deal.jsonl"), "backup-unknown-part"),
        (lambda members: members.update({"../../etc/x": b"x"}), "backup-unknown-part"),
        (replaced("scoring.player.jsonl", b"kos 1", b"kos 9"), "backup-damaged-part"),
        (with_manifest(parts={}), "backup-damaged-part"),
        (with_manifest(parts=[]), "backup-not-a-copy"),
        (with_manifest(format="tarokk-kupa/1"), "backup-not-a-copy"),
        (with_manifest(format="tarokk-kupa-backup/2"), "backup-later"),
        (with_manifest(migrations=LATER), "backup-later"),
        (with_manifest(migrations={"scoring": ["0001_initial"]}), "backup-older"),
        (with_manifest(made_at="yesterday"), "backup-not-a-copy"),
        (lambda members: members.update({MANIFEST: b"[" * 100_000}), "backup-not-a-copy"),
        (lambda members: members.update({MANIFEST: b" " * 2_000_000}), "backup-not-a-copy"),
    ],
)
def test_parts_that_are_wrong(backup: Path, change: Callable[[Members], object], code: str) -> None:
    assert refused(altered(backup, change)) == code


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (replaced("scoring.player.jsonl", b'"number":1', b'"number":"one"'), "backup-bad-line"),
        (replaced("scoring.player.jsonl", b'"number":1', b'"number":1e400'), "backup-bad-line"),
        (replaced("scoring.player.jsonl", b'"number":1', b'"number":[1]'), "backup-bad-line"),
        (replaced("scoring.player.jsonl", b'"number":1', b'"nr":1'), "backup-bad-line"),
        (replaced("scoring.player.jsonl", b'"number":1', b'"number":0'), "backup-bad-line"),
        (replaced("scoring.player.jsonl", b"{", b"["), "backup-bad-line"),
        (replaced("scoring.player.jsonl", b"{", b"[" * 50_000), "backup-bad-line"),
        (replaced("scoring.player.jsonl", b'"number":2', b'"number":1'), "backup-bad-line"),
        (replaced("scoring.penalty.jsonl", b'"5/2"', b'"5/0"'), "backup-bad-line"),
        (replaced("scoring.penalty.jsonl", b'"5/2"', b'"5/7"'), "backup-bad-line"),
        (replaced("auth.user_user_permissions.jsonl", b'"keep_safe"', b'"keep_all"'), "backup-bad-line"),
        (replaced("scoring.person.jsonl", b'"id":1', b'"id":77'), "backup-does-not-fit"),
        (replaced("scoring.notice.jsonl", b"2026-04-18", b"2026-04-48"), "backup-bad-line"),
    ],
)
def test_rows_that_none_of_ours_wrote(backup: Path, change: Callable[[Members], object], code: str) -> None:
    """Somebody made it up, with the right checksums: a sentence all the same."""
    if code == "backup-does-not-fit":
        with zipfile.ZipFile(backup) as archive:
            key = json.loads(archive.read("scoring.person.jsonl").splitlines()[0])["id"]
        change = replaced("scoring.person.jsonl", b'"id":%d,' % key, b'"id":%d,' % (key + 1000))
    assert refused(altered(backup, change, vouch=True)) == code


def test_a_part_that_is_larger_than_said(backup: Path) -> None:
    """A zip bomb: it is read no further than the manifest says, and not at all where that is too much."""
    bomb = altered(backup, lambda members: members.update({"scoring.deal.jsonl": b"\n" * 200_000_000}))
    assert bomb.stat().st_size < 1_000_000
    assert refused(bomb) == "backup-damaged-part"


def test_more_than_any_cup_has(backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundles, "MOST", 1000)
    assert refused(backup) == "backup-too-large"


def test_a_line_without_end(backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundles, "MOST_LINE", 100)
    assert refused(backup) == "backup-bad-line"


def test_a_member_that_is_there_twice(backup: Path) -> None:
    with zipfile.ZipFile(backup, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("auth.user.jsonl", b"")
    assert refused(backup) == "backup-unknown-part"


# --- SQLite ----------------------------------------------------------------------------------------------------------


def database(path: Path, *statements: str) -> Path:
    """An SQLite database made of those statements."""
    with closing(sqlite3.connect(path)) as made:
        for statement in statements:
            made.execute(statement)
        made.commit()
    return path


OURS = (
    "CREATE TABLE django_migrations (id integer primary key, app text, name text, applied datetime)",
    "CREATE TABLE scoring_tournament (id integer)",
)


def test_databases_that_are_none_of_ours(tmp_path: Path) -> None:
    assert refused(database(tmp_path / "a.sqlite3", "CREATE TABLE x (y)")) == "backup-not-a-copy"
    trigger = "CREATE TRIGGER t AFTER INSERT ON scoring_tournament BEGIN DELETE FROM scoring_tournament; END"
    assert refused(database(tmp_path / "b.sqlite3", *OURS, trigger)) == "backup-not-a-copy"
    assert refused(database(tmp_path / "c.sqlite3", *OURS, "CREATE VIEW v AS SELECT 1")) == "backup-not-a-copy"
    later = "INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '9999_later', '2026-01-01')"
    assert refused(database(tmp_path / "d.sqlite3", *OURS, later)) == "backup-later"
    assert refused(database(tmp_path / "e.sqlite3", *OURS)) == "backup-damaged"  # its tables are there, and are others


def test_a_damaged_database(tmp_path: Path) -> None:
    path = database(tmp_path / "a.sqlite3", *OURS, *(f"CREATE TABLE t{n} (x)" for n in range(50)))
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert refused(path) == "backup-damaged"
    path.write_bytes(whole[:100] + b"\xff" * (len(whole) - 100))
    assert refused(path) == "backup-damaged"
    path.write_bytes(whole[:50])
    assert refused(path) == "backup-damaged"


def test_a_copy_of_an_earlier_release_is_brought_up_to_date(tmp_path: Path) -> None:
    """Its tables had no links yet: they get some, and the database that is in use is left alone meanwhile."""
    path = tmp_path / "old.sqlite3"
    with opened(path) as alias:
        executor = MigrationExecutor(connections[alias])
        state = executor.migrate(
            [("scoring", "0002_freeze_standings"), ("admin", "0003_logentry_add_action_flag_choices")]
        )
        old = state.apps
        cup = (
            old.get_model("scoring", "Tournament")
            .objects.using(alias)
            .create(slug="regi", name="Régi", date="2025-05-01", ruleset_id="kupa-2005", ruleset_snapshot={})
        )
        round_ = old.get_model("scoring", "Round").objects.using(alias).create(tournament_id=cup.pk, number=1)
        old.get_model("scoring", "Table").objects.using(alias).create(round_id=round_.pk, number=1)
        old.get_model("auth", "User").objects.using(alias).create(username="regi", password="!")
    whole = path.read_bytes()
    assert restore(OPERATOR, path).cups == 1
    found = Table.objects.get(round__tournament__slug="regi")
    assert (len(found.token), len(found.code)) == (32, 8)
    assert User.objects.get().username == "regi"
    assert path.read_bytes() == whole


# --- Who may ---------------------------------------------------------------------------------------------------------


def test_who_may_restore(backup: Path) -> None:
    user = User.objects.create_user("valaki")
    before = everything()
    for actor in (Actor.of_user(user), Actor("table 1/1", table=Table())):
        with pytest.raises(PermissionDenied):
            restore(actor, backup)
        with pytest.raises(PermissionDenied):
            restore(actor, backup, replace=True)
    assert everything() == before
