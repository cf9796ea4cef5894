"""What happens to deals: one is recorded, confirmed, corrected."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils import timezone

import rules
from scoring.actors import Actor, is_organiser, require_seat_at
from scoring.models import Confirmation, Deal, DealRevision, Player, Table
from scoring.models.deal import REASON_LENGTH
from scoring.services.change import change_of_deals, table_as_it_is
from scoring.services.dealobject import deal_object, dealer_of, in_order
from scoring.services.dealrows import Settled, TableSeats, append, revise, write_outcomes
from scoring.services.errors import Refusal, refusal
from scoring.services.receipts import Sent
from scoring.services.ruled import facts_of, keep_ruling, ruled_record, ruling_in_force
from scoring.services.tablework import beyond_plan
from scoring.services.texts import text_problem


@dataclass(frozen=True, slots=True)
class Preview:
    """What a record would come to if it were written now: its place in the order of play, the settled deal, and the
    later deals that would come out otherwise (as stored, as they would be)."""

    position: int
    dealt: rules.TableDeal
    moved: tuple[tuple[Deal, rules.TableDeal], ...] = ()


def record_deal(
    actor: Actor,
    table: Table,
    record: Mapping[str, Any],
    *,
    expected_position: int | None = None,
    entered_by: int | None = None,
    sent: Sent | None = None,
) -> Deal:
    """Records the next deal of a table and settles it.

    `record` is a deal of the tournament document: players are player numbers, `number` is its number among
    the deals, `players` stand only where they depart from the rotation. `expected_position` is the place in the order
    of play for which it was typed: taken meanwhile, it is refused with `changed-meanwhile`. `entered_by` is the number
    of the player at the table who says so, where the actor is nobody yet. A message that was `sent` gets the deal
    object as its answer. Raises Refusal (places are those of the record), PermissionDenied.
    """
    require_seat_at(actor, table)
    with change_of_deals(actor, table, "record_deal", sent) as (under_way, at):
        under_way.actor = _seated(actor, at, entered_by, "entered_by")
        deals, dealt = _next(under_way.tournament.rules, at, record, expected_position)
        deal = append([Settled(at, len(dealt), dealt[-1])], under_way.actor, "", timezone.now())[0]
        under_way.deal = deal.number
        under_way.details = {"position": deal.position, "outcome": deal.outcome}
        if sent is not None:
            under_way.answer = _answer(under_way.tournament.rules, at, deal, deals, dealt)
    return deal


def preview_deal(
    actor: Actor, table: Table, record: Mapping[str, Any], *, expected_position: int | None = None
) -> Preview:
    """What `record_deal` would write, reckoned by the same code; writes nothing. Raises what that raises.

    Three SQL queries, and one for the right of an organiser.
    """
    require_seat_at(actor, table)
    table = table_as_it_is(table)
    _deals, dealt = _next(table.round.tournament.rules, TableSeats.of(table), record, expected_position)
    return Preview(len(dealt), dealt[-1])


def correct_deal(
    actor: Actor,
    deal: Deal,
    record: Mapping[str, Any],
    reason: str = "",
    *,
    expected_revision: int | None = None,
    entered_by: int | None = None,
    sent: Sent | None = None,
) -> list[DealRevision]:
    """Puts another record in the place of a deal's; the old one stays as an earlier revision.

    What hangs on it moves in the same transaction: the multiplier and kassza of later deals, and, when a deal
    now counts or no longer does, the numbers after it (their players stay as they played). Returns the
    revisions written, the corrected deal's first. Without `number` in the record the deal keeps its own.
    `expected_revision` is the number of the revision that the correction was made from: with another one in force by
    now it is refused with `changed-meanwhile`. `entered_by` is the number of the player at the table who says so, where
    the actor is nobody yet. A message that was `sent` gets the deal object as its answer. Raises Refusal (places are
    those of the record, or `deals[5]…` of a later deal that the correction makes impossible), PermissionDenied.
    """
    require_seat_at(actor, deal.table)
    _require_reason(reason)
    with change_of_deals(actor, deal.table, "correct_deal", sent) as (under_way, at):
        under_way.actor = _seated(actor, at, entered_by, "entered_by")
        ruling = ruling_in_force(deal)
        if ruling is not None:
            if not is_organiser(actor, under_way.tournament):
                raise refusal("deal-ruled")
            record = keep_ruling(ruling, record)
        corrected = _corrected(under_way.tournament.rules, at, deal, record, expected_revision)
        revisions = _revise(corrected, under_way.actor, reason)
        if sent is not None:
            under_way.answer = _answer(
                under_way.tournament.rules, corrected.at, corrected.deal, corrected.deals, corrected.dealt
            )
        under_way.deal = corrected.deal.number
        under_way.details = {
            "position": corrected.deal.position,
            "reason": reason,
            "moved": [corrected.deals[later].position for later in corrected.moved],
        }
    return revisions


def put_record(
    actor: Actor, ruleset: rules.Ruleset, table: Table, deal: Deal, record: Mapping[str, Any], reason: str
) -> list[DealRevision]:
    """The write of a correction, for services that have locked the cup and asked for the right to it.

    Raises Refusal.
    """
    return _revise(_corrected(ruleset, TableSeats.of(table), deal, record, None), actor, reason)


def append_record(
    actor: Actor,
    ruleset: rules.Ruleset,
    table: Table,
    record: Mapping[str, Any],
    expected_position: int | None = None,
) -> Deal:
    """The write of the next deal, for such services; `expected_position` as of `record_deal`. Raises Refusal."""
    at = TableSeats.of(table)
    _deals, dealt = _next(ruleset, at, record, expected_position)
    return append([Settled(at, len(dealt), dealt[-1])], actor, "", timezone.now())[0]


def set_on_hold(ruleset: rules.Ruleset, table: Table, deal: Deal, on_hold: bool) -> None:
    """Takes a deal out of all results, or puts what came of it back, for such services."""
    if deal.on_hold == on_hold:
        return
    deal.on_hold = on_hold
    deal.save(update_fields=["on_hold"])
    deal.points.all().delete()
    deal.captures.all().delete()
    if not on_hold:
        at = TableSeats.of(table)
        dealt = _reckon(ruleset, at, [each.entered() for each in in_order(table)], own=deal.position - 1)
        write_outcomes([(Settled(at, deal.position, dealt[deal.position - 1]), deal)])


def preview_correction(
    actor: Actor, deal: Deal, record: Mapping[str, Any], reason: str = "", *, expected_revision: int | None = None
) -> Preview:
    """What `correct_deal` would write, reckoned by the same code; writes nothing. Raises what that raises.

    Four SQL queries, and one for the right of an organiser.
    """
    require_seat_at(actor, deal.table)
    _require_reason(reason)
    table = table_as_it_is(deal.table)
    # Only these may come of a ruling: no other deal is asked for one.
    ruling = ruling_in_force(deal) if deal.outcome in ("renonsz", "annulled") else None
    if ruling is not None:
        record = ruled_record(ruling, facts_of(record))
    corrected = _corrected(table.round.tournament.rules, TableSeats.of(table), deal, record, expected_revision)
    moved = tuple((corrected.deals[later], corrected.dealt[later]) for later in corrected.moved)
    return Preview(corrected.deal.position, corrected.dealt[corrected.index], moved)


def confirm_deal(
    actor: Actor,
    deal: Deal,
    *,
    expected_revision: int | None = None,
    by: int | None = None,
    sent: Sent | None = None,
) -> Deal:
    """A second player of the table (`actor.player`, or of the number `by`) agrees to a deal as it stands.

    That is anybody of the other side, or who sat out: not who entered it, nor their side. A deal that is confirmed
    stays so. `expected_revision` is the one they saw: with another one in force it is refused with
    `changed-meanwhile`. A message that was `sent` gets the deal object as its answer. Raises Refusal,
    PermissionDenied.
    """
    require_seat_at(actor, deal.table)
    with change_of_deals(actor, deal.table, "confirm_deal", sent) as (under_way, at):
        ruleset = under_way.tournament.rules
        under_way.actor = _seated(actor, at, by, "by")
        deals = in_order(at.table)
        deal = next((each for each in deals if each.pk == deal.pk), None) or _gone()
        current = in_force(deal, expected_revision)
        player = _of_other_side(under_way.actor, deal, deal.read(ruleset), at)
        if not hasattr(current, "confirmation"):
            Confirmation.objects.create(revision=current, player=player, at=timezone.now())
        under_way.deal = deal.number
        under_way.details = {"position": deal.position, "revision": current.number}
        if sent is not None:
            dealt = _reckon(ruleset, at, [each.entered() for each in deals], own=deal.position - 1)
            under_way.answer = _answer(ruleset, at, deal, deals, dealt, confirmed_by=current.confirmation.player.number)
    return deal


def may_confirm(deal: rules.Deal, entered_by: rules.Player | None, by: rules.Player) -> bool:
    """May this player of the table confirm what another one entered: is it somebody of another side?

    Where the deal has no sides (nobody bid), anybody but who entered it may.
    """
    if by == entered_by:
        return False
    if deal.declarer is None or by not in deal.players or entered_by not in deal.players:
        return True
    return deal.side_of(by) != deal.side_of(entered_by)


def _seated(actor: Actor, at: TableSeats, number: int | None, place: str) -> Actor:
    """The actor, as the player of that number if one is given; raises Refusal of somebody who does not sit there."""
    if number is None:
        return actor
    if number not in at.seats:
        raise refusal("not-at-table", place, player=str(number))
    return Actor.at_table(at.table, at.seats[number].player)


def _of_other_side(actor: Actor, deal: Deal, record: rules.Deal, at: TableSeats) -> Player:
    """The actor as a player who may confirm the deal; raises Refusal."""
    by = actor.player
    if by is None or by.number not in at.seats:
        raise refusal("not-at-table", "by", player=str(by.number if by is not None else ""))
    entered_by = deal.current.player.number if deal.current is not None and deal.current.player is not None else None
    if by.number == entered_by:
        raise refusal("confirms-own-entry", "by")
    if not may_confirm(record, entered_by, by.number):
        raise refusal("confirms-own-side", "by")
    return by


def _gone() -> Any:
    raise refusal("deal-gone")


def in_force(deal: Deal, expected_revision: int | None) -> DealRevision:
    """The revision in force; raises Refusal when another one was expected."""
    current = deal.current
    if current is None or (expected_revision is not None and current.number != expected_revision):
        raise refusal("changed-meanwhile")
    return current


def _answer(
    ruleset: rules.Ruleset,
    at: TableSeats,
    deal: Deal,
    deals: Iterable[Deal],
    dealt: Sequence[rules.TableDeal],
    confirmed_by: int | None = None,
) -> dict[str, Any]:
    """The deal object of one of the table's deals, after a write that left them so. `deals` are those there were."""
    held = {each.position for each in deals if each.on_hold}
    official = [each for position, each in enumerate(dealt, 1) if position not in held]
    totals: dict[rules.Player, int | Fraction] = rules.table_points(official, at.numbers)
    for player, seat in at.seats.items():
        totals[player] += seat.paper_points or 0
    number = dealt[-1].number + dealt[-1].counted
    dealer = dealer_of(ruleset, at.numbers, at.table.first_dealer, at.table.round.number, number)
    return deal_object(
        deal, ruleset, dealt[deal.position - 1].result, totals, next_dealer=dealer, confirmed_by=confirmed_by
    )


