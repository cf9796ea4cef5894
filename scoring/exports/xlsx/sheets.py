"""What is on each sheet of a cup's workbook."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.explain import kontra_word
from scoring.exports.words import DealWords, deal_words, full_names, progress, state_of
from scoring.exports.xlsx.book import Book, Column, Sheet, Value
from scoring.queries import CaptureLog, DealRow, RoundBook, RoundSheet, Standings, TableSheet

#: The most seats that a table has.
_SEATS = 5


def add_standings(book: Book, standings: Standings) -> None:
    """A row for each player; three columns for each round. The sheet's name says whether they are provisional."""
    columns = [
        Column(_("Rank"), 9),
        Column(_("Number"), 8),
        Column(_("Name"), 30),
        Column(_("Club"), 20),
        Column(_("Tournament points"), 13),
        Column(_("Table points"), 10),
    ]
    for number in standings.rounds:
        for what in (_("tournament points"), _("place"), _("table points")):
            columns.append(Column(_("Round %(number)s: %(what)s") % {"number": number, "what": what}, 13))
    sheet = book.sheet(state_of(standings), columns, across=len(standings.rounds) > 1)
    for row in standings.rows:
        values: list[Value] = [row.rank, row.player.number, row.player.name, row.player.club]
        values += [row.tournament_points, row.table_points]
        for number in standings.rounds:
            score = row.round(number)
            values += [None] * 3 if score is None else [score.tournament_points, score.place, score.table_points]
        sheet.add(values)
    sheet.filter()


def add_round(book: Book, round_sheet: RoundSheet) -> None:
    """A row for each seat of each table."""
    name = _("Round %(number)s") % {"number": round_sheet.round.number}
    if not round_sheet.round.is_closed:
        name += f" ({_('provisional')})"
    columns = [
        Column(_("Table"), 8),
        Column(_("Seat"), 8),
        Column(_("Number"), 8),
        Column(_("Player"), 30),
        Column(_("Table points"), 10),
        Column(_("Place"), 8),
        Column(_("Tournament points"), 13),
        Column(_("Deals"), 30),
    ]
    sheet = book.sheet(name, columns)
    for summary in round_sheet.tables:
        done = progress(summary)
        for seat in summary.seats:
            points = None if seat.place is None else seat.tournament_points
            who: list[Value] = [summary.table.number, seat.seat, seat.player.number, seat.player.name]
            sheet.add([*who, seat.table_points, seat.place, points, done])
    sheet.filter()


def add_deals(book: Book, round_book: RoundBook) -> None:
    """Every deal of a round: for each table the names of its seats, the deals, and the sums."""
    columns = [
        Column(_("Table"), 8),
        Column(_("Deal"), 9),
        Column(_("Dealer"), 22),
        Column(_("Bid"), 12),
        Column(_("Declarer"), 22),
        Column(_("Partner"), 22),
        Column(_("Kontra"), 14),
        Column(_("Card points"), 8),
        Column(_("Opponents’ card points"), 10),
        Column(_("Figures"), 60, wrap=True),
    ]
    for what in (_("seat %(number)s"), _("seat %(number)s: running")):
        columns += [Column(what % {"number": seat}, 11) for seat in range(1, _SEATS + 1)]
    columns.append(Column(_("Remarks"), 40, wrap=True))
    sheet = book.sheet(_("Round %(number)s, deals") % {"number": round_book.sheet.round.number}, columns, across=True)
    for number, table in enumerate(round_book.tables):
        if number:
            sheet.page_break()
        _add_table(sheet, table)
    sheet.filter()


def _add_table(sheet: Sheet, table: TableSheet) -> None:
    names = full_names(table.seats)
    number = table.table.number
    seats = [seat.player.name for seat in table.seats]
    seats += [""] * (_SEATS - len(seats))
    head: list[Value] = [number, None, *[None] * 8, *seats, *seats, None]
    sheet.add_names(head)
    for row, told in deal_words(table, names, signs=False):
        sheet.add(_deal_values(table, row, told))
    if table.paper_points is not None:
        sheet.add(_sum_values(table, _("Paper"), dict(table.paper_points)))
    sheet.add(_sum_values(table, _("Total"), dict(table.totals)), bold=True)


def _deal_values(table: TableSheet, row: DealRow, told: DealWords) -> list[Value]:
    ours, theirs = told.card_points or (None, None)
    counted = row.counted
    values: list[Value] = [table.table.number, row.number, row.dealer.player.name, told.bid, told.declarer]
    values += [told.partner, told.kontra, ours, theirs, "; ".join(told.figures)]
    values += [row.points.get(seat) if counted else None for seat in range(1, _SEATS + 1)]
    values += [row.running.get(seat) if counted else None for seat in range(1, _SEATS + 1)]
    return [*values, " ".join(told.sentences + told.remarks)]


def _sum_values(table: TableSheet, name: str, by_seat: dict[int, Value]) -> list[Value]:
    """Sums stand below the points of the deals, so that what is above them adds up to them."""
    values: list[Value] = [table.table.number, None, name, *[None] * 7]
    return [*values, *(by_seat.get(seat) for seat in range(1, _SEATS + 1)), *[None] * _SEATS, None]


def add_captures(book: Book, log: CaptureLog) -> None:
    """The capture log (fogási napló), the polgármesters, the bika list and, where the rules keep one, the XXI list."""
    where = [Column(_("Round"), 10), Column(_("Table"), 10), Column(_("Deal"), 10)]
    columns = [
        *where,
        Column(_("Catcher"), 30),
        Column(_("Lost the XXI"), 30),
        Column(_("How"), 14),
        Column(_("Kontra"), 18),
    ]
    sheet = book.sheet(_("Capture log"), columns)
    for row in log.captures:
        who = [None if player is None else player.name for player in (row.catcher, row.victim)]
        how = _("announced") if row.announced else _("silent")
        sheet.add([row.round, row.table, row.deal, *who, how, kontra_word(log.tournament.rules, row.kontra)])
    sheet.filter()
    sheet = book.sheet(_("Polgármester"), [*where[:2], Column(_("Player"), 30)])
    for title in log.polgarmesters:
        sheet.add([title.round, title.table, title.player.name])
    sheet = book.sheet(_("Bika list"), [*where, Column(_("Declarer"), 30), Column(_("Partner"), 30)])
    for bika in log.bikas:
        partner = _("alone") if bika.partner is None else bika.partner.name
        sheet.add([bika.round, bika.table, bika.deal, bika.declarer.name, partner])
    if log.xxi_list is not None:
        columns = [Column(_("Player"), 30), Column(_("Caught"), 12)]
        columns += [Column(_("Lost"), 12), Column(_("Points"), 12)]
        sheet = book.sheet(_("XXI list"), columns)
        for line in log.xxi_list:
            sheet.add([line.player.name, line.caught, line.lost, line.points])
