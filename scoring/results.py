"""What comes of a cup, in words and numbers: what the tie-break decides, how long protests are taken, who is listed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from scoring.models import Tournament
from scoring.queries import StandingRow, Standings


@dataclass(frozen=True, slots=True)
class Moved:
    """A player whose rank would be another one, `then` instead of `row.rank`."""

    row: StandingRow
    then: int
    tied: bool


@dataclass(frozen=True, slots=True)
class TieBreakEffect:
    """What the other setting of the tie-break (`other`, its value) would change: ranks, or only which are shared."""

    other: str
    moved: tuple[Moved, ...]


def tie_break_effect(standings: Standings) -> TieBreakEffect:
    """The players whose rank, or the sharing of it, would change with the other setting of the tie-break.

    All of them are in it, listed or not, in the order of the ranks they would have.
    """
    now, ways = standings.tournament.tie_break, Tournament.TieBreak
    other = ways.NONE if now == ways.TABLE_POINTS else ways.TABLE_POINTS
    rows = standings.everybody
    ranks = rules.rank([(row.tournament_points, row.table_points) for row in rows], other)
    moved = [
        Moved(row, place.rank, place.tied)
        for row, place in zip(rows, ranks, strict=True)
        if (row.rank, row.tied) != (place.rank, place.tied)
    ]
    moved.sort(key=lambda each: (each.then, each.row.rank, each.row.player.number))
    return TieBreakEffect(other.value, tuple(moved))


def protest_text(tournament: Tournament) -> str:
    """Until when protests are taken, in the active language; "" of a final cup, and where no time is set.

    It says nothing that another moment would make untrue: public pages are kept for as long as the cup stays as it is.
    """
    if tournament.protest_until is None or tournament.is_final:
        return ""
    return _("Protests are taken until %(moment)s.") % {"moment": moment(tournament.protest_until, tournament)}


def moment(when: datetime, tournament: Tournament) -> str:
    """A moment as people of the cup say it: the time alone on the cup's own day."""
    local = timezone.localtime(when)
    if local.date() == tournament.date:
        return time_format(local, "TIME_FORMAT")
    return date_format(local, "DATETIME_FORMAT")


def left_out_text(standings: Standings) -> str:
    """That some who withdrew are not in this list; "" where all are."""
    count = len(standings.left_out)
    if not count:
        return ""
    text = ngettext(
        "%(n)s player who withdrew is not listed; nobody else has their rank.",
        "%(n)s players who withdrew are not listed; nobody else has their ranks.",
        count,
    )
    return text % {"n": count}
