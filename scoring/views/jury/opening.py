"""A case is opened from the room: about a deal of an open round, or without one."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.explain import say
from scoring.forms.jury import OpenForm
from scoring.models import Deal, Table
from scoring.services import Refusal, open_case
from scoring.views.jury.access import Room, jury_page
from scoring.views.jury.frame import frame, names_of, to_case

#: In the address, where the case is about no table.
NO_TABLE = "none"
_PLACE = re.compile(r"([1-9][0-9]{0,3})/([1-9][0-9]{0,3})\Z")


@jury_page
def new(request: HttpRequest, room: Room) -> HttpResponse:
    """First which table (`table=1/7`, or none), then the deal and the facts. `position` chooses a deal beforehand."""
    chosen = request.GET.get("table", "")
    table = _table(room, chosen)
    context: dict[str, Any] = frame(room, "new") | {"tables": _tables(room), "chosen": chosen, "table": table}
    if table is None and chosen != NO_TABLE:
        return render(request, "jury/new.html", context)
    names = names_of(room)
    deals = _deals(room, table) if table is not None else []
    if table is not None:
        numbers = table.seats.order_by("number").values_list("player__number", flat=True)
        players = [(number, names[number]) for number in numbers]
    else:
        players = [(int(number), f"{number}. {name}") for number, name in names.items()]
    form = OpenForm(
        request.POST if request.method == "POST" else None,
        ruleset=room.tournament.rules,
        players=players,
        at_table=table is not None,
        deals=[(str(deal.position), text) for deal, text in deals],
        initial={"deal": request.GET.get("position", "")},
    )
    if form.is_valid():
        by_position = {str(deal.position): deal for deal, _text in deals}
        rule, sanction = form.offence_given()
        deal = by_position.get(form.cleaned_data.get("deal", ""))
        facts = form.facts_given
        try:
            case = open_case(room.actor, room.tournament, rule=rule, sanction=sanction, table=table, deal=deal, **facts)
        except Refusal as refused:
            form.place(refused, {"rule": "offence"})
        else:
            messages.success(request, _("Case %(number)s is before the jury.") % {"number": case.number})
            if deal is not None and room.tournament.rules.has_renonsz:
                messages.info(request, _("Say under “Facts” what had been made before the offence."))
            return to_case(room, case)
    context["form"] = form
    return render(request, "jury/new.html", context, status=422 if form.errors else 200)


def _tables(room: Room) -> list[tuple[str, str]]:
    """The tables of open rounds, as they stand in the address and in words. One SQL query."""
    found = Table.objects.filter(round__tournament=room.tournament, round__closed_at__isnull=True)
    return [
        (f"{round_}/{number}", _("Round %(round)s, table %(table)s") % {"round": round_, "table": number})
        for round_, number in found.order_by("-round__number", "number").values_list("round__number", "number")
    ]


def _table(room: Room, place: str) -> Table | None:
    found = _PLACE.match(place)
    if found is None:
        return None
    here = Table.objects.select_related("round").filter(
        round__tournament=room.tournament, round__number=found[1], number=found[2], round__closed_at__isnull=True
    )
    table = here.first()
    if table is not None:
        table.round.tournament = room.tournament
    return table


def _deals(room: Room, table: Table) -> list[tuple[Deal, str]]:
    """The deals of a table, the latest first, in words. One SQL query."""
    found = []
    ruleset = room.tournament.rules
    for deal in table.deals.select_related("current").order_by("-position"):
        bid = ruleset.bids.get(deal.record.get("bid", ""))
        what = say(bid.name) if bid is not None else say(ruleset.outcomes[deal.outcome])
        found.append((deal, _("Deal %(number)s: %(what)s") % {"number": deal.number, "what": what}))
    return found


def address_for(slug: str, round_: int, table: int, position: int) -> str:
    """Where a case about a deal is opened."""
    return f"{reverse('jury:new', args=[slug])}?table={round_}/{table}&position={position}"
