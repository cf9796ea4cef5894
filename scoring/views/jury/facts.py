"""The facts of an open case are put right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

import rules
from rules import Problem
from scoring.forms.jury import NO, YES, FactsForm, figure_choices, figures_made, with_figures
from scoring.hearing import offence_text, paragraph
from scoring.models import Case
from scoring.services import Refusal, edit_case
from scoring.services.proposal import facts_of_case
from scoring.views.jury.access import Room, jury_page
from scoring.views.jury.case import LATE, seen_revision
from scoring.views.jury.frame import names_of, of_case, stuck, to_case


@jury_page
def facts(request: HttpRequest, room: Room, case: int) -> HttpResponse:
    """Who, who asked, when, what; and which figures of the deal had been made before the offence."""
    found = room.case(case)
    names = names_of(room)
    record = facts_record(found)
    players = players_of(room, found, names)
    figures = figure_choices(record, room.tournament.rules, names) if room.tournament.rules.has_renonsz else []
    initial = {
        "offender": found.offender.number if found.offender is not None else None,
        "askers": found.askers,
        "in_play": YES if found.in_play else NO,
        "facts": found.facts,
        "figures": figures_made(record, found.record or record),
    }
    posted = request.POST if request.method == "POST" else None
    form = FactsForm(posted, players=players, figures=figures, at_table=found.table is not None, initial=initial)
    status = 200
    if form.is_valid():
        try:
            given = _given(room, found, form, record)
            edit_case(room.actor, found, **given, expected_revision=seen_revision(request, found))
        except Refusal as refused:
            form.place(refused)
            status = 409 if {problem.code for problem in refused.problems} & LATE else 422
            found = room.case(case)
        else:
            messages.success(request, _("The facts of the case are put down."))
            return to_case(room, found)
    elif form.errors:
        status = 422
    context = of_case(room, found) | {
        "form": form,
        "offence": offence_text(found),
        "paragraph": paragraph(found),
        "stuck": stuck(room, found) or ("" if found.is_open else _("The case is not before the jury any more.")),
    }
    return render(request, "jury/facts.html", context, status=status)


def _given(room: Room, case: Case, form: FactsForm, record: Mapping[str, Any]) -> dict[str, Any]:
    """What `edit_case` takes: with a record of the case's own where other figures count than in the deal's. Raises
    Refusal of figures that cannot have been made together."""
    given = form.facts_given
    if case.table is None:
        given |= {"askers": case.askers, "in_play": case.in_play}
    if "figures" not in form.fields:
        return given
    made = form.cleaned_data["figures"]
    own = with_figures(record, made)
    is_deals = (
        case.deal is not None and record == case.deal.entered() and set(made) == set(figures_made(record, record))
    )
    given["record"] = {} if is_deals else own
    offender = room.tournament.players.filter(number=given["offender"]).first() if given["offender"] else None
    tried = Case(tournament=room.tournament, deal=case.deal, offender=offender, rule=case.rule, record=given["record"])
    if offender is not None and facts_of_case(case) is not None and facts_of_case(tried) is None:
        raise Refusal([Problem("bad-value", "figures")])
    return given


def facts_record(case: Case) -> dict[str, Any]:
    """What there is to choose figures from: the deal's record; the case's own where the deal was called off."""
    if case.deal is None:
        return dict(case.record)
    entered = case.deal.entered()
    own = entered.get("announcements") or entered.get("silent") or not case.record
    return entered if own else dict(case.record)


def players_of(room: Room, case: Case, names: Mapping[rules.Player, str]) -> list[tuple[int, str]]:
    """Who can be the offender, or ask: the table's players; without a table everybody. One SQL query."""
    if case.table is None:
        return [(int(number), f"{number}. {name}") for number, name in names.items()]
    numbers = case.table.seats.order_by("number").values_list("player__number", flat=True)
    return [(number, names[number]) for number in numbers]
