"""What the hall is told now: the clocks of the rounds in play, and notices."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from scoring.models import Notice, RoundClock, Table, Tournament


@dataclass(frozen=True, slots=True)
class Hall:
    """The clocks of open rounds in order, each with its round; the notices that hang there, the newest first."""

    clocks: tuple[RoundClock, ...] = ()
    notices: tuple[Notice, ...] = ()


def hall_of(tournament: Tournament) -> Hall:
    """What everybody in the hall is told, also while the standings are frozen. Two SQL queries."""
    clocks = RoundClock.objects.filter(round__tournament=tournament, round__closed_at__isnull=True)
    clocks = clocks.select_related("round").order_by("round__number")
    return Hall(tuple(clocks), tuple(tournament.notices.filter(ended_at__isnull=True)))


def notices_hang(tournament: str) -> Exists:
    """The condition that a cup has notices; `tournament` leads to its key, such as "round__tournament"."""
    return Exists(Notice.objects.filter(tournament=OuterRef(tournament), ended_at__isnull=True))


def hall_at(table: Table) -> Hall:
    """What a table is told: its own round's clock, and the notices; nothing once the round is closed.

    No SQL query for a table of `find_link` where no notice hangs, one where some do.
    """
    round_ = table.round
    if round_.is_closed:
        return Hall()
    clock = getattr(round_, "clock", None)
    # Annotated by `find_link`.
    hang = getattr(table, "notices_hang", True)
    notices = round_.tournament.notices.filter(ended_at__isnull=True) if hang else ()
    return Hall((clock,) if clock is not None else (), tuple(notices))
