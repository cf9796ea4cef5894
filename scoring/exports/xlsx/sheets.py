"""What is on each sheet of a cup's workbook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from scoring.explain import kontra_word
from scoring.exports.words import DealWords, deal_words, full_names, progress, state_of, substitutes
from scoring.exports.xlsx.book import Book, Column, Sheet, Value
from scoring.footnotes import sentences
from scoring.hearing import offence_text, paragraph
from scoring.models import Case
from scoring.queries import CaptureLog, DealRow, RoundBook, RoundSheet, Standings, TableSheet
from scoring.rulings import outcome_of


def add_standings(book: Book, standings: Standings) -> None:
    """A row for each player; three columns for each round. The sheet's name says whether they are provisional."""
    columns = [
        Column(_("Rank"), 10),
        Column(_("Number"), 9),
        Column(_("Name"), 28, text=True),
        Column(_("Club"), 18, text=True),
        Column(_("Tournament points"), 13),
        Column(_("Table points"), 9),
    ]
    for number in standings.rounds:
        for what, width in ((_("tournament points"), 13), (_("place"), 10), (_("table points"), 10)):
            columns.append(Column(_("Round %(number)s: %(what)s") % {"number": number, "what": what}, width))
    noted = any(row.penalties for row in standings.rows)
    if noted:
        columns.append(Column(_("Remarks"), 52, text=True))
    sheet = book.sheet(state_of(standings), columns, across=len(standings.rounds) > 1)
    for row in standings.rows:
        values: list[Value] = [row.rank, row.player.number, row.player.name, row.player.club]
        values += [row.tournament_points, row.table_points]
        for number in standings.rounds:
            score = row.round(number)
            values += [None] * 3 if score is None else [score.tournament_points, score.place, score.table_points]
        if noted:
            values.append("; ".join(sentences(row)))
        sheet.add(values)
    sheet.filter()


def add_round(book: Book, round_sheet: RoundSheet) -> None:
    """A row for each seat of each table."""
    name = _("Round %(number)s") % {"number": round_sheet.round.number}
    if not round_sheet.round.is_closed:
        name += " (" + _("provisional") + ")"
    columns = [
        Column(_("Table"), 9),
        Column(_("Seat"), 8),
        Column(_("Number"), 9),
        Column(_("Player"), 30, text=True),
        Column(_("Table points"), 10),
        Column(_("Place"), 8),
        Column(_("Tournament points"), 13),
        Column(_("Deals"), 30, text=True),
    ]
    noted = any(substitutes(summary.seats) for summary in round_sheet.tables)
    if noted:
        columns.append(Column(_("Remarks"), 40, text=True))
    sheet = book.sheet(name, columns)
    for summary in round_sheet.tables:
        done = progress(summary)
        for seat in summary.seats:
            points = None if seat.place is None else seat.tournament_points
            who: list[Value] = [summary.table.number, seat.seat, seat.player.number, seat.player.name]
            remarks: list[Value] = ["".join(substitutes([seat]))] if noted else []
            sheet.add([*who, seat.table_points, seat.place, points, done, *remarks])
    sheet.filter()


def add_deals(book: Book, round_book: RoundBook, marks: Mapping[int, str]) -> None:
    """Every deal of a round: for each table the names of its seats, the deals, and the sums.

    `marks` are those of `rulings.marks_by_deal`.
    """
    columns = [
        Column(_("Table"), 8),
        Column(_("Deal"), 10),
        Column(_("Dealer"), 16, text=True),
        Column(_("Bid"), 9, text=True),
        Column(_("Declarer"), 16, text=True),
        Column(_("Partner"), 16, text=True),
        Column(_("Kontra"), 12, text=True),
        Column(_("Card points"), 9),
        Column(_("Opponents’ card points"), 10),
        Column(_("Figures"), 42, text=True),
    ]
    seats = range(1, max((len(table.seats) for table in round_book.tables), default=4) + 1)
    columns += [Column(_("Seat %(number)s") % {"number": seat}, 10) for seat in seats]
    columns += [Column(_("Seat %(number)s: running") % {"number": seat}, 10) for seat in seats]
    columns.append(Column(_("Remarks"), 26, text=True))
    sheet = book.sheet(_("Round %(number)s, deals") % {"number": round_book.sheet.round.number}, columns, across=True)
    for number, table in enumerate(round_book.tables):
        if number:
            sheet.page_break()
        _add_table(sheet, table, seats, marks)
    sheet.filter()


