"""What an organiser decides about the result: who is listed, and until when it may be protested against."""

from __future__ import annotations

from datetime import datetime

from scoring.actors import Actor, require_organiser
from scoring.models import Tournament
from scoring.services.change import change
from scoring.services.errors import refusal

FIRST_YEAR, LAST_YEAR = 2000, 2199


def list_withdrawn(actor: Actor, tournament: Tournament, listed: bool) -> bool:
    """Says whether the public lists have those who withdrew; their results count for others all the same.

    Returns whether that is a change. Raises Refusal of a final cup, PermissionDenied.
    """
    require_organiser(actor, tournament)
    if tournament.hide_withdrawn is not listed:
        return False
    with change(actor, tournament, "list_withdrawn" if listed else "hide_withdrawn"):
        Tournament.objects.filter(pk=tournament.pk).update(hide_withdrawn=not listed)
    return True


def set_protest_until(actor: Actor, tournament: Tournament, until: datetime | None) -> bool:
    """Says until when (an aware moment) the result may be protested against; None takes that back.

    Returns whether that is a change. Raises Refusal of a moment far away, of a final cup; PermissionDenied.
    """
    require_organiser(actor, tournament)
    # Years that no database and no time zone has trouble with.
    if until is not None and not FIRST_YEAR <= until.year <= LAST_YEAR:
        raise refusal("moment-far", "until")
    if tournament.protest_until == until:
        return False
    with change(actor, tournament, "set_protest_until" if until else "clear_protest_until") as under_way:
        Tournament.objects.filter(pk=tournament.pk).update(protest_until=until)
        under_way.details = {"until": until.isoformat()} if until else {}
    return True
