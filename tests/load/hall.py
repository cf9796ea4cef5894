"""Tables that send and people who look, over HTTP, against any server; and whether all of it came out right."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import rules

Record = dict[str, Any]
#: Long enough for a server that is busy, short enough to be told of one that hangs.
PATIENCE = 60


@dataclass(frozen=True, slots=True)
class Place:
    """A table: its link's path ("/table/…/") and who sits there, in playing order."""

    path: str
    seats: list[int]


@dataclass
class Tally:
    """What a run came to: seconds and status of each call by its kind, and what was wrong."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    statuses: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, kind: str, seconds: float, status: int) -> None:
        """One call."""
        with self.lock:
            self.seconds.setdefault(kind, []).append(seconds)
            self.statuses[f"{kind} {status}"] += 1

    def fault(self, text: str) -> None:
        """Something that must not be."""
        with self.lock:
            self.faults.append(text)


class Caller:
    """One connection that is kept, as a phone keeps it; a call that finds it closed is made on a new one."""

    def __init__(self, address: str, tally: Tally) -> None:
        self.host, self.tally = urlsplit(address).netloc, tally
        self.connection = http.client.HTTPConnection(self.host, timeout=PATIENCE)

    def call(self, kind: str, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any, str]:
        """Status, JSON (None where there is none) and ETag; status 0 for no answer."""
        data = None if body is None else json.dumps(body)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        start = time.perf_counter()
        try:
            response, content = self._ask(method, path, data, sent)
        except OSError as error:
            self.connection.close()
            self.tally.fault(f"{kind}: no answer: {error!r}")
            return 0, None, ""
        self.tally.note(kind, time.perf_counter() - start, response.status)
        if response.status >= 500:
            self.tally.fault(f"{kind}: {response.status}: {content[:200]!r}")
        found = json.loads(content) if content and "json" in response.getheader("Content-Type", "") else None
        return response.status, found, response.getheader("ETag", "")

    def _ask(self, method: str, path: str, data: str | None, headers: dict[str, str]) -> Any:
        for fresh in (False, True):
            try:
                self.connection.request(method, path, data, headers)
                response = self.connection.getresponse()
                return response, response.read()
            except (http.client.HTTPException, ConnectionError) as error:
                # The server closes what was idle. A message may have been stored: it goes out under the same key.
                self.connection.close()
                if fresh:
                    raise OSError(repr(error)) from error
        raise AssertionError


def record(place: Place, number: int) -> Record:
    """The deal of that number: who is forehand declares with the third, and it is another one at each table."""
    forehand, second, third, _ = (int(player) for player in rules.rotation(place.seats, number))
    made: Record = {"number": number, "bid": "three", "declarer": forehand, "partner": third}
    made["card_points"] = 30 + (7 * number + 3 * place.seats[0]) % 40
    if number % 3 == 0:
        made["kontra"] = 1
    if number % 4 == 0:
        made["silent"] = [{"figure": "pagat-ultimo", "by": second}]
    return made


def expected(place: Place, deals: int) -> dict[str, int]:
    """The table's totals after so many of its deals, by the rules alone."""
    ruleset = rules.get_ruleset("kupa-2005")
    dealt = rules.reckon_table(ruleset, place.seats, 1, [record(place, number) for number in range(1, deals + 1)])
    return {str(player): int(points) for player, points in rules.table_points(dealt, place.seats).items()}


def play(address: str, slug: str, places: Sequence[Place], *, deals: int, pollers: int, pause: float) -> Tally:
    """All tables play so many deals while so many people look at the standings, each again after `pause` seconds."""
    tally, over = Tally(), threading.Event()
    standings = f"/t/{slug}/standings.json"
    with ThreadPoolExecutor(pollers + 2 * len(places)) as crowd:
        lookers = [crowd.submit(_look, address, standings, tally, over, pause, n / pollers) for n in range(pollers)]
        tables = [each for place in places for each in _sit_down(crowd, address, place, deals, tally)]
        for sender in tables:
            sender.result()
        over.set()
        for looker in lookers:
            looker.result()
    for place in places:
        _check_table(Caller(address, tally), place, deals, tally)
    _check_standings(Caller(address, tally), standings, places, deals, tally)
    return tally


