"""What happens to deals: one is recorded, one is corrected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

import rules
from scoring.actors import Actor, require_seat_at
from scoring.models import Deal, DealRevision, Table
from scoring.models.deal import REASON_LENGTH
from scoring.services.change import change_at_table, table_as_it_is
from scoring.services.dealrows import Settled, TableSeats, append, revise
from scoring.services.errors import Refusal, refusal
from scoring.services.tablework import beyond_plan
from scoring.services.texts import text_problem


@dataclass(frozen=True, slots=True)
class Preview:
    """What a record would come to if it were written now: its place in the order of play, the settled deal, and the
    later deals that would come out otherwise (as stored, as they would be)."""

    position: int
    dealt: rules.TableDeal
    moved: tuple[tuple[Deal, rules.TableDeal], ...] = ()


def record_deal(actor: Actor, table: Table, record: Mapping[str, Any], *, expected_position: int | None = None) -> Deal:
    """Records the next deal of a table and settles it.

    `record` is a deal of the tournament document: players are player numbers, `number` is its number among
    the deals, `players` stand only where they depart from the rotation. `expected_position` is the place in the order
    of play for which it was typed: taken meanwhile, it is refused with `changed-meanwhile`. Raises Refusal (places are
    those of the record), PermissionDenied.
    """
    require_seat_at(actor, table)
    with change_at_table(actor, table, "record_deal") as (under_way, table):
        settled = _next(under_way.tournament.rules, table, record, expected_position)
        deal = append([settled], actor, "", timezone.now())[0]
        under_way.deal = deal.number
        under_way.details = {"position": deal.position, "outcome": deal.outcome}
    return deal


def preview_deal(
    actor: Actor, table: Table, record: Mapping[str, Any], *, expected_position: int | None = None
) -> Preview:
    """What `record_deal` would write, reckoned by the same code; writes nothing. Raises what that raises.

    Three SQL queries, and one for the right of an organiser.
    """
    require_seat_at(actor, table)
    table = table_as_it_is(table)
    settled = _next(table.round.tournament.rules, table, record, expected_position)
    return Preview(settled.position, settled.dealt)


def correct_deal(
    actor: Actor, deal: Deal, record: Mapping[str, Any], reason: str = "", *, expected_revision: int | None = None
) -> list[DealRevision]:
    """Puts another record in the place of a deal's; the old one stays as an earlier revision.

    What hangs on it moves in the same transaction: the multiplier and kassza of later deals, and, when a deal
    now counts or no longer does, the numbers after it (their players stay as they played). Returns the
    revisions written, the corrected deal's first. Without `number` in the record the deal keeps its own.
    `expected_revision` is the number of the revision that the correction was made from: with another one in force by
    now it is refused with `changed-meanwhile`. Raises Refusal (places are those of the record, or `deals[5]…` of a
    later deal that the correction makes impossible), PermissionDenied.
    """
    require_seat_at(actor, deal.table)
    _require_reason(reason)
    with change_at_table(actor, deal.table, "correct_deal") as (under_way, table):
        corrected = _corrected(under_way.tournament.rules, table, deal, record, expected_revision)
        revisions = _revise(corrected, actor, reason)
        under_way.deal = corrected.deal.number
        under_way.details = {
            "position": corrected.deal.position,
            "reason": reason,
            "moved": [corrected.deals[later].position for later in corrected.moved],
        }
    return revisions


def preview_correction(
    actor: Actor, deal: Deal, record: Mapping[str, Any], reason: str = "", *, expected_revision: int | None = None
) -> Preview:
    """What `correct_deal` would write, reckoned by the same code; writes nothing. Raises what that raises.

    Three SQL queries, and one for the right of an organiser.
    """
    require_seat_at(actor, deal.table)
    _require_reason(reason)
    table = table_as_it_is(deal.table)
    corrected = _corrected(table.round.tournament.rules, table, deal, record, expected_revision)
    moved = tuple((corrected.deals[later], corrected.dealt[later]) for later in corrected.moved)
    return Preview(corrected.deal.position, corrected.dealt[corrected.index], moved)


def _require_reason(reason: str) -> None:
    problem = text_problem(reason, "reason", longest=REASON_LENGTH, empty=True)
    if problem:
        raise Refusal([problem])


def _next(ruleset: rules.Ruleset, table: Table, record: Mapping[str, Any], expected_position: int | None) -> Settled:
    """The next deal of a table, settled."""
    if table.paper:
        raise refusal("table-has-paper")
    at = TableSeats.of(table)
    records = [deal.entered() for deal in _deals(table)]
    if expected_position is not None and expected_position != len(records) + 1:
        raise refusal("changed-meanwhile")
    dealt = _reckon(ruleset, at, [*records, record], own=len(records))
    return Settled(at, len(dealt), dealt[-1])


@dataclass(frozen=True, slots=True)
class _Corrected:
    """All deals of a table, settled anew with another record at `index`; `moved` are indices of later deals that
    came out otherwise."""

    at: TableSeats
    deals: Sequence[Deal]
    dealt: Sequence[rules.TableDeal]
    index: int
    moved: Sequence[int]

    @property
    def deal(self) -> Deal:
        return self.deals[self.index]


def _corrected(
    ruleset: rules.Ruleset, table: Table, deal: Deal, record: Mapping[str, Any], expected_revision: int | None
) -> _Corrected:
    at = TableSeats.of(table)
    deals = _deals(table)
    index = next((index for index, each in enumerate(deals) if each.pk == deal.pk), None)
    if index is None:
        raise refusal("deal-gone")
    current = deals[index].current
    if expected_revision is not None and (current is None or current.number != expected_revision):
        raise refusal("changed-meanwhile")
    records = [each.entered() for each in deals]
    records[index] = {**record, "number": record.get("number", deals[index].number)}
    _renumber(records, index, deals[index].number)
    dealt = _reckon(ruleset, at, records, own=index)
    moved = [later for later in range(index + 1, len(deals)) if _differs(deals[later], dealt[later])]
    return _Corrected(at, deals, dealt, index, moved)


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


def _revise(corrected: _Corrected, actor: Actor, reason: str) -> list[DealRevision]:
    """Writes revisions of the corrected deal and of every later one that came out otherwise.

    The reason is the corrected deal's; the audit trail says which others it moved.
    """
    now = timezone.now()
    deals, dealt = corrected.deals, corrected.dealt
    changing = (corrected.index, *corrected.moved)
    # A number may pass to a deal before the one that has it is written: no two that count may share it meanwhile.
    Deal.objects.filter(pk__in=[deals[index].pk for index in changing]).update(counted=False)
    return [
        revise(
            Settled(corrected.at, deals[index].position, dealt[index]),
            deals[index],
            actor,
            reason if index == corrected.index else "",
            now,
        )
        for index in changing
    ]


def _differs(deal: Deal, dealt: rules.TableDeal) -> bool:
    return deal.number != dealt.number or deal.record != dealt.full_record
