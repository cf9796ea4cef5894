"""Who may do what in a cup: somebody is invited, a role is taken away."""

from __future__ import annotations

import unicodedata

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from scoring.actors import Actor, require_organiser
from scoring.models import Membership, Tournament
from scoring.services.change import change
from scoring.services.errors import refusal
from scoring.services.panel import player_of, require_place

USERNAME_LENGTH = 150


def invite(
    actor: Actor,
    tournament: Tournament,
    username: str,
    role: str,
    *,
    substitute: bool = False,
    player: int | None = None,
) -> tuple[User, bool]:
    """Gives a role in the cup to the account of that name; makes the account, without a password, if there is none.

    A juror may be a `substitute`, and a `player` of the list (by number). Returns the account and whether it is new.
    Who it belongs to sets the password through a link of their own. Raises Refusal of a bad name or role, of a role
    that is held already, of a fourth juror, of an account that was closed, of one that waits for its password
    elsewhere; PermissionDenied.
    """
    require_organiser(actor, tournament)
    username = unicodedata.normalize("NFKC", username.strip())
    with change(actor, tournament, "invite") as under_way:
        if role not in Membership.Role.values:
            raise refusal("bad-choice", "role", known=", ".join(Membership.Role.values))
        user = User.objects.filter(username=username).first()
        is_new = user is None
        if user is None:
            _check(username)
            user = User.objects.create_user(username)
        elif not user.is_active:
            raise refusal("account-closed", "username", name=username)
        elif not user.has_usable_password():
            _claim(actor, user)
        if under_way.tournament.memberships.filter(user=user, role=role).exists():
            raise refusal("role-held", "username", name=username)
        found = Membership(tournament=under_way.tournament, user=user, role=role)
        if role == Membership.Role.JUROR:
            if not substitute:
                require_place(under_way.tournament)
            found.player, found.substitute = player_of(under_way.tournament, player), substitute
        found.save()
        under_way.details = {"user": username, "role": role, "new": is_new}
        if found.substitute:
            under_way.details["substitute"] = True
    return user, is_new


def may_hand_over(actor: Actor, user: User) -> bool:
    """May the actor have the link with which this account gets its password, and so all that the account may do?

    Only while there is no password, and for nobody who has more elsewhere: each of the account's roles is in a cup that
    the actor organises.
    """
    if user.has_usable_password():
        return False
    if actor.is_operator or (actor.user is not None and actor.user.is_superuser):
        return True
    if actor.user is None or user.is_staff or user.is_superuser:
        return False
    organised = Membership.objects.filter(user=actor.user, role=Membership.Role.ORGANISER).values("tournament")
    return not Membership.objects.filter(user=user).exclude(tournament__in=organised).exists()


def _claim(actor: Actor, user: User) -> None:
    """An account that has no password yet is invited again: no link that somebody else holds may open the new role."""
    if not may_hand_over(actor, user):
        raise refusal("account-waits", "username", name=user.get_username())
    if not user.memberships.exists():
        user.set_unusable_password()  # another mark than before: links given out earlier are dead
        user.save(update_fields=["password"])


def remove_role(actor: Actor, tournament: Tournament, membership: int) -> None:
    """Takes a role away; the account stays. Raises Refusal of the last organiser's, PermissionDenied."""
    require_organiser(actor, tournament)
    with change(actor, tournament, "remove_role") as under_way:
        found = under_way.tournament.memberships.select_related("user").filter(pk=membership).first()
        if found is None:
            raise refusal("role-gone")
        organisers = under_way.tournament.memberships.filter(role=Membership.Role.ORGANISER)
        if found.role == Membership.Role.ORGANISER and not organisers.exclude(pk=found.pk).exists():
            raise refusal("last-organiser")
        under_way.details = {"user": found.user.get_username(), "role": found.role}
        found.delete()


def _check(username: str) -> None:
    if not username:
        raise refusal("text-empty", "username")
    if len(username) > USERNAME_LENGTH:
        raise refusal("text-too-long", "username", length=len(username), limit=USERNAME_LENGTH)
    try:
        User.username_validator(username)
    except ValidationError as error:
        raise refusal("bad-username", "username") from error
