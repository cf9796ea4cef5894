"""The clock of a round: started, halted, extended, taken away; what it says at a time, and what its page says."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from scoring.actors import Actor
from scoring.models import AuditEntry, RoundClock, Tournament
from scoring.queries import hall_of
from scoring.services import (
    Refusal,
    close_round,
    extend_clock,
    pause_clock,
    reopen_round,
    set_clock,
    start_clock,
    stop_clock,
)
from tests.scoring.cups import OPERATOR, document, full_table, load, the_round
from tests.scoring.organiser.conftest import organiser_of, sentence

pytestmark = pytest.mark.django_db

PAGE = "/organise/kupa/rounds/1/clock/"
#: Half past two in Budapest.
BEGIN = datetime(2026, 4, 18, 12, 30, tzinfo=UTC)


class Time:
    """The services' time, in our hands."""

    def __init__(self) -> None:
        self.now = BEGIN

    def pass_(self, **parts: float) -> None:
        """So much later."""
        self.now += timedelta(**parts)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    monkeypatch.setattr(timezone, "now", lambda: time.now)
    return time


def codes(write: Callable[[], object]) -> list[str]:
    """What it is refused for."""
    with pytest.raises(Refusal) as refused:
        write()
    return [problem.code for problem in refused.value.problems]


def the_clock(cup: Tournament) -> RoundClock:
    """The clock of the first round, as it is stored."""
    return RoundClock.objects.get(round__tournament=cup, round__number=1)


def left(cup: Tournament, time: Time) -> int:
    """How many seconds are left."""
    return the_clock(cup).left(time.now)


def test_it_runs_stands_and_runs_on(cup: Tournament, time: Time) -> None:
    first = the_round(cup)
    start_clock(OPERATOR, first, minutes=90, warning=10)
    assert the_clock(cup).ends_at == BEGIN + timedelta(minutes=90)
    time.pass_(minutes=20)
    assert left(cup, time) == 70 * 60

    pause_clock(OPERATOR, first)
    time.pass_(minutes=15)
    assert (left(cup, time), the_clock(cup).standing, the_clock(cup).ends_at) == (4200, 4200, None)

    start_clock(OPERATOR, first)
    time.pass_(minutes=71)
    assert left(cup, time) == -60
    assert the_clock(cup).ends_at == BEGIN + timedelta(minutes=105)


def test_it_can_be_set_before_it_is_started(cup: Tournament, time: Time) -> None:
    first = the_round(cup)
    set_clock(OPERATOR, first, 80, 5)
    time.pass_(hours=1)
    assert (left(cup, time), the_clock(cup).warning) == (80 * 60, 300)
    start_clock(OPERATOR, first)
    time.pass_(minutes=30)

    # Set again while it runs: what has passed has passed.
    set_clock(OPERATOR, first, 60)
    assert (left(cup, time), the_clock(cup).warning, the_clock(cup).is_running) == (30 * 60, 0, True)


def test_extending(cup: Tournament, time: Time) -> None:
    first = the_round(cup)
    start_clock(OPERATOR, first, minutes=60)
    time.pass_(minutes=50)
    extend_clock(OPERATOR, first, 5)
    assert left(cup, time) == 15 * 60

    # Time has been up for six minutes and a half: ten more from now on, in whole minutes.
    time.pass_(minutes=21, seconds=30)
    extend_clock(OPERATOR, first, 10)
    assert left(cup, time) == 10 * 60 + 30
    assert the_clock(cup).length % 60 == 0


def test_a_button_pressed_twice_extends_once(cup: Tournament, time: Time) -> None:
    first = the_round(cup)
    start_clock(OPERATOR, first, minutes=60)
    extend_clock(OPERATOR, first, 5, seen=3600)
    assert codes(lambda: extend_clock(OPERATOR, first, 5, seen=3600)) == ["clock-changed-meanwhile"]
    assert the_clock(cup).length == 65 * 60


