"""The account with which an installation begins."""

from __future__ import annotations

import secrets

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.db import IntegrityError, transaction

from scoring.actors import Actor
from scoring.models import Membership, Tournament
from scoring.safe.keeping import PERMISSION, give_keeping
from scoring.services.people import invite

# Syllables that are read aloud and typed without a doubt: no l, no i beside 1, nothing silent.
_CONSONANTS = "bdfghjkmnprstvz"
_VOWELS = "aeou"


def new_password() -> str:
    """A password that can be read from a screen and typed on a phone: five words of two syllables, 59 bits."""
    words = ("".join(secrets.choice(letters) for letters in (_CONSONANTS, _VOWELS) * 2) for _ in range(5))
    return "-".join(words)


def make_first_organiser(actor: Actor, name: str, password: str) -> User | None:
    """Makes the first account, which may keep copies of everything; None if there is an account already.

    Raises ValidationError of a name or password that no account may have.
    """
    user = User(username=User.normalize_username(name))
    user.full_clean(exclude=["password"], validate_unique=False)
    validate_password(password, user)
    user.set_password(password)
    try:
        with transaction.atomic():
            if User.objects.exists():
                return None
            user.save()
            give_keeping(actor, user)
    except IntegrityError:  # Another process began at the same moment.
        return None
    return user


def give_cups_to_only_organiser(actor: Actor) -> None:
    """While there is one account, the cups that a command loaded and nobody organises are its own."""
    accounts = User.objects.filter(is_active=True)[:2]
    if len(accounts) != 1:
        return
    organised = Membership.objects.filter(role=Membership.Role.ORGANISER).values("tournament")
    for tournament in Tournament.objects.exclude(pk__in=organised).exclude(state=Tournament.State.FINAL):
        invite(actor, tournament, accounts[0].get_username(), Membership.Role.ORGANISER)


def give_keeping_to_only_organiser(actor: Actor) -> None:
    """While there is one account, it may keep copies of everything: it comes from a release that knew none."""
    accounts = User.objects.filter(is_active=True)[:2]
    if len(accounts) == 1 and not accounts[0].has_perm(PERMISSION):
        give_keeping(actor, accounts[0])
