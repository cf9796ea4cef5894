"""What happens to the players of a cup: many are added at once, one is put right, or is taken off the list.

Who comes late, leaves or returns: `scoring.services.coming`.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Max
from django.utils import timezone

from rules import Problem
from scoring.actors import Actor, require_organiser
from scoring.models import Player, Tournament
from scoring.models.tournament import MAX_NUMBER, NAME_LENGTH
from scoring.services.change import Change, change
from scoring.services.errors import Refusal, refusal
from scoring.services.register import Entrant, people_of, relink
from scoring.services.texts import text_problem

#: At once: ten times what the largest cup has, and still one page and one transaction of a second.
MOST_AT_ONCE = 2000
_BATCH = 500


def add_players(
    actor: Actor,
    tournament: Tournament,
    entries: Sequence[tuple[str, str]],
    *,
    towns: Sequence[str] = (),
    first_round: int = 1,
    here: bool = False,
) -> list[Player]:
    """Adds players by (name, club), all or none, with the next numbers, and says who they are in the register.

    `towns` are theirs, in the same order, where the club alone does not say enough. Late entries play from
    `first_round` on; `here`: they have checked in. Raises Refusal with what is wrong, at places such as
    `entries[3].name`; PermissionDenied.
    """
    require_organiser(actor, tournament)
    with change(actor, tournament, "add_players") as under_way:
        there = under_way.tournament.players
        first = (there.aggregate(last=Max("number"))["last"] or 0) + 1
        problems = [
            problem
            for index, (name, club) in enumerate(entries)
            for problem in text_problems(name, club, f"entries[{index}].")
        ]
        if not entries:
            problems.append(Problem("text-empty", "entries"))
        if len(entries) > MOST_AT_ONCE or first + len(entries) - 1 > MAX_NUMBER:
            limit = min(MOST_AT_ONCE, MAX_NUMBER - first + 1)
            problems.append(Problem("too-many-players", "entries", {"count": len(entries), "limit": limit}))
        problems += first_round_problems(under_way.tournament, first_round)
        if problems:
            raise Refusal(problems)
        towns = [*towns, *[""] * (len(entries) - len(towns))]
        entrants = [Entrant.of(*entry, town) for entry, town in zip(entries, towns, strict=True)]
        taken = list(there.filter(person__isnull=False).values_list("person", flat=True))
        people = people_of(entrants, taken)
        now = timezone.now() if here else None
        players = Player.objects.bulk_create(
            [
                Player(
                    tournament=under_way.tournament,
                    number=number,
                    name=name,
                    club=club,
                    person=person,
                    first_round=first_round,
                    checked_in_at=now,
                )
                for number, ((name, club), person) in enumerate(zip(entries, people, strict=True), first)
            ],
            _BATCH,
        )
        under_way.details = {"count": len(players), "first": first, "last": first + len(players) - 1}
        if first_round > 1:
            under_way.details["first_round"] = first_round
    return players


def edit_player(actor: Actor, player: Player, *, name: str, club: str, seen: tuple[str, str]) -> None:
    """Puts a player's name and club right; `seen` are those that the editor saw. The register follows.

    Raises Refusal of bad texts, or when somebody else changed them meanwhile; PermissionDenied.
    """
    require_organiser(actor, player.tournament)
    with change(actor, player.tournament, "edit_player") as under_way:
        now = player_as_it_is(under_way, player)
        problems = text_problems(name, club, "")
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
        if changed:
            relink(now)
        under_way.details = {"number": now.number, "name": now.name, "changed": changed}


def delete_player(actor: Actor, player: Player) -> None:
    """Takes somebody off the list who has not been seated, and out of the register where this was their only cup.

    Raises Refusal, PermissionDenied.
    """
    require_organiser(actor, player.tournament)
    with change(actor, player.tournament, "delete_player") as under_way:
        now = player_as_it_is(under_way, player)
        if now.seats.exists():
            raise refusal("player-was-seated", number=now.number)
        under_way.details = {"number": now.number, "name": now.name}
        person = now.person
        now.delete()
        if person is not None and not person.entries.exists():
            person.delete()


def text_problems(name: str, club: str, place: str) -> list[Problem]:
    """What is wrong with a player's name and club."""
    found = (
        text_problem(name, f"{place}name", longest=NAME_LENGTH, empty=False),
        text_problem(club, f"{place}club", longest=NAME_LENGTH, empty=True),
    )
    return [problem for problem in found if problem is not None]


def first_round_problems(tournament: Tournament, first_round: int) -> list[Problem]:
    """What is wrong with the round in which somebody comes."""
    planned = tournament.rounds_planned
    if 1 <= first_round <= planned:
        return []
    return [Problem("number-out-of-range", "first_round", {"value": first_round, "low": 1, "high": planned})]


def player_as_it_is(under_way: Change, player: Player) -> Player:
    """The player as they are now; raises Refusal when they were taken off the list."""
    found: Player | None = under_way.tournament.players.select_related("person").filter(pk=player.pk).first()
    if found is None:
        raise refusal("player-gone")
    return found
