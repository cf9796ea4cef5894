"""The board: every table of the rounds in play at a glance, with all that is missing or has to be looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from scoring.desk import RoundGlance, TableGlance, overview
from scoring.models import Case, Deal, RoundClock, Table, Tournament
from scoring.queries import clocks_of, offered_clock


@dataclass(frozen=True, slots=True)
class TableOnBoard:
    """A table on the board: its glance; the number of the deal written last, None without one; the numbers of deals
    that were irregular and never came before the jury."""

    glance: TableGlance
    last_deal: int | None = None
    irregular: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        """The table's number."""
        return self.glance.table.number

    @property
    def on_paper(self) -> bool:
        """Are its totals from paper? Then there are no deals."""
        return self.glance.table.paper == Table.Paper.TOTALS

    @property
    def lacks_everything(self) -> bool:
        """Is there neither a deal nor anything from paper?"""
        return not self.glance.played and self.glance.last_entry is None and not self.glance.table.paper

    @property
    def is_asked_for(self) -> bool:
        """Does it miss something before its round can be closed, or should somebody look at it?"""
        return not self.glance.ready or bool(self.irregular)

    @property
    def marks(self) -> list[str]:
        """What is missing and what should be looked at, in words."""
        found = self.glance.marks
        if self.irregular:
            text = ngettext("irregular: deal %(deals)s", "irregular: deals %(deals)s", len(self.irregular))
            found.append(text % {"deals": ", ".join(map(str, self.irregular))})
        if self.lacks_everything:
            found.append(_("no deal yet, no totals from paper"))
        return found


@dataclass(frozen=True, slots=True)
class RoundOnBoard:
    """A round in play on the board: its tables that are shown (all, or those that are asked for), its clock, and what a
    form for a new one offers."""

    glance: RoundGlance
    every: tuple[TableOnBoard, ...]
    only_missing: bool
    clock: RoundClock | None
    offered: Mapping[str, int]

    @property
    def number(self) -> int:
        """The round's number."""
        return self.glance.round.number

    @property
    def tables(self) -> tuple[TableOnBoard, ...]:
        """The tables that are shown."""
        return tuple(table for table in self.every if table.is_asked_for or not self.only_missing)

    @property
    def asked_for(self) -> int:
        """How many tables miss something, or should be looked at."""
        return sum(table.is_asked_for for table in self.every)

    @property
    def counts(self) -> list[tuple[str, int, int | None]]:
        """What there is how often: what it is, how often, of how many (None: of no known number)."""
        tables = [table.glance for table in self.every]
        return [
            (_("tables complete"), sum(table.complete for table in tables), len(tables)),
            (_("deals not confirmed"), sum(len(table.agreement.unconfirmed) for table in tables), None),
            (_("not signed"), sum(table.complete and not table.agreement.settled for table in tables), None),
            (_("before the jury"), sum(len(table.cases) for table in tables), None),
            (_("irregular deals"), sum(len(table.irregular) for table in self.every), None),
            (_("nothing entered"), sum(table.lacks_everything for table in self.every), None),
        ]


@dataclass(slots=True)
class _Written:
    """What has been written at one table."""

    last: tuple[datetime, int] | None = None
    irregular: list[int] = field(default_factory=list)


def board(tournament: Tournament, *, only_missing: bool = False) -> tuple[RoundOnBoard, ...]:
    """The rounds in play, in order. Ten SQL queries."""
    clocks = clocks_of(tournament)
    written = _written(tournament)
    found = []
    for glance in overview(tournament).rounds:
        if glance.round.is_closed:
            continue
        number = glance.round.number
        clock = next((each for each in clocks if each.round.number == number), None)
        tables = tuple(_on_board(table, written.get(table.table.pk, _Written())) for table in glance.tables)
        found.append(RoundOnBoard(glance, tables, only_missing, clock, offered_clock(tournament, number, clocks)))
    return tuple(found)


def _on_board(glance: TableGlance, written: _Written) -> TableOnBoard:
    return TableOnBoard(glance, written.last[1] if written.last is not None else None, tuple(written.irregular))


def _written(tournament: Tournament) -> dict[int, _Written]:
    """The last deal and the irregular ones of the tables in play, by the table's key. One SQL query.

    A deal of which a case was made is not told again: the jury has it, or has had it.
    """
    deals = (
        Deal.objects.filter(table__round__tournament=tournament, table__round__closed_at__isnull=True)
        .annotate(judged=Exists(Case.objects.filter(deal=OuterRef("pk"))))
        .order_by("table", "position")
    )
    found: dict[int, _Written] = {}
    rows = deals.values_list("table", "number", "current__created_at", "current__record", "judged")
    for table, number, at, record, judged in rows:
        here = found.setdefault(table, _Written())
        if here.last is None or at >= here.last[0]:
            here.last = (at, number)
        if not judged and _is_irregular(record, tournament.rules):
            here.irregular.append(number)
    return found


def _is_irregular(record: Any, ruleset: rules.Ruleset) -> bool:
    """Would the rules warn of that deal? It was accepted under this ruleset when it was written."""
    return bool(rules.score(rules.read_deal(record, ruleset)).warnings)
