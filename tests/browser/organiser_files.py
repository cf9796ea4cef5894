"""The files of the typed cup, taken through the links of its pages, each held against what the rules say."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from openpyxl import load_workbook
from pypdf import PdfReader

import rules
from scoring import queries
from scoring.exports.standings import as_json
from scoring.numbers import written
from scoring.services import load_document
from tests.browser.organiser_cup import (
    CUP,
    FIRST_DEALER,
    FIVE,
    FOUR,
    NAMES,
    PAPER,
    PLAYERS,
    RULESET,
    SLUG,
    VENUE,
    Record,
    Standing,
)
from tests.browser.organiser_hand import Hand
from tests.scoring.cups import OPERATOR

#: By the page's tab: the links of its files, and the names that they are kept under.
LINKS = {
    "Állás": {
        "Nyomtatás (PDF)": f"{SLUG}-standings.pdf",
        "Táblázat (XLSX)": f"{SLUG}-standings.xlsx",
        "Táblázat (CSV)": f"{SLUG}-standings.csv",
        "A teljes kupa (PDF)": f"{SLUG}.pdf",
        "A teljes kupa (XLSX)": f"{SLUG}.xlsx",
        "A teljes kupa (JSON)": f"{SLUG}.json",
    },
    "1. forduló": {"Eredmények és asztali lapok (PDF)": f"{SLUG}-round-1.pdf"},
    "Fogási napló": {"Nyomtatás (PDF)": f"{SLUG}-captures.pdf"},
}
DATA = "Adatok (JSON)"
Expected = Mapping[int, Standing]


class Files(dict[str, bytes]):
    """Contents by file name."""

    def pages(self, name: str) -> list[str]:
        """The text of each page of a print, its white space evened out."""
        return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(self[name])).pages]

    def sheets(self, name: str) -> dict[str, list[tuple[Any, ...]]]:
        """The rows of each sheet of a workbook below its heads."""
        book = load_workbook(io.BytesIO(self[name]))
        return {sheet.title: list(sheet.iter_rows(min_row=2, values_only=True)) for sheet in book}


def take_files(hand: Hand, folder: Path) -> Files:
    """Takes every file; begins at the desk, ends at the public standings."""
    files = Files()
    hand.follow("Nyilvános oldal")
    for tab, links in LINKS.items():
        hand.follow(tab)
        for link, name in links.items():
            hand.to(hand.page.get_by_role("link", name=link, exact=True))
            with hand.page.expect_download() as taken:
                hand.key("Enter")
            assert taken.value.suggested_filename == name
            taken.value.save_as(folder / name)
            files[name] = (folder / name).read_bytes()
    hand.follow("Állás")
    with hand.page.expect_response(lambda answer: answer.url.endswith("/standings.json")) as answered:
        hand.follow(DATA)
    files["standings.json"] = answered.value.body()
    hand.page.go_back()
    return files


def check_data(files: Files, expected: Expected) -> None:
    """The standings as JSON and CSV."""
    data = json.loads(files["standings.json"])
    assert (data["slug"], data["name"], data["provisional"]) == (SLUG, CUP, False)
    assert data["standings"] == [standing_as_json(player, row) for player, row in expected.items()]

    text = files[f"{SLUG}-standings.csv"].decode("utf-8")
    assert text.startswith("\ufeffHelyezés;Rajtszám;Név;Klub;Versenypont;Asztali pont;")
    _head, *rows = csv.reader(io.StringIO(text), delimiter=";")
    assert rows == [[str(cell) for cell in cells_of(player, row)] for player, row in expected.items()]


def check_workbooks(files: Files, expected: Expected, records: list[Record]) -> None:
    """Real numbers in the sheets, and sums that are right."""
    standings = [tuple(cell if cell != "" else None for cell in cells_of(*row)) for row in expected.items()]
    assert files.sheets(f"{SLUG}-standings.xlsx") == {"Állás": standings}
    sheets = files.sheets(f"{SLUG}.xlsx")
    assert sheets["Állás"] == standings
    seats = [(number, seat, player) for number, at in ((1, FIVE), (2, FOUR)) for seat, player in enumerate(at, 1)]
    assert [row[:7] for row in sheets["1. forduló"]] == [
        (*where, player, NAMES[player], expected[player].table_points, expected[player].place, points)
        for *where, player in seats
        if (points := expected[player].tournament_points) is not None
    ]
    names, *deals, total, names_of_four, paper, total_of_four = sheets["1. forduló leosztásai"]
    assert names[10:15] == names[15:20] == tuple(NAMES[player] for player in FIVE)
    assert names_of_four[10:15] == names_of_four[15:20] == (*(NAMES[player] for player in FOUR), None)
    running = dict.fromkeys(FIVE, 0)
    for row, deal in zip(deals, rules.reckon_table(RULESET, FIVE, FIRST_DEALER, records), strict=True):
        points = {int(player): int(value) for player, value in deal.result.points.items()}
        running = {player: running[player] + points.get(player, 0) for player in FIVE}
        assert row[:3] == (1, deal.number, NAMES[int(deal.dealer)])
        if deal.counted:
            assert row[10:15] == tuple(points.get(player) for player in FIVE)
            assert row[15:20] == tuple(running.values())
        else:
            assert not any(row[10:20])
    assert total[10:15] == tuple(running.values()) == tuple(expected[player].table_points for player in FIVE)
    assert paper[10:15] == total_of_four[10:15] == (*PAPER.values(), None)
    assert sheets["Fogási napló"] == [
        (1, 1, 9, NAMES[1], NAMES[9], "csendben", None),
        (1, 1, 10, NAMES[2], NAMES[9], "bemondva", None),
    ]
    assert sheets["Polgármester"] == [(1, 1, NAMES[9])]
    assert sheets["Bikalista"] == [(1, 1, 2, NAMES[2], NAMES[9])]


def check_prints(files: Files, expected: Expected, records: list[Record]) -> None:
    """The same numbers on paper, each page with the cup's name, its own number, and how many there are."""
    (standings,) = files.pages(f"{SLUG}-standings.pdf")
    (captures,) = files.pages(f"{SLUG}-captures.pdf")
    round_pages, everything = files.pages(f"{SLUG}-round-1.pdf"), files.pages(f"{SLUG}.pdf")
    lines = []
    for player, row in expected.items():
        rank = f"{'=' if row.tied else ''}{row.rank}."
        points = written(row.table_points, signed=True)
        name = " ".join(filter(None, PLAYERS[player]))
        earned = written(row.tournament_points)
        lines.append(f"{rank} {player} {name} {earned} {points} {earned} {row.place}. {points}")
    for text in (standings, everything[0]):
        assert " ".join(lines) in text
        assert f"{CUP} 2026. december 5. · {VENUE}" in text
    deals = [deal for deal in rules.reckon_table(RULESET, FIVE, FIRST_DEALER, records) if deal.counted]
    running = dict.fromkeys(FIVE, 0)
    for pages in (round_pages, everything):
        assert all(f"{number} / {len(pages)}. oldal" in page for number, page in enumerate(pages, 1))
        text = " ".join(pages)
        running = dict.fromkeys(FIVE, 0)
        for deal in deals:
            numbers = []
            for player in FIVE:
                points_of_deal = deal.result.points.get(player)
                running[player] += int(points_of_deal or 0)
                numbers.append("–" if points_of_deal is None else written(points_of_deal, signed=True))
                numbers.append(written(running[player]))
            assert " ".join(numbers) in text, deal.number
        assert " ".join(["Össz.", *(written(value, signed=True) for value in running.values())]) in text
        for seat, player in enumerate(FOUR, 1):
            row = expected[player]
            points = written(row.table_points, signed=True)
            assert f"{seat} {player} {NAMES[player]} {points} {row.place}. {written(row.tournament_points)}" in text
    for text in (captures, everything[-1]):
        assert f"1 / 1 / 9 {NAMES[1]} {NAMES[9]} csendben 1 / 1 / 10 {NAMES[2]} {NAMES[9]} bemondva" in text
        assert f"1 / 1 / 2 {NAMES[2]} {NAMES[9]}" in text


