"""The page of one case: what happened, what the rules say, who rules; and the vote of each juror, alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

import rules
from scoring import queries
from scoring.audit import Teller
from scoring.explain import Story
from scoring.forms.jury import VerdictForm, juror_name
from scoring.hearing import (
    effect_of,
    facts_said,
    offence_text,
    paragraph,
    suggestion_of,
    verdict_words,
    vote_words,
    why_barred,
)
from scoring.models import Case, Ruling, Table
from scoring.models.jury import OF_DEAL
from scoring.numbers import written
from scoring.queries import DealRow
from scoring.revisions import Change, Version, changes
from scoring.services import Refusal, Verdict, Worth, next_voter, panel_of, proposal_of, rule_on, rulings_seen_by
from scoring.services.rulings import given_now, in_plain
from scoring.views.deal_table import AtTable, typed_number
from scoring.views.jury.access import Room, jury_page
from scoring.views.jury.frame import frame, names_of, stuck, to_case
from scoring.views.jury.queue import WAITS, standing

#: Somebody else was quicker: nothing is wrong with what was typed.
LATE = frozenset({"changed-meanwhile", "case-not-open", "voting-round-over", "ruled-already", "case-gone"})
#: What the trail says of cases.
ACTIONS = ("open_case", "edit_case", "rule_on", "rule_orally", "vote", "withdraw_case", "reopen_case")


@dataclass(frozen=True, slots=True)
class ToldRuling:
    """What one juror ruled, in words."""

    ruling: Ruling
    words: str
    mine: bool


@jury_page
def case_page(request: HttpRequest, room: Room, case: int) -> HttpResponse:
    """One case; a POST is the ruling of the juror who is logged in, and of nobody else."""
    found = room.case(case)
    if request.method != "POST":
        return show(request, room, found)
    if not room.judges:
        raise PermissionDenied(f"{room.actor.label} is not of the jury of {room.tournament.slug}.")
    form = VerdictForm(request.POST, case=found, hint="")
    if not form.is_valid():
        return show(request, room, found, form, 422)
    voting_round = typed_number(request, "round", found.voting_round)
    try:
        ruled = rule_on(
            room.actor,
            found,
            form.verdict,
            expected_revision=seen_revision(request, found),
            expected_round=voting_round,
        )
    except Refusal as refused:
        late = {problem.code for problem in refused.problems} & LATE
        if late and _is_mine_already(room, found, voting_round, form.verdict):
            messages.success(request, _("You have ruled on this case already; your ruling stands as you gave it."))
            return to_case(room, found)
        form.place(refused)
        # What somebody wrote between our look and our write is not in what we looked at.
        return show(request, room, room.case(case), form, 409 if late else 422)
    if ruled.state == Case.State.DECIDED:
        messages.success(request, _("Your ruling is the second of the same: the case is decided."))
    elif ruled.voting_round != voting_round:
        messages.warning(request, _("All three have ruled, and differ: a second round begins. Read the reasons."))
    else:
        messages.success(request, _("Your ruling is recorded. Nobody else sees it before the case is decided."))
    return to_case(room, found)


def seen_revision(request: HttpRequest, case: Case) -> int | None:
    """The deal's revision that the form was made from."""
    if case.deal is None or case.deal.current is None:
        return None
    return typed_number(request, "revision", case.deal.current.number)


def _is_mine_already(room: Room, case: Case, voting_round: int, verdict: Verdict) -> bool:
    """Is it the very ruling that this juror gave in that round, sent once more?"""
    given = Ruling.objects.filter(case=case, voting_round=voting_round, user=room.actor.user).first()
    plain = in_plain(case, verdict)
    return given is not None and (given.kind, given.amount, given.reason) in {
        (verdict.kind, verdict.amount, verdict.reason),
        (plain.kind, plain.amount, plain.reason),
    }


def show(
    request: HttpRequest, room: Room, case: Case, form: VerdictForm | None = None, status: int = 200
) -> HttpResponse:
    """The page, with the form as it was sent where one was."""
    names = names_of(room)
    worth = proposal_of(case)
    panel = panel_of(case)
    given = [each.user_id for each in given_now(case, panel)]
    stand = standing(room, case, panel, room.actor.user.pk in given)
    closed = stuck(room, case)
    may_vote = stand == WAITS and not closed
    fresh = VerdictForm(case=case, hint=amount_hint(case, worth)) if may_vote else None
    if form is not None:
        form.fields["amount"].help_text = amount_hint(case, worth)
    offender = names.get(case.offender.number, "") if case.offender is not None else ""
    trail = history(room, case)
    context = frame(room, "") | {
        "case": case,
        "offence": offence_text(case),
        "paragraph": paragraph(case),
        "offender": offender,
        "askers": [names.get(number, str(number)) for number in case.askers],
        "said": facts_said(worth.facts, names) if worth.facts is not None else [],
        "suggestion": suggestion_of(case, worth),
        "members": [(juror_name(each), each.user == room.actor.user) for each in panel.members],
        "barred": [(juror_name(each), why_barred(code)) for each, code in panel.barred],
        "panel": panel,
        "given": len(given),
        "stand": stand,
        "stuck": closed,
        "form": (form or fresh) if may_vote else None,
        # What was typed too late is not lost: it can be read, and copied.
        "unsaved": form if form is not None and not may_vote else None,
        "rulings": told_rulings(room, case),
        "effect": effect_of(case, worth, offender) if case.kind else "",
        "verdict": verdict_words(case.kind, case.amount) if case.kind else "",
        "moved": _moved(room, case, names),
        "history": trail,
        "opened_by": next((who for entry, who, *_rest in trail if entry.action == "open_case"), case.opened_by),
        **_vote(case, names),
        **_deal(room, case),
    }
    return render(request, "jury/case.html", context, status=status)


