"""The players of a cup: one is typed, comes late, leaves, checks in; somebody plays in their place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import DeskForm
from scoring.imports.doubles import key_of
from scoring.models import Player, Tournament
from scoring.models.tournament import NAME_LENGTH
from scoring.services.coming import KEEP, LEAVE, UNDRAW
from scoring.text import tidy

#: The list of people that a page suggests while a name is typed.
PEOPLE = "people"


class PlayerForm(DeskForm):
    """One player: name and club, or both in the first field with a semicolon between them.

    With `seen`, it carries along what they were when it was opened; with `rounds` it asks from which of them on
    somebody plays, and with `check_in` whether they are here.
    """

    # Longer than a name: what is suggested has the club behind it.
    name = forms.CharField(
        label=_("Name"),
        max_length=2 * NAME_LENGTH + 2,
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false", "list": PEOPLE}),
    )
    club = forms.CharField(
        label=_("Club or town"), max_length=NAME_LENGTH, required=False, widget=forms.TextInput({"autocomplete": "off"})
    )

    def __init__(
        self, *args: Any, seen: bool = False, rounds: Sequence[int] = (), check_in: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        if seen:
            for field in ("name", "club"):
                self.fields[f"seen_{field}"] = forms.CharField(
                    required=False,
                    widget=forms.HiddenInput,
                    initial=self.initial.get(field, ""),
                    max_length=NAME_LENGTH,
                )
        if rounds:
            self.fields["first_round"] = forms.TypedChoiceField(
                label=_("Plays from"),
                coerce=int,
                required=False,
                empty_value=str(rounds[0]),
                choices=[(n, _("round %(number)s") % {"number": n}) for n in rounds],
                initial=rounds[0],
            )
        if check_in:
            self.fields["here"] = forms.BooleanField(label=_("Is here"), required=False)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        name, club = cleaned.get("name", ""), tidy(cleaned.get("club") or "")
        if ";" in name and not club:
            name, _semicolon, club = name.partition(";")
        cleaned["name"], cleaned["club"] = tidy(name), tidy(club)
        for field in ("name", "club"):
            if len(cleaned[field]) > NAME_LENGTH:
                text = _("At most %(limit)s characters fit.")
                self.add_error(field, forms.ValidationError(text, params={"limit": NAME_LENGTH}))
        if not cleaned.get("name") and "name" not in self.errors:
            self.add_error("name", _("There is no name."))
        return cleaned

    @property
    def entries(self) -> list[tuple[str, str]]:
        """(name, club) of the one player."""
        return [(self.cleaned_data["name"], self.cleaned_data["club"])]


class FirstRoundForm(DeskForm):
    """From which round on somebody plays."""

    first_round = forms.TypedChoiceField(label=_("Plays from"), coerce=int)

    def __init__(self, *args: Any, planned: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("first_round", [(n, _("round %(number)s") % {"number": n}) for n in range(1, planned + 1)])


class WithdrawForm(DeskForm):
    """After which round somebody left; with `choices`, what becomes of their table in a round that is drawn."""

    after_round = forms.TypedChoiceField(label=_("Leaves"), coerce=int)

    def __init__(
        self, *args: Any, planned: int, played: int, choices: Sequence[tuple[str, Any]] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        rounds: list[tuple[int, Any]] = [(0, _("before the first round"))]
        rounds += [(n, _("after round %(number)s") % {"number": n}) for n in range(1, planned + 1)]
        self.offer("after_round", rounds)
        self.fields["after_round"].initial = played
        if choices:
            self.fields["drawn"] = forms.ChoiceField(
                label=_("The table that they are drawn to"),
                required=False,
                widget=forms.RadioSelect,
                choices=list(choices),
            )

    @property
    def of_table(self) -> str:
        """`KEEP`, `LEAVE` or `UNDRAW` of the services."""
        found = str(self.cleaned_data.get("drawn", KEEP))
        return found if found in (LEAVE, UNDRAW) else KEEP


class CheckInForm(DeskForm):
    """How the cup checks people in."""

    uses_check_in = forms.BooleanField(label=_("Only those are drawn who are here"), required=False)
    entry_fee = forms.IntegerField(
        label=_("Entry fee, in forints"),
        required=False,
        min_value=0,
        help_text=_("Left empty, nobody is asked whether they have paid."),
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )

    @classmethod
    def of(cls, tournament: Tournament) -> CheckInForm:
        """As the cup does it now."""
        return cls(initial={"uses_check_in": tournament.uses_check_in, "entry_fee": tournament.entry_fee})

    def clean_entry_fee(self) -> int | None:
        return self.cleaned_data["entry_fee"] or None


class SubstituteForm(DeskForm):
    """Who plays on in whose place at a table; an empty name: nobody any more."""

    player = forms.TypedChoiceField(label=_("In the place of"), coerce=int)
    name = forms.CharField(
        label=_("Plays on"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_("The name of the substitute; left empty, the player plays again."),
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false", "list": PEOPLE}),
    )

    def __init__(self, *args: Any, players: Sequence[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("player", [(player.number, str(player)) for player in players])


def doubles(entries: Iterable[tuple[str, str]], names: Iterable[str]) -> list[str]:
    """The names of `entries` that are among `names`, whatever their accents and capitals."""
    there = {key_of(name) for name in names}
    return [name for name, _club in entries if key_of(name) in there]
