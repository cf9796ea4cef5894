"""Players are seated at a table, in playing order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules import Problem, Ruleset
from scoring.forms.base import DeskForm, Places
from scoring.forms.deal_sentences import say_at_form
from scoring.models import Player

MOST_SEATS = 5


class SeatsForm(DeskForm):
    """The seats of a table: who sits there in playing order, and who deals first.

    `players` may be chosen. The fifth seat may stay empty where `fifth` says so, else it is not there (False) or needed
    (True) like the others.
    """

    def __init__(self, *args: Any, players: Sequence[Player], seats: int, optional_fifth: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "–"), *((player.number, str(player)) for player in players)]
        self.seats = MOST_SEATS if optional_fifth else seats
        for seat in range(1, self.seats + 1):
            label = _("Seat %(number)s") % {"number": seat}
            if seat > seats:
                label = _("Seat %(number)s (only at a table of five)") % {"number": seat}
            self.fields[f"seat_{seat}"] = forms.TypedChoiceField(
                label=label, choices=choices, coerce=int, empty_value=None, required=False
            )
        dealers = [(seat, _("who sits at seat %(number)s") % {"number": seat}) for seat in range(1, self.seats + 1)]
        self.fields["first_dealer"] = forms.TypedChoiceField(
            label=_("First dealer"), choices=dealers, coerce=int, initial=1
        )

    def chosen(self) -> list[int]:
        """The player numbers in playing order; empty seats are left out."""
        found = (self.cleaned_data.get(f"seat_{seat}") for seat in range(1, self.seats + 1))
        return [player for player in found if player is not None]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        empty = [seat for seat in range(1, self.seats + 1) if cleaned.get(f"seat_{seat}") is None]
        # Only the last seat may be empty.
        for seat in empty:
            if seat < MOST_SEATS and f"seat_{seat}" not in self.errors:
                self.add_error(f"seat_{seat}", _("Choose who sits here."))
        return cleaned

    def field_of(self, problem: Problem, places: Places) -> str | None:
        """A problem at seats[2] stands at the third seat."""
        if problem.field.startswith("seats["):
            return f"seat_{int(problem.field[6:-1]) + 1}"
        return super().field_of(problem, places)


class ReseatForm(SeatsForm):
    """The seats of a table that is there already; where deals have been recorded, what becomes of their order."""

    expected = forms.CharField(widget=forms.HiddenInput, required=False, max_length=100)
    confirmed = forms.CharField(widget=forms.HiddenInput, required=False, max_length=100)

    def __init__(self, *args: Any, has_deals: bool, ruleset: Ruleset, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ruleset = ruleset
        self.names = {player.number: player.name for player in kwargs["players"]}
        if has_deals:
            self.fields["follow"] = forms.TypedChoiceField(
                label=_("The deals recorded so far"),
                coerce=lambda value: value == "yes",
                initial="no",
                widget=forms.RadioSelect,
                choices=[
                    ("no", _("They were played as recorded: only the next deals follow the new order.")),
                    ("yes", _("The order had been written down wrongly: they follow the new order, too.")),
                ],
            )
            self.fields["reason"] = forms.CharField(
                label=_("What happened"), required=False, max_length=500, widget=forms.Textarea({"rows": 2})
            )

    def sentence(self, problem: Problem) -> str:
        """A problem of a deal says which deal it is, and names its players."""
        found = re.match(r"deals\[(\d+)\]", problem.field)
        if found is None:
            return super().sentence(problem)
        told = say_at_form(problem, self.names, self.ruleset)
        return _("Deal %(position)s: %(problem)s") % {"position": int(found[1]) + 1, "problem": told}
