"""Rounds: one is started, looked at, closed, opened again, removed."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import queries
from scoring.desk import TableGlance, round_glance
from scoring.models import Round, Tournament
from scoring.services import Refusal, add_round, close_round, remove_round, reopen_round
from scoring.services.sentences import say
from scoring.views.organiser.access import organiser_action, organiser_page
from scoring.views.organiser.frame import frame
from scoring.views.organiser.writing import actor_of, ask, go, round_of


@organiser_action
def add(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Starts the next round, still without tables."""
    try:
        added = add_round(actor_of(request), tournament)
    except Refusal as refused:
        for problem in refused.problems:
            messages.error(request, say(problem))
        return go(tournament, "desk")
    messages.success(
        request, _("Round %(number)s is there: draw it, or seat the players by hand.") % {"number": added.number}
    )
    return go(tournament, "draw", added.number)


@organiser_page
def round_page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A round with its tables."""
    try:
        sheet = queries.round_sheet(tournament, number)
        glance = round_glance(tournament, number)
    except Round.DoesNotExist as error:
        raise Http404 from error
    context = {
        "sheet": sheet,
        "glance": glance,
        "glances": {each.table.pk: each for each in glance.tables},
        "minutes": tournament.rules.time_limit(round=number),
    }
    return render(request, "organiser/round.html", frame(tournament, f"round-{number}") | context)


@organiser_page
def close(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Says what is missing, asks (for the reason, then), and closes the round."""
    round_ = round_of(tournament, number)
    glance = round_glance(tournament, number)
    missing = [_missing(each) for each in glance.tables if not each.ready]
    if glance.waiting:
        text = ngettext("%(n)s player sits at no table.", "%(n)s players sit at no table.", glance.waiting)
        missing.append(text % {"n": glance.waiting})
    unsettled = any(not each.ready for each in glance.tables)
    waiting = any(each.agreement.unconfirmed for each in glance.tables)
    text = _("Table points, places and tournament points become official. The round can be opened again.")
    if waiting:
        text += " " + _(
            "You cannot confirm a deal in a player’s name. One that you correct at the desk is yours: it needs no "
            "confirmation."
        )
    return ask(
        request,
        tournament,
        f"round-{number}",
        lambda reason: close_round(actor_of(request), round_, reason),
        title=_("Close round %(number)s?") % {"number": number},
        text=text,
        warning=_("Something is missing:") if missing else "",
        items=missing,
        reason=_("Why it is closed all the same") if unsettled else "",
        hint=_("It stays in the audit trail."),
        button=_("Close the round"),
        done=_("Round %(number)s is closed.") % {"number": number},
        back=go(tournament, "round", number),
        then=go(tournament, "desk"),
    )


@organiser_page
def reopen(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Asks for the reason, and opens a closed round again."""
    round_ = round_of(tournament, number)
    return ask(
        request,
        tournament,
        f"round-{number}",
        lambda reason: reopen_round(actor_of(request), round_, reason),
        title=_("Open round %(number)s again?") % {"number": number},
        text=_(
            "Its points count as provisional until it is closed once more. Rounds that have begun are not drawn anew."
        ),
        reason=_("Reason"),
        hint=_("It stays in the audit trail."),
        button=_("Open the round again"),
        done=_("Round %(number)s is open again.") % {"number": number},
        back=go(tournament, "round", number),
    )


@organiser_page
def remove(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Asks, and removes a round in which nothing has been recorded."""
    round_ = round_of(tournament, number)
    return ask(
        request,
        tournament,
        f"round-{number}",
        lambda reason: remove_round(actor_of(request), round_),
        title=_("Remove round %(number)s?") % {"number": number},
        text=_("Its tables go with it. A round in which something has been recorded cannot be removed."),
        button=_("Remove the round"),
        danger=True,
        done=_("Round %(number)s was removed.") % {"number": number},
        back=go(tournament, "round", number),
        then=go(tournament, "desk"),
    )


def _missing(glance: TableGlance) -> str:
    """What a table lacks, in words."""
    found = []
    if not glance.complete and not glance.played:
        found.append(_("nothing has been entered"))
    elif not glance.complete:
        found.append(_("%(played)s of %(planned)s deals") % {"played": glance.played, "planned": glance.planned})
    found += glance.marks
    return _("Table %(table)s: %(missing)s.") % {"table": glance.table.number, "missing": "; ".join(found)}
