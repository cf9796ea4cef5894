"""Who may make and take copies of everything, and the secret under which a second laptop fetches them.

A copy has the hash of every password and the link of every table in it, and whoever restores one says which accounts
there are. So this right is above all others: no role in a cup brings it.
"""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import Permission, User
from django.core.exceptions import PermissionDenied
from django.utils.crypto import constant_time_compare

from scoring.actors import Actor
from scoring.secretfile import another_secret, kept_secret

PERMISSION = "scoring.keep_safe"


def is_keeper(actor: Actor) -> bool:
    """May the actor keep everything safe? Who runs commands may, and accounts with the permission."""
    return actor.is_operator or (actor.user is not None and actor.user.has_perm(PERMISSION))


def require_keeper(actor: Actor) -> None:
    """Raises PermissionDenied unless the actor may keep everything safe."""
    if not is_keeper(actor):
        raise PermissionDenied(f"{actor.label} may not keep copies.")


def give_keeping(actor: Actor, user: User) -> None:
    """Gives an account the permission; raises PermissionDenied of who does not have it."""
    require_keeper(actor)
    user.user_permissions.add(Permission.objects.get(codename="keep_safe", content_type__app_label="scoring"))


def secret() -> str:
    """The part of the address of copies that nobody guesses; raises ImproperlyConfigured where it cannot be kept."""
    return kept_secret(_file())


def renew_secret(actor: Actor) -> None:
    """Ends the address that was given out; raises PermissionDenied, OSError."""
    require_keeper(actor)
    another_secret(_file())


def is_secret(given: str) -> bool:
    """Is that the secret? Takes the same time for every wrong one."""
    return constant_time_compare(given, secret())


def _file() -> Path:
    return Path(settings.DATA_DIR, ".copies-key")
