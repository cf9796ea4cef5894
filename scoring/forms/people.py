"""Somebody is invited."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import DeskForm
from scoring.models import Membership
from scoring.services.people import USERNAME_LENGTH


class InviteForm(DeskForm):
    """A user name and a role."""

    username = forms.CharField(
        label=_("User name"),
        max_length=USERNAME_LENGTH,
        help_text=_("Of an account that exists, or the name of a new one: letters, digits and @ . + - _"),
        widget=forms.TextInput({"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        widget=forms.RadioSelect,
        initial=Membership.Role.ORGANISER,
        choices=[
            (Membership.Role.ORGANISER, _("organiser: may do everything in this cup")),
            (Membership.Role.JUROR, _("juror: rules on cases")),
        ],
    )
