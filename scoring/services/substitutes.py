"""Somebody plays on in a player's place: a note at the seat, whose points stay the player's."""

from __future__ import annotations

from scoring.actors import Actor, require_organiser
from scoring.models import Seat, Table
from scoring.models.tournament import NAME_LENGTH
from scoring.services.change import change_at_table
from scoring.services.errors import Refusal, refusal
from scoring.services.texts import text_problem
from scoring.text import tidy


def set_substitute(actor: Actor, table: Table, player: int, name: str) -> None:
    """Says who plays on in the place of a player (by number) of this table; an empty name: nobody any more.

    Raises Refusal of a name that cannot be kept or is the player's own, of who does not sit there, of a closed round;
    PermissionDenied.
    """
    require_organiser(actor, table.round.tournament)
    name = tidy(name)
    problem = text_problem(name, "name", longest=NAME_LENGTH, empty=True)
    if problem:
        raise Refusal([problem])
    with change_at_table(actor, table, "set_substitute") as (under_way, table):
        seat = table.seats.select_related("player").filter(player__number=player).first()
        if seat is None:
            raise refusal("no-such-player", "player", player=player)
        if name and name.casefold() == tidy(seat.player.name).casefold():
            raise refusal("substitute-is-player", "name", name=name)
        Seat.objects.filter(pk=seat.pk).update(substitute=name)
        under_way.details = {"number": player, "name": seat.player.name, "substitute": name}
