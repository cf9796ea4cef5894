"""What happens to a cup as a whole: it is created, gets players, is published, is deleted."""

from __future__ import annotations

import datetime
import logging
import re
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max

import rules
from rules import Problem
from scoring.actors import Actor, require_account, require_organiser
from scoring.models import (
    AuditEntry,
    Capture,
    Deal,
    DealPoints,
    DealRevision,
    Membership,
    Player,
    Seat,
    Tournament,
)
from scoring.models.tournament import MAX_NUMBER, MAX_ROUNDS, NAME_LENGTH, SLUG_LENGTH, SLUG_PATTERN
from scoring.services.change import change
from scoring.services.errors import Refusal, refusal
from scoring.services.register import Entrant, people_of
from scoring.services.texts import text_problem

logger = logging.getLogger(__name__)


@transaction.atomic
def create_tournament(
    actor: Actor,
    *,
    name: str,
    slug: str,
    date: datetime.date,
    ruleset_id: str,
    venue: str = "",
    rounds_planned: int = 4,
    tie_break: str = Tournament.TieBreak.TABLE_POINTS,
) -> Tournament:
    """Creates a draft cup that keeps the ruleset as it is now; a user who creates it organises it.

    Raises Refusal of a bad or taken slug, of bad texts and numbers, of an unknown ruleset; PermissionDenied of a table.
    """
    require_account(actor)
    problems = field_problems(
        name=name,
        venue=venue,
        slug=slug,
        rounds_planned=rounds_planned,
        tie_break=tie_break,
        ruleset_id=ruleset_id,
    )
    if problems:
        raise Refusal(problems)
    return found_tournament(
        actor,
        "create_tournament",
        name=name,
        slug=slug,
        date=date,
        venue=venue,
        ruleset_id=ruleset_id,
        ruleset_snapshot=rules.get_ruleset(ruleset_id).as_data(),
        rounds_planned=rounds_planned,
        tie_break=tie_break,
    )


def field_problems(**fields: Any) -> list[Problem]:
    """What is wrong with those of a cup's own fields that are given."""
    problems = [
        text_problem(fields[name], name, longest=longest, empty=name == "venue")
        for name, longest in (("name", NAME_LENGTH), ("venue", NAME_LENGTH), ("slug", SLUG_LENGTH))
        if name in fields
    ]
    if not re.match(SLUG_PATTERN, fields.get("slug", "slug")):
        problems.append(Problem("bad-slug", "slug"))
    rounds = fields.get("rounds_planned", 1)
    if not 1 <= rounds <= MAX_ROUNDS:
        limits = {"value": rounds, "low": 1, "high": MAX_ROUNDS}
        problems.append(Problem("number-out-of-range", "rounds_planned", limits))
    if fields.get("tie_break", "none") not in Tournament.TieBreak.values:
        problems.append(Problem("bad-choice", "tie_break", {"known": ", ".join(Tournament.TieBreak.values)}))
    ruleset = fields.get("ruleset_id")
    if ruleset is not None and ruleset not in rules.rulesets():
        problems.append(Problem("unknown-ruleset", "ruleset", {"ruleset": ruleset}))
    return [problem for problem in problems if problem is not None]


def found_tournament(actor: Actor, action: str, **fields: Any) -> Tournament:
    """Writes a new cup with those fields, which are right; its slug may be taken: Refusal."""
    try:
        with transaction.atomic():
            tournament = Tournament.objects.create(**fields)
    except IntegrityError as error:
        raise refusal("slug-exists", "slug", slug=fields["slug"]) from error
    if actor.user is not None:
        tournament.memberships.create(user=actor.user, role=Membership.Role.ORGANISER)
    AuditEntry.objects.create(tournament=tournament, user=actor.user, actor=actor.label, action=action)
    return tournament


def add_player(actor: Actor, tournament: Tournament, *, name: str, club: str = "", number: int | None = None) -> Player:
    """Adds a player, with the next number unless one is given.

    Raises Refusal of a bad name or a number that is taken; PermissionDenied.
    """
    require_organiser(actor, tournament)
    with change(actor, tournament, "add_player") as under_way:
        players = under_way.tournament.players
        if number is None:
            number = (players.aggregate(last=Max("number"))["last"] or 0) + 1
        problems = [
            text_problem(name, "name", longest=NAME_LENGTH, empty=False),
            text_problem(club, "club", longest=NAME_LENGTH, empty=True),
        ]
        if not 1 <= number <= MAX_NUMBER:
            limits = {"value": number, "low": 1, "high": MAX_NUMBER}
            problems.append(Problem("number-out-of-range", "number", limits))
        elif players.filter(number=number).exists():
            problems.append(Problem("duplicate-player", "number", {"number": number}))
        found = [problem for problem in problems if problem is not None]
        if found:
            raise Refusal(found)
        under_way.details = {"number": number, "name": name}
        taken = list(players.filter(person__isnull=False).values_list("person", flat=True))
        person = people_of([Entrant.of(name, club)], taken)[0]
        player: Player = players.create(number=number, name=name, club=club, person=person)
    return player


def publish(actor: Actor, tournament: Tournament) -> None:
    """Makes a cup public. Raises Refusal of one that is final, PermissionDenied."""
    require_organiser(actor, tournament)
    with change(actor, tournament, "publish"):
        Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.PUBLISHED)
    tournament.state = Tournament.State.PUBLISHED


@transaction.atomic
def delete_tournament(actor: Actor, tournament: Tournament) -> None:
    """Deletes a cup with all that belongs to it, its audit trail too: only the log remembers.

    Raises Refusal of one that is final, PermissionDenied.
    """
    require_organiser(actor, tournament)
    with change(actor, tournament, "delete_tournament"):
        empty(tournament)
    logger.info("%s deleted the cup %s", actor.label, tournament.slug)
    tournament.delete()


def empty(tournament: Tournament) -> None:
    """Deletes the rounds and players of a cup, with all that hangs on them, in a few SQL statements."""
    deals = Deal.objects.filter(table__round__tournament=tournament)
    Capture.objects.filter(deal__in=deals).delete()
    DealPoints.objects.filter(deal__in=deals).delete()
    deals.update(current=None)
    DealRevision.objects.filter(deal__in=deals).delete()
    deals.delete()
    Seat.objects.filter(round__tournament=tournament).delete()
    tournament.rounds.all().delete()
    tournament.players.all().delete()
