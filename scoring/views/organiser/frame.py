"""What every page of a cup's desk shows around itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.models import Case, Tournament


@dataclass(frozen=True, slots=True)
class Tab:
    """A page beside this one; `open` marks a round that is being played."""

    text: str
    address: str
    current: bool
    open: bool = False


def frame(tournament: Tournament, current: str) -> dict[str, Any]:
    """The context of templates/organiser/base.html: `tournament` and `tabs`. One SQL query.

    `current` is "desk", "board", "players", "round-3", "print", "results", "people", "audit" or "settings". The
    way to the jury's room has a mark while a case is open.
    """
    tabs = [
        _tab("desk", _("Overview"), tournament, current),
        _tab("board", _("Hall"), tournament, current),
        _tab("players", _("Players"), tournament, current),
    ]
    cases = Case.objects.filter(tournament=tournament, state=Case.State.OPEN)
    rounds = tournament.rounds.order_by("number").annotate(before_jury=Exists(cases))
    rows = list(rounds.values_list("number", "closed_at", "before_jury"))
    for number, closed_at, _waits in rows:
        text = _("Round %(number)s") % {"number": number}
        address = reverse("organiser:round", args=[tournament.slug, number])
        tabs.append(Tab(text, address, current == f"round-{number}", open=closed_at is None))
    waiting = any(waits for *_round, waits in rows)
    tabs += [
        _tab("print", _("Print"), tournament, current),
        _tab("results", _("Results"), tournament, current),
        _tab("settings", _("Settings"), tournament, current),
        Tab(_("Jury"), reverse("jury:queue", args=[tournament.slug]), False, open=waiting),
        _tab("people", _("People"), tournament, current),
        _tab("audit", _("Audit trail"), tournament, current),
    ]
    return {"tournament": tournament, "tabs": tabs}


def _tab(name: str, text: str, tournament: Tournament, current: str) -> Tab:
    return Tab(text, reverse(f"organiser:{name}", args=[tournament.slug]), current == name)
