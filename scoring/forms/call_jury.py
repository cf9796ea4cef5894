"""How a table calls the jury: who did what, who asks for it, and what had been said and made before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from rules import Offence, Problem, Ruleset, jury
from scoring.explain import Warned, cite
from scoring.forms.deal_at_table import TableEntry
from scoring.forms.deal_parts import BLANK, chips, numbers, select
from scoring.forms.jury import (
    NO,
    YES,
    figure_choices,
    figures_made,
    key,
    long_text,
    offence_name,
    one_line,
    with_figures,
)
from scoring.services.sentences import say

#: What the call is about: a deal, or none (ethics, a dispute).
DEAL, NONE = "deal", "none"
Names = Mapping[Any, str]


class CallForm(forms.Form):
    """The call of a table. `record` is the deal's as it was entered (None: it is still played, or there is none);
    `about` asks whether it is about the deal at all. Which figures had been made is asked where a penalty is made of
    them.

    Each check box has a name of its own: `asker-7`, `made-a0` (the first announcement), `made-s1`.
    """

    use_required_attribute = False

    def __init__(
        self,
        ruleset: Ruleset,
        players: Sequence[tuple[int, str]],
        data: Mapping[str, str] | None = None,
        *,
        record: Mapping[str, Any] | None = None,
        about: Sequence[tuple[str, Any]] = (),
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.ruleset, self.record, names = ruleset, record, [(str(number), name) for number, name in players]
        if about:
            self.fields["about"] = chips(_("What is it about?"), about)
            self.fields["about"].initial = about[0][0]
        offences = [(key(each), offence_name(ruleset, each)) for each in ruleset.offences]
        self.fields["offence"] = select(_("Paragraph"), [BLANK, *offences])
        self.fields["offender"] = numbers(_("Who did it?"), names, chips=True)
        self.fields["in_play"] = chips(_("Had play begun?"), [(YES, _("yes")), (NO, _("no, it came out before"))])
        self.fields["in_play"].initial = YES
        self.askers = [self._check(f"asker-{number}", name) for number, name in names]
        priced = record if ruleset.has_renonsz else None
        figures = figure_choices(priced, ruleset, dict(players)) if priced is not None else []
        made = figures_made(priced, priced) if priced is not None else []
        self.figures = [self._check(f"made-{place}", text, place in made) for place, text in figures]
        self.fields["facts"] = long_text(gettext_lazy("What happened"), required=False, rows=3)

    def _check(self, name: str, label: str, initial: bool = False) -> str:
        self.fields[name] = forms.BooleanField(label=label, required=False, initial=initial)
        return name

    def clean(self) -> dict[str, Any]:
        """A paragraph is chosen, one that can be about what is called about."""
        found: dict[str, Any] = super().clean() or {}
        offence = self.offence
        if offence is None and "offence" not in self.errors:
            self.add_error("offence", _("Choose the paragraph."))
        elif offence is not None and offence.sanction != "jury":
            if found.get("about") == NONE:
                self.add_error("offence", _("This paragraph is about a deal: choose another one, or the deal."))
            if found.get("offender") is None and "offender" not in self.errors:
                self.add_error("offender", say(Problem("offender-missing", "offender")))
        return found

    @property
    def offence(self) -> Offence | None:
        """The offence that was chosen."""
        chosen = (self.cleaned_data if self.is_bound else {}).get("offence")
        return next((each for each in self.ruleset.offences if key(each) == chosen), None)

    @property
    def with_deal(self) -> bool:
        """Is it about the deal? Only of a valid form."""
        return bool(self.cleaned_data.get("about") != NONE)

    def given(self) -> dict[str, Any]:
        """What `open_case` takes, of a valid form."""
        data, offence = self.cleaned_data, self.offence
        assert offence is not None
        return {
            "rule": offence.rule,
            "sanction": offence.sanction,
            "offender": data["offender"],
            "askers": [int(name.removeprefix("asker-")) for name in self.askers if data[name]],
            "in_play": data["in_play"] != NO,
            "facts": one_line(data["facts"]),
        }

    def own_record(self) -> dict[str, Any] | None:
        """The deal's record with just those figures that had been made before; None where that is the deal's own."""
        if self.record is None or not self.figures:
            return None
        made = [name.removeprefix("made-") for name in self.figures if self.cleaned_data[name]]
        if set(made) == set(figures_made(self.record, self.record)):
            return None
        return with_figures(self.record, made)

    def place(self, problems: Iterable[Problem]) -> None:
        """Puts what the services refuse where it can be mended."""
        for problem in problems:
            head = {"rule": "offence"}.get(problem.field, problem.field)
            name = head if head in self.fields else None
            if name is None or name not in self.errors:
                self.add_error(name, say(problem))

    @property
    def checks(self) -> list[tuple[str, str, list[forms.BoundField]]]:
        """The groups of check boxes: an id, what they ask, the boxes."""
        groups = [("askers", _("Who asks for it?"), self.askers), ("made", _("Made before it"), self.figures)]
        return [(name, title, [self[each] for each in boxes]) for name, title, boxes in groups if boxes]

    @property
    def asking(self) -> list[str]:
        """For which paragraphs several players have to ask (Kupa 9.2), each in a sentence."""
        text = _("%(rule)s: %(count)s players of the table have to ask for it.")
        return [
            text % {"rule": cite(self.ruleset, each.rule), "count": each.askers}
            for each in self.ruleset.offences
            if each.askers > 1
        ]

    @property
    def faults(self) -> list[tuple[str, str, str]]:
        """What is wrong: an id to go to, the field, the sentence."""
        found = [("", "", str(error)) for error in self.non_field_errors()]
        for name in self.fields:
            if name in self.errors:
                bound = self[name]
                target = f"{bound.auto_id}_0" if isinstance(bound.field.widget, forms.RadioSelect) else bound.auto_id
                found.append((target, str(bound.label), str(self.errors[name][0])))
        return found


def of_warning(ruleset: Ruleset, warned: Warned) -> dict[str, Any]:
    """What a warning says beforehand: the offence of its paragraph, where there is one, and whose it is."""
    found: dict[str, Any] = {}
    matching = [each for each in ruleset.offences if each.rule == warned.paragraph]
    if matching:
        # What a program can see of a record is no breach that shows in a hand: of several the one without a sanction.
        found["offence"] = key(next((each for each in matching if each.sanction == "jury"), matching[0]))
    if isinstance(warned.player, int):
        found["offender"] = str(warned.player)
    found["facts"] = warned.sentence
    return found


def said_record(entry: TableEntry) -> dict[str, Any] | None:
    """What was typed of a deal that is still played, as a record; None where nothing was."""
    record = entry.record()
    return record if record.keys() - {"outcome", "players"} else None


def said_problems(entry: TableEntry, record: Mapping[str, Any], offender: int, rule: str) -> Sequence[Problem]:
    """What is wrong with what was said and made so far, as the record of a renonsz."""
    problems = list(entry.problems())
    tried = jury.ruled(record, "renonsz", {"offender": offender, "paragraph": rule})
    try:
        rules.read_deal({"players": list(entry.sitting.rotation), **tried}, entry.sitting.ruleset)
    except rules.Refused as refused:
        problems += refused.problems
    return problems
