"""The day begins: who is here, and who has paid the entry fee."""

from __future__ import annotations

from django.utils import timezone

from rules import Problem
from scoring.actors import Actor, require_organiser
from scoring.models import Player, Tournament
from scoring.services.change import change
from scoring.services.errors import Refusal, refusal
from scoring.services.players import player_as_it_is

#: In forints: far above any fee, and what the database takes.
MOST_FEE = 1_000_000


def check_in(actor: Actor, player: Player, *, here: bool = True) -> None:
    """Somebody is here, or is not after all. Who is here already keeps their time. Raises Refusal of who was taken off
    the list or has withdrawn; PermissionDenied."""
    require_organiser(actor, player.tournament)
    with change(actor, player.tournament, "check_in") as under_way:
        now = player_as_it_is(under_way, player)
        if now.is_withdrawn and here:
            raise refusal("player-withdrawn", number=now.number, round=now.withdrawn_after)
        at = (now.checked_in_at or timezone.now()) if here else None
        Player.objects.filter(pk=now.pk).update(checked_in_at=at)
        under_way.details = {"number": now.number, "name": now.name, "here": here}


def check_in_all(actor: Actor, tournament: Tournament) -> int:
    """All who have not withdrawn are here; returns how many were not until now. Raises Refusal, PermissionDenied."""
    require_organiser(actor, tournament)
    with change(actor, tournament, "check_in_all") as under_way:
        missing = under_way.tournament.players.filter(checked_in_at__isnull=True, withdrawn_after__isnull=True)
        count: int = missing.update(checked_in_at=timezone.now())
        under_way.details = {"count": count}
    return count


def set_paid(actor: Actor, player: Player, *, paid: bool = True) -> None:
    """Somebody has paid the entry fee, or has not after all. Raises Refusal, PermissionDenied."""
    require_organiser(actor, player.tournament)
    with change(actor, player.tournament, "set_paid") as under_way:
        now = player_as_it_is(under_way, player)
        Player.objects.filter(pk=now.pk).update(paid=paid)
        under_way.details = {"number": now.number, "name": now.name, "paid": paid}


def set_up_check_in(actor: Actor, tournament: Tournament, *, uses_check_in: bool, entry_fee: int | None) -> None:
    """Says whether only those are drawn who are here, and what the entry fee is (forints; None: there is none).

    Raises Refusal of a fee that is none, PermissionDenied.
    """
    require_organiser(actor, tournament)
    with change(actor, tournament, "set_up_check_in") as under_way:
        if entry_fee is not None and not 1 <= entry_fee <= MOST_FEE:
            limits = {"value": entry_fee, "low": 1, "high": MOST_FEE}
            raise Refusal([Problem("number-out-of-range", "entry_fee", limits)])
        Tournament.objects.filter(pk=tournament.pk).update(uses_check_in=uses_check_in, entry_fee=entry_fee)
        under_way.details = {"uses_check_in": uses_check_in, "entry_fee": entry_fee}
    tournament.uses_check_in, tournament.entry_fee = uses_check_in, entry_fee
