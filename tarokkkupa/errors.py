"""What Django does not say by itself: a request that cannot be read may also be too long, and who called for JSON
reads no page."""

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language_from_request, override
from django.views.defaults import page_not_found

from rules import Problem
from scoring.views.table.access import private
from scoring.views.table.calls import is_call, refused

_TOO_LONG = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer to a request that cannot be read (400) or is too long (413); says nothing of what was in it."""
    status = 413 if isinstance(exception, _TOO_LONG) else 400
    if is_call(request.path):
        return _said(request, "message-too-long" if status == 413 else "bad-request", status)
    # Without the request: the page must not depend on anything that came with it.
    return render(None, f"{status}.html", status=status)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer where there is nothing."""
    return _said(request, "no-such-address", 404) if is_call(request.path) else page_not_found(request, exception)


def _said(request: HttpRequest, code: str, status: int) -> HttpResponse:
    # What is refused before the language is known is told in it all the same.
    with override(get_language_from_request(request)):
        return private(refused([Problem(code, "")], status))
