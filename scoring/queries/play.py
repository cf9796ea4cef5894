"""How far the tables are that are being played, and how many deals wait for a second player's confirmation."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q

from scoring.models import Case, Deal, Table, Tournament
from scoring.queries.agreement import waiting
from scoring.queries.jury import waiting_for_jury


@dataclass(frozen=True, slots=True)
class TableInPlay:
    """A table of an open round: counted deals done and planned, how many deals nobody has confirmed yet, and how many
    cases are before the jury. It `calls` for jurors unless it still votes on them itself.

    `on_paper`: only its totals are known, there are no deals.
    """

    round: int
    number: int
    played: int
    planned: int
    unconfirmed: int
    on_paper: bool
    before_jury: int = 0
    calls: bool = False


def tables_in_play(tournament: Tournament) -> list[TableInPlay]:
    """The tables of all open rounds that may be shown, in order. One SQL query."""
    found = (
        Table.objects.filter(tournament.shown("round__"), round__tournament=tournament, round__closed_at__isnull=True)
        .annotate(
            chairs=Count("seats", distinct=True),
            played=Count("deals", filter=Q(deals__counted=True), distinct=True),
            unconfirmed=Count("deals", filter=waiting("deals__"), distinct=True),
            before_jury=Count("cases", filter=Q(cases__state=Case.State.OPEN), distinct=True),
            calls=Exists(waiting_for_jury(tournament.rules).filter(table=OuterRef("pk"))),
        )
        .order_by("round__number", "number")
    )
    rows = found.values_list(
        "round__number", "number", "chairs", "played", "unconfirmed", "paper", "before_jury", "calls"
    )
    return [
        TableInPlay(
            round=round_,
            number=number,
            played=played,
            planned=tournament.rules.planned_deals(seats=chairs, round=round_),
            unconfirmed=unconfirmed,
            on_paper=paper == Table.Paper.TOTALS,
            before_jury=before_jury,
            calls=calls,
        )
        for round_, number, chairs, played, unconfirmed, paper, before_jury, calls in rows
        if chairs
    ]


def unconfirmed_deals(tournament: Tournament) -> int:
    """How many deals of the open rounds that may be shown wait for confirmation. One SQL query."""
    return Deal.objects.filter(
        tournament.shown("table__round__"),
        waiting(),
        table__round__tournament=tournament,
        table__round__closed_at__isnull=True,
    ).count()
