"""The cups whose jury one is of, and the cases of one cup."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.hearing import offence_text, paragraph, verdict_words
from scoring.models import Case, Membership, Ruling, Tournament
from scoring.services import Panel, panels_of
from scoring.views.jury.access import OF_CASE, Room, jury_page
from scoring.views.jury.frame import frame
from scoring.views.organiser.access import account_page

#: How a case stands for who looks at it.
WAITS, RULED, BARRED, SPARE = "waits", "ruled", "barred", "spare"


@dataclass(frozen=True, slots=True)
class Row:
    """A case in the list. `given` of the three have ruled in this round; `mine` is one of the words above, or ""."""

    case: Case
    offence: str
    paragraph: str
    given: int
    panel: Panel
    mine: str
    outcome: str


@account_page
def my_rooms(request: HttpRequest) -> HttpResponse:
    """The cups in whose jury the visitor is, with how many cases are open. One SQL query."""
    own = Membership.objects.filter(user=request.user.pk, role=Membership.Role.JUROR)
    cups = Tournament.objects.defer("ruleset_snapshot").filter(pk__in=own.values("tournament"))
    cups = cups.annotate(open_cases=Count("cases", filter=Q(cases__state=Case.State.OPEN)))
    return render(request, "jury/cups.html", {"cups": cups.order_by("-date", "slug")})


@jury_page
def queue(request: HttpRequest, room: Room) -> HttpResponse:
    """The cases: those that wait first, then what became of the others."""
    rulings = Prefetch("rulings", Ruling.objects.only("case", "voting_round", "user"))
    cases = list(room.tournament.cases.select_related(*OF_CASE).prefetch_related(rulings).order_by("number"))
    panels = panels_of(cases)
    rows = []
    for case in cases:
        case.tournament = room.tournament
        rows.append(_row(room, case, panels[case.pk]))
    waiting = [row for row in rows if row.case.is_open]
    # What waits for who looks comes first.
    waiting.sort(key=lambda row: row.mine != WAITS)
    context = {"waiting": waiting, "others": [row for row in reversed(rows) if not row.case.is_open]}
    return render(request, "jury/queue.html", frame(room, "queue") | context)


def _row(room: Room, case: Case, panel: Panel) -> Row:
    there = {each.user_id for each in panel.members}
    ruled = {each.user_id for each in case.rulings.all() if each.voting_round == case.voting_round} & there
    return Row(
        case=case,
        offence=offence_text(case),
        paragraph=paragraph(case),
        given=len(ruled),
        panel=panel,
        mine=standing(room, case, panel, room.actor.user.pk in ruled),
        outcome=verdict_words(case.kind, case.amount) if case.kind else "",
    )


def standing(room: Room, case: Case, panel: Panel, has_ruled: bool) -> str:
    """How an open case stands for who looks at it; "" for who is not of the jury."""
    if not room.judges or not case.is_open:
        return ""
    if has_ruled:
        return RULED
    if panel.member(room.actor.user) is not None:
        return WAITS
    return BARRED if any(each.user == room.actor.user for each, _code in panel.barred) else SPARE
