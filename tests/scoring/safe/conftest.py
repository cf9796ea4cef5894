"""A program with a row of everything that a backup holds, and backups of it."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.db import DEFAULT_DB_ALIAS, transaction
from pytest_django.fixtures import Settings

from scoring.models import (
    AuditEntry,
    Ballot,
    Capture,
    Case,
    Confirmation,
    Decision,
    Notice,
    Penalty,
    Person,
    Player,
    Prize,
    Receipt,
    RoundClock,
    Ruling,
    Seat,
    Series,
    Signature,
    Tournament,
)
from scoring.safe.bundle import MANIFEST, write_bundle
from scoring.safe.restoring import delete_everything
from scoring.safe.rows import Record, kept_models, name_of, read_rows
from tests.scoring.cups import the_deal, the_round, the_table
from tests.scoring.url_table import World, make_world

AT = datetime(2026, 4, 18, 13, 30, 12, 123456, tzinfo=UTC)
Everything = dict[str, list[Record]]


def fill() -> World:
    """A world with at least a row of each model that is kept."""
    world = make_world()
    cup, keeper = world.own, User.objects.get(username="orzo")
    table, deal, player = the_table(cup), the_deal(cup, 2), Player.objects.get(tournament=cup, number=1)
    Receipt.objects.create(table=table, key="kulcs", digest="0" * 64, answer={"z": 1, "a": [Fraction(1, 2).numerator]})
    assert deal.current is not None
    Confirmation.objects.create(revision=deal.current, player=player, at=AT)
    Signature.objects.create(table=table, player=player, totals={"1": "14/3", "2": "-14/3"}, at=AT)
    RoundClock.objects.create(round=the_round(cup), length=5400, running_since=AT)
    Notice.objects.create(tournament=cup, text="Szünet 15 percig – „űrhajós” 🂡", at=AT)
    Capture.objects.create(deal=deal, catcher=player, announced=True, kontra=1)
    case = Case.objects.filter(tournament=cup).get()
    Ruling.objects.create(case=case, voting_round=1, user=keeper, juror="orzo", kind="warning", reason="x", at=AT)
    Ballot.objects.create(case=case, player=player, choice="renonsz", at=AT)
    Penalty.objects.create(
        tournament=cup, case=case, player=player, kind=Decision.TOURNAMENT_POINTS, amount=Fraction(5, 2)
    )
    player.person = Person.objects.create(name="Őry Tűnde", club="Eger", town="Eger")
    player.save()
    Seat.objects.filter(player=player).update(paper_points=Fraction(-7, 60))
    Prize.objects.create(tournament=cup, place=1, amount=10000)
    series = Series.objects.create(slug="sorozat", name="Sorozat")
    series.cups.add(cup, world.other)
    series.organisers.add(keeper)
    group = Group.objects.create(name="technikusok")
    group.permissions.add(Permission.objects.get(codename="view_user"))
    keeper.groups.add(group)
    LogEntry.objects.create(
        user=keeper, content_type=ContentType.objects.get_for_model(Tournament), object_id="1", action_flag=2
    )
    return world


def everything(using: str = DEFAULT_DB_ALIAS) -> Everything:
    """All rows of everything that is kept, as a backup has them."""
    return {name_of(model): list(read_rows(model, using)) for model in kept_models()}


def without_leap(rows: Everything) -> Everything:
    """Without what a restore itself adds: an entry in each audit trail, and the leap of the revisions."""
    found = {name: [dict(row) for row in records] for name, records in rows.items()}
    for name in ("scoring.tournament", "scoring.series"):
        for row in found[name]:
            del row["revision"]
    found["scoring.auditentry"] = [row for row in found["scoring.auditentry"] if row["action"] != "restore_copy"]
    return found


def forget_everything() -> None:
    """A program as after its first start elsewhere: no cups, and an account of its own."""
    with transaction.atomic():
        delete_everything()
    User.objects.create_superuser("idegen", password="x")
    assert not AuditEntry.objects.exists()


@pytest.fixture
def own_data(settings: Settings, tmp_path: Path) -> Path:
    """A directory of data of the test's own."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    settings.BACKUP_DIR = settings.DATA_DIR / "copies"
    settings.BACKUP_MINUTES = 5
    settings.BACKUP_KEEP = 3
    return Path(settings.DATA_DIR)


@pytest.fixture
def bundle(tmp_path: Path) -> Callable[[], Path]:
    """Writes a backup of what the database is now, from within the test's own transaction."""

    def write() -> Path:
        path = tmp_path / "kupa-backup-20260418T133012Z.zip"
        with path.open("wb") as file:
            write_bundle(file, DEFAULT_DB_ALIAS)
        return path

    return write


def altered(path: Path, change: Callable[[dict[str, bytes]], object], *, vouch: bool = False) -> Path:
    """A zip whose members were changed; with `vouch` its manifest says the checksums of what is in it now."""
    with zipfile.ZipFile(path) as old:
        members = {name: old.read(name) for name in old.namelist()}
    change(members)
    if vouch:
        manifest: dict[str, Any] = json.loads(members[MANIFEST])
        for name in manifest["parts"]:
            data = members[f"{name}.jsonl"]
            sums = {"rows": data.count(b"\n"), "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            manifest["parts"][name] = sums
        members[MANIFEST] = json.dumps(manifest).encode()
    target = path.with_name("altered.zip")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name, data in members.items():
            new.writestr(name, data)
    return target
