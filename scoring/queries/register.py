"""The register of people across all cups, and the names that a list is held against."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count, Q

from scoring.imports import Names
from scoring.imports.doubles import key_of
from scoring.models import Membership, Person, Player, Tournament
from scoring.text import hungarian, matches

#: People who are suggested while a name is typed; a page with more would be slow to come on a phone.
SUGGESTED = 300


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A line of the register: in how many cups they are, and who may be the same person."""

    person: Person
    cups: int
    alike: tuple[Person, ...] = ()


@dataclass(frozen=True, slots=True)
class PersonEntry:
    """An entry of a person in a cup; `open`: whoever looks may see that cup."""

    player: Player
    open: bool


def register(query: str = "", *, doubles: bool = False) -> list[PersonRow]:
    """The people whose name, club or town has each word of `query`, by name; with `doubles` only those whose name
    somebody else has, too (accents and capitals aside). One SQL query."""
    everybody = list(Person.objects.annotate(cups=Count("entries")))
    by_key: defaultdict[str, list[Person]] = defaultdict(list)
    for person in everybody:
        by_key[key_of(person.name)].append(person)
    rows = []
    for person in everybody:
        if not matches(query, person.name, person.club, person.town):
            continue
        alike = tuple(other for other in by_key[key_of(person.name)] if other.pk != person.pk)
        if alike or not doubles:
            rows.append(PersonRow(person, person.cups, alike))
    return sorted(rows, key=lambda row: (hungarian(row.person.name), hungarian(row.person.club), row.person.pk))


def entries_of_person(person: Person, user: int, *, superuser: bool = False) -> list[PersonEntry]:
    """The cups of a person, newest first, for whoever looks: those that they cannot see are there, but not `open`.
    Two SQL queries."""
    own = set(Membership.objects.filter(user=user, role=Membership.Role.ORGANISER).values_list("tournament", flat=True))
    players = person.entries.select_related("tournament").order_by("-tournament__date", "tournament__slug")
    return [
        PersonEntry(player, superuser or player.tournament.is_public or player.tournament_id in own)
        for player in players
    ]


def likely_same(person: Person) -> list[Person]:
    """Others who may be the same person, the most alike first. One SQL query."""
    names: Names[Person] = Names()
    for other in Person.objects.exclude(pk=person.pk):
        names.add(other.name, other.club, other)
    return [other for _likeness, other in names.like(person.name, person.club)]


def suggestions(tournament: Tournament) -> list[Person]:
    """People who are not in the cup yet, who were in the most others first. One SQL query."""
    others = Person.objects.exclude(pk__in=tournament.players.filter(person__isnull=False).values("person"))
    counted = others.annotate(cups=Count("entries", filter=~Q(entries__tournament=tournament)))
    return list(counted.order_by("-cups", "name", "pk")[:SUGGESTED])


def listed_names(tournament: Tournament) -> Names[str]:
    """The players of a cup by name, each called "3. Őry Tünde". One SQL query."""
    names: Names[str] = Names()
    for player in tournament.players.order_by("number"):
        where = f" ({player.club})" if player.club else ""
        names.add(player.name, player.club, f"{player}{where}")
    return names


def people_names() -> Names[tuple[str, str]]:
    """The people of the register by name, each as their name alone and "Őry Tünde (Eger)". One SQL query."""
    names: Names[tuple[str, str]] = Names()
    for person in Person.objects.all():
        names.add(person.name, person.club or person.town, (person.name, spoken_person(person)))
    return names


def spoken_person(person: Person) -> str:
    """ "Őry Tünde (Eger)"."""
    where = ", ".join(filter(None, [person.club, person.town]))
    return f"{person.name} ({where})" if where else person.name
