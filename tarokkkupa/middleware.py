"""What every request has to pass, and a header that Django does not know of."""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils.translation import get_language

from scoring.articles import with_article

Answer = Callable[[HttpRequest], HttpResponseBase]

# Nothing here asks a browser for a device or for money; a page that was broken into shall not either.
_PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


def permissions_policy(get_response: Answer) -> Answer:
    """Send a Permissions-Policy with every answer."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", _PERMISSIONS_POLICY)
        return response

    return answer


def readable_requests(get_response: Answer) -> Answer:
    """Refuse what no page could use: a body that is too long (413), a NUL in address, query or cookie (400).

    PostgreSQL takes no NUL in a text, not even to look one up, so each query with one would be a fault of ours. A
    form's fields are looked at by the forms, which say what is wrong.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        try:
            length = int(request.META.get("CONTENT_LENGTH") or 0)
        except ValueError:
            length = 0
        # Who may not send a copy to be restored is refused before a byte of it is read.
        restores = request.path == reverse("organiser:safe-restore")
        if length > (settings.MAX_RESTORE if restores else settings.MAX_BODY):
            raise RequestDataTooBig(f"A body of {length} bytes.")
        query = request.META.get("QUERY_STRING", "")
        if "\0" in request.path or "\0" in query or "%00" in query:
            raise SuspiciousOperation("A NUL in the address.")
        # A quoted cookie may hide one: "\000".
        if any("\0" in text for cookie in request.COOKIES.items() for text in cookie):
            raise SuspiciousOperation("A NUL in a cookie.")
        return get_response(request)

    return answer


def hungarian_articles(get_response: Answer) -> Answer:
    """In Hungarian pages, write "az 5. asztal" and "a 3. asztal" for "a(z)"; see `scoring.articles`.

    It has to stand within the middleware that sets the language and the one that tells how long an answer is.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        if is_page and isinstance(response, HttpResponse) and b"(z)" in response.content and get_language() == "hu":
            response.content = with_article(response.content.decode(response.charset)).encode(response.charset)
        return response

    return answer
