"""What is decided about a result."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import DeskForm
from scoring.models import Tournament


class TieBreakForm(DeskForm):
    """The tie-break that is wanted, and the one that stood there when somebody asked for it."""

    tie_break = forms.ChoiceField(choices=Tournament.TieBreak.choices)
    seen = forms.ChoiceField(choices=Tournament.TieBreak.choices)


class ProtestForm(DeskForm):
    """Until when protests are taken; left empty, no time is set. `minutes`: so many from now on."""

    until = forms.DateTimeField(
        label=_("Protests are taken until"),
        required=False,
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    minutes = forms.IntegerField(required=False, min_value=1, max_value=24 * 60)
