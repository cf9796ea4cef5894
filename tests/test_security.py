"""What every answer carries, what is refused before it does harm, and what is never told."""

from __future__ import annotations

import json
import logging
import os
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.conf import settings as django_settings
from django.contrib.auth.models import User
from django.test import Client
from pytest_django.fixtures import Settings

from scoring.models import Tournament
from scoring.views.accounts import set_password_path
from tarokkkupa.logs import JsonLines
from tests.scoring.cups import document, full_table, load

ROOT = Path(__file__).resolve().parent.parent

# As docs/deployment.md has them; a test below compares.
PRODUCTION = {
    "DATABASE_URL": "postgres://kupa:password@127.0.0.1:5432/kupa",
    "ALLOWED_HOSTS": "kupa.example.org",
    "BEHIND_HTTPS_PROXY": "on",
    "HSTS_SUBDOMAINS": "on",
    "HOST": "127.0.0.1",
}

POLICY = {
    "default-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
}


@pytest.fixture
def cup(db: None) -> Tournament:
    return load(document(full_table(1, [1, 2, 3, 4]), closed=True, slug="kupa"))


@pytest.fixture
def forgiving(client: Client) -> Client:
    """A client to whom a fault is a page, as to a browser."""
    client.raise_request_exception = False
    return client


# --- Headers ---------------------------------------------------------------------------------------------------------


def forced_fault(client: Client) -> Any:
    with mock.patch("scoring.queries.standings", side_effect=RuntimeError("made by the test")):
        return client.get("/t/kupa/")


def refused_form(client: Client) -> Any:
    strict = Client(enforce_csrf_checks=True)
    return strict.post("/login/", {"username": "a", "password": "b"})


def without_role(client: Client) -> Any:
    client.force_login(User.objects.create_user("vendeg"))
    return client.get("/organise/kupa/")


def not_modified(client: Client) -> Any:
    return client.get("/t/kupa/", headers={"if-none-match": client.get("/t/kupa/")["ETag"]})


def too_many_tries(client: Client) -> Any:
    for _ in range(5):
        response = client.post("/login/", {"username": "a", "password": "b"})
    return response


Ask = Callable[[Client], Any]

# Each kind of answer, how to get it, and its status.
ANSWERS: dict[str, tuple[Ask, int]] = {
    "page": (lambda client: client.get("/t/kupa/"), 200),
    "not modified": (not_modified, 304),
    "not found": (lambda client: client.get("/nothing/here/"), 404),
    "no such cup": (lambda client: client.get("/t/none/"), 404),
    "fault": (forced_fault, 500),
    "forbidden": (without_role, 403),
    "refused form": (refused_form, 403),
    "wrong method": (lambda client: client.delete("/t/kupa/"), 405),
    "redirect": (lambda client: client.get("/organise/"), 302),
    "slash": (lambda client: client.get("/t/kupa"), 301),
    "language": (lambda client: client.post("/language/", {"language": "en"}), 302),
    "json": (lambda client: client.get("/t/kupa/standings.json"), 200),
    "csv": (lambda client: client.get("/t/kupa/standings.csv"), 200),
    "pdf": (lambda client: client.get("/t/kupa/exports/standings.pdf"), 200),
    "xlsx": (lambda client: client.get("/t/kupa/exports/standings.xlsx"), 200),
    "static file": (lambda client: client.get("/static/scoring/tarokk.css"), 200),
    "no such static file": (lambda client: client.get("/static/none.css"), 404),
    "health": (lambda client: client.get("/healthz"), 200),
    "login": (lambda client: client.get("/login/"), 200),
    "too many tries": (too_many_tries, 429),
    "unreadable": (lambda client: client.get("/t/kupa/?q=%00"), 400),
    "too long": (lambda client: client.post("/login/", {"a": "x" * (1024 * 1024 + 1)}), 413),
    "host": (lambda client: client.get("/", headers={"host": "a b"}), 400),
    "admin": (lambda client: client.get("/admin/login/"), 200),
}


@pytest.fixture
def static_files(settings: Settings) -> None:
    """Static files without a collectstatic."""
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True


@pytest.mark.parametrize("kind", ANSWERS)
def test_every_kind_of_answer_carries_the_headers(
    kind: str, forgiving: Client, cup: Tournament, static_files: None
) -> None:
    ask, status = ANSWERS[kind]
    response = ask(forgiving)
    assert response.status_code == status
    assert set(response["Content-Security-Policy"].split("; ")) == POLICY
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Permissions-Policy"].startswith("camera=(), ")
    for name in ("Server", "X-Powered-By", "Access-Control-Allow-Origin", "Strict-Transport-Security"):
        assert name not in response
    for cookie in response.cookies.values():
        assert (cookie["samesite"], cookie["secure"]) == ("Lax", "")


