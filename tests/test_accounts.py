"""Logging in and out, passwords, and what happens to who guesses them; the first organiser."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django.fixtures import Settings

from scoring.models import Membership, Tournament
from scoring.services.accounts import new_password
from scoring.views.accounts import set_password_path
from scoring.visitors import client_address
from tests.scoring.cups import document, load

PASSWORD = "kabo-temi-ruda"
HALL = "192.168.43.1"

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser() -> User:
    return User.objects.create_user("rendezo", password=PASSWORD)


def log_in(client: Client, name: str = "rendezo", password: str = PASSWORD, address: str = HALL, **more: str) -> int:
    data = {"username": name, "password": password} | more
    return client.post("/login/", data, REMOTE_ADDR=address).status_code


# --- Logging in and out ----------------------------------------------------------------------------------------------


def test_login_works(client: Client, organiser: User) -> None:
    page = client.get("/login/")
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    response = client.post("/login/", {"username": "rendezo", "password": PASSWORD})
    assert (response.status_code, response["Location"]) == (302, "/organise/")
    cookie = response.cookies["kupa_session"]
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"], cookie["max-age"]) == (True, "Lax", "", 18 * 3600)


@pytest.mark.parametrize(
    ("wanted", "location"),
    [
        ("/organise/kupa/", "/organise/kupa/"),
        ("https://example.org/", "/organise/"),
        ("//example.org/", "/organise/"),
        ("javascript:alert(1)", "/organise/"),
        ("", "/organise/"),
    ],
)
def test_login_goes_on_to_this_site_only(client: Client, organiser: User, wanted: str, location: str) -> None:
    data = {"username": "rendezo", "password": PASSWORD, "next": wanted}
    assert client.post("/login/", data)["Location"] == location


@pytest.mark.parametrize(
    ("language", "sentence"), [("hu", "Ez a név és ez a jelszó nem tartozik össze"), ("en", "do not go together")]
)
@pytest.mark.parametrize("name", ["rendezo", "nobody"])
def test_login_that_is_wrong_says_the_same_of_every_name(
    client: Client, organiser: User, name: str, language: str, sentence: str
) -> None:
    client.cookies["django_language"] = language
    response = client.post("/login/", {"username": name, "password": "wrong"})
    assert sentence in response.content.decode()


def test_closed_account_cannot_log_in(client: Client, organiser: User) -> None:
    User.objects.update(is_active=False)
    assert log_in(client) == 200
    assert client.get("/organise/").status_code == 302


def test_logout_takes_post_only(client: Client, organiser: User) -> None:
    client.force_login(organiser)
    assert client.get("/logout/").status_code == 405
    assert client.get("/organise/").status_code == 200
    assert client.post("/logout/")["Location"] == "/"
    assert client.get("/organise/")["Location"] == "/login/?next=/organise/"


# --- Passwords -------------------------------------------------------------------------------------------------------


def test_change_of_password(client: Client, organiser: User) -> None:
    elsewhere = Client()
    for each in (client, elsewhere):
        assert log_in(each) == 302
    new = {"old_password": PASSWORD, "new_password1": "ludas-matyi-visszater", "new_password2": "ludas-matyi-visszater"}
    assert client.post("/organise/_password/", new)["Location"] == "/organise/"
    assert client.get("/organise/").status_code == 200
    assert elsewhere.get("/organise/").status_code == 302
    assert log_in(Client(), password="ludas-matyi-visszater") == 302


@pytest.mark.parametrize(
    ("field", "data"),
    [
        ("old_password", {"old_password": "wrong"}),
        ("new_password2", {"new_password2": "something-else"}),
        ("new_password2", {"new_password1": "kupa", "new_password2": "kupa"}),
        ("new_password2", {"new_password1": "password1", "new_password2": "password1"}),
        ("new_password1", {"new_password1": ""}),
    ],
)
def test_change_of_password_that_is_refused(client: Client, organiser: User, field: str, data: dict[str, str]) -> None:
    client.force_login(organiser)
    whole = {"old_password": PASSWORD, "new_password1": "ludas-matyi", "new_password2": "ludas-matyi"} | data
    response = client.post("/organise/_password/", whole)
    assert list(response.context["form"].errors) == [field]
    assert User.objects.get().check_password(PASSWORD)


def test_password_page_needs_a_login(client: Client) -> None:
    assert client.get("/organise/_password/")["Location"] == "/login/?next=/organise/_password/"


def test_link_to_set_the_first_password_is_good_once(client: Client) -> None:
    invited = User.objects.create_user("zsuri")
    path = set_password_path(invited)
    moved = client.get(path)
    assert moved["Location"] == f"{path.rsplit('/', 2)[0]}/set-password/"
    page = client.get(moved["Location"])
    assert "zsuri" in page.content.decode()
    new = {"new_password1": PASSWORD, "new_password2": PASSWORD}
    assert client.post(moved["Location"], new)["Location"] == "/organise/"
    assert client.get("/organise/").status_code == 200
    assert "már nem érvényes" in Client().get(path).content.decode()
    assert log_in(Client(), "zsuri") == 302


@pytest.mark.parametrize("state", [{"is_active": False}, {"password": "!other"}])
def test_link_that_is_no_longer_good(client: Client, state: dict[str, object]) -> None:
    invited = User.objects.create_user("zsuri")
    path = set_password_path(invited)
    User.objects.update(**state)
    assert "már nem érvényes" in client.get(path).content.decode()


def test_link_is_not_for_who_has_a_password(client: Client, organiser: User) -> None:
    # Else whoever may invite to one cup could take over the accounts of all others.
    assert "már nem érvényes" in client.get(set_password_path(organiser)).content.decode()


def test_link_of_three_days_ago(client: Client, settings: Settings) -> None:
    path = set_password_path(User.objects.create_user("zsuri"))
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert "már nem érvényes" in client.get(path).content.decode()


# --- Guessing --------------------------------------------------------------------------------------------------------


def test_five_tries_then_wait(client: Client, organiser: User) -> None:
    assert [log_in(client, password="wrong") for _ in range(5)] == [200, 200, 200, 200, 429]
    assert log_in(client) == 429  # The right password does not help now …
    assert User.objects.get().last_login is None
    assert log_in(Client(), address="192.168.43.2") == 302  # … but from elsewhere, …
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=5, seconds=1))
    assert log_in(client) == 302  # … and later.


def test_tries_while_waiting_do_not_prolong_it(client: Client, organiser: User) -> None:
    for _ in range(5):
        log_in(client, password="wrong")
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=4))
    response = client.post("/login/", {"username": "rendezo", "password": "wrong"}, REMOTE_ADDR=HALL)
    assert response.status_code == 429
    assert 55 <= int(response["Retry-After"]) <= 61


@pytest.mark.parametrize(("name", "tries"), [("rendezo", 500), ("another-{}", 100)])
def test_a_guesser_keeps_nobody_else_of_the_hall_out(client: Client, organiser: User, name: str, tries: int) -> None:
    User.objects.create_user("elnok", password=PASSWORD)
    inside = Client()
    assert log_in(inside) == 302
    for number in range(tries):
        log_in(client, name.format(number), "wrong")
    assert log_in(Client(), "elnok") == 302
    assert inside.get("/organise/").status_code == 200


def test_success_forgets_the_tries_before(client: Client, organiser: User) -> None:
    for _ in range(3):
        assert [log_in(client, password="wrong") for _ in range(4)] == [200] * 4
        assert log_in(client) == 302


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("hu", r"Próbálja újra 5 perc múlva, ekkor: \d\d:\d\d\."), ("en", r"Try again in 5 minutes, at \d\d:\d\d\.")],
)
def test_page_of_who_has_to_wait(client: Client, organiser: User, language: str, sentence: str) -> None:
    client.cookies["django_language"] = language
    for _ in range(5):
        response = client.post("/login/", {"username": "rendezo", "password": "wrong"}, REMOTE_ADDR=HALL)
    assert response.status_code == 429
    assert 290 <= int(response["Retry-After"]) <= 301
    assert response["Cache-Control"] == "no-store"
    assert re.search(sentence, response.content.decode())


def test_nothing_typed_is_kept_of_a_wrong_login(client: Client, organiser: User) -> None:
    client.post("/login/?next=/secret-next/", {"username": "rendezo", "password": "wrong-password", "next": "/x/"})
    attempt = AccessAttempt.objects.get()
    kept = attempt.post_data + attempt.get_data
    assert "wrong-password" not in kept
    assert "next" not in re.sub(r"next=\*+", "", kept)


def test_login_page_without_an_address(client: Client, organiser: User) -> None:
    # As gunicorn says it behind a Unix socket.
    assert log_in(client, password="wrong", address="") == 200
    assert log_in(client, address="") == 302


@pytest.mark.parametrize(
    ("behind_proxy", "peer", "forwarded", "address"),
    [
        (False, "192.168.1.5", None, "192.168.1.5"),
        (False, "192.168.1.5", "10.9.9.9", "192.168.1.5"),
        (True, "127.0.0.1", "203.0.113.7", "203.0.113.7"),
        (True, "127.0.0.1", "10.9.9.9, 203.0.113.7", "203.0.113.7"),
        (True, "127.0.0.1", None, "127.0.0.1"),
        (True, "127.0.0.1", "nonsense", None),
        (False, "", None, None),
        (False, "2001:db8:1:2:3:4:5:6", None, "2001:db8:1:2::"),
        (False, "::ffff:192.168.1.5", None, "192.168.1.5"),
    ],
)
def test_whose_tries_are_counted_together(
    settings: Settings, behind_proxy: bool, peer: str, forwarded: str | None, address: str | None
) -> None:
    settings.BEHIND_HTTPS_PROXY = behind_proxy
    headers = {"x-forwarded-for": forwarded} if forwarded else {}
    request = RequestFactory().get("/login/", REMOTE_ADDR=peer, headers=headers)
    assert client_address(request) == address


# --- The first organiser ---------------------------------------------------------------------------------------------


def first_organiser(**options: object) -> str:
    said = StringIO()
    call_command("first_organiser", stdout=said, **options)
    return said.getvalue()


def test_first_start_makes_the_first_organiser(client: Client) -> None:
    said = first_organiser(port=8123)
    assert "http://127.0.0.1:8123/login/" in said
    password = re.search(r"password: (\S+)", said)
    assert password is not None
    assert log_in(client, password=password[1]) == 302
    user = User.objects.get()
    assert (user.is_staff, user.is_superuser) == (False, False)


def test_later_starts_only_say_where(client: Client, organiser: User) -> None:
    assert first_organiser(port=80) == "Organisers log in at http://127.0.0.1/login/\n"
    assert User.objects.get().check_password(PASSWORD)


def test_first_organiser_as_told(monkeypatch: pytest.MonkeyPatch, client: Client, settings: Settings) -> None:
    settings.BEHIND_HTTPS_PROXY, settings.ALLOWED_HOSTS = True, ["kupa.example.org"]
    monkeypatch.setenv("FIRST_ORGANISER_PASSWORD", PASSWORD)
    said = first_organiser(name="Elnök")
    assert PASSWORD not in said
    assert "https://kupa.example.org/login/" in said
    assert User.objects.get().check_password(PASSWORD)


@pytest.mark.parametrize(("name", "password"), [("two words", PASSWORD), ("rendezo", "short"), ("", PASSWORD)])
def test_first_organiser_that_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, password: str) -> None:
    monkeypatch.setenv("FIRST_ORGANISER_PASSWORD", password)
    with pytest.raises(CommandError):
        first_organiser(name=name)
    assert not User.objects.exists()


def test_cups_loaded_by_a_command_are_the_only_organisers() -> None:
    load(document(slug="egy"))
    first_organiser()
    load(document(slug="ketto"))
    load(document(slug="harom"))
    Tournament.objects.filter(slug="harom").update(state=Tournament.State.FINAL)
    first_organiser()
    assert set(Membership.objects.values_list("tournament__slug", "user__username", "role")) == {
        ("egy", "rendezo", "organiser"),
        ("ketto", "rendezo", "organiser"),
    }
    User.objects.create_user("elnok")
    load(document(slug="negy"))
    first_organiser()
    assert Membership.objects.count() == 2


def test_passwords_are_long_and_never_the_same() -> None:
    made = {new_password() for _ in range(200)}
    assert len(made) == 200
    assert all(re.fullmatch(r"([a-z]{4}-){4}[a-z]{4}", password) for password in made)
