"""Points from a paper sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from rules import Problem
from scoring.forms.base import DeskForm, Places, WholeNumber
from scoring.models import Seat, Table
from scoring.services import Refusal
from scoring.services.tablework import MAX_PAPER_POINTS


class PaperForm(DeskForm):
    """Table points of each seat: whole numbers that sum to zero. `kind` is what they were typed in as."""

    def __init__(self, *args: Any, seats: Sequence[Seat], kind: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [(value, value) for value in (Table.Paper.TOTALS, Table.Paper.REMAINDER)]
        self.fields["kind"] = forms.ChoiceField(choices=kinds, widget=forms.HiddenInput, initial=kind)
        for seat in seats:
            self.fields[f"points_{seat.player.number}"] = WholeNumber(
                label=seat.player.name, min_value=-MAX_PAPER_POINTS, max_value=MAX_PAPER_POINTS
            )
        if seats:
            self.begin_at(f"points_{seats[0].player.number}")

    def points(self) -> dict[int, int]:
        """The points by player number."""
        prefix = "points_"
        data = self.cleaned_data.items()
        return {int(name.removeprefix(prefix)): value for name, value in data if name.startswith(prefix)}

    def place(self, refusal: Refusal, places: Places | None = None) -> None:
        super().place(refusal, places)
        if any(problem.code == "sum-not-zero" for problem in refusal.problems):
            # No single number is the wrong one: each is marked, and told by the sentence above the form.
            for bound in self.visible_fields():
                bound.field.widget.attrs |= {"aria-invalid": "true", "aria-describedby": "form-errors"}

    def field_of(self, problem: Problem, places: Places) -> str | None:
        """A problem at totals.7 stands at the points of player 7; one about them all above the form."""
        player = problem.field.partition(".")[2]
        return f"points_{player}" if player else None
