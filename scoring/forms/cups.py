"""A cup is set up, and edited."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import rules
from scoring.forms.base import DeskForm
from scoring.forms.slugs import SlugForm
from scoring.models import Tournament
from scoring.models.tournament import MAX_ROUNDS, NAME_LENGTH
from scoring.templatetags.tarokk import say

#: Where the problems of the services stand in these forms.
PLACES = {"ruleset": "ruleset_id"}


class CupForm(DeskForm):
    """What a cup says of itself. With `seen`, each field carries along what it was when the form was opened."""

    name = forms.CharField(label=_("Name of the cup"), max_length=NAME_LENGTH)
    date = forms.DateField(label=_("Date"), widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))
    venue = forms.CharField(label=_("Venue"), max_length=NAME_LENGTH, required=False)
    ruleset_id = forms.ChoiceField(label=_("Rules"), widget=forms.RadioSelect)
    rounds_planned = forms.IntegerField(label=_("Number of rounds"), min_value=1, max_value=MAX_ROUNDS)
    tie_break = forms.ChoiceField(
        label=_("Equal tournament points"),
        widget=forms.RadioSelect,
        choices=[
            (Tournament.TieBreak.TABLE_POINTS, _("More table points are ahead")),
            (Tournament.TieBreak.NONE, _("The rank is shared")),
        ],
    )

    def __init__(self, *args: Any, seen: bool = False, fixed_rules: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if fixed_rules:
            del self.fields["ruleset_id"]
        else:
            choices = [(ruleset.id, say(ruleset.name)) for ruleset in rules.rulesets().values()]
            self.offer("ruleset_id", choices)
        for field in self.fields.values():
            field.show_hidden_initial = seen

    @property
    def seen_choices(self) -> list[str]:
        """What stood in the fields that a page writes option by option: elsewhere it comes with the field."""
        names = [name for name, field in self.fields.items() if field.show_hidden_initial]
        return [self[name].as_hidden(only_initial=True) for name in names if name in ("ruleset_id", "tie_break")]

    def seen(self) -> dict[str, Any]:
        """The values that stood in the form when it was opened; what somebody made of them counts as nothing."""
        found = {}
        for name, field in self.fields.items():
            if not field.show_hidden_initial:
                continue
            raw = field.hidden_widget().value_from_datadict(self.data, self.files, self.add_initial_prefix(name))
            try:
                found[name] = field.clean(raw)
            except forms.ValidationError:
                found[name] = None
        return found


class NewCupForm(SlugForm, CupForm):
    """A new cup; the word of the address is made of the name where none is given."""

    named, otherwise = Tournament, "kupa"
    field_order = ("name", "date", "venue", "ruleset_id", "rounds_planned", "tie_break", "slug")


class FreezeForm(DeskForm):
    """Up to which round the public sees the results."""

    after_round = forms.TypedChoiceField(label=_("What the public sees until then"), coerce=int)

    def __init__(self, *args: Any, rounds: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices: list[tuple[int, Any]] = [(0, _("no results"))]
        choices += [(number, _("the state after round %(number)s") % {"number": number}) for number in rounds]
        self.offer("after_round", choices)
        self.fields["after_round"].initial = max(len(rounds) - 1, 0)
