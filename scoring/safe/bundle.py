"""The backup as a file: a zip with a part for each model, a JSON object a line, and a manifest to vouch for them."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model
from django.utils import timezone

from scoring.archives import BROKEN
from scoring.safe.rows import Record, kept_models, name_of, read_rows
from scoring.services.errors import Refusal, refusal

FORMAT = "tarokk-kupa-backup/1"
MANIFEST = "manifest.json"
#: Bounds, in bytes, of what is unpacked: of a manifest, of a line, of everything.
MOST_MANIFEST, MOST_LINE, MOST = 1_000_000, 64_000_000, 4_000_000_000
BLOCK = 1 << 16


@dataclass(frozen=True, slots=True)
class Part:
    """What the manifest says of one part: rows, bytes unpacked, SHA-256 of those."""

    rows: int
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What stands before everything else in a backup; `migrations` name the shape of its rows, by app."""

    release: str
    made_at: str
    migrations: dict[str, list[str]]
    parts: dict[str, Part]

    def as_json(self) -> dict[str, Any]:
        """As it stands in the file."""
        return {"format": FORMAT, **asdict(self)}


def migrations_here() -> dict[str, list[str]]:
    """The migrations of this release that shape the kept rows, by app."""
    apps = {model._meta.app_label for model in kept_models()}
    found = MigrationLoader(None).disk_migrations
    return {app: sorted(name for label, name in found if label == app) for app in sorted(apps)}


def write_bundle(file: IO[bytes], using: str) -> Manifest:
    """Writes everything in that database, which must stand still meanwhile, to a file; returns its manifest."""
    parts = {}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bundle:
        for model in kept_models():
            with bundle.open(_member(f"{name_of(model)}.jsonl"), "w", force_zip64=True) as part:
                parts[name_of(model)] = _write_part(part, model, using)
        made_at = timezone.now().isoformat()
        manifest = Manifest(settings.RELEASE, made_at, migrations_here(), parts)
        bundle.writestr(_member(MANIFEST), json.dumps(manifest.as_json(), indent=1))
    return manifest


def _member(name: str) -> zipfile.ZipInfo:
    now = timezone.localtime()
    info = zipfile.ZipInfo(name, (now.year, now.month, now.day, now.hour, now.minute, now.second))
    info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
    return info


def _write_part(part: IO[bytes], model: type[Model], using: str) -> Part:
    rows, size, digest = 0, 0, hashlib.sha256()
    for record in read_rows(model, using):
        line = json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"
        part.write(line)
        digest.update(line)
        rows, size = rows + 1, size + len(line)
    return Part(rows, size, digest.hexdigest())


class Bundle:
    """A backup that has been looked through: it is whole, and of this release's shape."""

    def __init__(self, archive: zipfile.ZipFile, manifest: Manifest) -> None:
        self._archive, self.manifest = archive, manifest

    def rows(self, model: type[Model]) -> Iterator[Record]:
        """The rows of a model, line by line; raises Refusal of a line that cannot be read."""
        name = f"{name_of(model)}.jsonl"
        with self._archive.open(name) as part:
            number = 0
            while line := part.readline(MOST_LINE + 1):
                number += 1
                yield _record(line, name, number)


@contextmanager
def opened_bundle(path: Path) -> Iterator[Bundle]:
    """A backup, after all of it was read once: sizes, checksums, what is in it. Raises Refusal of a bad one."""
    try:
        archive = zipfile.ZipFile(path)
    except BROKEN as error:
        # The list of parts stands at the end: a zip that was cut off has none.
        raise refusal("backup-damaged" if _begins_as_zip(path) else "backup-not-a-copy") from error
    with archive:
        try:
            manifest = _manifest(archive)
            _check_shape(manifest)
            _check_parts(archive, manifest)
        except BROKEN as error:
            raise refusal("backup-damaged") from error
        yield Bundle(archive, manifest)


def _begins_as_zip(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"PK\3\4"


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    names = [info.filename for info in archive.infolist()]
    if MANIFEST not in names or archive.getinfo(MANIFEST).file_size > MOST_MANIFEST:
        raise refusal("backup-not-a-copy")
    try:
        found = json.loads(archive.read(MANIFEST))
        if found["format"] != FORMAT:
            raise refusal(
                "backup-later" if str(found["format"]).startswith("tarokk-kupa-backup/") else "backup-not-a-copy"
            )
        parts = {
            str(name): Part(int(p["rows"]), int(p["size"]), str(p["sha256"])) for name, p in found["parts"].items()
        }
        migrations = {str(app): sorted(map(str, names)) for app, names in found["migrations"].items()}
        datetime.fromisoformat(found["made_at"])
        return Manifest(str(found["release"]), found["made_at"], migrations, parts)
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
        raise refusal("backup-not-a-copy") from error


def _check_shape(manifest: Manifest) -> None:
    ours = migrations_here()
    theirs = manifest.migrations
    if theirs == ours:
        return
    if all(set(names) <= set(ours.get(app, ())) for app, names in theirs.items()):
        raise refusal("backup-older", release=manifest.release[:50])
    raise refusal("backup-later")


def _check_parts(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    wanted = {f"{name_of(model)}.jsonl": name_of(model) for model in kept_models()}
    found = [info.filename for info in archive.infolist()]
    if sorted(found) != sorted([*wanted, MANIFEST]):
        strange = sorted(set(found) ^ {*wanted, MANIFEST}) or found
        raise refusal("backup-unknown-part", part=strange[0][:100])
    if manifest.parts.keys() != set(wanted.values()):
        raise refusal("backup-damaged-part", part=MANIFEST)
    # A zip that gives a part another size than its manifest is damaged, however large the one it gives.
    for member, name in wanted.items():
        if archive.getinfo(member).file_size != manifest.parts[name].size:
            raise refusal("backup-damaged-part", part=member)
    if sum(part.size for part in manifest.parts.values()) > MOST:
        raise refusal("backup-too-large", limit=MOST // 1_000_000)
    for member, name in wanted.items():
        if not _is_whole(archive, member, manifest.parts[name]):
            raise refusal("backup-damaged-part", part=member)


def _is_whole(archive: zipfile.ZipFile, member: str, said: Part) -> bool:
    """The zip's own checksum finds an accident, this one that a part is another one."""
    size, rows, digest = 0, 0, hashlib.sha256()
    try:
        with archive.open(member) as part:
            while block := part.read(BLOCK):
                size, rows = size + len(block), rows + block.count(b"\n")
                digest.update(block)
                if size > said.size:
                    return False
    except BROKEN:
        return False
    return (rows, size, digest.hexdigest()) == (said.rows, said.size, said.sha256)


def _record(line: bytes, part: str, number: int) -> Record:
    if len(line) <= MOST_LINE:
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if isinstance(found, dict):
            return found
    raise bad_line(part, number)


def bad_line(part: str, line: int) -> Refusal:
    """A line that cannot be a row."""
    return refusal("backup-bad-line", part=part, line=line)
