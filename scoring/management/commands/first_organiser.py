"""The first start makes the first organiser, and says how to log in: nobody has to know of createsuperuser."""

from __future__ import annotations

import io
import os
import sys
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from scoring.actors import Actor
from scoring.services.accounts import (
    give_cups_to_only_organiser,
    give_keeping_to_only_organiser,
    make_first_organiser,
    new_password,
)

NAME = "rendezo"


class Command(BaseCommand):
    help = (
        "Makes an organiser's account on an installation that has no account, and prints its password, once. "
        "FIRST_ORGANISER_PASSWORD in the environment chooses the password."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--name", default=os.environ.get("FIRST_ORGANISER", NAME), help=f"default: {NAME}")
        parser.add_argument("--port", type=int, default=os.environ.get("PORT", "8000"), help="for the address printed")

    def handle(self, *args: Any, name: str, port: int, **options: Any) -> None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # An old console may have no "ő", and must start all the same.
        # Not an option: everybody on the machine can read those of a running program.
        given = os.environ.get("FIRST_ORGANISER_PASSWORD", "")
        password = given or new_password()
        actor = Actor.operator("first_organiser")
        try:
            user = make_first_organiser(actor, name, password)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        give_cups_to_only_organiser(actor)
        give_keeping_to_only_organiser(actor)
        if user is None:
            self.stdout.write(f"Organisers log in at {login_address(port)}")
            return
        # Both languages: whoever organises may read only one of them, and needs this to go on.
        for line in [
            "Első indítás: elkészült az első rendező. / The first start: here is the first organiser.",
            f"  Cím / address:     {login_address(port)}",
            f"  Név / name:        {user.get_username()}",
            f"  Jelszó / password: {'FIRST_ORGANISER_PASSWORD' if given else password}",
            "  Csak most látható, írja fel. / Shown only now: write it down.",
            f"  Elfelejtve? / Forgotten? python manage.py changepassword {user.get_username()}",
        ]:
            self.stdout.write(line)


def login_address(port: int) -> str:
    """Where organisers log in, as typed on this machine; behind a proxy, its address."""
    path = reverse("accounts:login")
    if settings.BEHIND_HTTPS_PROXY:
        return f"https://{settings.ALLOWED_HOSTS[0].lstrip('.')}{path}"
    return f"http://127.0.0.1{'' if port == 80 else f':{port}'}{path}"
