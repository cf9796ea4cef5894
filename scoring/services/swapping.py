"""Who sits where in a round is changed by hand before its tables play: two people swap, somebody moves, is locked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256

from rules import Problem
from scoring.actors import Actor, require_organiser
from scoring.models import Round, Seat, Table
from scoring.queries.meetings import begun_tables
from scoring.services.change import Change, change
from scoring.services.errors import Refusal, refusal
from scoring.services.rounds import open_round
from scoring.services.seating import may_sit

#: Players in playing order, by table number.
Arrangement = Mapping[int, Sequence[int]]


def arranged(round_: Round) -> dict[int, list[int]]:
    """Who sits where, by number. Two SQL queries."""
    tables: dict[int, list[int]] = {number: [] for number in round_.tables.values_list("number", flat=True)}
    seats = round_.seats.order_by("table__number", "number").values_list("table__number", "player__number")
    for table, player in seats:
        tables[table].append(player)
    return tables


def arrangement_key(arrangement: Arrangement) -> str:
    """A word for what somebody saw before they changed it."""
    seen = sorted((table, list(players)) for table, players in arrangement.items())
    return sha256(repr(seen).encode()).hexdigest()[:20]


def arrange_seats(
    actor: Actor,
    round_: Round,
    tables: Arrangement,
    *,
    locked: Iterable[int] | None = None,
    expected: str | None = None,
) -> None:
    """Seats these tables of an open round as given; the others stay.

    `locked`: who keeps the table when the round is drawn again, nobody else (None: as it is). `expected` is the
    `arrangement_key` that the organiser saw. Raises Refusal of a table that is not there, has begun, or would have too
    few or too many seats; of a player twice, unknown, withdrawn or not there yet; of another arrangement than expected;
    PermissionDenied.
    """
    _change(actor, round_, lambda _now: tables, locked=locked, expected=expected)


def swap_seats(
    actor: Actor,
    round_: Round,
    a: int,
    b: int,
    *,
    locked: Iterable[int] | None = None,
    expected: str | None = None,
) -> None:
    """Two players (by number) change places; one of them may have no table, then the other has none. Raises what
    `arrange_seats` raises."""

    def swapped(now: dict[int, list[int]]) -> Arrangement:
        if a == b or not any(player in (a, b) for players in now.values() for player in players):
            raise refusal("swap-two", "b")
        other = {a: b, b: a}
        return {table: [other.get(player, player) for player in players] for table, players in now.items()}

    _change(actor, round_, swapped, locked=locked, expected=expected)


def move_player(
    actor: Actor,
    round_: Round,
    player: int,
    table: int,
    *,
    locked: Iterable[int] | None = None,
    expected: str | None = None,
) -> None:
    """A player goes to the end of another table: from a five to a four, or from none. Raises what `arrange_seats`
    raises."""

    def moved(now: dict[int, list[int]]) -> Arrangement:
        if table not in now:
            raise refusal("no-such-table", "b", table=table, round=round_.number)
        left = {number: [each for each in players if each != player] for number, players in now.items()}
        return left | {table: [*left[table], player]}

    _change(actor, round_, moved, locked=locked, expected=expected)


def unseat_player(
    actor: Actor,
    round_: Round,
    player: int,
    *,
    locked: Iterable[int] | None = None,
    expected: str | None = None,
) -> None:
    """A player leaves a table of five, and has none. Raises what `arrange_seats` raises."""

    def without(now: dict[int, list[int]]) -> Arrangement:
        if not any(player in players for players in now.values()):
            raise refusal("not-seated", "a", number=player)
        return {table: [each for each in players if each != player] for table, players in now.items()}

    _change(actor, round_, without, locked=locked, expected=expected)


def lock_seat(actor: Actor, round_: Round, player: int, locked: bool = True) -> None:
    """Says whether a seated player keeps the table when the round is drawn again. Raises Refusal, PermissionDenied."""
    require_organiser(actor, round_.tournament)
    with change(actor, round_.tournament, "lock_seat") as under_way:
        round_ = open_round(round_)
        seat = round_.seats.select_related("player", "table").filter(player__number=player).first()
        if seat is None:
            raise refusal("not-seated", number=player)
        Seat.objects.filter(pk=seat.pk).update(locked=locked)
        under_way.round, under_way.table = round_.number, seat.table.number
        under_way.details = {"number": player, "name": seat.player.name, "locked": locked}


def lock_seats(actor: Actor, round_: Round, locked: Iterable[int]) -> None:
    """These players (by number) keep their tables when the round is drawn again, and nobody else. Raises Refusal,
    PermissionDenied."""
    require_organiser(actor, round_.tournament)
    with change(actor, round_.tournament, "lock_seats") as under_way:
        round_ = open_round(round_)
        under_way.round = round_.number
        under_way.details = {"seats": _lock(round_, set(locked))}


def _change(
    actor: Actor,
    round_: Round,
    wish: Callable[[dict[int, list[int]]], Arrangement],
    *,
    locked: Iterable[int] | None = None,
    expected: str | None = None,
) -> None:
    """One change of a round's seating; `wish` makes the tables of those that are there."""
    require_organiser(actor, round_.tournament)
    with change(actor, round_.tournament, "arrange_seats") as under_way:
        round_ = open_round(round_)
        now = arranged(round_)
        if expected is not None and expected != arrangement_key(now):
            raise refusal("seating-changed")
        wanted = wish({table: list(players) for table, players in now.items()})
        changed = {table: list(players) for table, players in wanted.items() if list(players) != now.get(table)}
        problems = _problems(under_way, round_, now, changed)
        if problems:
            raise Refusal(problems)
        _write(round_, changed)
        under_way.round = round_.number
        under_way.details = {"moved": _moved(now, {**now, **changed})}
        if locked is not None:
            under_way.details["locked_seats"] = _lock(round_, set(locked))


