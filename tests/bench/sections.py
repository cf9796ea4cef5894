"""What `make bench` measures."""

import json
import subprocess
import sys
from functools import partial
from io import StringIO
from math import inf
from pathlib import Path

from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.bench import cups
from tests.bench.measure import Report, best, typical
from tests.bench.pages import PAGES, Site

SCORED = 30_000
SMALL, LARGE = 100, 400
RUNS = 3


def scoring(directory: Path, report: Report) -> None:
    """The `score` command beside json alone: for the four Hungarian rulesets mixed, then for the Czech game."""
    _scoring(directory, report, f"score: {SCORED:,} deals", cups.deals(SCORED))
    _scoring(directory, report, f"score: {SCORED:,} deals of taroky-xix", cups.deals(SCORED, rulesets=["taroky-xix"]))


def _scoring(directory: Path, report: Report, title: str, made: list[cups.Record]) -> None:
    """The `score` command beside json alone, which reads the same lines and writes the same results."""
    source, nothing, results = (directory / f"{name}.jsonl" for name in ("deals", "nothing", "results"))
    nothing.touch()
    with source.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(deal, ensure_ascii=False) + "\n" for deal in made)

    def score(path: Path) -> None:
        with path.open("rb") as deals, results.open("wb") as output:
            subprocess.run([sys.executable, "manage.py", "score"], stdin=deals, stdout=output, check=True)

    start_up = best(RUNS, lambda: score(nothing))
    whole = best(RUNS, lambda: score(source))
    rows = [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]
    if len(rows) != SCORED or not all("points" in row for row in rows):
        raise AssertionError("score did not give a result with points for each deal")

    def json_alone() -> None:
        with source.open(encoding="utf-8") as deals:
            for line in deals:
                json.loads(line)
        with results.open("w", encoding="utf-8") as output:
            for row in rows:
                output.write(json.dumps(row, ensure_ascii=False) + "\n")

    alone = best(RUNS, json_alone)
    report.title(title)
    report.fact(f"start-up {start_up:.2f} s, scoring {whole - start_up:.2f} s, json alone {alone:.2f} s")
    report.bound("scoring / json alone", (whole - start_up) / alone, 5)


def loading(directory: Path, report: Report) -> None:
    """Loading a cup and reckoning its standings: the cost for a player of a large cup beside one of a small."""
    load, standings = {SMALL: inf, LARGE: inf}, {SMALL: inf, LARGE: inf}
    report.title(f"A cup of {LARGE} players beside one of {SMALL}")
    # Turn by turn, so that a slow minute of the machine falls on both sizes. A loaded cup cannot be loaded again:
    # each run has cups of its own.
    for run in range(RUNS):
        for players in (SMALL, LARGE):
            slug = slug_of(players, run)
            file = _write(directory, players, slug)
            load[players] = min(load[players], best(1, partial(_load, file)))
            standings[players] = min(standings[players], best(RUNS, partial(_standings, slug)))
    for players in (SMALL, LARGE):
        report.fact(f"{players} players: load {load[players]:.2f} s, standings {standings[players] * 1000:.1f} ms")
    for what, seconds in (("load", load), ("standings", standings)):
        report.bound(f"{what}: cost per player", (seconds[LARGE] / LARGE) / (seconds[SMALL] / SMALL), 1.2)


def pages(report: Report) -> None:
    """The SQL queries of each page at both sizes, and what a 304 costs beside the full page."""
    site = Site()
    for name, pattern in PAGES.items():
        report.title(f"Page: {name}")
        queries = [_queries(site, pattern.format(slug=slug_of(players))) for players in (SMALL, LARGE)]
        report.bound(f"queries with {SMALL} players", queries[0], 12)
        report.bound(f"queries with {LARGE} players", queries[1], queries[0])
        path = pattern.format(slug=slug_of(LARGE))
        etag = site.get(path).headers.get("ETag")
        if not etag:
            report.fact("no ETag")
            continue
        if (status := site.get(path, if_none_match=etag).status) != 304:
            raise AssertionError(f"{path} with its ETag answers {status}")
        full = typical(10, partial(site.get, path))
        unchanged = typical(50, partial(site.get, path, if_none_match=etag))
        report.fact(f"full page {full * 1000:.1f} ms, 304 {unchanged * 1000:.2f} ms, ratio {unchanged / full:.3f}")
        # A page that is small in itself has nothing to save; the one that a whole hall polls has.
        if name == "standings":
            report.bound("304 / full page", unchanged / full, 0.1)


def slug_of(players: int, run: int = 0) -> str:
    """Return the slug of a cup that `loading` has loaded."""
    return f"cup-{players}-{run}"


def _write(directory: Path, players: int, slug: str) -> str:
    path = directory / f"{slug}.json"
    path.write_text(json.dumps(cups.cup(players, slug=slug), ensure_ascii=False), encoding="utf-8")
    return str(path)


def _load(file: str) -> None:
    call_command("load_tournament", file, stdout=StringIO())


def _standings(slug: str) -> None:
    call_command("standings", slug, format="json", stdout=StringIO())


def _queries(site: Site, path: str) -> int:
    if (status := site.get(path).status) != 200:
        raise AssertionError(f"{path} answers {status}")
    with CaptureQueriesContext(connection) as captured:
        site.get(path)
    return len(captured)
