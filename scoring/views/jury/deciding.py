"""What is written of a case in one step: the ruling aloud, taking it back, opening it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring.forms.jury import CaseReason, OralForm, juror_name, one_line
from scoring.hearing import offence_text, paragraph, suggestion_of, why_barred
from scoring.models import Case, Membership
from scoring.services import Refusal, panel_of, proposal_of, reopen_case, rule_orally, withdraw_case
from scoring.services.rulings import in_plain
from scoring.views.jury.access import Room, jury_page
from scoring.views.jury.case import LATE, amount_hint, seen_revision
from scoring.views.jury.frame import address_of, of_case, stuck, to_case


@jury_page
def oral(request: HttpRequest, room: Room, case: int) -> HttpResponse:
    """What the three decided aloud at the table, entered by a juror or an organiser."""
    found = room.case(case)
    worth, panel = proposal_of(found), panel_of(found)
    barred = {each.pk for each, _code in panel.barred}
    jurors = room.tournament.memberships.filter(role=Membership.Role.JUROR).select_related("user", "player")
    form = OralForm(
        request.POST if request.method == "POST" else None,
        case=found,
        hint=amount_hint(found, worth),
        jurors=[each for each in jurors.order_by("substitute", "pk") if each.pk not in barred],
        initial={"jurors": [str(each.pk) for each in panel.members]},
    )
    status = 200
    if form.is_valid():
        try:
            rule_orally(room.actor, found, form.chosen, form.verdict, expected_revision=seen_revision(request, found))
        except Refusal as refused:
            late = {problem.code for problem in refused.problems} & LATE
            found = room.case(case)
            if late and _is_entered(found, form):
                messages.success(request, _("This ruling is entered already."))
                return to_case(room, found)
            form.place(refused)
            status = 409 if late else 422
        else:
            messages.success(request, _("The ruling is entered: the case is decided."))
            return to_case(room, found)
    elif form.errors:
        status = 422
    context = of_case(room, found) | {
        "form": form,
        "offence": offence_text(found),
        "paragraph": paragraph(found),
        "suggestion": suggestion_of(found, worth),
        "barred": [(juror_name(each), why_barred(code)) for each, code in panel.barred],
        "stuck": stuck(room, found) or ("" if found.is_open else _("The case is not before the jury any more.")),
    }
    return render(request, "jury/oral.html", context, status=status)


def _is_entered(case: Case, form: OralForm) -> bool:
    """Is it the very ruling that decided the case, sent once more?"""
    verdict = in_plain(case, form.verdict)
    return case.oral and (case.kind, case.amount, case.reason) == (verdict.kind, verdict.amount, verdict.reason)


@jury_page
def withdraw(request: HttpRequest, room: Room, case: int) -> HttpResponse:
    """Asks, and takes a case back: what it did is undone."""
    found = room.case(case)
    decided = found.state == Case.State.DECIDED
    text = (
        _("The ruling is undone: deal and standings are as they were before it. The trail keeps what was ruled.")
        if decided
        else _("The deal counts again as it was recorded; nobody rules on it.")
    )
    return _ask(
        request,
        room,
        found,
        lambda reason: withdraw_case(room.actor, found, reason),
        title=_("Take case %(number)s back?") % {"number": found.number},
        text=text,
        button=_("Take the case back"),
        done=_("The case is taken back."),
        danger=True,
    )


@jury_page
def reopen(request: HttpRequest, room: Room, case: int) -> HttpResponse:
    """Asks, and opens a case again on new facts: the jurors rule anew."""
    found = room.case(case)
    return _ask(
        request,
        room,
        found,
        lambda reason: reopen_case(room.actor, found, reason),
        title=_("Open case %(number)s again?") % {"number": found.number},
        text=_("What it did is undone, the deal is before the jury again, and the three rule anew."),
        button=_("Open the case again"),
        done=_("The case is before the jury again."),
    )


def _ask(
    request: HttpRequest,
    room: Room,
    case: Case,
    write: Callable[[str], Any],
    *,
    title: str,
    text: str,
    button: str,
    done: str,
    danger: bool = False,
) -> HttpResponse:
    """A page that says what will happen and asks why; on POST it happens."""
    form = CaseReason(request.POST if request.method == "POST" else None)
    form.begin_at("reason")
    if form.is_valid():
        try:
            write(one_line(form.cleaned_data["reason"]))
        except Refusal as refused:
            form.place(refused)
        else:
            messages.success(request, done)
            return to_case(room, case)
    context = of_case(room, case) | {
        "form": form,
        "question": title,
        "text": text,
        "button": button,
        "danger": danger,
        "back": address_of(room, case),
        "stuck": stuck(room, case),
    }
    return render(request, "jury/ask.html", context, status=422 if form.errors else 200)
