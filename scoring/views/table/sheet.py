"""A table as its own page shows it: all that was played, who waits for whom, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from scoring.explain import Story
from scoring.kassza import KasszaEntry, kassza_ledger
from scoring.models import DealPoints, Player, Seat, Signature, Table
from scoring.queries import totals_as_text
from scoring.queries.agreement import SIGNATURES, waits
from scoring.queries.sheets import DealRow, assemble_table, cases_at
from scoring.services import may_confirm
from scoring.services.tablework import is_complete
from scoring.views import deal_table
from scoring.views.table.hearings import Hearing, hearings_of


@dataclass(frozen=True, slots=True)
class Line:
    """A deal of the list: in words, by whom it was entered (nobody: the organiser) and confirmed, who may confirm it
    where it waits for that, and its cases before the jury."""

    row: DealRow
    story: Story
    entered_by: Player | None
    confirmed_by: Player | None
    waits: bool
    confirmers: tuple[Player, ...]
    hearings: tuple[Hearing, ...] = ()

    @property
    def is_ruled(self) -> bool:
        """Is its record what a ruling or a vote made of it?"""
        return any(hearing.rules_deal for hearing in self.hearings)

    @property
    def may_call(self) -> bool:
        """Can it be brought before the jury?"""
        return not self.row.on_hold

    @property
    def revision(self) -> int:
        """The number of the revision in force."""
        return self.row.deal.current.number if self.row.deal.current is not None else 0

    @property
    def is_corrected(self) -> bool:
        """Are there earlier versions?"""
        return self.revision > 1


@dataclass(frozen=True, slots=True)
class Signing:
    """The sheet as its players sign it: totals by seat, as `totals_as_text` sends them, and who signed those."""

    totals: Sequence[tuple[Seat, int | Fraction]]
    texts: Mapping[str, str]
    signed: tuple[Player, ...]
    unsigned: tuple[Player, ...]

    @property
    def names(self) -> str:
        """Who signed."""
        return ", ".join(player.name for player in self.signed)

    @property
    def is_done(self) -> bool:
        """Did both sides sign?"""
        return len(self.signed) >= SIGNATURES

    @property
    def missing(self) -> int:
        """How many have to sign yet."""
        return max(0, SIGNATURES - len(self.signed))


def seats_of(table: Table) -> tuple[Seat, ...]:
    """Who sits there, in playing order. One SQL query."""
    return tuple(table.seats.select_related("player", "round").order_by("number"))


def seated(table: Table) -> deal_table.Seated:
    """The table without its deals: enough for a form. One SQL query."""
    return deal_table.Seated(table.round.tournament, table, seats_of(table))


class AtTable(deal_table.AtTable):
    """The table with its deals. Two SQL queries beside that for the seats, one more for `signing`, one for `hearings`
    (two where a table votes on them)."""

    @classmethod
    def of(cls, table: Table, seats: Sequence[Seat] = ()) -> AtTable:
        """`seats` are those that are known already."""
        points: dict[int, dict[int, int | Fraction]] = {}
        found = DealPoints.objects.filter(deal__table=table).values_list("deal", "seat__number", "points")
        for deal, seat, value in found:
            points.setdefault(deal, {})[seat] = value
        deals = table.deals.select_related("current__player", "current__confirmation__player").order_by("position")
        tournament = table.round.tournament
        return cls(tournament, assemble_table(tournament, table, seats or seats_of(table), deals, points))

    @cached_property
    def hearings(self) -> list[Hearing]:
        """The cases of the table that were not taken back, in order."""
        return hearings_of(cases_at(self.tournament, self.table), self.names)

    @property
    def open_hearings(self) -> list[Hearing]:
        """Those that wait: for a vote of the table, or for the jury."""
        return [hearing for hearing in self.hearings if hearing.case.is_open]

    @property
    def is_held(self) -> bool:
        """Is a deal of the table on hold?"""
        return any(row.on_hold for row in self.sheet.rows)

    @property
    def money(self) -> dict[int, int | Fraction] | None:
        """The totals in forints by seat, where the rules play for money."""
        per_point = self.tournament.rules.money
        return {seat: points * per_point for seat, points in self.sheet.totals.items()} if per_point else None

    @cached_property
    def kassza(self) -> list[KasszaEntry]:
        """The deals that moved the kassza."""
        return kassza_ledger(self.sheet.rows, self.names)

    @cached_property
    def lines(self) -> list[Line]:
        """The deals, the newest first."""
        return [self._line(row) for row in reversed(self.sheet.rows)]

    @property
    def waiting(self) -> list[Line]:
        """The deals that wait for a second player, the oldest first."""
        return [line for line in reversed(self.lines) if line.waits]

    def line(self, position: int) -> Line:
        """The deal at that place; raises Http404."""
        return self._line(self.row(position))

    def _line(self, row: DealRow) -> Line:
        said = row.deal.current
        entered_by = said.player if said is not None else None
        confirmation = getattr(said, "confirmation", None)
        waiting = waits(row.deal)
        number = entered_by.number if entered_by is not None else None
        confirmers = [seat.player for seat in self.seats if may_confirm(row.record, number, seat.player.number)]
        return Line(
            row=row,
            story=self.story(row.record, row.result),
            entered_by=entered_by,
            confirmed_by=confirmation.player if confirmation is not None else None,
            waits=waiting,
            confirmers=tuple(confirmers) if waiting else (),
            hearings=tuple(hearing for hearing in self.hearings if hearing.case.deal_id == row.deal.pk),
        )

    @property
    def is_complete(self) -> bool:
        """Has the table all it should have when its round is closed?"""
        counted = sum(row.counted for row in self.sheet.rows)
        return is_complete(self.tournament.rules, self.table, len(self.seats), self.sheet.round.number, counted)

    @cached_property
    def signing(self) -> Signing | None:
        """What is signed here and by whom; None before the last deal, while a deal is before the jury, and where an
        organiser entered everything. One SQL query if there is something to sign."""
        if not self.is_complete or self.is_held or not any(line.entered_by for line in self.lines):
            return None
        totals = [(seat, self.sheet.totals[seat.number]) for seat in self.seats]
        texts = totals_as_text({seat.player.number: points for seat, points in totals})
        signatures = Signature.objects.filter(table=self.table).select_related("player")
        signed = tuple(signature.player for signature in signatures if signature.totals == texts)
        unsigned = tuple(seat.player for seat in self.seats if seat.player not in signed)
        return Signing(totals, texts, signed, unsigned)

    @property
    def first_dealer(self) -> Seat:
        """Who deals first."""
        return self.seats[self.table.first_dealer - 1]

    def entered_by(self, number: int) -> int | None:
        """Who entered the last deal of that number: a player's number."""
        said = [line.entered_by for line in self.lines if line.row.number == number and line.entered_by]
        return said[0].number if said else None
