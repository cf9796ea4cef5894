"""What the files of a cup cost: for each player, beside bare tables of reportlab, and in memory."""

import gc
import multiprocessing
import resource
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from math import inf
from typing import Any

from django.db import connection
from reportlab.lib.pagesizes import A4
from reportlab.platypus import Flowable, PageBreak, SimpleDocTemplate, Table

from scoring import queries
from scoring.exports import document, pdf, xlsx
from scoring.exports import standings as standings_export
from scoring.exports.pdf.grid import Grid
from scoring.models import Tournament
from tests.bench.measure import Report, best

RUNS = 4
PRINTED = datetime(2026, 4, 18, 18, tzinfo=UTC)
#: Of the tables that the prints are compared with: those of a table sheet.
_COLUMNS = 14
#: Of the whole process that writes the file, in megabytes.
MOST_MEMORY = 300

Write = Callable[[BytesIO, Tournament], object]

EXPORTS: dict[str, Write] = {
    "standings.csv": lambda file, cup: file.write(standings_export.as_csv_file(queries.standings(cup), "hu")),
    "standings.xlsx": lambda file, cup: xlsx.write_standings(file, cup, "hu", PRINTED),
    "standings.pdf": lambda file, cup: pdf.write_standings(file, cup, "hu", PRINTED),
    "rounds/2.pdf": lambda file, cup: pdf.write_round(file, cup, 2, "hu", PRINTED),
    "captures.pdf": lambda file, cup: pdf.write_captures(file, cup, "hu", PRINTED),
    "tournament.json": lambda file, cup: file.write(document.as_text(cup).encode()),
    "tournament.xlsx": lambda file, cup: xlsx.write_tournament(file, cup, "hu", PRINTED),
    "tournament.pdf": lambda file, cup: pdf.write_tournament(file, cup, "hu", PRINTED),
}


def exports(small: str, large: str, report: Report) -> None:
    """Each export of a small cup and a large one (slugs): cost for a player, and memory."""
    cups = {slug: Tournament.objects.get(slug=slug) for slug in (small, large)}
    players = {slug: cup.players.count() for slug, cup in cups.items()}
    for name, write in EXPORTS.items():
        report.title(f"Export: {name}")
        # Memory first: the process that measures it is a copy of this one, with all that is in memory by then.
        memory = _peak(write, cups[large])
        work, wall = dict.fromkeys(cups, inf), dict.fromkeys(cups, inf)
        for _ in range(RUNS):
            # Turn by turn, so that a slow minute of the machine falls on both sizes.
            for slug, cup in cups.items():
                spent, passed = _cost(partial(_written, write, cup))
                work[slug], wall[slug] = min(work[slug], spent), min(wall[slug], passed)
        for slug in cups:
            text = (
                f"{players[slug]} players: {work[slug] * 1000:.0f} ms of work, {wall[slug] * 1000:.0f} ms on the clock"
            )
            report.fact(text)
        report.bound("work per player", (work[large] / players[large]) / (work[small] / players[small]), 1.2)
        report.bound(f"peak memory with {players[large]} players, MB", memory, MOST_MEMORY)
    for slug, cup in cups.items():
        _beside_bare_tables(cup, players[slug], report)


def _cost(run: Callable[[], object]) -> tuple[float, float]:
    """Seconds of this process's own work (a busy machine does not stretch them), and on the clock."""
    gc.collect()
    work, wall = time.process_time(), time.perf_counter()
    run()
    return time.process_time() - work, time.perf_counter() - wall


def _written(write: Write, cup: Tournament) -> bytes:
    file = BytesIO()
    write(file, cup)
    return file.getvalue()


def _peak(write: Write, cup: Tournament) -> float:
    """The most memory (MB) that a process of its own has had when it has written the file."""
    connection.close()
    context = multiprocessing.get_context("fork")
    answers: Any = context.SimpleQueue()

    def run() -> None:
        _written(write, cup)
        answers.put(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)

    process = context.Process(target=run)
    process.start()
    process.join()
    if process.exitcode:
        raise AssertionError("the export failed in a process of its own")
    return float(answers.get())


def _beside_bare_tables(cup: Tournament, players: int, report: Report) -> None:
    """The print of a cup, with reading and explaining every deal, beside as many pages and cells in reportlab's own
    tables: a short text in each, no style, in the font that costs least."""
    cells = _cells_by_page(cup)
    rows = [max(1, round(count / _COLUMNS)) for count in cells]

    def print_bare() -> None:
        story: list[Flowable] = []
        for number in rows:
            story += [Table([["+12"] * _COLUMNS for _ in range(number)]), PageBreak()]
        SimpleDocTemplate(BytesIO(), pagesize=A4, topMargin=0, bottomMargin=0).build(story)

    print_whole = partial(_written, EXPORTS["tournament.pdf"], cup)
    whole = bare = inf
    for _ in range(RUNS):
        whole = min(whole, best(1, print_whole))
        bare = min(bare, best(1, print_bare))
    report.title(f"Print of a cup of {players} players: {len(cells)} pages, {sum(cells)} cells")
    report.fact(f"whole cup {whole:.2f} s, bare tables {bare:.2f} s")
    report.bound("whole cup / bare tables", whole / bare, 2)


def _cells_by_page(cup: Tournament) -> list[int]:
    """How many cells each page of the print has."""
    found: Counter[int] = Counter()
    draw = Grid.draw

    def counting(grid: Grid) -> None:
        found[grid.canv.getPageNumber()] += (len(grid.rows) + 1) * len(grid.columns)
        draw(grid)

    Grid.draw = counting  # type: ignore[method-assign, assignment]
    try:
        _written(EXPORTS["tournament.pdf"], cup)
    finally:
        Grid.draw = draw  # type: ignore[method-assign]
    return list(found.values())