@pytest.mark.parametrize("kind", ["page", "login", "not found", "fault", "forbidden", "refused form", "unreadable"])
def test_pages_have_nothing_inline(kind: str, forgiving: Client, cup: Tournament, static_files: None) -> None:
    html = ANSWERS[kind][0](forgiving).content.decode()
    assert not re.search(
        r"<style|\sstyle=|<script(?![^>]*\bsrc=)|\son[a-z]+=|javascript:|https?://(?!www\.w3\.org)", html
    )


@pytest.fixture
def behind_proxy(settings: Settings) -> None:
    """The settings that BEHIND_HTTPS_PROXY makes."""
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = settings.LANGUAGE_COOKIE_SECURE = True
    settings.SECURE_SSL_REDIRECT = settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    settings.SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    settings.SECURE_HSTS_SECONDS = 31536000


@pytest.mark.parametrize("kind", ["page", "not found", "fault", "json", "health", "login", "language", "static file"])
def test_behind_the_proxy_browsers_stay_with_https(
    kind: str, cup: Tournament, behind_proxy: None, static_files: None
) -> None:
    client = Client(headers={"x-forwarded-proto": "https"}, raise_request_exception=False)
    response = ANSWERS[kind][0](client)
    assert response["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
    assert all(cookie["secure"] for cookie in response.cookies.values())


def test_behind_the_proxy_plain_http_is_sent_on(db: None, behind_proxy: None) -> None:
    client = Client()
    assert client.get("/t/kupa/")["Location"] == "https://testserver/t/kupa/"
    assert client.get("/healthz").status_code == 200


# --- Settings --------------------------------------------------------------------------------------------------------


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments], cwd=ROOT, env=kept | environment, capture_output=True, text=True
    )


def test_deployment_check_finds_nothing(tmp_path: Path) -> None:
    result = run("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION, DATA_DIR=str(tmp_path))
    assert (result.returncode, result.stderr) == (0, "")
    assert "no issues" in result.stdout


def test_deployment_check_is_of_the_settings_that_are_documented() -> None:
    text = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")
    for name, value in PRODUCTION.items():
        assert f"\n    {name}={value}\n" in text


@pytest.mark.parametrize(
    "address",
    ["postgres://kupa:pa/ssw0rd@127.0.0.1/kupa", "mysql://kupa:ssw0rd@db/kupa", "nonsense://kupa:ssw0rd@db/kupa"],
)
def test_unreadable_database_address_is_not_quoted(tmp_path: Path, address: str) -> None:
    result = run("check", DATABASE_URL=address, DATA_DIR=str(tmp_path))
    assert result.returncode != 0
    assert "DATABASE_URL cannot be read" in result.stderr
    assert "ssw0rd" not in result.stderr + result.stdout
    assert "'pa'" not in result.stderr


def test_database_that_does_not_answer_is_told_without_its_password(tmp_path: Path) -> None:
    address = "postgres://kupa:titkos-jelszo@127.0.0.1:1/kupa"
    result = run("migrate", DATABASE_URL=address, DATA_DIR=str(tmp_path))
    assert result.returncode != 0
    assert "titkos-jelszo" not in result.stderr + result.stdout


# --- What is too long, or cannot be read -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_of", "status"),
    [
        (lambda client: client.get("/t/kupa/?q=a%00b"), 400),
        (lambda client: client.get("/t/ku%00pa/"), 400),
        (
            lambda client: client.get("/", headers={"cookie": r'kupa_session="\000\000\000\000\000\000\000\000\000"'}),
            400,
        ),
        (lambda client: client.post("/login/", {f"f{n}": "" for n in range(4001)}), 413),
        (lambda client: client.post("/language/", {f"f{n}": "" for n in range(4001)}), 413),
        (lambda client: client.post("/language/", b"x" * (4 * 1024 * 1024 + 1), content_type="text/plain"), 413),
        (lambda client: client.post("/language/", b"junk", content_type="multipart/form-data; boundary=b"), 302),
        (lambda client: client.post("/language/", b"junk", content_type="multipart/form-data"), 400),
        (lambda client: client.get("/", headers={"host": "kupa.test:8000"}), 200),
        (lambda client: client.get("/", headers={"host": "kupa.test/<script>"}), 400),
        (lambda client: client.get("/", headers={"host": ""}), 400),
        (lambda client: client.get("/", CONTENT_LENGTH="many"), 200),
    ],
)
def test_requests_that_no_page_could_use(request_of: Ask, status: int, forgiving: Client, cup: Tournament) -> None:
    assert request_of(forgiving).status_code == status


