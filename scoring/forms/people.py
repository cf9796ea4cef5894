"""Somebody is invited; a juror is said to be one of the players, or a substitute."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import DeskForm
from scoring.models import Membership
from scoring.services.people import USERNAME_LENGTH

#: In the form a role of its own: a juror who rules only where one of the three may not.
SUBSTITUTE = "substitute"


class JurorForm(DeskForm):
    """Which player of the list a juror is, and whether only a substitute."""

    player = forms.TypedChoiceField(
        label=_("Plays in this cup as"),
        required=False,
        coerce=int,
        empty_value=None,
        help_text=_("Nobody rules on the own table or offence: say so of a juror who plays."),
    )
    substitute = forms.ChoiceField(
        label=_("Seat"),
        widget=forms.RadioSelect,
        choices=[("no", _("one of the three jurors")), ("yes", _("substitute"))],
    )

    def __init__(self, *args: Any, players: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices: list[tuple[Any, Any]] = [("", gettext("does not play"))]
        choices += [(number, f"{number}. {name}") for number, name in players]
        self.offer("player", choices)

    def field_of(self, problem: Any, places: Any) -> str | None:
        """A full jury is told at the seat."""
        return "substitute" if problem.code == "jury-full" else super().field_of(problem, places)


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
            (SUBSTITUTE, _("substitute juror: rules where one of the three may not")),
        ],
    )
    player = forms.TypedChoiceField(
        label=_("A juror who plays is"),
        required=False,
        coerce=int,
        empty_value=None,
        help_text=_("Only for jurors: nobody rules on the own table or offence."),
    )

    def __init__(self, *args: Any, players: Sequence[tuple[int, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices: list[tuple[Any, Any]] = [("", gettext("does not play"))]
        choices += [(number, f"{number}. {name}") for number, name in players]
        self.offer("player", choices)

    @property
    def as_what(self) -> dict[str, Any]:
        """What `invite` takes besides the name, of a valid form."""
        role, player = self.cleaned_data["role"], self.cleaned_data["player"]
        if role == SUBSTITUTE:
            return {"role": Membership.Role.JUROR.value, "substitute": True, "player": player}
        return {"role": role, "player": player if role == Membership.Role.JUROR else None}
