"""One table: its deals so far, and its paper sheet."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

import rules
from scoring import queries
from scoring.desk import after_table
from scoring.explain import tell
from scoring.forms.tables import PaperForm
from scoring.kassza import kassza_ledger
from scoring.models import Table, Tournament
from scoring.rulings import marks_of
from scoring.sentences import speaker
from scoring.services import clear_paper, enter_paper
from scoring.views.organiser.access import organiser_page
from scoring.views.organiser.frame import frame
from scoring.views.organiser.writing import actor_of, ask, go, table_of


@organiser_page
def table_page(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """A table as its organiser sees it: every deal with its points, and what can be done."""
    try:
        sheet = queries.table_sheet(tournament, number, table)
    except Table.DoesNotExist as error:
        raise Http404 from error
    names: dict[rules.Player, str] = {seat.player.number: seat.player.name for seat in sheet.seats}
    sentence = speaker(tournament.rules)
    played = sum(row.counted for row in sheet.rows)
    full = played >= sheet.deals_planned
    editable = not sheet.round.is_closed and not tournament.is_final
    entries = queries.entries_of(sheet.table)
    agreement = queries.agreements_of(Table.objects.filter(pk=sheet.table.pk))[sheet.table.pk]
    context = {
        "sheet": sheet,
        "deals": [
            (row, tell(row.record, row.result, names, sentence), entries.get(row.position)) for row in sheet.rows
        ],
        "agreement": agreement,
        "signed_by": [names[number] for number in agreement.signed_by],
        "played": played,
        "full": full,
        "marks": marks_of(sheet.cases),
        "waiting_cases": [case for case in sheet.cases if case.is_open],
        "money": tournament.rules.money,
        "kassza": kassza_ledger(sheet.rows, names),
        "editable": editable,
        "then": after_table(tournament, number, table) if editable and (full or sheet.table.paper) else None,
    }
    return render(request, "organiser/table.html", frame(tournament, f"round-{number}") | context)


@organiser_page
def paper(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Totals from a paper sheet, or what came after the recorded deals."""
    at = table_of(tournament, number, table)
    seats = list(at.seated())
    kind = at.paper or (Table.Paper.REMAINDER if at.deals.exists() else Table.Paper.TOTALS)
    initial = {f"points_{seat.player.number}": seat.paper_points for seat in seats}
    posted, shares = request.POST if request.method == "POST" else None, tournament.rules.has_shares
    form = PaperForm(posted, seats=seats, kind=kind, shares=shares, initial=initial)
    if form.is_valid():

        def write() -> bool:
            enter_paper(actor_of(request), at, form.cleaned_data["kind"], form.points())
            return True

        if form.attempt(write):
            messages.success(request, _("The points from the paper sheet are entered."))
            return go(tournament, "table", number, table)
    context = {"round": at.round, "table": at, "form": form, "kind": kind}
    status = 422 if form.errors else 200
    return render(request, "organiser/paper.html", frame(tournament, f"round-{number}") | context, status=status)


@organiser_page
def paper_clear(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Asks, and takes back what was entered from paper."""
    at = table_of(tournament, number, table)
    return ask(
        request,
        tournament,
        f"round-{number}",
        lambda reason: clear_paper(actor_of(request), at),
        title=_("Take back the points from paper at table %(number)s?") % {"number": table},
        text=_("The recorded deals stay. The points can be typed in again; the audit trail keeps them."),
        button=_("Take back"),
        danger=True,
        done=_("The points from paper were taken back."),
        back=go(tournament, "table", number, table),
    )
