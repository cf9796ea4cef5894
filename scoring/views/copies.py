"""The newest copy, for a second laptop that asks for it every few minutes; see the command `pull_copies`."""

from __future__ import annotations

from django.http import FileResponse, Http404, HttpRequest, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from scoring.safe.copier import newest_copy
from scoring.safe.keeping import is_secret
from scoring.views.table.access import patient, private, wrong_link


@patient
@require_safe
def newest(request: HttpRequest, secret: str) -> HttpResponseBase:
    """The newest copy as a file, for who knows the secret; 304 for who has it already.

    Everybody else finds nothing (404), and waits after many tries, as with wrong links of tables.
    """
    if not is_secret(secret):
        wrong_link(request)
        raise Http404
    copy = newest_copy()
    if copy is None:
        raise Http404
    etag = quote_etag(copy.name)
    response: HttpResponseBase | None = get_conditional_response(request, etag=etag)
    if response is None:
        try:
            file = copy.path.open("rb")
        except FileNotFoundError as error:  # It made room for a newer one this very moment.
            raise Http404 from error
        response = FileResponse(file, as_attachment=True, filename=copy.name, content_type="application/octet-stream")
    response["ETag"] = etag
    return private(response)
