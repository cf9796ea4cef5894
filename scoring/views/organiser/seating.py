"""Players are seated by hand, and a table is seated anew."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from scoring import queries
from scoring.desk import sizes_in_words
from scoring.forms.seating import MOST_SEATS, ReseatForm, SeatsForm
from scoring.models import Player, Table, Tournament
from scoring.numbers import Exact
from scoring.services import (
    Refusal,
    preview_reseating,
    remove_table,
    reseat_table,
    seat_everybody,
    seat_table,
)
from scoring.services.reseating import Reseating, seating_key
from scoring.services.seating import unseated
from scoring.services.sentences import say
from scoring.views.organiser.access import organiser_action, organiser_page
from scoring.views.organiser.frame import frame
from scoring.views.organiser.writing import actor_of, ask, go, round_of, table_of

FILLS = ("order", "random")


@organiser_page
def seating(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Who has no table yet; seats one table, its empty seats filled on request."""
    round_ = round_of(tournament, number)
    waiting = unseated(round_)
    seats = _size_of_next(len(waiting))
    options: dict[str, Any] = {"players": waiting, "seats": seats, "optional_fifth": True}
    fill = request.POST.get("fill", "")
    if request.method != "POST":
        form = SeatsForm(**options)
    elif fill in FILLS:
        form = SeatsForm(initial=_filled(request.POST, waiting, seats, fill), **options)
    else:
        form = SeatsForm(request.POST, **options)
        if form.is_valid():
            chosen, dealer = form.chosen(), form.cleaned_data["first_dealer"]
            table = (round_.tables.order_by("-number").values_list("number", flat=True).first() or 0) + 1
            if form.attempt(lambda: seat_table(actor_of(request), round_, table, chosen, dealer)):
                messages.success(request, _("Table %(number)s is seated.") % {"number": table})
                left = len(waiting) - len(chosen)
                return go(tournament, "seating" if left >= 4 else "round", number)
    context = {
        "sheet": queries.round_sheet(tournament, number),
        "waiting": waiting,
        "tables": sizes_in_words(len(waiting)),
        "form": form,
        "random_order": random.sample([player.number for player in waiting], len(waiting)),
        "list_order": [player.number for player in waiting],
    }
    status = 422 if form.errors else 200
    return render(request, "organiser/seating.html", frame(tournament, f"round-{number}") | context, status=status)