def test_what_is_refused(cup: Tournament, time: Time) -> None:
    first = the_round(cup)
    for write in (start_clock, pause_clock, stop_clock):
        assert codes(partial(write, OPERATOR, first)) == ["clock-missing"]
    assert codes(lambda: extend_clock(OPERATOR, first, 5)) == ["clock-missing"]
    for minutes, warning in ((0, 0), (-1, 0), (1441, 0), (60, 60), (60, -1)):
        assert codes(partial(set_clock, OPERATOR, first, minutes, warning)) == ["number-out-of-range"]
        assert codes(partial(start_clock, OPERATOR, first, minutes, warning)) == ["number-out-of-range"]
    assert not RoundClock.objects.exists()

    start_clock(OPERATOR, first, minutes=60)
    assert codes(lambda: start_clock(OPERATOR, first, minutes=60)) == ["clock-there"]
    assert codes(lambda: start_clock(OPERATOR, first)) == ["clock-running"]
    for minutes in (0, -5, 1381):
        assert codes(partial(extend_clock, OPERATOR, first, minutes)) == ["number-out-of-range"]
    pause_clock(OPERATOR, first)
    assert codes(lambda: pause_clock(OPERATOR, first)) == ["clock-standing"]
    assert the_clock(cup).length == 3600


def test_only_an_organiser(cup: Tournament, other: Tournament) -> None:
    stranger = Actor.of_user(User.objects.get(username="másvalaki"))
    for write in (lambda: start_clock(stranger, the_round(cup), 60), lambda: stop_clock(stranger, the_round(cup))):
        with pytest.raises(PermissionDenied):
            write()


def test_a_closed_round_has_a_clock_that_stands_and_nobody_sees(cup: Tournament, time: Time) -> None:
    first = the_round(cup)
    start_clock(OPERATOR, first, minutes=60)
    time.pass_(minutes=40)
    close_round(OPERATOR, first, "elég volt")
    assert hall_of(cup).clocks == ()
    assert codes(lambda: start_clock(OPERATOR, first)) == ["round-closed"]

    time.pass_(hours=3)
    reopen_round(OPERATOR, first)
    assert [clock.standing for clock in hall_of(cup).clocks] == [20 * 60]


def test_every_step_is_in_the_audit_trail_and_makes_new_pages(desk: Client, cup: Tournament, time: Time) -> None:
    first, before = the_round(cup), cup.revision
    set_clock(OPERATOR, first, 90, 10)
    start_clock(OPERATOR, first)
    pause_clock(OPERATOR, first)
    extend_clock(OPERATOR, first, 5)
    stop_clock(OPERATOR, first)
    cup.refresh_from_db()
    assert cup.revision == before + 5
    actions = ["set_clock", "start_clock", "pause_clock", "extend_clock", "stop_clock"]
    assert list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))[-5:] == actions
    page = sentence(desk.get("/organise/kupa/audit/"))
    for text in (
        "az 1. forduló óráját 90 percre állította",
        "elindította az 1. forduló óráját (90 perc)",
        "megállította az 1. forduló óráját",
        "az 1. fordulót 5 perccel meghosszabbította",
        "levette az 1. forduló óráját",
    ):
        assert text in page


# --- Its page ---------------------------------------------------------------------------------------------------------


def test_the_page_starts_halts_extends_and_takes_away(desk: Client, cup: Tournament, time: Time) -> None:
    page = desk.get(PAGE)
    assert page.status_code == 200
    response = desk.post(PAGE, {"action": "start", "minutes": "75", "warning": "5"}, follow=True)
    assert response.redirect_chain == [(PAGE, 302)]
    assert "Az óra jár." in sentence(response)
    # In the hall's time zone: a quarter to four.
    assert '<time datetime="2026-04-18T15:45:00+02:00">15:45</time>' in response.text
    assert f'data-ends="{int(BEGIN.timestamp()) + 75 * 60}"' in response.text

    time.pass_(minutes=12, seconds=5)
    desk.post(PAGE, {"action": "extend-5", "seen": "4500"})
    desk.post(PAGE, {"action": "extend-5", "seen": "4500"})
    response = desk.post(PAGE, {"action": "pause"}, follow=True)
    assert "data-ends" not in response.text
    assert ">1:07:55<" in response.text

    response = desk.post(PAGE, {"action": "stop"}, follow=True)
    assert "data-clock" not in response.text
    assert not RoundClock.objects.exists()


