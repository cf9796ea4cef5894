"""The frame's commands: `translations` and `serve`."""

import os
import shutil
from io import StringIO
from pathlib import Path
from typing import Any

import polib
import pytest
import waitress
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db.migrations.executor import MigrationExecutor
from pytest_django.fixtures import Settings

from scoring import network
from scoring.management.commands import translations
from scoring.management.commands.serve import THREADS
from scoring.sentences import SENTENCES


def entry(msgid: str, msgstr: str = "", **more: Any) -> polib.POEntry:
    return polib.POEntry(msgid=msgid, msgstr=msgstr, **more)


def addresses(monkeypatch: pytest.MonkeyPatch, routed: list[str], named: list[str]) -> None:
    monkeypatch.setattr(network, "_routed", lambda: routed)
    monkeypatch.setattr(network, "_named", lambda: named)


# --- translations ----------------------------------------------------------------------------------------------------


def test_no_faults_in_a_whole_catalogue() -> None:
    used = [entry("Round"), entry("%(n)s deal", msgid_plural="%(n)s deals"), entry("Bid", msgctxt="auction")]
    catalogue = [
        entry("Round", "Forduló"),
        entry("%(n)s deal", msgid_plural="%(n)s deals", msgstr_plural={0: "%(n)s leosztás", 1: "%(n)s leosztás"}),
        entry("Bid", "Licit", msgctxt="auction"),
    ]
    assert translations.faults(catalogue, used) == []


@pytest.mark.parametrize(
    ("held", "fault"),
    [
        ([], 'not in the catalogue: "Table %(n)s"  (templates/base.html)'),
        ([entry("Table %(n)s")], 'not translated: "Table %(n)s"  (templates/base.html)'),
        ([entry("Table %(n)s", "%(n)s. asztal", flags=["fuzzy"])], 'fuzzy: "Table %(n)s"  (templates/base.html)'),
        (
            [entry("Table %(n)s", "%(m)s. asztal")],
            'a placeholder that the text does not have: "Table %(n)s"  (templates/base.html)',
        ),
    ],
)
def test_fault_in_a_translation(held: list[polib.POEntry], fault: str) -> None:
    used = [entry("Table %(n)s", occurrences=[("templates/base.html", "7")])]
    assert translations.faults(held, used) == [fault]


@pytest.mark.parametrize("obsolete", [False, True])
def test_translation_that_nothing_uses(obsolete: bool) -> None:
    held = [entry("Round", "Forduló"), entry("Old", "Régi", obsolete=obsolete)]
    assert translations.faults(held, [entry("Round")]) == ['no longer used: "Old"']


def test_compile_writes_what_is_missing_or_out_of_date(tmp_path: Path, settings: Settings) -> None:
    settings.LOCALE_PATHS = [tmp_path]
    po = tmp_path / "hu" / "LC_MESSAGES" / "django.po"
    po.parent.mkdir(parents=True)
    catalogue = polib.POFile()
    catalogue.extend([entry("Round", "Forduló"), entry("Seat", "Szék", flags=["fuzzy"])])
    catalogue.save(str(po))

    assert translations.compile_catalogues() == [po.with_suffix(".mo")]
    compiled = polib.mofile(str(po.with_suffix(".mo")))
    assert [(text.msgid, text.msgstr) for text in compiled] == [("Round", "Forduló")]
    assert translations.compile_catalogues() == []
    os.utime(po.with_suffix(".mo"), (0, 0))
    assert translations.compile_catalogues() == [po.with_suffix(".mo")]
    assert sorted(path.name for path in po.parent.iterdir()) == ["django.mo", "django.po"]


def test_check_without_gettext(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda program: None)
    monkeypatch.delenv("CI", raising=False)
    warning = StringIO()
    call_command("translations", check=True, stderr=warning)
    assert warning.getvalue() == "Translations not checked: GNU gettext is missing (apt-get install gettext).\n"
    monkeypatch.setenv("CI", "true")
    with pytest.raises(CommandError, match="GNU gettext is missing"):
        call_command("translations", check=True)


def test_check_reads_code_and_templates_and_leaves_the_catalogue_alone() -> None:
    if not shutil.which("xgettext"):
        pytest.skip("GNU gettext is missing")
    before = {path: path.read_bytes() for path in translations.catalogue_paths()}
    used = {text.msgid for text in translations.texts_used()}
    assert "Tarokk cups" in used  # scoring/apps.py
    assert used.issuperset(SENTENCES.values())  # marked with N_
    assert {path: path.read_bytes() for path in translations.catalogue_paths()} == before


# --- serve -----------------------------------------------------------------------------------------------------------


def test_addresses_that_phones_can_use(monkeypatch: pytest.MonkeyPatch) -> None:
    addresses(monkeypatch, ["193.6.1.2", "192.168.43.7"], ["127.0.1.1", "169.254.3.4", "192.168.43.7", "10.8.0.2"])
    assert network.lan_addresses() == ["192.168.43.7", "10.8.0.2", "193.6.1.2"]


def test_urls_to_type_on_a_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    addresses(monkeypatch, ["192.168.43.7"], [])
    assert network.urls("0.0.0.0", 8000) == ["http://192.168.43.7:8000/"]
    assert network.urls("0.0.0.0", 80) == ["http://192.168.43.7/"]
    assert network.urls("192.168.1.1", 8000) == ["http://192.168.1.1:8000/"]


def test_invitation_to_one_address() -> None:
    assert network.invitation("127.0.0.1", 8000) == ["Serving on http://127.0.0.1:8000/ (Ctrl-C stops)"]


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> list[dict[str, Any]]:
    """The calls of waitress, which does not serve here; static files are collected into a directory of the test's."""
    calls: list[dict[str, Any]] = []
    monkeypatch.setattr(waitress, "serve", lambda application, **options: calls.append(options))
    settings.STATIC_ROOT = tmp_path
    return calls


@pytest.mark.django_db
def test_serve_prints_where_it_serves(serve: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    addresses(monkeypatch, ["192.168.43.7"], [])
    monkeypatch.setenv("PORT", "8123")
    User.objects.create_user("rendezo")
    said = StringIO()
    call_command("serve", stdout=said)
    assert said.getvalue().splitlines() == [
        "Organisers log in at http://127.0.0.1:8123/login/",
        "On this machine: http://127.0.0.1:8123/",
        "On the network:  http://192.168.43.7:8123/",
        "Ctrl-C stops.",
    ]
    assert serve == [{"host": "0.0.0.0", "port": 8123, "server_name": "0.0.0.0", "threads": THREADS, "_quiet": True}]


@pytest.mark.django_db
def test_serve_says_when_no_phone_can_reach_it(serve: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    addresses(monkeypatch, [], ["127.0.1.1"])
    said = StringIO()
    call_command("serve", stdout=said)
    assert "No phone can reach this machine: join it to the hall's network." in said.getvalue()


@pytest.mark.django_db
def test_serve_on_a_port_that_is_taken(serve: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    def taken(application: object, **options: object) -> None:
        raise OSError(98, "Address already in use")

    monkeypatch.setattr(waitress, "serve", taken)
    with pytest.raises(CommandError, match="Cannot listen on port 8000: Address already in use"):
        call_command("serve", port=8000, stdout=StringIO())


@pytest.mark.django_db
def test_serve_wants_the_database_up_to_date(serve: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda self, targets: ["0002"])
    with pytest.raises(CommandError, match=r"python manage\.py migrate"):
        call_command("serve", stdout=StringIO())
    assert serve == []
