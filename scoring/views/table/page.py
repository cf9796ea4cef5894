"""The page of a table: what was played, and the form of the next deal with its preview."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from rules import Problem
from scoring.forms.deal_entries import table_entry
from scoring.forms.deal_entry import Fault
from scoring.models import Deal
from scoring.queries import Link
from scoring.services import preview_correction, preview_deal, record_deal
from scoring.services.deals import Preview
from scoring.services.sentences import say
from scoring.views.deal_table import CHANGED, Shown, attempt, typed_number
from scoring.views.table.access import linked
from scoring.views.table.answers import LinkEnded, closed, ended, table_page, way_on, why_ended
from scoring.views.table.incoming import Incoming, ending, player_at, require_writer
from scoring.views.table.sheet import AtTable, seated

MORE = "more-"
#: What the page says after a write, by the name in its address.
TOLD = ("stored", "confirmed", "started", "signed", "called", "voted")


@linked
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, link: Link) -> HttpResponse:
    """The page of the table that the link leads to; takes the next deal."""
    if request.method == "POST":
        return _enter(request, link)
    told = {name: request.GET[name] for name in TOLD if name in request.GET}
    if link.ended:
        return ended(request, link, told=told)
    return table_page(request, AtTable.of(link.table), told=told)


def _enter(request: HttpRequest, link: Link) -> HttpResponse:
    """The next deal. The form carries the place for which it was made: taken meanwhile, nothing is written and the
    other's version is shown. What was stored under the form's key already is told as stored, whatever came after."""
    form = Incoming.of(request, link.table, "new")
    if form.answer is not None:
        return way_on(request, link, "stored", form.answer["number"])
    at = seated(link.table)
    if link.ended:
        return ended(request, link, entry=table_entry(at.sitting(typed_number(request, "number", 1)), form.texts))
    position, number = typed_number(request, "position", 0), typed_number(request, "number", 0)
    if not position or not number or form.action == "as-next":
        whole = AtTable.of(link.table, at.seats)
        position, number = whole.next_position, whole.state.number
    entry = table_entry(at.sitting(number), form.texts, form.action.removeprefix(MORE))
    shown: dict[str, Any] = {"entry": entry, "position": position, "number": number, "key": form.key}
    if form.action.startswith(MORE):
        return table_page(request, AtTable.of(link.table, at.seats), judged=False, **shown)
    if form.sent is not None:
        require_writer(entry)
    table, record = link.table, {"number": number, **entry.record()}
    actor = player_at(table, at.seats, entry.entered_by)
    try:
        found = attempt(
            entry,
            at,
            look=ending(lambda: preview_deal(actor, table, record, expected_position=position)),
            write=form.write(lambda sent: record_deal(actor, table, record, expected_position=position, sent=sent)),
        )
    except LinkEnded:
        return ended(request, closed(link), entry=entry)
    if isinstance(found, Deal):
        return way_on(request, link, "stored", found.number)
    if found == CHANGED and form.came_before and form.answer is not None:
        return way_on(request, link, "stored", form.answer["number"])
    whole = AtTable.of(link.table, at.seats)
    if found == CHANGED:
        other = whole.other_version(position, record)
        return table_page(request, whole, 409, conflicting=True, conflict=other, **shown)
    if form.problem is not None:
        entry.general.append(say(form.problem))
    return table_page(request, whole, preview=found, **shown)


@linked
@require_POST
def preview(request: HttpRequest, link: Link) -> HttpResponse:
    """What would be stored, as a part of the page: while a deal is typed, or (with a revision) corrected.

    200 with the score, 422 with what is missing or wrong, 410 after the end of the link. At most six SQL queries.
    """
    at = seated(link.table)
    position, number = typed_number(request, "position", 0), typed_number(request, "number", 1)
    entry = table_entry(at.sitting(number), request.POST.dict())
    if link.ended:
        return _fragment(request, 410, faults=[Fault("", "", why_ended(link))])
    actor, table = player_at(link.table, at.seats, entry.entered_by), link.table
    deal = None
    if "revision" in request.POST:
        deal = table.deals.select_related("current").filter(position=position).first()
    if deal is not None:
        deal.table = table
    revision, record = typed_number(request, "revision", 0), entry.record()

    def look() -> Preview:
        if deal is not None:
            return preview_correction(actor, deal, record, entry.reason, expected_revision=revision or None)
        return preview_deal(actor, table, {"number": number, **record}, expected_position=position or None)

    try:
        found = attempt(entry, at, look=ending(look), write=None)
    except LinkEnded:
        return _fragment(request, 410, faults=[Fault("", "", why_ended(closed(link)))])
    if found == CHANGED:
        return _fragment(request, 422, faults=[Fault("", "", say(Problem(CHANGED, "")))])
    if found is None:
        return _fragment(request, 422, faults=entry.faults())
    return _fragment(request, 200, shown=Shown.of(at, found, deal))


def _fragment(request: HttpRequest, status: int, **context: Any) -> HttpResponse:
    return render(request, "table/preview.html", context, status=status)
