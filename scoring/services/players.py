"""What happens to the players of a cup: many are added at once, one is put right, leaves, or is taken off the list."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Max

from rules import Problem
from scoring.actors import Actor, require_organiser
from scoring.models import Player, Tournament
from scoring.models.tournament import MAX_NUMBER, NAME_LENGTH
from scoring.services.change import Change, change
from scoring.services.errors import Refusal, refusal
from scoring.services.texts import text_problem

#: At once: far more than a cup has.
MOST_AT_ONCE = 500


def add_players(actor: Actor, tournament: Tournament, entries: Sequence[tuple[str, str]]) -> list[Player]:
    """Adds players by (name, club), all or none, with the next numbers.

    Raises Refusal with what is wrong, at places such as `entries[3].name`; PermissionDenied.
    """
    require_organiser(actor, tournament)
    with change(actor, tournament, "add_players") as under_way:
        first = (under_way.tournament.players.aggregate(last=Max("number"))["last"] or 0) + 1
        problems = [
            problem
            for index, (name, club) in enumerate(entries)
            for problem in _text_problems(name, club, f"entries[{index}].")
        ]
        if not entries:
            problems.append(Problem("text-empty", "entries"))
        if len(entries) > MOST_AT_ONCE or first + len(entries) - 1 > MAX_NUMBER:
            limit = min(MOST_AT_ONCE, MAX_NUMBER - first + 1)
            problems.append(Problem("too-many-players", "entries", {"count": len(entries), "limit": limit}))
        if problems:
            raise Refusal(problems)
        players = Player.objects.bulk_create(
            Player(tournament=under_way.tournament, number=number, name=name, club=club)
            for number, (name, club) in enumerate(entries, first)
        )
        under_way.details = {"count": len(players), "first": first, "last": first + len(players) - 1}
    return players


def edit_player(actor: Actor, player: Player, *, name: str, club: str, seen: tuple[str, str]) -> None:
    """Puts a player's name and club right; `seen` are those that the editor saw.

    Raises Refusal of bad texts, or when somebody else changed them meanwhile; PermissionDenied.
    """
    require_organiser(actor, player.tournament)
    with change(actor, player.tournament, "edit_player") as under_way:
        now = _as_it_is(under_way, player)
        problems = _text_problems(name, club, "")
        pairs = (("name", now.name, seen[0], name), ("club", now.club, seen[1], club))
        changed = {field: [is_now, wanted] for field, is_now, was, wanted in pairs if wanted != was}
        problems += [
            Problem("field-changed-meanwhile", field, {"value": is_now or "–"})
            for field, is_now, was, wanted in pairs
            if field in changed and is_now not in (was, wanted)
        ]
        if problems:
            raise Refusal(problems)
        for field, (_, wanted) in changed.items():
            setattr(now, field, wanted)
        now.save(update_fields=list(changed))
        under_way.details = {"number": now.number, "name": now.name, "changed": changed}


def delete_player(actor: Actor, player: Player) -> None:
    """Takes somebody off the list who has not been seated. Raises Refusal, PermissionDenied."""
    require_organiser(actor, player.tournament)
    with change(actor, player.tournament, "delete_player") as under_way:
        now = _as_it_is(under_way, player)
        if now.seats.exists():
            raise refusal("player-was-seated", number=now.number)
        under_way.details = {"number": now.number, "name": now.name}
        now.delete()


def withdraw_player(actor: Actor, player: Player, after_round: int) -> None:
    """Somebody leaves after a round (0: before the first): the results stay, nobody can seat them in a later round.

    Raises Refusal of a round beyond the plan, or when they sit at a table of a later round; PermissionDenied.
    """
    require_organiser(actor, player.tournament)
    with change(actor, player.tournament, "withdraw_player") as under_way:
        now = _as_it_is(under_way, player)
        planned = under_way.tournament.rounds_planned
        if not 0 <= after_round <= planned:
            limits = {"value": after_round, "low": 0, "high": planned}
            raise Refusal([Problem("number-out-of-range", "after_round", limits)])
        later = now.seats.filter(round__number__gt=after_round).order_by("round__number").first()
        if later is not None:
            raise refusal("player-seated-later", "after_round", number=now.number, round=later.round.number)
        Player.objects.filter(pk=now.pk).update(withdrawn_after=after_round)
        under_way.details = {"number": now.number, "name": now.name, "after": after_round}


def take_back_withdrawal(actor: Actor, player: Player) -> None:
    """Somebody who had left plays on. Raises Refusal, PermissionDenied."""
    require_organiser(actor, player.tournament)
    with change(actor, player.tournament, "take_back_withdrawal") as under_way:
        now = _as_it_is(under_way, player)
        if not now.is_withdrawn:
            raise refusal("not-withdrawn", number=now.number)
        Player.objects.filter(pk=now.pk).update(withdrawn_after=None)
        under_way.details = {"number": now.number, "name": now.name}


def _text_problems(name: str, club: str, place: str) -> list[Problem]:
    found = (
        text_problem(name, f"{place}name", longest=NAME_LENGTH, empty=False),
        text_problem(club, f"{place}club", longest=NAME_LENGTH, empty=True),
    )
    return [problem for problem in found if problem is not None]


def _as_it_is(under_way: Change, player: Player) -> Player:
    found: Player | None = under_way.tournament.players.filter(pk=player.pk).first()
    if found is None:
        raise refusal("player-gone")
    return found
