"""The frame: settings, health, headers, languages, logs, static files, the secret key."""

import json
import logging
import re
import runpy
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.conf import settings as django_settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import InterfaceError, OperationalError, connection
from django.test import Client
from pytest_django.fixtures import Settings

import tarokkkupa
from scoring.secretfile import kept_secret
from tarokkkupa.logs import JsonLines, redact

ROOT = Path(__file__).resolve().parent.parent
VARIABLES = [
    "ALLOWED_HOSTS",
    "BACKUP_DIR",
    "BACKUP_MINUTES",
    "BEHIND_HTTPS_PROXY",
    "DATABASE_URL",
    "DEBUG",
    "RELEASE",
    "SECRET_KEY",
]


@pytest.fixture
def settings_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """A function that returns the settings, by name, under the environment given to it and nothing else."""

    def read(**environment: str) -> dict[str, Any]:
        for name in VARIABLES:
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("DATA_DIR", str(tmp_path))
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(ROOT / "tarokkkupa" / "settings.py"))

    return read


# --- Health ----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_healthz_works(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok")
    assert "no-store" in response["Cache-Control"]


@pytest.mark.django_db
@pytest.mark.parametrize("fault", [OperationalError, InterfaceError])
def test_healthz_without_database(client: Client, fault: type[Exception]) -> None:
    with mock.patch.object(connection, "cursor", side_effect=fault("server closed the connection")):
        response = client.get("/healthz")
    assert (response.status_code, response.content) == (503, b"the database does not answer")


# --- Headers ---------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_every_answer_carries_the_security_headers(client: Client) -> None:
    response = client.get("/healthz")
    policy = set(response["Content-Security-Policy"].split("; "))
    assert policy == {
        "default-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    }
    assert response["X-Frame-Options"] == "DENY"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "Strict-Transport-Security" not in response


@pytest.mark.django_db
def test_hsts_only_over_https(client: Client, settings: Settings, settings_of: Any) -> None:
    behind_proxy = settings_of(BEHIND_HTTPS_PROXY="on", ALLOWED_HOSTS="kupa.example")
    for name in ("SECURE_PROXY_SSL_HEADER", "SECURE_HSTS_SECONDS"):
        setattr(settings, name, behind_proxy[name])
    plain = Client().get("/healthz")
    secure = Client().get("/healthz", headers={"x-forwarded-proto": "https"})
    assert "Strict-Transport-Security" not in plain
    assert secure["Strict-Transport-Security"] == "max-age=31536000"


# --- Settings --------------------------------------------------------------------------------------------------------


def test_settings_without_any_variable(settings_of: Any, tmp_path: Path) -> None:
    found = settings_of()
    assert found["DEBUG"] is False
    assert found["ALLOWED_HOSTS"] == ["*"]
    assert found["RELEASE"] == tarokkkupa.__version__
    assert found["DATABASE"]["NAME"] == str(tmp_path / "db.sqlite3")
    assert found["DATABASE"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert found["SECRET_KEY"] == (tmp_path / ".secret-key").read_text().strip()
    assert "SESSION_COOKIE_SECURE" not in found
    assert "SECURE_PROXY_SSL_HEADER" not in found


def test_settings_from_the_environment(settings_of: Any, tmp_path: Path) -> None:
    found = settings_of(
        DATABASE_URL="postgres://kupa:titok@db.example:5433/kupa",
        DEBUG="on",
        SECRET_KEY="given",
        ALLOWED_HOSTS="kupa.example,www.kupa.example",
        RELEASE="3f2a",
    )
    database = found["DATABASE"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert [database[key] for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT")] == [
        "kupa",
        "kupa",
        "titok",
        "db.example",
        5433,
    ]
    assert "transaction_mode" not in database["OPTIONS"]
    assert found["DEBUG"] is True
    assert found["SECRET_KEY"] == "given"
    assert found["ALLOWED_HOSTS"] == ["kupa.example", "www.kupa.example"]
    assert found["RELEASE"] == f"{tarokkkupa.__version__}+3f2a"
    assert not (tmp_path / ".secret-key").exists()


def test_settings_behind_a_proxy(settings_of: Any) -> None:
    found = settings_of(BEHIND_HTTPS_PROXY="on", ALLOWED_HOSTS="kupa.example")
    cookies = [found[f"{name}_COOKIE_SECURE"] for name in ("SESSION", "CSRF", "LANGUAGE")]
    assert cookies == [True, True, True]
    with pytest.raises(ImproperlyConfigured, match="ALLOWED_HOSTS"):
        settings_of(BEHIND_HTTPS_PROXY="on")


@pytest.mark.django_db
def test_sqlite_is_set_up_for_many_writers() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("SQLite only")
    with connection.cursor() as cursor:
        pragmas = ("journal_mode", "synchronous", "foreign_keys")
        values = [cursor.execute(f"PRAGMA {pragma}").fetchone()[0] for pragma in pragmas]
    assert values == ["wal", 2, 1]  # 2 is FULL


# --- The secret key --------------------------------------------------------------------------------------------------


def test_secret_is_kept_and_only_the_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "data" / ".secret-key"
    secret = kept_secret(path)
    assert len(secret) == 64
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert kept_secret(path) == secret
    assert kept_secret(tmp_path / "other") != secret


def test_workers_that_start_at_once_agree_on_the_secret(tmp_path: Path) -> None:
    path = tmp_path / ".secret-key"
    with ThreadPoolExecutor(16) as pool:
        secrets = set(pool.map(kept_secret, [path] * 64))
    assert secrets == {path.read_text().strip()}
    assert list(tmp_path.iterdir()) == [path]


def test_secret_that_cannot_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ImproperlyConfigured, match="Set SECRET_KEY"):
        kept_secret(tmp_path / "file" / ".secret-key")
    with pytest.raises(ImproperlyConfigured, match="is empty"):
        kept_secret(tmp_path / "file")


# --- Languages -------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("accepted", "cookie", "language"),
    [
        (None, None, "hu"),
        ("hu-HU,hu;q=0.9,en;q=0.8", None, "hu"),
        ("en-GB,en;q=0.9", None, "en"),
        ("de", None, "hu"),
        ("de-DE,de;q=0.9,en;q=0.8", None, "en"),
        ("de,fr;q=0.5,*;q=0.1", None, "hu"),
        ("en", "hu", "hu"),
        ("hu", "en", "en"),
        ("en", "de", "en"),
        ("hu", "<b>", "hu"),
    ],
)
def test_language_of_an_answer(client: Client, accepted: str | None, cookie: str | None, language: str) -> None:
    if cookie:
        client.cookies[django_settings.LANGUAGE_COOKIE_NAME] = cookie
    headers = {"accept-language": accepted} if accepted else {}
    assert client.get("/healthz", headers=headers)["Content-Language"] == language


# --- Static files ----------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_static_files_have_hashed_names_that_browsers_may_keep(
    settings: Settings, settings_of: Any, tmp_path: Path
) -> None:
    settings.STORAGES = settings_of()["STORAGES"]
    settings.STATIC_ROOT = tmp_path / "static"
    call_command("collectstatic", interactive=False, verbosity=0)
    url = staticfiles_storage.url("admin/css/base.css")
    assert re.fullmatch(r"/static/admin/css/base\.[0-9a-f]{12}\.css", url)
    response = Client().get(url, headers={"accept-encoding": "gzip"})
    assert response["Cache-Control"] == "max-age=315360000, public, immutable"
    assert response["Content-Encoding"] == "gzip"