def _problems(
    under_way: Change, round_: Round, now: Arrangement, changed: Mapping[int, Sequence[int]]
) -> list[Problem]:
    """What is wrong with tables that are to be seated anew."""
    begun = set(begun_tables(round_))
    sizes = under_way.tournament.rules.table_sizes
    problems = []
    for table, players in changed.items():
        place = f"tables[{table}]"
        if table not in now:
            problems.append(Problem("no-such-table", place, {"table": table, "round": round_.number}))
        elif table in begun:
            problems.append(Problem("table-begun", place, {"table": table}))
        elif len(players) not in sizes:
            limits = {"table": table, "seats": len(players), "sizes": ", ".join(map(str, sizes))}
            problems.append(Problem("bad-size-of-table", place, limits))
    before = {player for players in now.values() for player in players}
    at: dict[int, int] = {}
    for table, players in {**now, **changed}.items():
        for player in players:
            if player in at:
                problems.append(
                    Problem("player-seated-twice", f"tables[{table}]", {"number": player, "table": at[player]})
                )
            at[player] = table
    come = sorted(at.keys() - before)
    may = set(under_way.tournament.players.filter(may_sit(round_.number)).values_list("number", flat=True))
    problems += [
        Problem("cannot-sit", "", {"number": player, "round": round_.number}) for player in come if player not in may
    ]
    return problems


def _write(round_: Round, changed: Mapping[int, Sequence[int]]) -> None:
    """The seats of these tables anew; a lock and a substitute go with the player."""
    kept = {
        number: (locked, substitute)
        for number, locked, substitute in round_.seats.values_list("player__number", "locked", "substitute")
    }
    numbers = {player for players in changed.values() for player in players}
    players = {player.number: player for player in round_.tournament.players.filter(number__in=numbers)}
    tables = {table.number: table for table in round_.tables.filter(number__in=changed)}
    round_.seats.filter(table__number__in=changed).delete()
    nothing = (False, "")
    Seat.objects.bulk_create(
        Seat(
            round=round_,
            table=tables[table],
            number=seat,
            player=players[player],
            locked=kept.get(player, nothing)[0],
            substitute=kept.get(player, nothing)[1],
        )
        for table, at in changed.items()
        for seat, player in enumerate(at, 1)
    )
    for table, at in changed.items():
        if tables[table].first_dealer > len(at):
            Table.objects.filter(pk=tables[table].pk).update(first_dealer=1)


def _lock(round_: Round, locked: set[int]) -> list[int]:
    """Locks these seats and no others; who that is."""
    seats = {player: pk for pk, player in round_.seats.values_list("pk", "player__number")}
    found = sorted(locked & seats.keys())
    round_.seats.update(locked=False)
    round_.seats.filter(pk__in=[seats[player] for player in found]).update(locked=True)
    return found


def _moved(before: Arrangement, after: Arrangement) -> list[list[int | None]]:
    """Who has another place now: player, table before, table now (None: none)."""
    was = {player: (table, seat) for table, players in before.items() for seat, player in enumerate(players)}
    now = {player: (table, seat) for table, players in after.items() for seat, player in enumerate(players)}
    nowhere = (None, None)
    return [
        [player, was.get(player, nowhere)[0], now.get(player, nowhere)[0]]
        for player in sorted(was.keys() | now.keys())
        if was.get(player) != now.get(player)
    ]
