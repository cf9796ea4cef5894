"""Points from a paper sheet, shares of a payment included."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django import forms

from rules import Problem
from rules.placing import whole
from scoring.forms.base import DeskForm, Places, WholeNumber
from scoring.models import Seat, Table
from scoring.numbers import Exact
from scoring.services import Refusal
from scoring.services.sentences import say
from scoring.services.tablework import MAX_PAPER_POINTS

#: "12", "2,5", "10/3", "3 1/3"; the sign is taken off before.
_SHARE = re.compile(r"[0-9]{1,7}([.,][0-9]{1,3}|/[1-9][0-9]{0,2}| [0-9]{1,2}/[1-9][0-9]{0,2})?")
#: As some keyboards have them, and minus signs as people and other programs write them.
_SIGNS = str.maketrans({"½": " 1/2", "⅓": " 1/3", "⅔": " 2/3", "⅙": " 1/6", "⅚": " 5/6", "\u2212": "-", "\u2013": "-"})


class Share(forms.CharField):
    """Table points where players share payments, as people write them: "−12", "10/3", "3 1/3", "2,5". Exact."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=20, **options)
        self.widget.attrs |= {"autocomplete": "off"}

    def prepare_value(self, value: Any) -> Any:
        """What is stored, as it would be typed."""
        if not isinstance(value, Fraction) or value.denominator == 1:
            return value
        units, rest = divmod(abs(value), 1)
        return f"{'-' if value < 0 else ''}{f'{units} ' if units else ''}{rest}"

    def clean(self, value: Any) -> Exact:
        """Raises ValidationError of anything else."""
        text = " ".join(str(super().clean(value)).translate(_SIGNS).replace("/", " / ").split()).replace(" / ", "/")
        amount = text.lstrip("+-").lstrip()
        if not _SHARE.fullmatch(amount) or len(text) - len(text.lstrip("+-")) > 1:
            raise forms.ValidationError(say(Problem("points-not-exact", "")))
        exact = sum((Fraction(part.replace(",", ".")) for part in amount.split(" ")), Fraction())
        return whole(-exact if text.startswith("-") else exact)


class PaperForm(DeskForm):
    """Table points of each seat, which sum to zero: whole numbers, but where players share payments (`shares`). `kind`
    is what they were typed in as."""

    def __init__(self, *args: Any, seats: Sequence[Seat], kind: str, shares: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [(value, value) for value in (Table.Paper.TOTALS, Table.Paper.REMAINDER)]
        self.fields["kind"] = forms.ChoiceField(choices=kinds, widget=forms.HiddenInput, initial=kind)
        for seat in seats:
            name = seat.player.name
            self.fields[f"points_{seat.player.number}"] = (
                Share(label=name)
                if shares
                else WholeNumber(label=name, min_value=-MAX_PAPER_POINTS, max_value=MAX_PAPER_POINTS)
            )
        if seats:
            self.begin_at(f"points_{seats[0].player.number}")

    def points(self) -> dict[int, Exact]:
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
