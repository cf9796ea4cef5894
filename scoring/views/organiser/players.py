"""The list of players: somebody is typed in, put right, comes late, leaves, returns, is taken off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring.desk import sizes_in_words
from scoring.forms.players import FirstRoundForm, PlayerForm, WithdrawForm, doubles
from scoring.models import Player, Table, Tournament
from scoring.queries.coming import DrawnRound, drawn_round
from scoring.queries.register import suggestions
from scoring.services import (
    add_players,
    delete_player,
    edit_player,
    join_table,
    set_first_round,
    take_back_withdrawal,
    withdraw_player,
)
from scoring.services.coming import LEAVE, UNDRAW, first_round_now
from scoring.views.organiser.access import organiser_action, organiser_page
from scoring.views.organiser.frame import frame
from scoring.views.organiser.writing import actor_of, ask, do, go, player_of


@organiser_page
def players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody on the list; adds one, who may be late."""
    now = first_round_now(tournament)
    late = tournament.rounds.exists()
    form = PlayerForm(
        request.POST if request.method == "POST" else None,
        rounds=range(now, tournament.rounds_planned + 1) if late else (),
        check_in=tournament.uses_check_in,
        initial={"here": late},
    )
    # One after another is typed: the next name goes on where the last one was added.
    form.begin_at("name")
    twice: Sequence[str] = ()
    if form.is_valid():
        twice = _twice(request, tournament, form)
        added = None if twice else form.attempt(lambda: _add(request, tournament, form))
        if added:
            messages.success(request, _("Added: %(player)s") % {"player": added[0]})
            if late and _needs_table(tournament, added[0]):
                return go(tournament, "player-seat", added[0].number)
            return go(tournament, "players")
    found = list(tournament.players.order_by("number"))
    active = sum(not player.is_withdrawn for player in found)
    context = {
        "players": found,
        "form": form,
        "twice": twice,
        "active": active,
        "tables": sizes_in_words(active),
        "people": suggestions(tournament),
        "late": late,
        "here": sum(player.checked_in_at is not None and not player.is_withdrawn for player in found),
    }
    return _render(request, tournament, "players", context, form)


def _add(request: HttpRequest, tournament: Tournament, form: PlayerForm) -> list[Player]:
    return add_players(
        actor_of(request),
        tournament,
        form.entries,
        first_round=int(form.cleaned_data.get("first_round") or 1),
        here=form.cleaned_data.get("here", False),
    )


