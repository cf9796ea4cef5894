"""My cups, and the desk of one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.models import Membership, Tournament
from scoring.views.organiser.access import account_page, organiser_page
from scoring.views.organiser.frame import frame


@account_page
def my_cups(request: HttpRequest) -> HttpResponse:
    """The cups in which the visitor has a role."""
    cups = Tournament.objects.filter(memberships__in=Membership.objects.filter(user=request.user.pk)).distinct()
    return render(request, "organiser/cups.html", {"cups": cups})


@organiser_page
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What state a cup is in, and what to do next."""
    return render(request, "organiser/desk.html", frame(tournament, "desk"))
