"""The register of people: somebody is put right, or is one person with somebody else."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import DeskForm
from scoring.models.tournament import NAME_LENGTH
from scoring.text import tidy


class PersonForm(DeskForm):
    """Name, club and town of a person."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH, widget=forms.TextInput({"autocomplete": "off"}))
    club = forms.CharField(
        label=_("Club"), max_length=NAME_LENGTH, required=False, widget=forms.TextInput({"autocomplete": "off"})
    )
    town = forms.CharField(
        label=_("Town"), max_length=NAME_LENGTH, required=False, widget=forms.TextInput({"autocomplete": "off"})
    )

    def clean_name(self) -> str:
        return tidy(self.cleaned_data["name"])

    def clean_club(self) -> str:
        return tidy(self.cleaned_data["club"])

    def clean_town(self) -> str:
        return tidy(self.cleaned_data["town"])


class MergeForm(DeskForm):
    """Who else it is."""

    other = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**62)
