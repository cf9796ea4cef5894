"""The way of a cup: a draft is published, its standings are frozen, it is final."""

from __future__ import annotations

from django.db.models import Max
from django.utils import timezone

from rules import Problem
from scoring.actors import Actor, require_organiser
from scoring.models import Tournament
from scoring.models.deal import REASON_LENGTH
from scoring.services.change import Change, change
from scoring.services.errors import Refusal, refusal
from scoring.services.texts import text_problem


def unpublish(actor: Actor, tournament: Tournament) -> None:
    """Makes a published cup a draft again: only its organisers see it. Raises Refusal, PermissionDenied."""
    require_organiser(actor, tournament)
    with change(actor, tournament, "unpublish") as under_way:
        _must_be_published(under_way)
        _set(under_way, state=Tournament.State.DRAFT)


def freeze(actor: Actor, tournament: Tournament, after_round: int) -> None:
    """Keeps the public at the state after that round (0: no results at all); the organisers see everything.

    Deals of later rounds go on being recorded. Raises Refusal of a round that is not there, PermissionDenied.
    """
    require_organiser(actor, tournament)
    with change(actor, tournament, "freeze") as under_way:
        last = under_way.tournament.rounds.aggregate(last=Max("number"))["last"] or 0
        if not 0 <= after_round <= last:
            limits = {"value": after_round, "low": 0, "high": last}
            raise Refusal([Problem("number-out-of-range", "after_round", limits)])
        _set(under_way, frozen_after=after_round)
        under_way.details = {"after": after_round}


def unfreeze(actor: Actor, tournament: Tournament) -> None:
    """Shows the public everything again. Raises Refusal when it does see everything, PermissionDenied."""
    require_organiser(actor, tournament)
    with change(actor, tournament, "unfreeze") as under_way:
        if not under_way.tournament.is_frozen:
            raise refusal("not-frozen")
        _set(under_way, frozen_after=None)


def finish(actor: Actor, tournament: Tournament, *, early: bool = False) -> None:
    """Marks a published cup as final: nothing is written any more, and the public sees everything.

    Raises Refusal of a draft, of a cup without rounds or with an open one, and while protests are taken unless it is
    done `early` on purpose; PermissionDenied.
    """
    require_organiser(actor, tournament)
    with change(actor, tournament, "finish") as under_way:
        _must_be_published(under_way)
        rounds = list(under_way.tournament.rounds.order_by("number").values_list("number", "closed_at"))
        if not rounds:
            raise refusal("no-rounds")
        open_rounds = [str(number) for number, closed_at in rounds if closed_at is None]
        if open_rounds:
            raise refusal("rounds-open", rounds=", ".join(open_rounds))
        if takes_protests(under_way.tournament):
            if not early:
                raise refusal("protests-taken", "early")
            under_way.details = {"early": True}
        _set(under_way, state=Tournament.State.FINAL, frozen_after=None)


def takes_protests(tournament: Tournament) -> bool:
    """Is the time in which the result may be protested against not over?"""
    return tournament.protest_until is not None and timezone.now() < tournament.protest_until


def take_back_final(actor: Actor, tournament: Tournament, reason: str) -> None:
    """Opens a final cup for writing again; the reason is recorded. Raises Refusal, PermissionDenied."""
    require_organiser(actor, tournament)
    with change(actor, tournament, "take_back_final", even_final=True) as under_way:
        if not under_way.tournament.is_final:
            raise refusal("not-final")
        require_reason(reason)
        _set(under_way, state=Tournament.State.PUBLISHED)
        under_way.details = {"reason": reason}


def require_reason(reason: str) -> None:
    """Raises Refusal of a reason that is empty or cannot be kept."""
    problem = text_problem(reason, "reason", longest=REASON_LENGTH, empty=False)
    if problem:
        raise Refusal([problem])


def _must_be_published(under_way: Change) -> None:
    if under_way.tournament.state != Tournament.State.PUBLISHED:
        raise refusal("not-published")


def _set(under_way: Change, **fields: object) -> None:
    Tournament.objects.filter(pk=under_way.tournament.pk).update(**fields)
