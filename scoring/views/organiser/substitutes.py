"""Who plays on in a player's place."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring.forms.players import SubstituteForm
from scoring.models import Tournament
from scoring.queries.register import suggestions
from scoring.services import set_substitute
from scoring.views.organiser.access import organiser_page
from scoring.views.organiser.frame import frame
from scoring.views.organiser.writing import actor_of, go, table_of


@organiser_page
def substitute(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Says who plays in whose place at a table."""
    at = table_of(tournament, number, table)
    seats = list(at.seated())
    now = next((seat for seat in seats if seat.substitute), None)
    form = SubstituteForm(
        request.POST if request.method == "POST" else None,
        players=[seat.player for seat in seats],
        initial={"player": now.player.number, "name": now.substitute} if now else None,
    )
    if form.is_valid():
        data = form.cleaned_data

        def write() -> bool:
            set_substitute(actor_of(request), at, data["player"], data["name"])
            return True

        if form.attempt(write):
            who = next(seat.player for seat in seats if seat.player.number == data["player"])
            text = _("%(name)s plays for %(player)s.") if data["name"] else _("%(player)s plays again.")
            messages.success(request, text % {"name": data["name"], "player": who.name})
            return go(tournament, "table", number, table)
    context = {
        "round": at.round,
        "table": at,
        "seats": seats,
        "form": form,
        "people": suggestions(tournament),
    }
    status = 422 if form.errors else 200
    return render(request, "organiser/substitute.html", frame(tournament, f"round-{number}") | context, status=status)
