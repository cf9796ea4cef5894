"""Standings, results of a round, and the capture log as parts of a print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from scoring.articles import with_article
from scoring.explain import kontra_word
from scoring.exports.pdf.fonts import given
from scoring.exports.pdf.grid import Column, Grid, Look
from scoring.exports.pdf.paper import LANDSCAPE, PORTRAIT, Heading, Part, Text, room
from scoring.exports.words import progress, state_of
from scoring.footnotes import all_footnotes, marked
from scoring.hearing import offence_text, paragraph
from scoring.models import Case
from scoring.numbers import written
from scoring.queries import CaptureLog, RoundSheet, SeatSummary, StandingRow, Standings
from scoring.results import left_out_text, protest_text
from scoring.rulings import outcome_of
from scoring.templatetags.tarokk import ordinal

_LIST = Look(size=9, leading=11, padding=2.6)
#: So many rounds have room across a page with place and table points, so many with tournament points alone.
_FULL_ROUNDS, _SHORT_ROUNDS = 5, 12
#: Of table points: whole ones, and such as can be thirds, "−1257,33" (points).
_WHOLE, _SHARED = 34, 44


def standings_page(standings: Standings) -> str:
    """How the page of the standings lies."""
    return PORTRAIT if len(standings.rounds) < 2 else LANDSCAPE


def standings_part(standings: Standings, title: str = "") -> Part:
    """The standings; more rounds than have room beside the sums follow in tables below. Without a title it is said what
    they are worth."""
    notes = []
    if standings.provisional:
        notes.append(_("Provisional: a round is open."))
    full = len(standings.rounds) <= _FULL_ROUNDS
    if standings.rounds and full:
        notes.append(_("In each round: tournament points, place, table points."))
    if any(row.tied for row in standings.rows):
        notes.append(_("“=” marks players who share a rank."))
    notes += filter(None, [left_out_text(standings), protest_text(standings.tournament)])
    part: Part = [Heading(title or state_of(standings), " ".join(notes), level=0)]
    if not standings.rows:
        return [*part, Heading("", _("Nobody here."))]
    groups = [standings.rounds[n : n + _SHORT_ROUNDS] for n in range(0, len(standings.rounds), _SHORT_ROUNDS)] or [()]
    for number, rounds in enumerate(groups):
        if number:
            text = _("Rounds %(first)s to %(last)s") % {"first": rounds[0], "last": rounds[-1]}
            part.append(Heading(text, _("Tournament points."), size=11))
        part.append(_standings_grid(standings, rounds, full=full, sums=number == 0))
    texts = [given(str(note)) for note in all_footnotes(standings.rows)]
    return [*part, *(Text(text, size=8.5, above=2 if n else 10) for n, text in enumerate(texts))]


def _standings_grid(standings: Standings, rounds: Sequence[int], *, full: bool, sums: bool) -> Grid:
    columns = [Column(_("Rank"), 50, "RIGHT", bold=True), Column(_("Number"), 50, "RIGHT")]
    right = []
    if sums:
        right = [Column(_("Tournament points"), 64, "RIGHT", bold=True), Column(_("Table points"), 48, "RIGHT")]
    wide = _SHARED if standings.tournament.rules.has_shares else _WHOLE
    for number in rounds:
        right += _round_columns(number, wide) if full else [Column(f"{number}.", 34, "RIGHT")]
    left = room(standings_page(standings)) - sum(column.width for column in columns + right)
    clubs = any(row.player.club for row in standings.rows)
    columns.append(Column(_("Name"), left * 0.64 if clubs else left, lines=6))
    if clubs:
        columns.append(Column(_("Club"), left * 0.36, lines=4))
    grid = Grid([*columns, *right], _LIST)
    for row in standings.rows:
        cells = [("=" if row.tied else "") + ordinal(row.rank), str(row.player.number), _name(row)]
        if clubs:
            cells.append(given(row.player.club))
        if sums:
            cells += [written(row.tournament_points), written(row.table_points, signed=True)]
        for number in rounds:
            found = _round_cells(row, number)
            cells += found if full else found[:1]
        grid.add(cells)
    return grid


def _round_columns(number: int, wide: int) -> list[Column]:
    head = _("Round %(number)s") % {"number": number}
    return [
        Column(head, 26, "RIGHT", bold=True, rule=True, span=3),
        Column("", 20, "RIGHT"),
        Column("", wide, "RIGHT"),
    ]


def _name(row: StandingRow) -> str:
    """Marks of footnotes stand before what is in brackets, which tells when somebody left."""
    name = marked(given(row.player.name), row)
    if row.excluded:
        return name + " (" + _("excluded") + ")"
    if row.withdrew_after is None:
        return name
    return name + " (" + with_article(_("withdrew after round %(number)s") % {"number": row.withdrew_after}) + ")"


def _round_cells(row: StandingRow, number: int) -> list[str]:
    """Tournament points, place and table points of a round."""
    score = row.round(number)
    if score is None:
        return ["–", "", ""]
    place = "–" if score.place is None else ordinal(score.place)
    return [written(score.tournament_points), place, written(score.table_points, signed=True)]


def round_part(sheet: RoundSheet) -> Part:
    """Every table of a round: who sat there, and what it brought them."""
    title = _("Round %(number)s: results") % {"number": sheet.round.number}
    closed = sheet.round.is_closed
    small = _("The tournament points are official.") if closed else _("Places and tournament points are provisional.")
    if not sheet.tables:
        return [Heading(title, _("No table has been drawn yet."), level=0)]
    grid = Grid(
        [
            Column(_("Table"), 92),
            Column(_("Seat"), 34, "RIGHT"),
            Column(_("Number"), 50, "RIGHT"),
            Column(_("Player"), room(PORTRAIT) - 92 - 34 - 50 - 56 - 44 - 62, lines=5),
            Column(_("Table points"), 56, "RIGHT"),
            Column(_("Place"), 44, "RIGHT"),
            Column(_("Tournament points"), 62, "RIGHT", bold=True),
        ],
        _LIST,
    )
    for summary in sheet.tables:
        beside = iter([_("Table %(number)s") % {"number": summary.table.number}, *progress(summary).split(", ")])
        for seat in summary.seats:
            grid.add(
                [
                    next(beside, ""),
                    str(seat.seat),
                    str(seat.player.number),
                    given(seat.player.name) + _played_by(seat),
                    written(seat.table_points, signed=True),
                    "–" if seat.place is None else ordinal(seat.place),
                    "–" if seat.place is None else written(seat.tournament_points),
                ],
                keep=seat is not summary.seats[-1],
                strong=seat is summary.seats[0],
            )
    return [Heading(title, small, level=0), grid]


def _played_by(seat: SeatSummary) -> str:
    """In a line of its own, who played in the player's place."""
    return "\n" + _("%(name)s played for them") % {"name": given(seat.substitute)} if seat.substitute else ""


