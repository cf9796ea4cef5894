"""What a table is told by the hall, for its page to ask again and again: the round's clock, and notices."""

from __future__ import annotations

import hashlib

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from scoring.queries import Link, hall_at
from scoring.views.table.access import linked


@linked
@require_safe
def hall(request: HttpRequest, link: Link) -> HttpResponse:
    """The two parts of the table's page; 410 once the link has ended. One SQL query, two while a notice hangs."""
    if link.ended:
        return HttpResponse(status=410)
    text = render_to_string("table/hall.html", {"hall": hall_at(link.table), "round": link.table.round})
    etag = quote_etag(hashlib.sha256(text.encode()).hexdigest()[:24])
    response = get_conditional_response(request, etag=etag) or HttpResponse(text)
    response["ETag"] = etag
    return response