@pytest.mark.parametrize(
    ("kind", "hu", "en"),
    [
        ("unreadable", "Ezt a kérést nem lehet elolvasni", "This request cannot be read"),
        ("too long", "Ez túl hosszú", "This is too long"),
        ("refused form", "Ez az űrlap lejárt", "This form has expired"),
        ("forbidden", "Ez az oldal nem nyitható meg", "This page cannot be opened"),
        ("not found", "Nincs ilyen oldal", "No such page"),
        ("fault", "Hiba történt", "Something went wrong"),
    ],
)
def test_error_pages_speak_both_languages(kind: str, hu: str, en: str, forgiving: Client, cup: Tournament) -> None:
    html = ANSWERS[kind][0](forgiving).content.decode()
    assert hu in html
    assert en in html
    assert "<title>" in html
    assert html.startswith("<!doctype html>")


# --- Secrets ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def log() -> Iterator[StringIO]:
    """Everything that is logged, at every level, as the product writes it."""
    lines = StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(JsonLines())
    loggers = [logging.getLogger(name) for name in ("", "django", "django.request", "django.security", "axes")]
    levels = [each.level for each in loggers]
    loggers[0].addHandler(handler)
    for each in loggers:
        each.setLevel(logging.DEBUG)
    yield lines
    for each, level in zip(loggers, levels, strict=True):
        each.setLevel(level)
    loggers[0].removeHandler(handler)


def body_of(response: Any) -> bytes:
    return b"".join(response.streaming_content) if response.streaming else response.content


def test_no_page_and_no_log_shows_a_secret(
    forgiving: Client, cup: Tournament, log: StringIO, settings: Settings, static_files: None
) -> None:
    invited = User.objects.create_user("zsuri")
    link = set_password_path(invited)
    token = link.rstrip("/").rpartition("/")[2]
    organiser = User.objects.create_user("rendezo", password="kabo-temi-ruda")
    answers = [
        forgiving.get(link),
        forgiving.get(link.replace(token, "bad-token-12345")),
        forgiving.get(link + "more/"),
    ]
    forgiving.post("/login/", {"username": "rendezo", "password": "wrong-passw0rd"})
    forgiving.post("/login/", {"username": "typed-passw0rd", "password": "wrong-passw0rd"})
    answers.append(forgiving.post("/login/", {"username": "rendezo", "password": "kabo-temi-ruda"}))
    session = forgiving.cookies[settings.SESSION_COOKIE_NAME].value
    answers += [ask(forgiving) for kind, (ask, _) in ANSWERS.items() if kind != "forbidden"]
    answers += [forgiving.get("/table/q8Zt-x_1/deals"), forgiving.get(f"/nothing/?token={token}")]
    with mock.patch("scoring.http.Tournament.objects.filter", side_effect=RuntimeError("made by the test")):
        answers.append(forgiving.get("/t/kupa/"))

    organiser.refresh_from_db()
    secrets = [
        django_settings.SECRET_KEY,
        token,
        "q8Zt-x_1",
        session,
        "passw0rd",
        "kabo-temi-ruda",
        organiser.password,
        str(django_settings.DATABASES["default"].get("PASSWORD") or "no-password-here"),
    ]
    written = log.getvalue()
    assert "made by the test" in written  # The log is really looked at.
    assert all(json.loads(line) for line in written.splitlines())
    shown = b"\n".join(map(body_of, answers))
    for secret in secrets:
        assert secret not in written
        assert secret.encode() not in shown


def test_debug_is_off_and_faults_show_nothing(forgiving: Client, cup: Tournament) -> None:
    html = forced_fault(forgiving).content.decode()
    assert "made by the test" not in html
    assert "Traceback" not in html
    assert "RuntimeError" not in html


# --- The real servers ------------------------------------------------------------------------------------------------


def test_first_start_of_the_hall_server(tmp_path: Path) -> None:
    """From nothing, as on a laptop: it says how to log in, answers, and does not say which version it is."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {"DATA_DIR": str(tmp_path), "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "ascii:strict"}
    assert run("migrate", "--verbosity", "0", **environment).returncode == 0
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    server = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)],
        cwd=ROOT,
        env=kept | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    watch = threading.Timer(120, server.kill)  # Else a server that says less than that is waited for for ever.
    watch.start()
    try:
        assert server.stdout is not None
        said = [server.stdout.readline() for _ in range(7)]
        assert any(f"http://127.0.0.1:{port}/login/" in line for line in said), said
        assert any("rendezo" in line for line in said), said
        assert said[-1].startswith("Serving on"), said
        answer = answer_of(f"http://127.0.0.1:{port}/login/")
        assert answer.status == 200
        assert not re.search(r"\d", answer.headers.get("Server", ""))
    finally:
        watch.cancel()
        server.terminate()
        server.communicate(timeout=20)


def answer_of(address: str) -> Any:
    """The answer of a server that is just starting to listen."""
    for _ in range(100):
        try:
            return urllib.request.urlopen(address, timeout=20)
        except urllib.error.URLError:
            time.sleep(0.1)
    pytest.fail(f"{address} does not answer")
