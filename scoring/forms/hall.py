"""Notices for the hall, and the length of a round."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import DeskForm
from scoring.models.hall import NOTICE_LENGTH
from scoring.services.clock import MOST_MINUTES

#: The buttons that give a round more time; minutes.
EXTENSIONS = (1, 5, 10)


class NoticeForm(DeskForm):
    """A notice, in one line however it was typed."""

    text = forms.CharField(
        label=_("New notice"),
        widget=forms.Textarea({"rows": 2, "maxlength": NOTICE_LENGTH}),
        help_text=_("One or two sentences: “Lunch is at half past twelve, upstairs.”"),
    )

    def clean_text(self) -> str:
        """The text without the ends of its lines."""
        return " ".join(str(self.cleaned_data["text"]).split())


class ClockForm(DeskForm):
    """How long a round may last, and when the hall is warned."""

    minutes = forms.IntegerField(label=_("Length in minutes"), min_value=1, max_value=MOST_MINUTES)
    warning = forms.IntegerField(
        label=_("Warning, minutes before the end"),
        min_value=0,
        required=False,
        help_text=_("0: no warning."),
    )

    def __init__(self, *args: Any, limit: int | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["inputmode"] = "numeric"
        if limit is not None:
            text = _("By the rules this round lasts at most %(minutes)s minutes.")
            self.fields["minutes"].help_text = text % {"minutes": limit}
