"""Who may open a page of the jury's room. Every one of its views goes through here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase

from scoring.actors import Actor, is_organiser
from scoring.models import Case, Membership, Tournament
from scoring.services import is_juror
from scoring.views.organiser.access import account_page

P = ParamSpec("P")

#: What is read with a case: enough to tell it, and to price it.
OF_CASE = ("table__round", "deal__current", "offender")


@dataclass(frozen=True, slots=True)
class Room:
    """The room of one cup, and who is in it: of its jury (substitutes included), an organiser, or both."""

    tournament: Tournament
    actor: Actor
    judges: bool
    organises: bool

    def case(self, number: int) -> Case:
        """A case of the cup; raises Http404. One SQL query."""
        found: Case | None = self.tournament.cases.select_related(*OF_CASE).filter(number=number).first()
        if found is None:
            raise Http404
        found.tournament = self.tournament
        if found.table is not None:
            found.table.round.tournament = self.tournament
        return found


def room_of(request: HttpRequest, slug: str) -> Room:
    """The room of the cup of that slug, for its jury and its organisers.

    Raises PermissionDenied (403) of everybody else, and of an unknown slug for who has no cup at all: they cannot find
    out which cups there are. Raises Http404 of an unknown slug for who organises or judges some cup. Three SQL queries.
    """
    actor = Actor.of_user(request.user)
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is not None:
        room = Room(tournament, actor, is_juror(actor, tournament), is_organiser(actor, tournament))
        if room.judges or room.organises:
            return room
    elif request.user.is_superuser or Membership.objects.filter(user=request.user.pk).exists():
        raise Http404
    raise PermissionDenied(f"{actor.label} is not of the jury of {slug}.")


def jury_page(
    view: Callable[Concatenate[HttpRequest, Room, P], HttpResponse],
) -> Callable[..., HttpResponseBase]:
    """A page of the room of one cup, from the cup's slug in the address; the view gets the room."""

    @wraps(view)
    @account_page
    def page(request: HttpRequest, /, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return view(request, room_of(request, slug), *args, **kwargs)

    return page
