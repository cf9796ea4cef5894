"""What every public page shares: whose cup it is, whether it may be seen, and the 304 that costs one indexed read."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.db.models import Value
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.models import Membership, Series, Tournament

P = ParamSpec("P")

_PUBLIC_STATES = (Tournament.State.PUBLISHED, Tournament.State.FINAL)


def tournament_page(
    view: Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse],
) -> Callable[..., HttpResponseBase]:
    """A page of one cup, read only, from the cup's slug in the address.

    Answers a matching If-None-Match before the view is called, after one indexed read (and, for somebody logged in, the
    look-up of the session and the role). A draft is there for its organisers only; for everybody else it is not found.
    While the public standings are frozen, all others get the cup without the rounds after that.
    """

    @require_safe
    @wraps(view)
    def page(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        head = Tournament.objects.filter(slug=slug).values_list("pk", "revision", "state").first()
        if head is None:
            raise Http404
        pk, revision, state = head
        visitor = visitor_of(request, pk)
        if state not in _PUBLIC_STATES and not visitor.sees_all:
            raise Http404

        def make() -> HttpResponse:
            tournament = Tournament.objects.filter(pk=pk).first()
            if tournament is None:  # Deleted since the line above.
                raise Http404
            tournament.last_shown = None if visitor.sees_all else tournament.frozen_after
            return view(request, tournament, *args, **kwargs)

        # The key belongs to the revision: a cup that was deleted and loaded again counts from 1.
        return answer_with_etag(request, etag_of(f"{pk}.{revision}", visitor), make)

    return page


def list_page(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[..., HttpResponseBase]:
    """A page over all published cups and series: as `tournament_page`, with the revisions of them all."""

    @require_safe
    @wraps(view)
    def page(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        cups = Tournament.objects.filter(state__in=_PUBLIC_STATES).values_list("pk", "revision", Value("cup"))
        series = Series.objects.filter(is_public=True).values_list("pk", "revision", Value("series"))
        heads = sorted(cups.order_by().union(series.order_by(), all=True))
        revisions = hashlib.sha256(repr(heads).encode()).hexdigest()[:16]
        return answer_with_etag(
            request, etag_of(revisions, visitor_of(request)), lambda: view(request, *args, **kwargs)
        )

    return page


def answer_with_etag(request: HttpRequest, etag: str, make: Callable[[], HttpResponse]) -> HttpResponseBase:
    """The response of `make` under `etag`, or a 304 without making it."""
    response: HttpResponseBase | None = get_conditional_response(request, etag=etag)
    if response is None:
        response = make()
    response["ETag"] = etag
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    patch_cache_control(response, no_cache=True)
    return response


def etag_of(revision: str, visitor: Visitor) -> str:
    """All that a public page depends on: revision, language, role and release."""
    language = get_language() or settings.LANGUAGE_CODE
    return quote_etag("-".join([revision, language, visitor.key, settings.RELEASE]))


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks, as far as one cup is concerned."""

    user: int | None = None
    superuser: bool = False
    roles: frozenset[str] = frozenset()

    @property
    def key(self) -> str:
        """Their part of an ETag: who has logged in never gets the page of who has not."""
        if self.user is None:
            return "public"
        return "+".join([*sorted(self.roles), *(["superuser"] if self.superuser else []), str(self.user)])

    @property
    def sees_all(self) -> bool:
        """May they see the cup before it is published, and all of it while its public standings are frozen?"""
        return self.superuser or Membership.Role.ORGANISER in self.roles


def visitor_of(request: HttpRequest, tournament_pk: int | None = None) -> Visitor:
    """Who asks, with their roles in that cup. Asks the database nothing for somebody without a session."""
    user = request.user
    if user.pk is None:
        return Visitor()
    roles = Membership.objects.filter(user=user.pk, tournament=tournament_pk).values_list("role", flat=True)
    return Visitor(user.pk, user.is_superuser, frozenset(roles if tournament_pk else ()))