@organiser_page
def player(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """One player: name and club, the first round, leaving, being taken off the list."""
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
    drawn = drawn_round(tournament)
    context = {
        "player": player_of(tournament, number),
        "form": form,
        "withdraw_form": _withdraw_form(tournament, found, drawn),
        "first_round_form": FirstRoundForm(
            planned=tournament.rounds_planned, initial={"first_round": found.first_round}
        ),
        "was_seated": found.seats.exists(),
        "drawn": drawn,
        "at": drawn.table_of(found) if drawn else None,
        "waits": drawn is not None and _waits(found, drawn),
    }
    return _render(request, tournament, "player", context, form)


@organiser_page
def first_round(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """From which round on a player plays."""
    found = player_of(tournament, number)
    form = FirstRoundForm(
        request.POST if request.method == "POST" else None,
        planned=tournament.rounds_planned,
        initial={"first_round": found.first_round},
    )
    if form.is_valid():

        def write() -> bool:
            set_first_round(actor_of(request), found, form.cleaned_data["first_round"])
            return True

        if form.attempt(write):
            text = _("%(player)s plays from round %(number)s on.")
            messages.success(request, text % {"player": found, "number": form.cleaned_data["first_round"]})
            return go(tournament, "player", number)
    return _render(request, tournament, "first_round", {"player": found, "form": form}, form)


@organiser_page
def withdraw(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """After which round a player leaves, and what becomes of the table that they are drawn to."""
    found = player_of(tournament, number)
    drawn = drawn_round(tournament)
    form = _withdraw_form(tournament, found, drawn, request.POST if request.method == "POST" else None)
    if form.is_valid():
        after = form.cleaned_data["after_round"]

        def write() -> bool:
            withdraw_player(actor_of(request), found, after, drawn=form.of_table)
            return True

        if form.attempt(write):
            messages.success(request, _("%(player)s has withdrawn; the results stay.") % {"player": found})
            if form.of_table == UNDRAW and drawn is not None:
                text = _("The draw of round %(number)s was taken back: draw it again.")
                messages.warning(request, text % {"number": drawn.round.number})
                return go(tournament, "draw", drawn.round.number)
            return go(tournament, "players")
    context = {"player": found, "form": form, "drawn": drawn, "at": drawn.table_of(found) if drawn else None}
    return _render(request, tournament, "withdraw", context, form)


def _withdraw_form(tournament: Tournament, found: Player, drawn: DrawnRound | None, data: Any = None) -> WithdrawForm:
    """The form, with what may become of the table that somebody is drawn to and has not played at."""
    at = drawn.table_of(found) if drawn else None
    choices: list[tuple[str, Any]] = []
    last = found.seats.order_by("-round__number").values_list("round__number", flat=True).first() or 0
    if drawn is not None and at is not None and not at.begun:
        # Who has played nothing of the last round leaves before it.
        last = drawn.round.number - 1
        values = {"round": drawn.round.number, "table": at.number}
        choices.append(("keep", _("They still play round %(round)s, at table %(table)s.") % values))
        if len(at.players) > 4:
            choices.append((LEAVE, _("Table %(table)s goes on as a table of four.") % values))
        if not drawn.begun:
            text = _("The draw of round %(round)s is taken back, and the round is drawn again without them.")
            choices.append((UNDRAW, text % values))
    form = WithdrawForm(data, planned=tournament.rounds_planned, played=last, choices=choices)
    if choices:
        form.initial["drawn"] = choices[1][0] if len(choices) > 1 else None
    return form


@organiser_action
def plays_on(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A withdrawal is taken back; where a round is drawn, it is asked where they sit."""
    found = player_of(tournament, number)
    done = _("%(player)s plays on.") % {"player": found}
    if do(request, lambda: take_back_withdrawal(actor_of(request), found), done) and _needs_table(tournament, found):
        return go(tournament, "player-seat", number)
    return go(tournament, "players")


@organiser_page
def seat(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Where somebody sits who comes or returns when a round is drawn already: what can be done is offered."""
    found = player_of(tournament, number)
    drawn = drawn_round(tournament)
    if request.method == "POST":
        wanted = request.POST.get("table", "")
        table = None
        if drawn is not None and wanted.isascii() and wanted.isdigit() and len(wanted) < 6:
            table = Table.objects.filter(round=drawn.round, number=int(wanted)).first()
        if table is None:
            messages.error(request, _("Choose a table."))
            return go(tournament, "player-seat", number)
        table.round = drawn.round if drawn is not None else table.round
        where = {"player": found, "round": table.round.number, "table": table.number}
        done = _("%(player)s sits at table %(table)s of round %(round)s.") % where
        if do(request, lambda: join_table(actor_of(request), table, found), done):
            return go(tournament, "round", table.round.number)
        return go(tournament, "player-seat", number)
    context = {
        "player": found,
        "drawn": drawn,
        "at": drawn.table_of(found) if drawn else None,
        "tables": drawn.with_place if drawn and 5 in tournament.rules.table_sizes else [],
        "next_round": drawn.round.number + 1 if drawn and drawn.round.number < tournament.rounds_planned else None,
    }
    return render(request, "organiser/player_seat.html", frame(tournament, "players") | context)


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


def _needs_table(tournament: Tournament, found: Player) -> bool:
    """Is a round drawn in which they could play, and do not sit?"""
    drawn = drawn_round(tournament)
    found.refresh_from_db()
    return drawn is not None and _waits(found, drawn)


def _waits(found: Player, drawn: DrawnRound) -> bool:
    """Could they play in the drawn round, and have no table?"""
    here = found.withdrawn_after is None or found.withdrawn_after >= drawn.round.number
    return here and found.first_round <= drawn.round.number and drawn.table_of(found) is None


def _twice(request: HttpRequest, tournament: Tournament, form: PlayerForm) -> list[str]:
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
