"""The table of a series as a workbook."""

from __future__ import annotations

from datetime import datetime
from typing import IO

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from scoring.exports.words import series_note, series_title
from scoring.exports.xlsx.book import Book, Column, Value
from scoring.queries import SeriesTable


def write_series(file: IO[bytes], table: SeriesTable, language: str, printed: datetime) -> None:
    """A row for each player, two columns for each cup: what it brings, and if it is among the best. No SQL query."""
    with override(language):
        book = Book(table.series, printed)
        columns = [
            Column(_("Rank"), 10),
            Column(_("Name"), 28, text=True),
            Column(_("Club"), 18, text=True),
            Column(_("Cups"), 9),
            Column(_("Sum"), 11),
        ]
        for standings in table.cups:
            cup = standings.tournament
            head = f"{cup.name}, {date_format(cup.date, 'SHORT_DATE_FORMAT')}"
            columns += [Column(head, 15), Column(_("counts"), 9, text=True)]
        sheet = book.sheet(series_title(table), columns, across=len(table.cups) > 2)
        for line in table.lines:
            values: list[Value] = [line.rank, line.name, line.club, line.played, line.total]
            for score in line.scores:
                counts = _("yes") if score.counted else _("no")
                if not score.missed:
                    values += [score.value, counts]
                elif table.by_places:
                    values += [score.value, _("%(counts)s, did not play") % {"counts": counts}]
                else:
                    values += [None, None]
            sheet.add(values)
        sheet.filter()
        notes = book.sheet(_("How it is reckoned"), [Column(_("How it is reckoned"), 100, text=True)])
        for note in series_note(table):
            notes.add([note])
        book.save(file)
