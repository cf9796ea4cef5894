"""The whole url table of the product, and a world in which each of its addresses leads somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import Model
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scoring.models import Membership, Tournament
from scoring.safe.keeping import give_keeping
from scoring.services import SeriesFields, close_round, create_series, open_case, post_notice, renew_link
from scoring.views.accounts import set_password_path
from tests.scoring.cups import OPERATOR, document, load, played, table, the_deal, the_round, the_table, uncounted

PASSWORD = "kabo-temi-ruda"


@dataclass(frozen=True, slots=True)
class Address:
    """One line of the url table."""

    name: str  # with its namespace: "organiser:round"; admin's nameless ones are called by their route
    route: str

    @property
    def arguments(self) -> list[str]:
        """The names of what stands in angle brackets, in order."""
        return re.findall(r"<(?:\w+:)?(\w+)>", self.route)

    def kind_of(self, argument: str) -> str:
        """What an argument is the number of: "number" after "players/" is a player's, after "rounds/" a round's; and
        which secret a "token" is."""
        if argument == "token" and self.route.startswith("table/"):
            return "link"
        if argument != "number":
            return argument
        return "player" if f"players/<number:{argument}>" in self.route else "round"

    def path(self, values: Mapping[str, Any]) -> str:
        """The address with values by kind; raises KeyError of a kind that nobody thought of."""
        return reverse(self.name, kwargs={each: values[self.kind_of(each)] for each in self.arguments})

    def __str__(self) -> str:
        return self.name


def addresses() -> list[Address]:
    """All addresses of the product but those of the admin, of which there are hundreds."""
    return [address for address in _walk(get_resolver().url_patterns) if not address.route.startswith("admin/")]


def admin_paths() -> list[str]:
    """The admin's addresses, filled in with whatever fits."""
    values = {"object_id": "1", "app_label": "scoring", "content_type_id": "1", "id": "1", "url": "x"}
    routes = [address.route for address in _walk(get_resolver().url_patterns) if address.route.startswith("admin/")]
    filled = [
        re.sub(r"\(\?P<(\w+)>.*?\)(?=/|\$|$)|<(?:\w+:)?(\w+)>", lambda found: values[found[1] or found[2]], route)
        for route in routes
    ]
    return sorted({"/" + path.replace("^", "").replace("$", "").replace("\\", "") for path in filled})


def _walk(patterns: list[URLPattern | URLResolver], route: str = "", space: tuple[str, ...] = ()) -> Iterator[Address]:
    for pattern in patterns:
        whole = route + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, whole, (*space, pattern.namespace) if pattern.namespace else space)
        else:
            yield Address(":".join([*space, pattern.name or whole]), whole)


@dataclass(frozen=True, slots=True)
class World:
    """Two cups: `own` with its organiser, juror and an invited juror; `other`, which is larger, with an organiser and a
    juror. Both have cases before the jury."""

    own: Tournament
    other: Tournament
    values: dict[str, Any]  # of `own`, by kind
    only_others: dict[str, Any]  # numbers and keys that are in `other` alone
    ended: dict[str, str]  # links that are not good any more, and some that never were, by what they are

    @staticmethod
    def user(name: str) -> User:
        """ "rendezo", "zsuri", "meghivott" of `own`; "masik-rendezo" and "masik-zsuri" of `other`; "vendeg", who has no
        role; "orzo", who has none either, and keeps everything safe."""
        return User.objects.get(username=name)


def make_world() -> World:
    """The world of the tests; needs the database."""
    deals = [uncounted(1), played(1, 2, 4, 60), played(2, 3, None, 47), played(3, 4, 1, 71)]
    own = load(document(table(1, [1, 2, 3, 4], deals), slug="sajat", players=8))
    more = [
        table(1, [1, 2, 3, 4, 5], [played(n, n % 5 + 1, None, 50) for n in range(1, 6)]),
        table(2, [6, 7, 8, 9], totals={"6": 20, "7": -4, "8": -8, "9": -8}),
    ]
    other_document = document(*more, slug="masik", players=9, closed=True)
    other_document["rounds"].append({"number": 2, "closed": False, "tables": [table(1, [1, 6, 2, 7])]})
    other = load(other_document)
    roles = {
        "rendezo": (own, Membership.Role.ORGANISER),
        "zsuri": (own, Membership.Role.JUROR),
        "meghivott": (own, Membership.Role.JUROR),
        "masik-rendezo": (other, Membership.Role.ORGANISER),
        "masik-zsuri": (other, Membership.Role.JUROR),
    }
    members = {}
    for name, (tournament, role) in roles.items():
        user = User.objects.create_user(name, password=None if name == "meghivott" else PASSWORD)
        members[name] = Membership.objects.create(user=user, tournament=tournament, role=role).pk
    User.objects.create_user("vendeg", password=PASSWORD)
    # Everything together is in the hands of one who organises nothing.
    give_keeping(OPERATOR, User.objects.create_user("orzo", password=PASSWORD))
    for cup in (own, other, other):
        open_case(OPERATOR, cup, rule="1.3", sanction="jury", offender=1)
    series = create_series(
        OPERATOR, "sajat-sorozat", SeriesFields("Saját sorozat", is_public=True, cups=frozenset([own.pk]))
    )
    series.organisers.add(World.user("rendezo"))
    notices = {cup.pk: post_notice(OPERATOR, cup, f"Közlemény: {cup.slug}").pk for cup in (own, other)}
    uid, token = set_password_path(World.user("meghivott")).strip("/").split("/")[-2:]
    values: dict[str, Any] = {
        "slug": own.slug,
        "round": 1,
        "table": 1,
        "position": 2,
        "player": 8,
        "membership": members["meghivott"],
        "ruleset": "kupa-2005",
        "series": series.slug,
        "uidb64": uid,
        "token": token,
        "case": 1,
        "notice": notices[own.pk],
        "link": the_table(own).token,
        "id": the_deal(own, 2).pk,
        "secret": "nem-ez-az",
        "person": own.players.get(number=7).person_id,
        "deals": 16,
        "seats": 4,
    }
    only_others: dict[str, Any] = {
        "round": 2,
        "table": 2,
        "position": 5,
        "player": 9,
        "membership": members["masik-rendezo"],
    }
    only_others |= {
        "notice": notices[other.pk],
        "case": 2,
        "link": the_table(other, 1, 2).token,
        "id": the_deal(other, 5).pk,
    }
    return World(own, other, values, only_others, _ended(values["link"], other))


def _ended(good: str, closed: Tournament) -> dict[str, str]:
    third = load(document(table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8]), slug="harmadik", players=8))
    renewed = the_table(third, 1).token
    renew_link(OPERATOR, the_table(third, 1))
    finished = the_table(third, 2).token
    close_round(OPERATOR, the_round(third), "proba")
    return {
        "of a closed round": the_table(closed).token,
        "of another that was closed": finished,
        "renewed": renewed,
        "made up": "A" * 32,
        "cut off": good[:-1],
        "longer": good + "A",
        "in other letters": good.swapcase(),
    }


def everything() -> dict[str, list[dict[str, Any]]]:
    """All that is stored of cups and accounts; not when somebody last logged in."""
    models: list[type[Model]] = [*apps.get_app_config("scoring").get_models(), User]
    rows = {model.__name__: list(model._default_manager.order_by("pk").values()) for model in models}
    for user in rows["User"]:
        del user["last_login"]
    return rows
