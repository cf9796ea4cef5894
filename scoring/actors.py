"""Who does a thing, and whether they may.

Accounts are for organisers and jurors only: a deal is entered by a player at a table, who has none, and a
command is run by whoever operates the machine. An `Actor` is any of the three.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.exceptions import PermissionDenied

from scoring.models import Membership, Player, Table, Tournament


@dataclass(frozen=True, slots=True)
class Actor:
    """One of: a `user` with an account; a `player` at a `table`; the operator of a command (neither).

    `label` says who it was in words that outlive the account; audit trail and revisions keep it.
    Made by `of_user`, `at_table` and `operator`.
    """

    label: str
    user: Any = None
    table: Table | None = None
    player: Player | None = None
    is_operator: bool = False

    @classmethod
    def of_user(cls, user: AbstractBaseUser | AnonymousUser) -> Actor:
        """Somebody with an account; raises PermissionDenied if nobody is logged in."""
        if not user.is_authenticated:
            raise PermissionDenied("Nobody is logged in.")
        return cls(label=user.get_username(), user=user)

    @classmethod
    def at_table(cls, table: Table, player: Player | None = None) -> Actor:
        """Whoever holds the link of a table: it is good for that table only."""
        label = f"table {table.round.number}/{table.number}"
        return cls(label=f"{label}: {player}" if player else label, table=table, player=player)

    @classmethod
    def operator(cls, command: str) -> Actor:
        """Whoever may run commands on the machine may do everything."""
        return cls(label=f"command {command}", is_operator=True)


def is_organiser(actor: Actor, tournament: Tournament) -> bool:
    """Has the actor the organiser's rights in this cup?"""
    if actor.is_operator:
        return True
    if actor.user is None or not actor.user.is_active:
        return False
    return (
        actor.user.is_superuser
        or Membership.objects.filter(user=actor.user, tournament=tournament, role=Membership.Role.ORGANISER).exists()
    )


def require_account(actor: Actor) -> None:
    """Only an account or a command may do this, never a table; raises PermissionDenied."""
    if not actor.is_operator and (actor.user is None or not actor.user.is_active):
        raise PermissionDenied("This needs an account.")


def require_organiser(actor: Actor, tournament: Tournament) -> None:
    """Raises PermissionDenied unless the actor organises this cup."""
    if not is_organiser(actor, tournament):
        raise PermissionDenied(f"{actor.label} does not organise {tournament.slug}.")


def require_seat_at(actor: Actor, table: Table) -> None:
    """Raises PermissionDenied unless the actor is at this very table, or organises its cup."""
    if actor.table is not None and actor.table.pk == table.pk:
        return
    require_organiser(actor, table.round.tournament)
