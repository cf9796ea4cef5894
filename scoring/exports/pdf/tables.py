"""A table's sheet: every deal with its game and figures, the points of each seat and where they stood after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import NamedTuple

from django.utils.translation import gettext as _

import rules
from scoring.exports.pdf.fonts import given, printable
from scoring.exports.pdf.grid import Column, Grid, Look
from scoring.exports.pdf.lists import round_part
from scoring.exports.pdf.paper import LANDSCAPE, Heading, Part, page_break, room
from scoring.exports.words import DealWords, deal_words, progress, short_names, substitutes
from scoring.kassza import kassza_ledger
from scoring.numbers import Exact, written
from scoring.queries import DealRow, RoundBook, TableSheet, TableSummary
from scoring.templatetags.tarokk import ordinal

_SHEET = Look(size=7.4, leading=8.4, padding=1.1, gap=2.2)
_LEDGER = Look(size=8, leading=9.5, padding=1.8)
#: Of a seat: the deal's points, the running total; and where points can be thirds, "−1257,33".
_POINTS, _RUNNING = 28.0, 32.0
_POINTS_SHARED, _RUNNING_SHARED = 32.0, 37.0


def round_parts(book: RoundBook, marks: Mapping[int, str]) -> Iterator[Part]:
    """The results of a round, then the sheet of each table; `marks` are those of `rulings.marks_by_deal`."""
    yield round_part(book.sheet)
    for sheet, summary in zip(book.tables, book.sheet.tables, strict=True):
        # A table that was scored on paper has nothing to say that the results do not.
        if sheet.rows:
            yield page_break(LANDSCAPE)
            yield table_part(sheet, summary, marks)


def table_part(sheet: TableSheet, summary: TableSummary, marks: Mapping[int, str]) -> Part:
    """One table, deal by deal, on pages that lie across; `marks` are those of `rulings.marks_by_deal`."""
    where = _("Round %(round)s, table %(table)s") % {"round": sheet.round.number, "table": sheet.table.number}
    small = [progress(summary), _("closed") if sheet.round.is_closed else _("open: provisional")]
    small.append(_("first dealer: seat %(number)s") % {"number": sheet.table.first_dealer})
    small.append(_("for each player: points of the deal, running total"))
    small += [printable(text) for text in substitutes(sheet.seats)]
    names = {player: given(name) for player, name in short_names(sheet.seats).items()}
    grid = Grid(_columns(sheet), _SHEET)
    numbers = Numbers(cache(partial(written, signed=True)), cache(written))
    for row, told in deal_words(sheet, names, marks, signs=True):
        grid.add(_deal_cells(sheet, row, told, names, numbers))
    _add_sums(grid, sheet)
    return [Heading(where, " · ".join(small), level=1), grid, *_kassza(sheet, names)]


def _columns(sheet: TableSheet) -> list[Column]:
    columns = [
        Column(_("Deal"), 39, "RIGHT", bold=True),
        Column(_("Dealer"), 64, lines=2),
        Column(_("Bid, kontra"), 60),
        Column(_("Declarer, partner"), 76),
        Column(_("Card points"), 38, "CENTER"),
    ]
    shares = sheet.tournament.rules.has_shares
    points, running = (_POINTS_SHARED, _RUNNING_SHARED) if shares else (_POINTS, _RUNNING)
    seats = len(sheet.seats) * (points + running)
    figures = room(LANDSCAPE) - sum(column.width for column in columns) - seats
    columns.insert(4, Column(_("Figures"), figures))
    for seat in sheet.seats:
        # The number tells apart two whose names begin alike and are cut.
        head = f"{seat.number}. {given(seat.player.name)}"
        columns += [
            Column(head, points, "RIGHT", rule=True, span=2),
            Column("", running, "RIGHT", bold=True),
        ]
    return columns


class Numbers(NamedTuple):
    """How numbers are written, each put into words once for a table: the same few come again and again."""

    signed: Callable[[Exact], str]
    plain: Callable[[Exact], str]


def _deal_cells(
    sheet: TableSheet, row: DealRow, told: DealWords, names: Mapping[rules.Player, str], numbers: Numbers
) -> list[str]:
    partner = f"\n{'+ ' if row.record.partner is not None else ''}{told.partner}" if told.declarer else ""
    cells = [
        f"{row.number}." if row.counted else f"({row.number}.)",
        names[row.dealer.player.number],
        f"{told.bid}\n{told.kontra}" if told.kontra else told.bid,
        told.declarer + partner,
        "\n".join(filter(None, [printable("; ".join(told.figures)), printable(" ".join(told.sentences))])),
        "" if told.card_points is None else "{} : {}".format(*told.card_points),
    ]
    for seat in sheet.seats:
        if not row.counted:
            cells += ["", ""]
        else:
            points = row.points.get(seat.number)
            cells += ["–" if points is None else numbers.signed(points), numbers.plain(row.running[seat.number])]
    return cells


def _add_sums(grid: Grid, sheet: TableSheet) -> None:
    """What the table came to: paper points, totals, forints, places, tournament points; with the last deals above."""
    grid.keep_last(2)
    if sheet.paper_points is not None:
        _add_sum(grid, sheet, _("Paper"), {n: written(points, signed=True) for n, points in sheet.paper_points.items()})
    totals: Mapping[int, Exact] = sheet.totals
    _add_sum(grid, sheet, _("Total"), {n: written(points, signed=True) for n, points in totals.items()}, strong=True)
    money = sheet.tournament.rules.money
    if money:
        forints = {n: written(points * money, signed=True) for n, points in totals.items()}
        _add_sum(grid, sheet, _("Ft"), forints)
    played = {score.seat: score for score in sheet.scores if score.place is not None}
    _add_sum(grid, sheet, _("Place"), {n: ordinal(score.place or 0) for n, score in played.items()})
    points = {n: written(score.tournament_points) for n, score in played.items()}
    _add_sum(grid, sheet, _("Tournament points"), points, keep=False)


def _add_sum(
    grid: Grid, sheet: TableSheet, name: str, by_seat: Mapping[int, str], *, strong: bool = False, keep: bool = True
) -> None:
    cells = ["", "", "", "", name, ""]
    for seat in sheet.seats:
        cells += ["", by_seat.get(seat.number, "–")]
    grid.add(cells, keep=keep, strong=strong, bold=True)


def _kassza(sheet: TableSheet, names: Mapping[rules.Player, str]) -> Part:
    """The pagátkassza (Magas 15), in forints: the deals that moved it."""
    ledger = kassza_ledger(sheet.rows, names)
    if not ledger:
        return []
    grid = Grid(
        [
            Column(_("Deal"), 40, "RIGHT"),
            Column(_("What moved it"), 420),
            Column(_("Before"), 70, "RIGHT"),
            Column(_("Change"), 70, "RIGHT"),
            Column(_("After"), 70, "RIGHT", bold=True),
        ],
        _LEDGER,
    )
    for entry in ledger:
        moves = printable("; ".join(entry.moves))
        change = written(entry.change, signed=True)
        grid.add([f"{entry.number}.", moves, written(entry.before), change, written(entry.after)])
    text = _("In forints, beside the points. Only deals that moved it are listed.")
    return [Heading(_("Pagátkassza"), text, size=11), grid]