def amount_hint(case: Case, worth: Worth) -> str:
    """What an empty amount means in this case."""
    parts = []
    priced = case.deal is not None and case.tournament.rules.has_renonsz
    if priced and worth.worth is not None:
        parts.append(
            _("Renonsz: table points to each of the three others; left empty, %(points)s as the rules say.")
            % {"points": written(worth.worth)}
        )
    elif priced:
        parts.append(_("Renonsz: table points to each of the three others; left empty, as the rules say."))
    if case.sanction == "jury":
        parts.append(_("Points off: how many table or tournament points, such as 10 or 2.5."))
    return " ".join(parts) or _("This case needs none.")


def told_rulings(room: Room, case: Case) -> list[ToldRuling]:
    """The rulings that the visitor may see now, in words."""
    user = room.actor.user
    return [
        ToldRuling(each, verdict_words(each.kind, each.amount), each.user_id == user.pk)
        for each in rulings_seen_by(case, room.actor)
    ]


def history(room: Room, case: Case) -> list[tuple[Any, str, str, str]]:
    """What happened to the case, oldest first: entry, who, what, and why. Two SQL queries."""
    teller = Teller.of(room.tournament)
    entries = room.tournament.audit_entries.filter(action__in=ACTIONS).order_by("pk")
    return [
        (entry, teller.actor(entry), teller.tell(entry), teller.reason(entry))
        for entry in entries
        if isinstance(entry.details, dict) and entry.details.get("number") == case.number
    ]


def _vote(case: Case, names: Mapping[rules.Player, str]) -> dict[str, Any]:
    """How the table voted (Magas 16), and whose turn it is."""
    ballots = [
        (names.get(each.player.number, ""), vote_words(case.tournament.rules, each.choice))
        for each in case.ballots.select_related("player")
    ]
    turn = next_voter(case)
    return {"ballots": ballots, "turn": names.get(turn, "") if turn is not None else ""}


def _deal(room: Room, case: Case) -> dict[str, Any]:
    """The deal as it is recorded now, as a story."""
    if case.table is None or case.deal is None:
        return {"row": None}
    at = at_table(room, case.table)
    row: DealRow = at.row(case.deal.position)
    story: Story = at.story(row.record, row.result)
    return {"row": row, "story": story, "sheet": at.sheet, "stale": _is_stale(case)}


def at_table(room: Room, table: Table) -> AtTable:
    """The case's table with its deals. Four SQL queries."""
    try:
        return AtTable(room.tournament, queries.table_sheet(room.tournament, table.round.number, table.number))
    except Table.DoesNotExist as error:
        raise Http404 from error


def _is_stale(case: Case) -> bool:
    """Was the deal corrected after its facts were put down: do they tell of other figures than it does?"""
    if not (case.is_open and case.record and case.deal is not None):
        return False
    own, there = _figures(case.record), _figures(case.deal.record)
    return bool(there[0] or there[1]) and (own[0] != there[0] or not own[1] <= there[1])


def _figures(record: Mapping[str, Any]) -> tuple[list[str], set[str]]:
    announced = [
        repr(sorted((key, value) for key, value in row.items() if key != "made"))
        for row in record.get("announcements", ())
    ]
    return announced, {repr(sorted(row.items())) for row in record.get("silent", ())}


def _moved(room: Room, case: Case, names: Mapping[rules.Player, str]) -> Sequence[Change]:
    """What the ruling changed of the deal: the points of each player, before and after. One SQL query."""
    if case.revision is None or case.deal is None or case.kind not in OF_DEAL or case.table is None:
        return []
    before = case.deal.revisions.filter(number=case.revision.number - 1).first()
    if before is None:
        return []
    seats: dict[rules.Player, str] = {seat.player.number: names[seat.player.number] for seat in case.table.seated()}
    old, new = (_version(room, record, case.deal.number) for record in (before.record, case.deal.record))
    return [change for change in changes(old, new, seats) if change.kind == "points"]


def _version(room: Room, record: Mapping[str, Any], number: int) -> Version:
    """A stored record, read and scored under the cup's rules."""
    deal = rules.read_deal(dict(record), room.tournament.rules)
    return Version(deal, rules.score(deal), number)