def _add_table(sheet: Sheet, table: TableSheet, seats: range, marks: Mapping[int, str]) -> None:
    names = full_names(table.seats)
    at_table: list[Value] = [*(seat.player.name for seat in table.seats), *[""] * (len(seats) - len(table.seats))]
    sheet.add_names([table.table.number, *[None] * 9, *at_table, *at_table, None])
    for row, told in deal_words(table, names, marks, signs=False):
        sheet.add(_deal_values(table, row, told, seats))
    if table.paper_points is not None:
        sheet.add(_sum_values(table, _("Paper"), dict(table.paper_points), seats))
    sheet.add(_sum_values(table, _("Total"), dict(table.totals), seats), bold=True)


def _deal_values(table: TableSheet, row: DealRow, told: DealWords, seats: range) -> list[Value]:
    ours, theirs = told.card_points or (None, None)
    values: list[Value] = [table.table.number, row.number, row.dealer.player.name, told.bid, told.declarer]
    values += [told.partner, told.kontra, ours, theirs, "; ".join(told.figures)]
    values += [row.points.get(seat) for seat in seats]
    values += [row.running.get(seat) if row.counted else None for seat in seats]
    return [*values, " ".join(told.sentences + told.remarks)]


def _sum_values(table: TableSheet, name: str, by_seat: dict[int, Value], seats: range) -> list[Value]:
    """Sums stand below the points of the deals, so that what is above them adds up to them."""
    values: list[Value] = [table.table.number, None, name, *[None] * 7]
    return [*values, *(by_seat.get(seat) for seat in seats), *[None] * len(seats), None]


def add_rulings(book: Book, cases: Sequence[Case]) -> None:
    """The cases before the jury: what they are about and what came of them."""
    columns = [
        Column(_("Case"), 8),
        Column(_("Round"), 10),
        Column(_("Table"), 8),
        Column(_("Deal"), 10),
        Column(_("Offender"), 28, text=True),
        Column(_("Paragraph"), 14, text=True),
        Column(_("Offence"), 42, text=True),
        Column(_("Outcome"), 40, text=True),
        Column(_("Points"), 9),
    ]
    sheet = book.sheet(_("Rulings of the jury"), columns, across=True)
    for case in cases:
        table, deal = case.table, case.deal
        where: list[Value] = [None if table is None else table.round.number, None if table is None else table.number]
        who = None if case.offender is None else case.offender.name
        about: list[Value] = [who, paragraph(case), offence_text(case), outcome_of(case)]
        sheet.add([case.number, *where, None if deal is None else deal.number, *about, case.amount])
    sheet.filter()


def add_captures(book: Book, log: CaptureLog) -> None:
    """The capture log (fogási napló), the polgármesters, the bika list and, where the rules keep one, the XXI list."""
    where = [Column(_("Round"), 10), Column(_("Table"), 10), Column(_("Deal"), 10)]
    columns = [
        *where,
        Column(_("Catcher"), 30, text=True),
        Column(_("Lost the XXI"), 30, text=True),
        Column(_("How"), 14, text=True),
        Column(_("Kontra"), 18, text=True),
    ]
    sheet = book.sheet(_("Capture log"), columns)
    for row in log.captures:
        who = [None if player is None else player.name for player in (row.catcher, row.victim)]
        how = _("announced") if row.announced else _("silent")
        sheet.add([row.round, row.table, row.deal, *who, how, kontra_word(log.tournament.rules, row.kontra)])
    sheet.filter()
    sheet = book.sheet(_("Polgármester"), [*where[:2], Column(_("Player"), 30, text=True)])
    for title in log.polgarmesters:
        sheet.add([title.round, title.table, title.player.name])
    sheet = book.sheet(
        _("Bika list"), [*where, Column(_("Declarer"), 30, text=True), Column(_("Partner"), 30, text=True)]
    )
    for bika in log.bikas:
        partner = _("alone") if bika.partner is None else bika.partner.name
        sheet.add([bika.round, bika.table, bika.deal, bika.declarer.name, partner])
    if log.xxi_list is not None:
        columns = [Column(_("Player"), 30, text=True), Column(_("Caught"), 12)]
        columns += [Column(_("Lost"), 12), Column(_("Points"), 12)]
        sheet = book.sheet(_("XXI list"), columns)
        for line in log.xxi_list:
            sheet.add([line.player.name, line.caught, line.lost, line.points])
