"""A copy is restored by upload."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import DeskForm


class RestoreForm(DeskForm):
    """Which copy; and whoever sends it knows what it does."""

    file = forms.FileField(
        label=_("Backup or copy"),
        help_text=_("A file such as kupa-20260418T133012Z.sqlite3 or .zip."),
        widget=forms.FileInput({"accept": ".zip,.sqlite3"}),
        error_messages={"required": _("Choose the file."), "empty": _("The file is empty.")},
    )
    confirm = forms.BooleanField(
        label=_("The accounts of this machine give way to those of the copy, and everybody is logged out."),
        error_messages={"required": _("Tick this, if it is meant.")},
    )
