"""What comes of a cup: the tie-break with its effect, who is listed, until when protests are taken."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import queries
from scoring.forms.results import ProtestForm, TieBreakForm
from scoring.models import Tournament
from scoring.queries.prizes import is_decided, prizes_of
from scoring.results import tie_break_effect
from scoring.services import edit_tournament, list_withdrawn, set_protest_until, takes_protests
from scoring.views.organiser.access import organiser_action, organiser_page
from scoring.views.organiser.frame import frame
from scoring.views.organiser.writing import actor_of, do, go


@organiser_page
def results(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All that is decided about the result, on one page. Nine SQL queries."""
    return _page(request, tournament, ProtestForm(initial={"until": tournament.protest_until}))


@organiser_action
def tie_break(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Sets the tie-break, of which the page has shown the effect."""
    form = TieBreakForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose one of the two."))
        return go(tournament, "results")
    wanted, seen = form.cleaned_data["tie_break"], form.cleaned_data["seen"]
    do(
        request,
        lambda: edit_tournament(actor_of(request), tournament, {"tie_break": wanted}, {"tie_break": seen}),
        _("Saved."),
    )
    return go(tournament, "results")


@organiser_action
def withdrawn(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Leaves those who withdrew out of the public lists (`hide`), or puts them back."""
    hide = request.POST.get("hide") == "yes"
    done = _("Those who withdrew are not in the public lists.") if hide else _("The public lists have everybody.")
    do(request, lambda: list_withdrawn(actor_of(request), tournament, not hide), done)
    return go(tournament, "results")


@organiser_action
def protest(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Sets until when protests are taken: a moment, so many minutes from now, or no time at all."""
    form = ProtestForm(request.POST)
    if form.is_valid():
        until, minutes = form.cleaned_data["until"], form.cleaned_data["minutes"]
        if minutes:
            # On the full minute, as it is read aloud; never a minute less than was said.
            until = (timezone.now() + timedelta(minutes=minutes + 1, microseconds=-1)).replace(second=0, microsecond=0)
        form.attempt(lambda: set_protest_until(actor_of(request), tournament, until))
    if form.errors:
        return _page(request, tournament, form)
    messages.success(request, _("Saved."))
    return go(tournament, "results")


def _page(request: HttpRequest, tournament: Tournament, form: ProtestForm) -> HttpResponse:
    standings = queries.standings(tournament)
    gone = [row for row in standings.rows if row.withdrew_after is not None]
    return render(
        request,
        "organiser/results.html",
        frame(tournament, "results")
        | {
            "standings": standings,
            "effect": tie_break_effect(standings),
            "withdrawn": gone,
            "form": form,
            "takes_protests": takes_protests(tournament),
            "decided": is_decided(standings),
            "prizes": len(prizes_of(tournament)),
            "series": queries.series_of(tournament),
        },
        status=422 if form.errors else 200,
    )