@organiser_action
def everybody(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Seats all who have no table yet, in the order of the list or at random."""
    round_ = round_of(tournament, number)
    order = [player.number for player in unseated(round_)]
    if request.POST.get("fill") == "random":
        random.shuffle(order)
    try:
        tables = seat_everybody(actor_of(request), round_, order)
    except Refusal as refused:
        for problem in refused.problems:
            messages.error(request, say(problem))
        return go(tournament, "seating", number)
    text = ngettext("%(n)s table is seated.", "%(n)s tables are seated.", len(tables)) % {"n": len(tables)}
    messages.success(request, text)
    return go(tournament, "round", number)


@dataclass(frozen=True, slots=True)
class Shift:
    """What a player's table points of the deals become when a table is seated anew."""

    player: Player
    before: Exact | None
    after: Exact | None


@organiser_page
def reseat(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Players, order and first dealer of a table are put right; with results it is shown first what that does."""
    at = table_of(tournament, number, table)
    seated = [seat.player for seat in at.seated()]
    deals = at.deals.count()
    key = seating_key(at, [player.number for player in seated], deals)
    posted = request.POST if request.method == "POST" else None
    form = _reseat_form(posted, at, seated, deals, key)
    plan: Reseating | None = None
    if form.is_valid():
        plan = form.attempt(lambda: _look(request, at, form))
        if plan is not None and (not deals or form.cleaned_data["confirmed"] == _wanted(form)):
            if form.attempt(lambda: _save(request, at, form)):
                messages.success(request, _("Table %(number)s is seated anew.") % {"number": table})
                return go(tournament, "table", number, table)
            plan = None
        elif plan is not None and posted is not None:
            data: QueryDict = posted.copy()
            data["confirmed"] = _wanted(form)
            form = _reseat_form(data, at, seated, deals, key)
            form.is_valid()
    context = {
        "round": at.round,
        "table": at,
        "form": form,
        "deals": deals,
        "plan": plan if deals else None,
        "replaced": _replaced(tournament, plan),
        "shifts": _shifts(tournament, plan),
    }
    status = 422 if form.errors else 200
    return render(request, "organiser/reseat.html", frame(tournament, f"round-{number}") | context, status=status)


@organiser_page
def remove(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Asks, and removes a table at which nothing has been recorded."""
    at = table_of(tournament, number, table)
    return ask(
        request,
        tournament,
        f"round-{number}",
        lambda reason: remove_table(actor_of(request), at),
        title=_("Remove table %(number)s?") % {"number": table},
        text=_("Its players have no table then. A table with results cannot be removed."),
        button=_("Remove the table"),
        danger=True,
        done=_("Table %(number)s was removed.") % {"number": table},
        back=go(tournament, "table", number, table),
        then=go(tournament, "seating", number),
    )


def _size_of_next(waiting: int) -> int:
    try:
        return rules.table_sizes(waiting)[0]
    except rules.NoSeating:
        return 4


def _filled(data: QueryDict, waiting: Sequence[Player], seats: int, fill: str) -> dict[str, object]:
    """What was chosen, and others in the seats that are empty; the fifth seat of a table of four stays empty."""
    known = {str(player.number) for player in waiting}
    chosen = {f"seat_{seat}": data.get(f"seat_{seat}", "") for seat in range(1, MOST_SEATS + 1)}
    chosen = {name: value if value in known else "" for name, value in chosen.items()}
    left = [player.number for player in waiting if str(player.number) not in chosen.values()]
    if fill == "random":
        random.shuffle(left)
    filled: dict[str, object] = dict(chosen)
    for seat in range(1, seats + 1):
        if not filled[f"seat_{seat}"] and left:
            filled[f"seat_{seat}"] = left.pop(0)
    return filled | {"first_dealer": data.get("first_dealer", "1")}


def _reseat_form(data: QueryDict | None, at: Table, seated: Sequence[Player], deals: int, key: str) -> ReseatForm:
    may_sit = sorted([*seated, *unseated(at.round)], key=lambda player: player.number)
    initial: dict[str, object] = {f"seat_{seat}": player.number for seat, player in enumerate(seated, 1)}
    initial |= {"first_dealer": at.first_dealer, "expected": key}
    fixed = bool(deals or at.paper)
    return ReseatForm(
        data,
        initial=initial,
        players=may_sit,
        seats=len(seated) if fixed else 4,
        optional_fifth=not fixed,
        has_deals=bool(deals),
        ruleset=at.round.tournament.rules,
    )


def _wanted(form: ReseatForm) -> str:
    """What the organiser asks for, in a word: what was shown is saved, and nothing else."""
    seats = "-".join(str(player) for player in form.chosen())
    return f"{seats}/{form.cleaned_data['first_dealer']}/{form.cleaned_data.get('follow', False)}"


def _look(request: HttpRequest, at: Table, form: ReseatForm) -> Reseating:
    data = form.cleaned_data
    return preview_reseating(
        actor_of(request), at, form.chosen(), data["first_dealer"], follow=data.get("follow", False)
    )


def _save(request: HttpRequest, at: Table, form: ReseatForm) -> Reseating:
    data = form.cleaned_data
    return reseat_table(
        actor_of(request),
        at,
        form.chosen(),
        data["first_dealer"],
        follow=data.get("follow", False),
        reason=" ".join(data.get("reason", "").split()),
        expected=data["expected"],
    )


def _names(tournament: Tournament, numbers: Sequence[int]) -> dict[int, Player]:
    return {player.number: player for player in tournament.players.filter(number__in=numbers)}


def _replaced(tournament: Tournament, plan: Reseating | None) -> list[tuple[Player, Player]]:
    if plan is None or not plan.replaced:
        return []
    names = _names(tournament, [number for pair in plan.replaced for number in pair])
    return [(names[left], names[came]) for left, came in plan.replaced]


def _shifts(tournament: Tournament, plan: Reseating | None) -> list[Shift]:
    if plan is None:
        return []
    numbers = [*plan.seats, *(left for left, _came in plan.replaced)]
    names = _names(tournament, numbers)
    return [Shift(names[number], plan.before.get(number), plan.after.get(number)) for number in numbers]
