"""The register of players across all cups: who is whom, put right, taken together, taken away."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F

from scoring.actors import Actor
from scoring.models import AuditEntry, Membership, Person, Player, Tournament
from scoring.models.tournament import NAME_LENGTH
from scoring.services.change import turn
from scoring.services.errors import Refusal, refusal
from scoring.services.texts import text_problem
from scoring.text import tidy

logger = logging.getLogger(__name__)

#: Names that are looked up, rows that are written, in one SQL statement.
_BATCH = 400


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who is entered in a cup, as far as the register is concerned."""

    name: str
    club: str = ""
    town: str = ""

    @classmethod
    def of(cls, name: str, club: str = "", town: str = "") -> Entrant:
        """Tidied, as the register keeps names."""
        return cls(tidy(name), tidy(club), tidy(town))

    @property
    def fits(self) -> bool:
        """Can the register keep it? Composing letters may empty a text or make it longer."""
        texts = (self.name, self.club, self.town)
        return bool(self.name) and all(
            text_problem(text, "", longest=NAME_LENGTH, empty=True) is None for text in texts
        )

    def is_person(self, person: Person) -> bool:
        """Is it that person? The name is the same, and the club or town."""
        if person.name != self.name:
            return False
        club, town = self.club.casefold(), self.town.casefold()
        known = (person.club.casefold(), person.town.casefold())
        if town:
            return known in ((club, town), (club, ""), (town, ""), ("", town))
        return club in known if club else known == ("", "")


def people_of(entrants: Sequence[Entrant], taken: Sequence[int] = ()) -> list[Person | None]:
    """Who each is in the register: a person of the same name and club or town, or a new one, which is written.

    `taken` are the keys of people who are in the cup already: nobody is in it twice, so a second of the same name and
    club is nobody (None) until somebody says who they are. Within a write of `change`; a number of SQL statements
    that grows with batches.
    """
    names = sorted({entrant.name for entrant in entrants if entrant.fits})
    found, new = _matched(entrants, _by_name(names), set(taken))
    if new:
        # Another cup may write the same people meanwhile: whose came first is both's. All write in one order, or two
        # would wait for each other.
        for batch in _batches(sorted(new, key=lambda person: (person.name, person.club, person.town))):
            Person.objects.bulk_create(batch, ignore_conflicts=True)
        found, _none = _matched(entrants, _by_name(names), set(taken))
    return found


def _matched(
    entrants: Sequence[Entrant], known: dict[str, list[Person]], taken: set[int]
) -> tuple[list[Person | None], list[Person]]:
    """Who each is, and who is missing in the register."""
    found: list[Person | None] = []
    missing: dict[Entrant, Person] = {}
    for entrant in entrants:
        same = [person for person in known.get(entrant.name, ()) if entrant.fits and entrant.is_person(person)]
        person = next((each for each in same if each.pk not in taken), None)
        if person is not None:
            taken.add(person.pk)
        elif entrant.fits and not same:
            new = Person(name=entrant.name, club=entrant.club, town=entrant.town)
            missing.setdefault(entrant, new)
        found.append(person)
    return found, list(missing.values())


def _by_name(names: Sequence[str]) -> dict[str, list[Person]]:
    known: dict[str, list[Person]] = {}
    for batch in _batches(names):
        for person in Person.objects.filter(name__in=batch).order_by("pk"):
            known.setdefault(person.name, []).append(person)
    return known


