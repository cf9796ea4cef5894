"""What a form of the table's page sends: its texts, the receipt of its key, and who says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import IntegrityError
from django.http import HttpRequest
from django.utils.translation import gettext as _

from rules import Problem
from scoring.actors import Actor
from scoring.forms.deal_at_table import SAVE, ThumbEntry, outcome_of
from scoring.models import Seat, Table
from scoring.services import Refusal, Sent
from scoring.views.deal_table import CHANGED
from scoring.views.table.answers import ENDED, LinkEnded, new_key

T = TypeVar("T")
#: What a form carries beside what it says.
UNSAID = frozenset({"key", "action", "csrfmiddlewaretoken"})


@dataclass(slots=True)
class Incoming:
    """A form that was sent. `texts` are its fields; `action` the button; `sent` the message for the services, where it
    writes and its key is good; `problem` what is wrong with the key; `key` the one for the form, if it is shown again.
    """

    texts: dict[str, str]
    action: str
    key: str
    sent: Sent | None = None
    problem: Problem | None = None

    @classmethod
    def of(cls, request: HttpRequest, table: Table, what: str, *, writes: bool | None = None) -> Incoming:
        """Reads the form and looks its key up: one SQL query if it writes (by default: what its button says)."""
        texts = request.POST.dict()
        action = texts.get("action", "")
        if outcome := outcome_of(action):
            texts["outcome"] = outcome
        found = cls(texts, action, texts.get("key") or new_key())
        if not (action == SAVE or outcome if writes is None else writes):
            return found
        said = {name: text for name, text in texts.items() if name not in UNSAID}
        try:
            sent = Sent.of(table, texts.get("key", ""), what, said)
            sent.look_up()
        except Refusal as refusal:
            found.key, found.problem = new_key(), refusal.problems[0]
        else:
            found.sent = sent
        return found

    @property
    def answer(self) -> dict[str, Any] | None:
        """What was answered to this very form before."""
        return self.sent.answer if self.sent is not None else None

    @property
    def came_before(self) -> bool:
        """Was this very form answered meanwhile? One SQL query."""
        return self.sent is not None and (self.sent.answer is not None or self.sent.look_up())

    def write(self, service: Callable[[Sent], T]) -> Callable[[], T | str] | None:
        """The write of this form, for `attempt`; None if it may not write. Raises LinkEnded."""
        sent = self.sent
        if sent is None:
            return None

        def call() -> T | str:
            try:
                return ending(lambda: service(sent))()
            except IntegrityError:
                # The same form came in beside this one, and won.
                if sent.look_up():
                    return CHANGED
                raise

        return call


def ending(service: Callable[[], T]) -> Callable[[], T]:
    """The service, raising LinkEnded where it refuses since nothing can be written any more."""

    def call() -> T:
        try:
            return service()
        except Refusal as refusal:
            if any(problem.code in ENDED for problem in refusal.problems):
                raise LinkEnded from refusal
            raise

    return call


def player_at(table: Table, seats: Sequence[Seat], number: int | None) -> Actor:
    """The player of that number as who acts at this table; whoever holds the link for a number that is none."""
    found = [seat.player for seat in seats if seat.player.number == number]
    return Actor.at_table(table, found[0] if found else None)


def require_writer(entry: ThumbEntry) -> None:
    """Puts it at the field where nobody says who enters a deal."""
    if entry.entered_by is None and "entered_by" not in entry.writer.errors:
        entry.writer.add_error("entered_by", _("Who enters this? Choose the name."))
