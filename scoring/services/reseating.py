"""Who sat where is put right, also after deals have been recorded.

What was recorded of the deals is kept: who declared, who won. A player who was written down wrongly is replaced in
every deal; the order in which a deal was played stays as recorded unless the organiser says that the order itself
had been written down wrongly (`follow`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils import timezone

import rules
from rules import Problem
from scoring.actors import Actor, require_organiser
from scoring.models import Capture, Deal, DealPoints, Seat, Table, Tournament
from scoring.models.deal import REASON_LENGTH
from scoring.services.change import change_at_table, table_as_it_is
from scoring.services.dealrows import Settled, TableSeats, revise, write_outcomes
from scoring.services.errors import Refusal, refusal
from scoring.services.rounds import seating_problems
from scoring.services.texts import text_problem

#: The fields of a record that name players: one, or a list of them.
_NAMING = frozenset({"players", "declarer", "partner", "by", "kontra_by", "catcher", "victim", "offender"})
#: Those that have a number for each player, by their numbers as text.
_BY_PLAYER = frozenset({"points", "tricks", "skart_tarokks"})


@dataclass(frozen=True, slots=True)
class Reseating:
    """What seating a table anew comes to.

    `replaced` are pairs of player numbers: who had been written down, who it was. `dealt` are all deals settled
    anew, `changed` the positions of those whose record is another now. `before` and `after` are the table points of
    the deals by player number.
    """

    seats: tuple[int, ...]
    first_dealer: int
    replaced: tuple[tuple[int, int], ...]
    dealt: tuple[rules.TableDeal, ...]
    changed: tuple[int, ...]
    before: Mapping[int, int | Fraction]
    after: Mapping[int, int | Fraction]


def seating_key(table: Table, seats: Sequence[int], deals: int) -> str:
    """The state of a table that somebody looks at before seating it anew."""
    return f"{'-'.join(map(str, seats))}/{table.first_dealer}/{deals}"


def preview_reseating(
    actor: Actor, table: Table, seats: Sequence[int], first_dealer: int, *, follow: bool = False
) -> Reseating:
    """What `reseat_table` would write, reckoned by the same code; writes nothing. Raises what that raises."""
    require_organiser(actor, table.round.tournament)
    table = table_as_it_is(table)
    return _reckon(table.round.tournament, table, seats, first_dealer, follow)


def reseat_table(
    actor: Actor,
    table: Table,
    seats: Sequence[int],
    first_dealer: int,
    *,
    follow: bool = False,
    reason: str = "",
    expected: str | None = None,
) -> Reseating:
    """Seats other players (by number, in playing order) at a table, or the same ones otherwise.

    With deals or paper the number of seats stays. `follow`: deals that followed the old order follow the new one.
    `expected` is the `seating_key` that the organiser saw: of another state it is refused. Raises Refusal (problems
    of a deal at `deals[i]…`), PermissionDenied.
    """
    require_organiser(actor, table.round.tournament)
    problem = text_problem(reason, "reason", longest=REASON_LENGTH, empty=True)
    if problem:
        raise Refusal([problem])
    with change_at_table(actor, table, "reseat_table") as (under_way, table):
        before = TableSeats.of(table)
        if expected is not None and expected != seating_key(table, before.numbers, table.deals.count()):
            raise refusal("seating-changed")
        found = _reckon(under_way.tournament, table, seats, first_dealer, follow)
        under_way.details = {
            "before": before.numbers,
            "first_before": table.first_dealer,
            "seats": list(found.seats),
            "first_dealer": found.first_dealer,
            "replaced": [list(pair) for pair in found.replaced],
            "deals": list(found.changed),
            "reason": reason,
        }
        _write(actor, under_way.tournament, before, found, reason)
    return found


def set_first_dealer(
    actor: Actor, table: Table, first_dealer: int, *, follow: bool = False, reason: str = ""
) -> Reseating:
    """Puts the first dealer (a seat number) right; as `reseat_table` with the same players in the same order."""
    return reseat_table(actor, table, TableSeats.of(table).numbers, first_dealer, follow=follow, reason=reason)


def _reckon(tournament: Tournament, table: Table, seats: Sequence[int], first_dealer: int, follow: bool) -> Reseating:
    old = TableSeats.of(table).numbers
    problems = seating_problems(tournament, table.round, table.number, seats, first_dealer, again=True)
    deals = list(table.deals.select_related("current").order_by("position"))
    if len(seats) != len(old) and (deals or table.paper):
        problems.append(Problem("table-size-fixed", "seats", {"seats": len(old)}))
    if problems:
        raise Refusal(problems)
    replaced = _replaced(old, seats)
    names = dict(replaced)
    renamed = [names.get(player, player) for player in old]
    records = []
    for deal in deals:
        record = {key: _renamed(value, key, names) for key, value in deal.entered().items()}
        if follow and record.get("players") == list(rules.rotation(renamed, deal.number, table.first_dealer)):
            del record["players"]
        records.append(record)
    try:
        dealt = rules.reckon_table(tournament.rules, seats, first_dealer, records)
    except rules.Refused as refused:
        raise Refusal(problem.at("deals") for problem in refused.problems) from refused
    before: dict[int, int | Fraction] = dict.fromkeys(old, 0)
    for player, points in DealPoints.objects.filter(deal__table=table).values_list("seat__player__number", "points"):
        before[player] += points
    return Reseating(
        seats=tuple(seats),
        first_dealer=first_dealer,
        replaced=tuple(replaced),
        dealt=tuple(dealt),
        changed=tuple(deal.position for deal, now in zip(deals, dealt, strict=True) if deal.record != now.full_record),
        before=before,
        after={int(player): points for player, points in rules.table_points(dealt, list(seats)).items()},
    )


def _replaced(old: Sequence[int], new: Sequence[int]) -> list[tuple[int, int]]:
    """Who came for whom: first those at the same seat, then the others in order."""
    pairs = [(left, came) for left, came in zip(old, new, strict=False) if left not in new and came not in old]
    left = [player for player in old if player not in new and player not in dict(pairs)]
    came = [player for player in new if player not in old and player not in dict(pairs).values()]
    return [*pairs, *zip(left, came, strict=False)]


def _renamed(value: Any, key: str, names: Mapping[int, int]) -> Any:
    """A part of a record with other players in it; `key` says what it is."""
    if isinstance(value, dict) and key in _BY_PLAYER:
        return {str(names.get(int(player), player)): each for player, each in value.items()}
    if isinstance(value, dict):
        return {inner: _renamed(each, inner, names) for inner, each in value.items()}
    if isinstance(value, list):
        return [_renamed(each, key, names) for each in value]
    if key in _NAMING and isinstance(value, int):
        return names.get(value, value)
    return value


def _write(actor: Actor, tournament: Tournament, before: TableSeats, found: Reseating, reason: str) -> None:
    """The seats anew, and what hangs on them: paper, points and captures of each deal."""
    table = before.table
    deals: list[Deal] = list(table.deals.select_related("current").order_by("position"))
    names = dict(found.replaced)
    paper = {names.get(number, number): seat.paper_points for number, seat in before.seats.items()}
    stays = {number: (seat.locked, seat.substitute) for number, seat in before.seats.items()}
    DealPoints.objects.filter(deal__table=table).delete()
    Capture.objects.filter(deal__table=table).delete()
    table.seats.all().delete()
    players = {player.number: player for player in tournament.players.filter(number__in=found.seats)}
    Seat.objects.bulk_create(
        Seat(
            round=table.round,
            table=table,
            number=seat,
            player=players[number],
            locked=stays.get(number, (False, ""))[0],
            substitute=stays.get(number, (False, ""))[1],
            paper_points=paper.get(number),
        )
        for seat, number in enumerate(found.seats, 1)
    )
    table.first_dealer = found.first_dealer
    table.save(update_fields=["first_dealer"])
    at, now = TableSeats.of(table), timezone.now()
    kept = []
    for deal, dealt in zip(deals, found.dealt, strict=True):
        settled = Settled(at, deal.position, dealt)
        if deal.position in found.changed:
            revise(settled, deal, actor, reason, now)
        else:
            kept.append((settled, deal))
    write_outcomes(kept)
