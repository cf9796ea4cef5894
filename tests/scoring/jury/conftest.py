"""A cup with its three jurors, an organiser, and a case about the first deal of table 1."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scoring.models import Case, Membership, Player, Tournament
from scoring.services import open_case
from tests.scoring.cups import OPERATOR, document, load, played, table, the_deal, the_table


def browser_of(user: User, language: str = "hu") -> Client:
    """Somebody's browser, logged in."""
    client = Client()
    client.force_login(user)
    client.cookies["django_language"] = language
    return client


def new_cup(slug: str = "kupa", ruleset: str = "kupa-2005") -> Tournament:
    """Two tables of four; the first deal has a kontra'd trull and a silent XXI catch."""
    first = played(
        1,
        2,
        4,
        announcements=[{"figure": "trull", "by": 2, "made": True, "kontra": 1}],
        silent=[{"figure": "xxi-catch", "by": 2, "catcher": 2, "victim": 3}],
    )
    tables = [table(1, [1, 2, 3, 4], [first, played(2, 3, 1)]), table(2, [5, 6, 7, 8])]
    return load(document(*tables, players=12, ruleset=ruleset, slug=slug, name="Őszi kupa"))


def new_case(cup: Tournament, rule: str = "9.2", offender: int = 3, position: int = 1, **more: Any) -> Case:
    """A case about a deal of the first table."""
    sanction = more.pop("sanction", "renonsz")
    askers = more.pop("askers", (1, 2))
    deal = the_deal(cup, position)
    found = open_case(
        OPERATOR,
        cup,
        rule=rule,
        sanction=sanction,
        table=the_table(cup),
        deal=deal,
        offender=offender,
        askers=askers,
        **more,
    )
    return Case.objects.get(pk=found.pk)


def member(cup: Tournament, name: str, role: str = "juror", player: int | None = None, **more: Any) -> Membership:
    """An account with a role in the cup."""
    user, _new = User.objects.get_or_create(username=name)
    seat = None if player is None else Player.objects.get(tournament=cup, number=player)
    return Membership.objects.create(user=user, tournament=cup, role=role, player=seat, **more)


@dataclass
class Court:
    """The cup, its case, and the browsers of everybody."""

    cup: Tournament
    case: Case
    jurors: list[Client]
    members: list[Membership]
    organiser: Client
    path: str = "/jury/kupa/1/"

    def again(self) -> Case:
        """The case as it is now."""
        return Case.objects.get(pk=self.case.pk)

    def rule(self, who: int, kind: str = "renonsz", reason: str = "két játékos kérte", **more: Any) -> Any:
        """A juror sends the form of the page as it is now."""
        return self.jurors[who].post(self.path, self.form(who) | {"kind": kind, "reason": reason} | more)

    def form(self, juror: int) -> dict[str, str]:
        """What the page's form carries unseen."""
        return hidden(self.jurors[juror].get(self.path))


def hidden(response: Any) -> dict[str, str]:
    """The unseen fields of the page's forms, without tokens."""
    text = response.content.decode()
    found = re.findall(r'<input type="hidden" name="(revision|round)" value="([^"]*)">', text)
    return dict(found) | {"amount": ""}


def make_court(ruleset: str = "kupa-2005", **case: Any) -> Court:
    """A court with three jurors who do not play."""
    cup = new_cup(ruleset=ruleset)
    members = [member(cup, f"bíró{number}") for number in (1, 2, 3)]
    organiser = member(cup, "rendező", "organiser")
    found = new_case(cup, **case)
    return Court(cup, found, [browser_of(each.user) for each in members], members, browser_of(organiser.user))


@pytest.fixture
def court(db: None) -> Court:
    """Three jurors, none of whom plays, and a case that waits for them."""
    return make_court()


def text_of(response: Any) -> str:
    """The text of a page in one line."""
    return " ".join(response.content.decode().split())
