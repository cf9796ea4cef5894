"""The server is killed in round 3 while 24 tables send: nothing that was answered is lost, and another machine goes on.

Real servers, in processes of their own, on SQLite and on PostgreSQL: what is killed is all of it at one blow.
"""

from __future__ import annotations

import http.cookiejar
import json
import os
import re
import secrets
import signal
import subprocess
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from django.db import connection

from scoring.safe.folder import Folder
from tests.load.__main__ import manage, own_postgresql, started
from tests.load.hall import Caller, Place, Tally, expected, record

TABLES, DEALS = 24, 6
#: Between two deals of a table: the server is killed long before all are in.
PAUSE = 0.4
#: Some deals of each table and a copy that has some of them, then the blow; in seconds, the most it may take.
ENOUGH, PATIENCE = TABLES * 2, 120
SLUG, KASSZA, PASSWORD = "kupa", "kassza", "vavu-moda-huto-zuhu"
Document = dict[str, Any]


# --- The hall --------------------------------------------------------------------------------------------------------


def seats(n: int) -> list[int]:
    """Who sits at the table of that index, in each round."""
    return [4 * n + 1, 4 * n + 2, 4 * n + 3, 4 * n + 4]


def cup(**third: Any) -> Document:
    """Two rounds from paper, closed; the third as given, by table."""
    tables: list[Document] = [{"number": n + 1, "seats": seats(n), "deals": []} for n in range(TABLES)]
    paper = [
        table | {"totals": {str(player): points for player, points in zip(table["seats"], points, strict=True)}}
        for table in tables
        for points in [(9, -3, -2, -4)]
    ]
    rounds = [{"number": number, "closed": True, "tables": paper} for number in (1, 2)]
    rounds.append({"number": 3, "tables": [table | third for table in tables]})
    players = [{"number": n, "name": f"Játékos {n}"} for n in range(1, 4 * TABLES + 1)]
    return {
        "format": "tarokk-kupa/1", "name": "Kupa", "slug": SLUG, "date": "2026-04-18", "ruleset": "kupa-2005",
        "rounds_planned": 3, "players": players, "rounds": rounds,
    }  # fmt: skip


def kassza_cup() -> Document:
    """A magas table with 400 Ft in its kassza."""
    deal = {"number": 1, "bid": "three", "declarer": 1, "partner": 2, "card_points": 60}
    deal["announcements"] = [{"figure": "pagat-ultimo", "by": 1, "made": False}]
    return cup() | {
        "name": "Kassza", "slug": KASSZA, "ruleset": "magas-2018",
        "rounds": [{"number": 1, "tables": [{"number": 1, "seats": [1, 2, 3, 4], "deals": [deal]}]}],
    }  # fmt: skip


#: What runs on a machine before and after; one process for all of it, since each takes its time to begin.
SET_UP = """
import json
from django.core.management import call_command
from scoring.actors import Actor
from scoring.models import Tournament
from scoring.services import load_document, open_case
call_command("migrate", verbosity=0)
operator = Actor.operator("test")
for document in json.load(open("{file}", encoding="utf-8")):
    load_document(operator, document)
"""
A_CASE = """
call_command("first_organiser", verbosity=0)
open_case(operator, Tournament.objects.get(slug="kassza"), rule="16", sanction="jury", offender=1)
"""
RESTORE = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("restore", "{folder}")
"""
#: All links, the case, and the kassza with what moved it; and the paths of round 3.
KEPT = """
import json
from scoring.exports.document import as_text
from scoring.models import Case, DealRevision, Table, Tournament
kassza = Tournament.objects.get(slug="kassza")
print(json.dumps([
    [list(row) for row in Table.objects.order_by("pk").values_list("pk", "token", "code")],
    [list(row) for row in Case.objects.values_list("number", "rule", "state", "opened_by", "tournament__slug")],
    [each.record for each in DealRevision.objects.filter(deal__table__round__tournament=kassza)],
    as_text(kassza),
    [f"/table/{token}/" for token in Table.objects.filter(
        round__tournament__slug="kupa", round__number=3).order_by("number").values_list("token", flat=True)],
]))
"""
STANDINGS = """
from scoring.exports.standings import as_json
from scoring.queries import standings
print(json.dumps(as_json(standings(Tournament.objects.get(slug="kupa")))))
"""


@dataclass
class Machine:
    """A laptop: its directory of data, and what its programs are told."""

    directory: Path
    environment: dict[str, str]

    @classmethod
    def at(cls, directory: Path, url: str, **more: str) -> Machine:
        """A machine with a secret key of its own and an empty database, the one of `url` or SQLite."""
        directory.mkdir()
        kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "BACKUP_DIR")}
        own = {"DATA_DIR": str(directory), "SECRET_KEY": secrets.token_hex(), "DEBUG": "off", "BACKUP_MINUTES": "0"}
        return cls(directory, kept | own | more | ({"DATABASE_URL": url} if url else {}))

    def run(self, script: str) -> list[str]:
        """The lines that a script prints there."""
        return manage("shell", "--verbosity", "0", "--command", script, environment=self.environment).splitlines()

    def set_up(self, *documents: Document, then: str = "") -> list[str]:
        """Migrates, loads the cups, and does what else is asked for."""
        file = self.directory / "cups.json"
        file.write_text(json.dumps(documents), encoding="utf-8")
        return self.run(SET_UP.format(file=file) + then)

    @contextmanager
    def serving(self) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
        """Its server's address, and its process."""
        with started(self.directory / "log", self.environment) as (address, process):
            yield address, process
        log = (self.directory / "log").read_text(encoding="utf-8")
        assert "Traceback" not in log and '"ERROR"' not in log, log[-3000:]


