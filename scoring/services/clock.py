"""The clock of a round: it is set, started, halted, extended, taken away. Minutes, as people say them.

All need the organiser's right (PermissionDenied) and an open round (Refusal).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils import timezone

from rules import Problem
from scoring.actors import Actor, require_organiser
from scoring.models import Round, RoundClock
from scoring.queries.hall import MINUTE
from scoring.services.change import Change, change
from scoring.services.errors import Refusal, refusal
from scoring.services.rounds import open_round

#: A day: whatever is longer is a slip of the finger.
MOST_MINUTES = 24 * 60


def set_clock(actor: Actor, round_: Round, minutes: int, warning: int = 0) -> RoundClock:
    """Says how long the round may last, and how long before its end the hall is warned (0: never); minutes.

    A clock that is there goes on with the new length, running or not; else there is one that stands. Raises Refusal.
    """
    with _change(actor, round_, "set_clock") as (under_way, now, clock):
        _require_length(minutes, warning)
        clock = clock or RoundClock(round=now)
        clock.length, clock.warning = minutes * MINUTE, warning * MINUTE
        clock.save()
        under_way.details = {"minutes": minutes, "warning": warning}
    return clock


def start_clock(actor: Actor, round_: Round, minutes: int | None = None, warning: int = 0) -> RoundClock:
    """Starts the clock, or lets it go on where it was halted. With `minutes` it is a new one, set as by `set_clock`.

    Raises Refusal when it runs already, when there is none, and with `minutes` when there is one.
    """
    with _change(actor, round_, "start_clock") as (under_way, now, clock):
        if minutes is not None:
            if clock is not None:
                raise refusal("clock-there", round=now.number)
            _require_length(minutes, warning)
            clock = RoundClock(round=now, length=minutes * MINUTE, warning=warning * MINUTE)
        clock = _there(clock, now)
        if clock.is_running:
            raise refusal("clock-running", round=now.number)
        clock.running_since = timezone.now()
        clock.save()
        under_way.details = {"minutes": clock.length // MINUTE, "elapsed": clock.elapsed}
    return clock


def pause_clock(actor: Actor, round_: Round) -> RoundClock:
    """Halts the clock. Raises Refusal when it does not run."""
    with _change(actor, round_, "pause_clock") as (under_way, now, clock):
        clock = _there(clock, now)
        if not clock.is_running:
            raise refusal("clock-standing", round=now.number)
        clock.halt(timezone.now())
        clock.save(update_fields=["elapsed", "running_since"])
        under_way.details = {"elapsed": clock.elapsed}
    return clock


def extend_clock(actor: Actor, round_: Round, minutes: int, seen: int | None = None) -> RoundClock:
    """Gives the round so many minutes more, counted from its end, or from now where time is up.

    `seen` is the length in seconds that the page showed: a button pressed twice, or by two people, counts once. Raises
    Refusal of a length that is another one by now.
    """
    with _change(actor, round_, "extend_clock") as (under_way, now, clock):
        clock = _there(clock, now)
        if seen is not None and seen != clock.length:
            raise refusal("clock-changed-meanwhile", minutes=-(-clock.length // MINUTE))
        # In whole minutes, as everything about it is.
        base = max(-(-clock.length // MINUTE), -(-clock.passed(timezone.now()) // MINUTE))
        if not 1 <= minutes <= MOST_MINUTES - base:
            limits = {"value": minutes, "low": 1, "high": max(MOST_MINUTES - base, 1)}
            raise Refusal([Problem("number-out-of-range", "minutes", limits)])
        clock.length = (base + minutes) * MINUTE
        clock.save(update_fields=["length"])
        under_way.details = {"minutes": minutes}
    return clock


def stop_clock(actor: Actor, round_: Round) -> None:
    """Takes the clock away: the round has none. Raises Refusal."""
    with _change(actor, round_, "stop_clock") as (_under_way, now, clock):
        _there(clock, now).delete()


@contextmanager
def _change(actor: Actor, round_: Round, action: str) -> Iterator[tuple[Change, Round, RoundClock | None]]:
    """A write of a clock: yields the round and its clock as they are now."""
    require_organiser(actor, round_.tournament)
    with change(actor, round_.tournament, action) as under_way:
        now = open_round(round_)
        under_way.round = now.number
        yield under_way, now, RoundClock.objects.filter(round=now).first()


def _there(clock: RoundClock | None, round_: Round) -> RoundClock:
    if clock is None:
        raise refusal("clock-missing", round=round_.number)
    return clock


def _require_length(minutes: int, warning: int) -> None:
    problems = []
    if not 1 <= minutes <= MOST_MINUTES:
        problems.append(Problem("number-out-of-range", "minutes", {"value": minutes, "low": 1, "high": MOST_MINUTES}))
    elif not 0 <= warning < minutes:
        problems.append(Problem("number-out-of-range", "warning", {"value": warning, "low": 0, "high": minutes - 1}))
    if problems:
        raise Refusal(problems)
