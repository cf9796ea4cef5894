"""The list of players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.desk import sizes_in_words
from scoring.forms.players import PasteForm, PlayerForm, WithdrawForm, doubles
from scoring.models import Seat, Tournament
from scoring.services import add_players, delete_player, edit_player, take_back_withdrawal, withdraw_player
from scoring.views.organiser.access import organiser_action, organiser_page
from scoring.views.organiser.frame import frame
from scoring.views.organiser.writing import actor_of, ask, do, go, player_of


@organiser_page
def players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody on the list; adds one."""
    form = PlayerForm(request.POST if request.method == "POST" else None)
    # One after another is typed: the next name goes on where the last one was added.
    form.begin_at("name")
    twice: Sequence[str] = ()
    if form.is_valid():
        twice = _twice(request, tournament, form)
        added = None if twice else form.attempt(lambda: add_players(actor_of(request), tournament, form.entries))
        if added:
            messages.success(request, _("Added: %(player)s") % {"player": added[0]})
            return go(tournament, "players")
    found = list(tournament.players.order_by("number"))
    active = sum(not player.is_withdrawn for player in found)
    context = {"players": found, "form": form, "twice": twice, "active": active, "tables": sizes_in_words(active)}
    return _render(request, tournament, "players", context, form)


@organiser_page
def paste(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Adds many, pasted one in a line."""
    form = PasteForm(request.POST if request.method == "POST" else None)
    twice: Sequence[str] = ()
    if form.is_valid():
        twice = _twice(request, tournament, form)
        places = {"entries": "lines"}
        added = (
            None if twice else form.attempt(lambda: add_players(actor_of(request), tournament, form.entries), places)
        )
        if added:
            text = ngettext("%(n)s player added.", "%(n)s players added.", len(added)) % {"n": len(added)}
            messages.success(request, text)
            return go(tournament, "players")
    return _render(request, tournament, "paste", {"form": form, "twice": twice}, form)


@organiser_page
def player(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """One player: name and club, leaving, being taken off the list."""
    found = player_of(tournament, number)
    form = PlayerForm(
        request.POST if request.method == "POST" else None,
        initial={"name": found.name, "club": found.club},
        seen=True,
    )
    if form.is_valid():
        data = form.cleaned_data
        seen = (data["seen_name"], data["seen_club"])

        def write() -> bool:
            edit_player(actor_of(request), found, name=data["name"], club=data["club"], seen=seen)
            return True

        if form.attempt(write):
            messages.success(request, _("Saved."))
            return go(tournament, "players")
    played = Seat.objects.filter(player=found).order_by("-round__number").values_list("round__number", flat=True)
    last = played.first() or 0
    context = {
        "player": player_of(tournament, number),
        "form": form,
        "withdraw_form": WithdrawForm(planned=tournament.rounds_planned, played=last),
        "was_seated": bool(last),
    }
    return _render(request, tournament, "player", context, form)


@organiser_page
def withdraw(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """After which round a player leaves."""
    found = player_of(tournament, number)
    last = found.seats.order_by("-round__number").values_list("round__number", flat=True).first() or 0
    form = WithdrawForm(
        request.POST if request.method == "POST" else None, planned=tournament.rounds_planned, played=last
    )
    if form.is_valid():

        def write() -> bool:
            withdraw_player(actor_of(request), found, form.cleaned_data["after_round"])
            return True

        if form.attempt(write):
            messages.success(request, _("%(player)s has withdrawn; the results stay.") % {"player": found})
            return go(tournament, "players")
    return _render(request, tournament, "withdraw", {"player": found, "form": form}, form)


@organiser_action
def plays_on(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A withdrawal is taken back."""
    found = player_of(tournament, number)
    done = _("%(player)s plays on.") % {"player": found}
    do(request, lambda: take_back_withdrawal(actor_of(request), found), done)
    return go(tournament, "players")


@organiser_page
def delete(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Asks, and takes a player off the list who has not been seated."""
    found = player_of(tournament, number)
    return ask(
        request,
        tournament,
        "players",
        lambda reason: delete_player(actor_of(request), found),
        title=_("Take %(player)s off the list?") % {"player": found},
        text=_("Only somebody who has not been seated can be taken off; nothing of them is kept."),
        button=_("Take off the list"),
        danger=True,
        done=_("%(player)s was taken off the list.") % {"player": found},
        back=go(tournament, "player", number),
        then=go(tournament, "players"),
    )


def _twice(request: HttpRequest, tournament: Tournament, form: PlayerForm | PasteForm) -> list[str]:
    """The names that are there already, unless the organiser has said that they are other people."""
    if request.POST.get("twice") == "yes":
        return []
    return doubles(form.entries, tournament.players.values_list("name", flat=True))


def _render(
    request: HttpRequest, tournament: Tournament, page: str, context: dict[str, Any], form: Any
) -> HttpResponse:
    refused = form.errors or context.get("twice")
    return render(
        request, f"organiser/{page}.html", frame(tournament, "players") | context, status=422 if refused else 200
    )