def kill(process: subprocess.Popen[bytes]) -> None:
    """As when the plug is pulled: the server, its workers and what makes the copies, with no time for a word."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(30)


@dataclass
class Answered:
    """The deals that tables were told are stored: by table and number, when and with what."""

    deals: dict[tuple[int, int], tuple[float, Any]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)
    over: threading.Event = field(default_factory=threading.Event)


def send(address: str, n: int, place: Place, answered: Answered, first: int = 1) -> None:
    """A table sends its deals, one after the other, until the server is gone."""
    caller = Caller(address, Tally())
    for number in range(first, DEALS + 1):
        message = record(place, number) | {"entered_by": place.seats[0]}
        status, found, _ = caller.call("x", "POST", f"{place.path}deals", message, idempotency_key=f"deal-{number}")
        if status not in (200, 201):
            assert status == 0 or answered.over.is_set(), (status, found)
            return
        with answered.lock:
            answered.deals.setdefault((n, number), (time.time(), found))
        if answered.over.wait(PAUSE):
            return


def stored(address: str, place: Place) -> list[Any]:
    """The deals of a table as the server has them."""
    status, found, _ = Caller(address, Tally()).call("x", "GET", f"{place.path}deals")
    assert status == 200
    return list(found["deals"])


def killed_while_sending(machine: Machine, places: list[Place], copies: Folder) -> Answered:
    """Serves until the tables have sent enough and some of it is in a copy; kills it then, in the midst of it."""
    answered = Answered()
    with machine.serving() as (address, process), ThreadPoolExecutor(TABLES) as hall:
        tables = [hall.submit(send, address, n, place, answered) for n, place in enumerate(places)]
        until = time.monotonic() + PATIENCE
        while True:
            newest = copies.newest()
            begun = min((at for at, _ in answered.deals.values()), default=time.time())
            if len(answered.deals) >= ENOUGH and newest is not None and newest.at.timestamp() > begun + 1:
                break
            assert time.monotonic() < until, f"{len(answered.deals)} deals, {newest}"
            time.sleep(0.05)
        kill(process)
        answered.over.set()
        for table in tables:
            table.result()
    assert ENOUGH <= len(answered.deals) < TABLES * DEALS
    return answered


# --- The organiser ---------------------------------------------------------------------------------------------------


class Browser:
    """Somebody's browser, by hand: cookies, and the token in each form."""

    def __init__(self, address: str) -> None:
        self.address = address
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.opener = urllib.request.build_opener(jar)

    def get(self, path: str) -> str:
        return str(self.opener.open(self.address + path, timeout=60).read().decode())

    def post(self, path: str, **fields: str) -> str:
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.get(path))
        assert token is not None, path
        data = urllib.parse.urlencode(fields | {"csrfmiddlewaretoken": token[1]}).encode()
        return str(self.opener.open(self.address + path, data, timeout=60).read().decode())


def finish(address: str) -> list[Document]:
    """The organiser logs in with the old password and closes the round; the standings."""
    browser = Browser(address)
    browser.post("/login/", username="rendezo", password=PASSWORD)
    browser.post(f"/organise/{SLUG}/rounds/3/close/", reason="Lejárt az idő.")
    found = json.loads(browser.get(f"/t/{SLUG}/standings.json"))
    assert found["provisional"] is False
    return list(found["standings"])


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> list[Document]:
    """The standings of the same cup on a machine where nothing went wrong."""
    whole = cup()
    for n, table in enumerate(whole["rounds"][2]["tables"]):
        table["deals"] = [record(Place("", seats(n)), number) for number in range(1, DEALS + 1)]
    whole["rounds"][2]["closed"] = True
    machine = Machine.at(tmp_path_factory.mktemp("calm") / "data", "")
    return list(json.loads(machine.set_up(whole, then=STANDINGS)[-1])["standings"])