def _require_reason(reason: str) -> None:
    problem = text_problem(reason, "reason", longest=REASON_LENGTH, empty=True)
    if problem:
        raise Refusal([problem])


def _next(
    ruleset: rules.Ruleset, at: TableSeats, record: Mapping[str, Any], expected_position: int | None
) -> tuple[list[Deal], list[rules.TableDeal]]:
    """The deals of a table, and all of them settled, the next one last."""
    if at.table.paper:
        raise refusal("table-has-paper")
    deals = in_order(at.table)
    records = [deal.entered() for deal in deals]
    if expected_position is not None and expected_position != len(records) + 1:
        raise refusal("changed-meanwhile")
    return deals, _reckon(ruleset, at, [*records, record], own=len(records))


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
    ruleset: rules.Ruleset, at: TableSeats, deal: Deal, record: Mapping[str, Any], expected_revision: int | None
) -> _Corrected:
    deals = in_order(at.table)
    index = next((index for index, each in enumerate(deals) if each.pk == deal.pk), None)
    if index is None:
        raise refusal("deal-gone")
    in_force(deals[index], expected_revision)
    records = [each.entered() for each in deals]
    records[index] = {**record, "number": record.get("number", deals[index].number)}
    _renumber(records, index, deals[index].number)
    dealt = _reckon(ruleset, at, records, own=index)
    moved = [later for later in range(index + 1, len(deals)) if _differs(deals[later], dealt[later])]
    return _Corrected(at, deals, dealt, index, moved)


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
    if corrected.moved:
        # A number may pass to a deal before the one that has it is written: no two that count may share it meanwhile.
        Deal.objects.filter(pk__in=[deals[index].pk for index in changing]).update(counted=False)
    return [
        revise(
            Settled(corrected.at, deals[index].position, dealt[index]),
            deals[index],
            actor,
            reason if index == corrected.index else "",
            now,
            followed=index != corrected.index,
        )
        for index in changing
    ]


def _differs(deal: Deal, dealt: rules.TableDeal) -> bool:
    return deal.number != dealt.number or deal.record != dealt.full_record
