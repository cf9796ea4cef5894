"""The day begins: who is here, and who has paid."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.forms.players import CheckInForm
from scoring.models import Player, Tournament
from scoring.queries.checkin import CheckIn, check_in_list
from scoring.queries.coming import DrawnRound, drawn_round
from scoring.services import Refusal, check_in, check_in_all, set_paid, set_up_check_in
from scoring.services.sentences import say
from scoring.text import fold, matches
from scoring.views.organiser.access import organiser_action, organiser_page
from scoring.views.organiser.frame import frame
from scoring.views.organiser.writing import actor_of, go

#: What the list can be narrowed to.
SHOWN = ("all", "missing", "unpaid")
#: What can be done to one player, by the name of the button.
ACTS = ("here", "away", "paid", "unpaid")


@organiser_page
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody with large buttons; on POST one of them is pressed, and the page comes again as it was."""
    if request.method == "POST":
        return _press(request, tournament)
    return _show(request, tournament, CheckInForm.of(tournament))


def _press(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    act = next((name for name in ACTS if name in request.POST), None)
    number = request.POST.get(act, "") if act else ""
    found = None
    if number.isascii() and number.isdigit() and len(number) < 6:
        found = tournament.players.filter(number=int(number)).first()
    if act is None or found is None:
        messages.error(request, _("Choose somebody of the list."))
    else:
        found.tournament = tournament
        try:
            if act in ("here", "away"):
                check_in(actor_of(request), found, here=act == "here")
            else:
                set_paid(actor_of(request), found, paid=act == "paid")
        except Refusal as refused:
            for problem in refused.problems:
                messages.error(request, say(problem))
    kept = {key: request.POST.get(key, "")[:100] for key in ("q", "show")}
    query = urlencode({key: value for key, value in kept.items() if value})
    address = reverse("organiser:check-in", args=[tournament.slug])
    answer = go(tournament, "check-in")
    answer["Location"] = f"{address}?{query}" if query else address
    if found is not None:
        answer["Location"] += f"#player-{found.number}"
    return answer


@organiser_action
def everybody(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All others are here, too."""
    try:
        count = check_in_all(actor_of(request), tournament)
    except Refusal as refused:
        for problem in refused.problems:
            messages.error(request, say(problem))
    else:
        text = ngettext("%(n)s more player is here.", "%(n)s more players are here.", count) % {"n": count}
        messages.success(request, text)
    return go(tournament, "check-in")


@organiser_action
def set_up(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """How the cup checks people in."""
    form = CheckInForm(request.POST)
    if form.is_valid():

        def write() -> bool:
            data = form.cleaned_data
            set_up_check_in(actor_of(request), tournament, **data)
            return True

        if form.attempt(write):
            messages.success(request, _("Saved."))
            return go(tournament, "check-in")
    return _show(request, tournament, form)


def _show(request: HttpRequest, tournament: Tournament, form: CheckInForm) -> HttpResponse:
    found = check_in_list(tournament)
    drawn = drawn_round(tournament)
    query, show = request.GET.get("q", "")[:100], request.GET.get("show", "all")
    show = show if show in SHOWN else "all"
    context = {
        "found": found,
        "rows": [
            (player, fold(f"{player.name} {player.club}"))
            for player in found.players
            if matches(query, player.name, player.club) and _is_shown(player, show)
        ],
        "query": query,
        "show": show,
        "form": form,
        "tables": _table_of(drawn),
        "drawn": drawn,
        "without_table": _without_table(found, drawn),
        "absent": _absent(tournament, found, drawn),
    }
    status = 422 if form.errors else 200
    return render(request, "organiser/check_in.html", frame(tournament, "players") | context, status=status)


def _is_shown(player: Player, show: str) -> bool:
    if show == "missing":
        return player.checked_in_at is None
    return show == "all" or not player.paid


def _table_of(drawn: DrawnRound | None) -> dict[int, int]:
    """The table of each who sits in the drawn round, by the player's key."""
    return {player.pk: table.number for table in drawn.tables for player in table.players} if drawn else {}


def _without_table(found: CheckIn, drawn: DrawnRound | None) -> list[Player]:
    """Who is here, could play in the drawn round, and has no table in it."""
    if drawn is None:
        return []
    seated = drawn.seated()
    return [
        player
        for player in found.players
        if player.checked_in_at and player.pk not in seated and player.first_round <= drawn.round.number
    ]


def _absent(tournament: Tournament, found: CheckIn, drawn: DrawnRound | None) -> list[tuple[Player, int]]:
    """Who is drawn to a table that has not begun, and is not here; only where people check in."""
    if drawn is None or not tournament.uses_check_in:
        return []
    waiting = {player.pk: table.number for table in drawn.tables if not table.begun for player in table.players}
    return [
        (player, waiting[player.pk]) for player in found.players if player.pk in waiting and not player.checked_in_at
    ]
