"""What the organiser's forms share, and how a refusal comes to stand at the field it is about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, cast

from django import forms

from rules import Problem
from scoring.services import Refusal
from scoring.services.sentences import say

T = TypeVar("T")

#: Where the problems of a service stand in a form: by the beginning of their place, the name of the form's field.
Places = Mapping[str, str]


class DeskForm(forms.Form):
    """A form that says itself what is missing, in its own words: browsers would say it in theirs."""

    use_required_attribute = False

    def begin_at(self, name: str) -> None:
        """A fresh page puts the focus on that field; one that was refused, on what is wrong."""
        if not self.is_bound:
            self.fields[name].widget.attrs["autofocus"] = True

    def offer(self, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
        """What may be chosen at a field, where that is known only when the form is made."""
        cast(forms.ChoiceField, self.fields[name]).choices = list(choices)

    def place(self, refusal: Refusal, places: Places | None = None) -> None:
        """Puts each problem of a refusal at its field, or above the form where it is about none."""
        for problem in refusal.problems:
            field = self.field_of(problem, places or {})
            self.add_error(field if field in self.fields else None, self.sentence(problem))

    def sentence(self, problem: Problem) -> str:
        """What a problem is called in this form."""
        return say(problem)

    def field_of(self, problem: Problem, places: Places) -> str | None:
        """The name of the field that a problem is about."""
        head = re.split(r"[.\[]", problem.field, maxsplit=1)[0]
        return places.get(problem.field, places.get(head, head)) or None

    def attempt(self, write: Callable[[], T], places: Places | None = None) -> T | None:
        """What `write` returns; None when it was refused, with the reasons in the form."""
        try:
            return write()
        except Refusal as refused:
            self.place(refused, places)
            return None


class WholeNumber(forms.IntegerField):
    """A whole number of points; a real minus sign is one, too."""

    def to_python(self, value: Any) -> int | None:
        if isinstance(value, str):
            value = value.replace("\u2212", "-").replace("\u2013", "-")
        return super().to_python(value)


class ReasonForm(DeskForm):
    """A confirmation; `reason` is there where one is recorded, `early` (by that label) where somebody has to say that
    it is done before its time on purpose."""

    def __init__(
        self, *args: Any, label: str = "", required: bool = True, hint: str = "", early: str = "", **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        if early:
            self.fields["early"] = forms.BooleanField(label=early, required=False)
        if label:
            self.fields["reason"] = forms.CharField(
                label=label, required=required, max_length=500, help_text=hint, widget=forms.Textarea({"rows": 2})
            )
            self.begin_at("reason")

    @property
    def reason(self) -> str:
        """What was typed, in one line."""
        return " ".join(str(self.cleaned_data.get("reason", "")).split())
