"""The list of players, typed or pasted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import DeskForm
from scoring.models.tournament import NAME_LENGTH


def one_line(text: str) -> str:
    """A name without the spaces that are too many."""
    return " ".join(text.split())


class PlayerForm(DeskForm):
    """One player. `twice` is ticked when the name may stand in the list a second time."""

    name = forms.CharField(
        label=_("Name"), max_length=NAME_LENGTH, widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"})
    )
    club = forms.CharField(
        label=_("Club or town"), max_length=NAME_LENGTH, required=False, widget=forms.TextInput({"autocomplete": "off"})
    )

    def __init__(self, *args: Any, seen: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if seen:
            for field in ("name", "club"):
                self.fields[f"seen_{field}"] = forms.CharField(
                    required=False,
                    widget=forms.HiddenInput,
                    initial=self.initial.get(field, ""),
                    max_length=NAME_LENGTH,
                )

    def clean_name(self) -> str:
        return one_line(self.cleaned_data["name"])

    def clean_club(self) -> str:
        return one_line(self.cleaned_data["club"])

    @property
    def entries(self) -> list[tuple[str, str]]:
        """(name, club) of the one player."""
        return [(self.cleaned_data["name"], self.cleaned_data["club"])]


class PasteForm(DeskForm):
    """Many players, one in a line: the name, and after a semicolon the club."""

    lines = forms.CharField(
        label=_("One player in each line"),
        max_length=100_000,
        help_text=_("The name; after a semicolon the club or town, if you like: Őry Tűnde; Eger"),
        widget=forms.Textarea({"rows": 8, "spellcheck": "false"}),
    )

    def clean_lines(self) -> str:
        text: str = self.cleaned_data["lines"]
        long = [name for name, club in self._read(text) if len(name) > NAME_LENGTH or len(club) > NAME_LENGTH]
        if long:
            raise forms.ValidationError(
                _("A name or club has more than %(limit)s characters: %(text)s"),
                params={"limit": NAME_LENGTH, "text": long[0][:40]},
            )
        if any(not name for name, _club in self._read(text)):
            raise forms.ValidationError(_("A line has a club, but no name before the semicolon."))
        return text

    @property
    def entries(self) -> list[tuple[str, str]]:
        """(name, club) of each line that is not empty."""
        return self._read(self.cleaned_data["lines"])

    @staticmethod
    def _read(text: str) -> list[tuple[str, str]]:
        # A spreadsheet puts a tab between the columns.
        parts = (line.replace("\t", ";").partition(";") for line in text.splitlines() if line.strip(" ;\t"))
        return [(one_line(name), one_line(club.rstrip("; \t"))) for name, _semicolon, club in parts]


class WithdrawForm(DeskForm):
    """After which round somebody left."""

    after_round = forms.TypedChoiceField(label=_("Leaves"), coerce=int)

    def __init__(self, *args: Any, planned: int, played: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices: list[tuple[int, Any]] = [(0, _("before the first round"))]
        choices += [(n, _("after round %(number)s") % {"number": n}) for n in range(1, planned + 1)]
        self.offer("after_round", choices)
        self.fields["after_round"].initial = played


def doubles(entries: Iterable[tuple[str, str]], names: Iterable[str]) -> list[str]:
    """The names of `entries` that stand twice among them, or among `names`, whatever their case."""
    there = {name.casefold() for name in names}
    entries = list(entries)
    count = Counter(name.casefold() for name, _club in entries)
    found = {name.casefold(): name for name, _club in entries if name.casefold() in there or count[name.casefold()] > 1}
    return list(found.values())
