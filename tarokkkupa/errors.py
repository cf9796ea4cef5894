"""What Django does not say by itself: a request that cannot be read may also be too long."""

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

_TOO_LONG = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page of a request that cannot be read (400) or is too long (413); says nothing of what was in it."""
    status = 413 if isinstance(exception, _TOO_LONG) else 400
    # Without the request: the page must not depend on anything that came with it.
    return render(None, f"{status}.html", status=status)
