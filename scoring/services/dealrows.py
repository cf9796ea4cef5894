"""How a settled deal is written down: the deal, its revision, its points and its line in the capture log."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, Subquery

import rules
from scoring.actors import Actor
from scoring.models import Capture, Confirmation, Deal, DealPoints, DealRevision, Seat, Table

#: Deals in one INSERT: SQLite takes a limited number of values.
BATCH = 500


@dataclass(frozen=True, slots=True)
class TableSeats:
    """A table with its seats by player number."""

    table: Table
    seats: Mapping[int, Seat]

    @classmethod
    def of(cls, table: Table) -> TableSeats:
        """As stored, in playing order. One SQL query."""
        return cls(table, {seat.player.number: seat for seat in table.seated()})

    @classmethod
    def with_round(cls, table: Table) -> TableSeats | None:
        """As stored now, with the table's own row and its round; None when it is gone. One SQL query."""
        seats = list(Seat.objects.filter(table=table.pk).select_related("player", "table__round").order_by("number"))
        return cls(seats[0].table, {seat.player.number: seat for seat in seats}) if seats else None

    @property
    def numbers(self) -> list[int]:
        """The player numbers in playing order."""
        return list(self.seats)


@dataclass(frozen=True, slots=True)
class Settled:
    """A deal that the rules settled, and where it is written; a new one perhaps `on_hold` before the jury."""

    at: TableSeats
    position: int
    dealt: rules.TableDeal
    on_hold: bool = False

    def deal(self) -> Deal:
        """The row of a deal that is new."""
        return self.fill(Deal(table=self.at.table, position=self.position, on_hold=self.on_hold))

    def fill(self, deal: Deal) -> Deal:
        """Puts what came of it on the deal's row, unsaved."""
        deal.number = self.dealt.number
        deal.outcome = self.dealt.deal.outcome
        deal.counted = self.dealt.counted
        deal.bika = self.dealt.result.bika
        return deal

    def points(self, deal: Deal) -> list[DealPoints]:
        """One row for each active player of a deal that counts and is not before the jury."""
        if not self.dealt.counted or deal.on_hold:
            return []
        return [
            DealPoints(deal=deal, seat=self.at.seats[int(player)], points=points)
            for player, points in self.dealt.result.points.items()
        ]

    def captures(self, deal: Deal) -> list[Capture]:
        """The lines of the capture log."""
        if deal.on_hold:
            return []
        return [
            Capture(
                deal=deal,
                catcher=self._player(capture.catcher),
                victim=self._player(capture.victim),
                announced=capture.announced,
                kontra=capture.kontra,
            )
            for capture in self.dealt.result.captures
        ]

    def _player(self, number: rules.Player | None) -> Any:
        return None if number is None else self.at.seats[int(number)].player


def revision(
    deal: Deal, number: int, record: Mapping[str, Any], actor: Actor, reason: str, at: datetime.datetime
) -> DealRevision:
    """The row of a revision, unsaved."""
    return DealRevision(
        deal=deal,
        number=number,
        record=record,
        user=actor.user,
        player=actor.player,
        actor=actor.label,
        reason=reason,
        created_at=at,
    )


def append(settled: Sequence[Settled], actor: Actor, reason: str, at: datetime.datetime) -> list[Deal]:
    """Writes new deals with their first revision: a fixed number of SQL queries for each `BATCH` of them."""
    deals = Deal.objects.bulk_create([each.deal() for each in settled], BATCH)
    pairs = list(zip(settled, deals, strict=True))
    revisions = DealRevision.objects.bulk_create(
        [revision(deal, 1, each.dealt.full_record, actor, reason, at) for each, deal in pairs], BATCH
    )
    for deal, first in zip(deals, revisions, strict=True):
        deal.current = first
    first_revision = DealRevision.objects.filter(deal=OuterRef("pk"), number=1).values("pk")
    for start in range(0, len(deals), BATCH):
        written = [deal.pk for deal in deals[start : start + BATCH]]
        Deal.objects.filter(pk__in=written).update(current=Subquery(first_revision))
    write_outcomes(pairs)
    return deals


def revise(
    settled: Settled, deal: Deal, actor: Actor, reason: str, at: datetime.datetime, *, followed: bool = False
) -> DealRevision:
    """Writes a new revision of a deal, puts it in force, and replaces what came of the old one.

    `followed`: nobody touched the deal, it moved with another one. It is still what its player entered, and stays
    confirmed unless its points are others now.
    """
    old = deal.current
    if old is None:
        raise ValueError(f"deal {deal.pk} has no revision in force")
    current = revision(deal, old.number + 1, settled.dealt.full_record, actor, reason, at)
    if followed:
        current.player = old.player
    current.save()
    if followed and hasattr(old, "confirmation"):
        ruleset = settled.dealt.deal.ruleset
        if rules.score(deal.read(ruleset)).points == settled.dealt.result.points:
            current.confirmation = Confirmation.objects.create(
                revision=current, player=old.confirmation.player, at=old.confirmation.at
            )
    settled.fill(deal)
    deal.current = current
    deal.save()
    deal.points.all().delete()
    deal.captures.all().delete()
    write_outcomes([(settled, deal)])
    return current


def write_outcomes(pairs: Iterable[tuple[Settled, Deal]]) -> None:
    """Writes the points and captures of deals that have none yet."""
    points: list[DealPoints] = []
    captures: list[Capture] = []
    for settled, deal in pairs:
        points += settled.points(deal)
        captures += settled.captures(deal)
    DealPoints.objects.bulk_create(points, BATCH)
    Capture.objects.bulk_create(captures, BATCH)
