"""What is restored is what was kept: every row of every model, into either database."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import datetime
from io import StringIO
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission, User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from scoring.audit import Teller
from scoring.models import AuditEntry, Person, Series, Tournament
from scoring.safe.bundle import write_bundle
from scoring.safe.restoring import LEAP, restore
from scoring.safe.rows import kept_models, name_of, passing_models, write_rows
from scoring.safe.snapshot import database_file, snapshot, write_backup
from scoring.safe.sqlite import copy_live, opened
from scoring.services import Refusal
from tests.scoring.cups import OPERATOR, document, load, table
from tests.scoring.safe.conftest import Everything, everything, fill, forget_everything, without_leap
from tests.scoring.url_table import PASSWORD

Bundle = Callable[[], Path]


def test_every_model_is_kept_or_meant_not_to_be() -> None:
    """A model that somebody adds is in every backup, or they say here why not."""
    kept = {name_of(model) for model in [*kept_models(), *passing_models()]}
    every = {name_of(model) for model in apps.get_models(include_auto_created=True)}
    made_by_migrations = {name_of(Permission), name_of(ContentType)}
    assert every == kept | made_by_migrations


def check(before: Everything) -> None:
    """All is as before, but for the leap of the revisions and a line in each audit trail."""
    after = everything()
    assert {name for name, rows in before.items() if not rows} == set(), "the world should have a row of each"
    for name, rows in without_leap(before).items():
        assert without_leap(after)[name] == rows, name
    revisions = {row["id"]: row["revision"] for row in before["scoring.tournament"]}
    assert all(row["revision"] >= revisions[row["id"]] + LEAP for row in after["scoring.tournament"])
    added = AuditEntry.objects.filter(action="restore_copy")
    assert sorted(added.values_list("tournament", flat=True)) == sorted(revisions)


def check_that_it_goes_on() -> None:
    """Keys do not collide with those that were restored, and accounts are theirs."""
    load(document(table(1, [1, 2, 3, 4]), slug="uj-kupa"))
    Person.objects.create(name="Új Játékos")
    Series.objects.get(slug="sorozat").cups.add(Tournament.objects.get(slug="uj-kupa"))
    User.objects.create_user("uj")
    rendezo, orzo = User.objects.get(username="rendezo"), User.objects.get(username="orzo")
    assert rendezo.check_password(PASSWORD)
    assert (orzo.has_perm("scoring.keep_safe"), rendezo.has_perm("scoring.keep_safe")) == (True, False)
    assert not User.objects.filter(username="idegen").exists()


@pytest.mark.django_db
def test_a_backup_holds_everything(bundle: Bundle) -> None:
    fill()
    before = everything()
    path = bundle()
    forget_everything()
    restored = restore(OPERATOR, path)
    assert (restored.cups, restored.accounts) == (3, 7)
    check(before)
    check_that_it_goes_on()


@pytest.mark.django_db
def test_an_sqlite_copy_is_restored_into_either_database(tmp_path: Path) -> None:
    fill()
    before = everything()
    copy = sqlite_of_now(tmp_path)
    forget_everything()
    restore(OPERATOR, copy)
    check(before)
    check_that_it_goes_on()


def sqlite_of_now(tmp_path: Path) -> Path:
    """What is in the test's database, whichever it is, as an SQLite database."""
    path = tmp_path / "kupa-20260418T133012Z.sqlite3"
    with opened(path) as alias:
        executor = MigrationExecutor(connections[alias])
        executor.migrate(executor.loader.graph.leaf_nodes())
        # The migrations' own rows, with keys of its own: they are called by their names.
        types = {each.pk: each for each in ContentType.objects.using("default")}
        for number, each in enumerate(types.values()):
            ContentType.objects.using(alias).create(pk=900 - number, app_label=each.app_label, model=each.model)
        for permission in Permission.objects.using("default"):
            its = types[permission.content_type_id]
            kind = ContentType.objects.using(alias).get(app_label=its.app_label, model=its.model)
            Permission.objects.using(alias).create(
                pk=5000 - permission.pk, codename=permission.codename, name=permission.name, content_type=kind
            )
        rows = everything()
        with transaction.atomic(using=alias):
            for model in kept_models():
                write_rows(model, rows[name_of(model)], alias)
    return path


