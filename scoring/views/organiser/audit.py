"""Who did what, and when."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.audit import Teller
from scoring.models import Tournament
from scoring.views.organiser.access import organiser_page
from scoring.views.organiser.frame import frame

PER_PAGE = 50


@organiser_page
def audit(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The audit trail in words, newest first; `page` turns."""
    page = Paginator(tournament.audit_entries.order_by("-pk"), PER_PAGE).get_page(request.GET.get("page"))
    teller = Teller.of(tournament)
    context = {
        "page": page,
        "entries": [(entry, teller.actor(entry), teller.tell(entry), teller.reason(entry)) for entry in page],
    }
    return render(request, "organiser/audit.html", frame(tournament, "audit") | context)
