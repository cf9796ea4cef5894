"""What a table is answered: the page around every state of it, the way on after a write, and the end of a link.

A script that sends a form (`X-Requested-With: table`) reads from the header `X-Entry` whether it was stored, and gets
the page itself in place of the way to it.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from rules import Problem
from scoring.forms.deal_at_table import ThumbEntry
from scoring.forms.deal_entries import recorded_at_table, table_entry
from scoring.forms.deal_entry import Fault
from scoring.forms.start_table import StartForm
from scoring.models import Deal, Table, Tournament
from scoring.queries import Ended, Link, hall_at
from scoring.services.deals import Preview
from scoring.services.sentences import say
from scoring.views.deal_table import Shown
from scoring.views.table.sheet import AtTable

PUBLIC = (Tournament.State.PUBLISHED, Tournament.State.FINAL)
#: Refusals that mean that nothing can be written here any more.
ENDED = frozenset({"round-closed", "tournament-final", "table-gone", "tournament-gone"})


class SeeOther(HttpResponseRedirect):
    """The way to a page that says what was stored: to be read, not sent to."""

    status_code = 303


class LinkEnded(Exception):
    """The round was closed between the look at the link and the write."""


def new_key() -> str:
    """A key for a fresh form: what is sent under it is stored once."""
    return secrets.token_hex(16)


def token_of(request: HttpRequest) -> str:
    """The token by which somebody came: never another one of that table, which they may not know."""
    match = request.resolver_match
    return str(match.kwargs["token"]) if match is not None else ""


def address(request: HttpRequest) -> str:
    """The table's page by the link that was used."""
    return reverse("table:page", args=[token_of(request)])


def by_script(request: HttpRequest) -> bool:
    """Did the table's script send it?"""
    return request.headers.get("X-Requested-With") == "table"


def answer(request: HttpRequest, template: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """A page, with the word that the script waits for."""
    response = render(request, template, context, status=status)
    if by_script(request) and status in (409, 410, 422):
        response["X-Entry"] = "refused"
    return response


def frame(request: HttpRequest, table: Table) -> dict[str, Any]:
    """What stands around every page of a table."""
    return {
        "table": table,
        "round": table.round,
        "tournament": table.round.tournament,
        "token": token_of(request),
        "link": address(request),
        "new_key": new_key,
        "hall": hall_at(table),
    }


def way_on(request: HttpRequest, link: Link, what: str, number: object) -> HttpResponse:
    """The answer to what is stored: the table's page says so ("stored=3")."""
    if not by_script(request):
        return SeeOther(f"{address(request)}?{what}={number}")
    told = {what: str(number)}
    response = ended(request, link, told=told) if link.ended else table_page(request, AtTable.of(link.table), told=told)
    response.status_code = 200
    response["X-Entry"] = "stored"
    return response


def table_page(
    request: HttpRequest,
    at: AtTable,
    status: int = 200,
    *,
    entry: ThumbEntry | None = None,
    preview: Preview | None = None,
    judged: bool = True,
    told: dict[str, str] | None = None,
    **more: Any,
) -> HttpResponse:
    """The page of a table that plays. `entry` is the form of the next deal as it was sent; `told` what was just
    stored."""
    context = frame(request, at.table) | {
        "at": at,
        "sheet": at.sheet,
        "number": at.state.number,
        "position": at.next_position,
        "finished": at.why_nothing_more(),
        "told": _true(at, told or {}),
        "heard": {str(hearing.case.number): hearing for hearing in at.hearings},
    }
    if not context["finished"] or entry is not None:
        context |= form_context(at, entry or _fresh(at, told or {}), preview, judged, None)
    if not at.sheet.rows and not at.table.paper:
        context["start"] = more.pop("start", None) or StartForm(at.seats, at.table.first_dealer)
    context |= more
    context["known"] = at.known(context["number"], None)
    if status == 200 and context.get("faults"):
        status = 422
    return answer(request, "table/page.html", context, status)


def _true(at: AtTable, told: dict[str, str]) -> dict[str, str]:
    """What an address says was written, as far as there is such a deal: an address may say anything."""
    numbers = {str(row.number) for row in at.sheet.rows}
    cases = {str(hearing.case.number) for hearing in at.hearings}
    known = {"called": cases, "voted": cases}
    return {
        name: text for name, text in told.items() if name in ("started", "signed") or text in known.get(name, numbers)
    }


def form_context(
    at: AtTable, entry: ThumbEntry, preview: Preview | None, judged: bool, corrected: Deal | None
) -> dict[str, Any]:
    """What the form of a deal needs, and what is to be said of what is in it."""
    faults: Sequence[Fault] = entry.faults() if judged else ()
    return {
        "entry": entry,
        "faults": faults,
        "shown": Shown.of(at, preview, corrected) if preview is not None else None,
    }


def _fresh(at: AtTable, told: dict[str, str]) -> ThumbEntry:
    """The form of the next deal. Who has just stored one most likely enters this one too."""
    stored = told.get("stored", "")
    by = at.entered_by(int(stored)) if stored.isdecimal() and len(stored) < 5 else None
    return table_entry(at.sitting(at.state.number), {"entered_by": str(by)} if by is not None else {})


def correction_form(at: AtTable, position: int) -> ThumbEntry:
    """The form of a deal that is there, as it was recorded."""
    row = at.row(position)
    return recorded_at_table(at.sitting(row.number), row.deal.entered())


def ended(
    request: HttpRequest, link: Link, *, entry: ThumbEntry | None = None, told: dict[str, str] | None = None
) -> HttpResponse:
    """The page of a link that is not good any more: why, where to go, and what was sent in vain."""
    table, tournament = link.table, link.table.round.tournament
    shown = tournament.frozen_after is None or table.round.number <= tournament.frozen_after
    stored = (told or {}).get("stored", "")
    if not (stored.isdecimal() and len(stored) < 5 and table.deals.filter(number=int(stored)).exists()):
        stored = ""
    context = frame(request, table) | {
        "reason": why_ended(link),
        "public": tournament.state in PUBLIC and shown,
        "stored": stored,
        "sent": entry.told() if entry is not None else [],
        "was_sent": request.method == "POST" and not told,
    }
    return answer(request, "table/ended.html", context, 410)


def why_ended(link: Link) -> str:
    """Why the link has ended, in a sentence."""
    if link.ended == Ended.RENEWED:
        return say(Problem("link-renewed", ""))
    if link.table.round.tournament.is_final:
        return say(Problem("tournament-final", ""))
    return say(Problem("round-closed", "", {"round": link.table.round.number}))


def closed(link: Link) -> Link:
    """The link, once its round was closed."""
    return Link(link.table, Ended.CLOSED)
