"""What every page of a cup's desk shows around itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.models import Tournament


@dataclass(frozen=True, slots=True)
class Tab:
    """A page beside this one; `open` marks a round that is being played."""

    text: str
    address: str
    current: bool
    open: bool = False


def frame(tournament: Tournament, current: str) -> dict[str, Any]:
    """The context of templates/organiser/base.html: `tournament` and `tabs`. One SQL query.

    `current` is "desk", "players", "round-3", "people", "audit" or "settings".
    """
    tabs = [_tab("desk", _("Overview"), tournament, current), _tab("players", _("Players"), tournament, current)]
    for number, closed_at in tournament.rounds.order_by("number").values_list("number", "closed_at"):
        text = _("Round %(number)s") % {"number": number}
        address = reverse("organiser:round", args=[tournament.slug, number])
        tabs.append(Tab(text, address, current == f"round-{number}", open=closed_at is None))
    tabs += [
        _tab("settings", _("Settings"), tournament, current),
        _tab("people", _("People"), tournament, current),
        _tab("audit", _("Audit trail"), tournament, current),
    ]
    return {"tournament": tournament, "tabs": tabs}


def _tab(name: str, text: str, tournament: Tournament, current: str) -> Tab:
    return Tab(text, reverse(f"organiser:{name}", args=[tournament.slug]), current == name)
