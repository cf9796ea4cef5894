"""The table of a series on paper."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import IO

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from scoring.exports.pdf.fonts import given
from scoring.exports.pdf.grid import Column, Grid, Look
from scoring.exports.pdf.paper import LANDSCAPE, PORTRAIT, Heading, Part, Text, build, room
from scoring.exports.words import series_note, series_title
from scoring.numbers import written
from scoring.queries import SeriesTable
from scoring.series import Score
from scoring.templatetags.tarokk import ordinal

_LIST = Look(size=9, leading=11, padding=2.6)
#: So many cups have room beside names and sums; more make the page lie, and more than that go into tables below.
_ACROSS_FROM, _MOST = 3, 8
#: The width of a cup's column, and of what stands to its left at least (points).
_CUP, _WIDEST, _LEFT = 58.0, 86.0, 370.0


def write_series(file: IO[bytes], table: SeriesTable, language: str, printed: datetime) -> None:
    """The table, with what it means below. No SQL query."""
    with override(language):
        title = series_title(table)
        page = LANDSCAPE if len(table.cups) >= _ACROSS_FROM else PORTRAIT
        part: Part = [Heading(title, given(series_note(table)[0]), level=0)]
        if table.lines:
            cups = range(len(table.cups))
            for first in range(0, len(cups), _MOST):
                if first:
                    part.append(Heading(_("Further cups"), "", size=11))
                part.append(_grid(table, cups[first : first + _MOST], page, sums=first == 0))
        else:
            part.append(Heading("", _("No cup of the series has results yet.")))
        part += [Text(given(note), size=8.5, above=2 if n else 10) for n, note in enumerate(series_note(table)[1:])]
        build(file, table.series, title, iter([part]), printed, page)


def _grid(table: SeriesTable, cups: Sequence[int], page: str, *, sums: bool) -> Grid:
    columns = [Column(_("Rank"), 46, "RIGHT", bold=True)]
    right = [Column(_("Sum"), 52, "RIGHT", bold=True), Column(_("Cups"), 40, "RIGHT")] if sums else []
    cup_width = min(max((room(page) - _LEFT) / len(cups), _CUP), _WIDEST)
    for n, at in enumerate(cups):
        cup = table.cups[at].tournament
        head = f"{given(cup.name)} {date_format(cup.date, 'SHORT_DATE_FORMAT')}"
        right.append(Column(head, cup_width, "RIGHT", rule=n == 0))
    left = room(page) - sum(column.width for column in columns + right)
    clubs = any(line.club for line in table.lines)
    columns.append(Column(_("Name"), left * 0.64 if clubs else left, lines=6))
    if clubs:
        columns.append(Column(_("Club"), left * 0.36, lines=4))
    grid = Grid([*columns, *right], _LIST)
    for line in table.lines:
        cells = [("=" if line.tied else "") + ordinal(line.rank), given(line.name)]
        if clubs:
            cells.append(given(line.club))
        if sums:
            cells += [written(line.total), str(line.played)]
        grid.add([*cells, *(_score(line.scores[at], table.by_places) for at in cups)])
    return grid


def _score(score: Score, by_places: bool) -> str:
    """What a cup brings; in brackets what is not among the best; an asterisk marks the place of one that was missed."""
    if score.missed and not by_places:
        return "–"
    text = written(score.value) + ("*" if score.missed else "")
    return text if score.counted else f"({text})"
