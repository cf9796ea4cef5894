"""The organiser types a deal, corrects one, and reads its earlier versions."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.actors import Actor
from scoring.forms.deal_entries import desk_entry, recorded_at_desk
from scoring.forms.deal_entry import Entry
from scoring.models import Deal, Tournament
from scoring.rulings import mark_of
from scoring.services import (
    correct_deal,
    preview_correction,
    preview_deal,
    record_deal,
)
from scoring.services.deals import Preview
from scoring.services.ruled import ruling_in_force
from scoring.views.deal_table import CHANGED, Shown, attempt, typed_number
from scoring.views.organiser.access import organiser_page
from scoring.views.organiser.frame import frame
from scoring.views.organiser_deal_table import AtTable

MORE = "more-"


@organiser_page
def deal_new(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """The next deal of a table. The form carries the place for which it was made: taken meanwhile, nothing is written
    and the other's version is shown."""
    at = AtTable.of(tournament, number, table)
    if request.method != "POST":
        closed = at.why_no_new_deal()
        if closed:
            return _page(request, at, "closed", {"sentence": closed, "heading": _("New deal")}, 409)
        fresh = desk_entry(at.sitting(at.state.number), {})
        fresh.begin()
        return _form(request, at, fresh, position=at.next_position)
    action = request.POST.get("action", "")
    position = typed_number(request, "position", at.next_position)
    if action == "as-next":
        position = at.next_position
    deal_number = typed_number(request, "number", at.state.number) if position != at.next_position else at.state.number
    entry = desk_entry(at.sitting(deal_number), request.POST.dict(), action.removeprefix(MORE))
    shown: dict[str, Any] = {"position": position, "number": deal_number}
    if action.startswith(MORE):
        return _form(request, at, entry, judged=False, **shown)

    actor, record = Actor.of_user(request.user), {"number": deal_number, **entry.record()}
    answer = attempt(
        entry,
        at,
        look=lambda: preview_deal(actor, at.table, record, expected_position=position),
        write=(lambda: record_deal(actor, at.table, record, expected_position=position)) if action == "save" else None,
    )
    if isinstance(answer, Deal):
        return _saved(request, at, answer)
    if answer == CHANGED:
        # What somebody wrote between our look and our write is not in what we looked at.
        at = AtTable.of(tournament, number, table)
        conflict = at.other_version(position, record)
        if conflict is not None and conflict.is_mine_already(request.user):
            return _saved(request, at, conflict.row.deal)
        return _form(request, at, entry, 409, conflict=conflict, **shown)
    return _form(request, at, entry, preview=answer, **shown)


@organiser_page
def deal_edit(request: HttpRequest, tournament: Tournament, number: int, table: int, position: int) -> HttpResponse:
    """Corrects a deal. The form carries the revision it was made from: with another one in force nothing is written
    and the other's version is shown beside what was typed."""
    at = AtTable.of(tournament, number, table)
    row = at.row(position)
    current = row.deal.current
    if current is None:
        raise Http404
    sitting = at.sitting(row.number)
    shown: dict[str, Any] = {"row": row, "number": row.number, "revision": current.number}
    if request.method != "POST":
        closed = at.why_no_correction()
        if closed:
            heading = _("Correct deal %(number)s") % {"number": row.number}
            return _page(request, at, "closed", {"sentence": closed, "heading": heading, "row": row}, 409)
        return _form(request, at, recorded_at_desk(sitting, row.deal.entered()), **shown)
    action = request.POST.get("action", "")
    entry = desk_entry(sitting, request.POST.dict(), action.removeprefix(MORE))
    revision = typed_number(request, "revision", current.number)
    if action.startswith("adopt-"):
        revision = current.number
    shown["revision"] = revision
    if action.startswith(MORE):
        return _form(request, at, entry, judged=False, **shown)

    actor, record = Actor.of_user(request.user), entry.record()
    row.deal.table = at.table
    answer = attempt(
        entry,
        at,
        look=lambda: preview_correction(actor, row.deal, record, entry.reason, expected_revision=revision),
        write=(lambda: correct_deal(actor, row.deal, record, entry.reason, expected_revision=revision))
        if action == "save"
        else None,
        same=at.is_same(row, record) if revision == current.number else False,
    )
    if isinstance(answer, list):
        messages.success(request, _("Deal %(number)s is corrected.") % {"number": row.number})
        return HttpResponseRedirect(at.address)
    if answer == CHANGED:
        at = AtTable.of(tournament, number, table)
        shown["row"] = row = at.row(position)
        return _form(request, at, entry, 409, conflict=at.changed_version(row, revision, record), **shown)
    return _form(request, at, entry, preview=answer, **shown)


@organiser_page
def deal_revisions(
    request: HttpRequest, tournament: Tournament, number: int, table: int, position: int
) -> HttpResponse:
    """All versions of a deal, each told by what it changed."""
    at = AtTable.of(tournament, number, table)
    row = at.row(position)
    story = at.story(row.record, row.result)
    return _page(
        request, at, "revisions", {"row": row, "story": story, "told": at.told_versions(row), "sheet": at.sheet}
    )


def _saved(request: HttpRequest, at: AtTable, deal: Deal) -> HttpResponse:
    """Goes on: to the next deal while there is one to type, else to the table."""
    messages.success(request, _("Deal %(number)s is saved.") % {"number": deal.number})
    last = deal.counted and deal.number >= at.sheet.deals_planned
    return HttpResponseRedirect(at.address if last else reverse("organiser:deal-new", args=at.args))


def _form(
    request: HttpRequest,
    at: AtTable,
    entry: Entry,
    status: int = 200,
    preview: Preview | None = None,
    judged: bool = True,
    **shown: Any,
) -> HttpResponse:
    """The page with the form, and what is to be said of what is in it: nothing of a form that was not judged yet."""
    faults = entry.faults() if judged else []
    row = shown.get("row")
    ruling = ruling_in_force(row.deal) if row is not None else None
    context = {
        "ruling": mark_of(ruling) if ruling is not None else None,
        "entry": entry,
        "faults": faults,
        "number": at.state.number,
        "shown": Shown.of(at, preview, row.deal if row is not None else None) if preview is not None else None,
        "conflicting": "conflict" in shown,
        "known": at.known(shown.get("number", at.state.number), shown.get("row")),
        **shown,
    }
    return _page(request, at, "deal", context, 422 if faults and status == 200 else status)


def _page(request: HttpRequest, at: AtTable, name: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    around = frame(at.tournament, f"round-{at.sheet.round.number}")
    template = {"deal": "deal.html", "closed": "deal_closed.html", "revisions": "deal_revisions.html"}[name]
    return render(
        request, f"organiser/{template}", around | {"at": at, "crumbs": at.crumbs(), **context}, status=status
    )
