"""A round is drawn, and places are changed before it is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from scoring.desk import sizes_in_words
from scoring.forms.draw import DrawForm, SwapForm
from scoring.models import AuditEntry, Player, Round, Seat, Tournament
from scoring.queries.meetings import Layout, companions_of, layout
from scoring.services import (
    Draw,
    Refusal,
    arrange_seats,
    draw_round,
    lock_seats,
    move_player,
    preview_draw,
    swap_seats,
    unseat_player,
)
from scoring.services.draw import basis_of, new_seed, usual_how
from scoring.services.seating import eligible, may_sit, unseated
from scoring.services.sentences import say
from scoring.services.swapping import arrangement_key
from scoring.views.organiser.access import organiser_page
from scoring.views.organiser.frame import frame
from scoring.views.organiser.writing import actor_of, go, round_of


@organiser_page
def draw(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Who is drawn and how; shows what would come of it ("look") or draws."""
    round_ = round_of(tournament, number)
    kept = _locked_before(round_)
    form = DrawForm(
        request.POST if request.method == "POST" else None,
        initial={"how": usual_how(number), "seed": new_seed()},
        locked=", ".join(kept),
    )
    found: Draw | None = None
    if form.is_valid():
        data = form.cleaned_data
        options = {"keep_last": data.get("keep_last", False), "expected": data["expected"] or None}
        if request.POST.get("action") == "look":
            found = form.attempt(
                lambda: preview_draw(actor_of(request), tournament, number, data["how"], data["seed"], **options)
            )
        else:
            done = _draw(request, form, round_, lambda: draw_round(
                actor_of(request), round_, data["how"], data["seed"], **options
            ))  # fmt: skip
            if done:
                return go(tournament, "swap", number)
    context = {"round": round_, "form": form, "found": found, **_who(round_)}
    if found is not None:
        names = {player.number: player for player in tournament.players.all()}
        context["tables"] = [(at, [names[each] for each in players]) for at, players in enumerate(found.tables, 1)]
        context["key"] = found.key
    status = 422 if form.errors else 200
    return render(request, "organiser/draw.html", frame(tournament, f"round-{number}") | context, status=status)


def _draw(request: HttpRequest, form: DrawForm, round_: Round, write: Callable[[], Draw]) -> bool:
    """Draws; True when the round is drawn, by this request or by its twin of a double click."""
    try:
        found = write()
    except Refusal as refused:
        now = Round.objects.get(pk=round_.pk)
        asked = form.cleaned_data
        if any(each.code == "draw-changed" for each in refused.problems) and (now.drawn, now.seed) == (
            asked["how"],
            asked["seed"],
        ):
            messages.info(request, _("The round is drawn already."))
            return True
        form.place(refused)
        return False
    text = ngettext("%(n)s table is drawn, seed %(seed)s.", "%(n)s tables are drawn, seed %(seed)s.", len(found.tables))
    messages.success(request, text % {"n": len(found.tables), "seed": found.seed})
    return True


def _locked_before(round_: Round) -> list[str]:
    """Who was locked in the round before, and where, if this one has no tables yet."""
    if round_.number == 1 or round_.seats.exists():
        return []
    before = Seat.objects.filter(
        round__tournament=round_.tournament, round__number=round_.number - 1, locked=True
    ).select_related("player", "table")
    return [
        _("%(name)s (table %(table)s)") % {"name": seat.player.name, "table": seat.table.number}
        for seat in before.order_by("table__number", "number")
    ]


def _who(round_: Round) -> dict[str, Any]:
    """Who is drawn, who is not and why, and what stands in the way."""
    tournament, number = round_.tournament, round_.number
    players = eligible(tournament, number).count()
    absent = tournament.players.filter(may_sit(number), checked_in_at__isnull=True) if tournament.uses_check_in else []
    problems: list[str] = []
    key = ""
    try:
        key = basis_of(tournament, number, Round.Drawn.RANDOM).key
    except Refusal as refused:
        problems = [say(problem) for problem in refused.problems]
    return {
        "players": players,
        "sizes": sizes_in_words(players),
        "near": _near(players),
        "problems": problems,
        "key": key,
        "absent": list(absent),
        "later": list(tournament.players.filter(first_round__gt=number).order_by("first_round", "number")),
        "seated": round_.tables.count(),
        "locked": list(round_.seats.filter(locked=True).select_related("player", "table").order_by("table__number")),
    }


def _near(players: int) -> str:
    """With how many, fewer or more, it would work: "5 or 8"; "" where it works."""

    def works(number: int) -> bool:
        try:
            rules.table_sizes(number)
        except rules.NoSeating:
            return False
        return True

    if works(players):
        return ""
    fewer = next((number for number in range(players, 3, -1) if works(number)), None)
    more = next(number for number in range(max(players, 4), 20) if works(number))
    found = [str(number) for number in (fewer, more) if number is not None]
    return _(" or ").join(found)


@organiser_page
def swap(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Who sits where, whom they meet again, who is locked; two change places, or the whole is arranged anew."""
    round_ = round_of(tournament, number)
    found = layout(round_)
    waiting = unseated(round_)
    now = {at.table.number: [place.player.number for place in at.places] for at in found.tables}
    people = {at.table.number: [place.player for place in at.places] for at in found.tables if not at.begun}
    form = SwapForm(
        request.POST if request.method == "POST" else None,
        initial={"expected": arrangement_key(now)},
        tables=people,
        waiting=waiting,
    )
    if form.is_valid() and form.attempt(lambda: _swap(request, round_, form), {"tables": ""}):
        messages.success(request, _("The seating is saved."))
        return go(tournament, "swap", number)
    context = {
        "round": round_,
        "layout": found,
        "form": form,
        "waiting": _bench(found, waiting),
        "by_hand": _by_hand(round_),
        "key": arrangement_key(now),
    }
    status = 422 if form.errors else 200
    return render(request, "organiser/swap.html", frame(tournament, f"round-{number}") | context, status=status)


def _by_hand(round_: Round) -> bool:
    """Has anything been changed by hand since it was drawn?"""
    acts = ("draw_round", "arrange_seats", "reseat_table", "seat_table", "seat_everybody", "remove_table")
    trail = AuditEntry.objects.filter(tournament=round_.tournament, round=round_.number, action__in=acts)
    return trail.order_by("-pk").values_list("action", flat=True).first() not in (None, "draw_round")


def _bench(found: Layout, waiting: list[Player]) -> list[tuple[Player, str]]:
    """Who has no table, with whom they met as the script reads it."""
    companions = companions_of(found.met)
    return [(player, " ".join(f"{n}:{times}" for n, times in companions.get(player.number, ()))) for player in waiting]


def _swap(request: HttpRequest, round_: Round, form: SwapForm) -> bool:
    """Writes what the form asks for."""
    actor, data = actor_of(request), form.cleaned_data
    a, b = data["a"], data["b"]
    options = {"locked": data["locked"], "expected": data["expected"] or None}
    if a is None and not data["arrangement"]:
        lock_seats(actor, round_, data["locked"])
    elif a is None:
        arrange_seats(actor, round_, data["arrangement"], **options)
    elif b == "out":
        unseat_player(actor, round_, a, **options)
    elif b.startswith("table-"):
        move_player(actor, round_, a, int(b.removeprefix("table-")), **options)
    else:
        swap_seats(actor, round_, a, int(b), **options)
    return True
