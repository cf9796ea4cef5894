"""Who rules on a case: three jurors, or substitutes for those at the own table or offence (Kupa 1.6, D20)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.actors import Actor, require_organiser
from scoring.models import Case, Membership, Player, Seat, Tournament
from scoring.services.change import change
from scoring.services.errors import refusal

#: Kupa 1.6.
JURORS = 3


@dataclass(frozen=True, slots=True)
class Panel:
    """Who rules on one case. `barred` are jurors who may not, each with the reason's code; `missing` how many of the
    three there is nobody for."""

    members: tuple[Membership, ...]
    barred: tuple[tuple[Membership, str], ...]

    @property
    def missing(self) -> int:
        """How many of the three nobody can be named for."""
        return JURORS - len(self.members)

    def member(self, user: object) -> Membership | None:
        """The seat of an account in it."""
        return next((each for each in self.members if each.user == user), None)


def panel_of(case: Case) -> Panel:
    """The three who rule on a case, jurors before substitutes, in the order of their naming. Two SQL queries."""
    return panels_of([case])[case.pk]


def panels_of(cases: Sequence[Case]) -> dict[int, Panel]:
    """Who rules on each of the cases of one cup, by the case's key. Two SQL queries."""
    found = Membership.objects.filter(
        tournament__in={case.tournament_id for case in cases}, role=Membership.Role.JUROR
    ).select_related("user", "player")
    jurors = list(found.order_by("substitute", "pk"))
    seats: dict[int, set[int]] = {}
    at_tables = Seat.objects.filter(table__in={case.table_id for case in cases if case.table_id})
    for table, player in at_tables.values_list("table", "player"):
        seats.setdefault(table, set()).add(player)
    return {case.pk: _panel(case, jurors, seats.get(case.table_id or 0, set())) for case in cases}


def _panel(case: Case, jurors: Iterable[Membership], at_table: Iterable[int]) -> Panel:
    members: list[Membership] = []
    barred: list[tuple[Membership, str]] = []
    for juror in jurors:
        why = _why_not(juror, case, at_table)
        if why:
            barred.append((juror, why))
        elif len(members) < JURORS:
            members.append(juror)
    return Panel(tuple(members), tuple(barred))


def _why_not(juror: Membership, case: Case, at_table: Iterable[int]) -> str:
    if not juror.user.is_active:
        return "account-closed"
    if juror.player_id is None:
        return ""
    if juror.player_id == case.offender_id:
        return "juror-is-offender"
    return "juror-at-table" if juror.player_id in at_table else ""


def set_juror(
    actor: Actor, tournament: Tournament, membership: int, *, player: int | None, substitute: bool
) -> Membership:
    """Says which player of the list a juror is (by number; None: does not play), and whether only a substitute.

    Raises Refusal of a fourth juror, PermissionDenied.
    """
    require_organiser(actor, tournament)
    with change(actor, tournament, "set_juror") as under_way:
        jurors = under_way.tournament.memberships.filter(role=Membership.Role.JUROR)
        found = jurors.select_related("user").filter(pk=membership).first()
        if found is None:
            raise refusal("role-gone")
        if not substitute:
            require_place(under_way.tournament, apart_from=found.pk)
        found.player = player_of(under_way.tournament, player)
        found.substitute = substitute
        found.save(update_fields=["player", "substitute"])
        under_way.details = {
            "user": found.user.get_username(),
            "name": str(found.player or "–"),
            "substitute": substitute,
        }
    return found


def require_place(tournament: Tournament, apart_from: int | None = None) -> None:
    """Raises Refusal when the cup has its three jurors."""
    jurors = tournament.memberships.filter(role=Membership.Role.JUROR, substitute=False)
    if jurors.exclude(pk=apart_from or 0).count() >= JURORS:
        raise refusal("jury-full", "role", count=JURORS)


def player_of(tournament: Tournament, number: int | None) -> Player | None:
    """The player of the list that a juror is; raises Refusal of one who is not there."""
    if number is None:
        return None
    found = tournament.players.filter(number=number).first()
    if found is None:
        raise refusal("no-such-player", "player", player=number)
    return found
