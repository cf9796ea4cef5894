"""How a round is drawn, and who changes places in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import DeskForm
from scoring.models import Player, Round
from scoring.services.draw import MOST_SEED

#: Longer than any round of players with numbers of four digits.
_LONGEST = 6000

HOWS = {
    Round.Drawn.RANDOM.value: _("At random"),
    Round.Drawn.FRESH.value: _("Fresh: as few as possible meet again, all rounds to come planned together"),
    Round.Drawn.STANDINGS.value: _("By the standings: 1–4, 5–8 …, tables of five at the bottom"),
}


class DrawForm(DeskForm):
    """How, with which seed. `locked` says who would keep a table of the round before, "" where nobody."""

    how = forms.ChoiceField(label=_("How it is drawn"), choices=list(HOWS.items()), widget=forms.RadioSelect)
    seed = forms.IntegerField(
        label=_("Seed"),
        min_value=0,
        max_value=MOST_SEED,
        help_text=_("With the same seed the same players get the same tables again: write another one, or keep it."),
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )
    keep_last = forms.BooleanField(required=False)
    expected = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40)

    def __init__(self, *args: Any, locked: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if locked:
            self.fields["keep_last"].label = gettext(
                "Who was locked in the round before keeps the table: %(names)s"
            ) % {"names": locked}
        else:
            del self.fields["keep_last"]


class SwapForm(DeskForm):
    """Two who change places, or one who moves; who is locked; or, from the script, the whole arrangement.

    `b` is another player's number, "table-3" for a free place there, or "out" for none.
    """

    a = forms.TypedChoiceField(label=_("Who"), coerce=int, empty_value=None, required=False)
    b = forms.ChoiceField(label=_("Changes places with"), required=False)
    arrangement = forms.CharField(widget=forms.HiddenInput, required=False, max_length=_LONGEST)
    expected = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40)
    locked = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(
        self,
        *args: Any,
        tables: Mapping[int, Sequence[Player]],
        waiting: Sequence[Player],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        people: list[tuple[str, list[tuple[str, str]]]] = [
            (gettext("Table %(number)s") % {"number": number}, [(str(each.number), str(each)) for each in players])
            for number, players in tables.items()
        ]
        if waiting:
            people.append((gettext("Without a table"), [(str(each.number), str(each)) for each in waiting]))
        places = [(f"table-{number}", gettext("the free place of table %(number)s") % {"number": number})
                  for number, players in tables.items() if len(players) == 4]  # fmt: skip
        places.append(("out", gettext("nobody: has no table then")))
        self.offer("a", [("", "–"), *people])
        self.offer("b", [("", "–"), *people, (gettext("Moves to"), places)])
        seated = [player.number for players in tables.values() for player in players]
        numbers = sorted({*seated, *(player.number for player in waiting)})
        self.offer("locked", [(number, number) for number in numbers])

    def clean_arrangement(self) -> dict[int, list[int]]:
        """ "1:4,7,12,9;2:…" as tables; raises ValidationError of what the script never sends."""
        text = self.cleaned_data["arrangement"]
        try:
            pairs = [part.split(":") for part in text.split(";") if part]
            tables = {int(table): [int(player) for player in players.split(",") if player] for table, players in pairs}
        except ValueError as error:
            raise ValidationError(gettext("The message cannot be read.")) from error
        return tables

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("a") is not None and not cleaned.get("b"):
            self.add_error("b", gettext("Choose with whom, or where to."))
        if cleaned.get("b") and cleaned.get("a") is None and "a" not in self.errors:
            self.add_error("a", gettext("Choose who changes places."))
        return cleaned
