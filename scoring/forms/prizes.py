"""The list of prizes, place by place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import Problem
from scoring.forms.base import DeskForm, Places
from scoring.models.tournament import NAME_LENGTH
from scoring.prizes import Offer
from scoring.services import mark_of
from scoring.services.prizes import MOST_FORINTS
from scoring.templatetags.tarokk import ordinal

#: Rows that a fresh list has; how many stay empty below the last prize; and the most there can be.
FEWEST, SPARE, MOST_ROWS = 3, 2, 60
#: In the names of the fields, the place of the prize for the catches.
XXI = "xxi"


class Forints(forms.IntegerField):
    """An amount as people write it: "20000", "20 000", "20.000 Ft"."""

    def to_python(self, value: Any) -> int | None:
        if isinstance(value, str):
            value = re.sub(r"\s|ft\.?$", "", value.strip(), flags=re.IGNORECASE)
            if re.fullmatch(r"\d{1,3}([.,]\d{3})+", value):
                value = re.sub(r"[.,]", "", value)
        return super().to_python(value)


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """A row of the form: what it is the prize of, and its two fields."""

    label: str
    amount: forms.BoundField
    text: forms.BoundField


class PrizesForm(DeskForm):
    """A row for each place and, where `catches` can be won, one for the most XXI catches."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)
    rows = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=MOST_ROWS)

    def __init__(self, *args: Any, offers: Sequence[Offer], catches: bool, **kwargs: Any) -> None:
        """`offers` are the prizes as they are now."""
        last = max((offer.place or 0 for offer in offers), default=0)
        fresh = min(max(last + SPARE, FEWEST), MOST_ROWS)
        kwargs["initial"] = {"seen": mark_of(offers), "rows": fresh}
        for offer in offers:
            key = XXI if offer.place is None else str(offer.place)
            kwargs["initial"] |= {f"amount_{key}": offer.amount, f"text_{key}": offer.text}
        super().__init__(*args, **kwargs)
        self.keys = [*map(str, range(1, self._count(fresh) + 1)), *([XXI] if catches else [])]
        for key in self.keys:
            self.fields[f"amount_{key}"] = Forints(
                label=gettext_lazy("Forints"),
                required=False,
                min_value=0,
                max_value=MOST_FORINTS,
                widget=forms.TextInput({"inputmode": "numeric", "size": 9}),
            )
            self.fields[f"text_{key}"] = forms.CharField(
                label=gettext_lazy("Thing"), required=False, max_length=NAME_LENGTH
            )

    def _count(self, fresh: int) -> int:
        """As many rows as the form was sent with."""
        sent = str(self.data.get("rows", "")) if self.is_bound else ""
        return max(1, min(int(sent), MOST_ROWS)) if sent.isascii() and sent.isdigit() and len(sent) < 4 else fresh

    @property
    def prize_rows(self) -> list[PrizeRow]:
        """The rows in order."""
        return [
            PrizeRow(
                _("Most XXI catches") if key == XXI else _("%(place)s place") % {"place": ordinal(int(key))},
                self[f"amount_{key}"],
                self[f"text_{key}"],
            )
            for key in self.keys
        ]

    def offers(self) -> list[Offer]:
        """What was typed, row by row."""
        return [
            Offer(
                None if key == XXI else int(key),
                self.cleaned_data[f"amount_{key}"],
                " ".join(self.cleaned_data[f"text_{key}"].split()),
            )
            for key in self.keys
        ]

    def field_of(self, problem: Problem, places: Places) -> str | None:
        index, _dot, name = problem.field.partition(".")
        if not index.isdigit():
            return super().field_of(problem, places)
        return f"{'text' if name == 'text' else 'amount'}_{self.keys[int(index)]}"
