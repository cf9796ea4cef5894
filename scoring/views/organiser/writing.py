"""What the desk's views share: look-ups that answer 404, messages, pages that ask before something is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from scoring.actors import Actor
from scoring.forms.base import ReasonForm
from scoring.models import Player, Round, Table, Tournament
from scoring.services import Refusal
from scoring.services.sentences import say
from scoring.views.organiser.frame import frame


def actor_of(request: HttpRequest) -> Actor:
    """Whoever is logged in, as the services know them."""
    return Actor.of_user(request.user)


def round_of(tournament: Tournament, number: int) -> Round:
    """A round of the cup, or 404. One SQL query."""
    found: Round | None = tournament.rounds.filter(number=number).first()
    if found is None:
        raise Http404
    found.tournament = tournament
    return found


def table_of(tournament: Tournament, number: int, table: int) -> Table:
    """A table of the cup, or 404. One SQL query."""
    found = (
        Table.objects.select_related("round")
        .filter(round__tournament=tournament, round__number=number, number=table)
        .first()
    )
    if found is None:
        raise Http404
    found.round.tournament = tournament
    return found


def player_of(tournament: Tournament, number: int) -> Player:
    """A player of the cup, or 404. One SQL query."""
    found: Player | None = tournament.players.filter(number=number).first()
    if found is None:
        raise Http404
    found.tournament = tournament
    return found


def go(tournament: Tournament, name: str, *args: int) -> HttpResponseRedirect:
    """To another page of the cup's desk."""
    return HttpResponseRedirect(reverse(f"organiser:{name}", args=[tournament.slug, *args]))


def do(request: HttpRequest, write: Callable[[], Any], done: str) -> bool:
    """Writes, and says `done`; or says why it was refused. For what has no form of its own."""
    try:
        write()
    except Refusal as refused:
        for problem in refused.problems:
            messages.error(request, say(problem))
        return False
    messages.success(request, done)
    return True


def ask(
    request: HttpRequest,
    tournament: Tournament,
    current: str,
    write: Callable[[str], Any],
    *,
    title: str,
    text: str,
    button: str,
    done: str,
    back: HttpResponseRedirect,
    then: HttpResponseRedirect | None = None,
    danger: bool = False,
    reason: str = "",
    reason_needed: bool = True,
    hint: str = "",
    warning: str = "",
    items: list[str] | None = None,
    early: str = "",
) -> HttpResponse:
    """A page that says what will happen and asks; on POST it happens (`write` gets the reason).

    `reason` is the label of the field for one; without it none is asked. `early` is that of a box to tick ("early" in
    the form) for what is done before its time. `back` is where "no" leads, `then` where it goes on (as `back` where it
    is not given). A refusal stands above the form, and what was typed stays.
    """
    posted = request.POST if request.method == "POST" else None
    form = ReasonForm(posted, label=reason, required=reason_needed, hint=hint, early=early)
    if form.is_valid():
        try:
            write(form.reason)
        except Refusal as refused:
            form.place(refused)
        else:
            messages.success(request, done)
            return then or back
    return render(
        request,
        "organiser/confirm.html",
        frame(tournament, current)
        | {
            "form": form,
            "question": title,
            "text": text,
            "warning": warning,
            "items": items or [],
            "button": button,
            "danger": danger,
            "back": back.url,
        },
        status=422 if form.errors else 200,
    )
