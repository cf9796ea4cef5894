"""The prizes of a cup, and who wins them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring import queries
from scoring.forms.prizes import PrizesForm
from scoring.models import Tournament
from scoring.queries.prizes import awards_of, is_decided, prizes_of
from scoring.services import set_prizes
from scoring.statistics import has_captures
from scoring.views.organiser.access import organiser_page
from scoring.views.organiser.frame import frame
from scoring.views.organiser.writing import actor_of, go


@organiser_page
def prizes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The whole list as one form, and once all rounds are closed the winners."""
    there = prizes_of(tournament)
    catches = has_captures(tournament.rules) or any(offer.place is None for offer in there)
    form = PrizesForm(request.POST if request.method == "POST" else None, offers=there, catches=catches)
    if form.is_valid():
        actor, seen = actor_of(request), form.cleaned_data["seen"]
        changed = form.attempt(lambda: set_prizes(actor, tournament, form.offers(), seen))
        if changed is not None:
            messages.success(request, _("Saved.") if changed else _("Nothing was changed."))
            return go(tournament, "prizes")
    standings = queries.standings(tournament)
    return render(
        request,
        "organiser/prizes.html",
        frame(tournament, "results")
        | {
            "form": form,
            "decided": is_decided(standings),
            "awards": awards_of(standings),
            "total": sum(offer.amount or 0 for offer in there),
        },
        status=422 if form.errors else 200,
    )
