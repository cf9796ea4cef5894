"""My cups, a new one, the desk of one, and the rulesets to choose from."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

import rules
from scoring import desk as desks
from scoring import queries
from scoring.forms.cups import PLACES, NewCupForm
from scoring.models import Membership, Tournament
from scoring.reach import Reach
from scoring.rulesheet import rule_sheet
from scoring.safe.copier import in_trouble
from scoring.safe.keeping import is_keeper
from scoring.services import create_tournament
from scoring.statistics import known
from scoring.views.organiser.access import account_page, organiser_page
from scoring.views.organiser.frame import frame
from scoring.views.organiser.writing import actor_of, go


@account_page
def my_cups(request: HttpRequest) -> HttpResponse:
    """The cups in which the visitor has a role; all of them for the technician. Two SQL queries."""
    own = Membership.objects.filter(user=request.user.pk)
    cups = Tournament.objects.defer("ruleset_snapshot").order_by("-date", "slug")
    cups = cups.prefetch_related(Prefetch("memberships", own, to_attr="own_roles"))
    if not request.user.is_superuser:
        cups = cups.filter(pk__in=own.values("tournament"))
    rows = []
    for cup in cups:
        roles = {membership.role: membership.get_role_display() for membership in cup.own_roles}
        organises = request.user.is_superuser or Membership.Role.ORGANISER in roles
        judges = Membership.Role.JUROR in roles
        rows.append({"cup": cup, "roles": list(roles.values()), "organises": organises, "judges": judges})
    keeps = is_keeper(actor_of(request))
    context = {"keeps": keeps, "unsafe": keeps and in_trouble(), "rows": rows}
    context["registers"] = request.user.is_superuser or any(row["organises"] for row in rows)
    return render(request, "organiser/cups.html", context)


@account_page
def new_cup(request: HttpRequest) -> HttpResponse:
    """A form for a new cup; who creates it organises it."""
    initial = {
        "date": timezone.localdate(),
        "rounds_planned": 4,
        "tie_break": "table-points",
        "ruleset_id": "itvb-2019",
    }
    form = NewCupForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        cup = form.attempt(lambda: create_tournament(actor_of(request), **form.cleaned_data), PLACES)
        if cup is not None:
            messages.success(request, _("The cup is set up. Only you see it until it is published."))
            return go(cup, "desk")
    return render(request, "organiser/new_cup.html", {"form": form}, status=422 if form.errors else 200)


@account_page
def ruleset_page(request: HttpRequest, ruleset: str) -> HttpResponse:
    """A ruleset to read before it is chosen."""
    try:
        found = rules.get_ruleset(ruleset)
    except rules.UnknownRuleset as error:
        raise Http404 from error
    context = {"ruleset": found, "rules": rule_sheet(found, 4), "decisions": list(found.decisions.values())}
    return render(request, "organiser/ruleset.html", context)


@organiser_page
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What state a cup is in, what to do next, and its rounds at a glance."""
    overview = desks.overview(tournament)
    steps = desks.steps(overview)
    return render(
        request,
        "organiser/desk.html",
        frame(tournament, "desk")
        | {
            "overview": overview,
            "steps": steps,
            "next": next((step for step in steps if step.state == desks.NOW), None),
            "called": [(each.round.number, at.table.number) for each in overview.rounds for at in each.called],
            "knows": known(tournament.rules),
            "reach": Reach.of(request),
            "open_round": next(
                (each.round.number for each in overview.rounds if each.tables and not each.round.is_closed), None
            ),
        },
    )


@organiser_page
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The live standings, whatever the public sees."""
    return render(
        request, "organiser/standings.html", frame(tournament, "desk") | {"standings": queries.standings(tournament)}
    )