def rulings_part(cases: Sequence[Case]) -> Part:
    """The cases before the jury: where, about what, and what came of them; never who ruled what, nor why."""
    grid = Grid(
        [
            Column(_("Case"), 34, "RIGHT", bold=True),
            Column(_("Where"), 74),
            Column(_("Offender"), 124, lines=4),
            Column(_("Paragraph"), room(PORTRAIT) - 34 - 74 - 124 - 130),
            Column(_("Outcome"), 130),
        ],
        _LIST,
    )
    for case in cases:
        where = "–" if case.table is None else f"{case.table.round.number} / {case.table.number}"
        if case.deal is not None:
            where += f" / {case.deal.number}"
        offender = "–" if case.offender is None else given(case.offender.name)
        about = given(f"{paragraph(case)}: {offence_text(case)}")
        grid.add([f"{case.number}.", where, offender, about, outcome_of(case)])
    small = _("Where: round / table / deal.")
    return [Heading(_("Rulings of the jury"), small, level=0), grid]


def captures_part(log: CaptureLog) -> Part:
    """The capture log (fogási napló), the polgármesters, the bika list and, where the rules keep one, the XXI list."""
    part: Part = [
        Heading(
            _("Capture log"), _("Every XXI caught by the skíz, in the order of play: round / table / deal."), level=0
        ),
        *_captures(log),
        Heading(
            _("Polgármester"), _("Who lost the XXI last at a table bears the title until the next catch."), size=11
        ),
        *_polgarmesters(log),
        Heading(_("Bika list"), _bika_note(log), size=11),
        *_bikas(log),
    ]
    if log.xxi_list is not None:
        part += [Heading(_("XXI list"), _("A list of its own, beside the table points."), size=11), *_xxi_list(log)]
    return part