# --- The day ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def databases() -> Iterator[list[str]]:
    """The URLs of two empty databases of the kind that the tests run on; "" for SQLite."""
    if connection.vendor == "sqlite":
        yield ["", ""]
        return
    # Not in pytest's own: that is for its user alone, and its name too long for a socket's.
    with TemporaryDirectory() as directory, own_postgresql(Path(directory, "server"), "elso", "masodik") as urls:
        if not urls:
            pytest.skip("PostgreSQL is not installed")
        yield urls


def test_killed_in_round_3(databases: list[str], tmp_path: Path, right: list[Document]) -> None:
    stick = tmp_path / "stick"
    copying = {"BACKUP_MINUTES": "0.03", "BACKUP_DIR": str(stick), "BACKUP_KEEP": "5"}
    account = {"FIRST_ORGANISER": "rendezo", "FIRST_ORGANISER_PASSWORD": PASSWORD}
    first = Machine.at(tmp_path / "first", databases[0], **account, **copying)
    before = json.loads(first.set_up(cup(), kassza_cup(), then=A_CASE + KEPT)[-1])
    links, cases, records, _document, paths = before
    assert (len(links), cases) == (3 * TABLES + 1, [[1, "16", "open", "command test", KASSZA]])
    assert (records[0]["kassza_balance"], len(paths)) == (200, TABLES)
    places = [Place(path, seats(n)) for n, path in enumerate(paths)]

    answered = killed_while_sending(first, places, Folder(stick))
    check_started_again(first, places, answered)

    newest = Folder(stick).newest()
    assert newest is not None and newest.path.suffix == (".zip" if databases[0] else ".sqlite3")
    second = Machine.at(tmp_path / "second", databases[1])
    *told, after = second.run(RESTORE.format(folder=stick) + KEPT)
    assert any(newest.name in line for line in told)
    assert json.loads(after) == before
    check_finished_elsewhere(second, places, answered, newest.at, right)


def check_started_again(machine: Machine, places: list[Place], answered: Answered) -> None:
    """Without any restore: each deal that was answered is there, as it was answered, and nothing twice."""
    # This time nothing is copied: what is on the stick is what the next machine gets.
    machine.environment["BACKUP_MINUTES"] = "0"
    start = time.monotonic()
    with machine.serving() as (address, _process):
        assert time.monotonic() - start < PATIENCE
        for n, place in enumerate(places):
            deals = stored(address, place)
            numbers = [deal["number"] for deal in deals]
            told = [number for table, number in answered.deals if table == n]
            # One more may have been stored whose answer did not arrive any more.
            assert numbers in (told, [*told, len(told) + 1]), n
            for deal in deals[: len(told)]:
                assert as_told(deal) == as_told(answered.deals[n, deal["number"]][1])
        # The phone of such a table sends again, and it is stored once.
        last = max(number for table, number in answered.deals if table == 0)
        if last < DEALS:
            send(address, 0, places[0], Answered(), first=last + 1)
            assert [deal["number"] for deal in stored(address, places[0])] == list(range(1, DEALS + 1))


def as_told(deal: Document) -> Document:
    """A deal without what the table stood at when it was told."""
    return {key: value for key, value in deal.items() if key not in ("totals", "next_dealer")}


def check_finished_elsewhere(
    machine: Machine, places: list[Place], answered: Answered, at: datetime, right: list[Document]
) -> None:
    """Another machine, address and secret key: what was answered before the copy is there, and the cup is finished."""
    with machine.serving() as (address, _process), ThreadPoolExecutor(8) as hall:
        again, lost = [], 0
        for n, place in enumerate(places):
            numbers = [deal["number"] for deal in stored(address, place)]
            assert numbers == list(range(1, len(numbers) + 1))
            told = {number: when for (table, number), (when, _) in answered.deals.items() if table == n}
            assert {number for number, when in told.items() if when < at.timestamp()} <= set(numbers)
            lost += len(told.keys() - set(numbers))
            again.append(hall.submit(send, address, n, place, Answered(), first=len(numbers) + 1))
        for table in again:
            table.result()
        print(f"copy of {at.astimezone(UTC):%H:%M:%S}: {lost} of {len(answered.deals)} deals had to be entered anew")
        for place in places:
            assert [deal["number"] for deal in stored(address, place)] == list(range(1, DEALS + 1))
        standings = finish(address)
        assert standings == right
        rows = {str(row["number"]): row["rounds"][2]["table_points"] for row in standings}
        assert rows == {player: points for place in places for player, points in expected(place, DEALS).items()}
