"""A table says how it sits before it plays, and signs its totals after."""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from rules import Problem
from scoring.actors import Actor
from scoring.forms.start_table import StartForm
from scoring.queries import Link
from scoring.services import Refusal, sign_table, start_table
from scoring.services.sentences import say
from scoring.views.deal_table import typed_number
from scoring.views.table.access import linked
from scoring.views.table.answers import LinkEnded, closed, ended, table_page, way_on
from scoring.views.table.incoming import Incoming, player_at
from scoring.views.table.sheet import AtTable, seated

TOTAL = re.compile(r"total-([1-9][0-9]{0,3})\Z")


@linked
@require_POST
def start(request: HttpRequest, link: Link) -> HttpResponse:
    """The actual order of the players and the first dealer, before the first deal."""
    form = Incoming.of(request, link.table, "start", writes=True)
    if form.answer is not None:
        return way_on(request, link, "started", 1)
    if link.ended:
        return ended(request, link)
    seats = seated(link.table).seats
    order = StartForm(seats, link.table.first_dealer, form.texts)
    general = [say(form.problem)] if form.problem is not None else []
    if order.is_valid():
        actor = Actor.at_table(link.table)
        write = form.write(lambda sent: start_table(actor, link.table, order.order, order.dealing_seat, sent=sent))
        try:
            if write is not None:
                write()
                link.table.first_dealer = order.dealing_seat
                return way_on(request, link, "started", 1)
        except LinkEnded:
            return ended(request, closed(link))
        except Refusal as refusal:
            if form.came_before:
                return way_on(request, link, "started", 1)
            general = [say(problem) for problem in refusal.problems]
    at = AtTable.of(link.table)
    return table_page(request, at, 422, start=order, start_refused=True, start_general=general)


@linked
@require_POST
def sign(request: HttpRequest, link: Link) -> HttpResponse:
    """A player of the table agrees to the totals that they saw."""
    form = Incoming.of(request, link.table, "sign", writes=True)
    by = typed_number(request, "by", 0)
    if form.answer is not None:
        return way_on(request, link, "signed", by)
    if link.ended:
        return ended(request, link)
    totals = {found[1]: text for name, text in form.texts.items() if (found := TOTAL.match(name))}
    actor = player_at(link.table, seated(link.table).seats, by)
    write = form.write(lambda sent: sign_table(actor, link.table, totals, sent=sent))
    problem = form.problem
    try:
        if write is not None:
            write()
            return way_on(request, link, "signed", by)
    except LinkEnded:
        return ended(request, closed(link))
    except Refusal as refusal:
        if form.came_before:
            return way_on(request, link, "signed", by)
        problem = refusal.problems[0]
    return table_page(request, AtTable.of(link.table), 422, sign_refused=_who(problem))


def _who(problem: Problem | None) -> str:
    """Why the totals are not signed, in a sentence."""
    if problem is None:
        return ""
    return _("Who signs? Tap a name of this table.") if problem.code == "not-at-table" else say(problem)
