"""A round with its tables, and one table with every deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from django.db.models import Count, Q

import rules
from scoring.models import Case, Deal, DealPoints, Player, Round, Seat, Table, Tournament
from scoring.queries.agreement import waiting, waits
from scoring.queries.scores import SeatScore, open_sums, seat_scores


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """A seat of a round's table and its score so far; no place while nothing was played. `substitute`: who plays on in
    the player's place."""

    seat: int
    player: Player
    table_points: int | Fraction
    place: int | None
    tournament_points: int | Fraction
    substitute: str = ""

    @classmethod
    def of(cls, score: SeatScore) -> SeatSummary:
        """From a seat's score."""
        seat = score.seat
        return cls(seat.number, seat.player, score.table_points, score.place, score.tournament_points, seat.substitute)


@dataclass(frozen=True, slots=True)
class TableSummary:
    """A table of a round: who sits there, and how far it is.

    `deals_played` and `deals_planned` are counted deals (the 16, 20 or 15); `unconfirmed` is how many wait for a
    second player's confirmation, none once the round is closed; `before_jury` how many cases wait for a decision.
    """

    table: Table
    seats: tuple[SeatSummary, ...]
    deals_played: int
    deals_planned: int
    unconfirmed: int = 0
    before_jury: int = 0

    @property
    def paper(self) -> str:
        """`totals`, `remainder` or nothing."""
        return self.table.paper


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """A round with its tables in order; `rounds` are the numbers of all rounds there are."""

    tournament: Tournament
    round: Round
    rounds: tuple[int, ...]
    tables: tuple[TableSummary, ...]

    @property
    def before_jury(self) -> int:
        """How many cases of this round wait for a decision."""
        return sum(table.before_jury for table in self.tables)


@dataclass(frozen=True, slots=True)
class DealRow:
    """One deal of a table, explained anew by the rules from its record.

    `points` are the table points by seat number of those who were active (empty for a deal that does not
    count), `running` the sums up to and with this deal, by seat number, of all seats. In `record` and
    `result` players are player numbers: `TableSheet.by_player` says who they are. `unconfirmed`: it waits for a
    second player's confirmation, and its round is not closed. While a deal is on hold before the jury its points are
    empty, and the `result` only what it would come to.
    """

    deal: Deal
    number: int
    position: int
    counted: bool
    dealer: Seat
    sits_out: Seat | None
    players: tuple[Seat, ...]
    record: rules.Deal
    result: rules.Result
    points: Mapping[int, int | Fraction]
    running: Mapping[int, int | Fraction]
    unconfirmed: bool = False

    @property
    def on_hold(self) -> bool:
        """Is a case about it before the jury?"""
        return self.deal.on_hold


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A table with every deal in the order of play.

    `paper_points` (by seat number) are the totals or the remainder typed in from paper, None without;
    `totals` the table points by seat number, deals and paper together. `scores` are the seats with
    places and tournament points. `cases` are those of the table, as far as they were asked for.
    """

    tournament: Tournament
    round: Round
    table: Table
    seats: tuple[Seat, ...]
    rows: tuple[DealRow, ...]
    paper_points: Mapping[int, int | Fraction] | None
    totals: Mapping[int, int | Fraction]
    scores: tuple[SeatSummary, ...]
    deals_planned: int
    cases: tuple[Case, ...] = ()

    @property
    def before_jury(self) -> int:
        """How many cases wait for a decision."""
        return sum(case.is_open for case in self.cases)

    @property
    def by_player(self) -> dict[int, Seat]:
        """The seats by player number, as the records name them."""
        return {seat.player.number: seat for seat in self.seats}

    @property
    def unconfirmed(self) -> int:
        """How many deals wait for a second player's confirmation."""
        return sum(row.unconfirmed for row in self.rows)

    @property
    def kassza(self) -> tuple[DealRow, ...]:
        """The deals that say what was in the pagátkassza (Magas 15), before and after; empty without one."""
        return tuple(row for row in self.rows if row.result.kassza is not None)


def round_sheet(tournament: Tournament, number: int) -> RoundSheet:
    """One round; raises Round.DoesNotExist. Three SQL queries, four while it is open."""
    rounds = list(tournament.rounds.filter(tournament.shown()).order_by("number"))
    round_ = next((found for found in rounds if found.number == number), None)
    if round_ is None:
        raise Round.DoesNotExist(number)
    found = round_.tables.annotate(
        played=Count("deals", filter=Q(deals__counted=True), distinct=True),
        unconfirmed=Count("deals", filter=waiting("deals__"), distinct=True),
        before_jury=Count("cases", filter=Q(cases__state=Case.State.OPEN), distinct=True),
    )
    tables = {table.pk: table for table in found.order_by("number")}
    seats = list(round_.seats.select_related("player", "round").order_by("table__number", "number"))
    sums = {} if round_.is_closed else open_sums(seats)
    summaries = []
    for table_id, scores in groupby(seat_scores(tournament.rules, seats, sums), key=lambda score: score.seat.table_id):
        at_table = tuple(SeatSummary.of(score) for score in scores)
        summaries.append(
            TableSummary(
                table=tables[table_id],
                seats=at_table,
                deals_played=tables[table_id].played,
                deals_planned=tournament.rules.planned_deals(seats=len(at_table), round=number),
                unconfirmed=0 if round_.is_closed else tables[table_id].unconfirmed,
                before_jury=tables[table_id].before_jury,
            )
        )
    return RoundSheet(tournament, round_, tuple(found.number for found in rounds), tuple(summaries))