def _captures(log: CaptureLog) -> Iterator[Grid | Heading]:
    if not log.captures:
        yield _nothing(_("No XXI has been caught yet."))
        return
    names = (room(PORTRAIT) - 90 - 125) / 2
    grid = Grid(
        [
            Column(_("Where"), 90),
            Column(_("Catcher"), names, lines=2),
            Column(_("Lost the XXI"), names, lines=2),
            Column(_("How"), 125, lines=2),
        ],
        _LIST,
    )
    for row in log.captures:
        how = _("announced") if row.announced else _("silent")
        kontra = kontra_word(log.tournament.rules, row.kontra)
        grid.add(
            [
                f"{row.round} / {row.table} / {row.deal}",
                *(_("not recorded") if player is None else given(player.name) for player in (row.catcher, row.victim)),
                f"{how}, {kontra}" if kontra else how,
            ]
        )
    yield grid


def _polgarmesters(log: CaptureLog) -> Iterator[Grid | Heading]:
    if not log.polgarmesters:
        yield _nothing(_("No table has one yet."))
        return
    grid = Grid([Column(_("Table"), 150), Column(_("Player"), room(PORTRAIT) - 150, lines=2)], _LIST)
    for title in log.polgarmesters:
        where = _("Round %(round)s, table %(table)s") % {"round": title.round, "table": title.table}
        grid.add([where, given(title.player.name)])
    yield grid


def _bika_note(log: CaptureLog) -> str:
    text = _("Games that the declarers lost at an even count, %(points)s to %(points)s.")
    return text % {"points": log.tournament.rules.pack.bika}


def _bikas(log: CaptureLog) -> Iterator[Grid | Heading]:
    if not log.bikas:
        yield _nothing(_("Nobody has been bika yet."))
        return
    names = (room(PORTRAIT) - 90) / 2
    columns = [Column(_("Where"), 90), Column(_("Declarer"), names, lines=2), Column(_("Partner"), names, lines=2)]
    grid = Grid(columns, _LIST)
    for row in log.bikas:
        partner = _("alone") if row.partner is None else given(row.partner.name)
        grid.add([f"{row.round} / {row.table} / {row.deal}", given(row.declarer.name), partner])
    yield grid


def _xxi_list(log: CaptureLog) -> Iterator[Grid | Heading]:
    if not log.xxi_list:
        yield _nothing(_("Nobody has points on it yet."))
        return
    grid = Grid(
        [
            Column(_("Player"), room(PORTRAIT) - 3 * 60, lines=2),
            Column(_("Caught"), 60, "RIGHT"),
            Column(_("Lost"), 60, "RIGHT"),
            Column(_("Points"), 60, "RIGHT", bold=True),
        ],
        _LIST,
    )
    for row in log.xxi_list:
        grid.add([given(row.player.name), str(row.caught), str(row.lost), written(row.points, signed=True)])
    yield grid


def _nothing(text: str) -> Heading:
    heading = Heading("", text)
    heading.keepWithNext = 0
    return heading
