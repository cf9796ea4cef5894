"""What every page of the room shows around itself, and what its views share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

import rules
from scoring.models import Case
from scoring.views.jury.access import Room
from scoring.views.organiser.frame import Tab


def frame(room: Room, current: str) -> dict[str, Any]:
    """The context of templates/jury/base.html; `current` is "queue", "new" or "". No SQL query."""
    slug = room.tournament.slug
    tabs = [
        Tab(_("Cases"), reverse("jury:queue", args=[slug]), current == "queue"),
        Tab(_("Open a case"), reverse("jury:new", args=[slug]), current == "new"),
    ]
    if room.organises:
        tabs.append(Tab(_("Organiser’s desk"), reverse("organiser:desk", args=[slug]), False))
    return {"room": room, "tournament": room.tournament, "tabs": tabs}


def of_case(room: Room, case: Case) -> dict[str, Any]:
    """The context of a page below a case's: with the way back to it."""
    text = _("Case %(number)s") % {"number": case.number}
    return frame(room, "") | {"case": case, "crumbs": [(text, address_of(room, case))]}


def address_of(room: Room, case: Case) -> str:
    """The page of a case."""
    return reverse("jury:case", args=[room.tournament.slug, case.number])


def to_case(room: Room, case: Case) -> HttpResponseRedirect:
    """To the page of a case."""
    return HttpResponseRedirect(address_of(room, case))


def names_of(room: Room) -> Mapping[rules.Player, str]:
    """The players of the cup by number; with the number where two have one name. One SQL query."""
    rows = list(room.tournament.players.values_list("number", "name"))
    count: dict[str, int] = {}
    for _number, name in rows:
        count[name] = count.get(name, 0) + 1
    return {number: f"{name} ({number})" if count[name] > 1 else name for number, name in rows}


def stuck(room: Room, case: Case) -> str:
    """Why nothing of a case can be written now; "" where it can."""
    if room.tournament.is_final:
        return _("The cup is final: nothing can be changed any more.")
    if case.table is not None and case.table.round.is_closed:
        number = case.table.round.number
        return _("Round %(number)s is closed: an organiser opens it again before the case goes on.") % {
            "number": number
        }
    return ""
