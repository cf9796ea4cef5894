"""Who may do what in a cup; somebody who is invited gets a link to set a password."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.actors import is_organiser
from scoring.forms.people import InviteForm, JurorForm
from scoring.models import Membership, Tournament
from scoring.services import invite, may_hand_over, remove_role, set_juror
from scoring.services.panel import JURORS
from scoring.views.accounts import set_password_path
from scoring.views.organiser.access import organiser_action, organiser_page
from scoring.views.organiser.frame import frame
from scoring.views.organiser.writing import actor_of, ask, go


@organiser_page
def people(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who has a role; invites somebody. A new account's link is shown at once, to be handed over."""
    players = list(tournament.players.order_by("number").values_list("number", "name"))
    form = InviteForm(request.POST if request.method == "POST" else None, players=players)
    if form.is_valid():
        data = form.cleaned_data
        invited = form.attempt(lambda: invite(actor_of(request), tournament, data["username"], **form.as_what))
        if invited is not None:
            user, _is_new = invited
            if not user.has_usable_password():
                return _link_page(request, tournament, user)
            messages.success(request, _("%(name)s has the role now.") % {"name": user.get_username()})
            return go(tournament, "people")
    found = tournament.memberships.select_related("user", "player").order_by("-role", "substitute", "user__username")
    roles = list(found)
    context = {
        "form": form,
        "roles": roles,
        "organisers": sum(each.role == Membership.Role.ORGANISER for each in roles),
        "missing": JURORS - sum(each.role == Membership.Role.JUROR and not each.substitute for each in roles),
    }
    status = 422 if form.errors else 200
    return render(request, "organiser/people.html", frame(tournament, "people") | context, status=status)


@organiser_page
def juror(request: HttpRequest, tournament: Tournament, membership: int) -> HttpResponse:
    """Which player a juror is, and whether only a substitute."""
    found = _membership(tournament, membership)
    if found.role != Membership.Role.JUROR:
        raise Http404
    players = list(tournament.players.order_by("number").values_list("number", "name"))
    initial = {
        "player": found.player.number if found.player is not None else None,
        "substitute": "yes" if found.substitute else "no",
    }
    form = JurorForm(request.POST if request.method == "POST" else None, players=players, initial=initial)
    if form.is_valid():
        data = form.cleaned_data
        saved = form.attempt(
            lambda: set_juror(
                actor_of(request),
                tournament,
                found.pk,
                player=data["player"],
                substitute=data["substitute"] == "yes",
            )
        )
        if saved is not None:
            messages.success(request, _("It is noted who %(name)s is.") % {"name": found.user.get_username()})
            return go(tournament, "people")
    context = {"form": form, "juror": found}
    status = 422 if form.errors else 200
    return render(request, "organiser/juror.html", frame(tournament, "people") | context, status=status)


@organiser_action
def link(request: HttpRequest, tournament: Tournament, membership: int) -> HttpResponse:
    """Shows the link once more of somebody who has not set a password yet."""
    found = _membership(tournament, membership)
    if found.user.has_usable_password():
        messages.error(request, _("%(name)s has a password already.") % {"name": found.user.get_username()})
        return go(tournament, "people")
    if not may_hand_over(actor_of(request), found.user):
        text = _("%(name)s has a role in another cup too: its organiser has the link.")
        messages.error(request, text % {"name": found.user.get_username()})
        return go(tournament, "people")
    return _link_page(request, tournament, found.user)


@organiser_page
def remove(request: HttpRequest, tournament: Tournament, membership: int) -> HttpResponse:
    """Asks, and takes a role away."""
    found = _membership(tournament, membership)
    values = {"name": found.user.get_username(), "role": found.get_role_display()}
    answer = ask(
        request,
        tournament,
        "people",
        lambda reason: remove_role(actor_of(request), tournament, membership),
        title=_("Take the role “%(role)s” from %(name)s?") % values,
        text=_("The account stays, and what it did stays in the audit trail."),
        button=_("Take the role away"),
        danger=True,
        done=_("%(name)s does not have the role any more.") % values,
        back=go(tournament, "people"),
    )
    if answer.status_code == 302 and not is_organiser(actor_of(request), tournament):
        # Who gave up the own role may not see the page any more.
        answer["Location"] = reverse("organiser:cups")
    return answer


def _membership(tournament: Tournament, pk: int) -> Membership:
    found = tournament.memberships.select_related("user", "player").filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


def _is_local(request: HttpRequest) -> bool:
    """Is the page seen at the machine that serves it, under a name that means another machine elsewhere?"""
    return request.get_host().partition(":")[0] in ("localhost", "127.0.0.1")


def _link_page(request: HttpRequest, tournament: Tournament, user: User) -> HttpResponse:
    context = {
        "invited": user,
        "link": request.build_absolute_uri(set_password_path(user)),
        "local": _is_local(request),
    }
    return render(request, "organiser/link.html", frame(tournament, "people") | context)
