"""A table calls the jury, and votes where its rules let it (Magas 16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rules import Problem
from scoring.actors import Actor
from scoring.forms.call_jury import DEAL, NONE, CallForm, of_warning, said_problems, said_record
from scoring.forms.deal_at_table import TableEntry
from scoring.forms.deal_sentences import say_at_form
from scoring.models import Case
from scoring.queries import Link
from scoring.services import Refusal, open_case, vote
from scoring.services.sentences import say
from scoring.views.deal_table import CHANGED, typed_number
from scoring.views.table.access import linked
from scoring.views.table.answers import LinkEnded, answer, closed, ended, frame, table_page, way_on
from scoring.views.table.incoming import Incoming, player_at
from scoring.views.table.sheet import AtTable, Line

MORE = "more-"


@linked
@require_http_methods(["GET", "HEAD", "POST"])
def call(request: HttpRequest, link: Link, position: int | None = None) -> HttpResponse:
    """Brings a deal before the jury: the one at `position`, or the one that is being played, which is broken off.

    `warning=0` in the address chooses beforehand what the first warning about that deal says.
    """
    if request.method == "POST":
        return _call(request, link, position)
    if link.ended:
        return ended(request, link)
    at = AtTable.of(link.table)
    line = at.line(position) if position is not None else None
    initial = _of_warning(request, at, line)
    form = _form(at, line, initial=initial)
    return _page(request, at, line, form, _entry(at, {}))


def _call(request: HttpRequest, link: Link, position: int | None) -> HttpResponse:
    action = request.POST.get("action", "")
    form = Incoming.of(request, link.table, f"call {position or ''}", writes=not action.startswith(MORE))
    if form.answer is not None:
        return way_on(request, link, "called", form.answer["number"])
    if link.ended:
        return ended(request, link)
    at = AtTable.of(link.table)
    line = at.line(position) if position is not None else None
    call_form = _form(at, line, form.texts)
    entry = _entry(at, form.texts | {"outcome": "renonsz"}, action.removeprefix(MORE))
    if action.startswith(MORE):
        return _page(request, at, line, call_form, entry, key=form.key, judged=False)
    status = 422
    if call_form.is_valid():
        record = call_form.own_record()
        if line is None and call_form.with_deal and entry is not None:
            record = _said(at, entry, call_form)
        fine = call_form.is_valid() and not call_form.errors and not (entry is not None and entry.faults())
        write = form.write(lambda sent: _open(request, at, line, call_form, record, sent=sent)) if fine else None
        try:
            if write is not None:
                found = write()
                answered: dict[str, Any] = form.answer or {}
                number = found.number if isinstance(found, Case) else answered["number"]
                return way_on(request, link, "called", number)
        except LinkEnded:
            return ended(request, closed(link))
        except Refusal as refusal:
            if form.came_before and form.answer is not None:
                return way_on(request, link, "called", form.answer["number"])
            call_form.place(refusal.problems)
            if any(problem.code == CHANGED for problem in refusal.problems):
                at, status = AtTable.of(link.table, at.seats), 409
                line = at.line(position) if position is not None else None
    if form.problem is not None:
        call_form.place([form.problem])
    return _page(request, at, line, call_form, entry, status, key=form.key)


def _open(
    request: HttpRequest,
    at: AtTable,
    line: Line | None,
    form: CallForm,
    record: Mapping[str, Any] | None,
    **sent: Any,
) -> Case:
    """Opens the case. Raises Refusal."""
    place: dict[str, Any] = {}
    if line is not None:
        place = {"deal": line.row.deal, "expected_revision": typed_number(request, "revision", line.revision)}
    elif form.with_deal:
        position = typed_number(request, "position", at.next_position)
        place = {"interrupts": True, "expected_position": position}
    return open_case(
        Actor.at_table(at.table), at.tournament, table=at.table, record=record, **place, **form.given(), **sent
    )


def _said(at: AtTable, entry: TableEntry, form: CallForm) -> dict[str, Any] | None:
    """What was announced and made in the deal that is broken off; what is wrong with it goes to its fields."""
    record = said_record(entry)
    offence, offender = form.offence, form.cleaned_data.get("offender")
    if record is None or offence is None:
        return None
    problems = said_problems(entry, record, offender or at.numbers[0], offence.rule)
    entry.place(problems, lambda problem: say_at_form(problem, at.number_names, at.tournament.rules))
    return record


def _entry(at: AtTable, texts: Mapping[str, str], more: str = "") -> TableEntry | None:
    """The form of what was said and made so far in a deal that is broken off (what was typed is as of a renonsz: the
    game as far as it was played, without a result). None where the rules make no penalty of it."""
    if not at.tournament.rules.has_renonsz:
        return None
    return TableEntry(at.sitting(at.state.number), texts, more)


def _form(at: AtTable, line: Line | None, texts: Mapping[str, str] | None = None, **more: Any) -> CallForm:
    """The form of the call: of a deal that is recorded, of the one in play, or of none."""
    players = list(at.number_names.items())
    if line is not None:
        return CallForm(at.tournament.rules, players, texts, record=line.row.deal.entered(), **more)
    about = [(DEAL, _("the deal being played")), (NONE, _("no deal: ethics, another dispute"))]
    if at.why_nothing_more():
        about = about[1:]
    return CallForm(at.tournament.rules, players, texts, about=about, **more)


def _of_warning(request: HttpRequest, at: AtTable, line: Line | None) -> dict[str, Any]:
    text = request.GET.get("warning", "")
    if line is None or not (text.isascii() and text.isdigit() and len(text) < 3):
        return {}
    warnings = line.story.warnings
    return of_warning(at.tournament.rules, warnings[int(text)]) if int(text) < len(warnings) else {}


def _page(
    request: HttpRequest,
    at: AtTable,
    line: Line | None,
    form: CallForm,
    entry: TableEntry | None,
    status: int = 200,
    *,
    judged: bool = True,
    key: str = "",
) -> HttpResponse:
    faults: list[Any] = []
    if form.is_bound and judged:
        faults = list(form.faults)
        if entry is not None:
            faults += [(fault.target, fault.label, fault.sentence) for fault in entry.faults()]
    context = frame(request, at.table) | {
        "at": at,
        "sheet": at.sheet,
        "line": line,
        "form": form,
        "entry": entry,
        "faults": faults,
        "key": key,
        "number": line.row.number if line is not None else at.state.number,
        "position": line.row.position if line is not None else at.next_position,
        "revision": line.revision if line is not None else None,
        "finished": at.why_nothing_more() if line is None else "",
    }
    return answer(request, "table/call.html", context, (status if status != 200 else 422) if faults else 200)


@linked
@require_POST
def give_vote(request: HttpRequest, link: Link, case: int) -> HttpResponse:
    """One of the three others votes, in turn."""
    form = Incoming.of(request, link.table, f"vote {case}", writes=True)
    if form.answer is not None:
        return way_on(request, link, "voted", case)
    if link.ended:
        return ended(request, link)
    found = link.table.cases.filter(number=case).select_related("deal__current", "offender").first()
    if found is None:
        raise Http404
    found.tournament, found.table = link.table.round.tournament, link.table
    at = AtTable.of(link.table)
    actor = player_at(link.table, at.seats, typed_number(request, "player", 0))
    problem, player, choice = form.problem, actor.player, form.texts.get("choice", "")
    if problem is None and (player is None or not choice):
        problem = Problem("not-at-table", "player", {"player": ""}) if player is None else Problem("choose", "choice")
    write = form.write(lambda sent: vote(actor, found, player, choice, sent=sent)) if player and choice else None
    try:
        if write is not None and problem is None:
            write()
            return way_on(request, link, "voted", case)
    except LinkEnded:
        return ended(request, closed(link))
    except Refusal as refusal:
        if form.came_before:
            return way_on(request, link, "voted", case)
        problem = refusal.problems[0]
    at = AtTable.of(link.table, at.seats)
    sentence = _why_no_vote(problem, at)
    return table_page(request, at, 422, refused_vote={"case": case, "sentence": sentence, "choice": choice})


def _why_no_vote(problem: Problem | None, at: AtTable) -> str:
    if problem is None:
        return ""
    if problem.code == "choose":
        return _("Choose one of the five.")
    if problem.code == "not-your-vote":
        name = at.number_names.get(int(str(problem.params["player"])), "")
        return _("Somebody has voted meanwhile: it is the turn of %(name)s.") % {"name": name}
    return say(problem)