# --- Logs ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "logged"),
    [
        ("Not Found: /table/q8Zt-x_1/deals", "Not Found: /table/…"),
        ('"GET /table/q8Zt HTTP/1.1" 200', '"GET /table/… HTTP/1.1" 200'),
        ("http://192.168.1.5:8000/table/q8Zt?by=3", "http://192.168.1.5:8000/table/…"),
        ("Not Found: /password/MQ/c5x-8f/", "Not Found: /password/…"),
        ("/organise/_password/", "/organise/_password/"),
        ("/t/kupa/rounds/1/tables/3/", "/t/kupa/rounds/1/tables/3/"),
        ("/table/", "/table/"),
    ],
)
def test_logs_have_no_secret_links(written: str, logged: str) -> None:
    assert redact(written) == logged


def test_a_log_line_is_json() -> None:
    try:
        raise ValueError("/table/q8Zt is closed")
    except ValueError as error:
        fault = (type(error), error, error.__traceback__)
    record = logging.LogRecord("django.request", logging.ERROR, "", 0, "Őry: %s", ("/table/q8Zt",), fault)
    entry = json.loads(JsonLines().format(record))
    assert entry["message"] == "Őry: /table/…"
    assert (entry["level"], entry["logger"]) == ("ERROR", "django.request")
    assert entry["traceback"].endswith("ValueError: /table/… is closed")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4}", entry["time"])


def test_the_server_logs_neither_referer_nor_query(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "8123")
    monkeypatch.setenv("HOST", "127.0.0.1")
    config = runpy.run_path(str(ROOT / "tarokkkupa" / "gunicorn.py"))
    assert config["bind"] == "127.0.0.1:8123"
    assert (config["workers"], config["threads"], config["worker_class"]) == (2, 8, "gthread")
    assert re.findall(r"%\((\w+)\)s", config["access_log_format"]) == ["h", "m", "U", "s", "B", "M"]
    assert set(config["logconfig_dict"]["formatters"]) == {"json"}
