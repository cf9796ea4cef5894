"""Who may open a page of the organiser's desk. Every one of its views goes through here."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.actors import Actor, is_organiser
from scoring.models import Membership, Tournament

P = ParamSpec("P")

GET_AND_POST = ("GET", "HEAD", "POST")


def organised(request: HttpRequest, slug: str) -> Tournament:
    """The cup of that slug, for somebody who organises it.

    Raises PermissionDenied (403) of everybody else, and of an unknown slug for who organises nothing: they cannot
    find out which cups there are. Raises Http404 of an unknown slug for organisers. Two SQL queries.
    """
    actor = Actor.of_user(request.user)
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is not None and is_organiser(actor, tournament):
        return tournament
    if tournament is None and organises_anything(request):
        raise Http404
    raise PermissionDenied(f"{actor.label} does not organise {slug}.")


def organises_anything(request: HttpRequest) -> bool:
    """Is whoever asks an organiser of some cup, or of all?"""
    user = request.user
    if not user.is_active or user.pk is None:
        return False
    return user.is_superuser or Membership.objects.filter(user=user.pk, role=Membership.Role.ORGANISER).exists()


def account_page(view: Callable[Concatenate[HttpRequest, P], HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A page for everybody with an account: they are there for organisers and jurors only.

    Answers GET, HEAD and POST (others: 405). Who is not logged in is sent to log in and comes back.
    """

    @never_cache
    @require_http_methods(GET_AND_POST)
    @wraps(view)
    def page(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return view(request, *args, **kwargs)

    return page


def organiser_page(
    view: Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse],
) -> Callable[..., HttpResponseBase]:
    """A page of the desk of one cup, from the cup's slug in the address; the view gets the tournament."""

    @wraps(view)
    @account_page
    def page(request: HttpRequest, /, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return view(request, organised(request, slug), *args, **kwargs)

    return page


def organiser_action(
    view: Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse],
) -> Callable[..., HttpResponseBase]:
    """As `organiser_page`, for an address that only takes POST; after logging in the visitor is at the cup's desk."""

    @never_cache
    @require_http_methods(["POST"])
    @wraps(view)
    def action(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(reverse("organiser:desk", args=[slug]))
        return view(request, organised(request, slug), *args, **kwargs)

    return action
