"""Series of cups: set up, edited, deleted. What is done to one stands in the audit trail of each of its cups."""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.db.models import F, Q

from rules import Problem
from scoring.actors import Actor, require_account
from scoring.models import AuditEntry, Membership, Series, Tournament
from scoring.models.tournament import NAME_LENGTH, SLUG_LENGTH, SLUG_PATTERN
from scoring.services.change import turn
from scoring.services.errors import Refusal, refusal
from scoring.services.texts import text_problem

logger = logging.getLogger(__name__)

#: Of a player's cups, at the most.
MOST_COUNTED = 99


@dataclass(frozen=True, slots=True)
class SeriesFields:
    """What is said of a series: `counted` is the number of a player's best cups that count (None: all), `cups` are the
    keys of its cups, `organisers` those of the accounts that may edit it (None: who may so far)."""

    name: str
    by: str = Series.By.POINTS
    counted: int | None = None
    is_public: bool = False
    cups: frozenset[int] = frozenset()
    organisers: frozenset[int] | None = None


@contextmanager
def _write() -> Iterator[None]:
    """One write of a series, in a transaction, in turn with the writes of cups."""
    with turn(), transaction.atomic():
        yield


def may_edit_series(actor: Actor, series: Series) -> bool:
    """Has the actor the organiser's rights in this series? One SQL query."""
    if actor.is_operator:
        return True
    user = actor.user
    if user is None or not user.is_active:
        return False
    return user.is_superuser or series.organisers.filter(pk=user.pk).exists()


def may_found_series(actor: Actor) -> bool:
    """Who organises a cup may put cups together. One SQL query."""
    if actor.is_operator:
        return True
    user = actor.user
    if user is None or not user.is_active:
        return False
    return user.is_superuser or Membership.objects.filter(user=user, role=Membership.Role.ORGANISER).exists()


def own_cups(actor: Actor) -> list[Tournament]:
    """The cups that the actor organises, and may therefore put into a series, newest first. One SQL query."""
    cups = Tournament.objects.defer("ruleset_snapshot").order_by("-date", "slug")
    if not (actor.is_operator or actor.user.is_superuser):
        held = Membership.objects.filter(user=actor.user, role=Membership.Role.ORGANISER)
        cups = cups.filter(pk__in=held.values("tournament"))
    return list(cups)


def possible_organisers(series: Series) -> list[User]:
    """Who may be chosen to edit a series: the organisers of its cups, and who may edit it so far. One SQL query."""
    of_cups = Membership.objects.filter(tournament__series=series, role=Membership.Role.ORGANISER)
    return list(
        User.objects.filter(
            Q(pk__in=of_cups.values("user")) | Q(pk__in=series.organisers.values("pk")), is_active=True
        ).order_by("username")
    )


@_write()
def create_series(actor: Actor, slug: str, fields: SeriesFields) -> Series:
    """A new series; who sets it up may edit it.

    Raises Refusal of a bad or taken slug, of bad fields, of cups of others; PermissionDenied of who organises nothing.
    """
    require_account(actor)
    if not may_found_series(actor):
        raise PermissionDenied(f"{actor.label} organises no cup.")
    problems = _problems(fields)
    if not re.match(SLUG_PATTERN, slug) or len(slug) > SLUG_LENGTH:
        problems.append(Problem("bad-slug", "slug"))
    problems += _foreign(actor, fields.cups)
    if problems:
        raise Refusal(problems)
    try:
        with transaction.atomic():
            series = Series.objects.create(slug=slug, **_own(fields))
    except IntegrityError as error:
        raise refusal("series-exists", "slug", slug=slug) from error
    if actor.user is not None:
        series.organisers.add(actor.user)
    _set_cups(actor, series, set(), set(fields.cups))
    logger.info("%s set up the series %s", actor.label, slug)
    return series


