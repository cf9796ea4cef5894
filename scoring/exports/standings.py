"""The standings as JSON, CSV and a plain table."""

from __future__ import annotations

import csv
import io
import unicodedata
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import override

import rules
from scoring.footnotes import all_footnotes, marked, sentences
from scoring.numbers import plain
from scoring.queries import RoundScore, StandingRow, Standings
from scoring.text import cell


def as_json(standings: Standings) -> dict[str, Any]:
    """JSON-able: numbers are exact, a fraction is a text such as "14/3"; notes are in the active language."""
    return {
        "slug": standings.tournament.slug,
        "name": standings.tournament.name,
        "provisional": standings.provisional,
        "standings": [_row_as_json(row) for row in standings.rows],
    }


def _row_as_json(row: StandingRow) -> dict[str, Any]:
    found = {
        "rank": row.rank,
        "tied": row.tied,
        "number": row.player.number,
        "name": row.player.name,
        "tournament_points": rules.exact(row.tournament_points),
        "table_points": rules.exact(row.table_points),
        "rounds": [
            {
                "round": score.round,
                "table": score.table,
                "seat": score.seat,
                "table_points": rules.exact(score.table_points),
                "place": score.place,
                "tournament_points": rules.exact(score.tournament_points),
            }
            for score in row.rounds
        ],
    }
    if row.penalties:
        found["notes"] = sentences(row)
    return found


def as_csv(standings: Standings, language: str) -> str:
    """For a spreadsheet of that language: Hungarian has semicolons between cells and commas in decimals.

    Points have at most two decimals. A round not played is empty. A name that begins like a formula is written with an
    apostrophe before it: a spreadsheet would reckon it. Where the jury did something to somebody's standing, there is a
    last column that tells it.
    """
    comma = language.startswith("hu")
    file = io.StringIO()
    writer = csv.writer(file, delimiter=";" if comma else ",", lineterminator="\r\n")
    with override(language):
        head = [_("Rank"), _("Number"), _("Name"), _("Club"), _("Tournament points"), _("Table points")]
        for number in standings.rounds:
            for what in (_("tournament points"), _("place"), _("table points")):
                head.append(_("Round %(number)s: %(what)s") % {"number": number, "what": what})
        notes = {row.player.number: cell("; ".join(sentences(row))) for row in standings.rows}
        if any(notes.values()):
            head.append(_("Remarks"))
    writer.writerow(head)
    for row in standings.rows:
        cells: list[object] = [row.rank, row.player.number, cell(row.player.name), cell(row.player.club)]
        cells += [plain(points, comma=comma) for points in (row.tournament_points, row.table_points)]
        for number in standings.rounds:
            cells += _round_cells(row.round(number), comma)
        if any(notes.values()):
            cells.append(notes[row.player.number])
        writer.writerow(cells)
    return file.getvalue()


def as_csv_file(standings: Standings, language: str) -> bytes:
    """`as_csv` as a file: the byte order mark tells a spreadsheet that the names are UTF-8."""
    return as_csv(standings, language).encode("utf-8-sig")


def _round_cells(score: RoundScore | None, comma: bool) -> list[object]:
    if score is None:
        return ["", "", ""]
    return [
        plain(score.tournament_points, comma=comma),
        "" if score.place is None else score.place,
        plain(score.table_points, comma=comma),
    ]


def as_table(standings: Standings, language: str) -> str:
    """For a terminal: rank, number, name, points, and the tournament points of each round."""
    comma = language.startswith("hu")
    with override(language):
        head = [_("Rank"), _("Number"), _("Name"), _("Tournament points"), _("Table points")]
        head += [_("Round %(number)s") % {"number": number} for number in standings.rounds]
        below = [_("Provisional: a round is open.")] if standings.provisional else []
        below += map(str, all_footnotes(standings.rows))
    lines = [head]
    for row in standings.rows:
        scores = [row.round(number) for number in standings.rounds]
        lines.append(
            [
                f"{row.rank}{'=' if row.tied else ''}",
                str(row.player.number),
                marked(row.player.name, row),
                plain(row.tournament_points, comma=comma),
                plain(row.table_points, comma=comma),
                *("" if score is None else plain(score.tournament_points, comma=comma) for score in scores),
            ]
        )
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    text = [_line(cells, widths) for cells in lines]
    return "\n".join([*text, *below]) + "\n"


def _line(cells: list[str], widths: list[int]) -> str:
    """Names to the left, numbers to the right."""
    padded = [
        text + " " * (width - _width(text)) if column == 2 else " " * (width - _width(text)) + text
        for column, (text, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  ".join(padded).rstrip()


def _width(text: str) -> int:
    """Columns of a terminal: a combining accent takes none, an emoji two."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )
