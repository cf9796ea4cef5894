"""What the hall is told: notices, and the clock of a round."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from rules import Problem
from scoring.forms.hall import EXTENSIONS, ClockForm, NoticeForm
from scoring.models import Round, RoundClock, Tournament
from scoring.queries import clocks_of, offered_clock
from scoring.services import (
    end_notice,
    extend_clock,
    pause_clock,
    post_notice,
    set_clock,
    start_clock,
    stop_clock,
)
from scoring.services.sentences import say
from scoring.views.organiser.access import organiser_action, organiser_page
from scoring.views.organiser.frame import frame
from scoring.views.organiser.writing import actor_of, do, go, round_of


@organiser_page
def notices(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The notices that hang in the hall, and those that did; a form for a new one."""
    form = NoticeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        text = form.cleaned_data["text"]
        if form.attempt(lambda: post_notice(actor_of(request), tournament, text)) is not None:
            messages.success(request, _("The notice is up."))
            return go(tournament, "notices")
    every = list(tournament.notices.all())
    return render(
        request,
        "organiser/notices.html",
        frame(tournament, "board")
        | {
            "form": form,
            "shown": [notice for notice in every if notice.ended_at is None],
            "ended": [notice for notice in every if notice.ended_at is not None],
        },
        status=422 if form.errors else 200,
    )


@organiser_action
def end(request: HttpRequest, tournament: Tournament, notice: int) -> HttpResponse:
    """Takes a notice down."""
    found = tournament.notices.filter(pk=notice).first()
    if found is None:
        raise Http404
    found.tournament = tournament
    do(request, lambda: end_notice(actor_of(request), found), _("The notice is down."))
    return _back(request, tournament, go(tournament, "notices"))


@organiser_page
def clock(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The clock of a round with all that can be done to it. The board's buttons come here, too, and go back."""
    round_ = round_of(tournament, number)
    clocks = clocks_of(tournament)
    found = next((each for each in clocks if each.round.number == number), None)
    limit = tournament.rules.time_limit(round=number)
    posted = request.POST if request.method == "POST" else None
    form = ClockForm(posted, initial=offered_clock(tournament, number, clocks), limit=limit)
    if posted is not None:
        press = _button(request, round_, found)
        if press is not None:
            do(request, *press)
            return _back(request, tournament, go(tournament, "round-clock", number))
        if form.is_valid() and form.attempt(lambda: _write(request, round_, form)) is not None:
            return _back(request, tournament, go(tournament, "round-clock", number))
    return render(
        request,
        "organiser/clock.html",
        frame(tournament, f"round-{number}")
        | {
            "form": form,
            "round": round_,
            "clock": found,
            "extensions": EXTENSIONS,
            "closed": say(Problem("round-closed", "", {"round": number})) if round_.is_closed else "",
        },
        status=422 if form.errors else 200,
    )


def _button(request: HttpRequest, round_: Round, found: RoundClock | None) -> tuple[Callable[[], Any], str] | None:
    """What a button without a form does, and what is said when it is done; None for the form's own."""
    actor, action = actor_of(request), request.POST.get("action", "")
    more = re.fullmatch(r"extend-([0-9]{1,4})", action)
    if more is not None:
        text, minutes = request.POST.get("seen", ""), int(more[1])
        seen = int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None
        done = _("The round has %(minutes)s minutes more.") % {"minutes": minutes}
        return lambda: extend_clock(actor, round_, minutes, seen), done
    if action == "pause":
        return lambda: pause_clock(actor, round_), _("The clock stands.")
    if action == "stop":
        return lambda: stop_clock(actor, round_), _("The round has no clock any more.")
    if action == "start" and found is not None:
        return lambda: start_clock(actor, round_), _("The clock runs.")
    return None


def _write(request: HttpRequest, round_: Round, form: ClockForm) -> RoundClock:
    """Starts a new clock, or sets the length of one; says so. Raises Refusal."""
    minutes, warning = form.cleaned_data["minutes"], form.cleaned_data["warning"] or 0
    if request.POST.get("action") == "start":
        clock = start_clock(actor_of(request), round_, minutes, warning)
        messages.success(request, _("The clock runs."))
    else:
        clock = set_clock(actor_of(request), round_, minutes, warning)
        messages.success(request, _("The clock is set."))
    return clock


def _back(request: HttpRequest, tournament: Tournament, usual: HttpResponse) -> HttpResponse:
    """The way back to the page whose button it was."""
    return go(tournament, "board") if request.POST.get("from") == "board" else usual