def assemble_round(
    tournament: Tournament, round_: Round, numbers: tuple[int, ...], sheets: Iterable[TableSheet]
) -> RoundSheet:
    """A round's sheet from those of its tables; `numbers` are those of all rounds. No SQL query."""
    tables = tuple(
        TableSummary(
            table=sheet.table,
            seats=sheet.scores,
            deals_played=sum(row.counted for row in sheet.rows),
            deals_planned=sheet.deals_planned,
            unconfirmed=sheet.unconfirmed,
            before_jury=sheet.before_jury,
        )
        for sheet in sheets
    )
    return RoundSheet(tournament, round_, numbers, tables)


def table_sheet(tournament: Tournament, round_number: int, table_number: int) -> TableSheet:
    """One table of a round with its cases; raises Table.DoesNotExist. Five SQL queries."""
    table = Table.objects.select_related("round").get(
        tournament.shown("round__"), round__tournament=tournament, round__number=round_number, number=table_number
    )
    seats = tuple(table.seats.select_related("player", "round").order_by("number"))
    deals = table.deals.select_related("current__confirmation").order_by("position")
    points: dict[int, dict[int, int | Fraction]] = {}
    for deal_id, seat_number, value in DealPoints.objects.filter(deal__table=table).values_list(
        "deal", "seat__number", "points"
    ):
        points.setdefault(deal_id, {})[seat_number] = value

    return assemble_table(tournament, table, seats, deals, points, cases_at(tournament, table))


def cases_at(tournament: Tournament, table: Table) -> list[Case]:
    """The cases of a table, with who is said to have done it, and with the deal as it is. One SQL query."""
    cases = list(table.cases.select_related("offender", "deal__current").order_by("number"))
    for case in cases:
        case.tournament, case.table = tournament, table
    return cases


def assemble_table(
    tournament: Tournament,
    table: Table,
    seats: Iterable[Seat],
    deals: Iterable[Deal],
    points: Mapping[int, Mapping[int, int | Fraction]],
    cases: Iterable[Case] = (),
) -> TableSheet:
    """A table's sheet from what the database has of it: no SQL query.

    `seats` and `table` have their round, `seats` their players, `deals` their revision in force and come in the order
    of play; `points` are the table points by the deal's key and seat number.
    """
    seats = tuple(seats)
    running: dict[int, int | Fraction] = {seat.number: 0 for seat in seats}
    rows = []
    for deal in deals:
        won = points.get(deal.pk, {})
        running = {seat: total + won.get(seat, 0) for seat, total in running.items()}
        unconfirmed = not table.round.is_closed and waits(deal)
        rows.append(_deal_row(tournament.rules, deal, seats, won, running, unconfirmed))

    paper = {seat.number: seat.paper_points for seat in seats if seat.paper_points is not None}
    totals = {seat: total + paper.get(seat, 0) for seat, total in running.items()}
    played = {seat.pk: running[seat.number] for seat in seats} if points else {}
    scores = tuple(SeatSummary.of(score) for score in seat_scores(tournament.rules, seats, played))
    return TableSheet(
        tournament=tournament,
        round=table.round,
        table=table,
        seats=seats,
        rows=tuple(rows),
        paper_points=paper or None,
        totals=totals,
        scores=scores,
        deals_planned=tournament.rules.planned_deals(seats=len(seats), round=table.round.number),
        cases=tuple(cases),
    )


def _deal_row(
    ruleset: rules.Ruleset,
    deal: Deal,
    seats: Sequence[Seat],
    points: Mapping[int, int | Fraction],
    running: Mapping[int, int | Fraction],
    unconfirmed: bool,
) -> DealRow:
    record = deal.read(ruleset)
    by_player = {seat.player.number: seat for seat in seats}
    players = tuple(by_player[int(player)] for player in record.players)
    out = next((seat for seat in seats if seat not in players), None)
    return DealRow(
        deal=deal,
        number=deal.number,
        position=deal.position,
        counted=deal.counted,
        # People do deal out of turn: at a table of five the dealer is who sits out, at one of four the last in order.
        dealer=out or players[-1],
        sits_out=out,
        players=players,
        record=record,
        result=rules.score(record),
        points=points,
        running=running,
        unconfirmed=unconfirmed,
    )
