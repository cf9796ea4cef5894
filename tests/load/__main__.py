"""`make load`: 24 tables send each deal twice at once, with wrong ones between, while 200 clients poll the standings.

A real server on the loopback, once with SQLite and once with PostgreSQL, each in a directory of its own that is thrown
away. PostgreSQL is the server of DATABASE_URL, or one that is started here where its programs are installed. Prints
calls, p50, p95 and errors side by side; exit 1 if anything was lost, doubled, or answered with a fault.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.load.hall import Place, Tally, percentile, play

ROOT = Path(__file__).resolve().parents[2]
TABLES = int(os.environ.get("LOAD_TABLES", "24"))
#: A few minutes; LOAD_DEALS=16 is a whole round.
DEALS = int(os.environ.get("LOAD_DEALS", "4"))
POLLERS = int(os.environ.get("LOAD_POLLERS", "200"))
PAUSE = float(os.environ.get("LOAD_PAUSE", "3"))
SLUG = "teli-terem"
KINDS = {"enter": "a deal is entered", "wrong": "a wrong message", "look": "the standings"}


def main() -> None:
    """Runs and prints; exit 1 if anything was wrong."""
    # Whoever ends this ends its servers, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    print(f"{TABLES} tables, {DEALS} deals each sent twice; {POLLERS} clients poll every {PAUSE:g} s", flush=True)
    found: dict[str, Tally] = {}
    with tempfile.TemporaryDirectory() as directory:
        found["SQLite"] = run(Path(directory, "sqlite"), {})
        with postgresql(Path(directory, "postgresql")) as url:
            if url:
                found["PostgreSQL"] = run(Path(directory, "second"), {"DATABASE_URL": url})
    print_side_by_side(found)
    sys.exit(1 if any(tally.faults for tally in found.values()) else 0)


def run(directory: Path, environment: dict[str, str]) -> Tally:
    """A hall with a server of its own that keeps its data in that directory."""
    directory.mkdir()
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment = kept | {"DATA_DIR": str(directory), "SECRET_KEY": secrets.token_hex(), "DEBUG": "off"} | environment
    cup = directory / "cup.json"
    cup.write_text(json.dumps(document()), encoding="utf-8")
    manage("migrate", "--verbosity", "0", environment=environment)
    manage("load_tournament", "--replace", str(cup), environment=environment)
    paths = [line.split()[-1] for line in manage("table_links", SLUG, environment=environment).splitlines()]
    places = [Place(path, seats(n)) for n, path in enumerate(paths)]
    with server(directory / "log", environment) as address:
        start = time.perf_counter()
        tally = play(address, SLUG, places, deals=DEALS, pollers=POLLERS, pause=PAUSE)
        database = environment.get("DATABASE_URL", "sqlite").split(":")[0]
        print(f"{database}: {time.perf_counter() - start:.0f} s", flush=True)
    log = (directory / "log").read_text(encoding="utf-8")
    if "database is locked" in log or "Traceback" in log or '"ERROR"' in log:
        tally.fault("the server's log: " + next(line for line in log.splitlines() if "ERROR" in line or "lock" in line))
    if any(path.strip("/").split("/")[-1] in log for path in paths):
        tally.fault("the server's log has a table's link")
    return tally


def seats(n: int) -> list[int]:
    """Who sits at the table of that index."""
    return [4 * n + 1, 4 * n + 2, 4 * n + 3, 4 * n + 4]


def document() -> dict[str, object]:
    """A cup whose only round is open, with nothing played yet."""
    tables = [{"number": n + 1, "seats": seats(n), "deals": []} for n in range(TABLES)]
    return {
        "format": "tarokk-kupa/1", "name": "Teli terem", "slug": SLUG, "date": "2026-04-18", "ruleset": "kupa-2005",
        "rounds_planned": 1, "rounds": [{"number": 1, "tables": tables}],
        "players": [{"number": n, "name": f"Játékos {n}"} for n in range(1, 4 * TABLES + 1)],
    }  # fmt: skip


def manage(*arguments: str, environment: dict[str, str]) -> str:
    """What a command prints."""
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


@contextmanager
def server(log: Path, environment: dict[str, str]) -> Iterator[str]:
    """The address of a server as `make serve` starts it, on the loopback only."""
    with started(log, environment) as (address, _process):
        yield address


@contextmanager
def started(log: Path, environment: dict[str, str]) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """As `server`, with its process, which leads a group of its own: all of it can be killed at one blow."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "--config", "python:tarokkkupa.gunicorn", "tarokkkupa.wsgi"]
    environment = environment | {"HOST": "127.0.0.1", "PORT": str(port)}
    with log.open("w", encoding="utf-8") as out:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=out, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(f"{address}/healthz", process)
        yield address, process
    finally:
        process.terminate()
        process.wait(30)


def wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    """Returns when the address answers; raises when the server ends, or takes a minute."""
    for _ in range(240):
        try:
            urllib.request.urlopen(address, timeout=5).read()
            return
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.25)
    raise RuntimeError("the server does not start")


def free_port() -> int:
    """A port of the loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def postgresql(directory: Path) -> Iterator[str]:
    """The URL of a PostgreSQL database; empty where there is none to be had."""
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        yield given
        return
    with own_postgresql(directory, "kupa") as urls:
        if not urls:
            print("PostgreSQL is not installed: only SQLite")
        yield next(iter(urls), "")


@contextmanager
def own_postgresql(directory: Path, *names: str) -> Iterator[list[str]]:
    """The URLs of databases of those names on a server of one's own; empty where PostgreSQL is not installed."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=lambda path: int(path.parts[-3]))
    if not programs or (os.geteuid() == 0 and shutil.which("runuser") is None):
        yield []
        return
    # It refuses to run as root.
    user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []

    def postgres(program: str, *arguments: str) -> None:
        command = [*user, str(programs[-1].parent / program), *arguments]
        subprocess.run(command, cwd="/", check=True, stdout=subprocess.DEVNULL)

    directory.mkdir()
    if user:
        directory.parent.chmod(0o755)
        shutil.chown(directory, "postgres")
    data, port = str(directory / "data"), free_port()
    postgres("initdb", f"--pgdata={data}", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C.UTF-8")
    # Written to the disk as on a real server: it is compared with SQLite that does.
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={directory}"
    log = f"--log={directory}/log"
    postgres("pg_ctl", "start", "--silent", "--wait", f"--pgdata={data}", log, f"--options={options}")
    try:
        for name in names:
            postgres("createdb", "--host=127.0.0.1", f"--port={port}", "--username=postgres", name)
        yield [f"postgres://postgres@127.0.0.1:{port}/{name}" for name in names]
    finally:
        postgres("pg_ctl", "stop", "--silent", "--mode=immediate", f"--pgdata={data}")


def print_side_by_side(found: dict[str, Tally]) -> None:
    """A line for each kind of call, a column for each database."""
    print(f"\n{'':20}" + "".join(f"{name:>36}" for name in found))
    print(f"{'':20}" + "".join(f"{'calls   p50 ms   p95 ms   worst ms':>36}" for _ in found))
    for kind, words in KINDS.items():
        cells = []
        for tally in found.values():
            seconds = tally.seconds.get(kind, [0.0])
            half, most, worst = (percentile(seconds, share) for share in (50, 95, 100))
            cells.append(f"{len(seconds):>7}{half:>9.0f}{most:>9.0f}{worst:>11.0f}")
        print(f"{words:20}" + "".join(f"{cell:>36}" for cell in cells))
    print(f"{'errors':20}" + "".join(f"{len(tally.faults):>36}" for tally in found.values()))
    for name, tally in found.items():
        print(f"\n{name}: " + ", ".join(f"{kind} {count}" for kind, count in sorted(tally.statuses.items())))
        for fault in tally.faults[:20]:
            print(f"  {fault}")


if __name__ == "__main__":
    main()