def test_halted_at_once_it_is_not_told_as_never_started(desk: Client, cup: Tournament, time: Time) -> None:
    set_clock(OPERATOR, the_round(cup), 75)
    assert ">még nem indult<" in desk.get(PAGE).text
    desk.post(PAGE, {"action": "start"})
    time.pass_(microseconds=300_000)
    page = desk.post(PAGE, {"action": "pause"}, follow=True).text
    assert ">1:14:59<" in page
    assert ">áll az óra<" in page
    assert "Továbbindítás" in page


def test_what_was_pressed_twice_is_told(desk: Client, cup: Tournament) -> None:
    desk.post(PAGE, {"action": "start", "minutes": "75", "warning": "5"})
    response = desk.post(PAGE, {"action": "start", "minutes": "75", "warning": "5"})
    assert response.status_code == 302
    assert "Az 1. forduló órája már jár." in sentence(desk.get(PAGE))


def test_setting_it_on_its_page(desk: Client, cup: Tournament) -> None:
    desk.post(PAGE, {"action": "set", "minutes": "90", "warning": "10"})
    assert (the_clock(cup).length, the_clock(cup).warning, the_clock(cup).is_running) == (5400, 600, False)
    assert desk.get(PAGE).context["form"]["minutes"].value() == 90
    assert 'data-left="5400"' in desk.get(PAGE).text


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({}, "minutes"),
        ({"minutes": "", "warning": "5"}, "minutes"),
        ({"minutes": "0"}, "minutes"),
        ({"minutes": "9999"}, "minutes"),
        ({"minutes": "kilencven"}, "minutes"),
        ({"minutes": "60", "warning": "60"}, "warning"),
        ({"minutes": "60", "warning": "-1"}, "warning"),
    ],
)
@pytest.mark.parametrize("action", ["start", "set", "save", ""])
def test_bad_input_stands_at_its_field(
    desk: Client, cup: Tournament, action: str, sent: dict[str, str], field: str
) -> None:
    response = desk.post(PAGE, {"action": action} | sent)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert not RoundClock.objects.exists()


@pytest.mark.parametrize("action", ["extend-5", "extend-0", "extend-x", "extend-9999999999", "pause", "stop"])
def test_what_cannot_be_is_a_sentence(desk: Client, cup: Tournament, action: str) -> None:
    response = desk.post(PAGE, {"action": action, "seen": "x"}, follow=True)
    assert response.status_code in (200, 422)
    assert not RoundClock.objects.exists()


def test_a_closed_round_has_no_clock_page_to_press(desk: Client, cup: Tournament) -> None:
    close_round(OPERATOR, the_round(cup), "elég volt")
    page = desk.get(PAGE)
    assert page.status_code == 200
    assert 'name="minutes"' not in page.text
    assert page.context["closed"] in sentence(page)
    assert desk.post(PAGE, {"action": "start", "minutes": "60", "warning": "5"}).status_code == 422
    assert desk.get("/organise/kupa/rounds/7/clock/").status_code == 404


def test_the_limit_of_the_rules_is_offered(client: Client) -> None:
    cup = load(document(full_table(1, [1, 2, 3, 4], "itvb-2019"), ruleset="itvb-2019", slug="kupa"))
    client.force_login(organiser_of(cup))
    page = client.get(PAGE)
    assert [page.context["form"][name].value() for name in ("minutes", "warning")] == [90, 10]
    assert "A szabályok szerint ez a forduló legfeljebb 90 perces." in sentence(page)


def test_without_a_limit_the_last_clock_is_offered(desk: Client, cup: Tournament) -> None:
    assert desk.get(PAGE).context["form"]["minutes"].value() is None
    start_clock(OPERATOR, the_round(cup), minutes=100, warning=15)
    close_round(OPERATOR, the_round(cup), "elég volt")
    desk.post("/organise/kupa/rounds/add/")
    form = desk.get("/organise/kupa/rounds/2/clock/").context["form"]
    assert [form[name].value() for name in ("minutes", "warning")] == [100, 15]