def check_document(files: Files, expected: Expected, records: list[Record]) -> None:
    """The exchange document says what was typed, and comes to the same standings under another name."""
    document = json.loads(files[f"{SLUG}.json"])
    five, four = document["rounds"][0]["tables"]
    assert (five["seats"], five["first_dealer"], five["deals"]) == (FIVE, FIRST_DEALER, records)
    assert (four["seats"], four["deals"], four["totals"]) == (FOUR, [], {str(n): points for n, points in PAPER.items()})
    again = load_document(OPERATOR, {**document, "slug": "masodik-alkalom"})
    assert again.slug == "masodik-alkalom"
    assert as_json(queries.standings(again))["standings"] == [
        standing_as_json(player, row) for player, row in expected.items()
    ]


def standing_as_json(player: int, row: Standing) -> dict[str, Any]:
    """A row of standings.json."""
    table, at = (1, FIVE) if player in FIVE else (2, FOUR)
    points = {"tournament_points": rules.exact(row.tournament_points), "table_points": row.table_points}
    where = {"round": 1, "table": table, "seat": at.index(player) + 1, "place": row.place}
    own = {"rank": row.rank, "tied": row.tied, "number": player, "name": NAMES[player]}
    return {**own, **points, "rounds": [{**where, **points}]}


def cells_of(player: int, row: Standing) -> list[Any]:
    """A row of the standings as a spreadsheet has it."""
    name, club = PLAYERS[player]
    sums = [row.tournament_points, row.table_points]
    return [row.rank, player, name, club, *sums, row.tournament_points, row.place, row.table_points]
