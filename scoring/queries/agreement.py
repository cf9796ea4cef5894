"""What the tables agreed to of what they entered themselves: confirmed deals, signed totals.

What an organiser typed from a paper sheet needs neither: the sheet has the signatures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db.models import F, Q, QuerySet, Sum

from scoring.models import Deal, DealRevision, Player, Seat, Signature, Table

#: One player for each side of the table: whoever wrote the sheet, and somebody who looked it over.
SIGNATURES = 2


@dataclass(frozen=True, slots=True)
class Agreement:
    """`entered` says whether the table entered anything itself; `unconfirmed` are positions of its deals that wait for
    a second player, `waiting` their numbers (one that does not count shares it with another); `signed_by` the players
    (by number) who signed the totals as they are now, in order."""

    entered: bool = False
    unconfirmed: tuple[int, ...] = ()
    signed_by: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()

    @property
    def signed(self) -> bool:
        """Did both sides sign?"""
        return len(self.signed_by) >= SIGNATURES

    @property
    def settled(self) -> bool:
        """Is no signature missing?"""
        return self.signed or not self.entered


def waiting(deals: str = "") -> Q:
    """The condition on deals that a table entered and no second player has confirmed; `deals` leads to them."""
    return Q(**{f"{deals}current__player__isnull": False, f"{deals}current__confirmation__isnull": True})


def waits(deal: Deal) -> bool:
    """Does it wait for a second player's confirmation? Its current revision and confirmation should be selected."""
    said = deal.current
    return said is not None and said.player_id is not None and not hasattr(said, "confirmation")


def agreements_of(tables: QuerySet[Table]) -> dict[int, Agreement]:
    """What each of these tables agreed to, by the table's key. Three SQL queries."""
    entered: dict[int, list[tuple[int, int]]] = {}
    said = Deal.objects.filter(table__in=tables, current__player__isnull=False).order_by("position")
    for table, position, number, confirmation in said.values_list(
        "table", "position", "number", "current__confirmation"
    ):
        waiting = entered.setdefault(table, [])
        if confirmation is None:
            waiting.append((position, number))
    totals = totals_by_table(tables)
    signed: dict[int, list[int]] = {}
    for signature in Signature.objects.filter(table__in=tables).select_related("player"):
        if signature.totals == totals_as_text(totals[signature.table_id]):
            signed.setdefault(signature.table_id, []).append(signature.player.number)
    return {
        table: Agreement(
            entered=table in entered,
            unconfirmed=tuple(position for position, _number in entered.get(table, ())),
            signed_by=tuple(signed.get(table, ())),
            waiting=tuple(number for _position, number in entered.get(table, ())),
        )
        for table in totals
    }


@dataclass(frozen=True, slots=True)
class Entry:
    """A player of the table said what is in force of a deal, and perhaps another one agreed."""

    by: Player
    at: datetime
    confirmed_by: Player | None


def entries_of(table: Table) -> dict[int, Entry]:
    """Who of the table entered and confirmed its deals, by position; what an organiser entered is left out. One SQL
    query."""
    in_force = DealRevision.objects.filter(deal__table=table, deal__current=F("pk"), player__isnull=False)
    found = {}
    for revision in in_force.select_related("deal", "player", "confirmation__player"):
        if revision.player is not None:
            confirmation = getattr(revision, "confirmation", None)
            by = confirmation.player if confirmation is not None else None
            found[revision.deal.position] = Entry(revision.player, revision.created_at, by)
    return found


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
