"""How a table really sits, and who deals first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.forms.deal_parts import numbers
from scoring.models import Seat


class StartForm(forms.Form):
    """The order of the players as they sit, counter-clockwise, and the first dealer: player numbers.

    Unbound it shows the order as drawn.
    """

    use_required_attribute = False

    def __init__(self, seats: Sequence[Seat], first_dealer: int, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data)
        self.places = [f"seat-{place}" for place in range(1, len(seats) + 1)]
        players = [(str(seat.player.number), seat.player.name) for seat in seats]
        for place, (name, seat) in enumerate(zip(self.places, seats, strict=True), 1):
            self.fields[name] = numbers(_("Seat %(number)s") % {"number": place}, players)
            self.fields[name].initial = str(seat.player.number)
        self.fields["first_dealer"] = numbers(_("Deals first"), players)
        self.fields["first_dealer"].initial = str(seats[first_dealer - 1].player.number)

    def clean(self) -> dict[str, Any]:
        """Each player sits in one place."""
        found: dict[str, Any] = super().clean() or {}
        taken: set[int] = set()
        for name in self.places:
            if found.get(name) is None and name not in self.errors:
                self.add_error(name, _("Who sits here? Choose the player."))
            elif found.get(name) in taken:
                self.add_error(name, _("This player sits in another place already."))
            elif found.get(name) is not None:
                taken.add(found[name])
        if found.get("first_dealer") is None and "first_dealer" not in self.errors:
            self.add_error("first_dealer", _("Who deals first? Choose the player."))
        return found

    @property
    def order(self) -> list[int]:
        """The player numbers in playing order. Only of a valid form."""
        return [self.cleaned_data[name] for name in self.places]

    @property
    def dealing_seat(self) -> int:
        """The seat of the first dealer. Only of a valid form."""
        return self.order.index(self.cleaned_data["first_dealer"]) + 1

    @property
    def seats(self) -> list[forms.BoundField]:
        """The fields of the places."""
        return [self[name] for name in self.places]