def _batches(rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for start in range(0, len(rows), _BATCH):
        yield rows[start : start + _BATCH]


def relink(player: Player) -> None:
    """After a player's name or club was put right: who they are now. Within a write of `change`.

    Who is in this cup only is renamed in the register along with it; else somebody of the new name and club is looked
    for. Of people in other cups too, only another name makes somebody else.
    """
    entrant = Entrant.of(player.name, player.club)
    before = player.person
    if before is not None and (entrant.is_person(before) or not entrant.fits):
        return
    others = player.tournament.players.exclude(pk=player.pk).filter(person__isnull=False)
    taken = set(others.values_list("person", flat=True))
    same = [person for person in _by_name([entrant.name]).get(entrant.name, ()) if entrant.is_person(person)]
    now = next((person for person in same if person.pk not in taken), None)
    elsewhere = before is not None and before.entries.exclude(pk=player.pk).exists()
    if now is None and before is not None and elsewhere and before.name == entrant.name:
        return
    if now is None and not same:
        if before is not None and not elsewhere:
            Person.objects.filter(pk=before.pk).update(name=entrant.name, club=entrant.club, town="")
            return
        now = people_of([entrant], list(taken))[0]
    Player.objects.filter(pk=player.pk).update(person=now)
    if before is not None and not elsewhere:
        before.delete()


def edit_person(actor: Actor, person: Person, *, name: str, club: str, town: str) -> None:
    """Puts somebody's name, club and town right in the register; the lists of their cups stay as they were printed.

    Raises Refusal of bad texts, of somebody else of that name, club and town, of who is gone; PermissionDenied.
    """
    require_register(actor)
    entrant = Entrant.of(name, club, town)
    problems = [
        text_problem(text, field, longest=NAME_LENGTH, empty=field != "name")
        for field, text in (("name", entrant.name), ("club", entrant.club), ("town", entrant.town))
    ]
    found = [problem for problem in problems if problem is not None]
    if found:
        raise Refusal(found)
    with _change(actor, "edit_person", [person]) as details:
        before = _as_it_is(person)
        twin = Person.objects.filter(name=entrant.name, club=entrant.club, town=entrant.town).exclude(pk=person.pk)
        if twin.exists():
            raise refusal("person-exists", "name", name=entrant.name)
        wanted = {"name": entrant.name, "club": entrant.club, "town": entrant.town}
        changed = {field: [was, wanted[field]] for field in wanted if (was := getattr(before, field)) != wanted[field]}
        details |= {"name": before.name, "changed": changed}
        Person.objects.filter(pk=person.pk).update(**wanted)


def merge_people(actor: Actor, person: Person, other: Person) -> None:
    """Two entries of the register are one person: `person` stays as it is and has the cups of both; `other` is gone.

    Raises Refusal when they are in one cup together (then they are two), or gone; PermissionDenied.
    """
    require_register(actor)
    with _change(actor, "merge_people", [person, other]) as details:
        kept, gone = _as_it_is(person), _as_it_is(other)
        if kept.pk == gone.pk:
            raise refusal("person-same", name=kept.name)
        both = Tournament.objects.filter(players__person=kept).filter(players__person=gone).first()
        if both is not None:
            raise refusal("people-in-one-cup", cup=both.name)
        details |= {"name": _spoken(gone), "to": _spoken(kept)}
        Player.objects.filter(person=gone).update(person=kept)
        if not kept.town and gone.town and kept.club != gone.town:
            _take_town(kept, gone.town)
        gone.delete()


def _take_town(kept: Person, town: str) -> None:
    """What only the other entry knew is kept where it makes nobody's twin."""
    if not Person.objects.filter(name=kept.name, club=kept.club, town=town).exists():
        Person.objects.filter(pk=kept.pk).update(town=town)


def delete_person(actor: Actor, person: Person) -> None:
    """Takes somebody out of the register; their entries in cups stay, as those of nobody in it. Raises Refusal,
    PermissionDenied."""
    require_register(actor)
    with _change(actor, "delete_person", [person]) as details:
        found = _as_it_is(person)
        details |= {"name": _spoken(found)}
        found.delete()


def require_register(actor: Actor) -> None:
    """The register is for everybody who organises any cup; raises PermissionDenied of others."""
    if not may_see_register(actor):
        raise PermissionDenied(f"{actor.label} organises nothing.")


def may_see_register(actor: Actor) -> bool:
    """Does the actor organise any cup?"""
    user = actor.user
    if actor.is_operator or (user is not None and user.is_active and user.is_superuser):
        return True
    if user is None or not user.is_active:
        return False
    return Membership.objects.filter(user=user, role=Membership.Role.ORGANISER).exists()


@contextmanager
def _change(actor: Actor, action: str, people: Sequence[Person]) -> Iterator[dict[str, Any]]:
    """A write of the register, in one transaction, and in the audit trail of every cup that these people are in.

    Their revision goes up, final or not: series count on who is whom.
    """
    details: dict[str, Any] = {}
    with turn(), transaction.atomic():
        keys = [person.pk for person in people]
        cups = Tournament.objects.filter(pk__in=Player.objects.filter(person__in=keys).values("tournament"))
        locked = list(cups.order_by("pk").select_for_update())
        yield details
        AuditEntry.objects.bulk_create(
            AuditEntry(tournament=cup, user=actor.user, actor=actor.label, action=action, details=details)
            for cup in locked
        )
        Tournament.objects.filter(pk__in=[cup.pk for cup in locked]).update(revision=F("revision") + 1)
    logger.info("%s: %s in the register", actor.label, action)


def _as_it_is(person: Person) -> Person:
    found = Person.objects.filter(pk=person.pk).first()
    if found is None:
        raise refusal("person-gone")
    return found


def _spoken(person: Person) -> str:
    """ "Őry Tünde (Eger)"."""
    where = ", ".join(filter(None, [person.club, person.town]))
    return f"{person.name} ({where})" if where else person.name


__all__ = [
    "Entrant",
    "delete_person",
    "edit_person",
    "may_see_register",
    "merge_people",
    "people_of",
    "relink",
    "require_register",
]
