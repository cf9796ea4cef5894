"""What the hall is told now: the clocks of the rounds in play, and notices."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from scoring.models import Notice, RoundClock, Table, Tournament

MINUTE = 60
#: So long before the end the hall is warned where nobody said otherwise; minutes.
WARNING = 10


@dataclass(frozen=True, slots=True)
class Hall:
    """The clocks of open rounds in order, each with its round; the notices that hang there, the newest first."""

    clocks: tuple[RoundClock, ...] = ()
    notices: tuple[Notice, ...] = ()


def hall_of(tournament: Tournament) -> Hall:
    """What everybody in the hall is told, also while the standings are frozen. Two SQL queries."""
    clocks = tuple(clock for clock in clocks_of(tournament) if not clock.round.is_closed)
    return Hall(clocks, notices_of(tournament))


def clocks_of(tournament: Tournament) -> tuple[RoundClock, ...]:
    """The clocks of all rounds in order, each with its round. One SQL query."""
    clocks = RoundClock.objects.filter(round__tournament=tournament).select_related("round")
    return tuple(clocks.order_by("round__number"))


def notices_of(tournament: Tournament) -> tuple[Notice, ...]:
    """The notices that hang there, the newest first. One SQL query."""
    return tuple(tournament.notices.filter(ended_at__isnull=True))


def offered_clock(tournament: Tournament, number: int, clocks: Iterable[RoundClock]) -> dict[str, int]:
    """What a form for the clock of that round offers, in minutes: what its clock of `clocks` says, or else the time
    limit of the rules and what the round before had. No SQL query."""
    earlier = [clock for clock in clocks if clock.round.number <= number]
    last = earlier[-1] if earlier else None
    offer = {"warning": WARNING if last is None else last.warning // MINUTE}
    if last is not None:
        offer["minutes"] = -(-last.length // MINUTE)
    limit = tournament.rules.time_limit(round=number)
    if limit is not None and (last is None or last.round.number != number):
        offer["minutes"] = limit
    return offer


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
    return Hall((clock,) if clock is not None else (), notices_of(round_.tournament) if hang else ())