def _look(address: str, path: str, tally: Tally, over: threading.Event, pause: float, phase: float) -> None:
    caller, etag = Caller(address, tally), ""
    over.wait(pause * phase)
    while not over.is_set():
        status, _, found = caller.call("look", "GET", path, **({"if_none_match": etag} if etag else {}))
        if status not in (200, 304):
            tally.fault(f"look: {status}")
        etag = found or etag
        over.wait(pause)


def _sit_down(crowd: ThreadPoolExecutor, address: str, place: Place, deals: int, tally: Tally) -> list[Any]:
    """Two phones of one table, which send each deal at the same moment under the same key."""
    together = threading.Barrier(2, timeout=10 * PATIENCE)
    answers: dict[tuple[int, int], Any] = {}

    def phone(which: int) -> None:
        caller = Caller(address, tally)
        for number in range(1, deals + 1):
            message = record(place, number) | {"entered_by": place.seats[0]}
            together.wait()
            answers[number, which] = caller.call(
                "enter", "POST", f"{place.path}deals", message, idempotency_key=f"deal-{number}"
            )
            together.wait()
            if which == 0:
                _compare(place, number, answers[number, 0], answers[number, 1], tally)
            _wrong_ones(caller, place, number, which, tally)

    def guarded(which: int) -> None:
        try:
            phone(which)
        except Exception as error:
            tally.fault(f"{place.path[:10]}…: {error!r}")
            together.abort()

    return [crowd.submit(guarded, which) for which in (0, 1)]


def _compare(place: Place, number: int, one: Any, other: Any, tally: Tally) -> None:
    if sorted([one[0], other[0]]) != [200, 201] or one[1] != other[1]:
        tally.fault(f"table of {place.seats[0]}, deal {number}: {one[:2]} and {other[:2]}")


def _wrong_ones(caller: Caller, place: Place, number: int, which: int, tally: Tally) -> None:
    """Between two deals, each phone sends what must be refused."""
    message = record(place, number) | {"entered_by": place.seats[0]}
    path, key = f"{place.path}deals", f"wrong-{number}-{which}"
    wrong: list[tuple[str, object, dict[str, str], int]]
    if which == 0:
        wrong = [
            (path, message, {"idempotency_key": key}, 409),
            (path, message | {"number": number + 1, "card_points": 95}, {"idempotency_key": key}, 422),
        ]
    else:
        wrong = [
            (path, message | {"card_points": 29}, {"idempotency_key": f"deal-{number}"}, 422),
            (path, message | {"number": number + 2}, {"idempotency_key": key}, 422),
            (path, message, {}, 400),
            (f"{place.path[:-4]}/deals", message, {"idempotency_key": key}, 404),
        ]
    for where, body, headers, status in wrong:
        found = caller.call("wrong", "POST", where, body, **headers)[0]
        # Who tries many links that are none is told to wait.
        if found != status and not (status == 404 and found == 429):
            tally.fault(f"table of {place.seats[0]}, deal {number}: {found} instead of {status}")


def _check_table(caller: Caller, place: Place, deals: int, tally: Tally) -> None:
    _, found, _ = caller.call("read", "GET", f"{place.path}deals")
    numbers = [deal["number"] for deal in found["deals"]]
    if numbers != list(range(1, deals + 1)) or {deal["revision"] for deal in found["deals"]} != {1}:
        tally.fault(f"table of {place.seats[0]} has the deals {numbers}")
    if found["totals"] != expected(place, deals):
        tally.fault(f"table of {place.seats[0]}: {found['totals']} instead of {expected(place, deals)}")


def _check_standings(caller: Caller, path: str, places: Sequence[Place], deals: int, tally: Tally) -> None:
    _, found, _ = caller.call("read", "GET", path)
    rows = {str(row["number"]): row["table_points"] for row in found["standings"]}
    right: dict[str, int] = {}
    for place in places:
        right |= expected(place, deals)
    wrong = {player: (rows.get(player), points) for player, points in right.items() if rows.get(player) != points}
    if wrong:
        tally.fault(f"standings: {wrong}")


def percentile(seconds: list[float], share: int) -> float:
    """So many in a hundred took at most that long, in milliseconds."""
    return 1000 * sorted(seconds)[min(len(seconds) * share // 100, len(seconds) - 1)]