@pytest.mark.django_db(transaction=True)
def test_the_commands(tmp_path: Path) -> None:
    fill()
    before = everything()
    out = StringIO()
    call_command("backup", output=str(tmp_path / "stick"), stdout=out)
    path = Path(out.getvalue().strip())
    assert path.parent == tmp_path / "stick" and path.name.startswith("kupa-backup-")
    assert path.stat().st_mode & 0o077 == 0
    forget_everything()
    out = StringIO()
    call_command("restore", str(path.parent), stdout=out)
    assert f"{path}: 3 cups and 7 accounts are restored." in out.getvalue()
    check(before)


@pytest.mark.django_db(transaction=True)
def test_a_backup_is_of_one_moment_while_others_write(tmp_path: Path) -> None:
    """What is committed after the snapshot was taken is not in it, not even in a model that is read later."""
    fill()
    before = everything()
    path = tmp_path / "b.zip"
    with snapshot() as alias, path.open("wb") as file:
        # Another connection, as another worker of the server has it.
        other = connections.create_connection("default")
        with other.cursor() as cursor:
            cursor.execute("UPDATE scoring_person SET town = 'Pécs'")
            cursor.execute("UPDATE scoring_tournament SET name = 'Más'")
        other.close()
        write_bundle(file, alias)
    assert set(Tournament.objects.values_list("name", flat=True)) == {"Más"}
    restore(OPERATOR, path, replace=True)
    check(before)


@pytest.mark.django_db(transaction=True)
def test_a_copy_of_the_live_database(tmp_path: Path) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("of an SQLite database")
    fill()
    before = everything()
    Session.objects.create(session_key="titok" * 6, session_data="x", expire_date=datetime.now().astimezone())
    copy_live(database_file(), tmp_path / "copy.sqlite3")
    assert b"titok" not in (tmp_path / "copy.sqlite3").read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["copy.sqlite3"]
    restore(OPERATOR, tmp_path / "copy.sqlite3", replace=True)
    check(before)


@pytest.mark.django_db(transaction=True)
def test_the_disk_of_a_machine_that_died(tmp_path: Path) -> None:
    """The database itself, with its write-ahead log: what is in the log only is restored as well."""
    if connection.vendor != "sqlite":
        pytest.skip("of an SQLite database")
    fill()
    before = everything()
    live = database_file()
    assert live.with_name(f"{live.name}-wal").stat().st_size > 0
    for ending in ("", "-wal"):
        shutil.copy(f"{live}{ending}", tmp_path / f"db.sqlite3{ending}")
    forget_everything()
    restore(OPERATOR, tmp_path / "db.sqlite3")
    check(before)


@pytest.mark.django_db
def test_nobody_stays_logged_in(bundle: Bundle, client: Client) -> None:
    """The key of the session would be that of another account now."""
    fill()
    path = bundle()
    client.force_login(User.objects.get(username="orzo"))
    assert client.get("/organise/_safe/").status_code == 200
    restore(OPERATOR, path, replace=True)
    assert Session.objects.count() == 0
    assert client.get("/organise/_safe/").status_code == 302


@pytest.mark.django_db
def test_cups_are_not_replaced_without_being_asked(bundle: Bundle) -> None:
    fill()
    path = bundle()
    forget_everything()
    Person.objects.create(name="Valaki")
    before = everything()
    with pytest.raises(Refusal) as refused:
        restore(OPERATOR, path)
    assert [problem.code for problem in refused.value.problems] == ["program-not-empty"]
    assert everything() == before
    restore(OPERATOR, path, replace=True)
    assert not Person.objects.filter(name="Valaki").exists()


@pytest.mark.django_db
def test_the_audit_trail_tells(bundle: Bundle) -> None:
    world = fill()
    AuditEntry.objects.update(at=datetime.fromisoformat("2026-04-18T13:30:12+00:00"))
    restore(OPERATOR, bundle(), replace=True)
    entry = AuditEntry.objects.filter(tournament=world.own.pk).first()
    assert entry is not None
    said = Teller.of(Tournament.objects.get(pk=world.own.pk)).tell(entry)
    assert said.startswith("mindent visszaállított egy másolatból; az utolsó bejegyzés benne: 2026. április 18. 15:30")


@pytest.mark.django_db(transaction=True)
def test_without_any_cup(tmp_path: Path) -> None:
    User.objects.create_user("egyedul")
    with (tmp_path / "b.zip").open("wb") as file:
        write_backup(file)
    restored = restore(OPERATOR, tmp_path / "b.zip")
    assert (restored.cups, restored.accounts, restored.last) == (0, 1, None)
