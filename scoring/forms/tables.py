"""Points from a paper sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules import Problem
from scoring.forms.base import DeskForm, Places, WholeNumber
from scoring.models import Seat
from scoring.services.tablework import MAX_PAPER_POINTS


class PaperForm(DeskForm):
    """Table points of each seat: whole numbers that sum to zero."""

    def __init__(self, *args: Any, seats: Sequence[Seat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for seat in seats:
            self.fields[f"points_{seat.player.number}"] = WholeNumber(
                label=seat.player.name, min_value=-MAX_PAPER_POINTS, max_value=MAX_PAPER_POINTS
            )

    def points(self) -> dict[int, int]:
        """The points by player number."""
        return {int(name.removeprefix("points_")): value for name, value in self.cleaned_data.items()}

    def field_of(self, problem: Problem, places: Places) -> str | None:
        """A problem at totals.7 stands at the points of player 7; one about them all above the form."""
        player = problem.field.partition(".")[2]
        return f"points_{player}" if player else None
