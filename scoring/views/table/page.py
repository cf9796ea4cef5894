"""The page of a table: what was played, and the form of the next deal."""

from __future__ import annotations

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.queries import Link
from scoring.views.table.access import linked


@linked
def table_page(request: HttpRequest, link: Link) -> HttpResponse:
    """The page of the table that the link leads to."""
    context = {"table": link.table, "tournament": link.table.round.tournament, "key": secrets.token_hex(16)}
    context["seats"] = link.table.seated()
    return render(request, "table/page.html", context)
