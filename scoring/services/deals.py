"""What happens to deals: one is recorded, one is corrected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone

import rules
from scoring.actors import Actor, require_seat_at
from scoring.models import Deal, DealRevision, Table
from scoring.models.deal import REASON_LENGTH
from scoring.services.change import change_at_table
from scoring.services.dealrows import Settled, TableSeats, append, revise
from scoring.services.errors import Refusal, refusal
from scoring.services.tablework import beyond_plan
from scoring.services.texts import text_problem


def record_deal(actor: Actor, table: Table, record: Mapping[str, Any]) -> Deal:
    """Records the next deal of a table and settles it.

    `record` is a deal of the tournament document: players are player numbers, `number` is its number among
    the deals, `players` stand only where they depart from the rotation. Raises Refusal (places are those of the
    record), PermissionDenied.
    """
    require_seat_at(actor, table)
    with change_at_table(actor, table, "record_deal") as (under_way, table):
        if table.paper:
            raise refusal("table-has-paper")
        at = TableSeats.of(table)
        records = [deal.entered() for deal in _deals(table)]
        dealt = _reckon(under_way.tournament.rules, at, [*records, record], own=len(records))
        settled = Settled(at, len(dealt), dealt[-1])
        deal = append([settled], actor, "", timezone.now())[0]
        under_way.deal = deal.number
        under_way.details = {"position": deal.position, "outcome": deal.outcome}
    return deal


def correct_deal(actor: Actor, deal: Deal, record: Mapping[str, Any], reason: str = "") -> list[DealRevision]:
    """Puts another record in the place of a deal's; the old one stays as an earlier revision.

    What hangs on it moves in the same transaction: the multiplier and kassza of later deals, and, when a deal
    now counts or no longer does, the numbers after it (their players stay as they played). Returns the
    revisions written, the corrected deal's first. Without `number` in the record the deal keeps its own. Raises Refusal
    (places are those of the record, or `deals[5]…` of a later deal that the correction makes impossible),
    PermissionDenied.
    """
    require_seat_at(actor, deal.table)
    problem = text_problem(reason, "reason", longest=REASON_LENGTH, empty=True)
    if problem:
        raise Refusal([problem])
    with change_at_table(actor, deal.table, "correct_deal") as (under_way, table):
        at = TableSeats.of(table)
        deals = _deals(table)
        index = next((index for index, each in enumerate(deals) if each.pk == deal.pk), None)
        if index is None:
            raise refusal("deal-gone")
        records = [each.entered() for each in deals]
        records[index] = {**record, "number": record.get("number", deals[index].number)}
        _renumber(records, index, deals[index].number)
        dealt = _reckon(under_way.tournament.rules, at, records, own=index)
        revisions = _revise(at, deals, dealt, index, actor, reason)
        under_way.deal = deals[index].number
        under_way.details = {
            "position": deals[index].position,
            "reason": reason,
            "moved": [each.position for each in deals[index + 1 :] if each.current in revisions],
        }
    return revisions


def _deals(table: Table) -> list[Deal]:
    return list(table.deals.select_related("current").order_by("position"))


def _renumber(records: Sequence[dict[str, Any]], index: int, number: int) -> None:
    """Numbers the records after `index`, whose own number is `number`, by the deals that count now."""
    for before, record in zip(records[index:], records[index + 1 :], strict=False):
        if rules.counts(str(before.get("outcome", "played"))):
            number += 1
        record["number"] = number


def _reckon(
    ruleset: rules.Ruleset, at: TableSeats, records: Sequence[Mapping[str, Any]], *, own: int
) -> list[rules.TableDeal]:
    """All deals of a table settled; problems of the record at index `own` have their place in that record."""
    planned = ruleset.planned_deals(seats=len(at.seats), round=at.table.round.number)
    problems: list[rules.Problem] = []
    dealt: list[rules.TableDeal] = []
    try:
        dealt = rules.reckon_table(ruleset, at.numbers, at.table.first_dealer, records)
    except rules.Refused as refused:
        problems += [problem.at("deals") for problem in refused.problems]
    problems += beyond_plan(records, planned, "deals")
    if problems:
        raise Refusal(_within(problem, f"deals[{own}]") for problem in problems)
    return dealt


def _within(problem: rules.Problem, place: str) -> rules.Problem:
    if problem.field != place and not problem.field.startswith(place + "."):
        return problem
    field = problem.field.removeprefix(place).removeprefix(".")
    return rules.Problem(problem.code, field, problem.params, problem.rule)


def _revise(
    at: TableSeats,
    deals: Sequence[Deal],
    dealt: Sequence[rules.TableDeal],
    index: int,
    actor: Actor,
    reason: str,
) -> list[DealRevision]:
    """Writes revisions of the corrected deal and of every later one that came out otherwise.

    The reason is the corrected deal's; the audit trail says which others it moved.
    """
    now = timezone.now()
    moved = [position for position in range(index + 1, len(deals)) if _differs(deals[position], dealt[position])]
    # A number may pass to a deal before the one that has it is written: no two that count may share it meanwhile.
    changing = [deals[position].pk for position in (index, *moved)]
    Deal.objects.filter(pk__in=changing).update(counted=False)
    return [
        revise(
            Settled(at, deals[position].position, dealt[position]),
            deals[position],
            actor,
            reason if position == index else "",
            now,
        )
        for position in (index, *moved)
    ]


def _differs(deal: Deal, dealt: rules.TableDeal) -> bool:
    return deal.number != dealt.number or deal.record != dealt.full_record
