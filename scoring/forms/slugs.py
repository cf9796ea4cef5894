"""The word in an address, made of a name."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.db.models import Model
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import DeskForm
from scoring.models.tournament import SLUG_LENGTH


class SlugForm(DeskForm):
    """A form with a `name`, and with the word of the address, made of the name where none is given."""

    #: What it is a form of, and the word where a name makes none.
    named: ClassVar[type[Model]]
    otherwise: ClassVar[str]

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
            cleaned["slug"] = free_slug(cleaned["name"], self.named, self.otherwise)
        return cleaned


def free_slug(name: str, named: type[Model], otherwise: str) -> str:
    """A word for the address that none of these has: "Őszi Kupa" is oszi-kupa, or oszi-kupa-2."""
    word = slugify(name.replace("_", " "))[: SLUG_LENGTH - 4].strip("-") or otherwise
    taken = set(named._default_manager.filter(slug__startswith=word).values_list("slug", flat=True))
    if word not in taken:
        return word
    return next(f"{word}-{n}" for n in range(2, len(taken) + 3) if f"{word}-{n}" not in taken)
