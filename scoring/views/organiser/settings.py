"""What a cup says of itself, and its state: draft, published, frozen, final."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring import queries
from scoring.forms.cups import PLACES, CupForm, FreezeForm
from scoring.models import Deal, Tournament
from scoring.results import protest_text, tie_break_effect
from scoring.services import (
    edit_tournament,
    finish,
    freeze,
    publish,
    take_back_final,
    takes_protests,
    unfreeze,
    unpublish,
)
from scoring.services.editing import FIELDS
from scoring.views.organiser.access import organiser_action, organiser_page
from scoring.views.organiser.frame import frame
from scoring.views.organiser.writing import actor_of, ask, do, go


@organiser_page
def settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Edits the cup's own fields; two people may edit different ones at once."""
    has_deals = Deal.objects.filter(table__round__tournament=tournament).exists()
    initial = {name: getattr(tournament, name) for name in FIELDS}
    form = CupForm(
        request.POST if request.method == "POST" else None, initial=initial, seen=True, fixed_rules=has_deals
    )
    if form.is_valid():
        actor = actor_of(request)
        changed = form.attempt(lambda: edit_tournament(actor, tournament, form.cleaned_data, form.seen()), PLACES)
        if changed is not None:
            messages.success(request, _("Saved.") if changed else _("Nothing was changed."))
            return go(tournament, "settings")
    return _page(request, tournament, form, _freeze_form(tournament))


@organiser_action
def publish_cup(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody may see the cup."""
    do(request, lambda: publish(actor_of(request), tournament), _("The cup is published: everybody can see it."))
    return go(tournament, "settings")


@organiser_action
def unpublish_cup(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Only the organisers see the cup."""
    do(
        request,
        lambda: unpublish(actor_of(request), tournament),
        _("The cup is a draft again: only organisers see it."),
    )
    return go(tournament, "settings")


@organiser_action
def freeze_cup(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The public sees an earlier state until the prize-giving."""
    form = FreezeForm(request.POST, rounds=_rounds(tournament))
    if form.is_valid():
        after = form.cleaned_data["after_round"]
        form.attempt(lambda: freeze(actor_of(request), tournament, after))
    if form.errors:
        initial = {name: getattr(tournament, name) for name in FIELDS}
        return _page(request, tournament, CupForm(initial=initial, seen=True), form)
    messages.success(request, _("The public standings are frozen; you go on seeing everything."))
    return go(tournament, "settings")


@organiser_action
def unfreeze_cup(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The public sees everything."""
    do(request, lambda: unfreeze(actor_of(request), tournament), _("The public sees everything again."))
    return go(tournament, "settings")


@organiser_page
def finish_cup(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Asks, and makes the cup final."""
    missing = tournament.rounds_planned - tournament.rounds.count()
    early = takes_protests(tournament)
    warning = protest_text(tournament) if early else ""
    if missing > 0:
        warning += " " + _("Only %(there)s of the %(planned)s planned rounds have been played.") % {
            "there": tournament.rounds_planned - missing,
            "planned": tournament.rounds_planned,
        }
    warning = warning.strip()
    return ask(
        request,
        tournament,
        "settings",
        lambda reason: finish(actor_of(request), tournament, early="early" in request.POST),
        title=_("Make the cup final?"),
        text=_("Nothing can be changed after that, and the public sees the whole result. It can be taken back."),
        warning=warning,
        early=_("It is final all the same: no more protests are taken.") if early else "",
        button=_("Make it final"),
        done=_("The cup is final."),
        back=go(tournament, "settings"),
    )


@organiser_page
def take_back(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Asks for the reason, and opens a final cup again."""
    return ask(
        request,
        tournament,
        "settings",
        lambda reason: take_back_final(actor_of(request), tournament, reason),
        title=_("Open the final cup again?"),
        text=_("The public goes on seeing it, no longer as final. The reason stays in the audit trail."),
        reason=_("Reason"),
        button=_("Open it again"),
        done=_("The cup is open again."),
        back=go(tournament, "settings"),
    )


def _rounds(tournament: Tournament) -> list[int]:
    return list(tournament.rounds.order_by("number").values_list("number", flat=True))


def _freeze_form(tournament: Tournament) -> FreezeForm:
    return FreezeForm(rounds=_rounds(tournament))


def _page(request: HttpRequest, tournament: Tournament, form: CupForm, freeze_form: FreezeForm) -> HttpResponse:
    context = {
        "form": form,
        "freeze_form": freeze_form,
        "fixed_rules": "ruleset_id" not in form.fields,
        "effect": tie_break_effect(queries.standings(tournament)),
    }
    status = 422 if form.errors or freeze_form.errors else 200
    return render(request, "organiser/settings.html", frame(tournament, "settings") | context, status=status)
