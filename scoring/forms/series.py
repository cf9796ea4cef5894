"""A series is set up, and edited."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import DeskForm
from scoring.models import Series, Tournament
from scoring.models.tournament import NAME_LENGTH, SLUG_LENGTH
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
    """With the revision that the editor looked at."""

    seen = forms.IntegerField(widget=forms.HiddenInput)


class NewSeriesForm(SeriesForm):
    """A new series; the word of the address is made of the name where none is given."""

    slug = forms.CharField(
        label=_("Word in the address"),
        max_length=SLUG_LENGTH,
        required=False,
        help_text=_("Letters a–z, digits and hyphens, such as tavaszi-kupa. Left empty, it is made of the name."),
        widget=forms.TextInput({"autocapitalize": "none", "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not cleaned.get("slug") and cleaned.get("name"):
            cleaned["slug"] = free_slug(cleaned["name"])
        return cleaned


def free_slug(name: str) -> str:
    """A word for the address, made of a name, that no series has."""
    word = slugify(name.replace("_", " "))[: SLUG_LENGTH - 4].strip("-") or "sorozat"
    taken = set(Series.objects.filter(slug__startswith=word).values_list("slug", flat=True))
    if word not in taken:
        return word
    return next(f"{word}-{n}" for n in range(2, len(taken) + 3) if f"{word}-{n}" not in taken)
