"""What the tables agreed to of what they entered themselves: confirmed deals, signed totals.

What an organiser typed from a paper sheet needs neither: the sheet has the signatures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import QuerySet, Sum

from scoring.models import Deal, Seat, Signature, Table

#: One player for each side of the table: whoever wrote the sheet, and somebody who looked it over.
SIGNATURES = 2


@dataclass(frozen=True, slots=True)
class Agreement:
    """`entered` says whether the table entered anything itself; `unconfirmed` are positions of its deals that wait for
    a second player; `signed_by` the players (by number) who signed the totals as they are now, in order."""

    entered: bool = False
    unconfirmed: tuple[int, ...] = ()
    signed_by: tuple[int, ...] = ()

    @property
    def signed(self) -> bool:
        """Did both sides sign?"""
        return len(self.signed_by) >= SIGNATURES

    @property
    def settled(self) -> bool:
        """Is no signature missing?"""
        return self.signed or not self.entered


def agreements_of(tables: QuerySet[Table]) -> dict[int, Agreement]:
    """What each of these tables agreed to, by the table's key. Three SQL queries."""
    entered: dict[int, list[int]] = {}
    said = Deal.objects.filter(table__in=tables, current__player__isnull=False).order_by("position")
    for table, position, confirmation in said.values_list("table", "position", "current__confirmation"):
        waiting = entered.setdefault(table, [])
        if confirmation is None:
            waiting.append(position)
    totals = totals_by_table(tables)
    signed: dict[int, list[int]] = {}
    for signature in Signature.objects.filter(table__in=tables).select_related("player"):
        if signature.totals == totals_as_text(totals[signature.table_id]):
            signed.setdefault(signature.table_id, []).append(signature.player.number)
    return {
        table: Agreement(table in entered, tuple(entered.get(table, ())), tuple(signed.get(table, ())))
        for table in totals
    }


def totals_by_table(tables: QuerySet[Table]) -> dict[int, dict[int, int | Fraction]]:
    """Table points by player number, deals and paper together, by the table's key. One SQL query."""
    seats = Seat.objects.filter(table__in=tables).annotate(total=Sum("deal_points__points")).order_by("table", "number")
    found: dict[int, dict[int, int | Fraction]] = {}
    for table, player, total, paper in seats.values_list("table", "player__number", "total", "paper_points"):
        found.setdefault(table, {})[player] = (total or 0) + (paper or 0)
    return found


def totals_as_text(totals: Mapping[int, int | Fraction]) -> dict[str, str]:
    """The totals as a signature keeps them."""
    return {str(player): str(points) for player, points in sorted(totals.items())}
