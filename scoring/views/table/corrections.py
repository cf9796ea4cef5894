"""A table corrects a deal, a second player confirms one, and everybody reads the earlier versions."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms.deal_at_table import ThumbEntry
from scoring.forms.deal_entries import table_entry
from scoring.queries import Link
from scoring.services import Refusal, confirm_deal, correct_deal, preview_correction
from scoring.services.deals import Preview
from scoring.services.sentences import say
from scoring.views.deal_table import CHANGED, attempt, typed_number
from scoring.views.table.access import linked
from scoring.views.table.answers import (
    LinkEnded,
    answer,
    closed,
    correction_form,
    ended,
    form_context,
    frame,
    table_page,
    way_on,
)
from scoring.views.table.incoming import Incoming, ending, player_at, require_writer
from scoring.views.table.page import MORE
from scoring.views.table.sheet import AtTable


@linked
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, link: Link, position: int) -> HttpResponse:
    """Corrects a deal. The form carries the revision it was made from: with another one in force nothing is written
    and the other's version is shown beside what was typed."""
    if request.method == "POST":
        return _correct(request, link, position)
    if link.ended:
        return ended(request, link)
    at = AtTable.of(link.table)
    return _page(request, at, position, correction_form(at, position), judged=False)


def _correct(request: HttpRequest, link: Link, position: int) -> HttpResponse:
    form = Incoming.of(request, link.table, f"correct {position}")
    if form.answer is not None:
        return way_on(request, link, "stored", form.answer["number"])
    at = AtTable.of(link.table)
    row = at.row(position)
    entry = table_entry(at.sitting(row.number), form.texts, form.action.removeprefix(MORE))
    if link.ended:
        return ended(request, link, entry=entry)
    current = at.line(position).revision
    revision = typed_number(request, "revision", current)
    if form.action.startswith("adopt-"):
        revision = current
    shown: dict[str, Any] = {"revision": revision, "key": form.key}
    if form.action.startswith(MORE):
        return _page(request, at, position, entry, judged=False, **shown)
    if form.sent is not None:
        require_writer(entry)
    actor, deal, record = player_at(link.table, at.seats, entry.entered_by), row.deal, entry.record()
    deal.table = link.table
    try:
        found = attempt(
            entry,
            at,
            look=ending(lambda: preview_correction(actor, deal, record, entry.reason, expected_revision=revision)),
            write=form.write(
                lambda sent: correct_deal(actor, deal, record, entry.reason, expected_revision=revision, sent=sent)
            ),
            same=revision == current and at.is_same(row, record),
        )
    except LinkEnded:
        return ended(request, closed(link), entry=entry)
    if isinstance(found, list) or (found == CHANGED and form.came_before):
        number = form.answer["number"] if form.answer is not None else row.number
        return way_on(request, link, "stored", number)
    if found == CHANGED:
        at = AtTable.of(link.table, at.seats)
        conflict = at.changed_version(at.row(position), revision, record)
        return _page(request, at, position, entry, status=409, conflicting=True, conflict=conflict, **shown)
    if form.problem is not None:
        entry.general.append(say(form.problem))
    return _page(request, at, position, entry, found, **shown)


def _page(
    request: HttpRequest,
    at: AtTable,
    position: int,
    entry: ThumbEntry,
    preview: Preview | None = None,
    *,
    judged: bool = True,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """The form of a deal that is there."""
    line = at.line(position)
    context = frame(request, at.table) | form_context(at, entry, preview, judged, line.row.deal)
    context |= {"at": at, "line": line, "row": line.row, "number": line.row.number, "position": position}
    context |= {"revision": line.revision, **more}
    if status == 200 and context["faults"]:
        status = 422
    return answer(request, "table/correct.html", context, status)


@linked
@require_POST
def confirm(request: HttpRequest, link: Link, position: int) -> HttpResponse:
    """A second player agrees to a deal as they saw it."""
    form = Incoming.of(request, link.table, f"confirm {position}", writes=True)
    if form.answer is not None:
        return way_on(request, link, "confirmed", form.answer["number"])
    if link.ended:
        return ended(request, link)
    at = AtTable.of(link.table)
    deal = at.row(position).deal
    deal.table = link.table
    by = typed_number(request, "by", 0)
    actor = player_at(link.table, at.seats, by)
    revision = typed_number(request, "revision", 0)
    write = form.write(lambda sent: confirm_deal(actor, deal, expected_revision=revision or None, sent=sent))
    problem = form.problem
    try:
        if write is not None:
            write()
            return way_on(request, link, "confirmed", deal.number)
    except LinkEnded:
        return ended(request, closed(link))
    except Refusal as refusal:
        if form.came_before:
            return way_on(request, link, "confirmed", deal.number)
        problem = refusal.problems[0]
    changed = problem is not None and problem.code == CHANGED
    refused = {
        "position": position,
        "sentence": say(problem) if problem is not None else "",
        "by": typed_number(request, "by", 0),
    }
    at = AtTable.of(link.table, at.seats)
    return table_page(request, at, 409 if changed else 422, refused_confirmation=refused)


@linked
@require_safe
def versions(request: HttpRequest, link: Link, position: int) -> HttpResponse:
    """All versions of a deal, each told by what it changed."""
    if link.ended:
        return ended(request, link)
    at = AtTable.of(link.table)
    line = at.line(position)
    context = {"at": at, "sheet": at.sheet, "line": line, "row": line.row, "story": line.story}
    return answer(
        request, "table/versions.html", frame(request, link.table) | context | {"told": at.told_versions(line.row)}
    )
