"""Notices for everybody in the hall: one is put up, and taken down."""

from __future__ import annotations

from django.utils import timezone

from scoring.actors import Actor, require_organiser
from scoring.models import Notice, Tournament
from scoring.models.hall import NOTICE_LENGTH
from scoring.services.change import change
from scoring.services.errors import Refusal, refusal
from scoring.services.texts import text_problem

#: More at once nobody reads.
MOST_NOTICES = 5


def post_notice(actor: Actor, tournament: Tournament, text: str) -> Notice:
    """Puts up a notice: on the projector, the tables' pages and the public standings, until it is taken down.

    Raises Refusal of a text that cannot be kept, of one that hangs there already (a button pressed twice) or beside
    `MOST_NOTICES` others; PermissionDenied.
    """
    require_organiser(actor, tournament)
    with change(actor, tournament, "post_notice") as under_way:
        problem = text_problem(text, "text", longest=NOTICE_LENGTH, empty=False)
        if problem:
            raise Refusal([problem])
        shown = list(under_way.tournament.notices.filter(ended_at__isnull=True).values_list("text", flat=True))
        if text in shown:
            raise refusal("notice-there", "text")
        if len(shown) >= MOST_NOTICES:
            raise refusal("too-many-notices", "text", most=MOST_NOTICES)
        under_way.details = {"text": text}
        notice: Notice = under_way.tournament.notices.create(text=text, at=timezone.now())
    return notice


def end_notice(actor: Actor, notice: Notice) -> None:
    """Takes a notice down, also of a final cup. Raises Refusal when it was taken down already; PermissionDenied."""
    require_organiser(actor, notice.tournament)
    with change(actor, notice.tournament, "end_notice", even_final=True) as under_way:
        found = under_way.tournament.notices.filter(pk=notice.pk, ended_at__isnull=True)
        under_way.details = {"text": notice.text}
        if not found.update(ended_at=timezone.now()):
            raise refusal("notice-ended")
