"""A series is set up, and edited."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import DeskForm
from scoring.forms.slugs import SlugForm
from scoring.models import Series, Tournament
from scoring.models.tournament import NAME_LENGTH
from scoring.services import SeriesFields
from scoring.services.series import MOST_COUNTED


class SeriesForm(DeskForm):
    """What is said of a series. `cups` are those that may be in it: own ones, and those that are there already."""

    name = forms.CharField(label=_("Name of the series"), max_length=NAME_LENGTH)
    by = forms.ChoiceField(
        label=_("What counts"),
        widget=forms.RadioSelect,
        choices=[
            (Series.By.POINTS, _("Tournament points: the highest sum is ahead")),
            (Series.By.PLACES, _("Places: the lowest sum is ahead")),
        ],
    )
    counted = forms.IntegerField(
        label=_("How many of a player’s best cups count"),
        required=False,
        min_value=1,
        max_value=MOST_COUNTED,
        help_text=_("Left empty, all of them count."),
    )
    cups = forms.TypedMultipleChoiceField(
        label=_("Cups"), required=False, coerce=int, widget=forms.CheckboxSelectMultiple
    )
    is_public = forms.BooleanField(label=_("Everybody can see the series"), required=False)

    def __init__(self, *args: Any, cups: Iterable[Tournament], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("cups", [(cup.pk, f"{cup.name} ({date_format(cup.date, 'SHORT_DATE_FORMAT')})") for cup in cups])

    def fields_of(self) -> SeriesFields:
        """What was typed."""
        said = self.cleaned_data
        return SeriesFields(said["name"], said["by"], said["counted"], said["is_public"], frozenset(said["cups"]))


class EditSeriesForm(SeriesForm):
    """With the revision that the editor looked at; `people` are those who may be chosen to edit it."""

    seen = forms.IntegerField(widget=forms.HiddenInput)
    organisers = forms.TypedMultipleChoiceField(
        label=_("Who may edit it"), required=False, coerce=int, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, people: Iterable[User], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("organisers", [(user.pk, user.get_username()) for user in people])

    def fields_of(self) -> SeriesFields:
        """What was typed, with who may edit it."""
        return replace(super().fields_of(), organisers=frozenset(self.cleaned_data["organisers"]))


class NewSeriesForm(SlugForm, SeriesForm):
    """A new series; the word of the address is made of the name where none is given."""

    named, otherwise = Series, "sorozat"
