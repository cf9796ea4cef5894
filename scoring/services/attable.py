"""What a table does beside entering deals: it says how it sits, signs its totals, and gets a new link."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils import timezone

from rules import Problem
from scoring.actors import Actor, require_organiser, require_seat_at
from scoring.models import RetiredToken, Seat, Signature, Table
from scoring.models.entry import new_code, new_token
from scoring.queries.agreement import agreements_of, totals_as_text, totals_by_table
from scoring.services.change import change_at_table
from scoring.services.dealrows import TableSeats
from scoring.services.errors import Refusal, refusal
from scoring.services.receipts import Sent
from scoring.services.tablework import is_complete


def start_table(
    actor: Actor, table: Table, seats: Sequence[int], first_dealer: int, *, sent: Sent | None = None
) -> None:
    """The players of a table say in which order they sit (by number) and which seat deals first, before they play.

    They are the same players: who somebody is, only an organiser changes (`reseat_table`). Raises Refusal,
    PermissionDenied.
    """
    require_seat_at(actor, table)
    with change_at_table(actor, table, "start_table", sent) as (under_way, table):
        at = TableSeats.of(table)
        problems = []
        if sorted(seats) != sorted(at.numbers):
            problems.append(Problem("other-players", "seats"))
        if not 1 <= first_dealer <= len(at.seats):
            limits = {"value": first_dealer, "low": 1, "high": len(at.seats)}
            problems.append(Problem("number-out-of-range", "first_dealer", limits))
        if table.deals.exists() or table.paper:
            problems.append(Problem("table-has-begun", ""))
        if problems:
            raise Refusal(problems)
        if list(seats) != at.numbers:
            # Two may not have one number meanwhile, so the rows are made anew.
            table.seats.all().delete()
            Seat.objects.bulk_create(
                Seat(round=table.round, table=table, number=number, player=at.seats[player].player)
                for number, player in enumerate(seats, 1)
            )
        table.first_dealer = first_dealer
        table.save(update_fields=["first_dealer"])
        under_way.details = {"before": at.numbers, "seats": list(seats), "first_dealer": first_dealer}


def sign_table(actor: Actor, table: Table, totals: Mapping[str, str], *, sent: Sent | None = None) -> None:
    """A player of the table (`actor.player`) agrees to its totals once all is played and confirmed.

    `totals` are those they saw, as `totals_as_text` writes them: of others they are not asked in vain. Raises Refusal,
    PermissionDenied.
    """
    require_seat_at(actor, table)
    with change_at_table(actor, table, "sign_table", sent) as (under_way, table):
        this = Table.objects.filter(pk=table.pk)
        now = totals_by_table(this)[table.pk]
        if actor.player is None or actor.player.number not in now:
            raise refusal("not-at-table", "by", player=str(actor.player.number if actor.player is not None else ""))
        if table.deals.filter(on_hold=True).exists():
            raise refusal("signed-before-jury")
        counted = table.deals.filter(counted=True).count()
        if not is_complete(under_way.tournament.rules, table, len(now), table.round.number, counted):
            raise refusal("signed-too-early")
        if agreements_of(this)[table.pk].unconfirmed:
            raise refusal("signed-unconfirmed")
        if totals_as_text(now) != dict(totals):
            raise refusal("totals-changed")
        Signature.objects.update_or_create(
            table=table, player=actor.player, defaults={"totals": totals_as_text(now), "at": timezone.now()}
        )
        under_way.details = {"number": actor.player.number, "name": actor.player.name, "points": totals_as_text(now)}


def renew_link(actor: Actor, table: Table) -> Table:
    """Gives a table another link and code; who uses the old ones is told so. Raises Refusal, PermissionDenied."""
    require_organiser(actor, table.round.tournament)
    with change_at_table(actor, table, "renew_link") as (_under_way, table):
        RetiredToken.objects.create(table=table, token=table.token)
        table.token, table.code = new_token(), new_code()
        table.save(update_fields=["token", "code"])
    return table
