"""Who has a table's link: the one look-up that its pages and its JSON calls share.

Nothing here reads a cookie: the token in the address is the right, so there is no CSRF token either.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.csrf import csrf_exempt

from scoring.queries import Link, find_link
from scoring.visitors import client_address

P = ParamSpec("P")
Response = TypeVar("Response", bound=HttpResponseBase)

#: So many links that lead nowhere from one address, in so many seconds; after that it is told to wait.
WRONG_LINKS, WRONG_SECONDS = 60, 60


class TooManyWrong(Exception):
    """Somebody at this address tries links; a good one still works from there."""


def linked(view: Callable[Concatenate[HttpRequest, Link, P], HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A view below a table's link: gets what the token leads to, also where the link has ended.

    A token that never was one is not found (Http404), and after many of those the address is told to wait (429). What
    comes back is kept by no cache, and its address goes to nobody as a referrer.
    """

    @csrf_exempt
    @patient
    @wraps(view)
    def page(request: HttpRequest, token: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        link = find_link(token)
        if link is None:
            wrong_link(request)
            raise Http404
        return private(view(request, link, *args, **kwargs))

    return page


def patient(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A view that may come upon a wrong link or code: TooManyWrong becomes the page that says to wait (429)."""

    @wraps(view)
    def page(*args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(*args, **kwargs)
        except TooManyWrong:
            # Without the request: the page is the same for everybody, in both languages.
            return private(told_to_wait(render(None, "429.html", status=429)))

    return page


def told_to_wait(response: Response) -> Response:
    """The response with the time after which asking again makes sense."""
    response["Retry-After"] = str(WRONG_SECONDS)
    return response


def private(response: Response) -> Response:
    """The response as one that has a secret in its address."""
    add_never_cache_headers(response)
    response["Referrer-Policy"] = "no-referrer"
    return response


def wrong_link(request: HttpRequest) -> None:
    """Counts a link or code that leads nowhere; raises TooManyWrong. Each server process counts for itself."""
    key = f"wrong-links-{client_address(request)}"
    cache.add(key, 0, WRONG_SECONDS)
    try:
        wrong = cache.incr(key)
    except ValueError:  # It ran out this very moment.
        wrong = 1
    if wrong > WRONG_LINKS:
        raise TooManyWrong