@_write()
def edit_series(actor: Actor, series: Series, fields: SeriesFields, seen: int) -> bool:
    """Writes what is said of a series; `seen` is the revision that the actor looked at.

    Cups that others put into it may stay or go; only own ones can be added. Who is to edit it has to organise one of
    the cups that are in it already. Returns whether anything changed. Raises Refusal of bad fields, of cups of others,
    of somebody else or nobody to edit it, of a series that is gone or was changed meanwhile; PermissionDenied.
    """
    locked = _locked(actor, series)
    if locked.revision != seen:
        raise refusal("series-changed")
    there = set(locked.cups.values_list("pk", flat=True))
    editors = set(locked.organisers.values_list("pk", flat=True))
    wanted = editors if fields.organisers is None else set(fields.organisers)
    problems = _problems(fields) + _foreign(actor, fields.cups - there) + _strangers(locked, editors, wanted)
    if problems:
        raise Refusal(problems)
    changed = {name: value for name, value in _own(fields).items() if getattr(locked, name) != value}
    if not changed and there == fields.cups and wanted == editors:
        return False
    _set_cups(actor, locked, there, set(fields.cups))
    if changed or wanted != editors:
        locked.organisers.set(wanted)
        _write_down(actor, "edit_series", there & fields.cups, locked)
    Series.objects.filter(pk=locked.pk).update(revision=F("revision") + 1, **changed)
    return True


@_write()
def delete_series(actor: Actor, series: Series) -> None:
    """Takes a series away; its cups stay as they are. Raises Refusal of one that is gone, PermissionDenied."""
    locked = _locked(actor, series)
    _set_cups(actor, locked, set(locked.cups.values_list("pk", flat=True)), set())
    logger.info("%s deleted the series %s", actor.label, locked.slug)
    locked.delete()


def _locked(actor: Actor, series: Series) -> Series:
    if not may_edit_series(actor, series):
        raise PermissionDenied(f"{actor.label} does not organise the series {series.slug}.")
    locked = Series.objects.select_for_update().filter(pk=series.pk).first()
    if locked is None:
        raise refusal("series-gone")
    return locked


def _problems(fields: SeriesFields) -> list[Problem]:
    found = [text_problem(fields.name, "name", longest=NAME_LENGTH, empty=False)]
    if fields.by not in Series.By.values:
        found.append(Problem("bad-choice", "by", {"known": ", ".join(Series.By.values)}))
    if fields.counted is not None and not 1 <= fields.counted <= MOST_COUNTED:
        limits = {"value": fields.counted, "low": 1, "high": MOST_COUNTED}
        found.append(Problem("number-out-of-range", "counted", limits))
    return [problem for problem in found if problem is not None]


def _own(fields: SeriesFields) -> dict[str, Any]:
    """The fields of the row itself."""
    return {"name": fields.name, "by": fields.by, "counted": fields.counted, "is_public": fields.is_public}


def _foreign(actor: Actor, cups: Collection[int]) -> list[Problem]:
    """A problem where one of these cups is not the actor's to put into a series."""
    own = {cup.pk for cup in own_cups(actor)} if cups else set()
    return [] if set(cups) <= own else [Problem("series-foreign-cup", "cups")]


def _strangers(series: Series, before: set[int], after: set[int]) -> list[Problem]:
    """A problem where somebody who does not organise one of the cups is to edit the series, or nobody any more."""
    if before and not after:
        return [Problem("series-needs-organiser", "organisers")]
    known = before if after <= before else {user.pk for user in possible_organisers(series)}
    return [] if after <= known else [Problem("series-foreign-organiser", "organisers")]


def _set_cups(actor: Actor, series: Series, before: set[int], after: set[int]) -> None:
    series.cups.set(after)
    _write_down(actor, "join_series", after - before, series)
    _write_down(actor, "leave_series", before - after, series)


def _write_down(actor: Actor, action: str, cups: Collection[int], series: Series) -> None:
    """An entry in the audit trail of each of the cups. Their pages name the series they are in, so that they get a new
    revision, too; final ones as well: nothing of their own is changed."""
    # In the order of their keys: whoever locks several does so in the same order.
    for cup in Tournament.objects.select_for_update().filter(pk__in=cups).order_by("pk").only("pk"):
        AuditEntry.objects.create(
            tournament=cup, user=actor.user, actor=actor.label, action=action, details={"name": series.name}
        )
    Tournament.objects.filter(pk__in=cups).update(revision=F("revision") + 1)
