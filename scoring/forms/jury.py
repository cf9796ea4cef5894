"""The forms of the jury's room: a verdict, given alone or aloud; a case's facts; a new case."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import Offence, Problem, Ruleset
from scoring.explain import cite, figure_name, kontra_word, say
from scoring.forms.base import DeskForm
from scoring.models import Case, Decision, Membership
from scoring.numbers import Exact
from scoring.services import Verdict, decisions_of
from scoring.services.sentences import say as say_problem

_DECIMAL = re.compile(r"[0-9]{1,6}([.,][0-9]{1,3})?\Z")
_FRACTION = re.compile(r"[0-9]{1,6} ?/ ?[1-9][0-9]{0,3}\Z")
_REFUSED = {"invalid_choice": gettext_lazy("This value is not possible here: choose one of those offered.")}
_KIND_MISSING = {"required": gettext_lazy("Choose what is decided."), **_REFUSED}
_REASON_MISSING = {"required": gettext_lazy("A ruling needs its reason.")}

YES, NO = "yes", "no"


class Amount(forms.CharField):
    """An exact number of points as people type it, "2,5" or "5/2"; None for nothing."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, max_length=12, **options)
        self.widget.attrs |= {"inputmode": "decimal", "autocomplete": "off"}

    def clean(self, value: Any) -> Exact | None:
        """Raises ValidationError of anything else."""
        text = str(super().clean(value) or "").strip()
        if not text:
            return None
        if not (_DECIMAL.match(text) or _FRACTION.match(text)):
            raise forms.ValidationError(say_problem(Problem("bad-amount", "amount")))
        exact = Fraction(text.replace(",", ".").replace(" ", ""))
        return int(exact) if exact.denominator == 1 else exact


def long_text(label: Any, *, required: bool, rows: int = 4, help_text: Any = "") -> forms.CharField:
    """A few sentences. How long they are the services judge, so that nothing typed is cut."""
    return forms.CharField(
        label=label,
        required=required,
        help_text=help_text,
        widget=forms.Textarea({"rows": rows}),
        error_messages=_REASON_MISSING if required else None,
    )


class VerdictForm(DeskForm):
    """What one juror rules: a kind, perhaps an amount, and why. What this case can have is offered."""

    kind = forms.ChoiceField(label=gettext_lazy("Decision"), widget=forms.RadioSelect, error_messages=_KIND_MISSING)
    amount = Amount(label=gettext_lazy("Amount"))
    reason = long_text(gettext_lazy("Reason"), required=True)

    def __init__(self, *args: Any, case: Case, hint: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(kind, capfirst(str(Decision(kind).label))) for kind in decisions_of(case)]
        self.offer("kind", choices)
        self.fields["amount"].help_text = hint

    @property
    def verdict(self) -> Verdict:
        """What was chosen, of a valid form."""
        data = self.cleaned_data
        return Verdict(data["kind"], data["amount"], one_line(data["reason"]))


class OralForm(VerdictForm):
    """What the three decided aloud, and who they were."""

    jurors = forms.MultipleChoiceField(
        label=gettext_lazy("Who decided"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Name the three jurors who decided."), **_REFUSED},
    )
    field_order = ("jurors", "kind", "amount", "reason")

    def __init__(self, *args: Any, jurors: Sequence[Membership], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(str(each.pk), juror_name(each)) for each in jurors]
        self.offer("jurors", choices)

    @property
    def chosen(self) -> list[int]:
        """The keys of the memberships, in the order of the list."""
        return [int(pk) for pk in self.cleaned_data["jurors"]]


class CaseReason(DeskForm):
    """Why a case is taken back, or opened again."""

    reason = long_text(gettext_lazy("Reason"), required=True)


class FactsForm(DeskForm):
    """Who did it, who asked, when, what happened; and which figures had been made before."""

    offender = forms.TypedChoiceField(
        label=gettext_lazy("The offender"),
        required=False,
        coerce=int,
        empty_value=None,
        error_messages=_REFUSED,
    )
    askers = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who of the table asked for it"),
        required=False,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages=_REFUSED,
    )
    in_play = forms.ChoiceField(
        label=gettext_lazy("Had play begun?"),
        widget=forms.RadioSelect,
        initial=YES,
        required=False,
        choices=[(YES, gettext_lazy("yes")), (NO, gettext_lazy("no, it came out before"))],
        error_messages=_REFUSED,
    )
    figures = forms.MultipleChoiceField(
        label=gettext_lazy("Made before the offence"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages=_REFUSED,
    )
    facts = long_text(gettext_lazy("What happened"), required=False, rows=5)

    def __init__(
        self,
        *args: Any,
        players: Sequence[tuple[int, str]],
        figures: Sequence[tuple[str, str]] = (),
        at_table: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        names: list[tuple[Any, Any]] = [(number, name) for number, name in players]
        if at_table:
            self.fields["offender"].widget = forms.RadioSelect()
            self.offer("askers", names)
        else:
            del self.fields["askers"], self.fields["in_play"]
        self.offer("offender", [("", _("nobody named")), *names])
        if figures:
            self.offer("figures", figures)
        else:
            del self.fields["figures"]

    @property
    def facts_given(self) -> dict[str, Any]:
        """What the services take, of a valid form."""
        data = self.cleaned_data
        return {
            "offender": data["offender"],
            "askers": data.get("askers", []),
            "in_play": data.get("in_play", YES) != NO,
            "facts": one_line(data["facts"]),
        }


class OpenForm(FactsForm):
    """A new case: besides its facts, which paragraph, and which deal."""

    offence = forms.ChoiceField(
        label=gettext_lazy("Paragraph"),
        error_messages={"required": gettext_lazy("Choose the paragraph."), **_REFUSED},
    )
    deal = forms.ChoiceField(label=gettext_lazy("Deal"), required=False, error_messages=_REFUSED)
    field_order = ("deal", "offence", "offender", "askers", "in_play", "facts")

    def __init__(self, *args: Any, ruleset: Ruleset, deals: Sequence[tuple[str, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices: list[tuple[str, Any]] = [("", "–")]
        choices += [(key(each), offence_name(ruleset, each)) for each in offences(ruleset, bool(deals))]
        self.offer("offence", choices)
        if deals:
            self.offer("deal", [("", _("none of these")), *deals])
        else:
            del self.fields["deal"]

    def offence_given(self) -> tuple[str, str]:
        """Rule and sanction, of a valid form."""
        rule, _bar, sanction = self.cleaned_data["offence"].rpartition("|")
        return rule, sanction


def offences(ruleset: Ruleset, with_deal: bool) -> list[Offence]:
    """What can be chosen: without a deal only what the jury decides freely."""
    return [each for each in ruleset.offences if with_deal or each.sanction == "jury"]


def key(offence: Offence) -> str:
    """How an offence is called in a form."""
    return f"{offence.rule}|{offence.sanction}"


def offence_name(ruleset: Ruleset, offence: Offence) -> str:
    """ "Kupa 9.2 – wrong card played"."""
    return f"{cite(ruleset, offence.rule)} – {say(offence.text)}"


def juror_name(member: Membership) -> str:
    """A juror, with the player they are."""
    name = str(member.user.get_username())
    extra = [member.player.name] if member.player is not None and member.player.name != name else []
    if member.substitute:
        extra.append(_("substitute"))
    return f"{name} ({', '.join(extra)})" if extra else name


def one_line(text: str) -> str:
    """A text as it is stored: in one line."""
    return " ".join(text.split())


# --- Which figures had been made before -------------------------------------------------------------------------------


def figure_choices(record: Mapping[str, Any], ruleset: Ruleset, names: Mapping[Any, str]) -> list[tuple[str, str]]:
    """The figures of a record that may have been made before the offence: announced and silent ones, no counts."""
    found = []
    for place, row in _rows(record):
        figure = ruleset.figures.get(row.get("figure", ""))
        if figure is None or figure.kind == "count":
            continue
        details = [_("announced") if place.startswith("a") else _("silent")]
        if row.get("kontra"):
            details.append(kontra_word(ruleset, row["kontra"]))
        by = names.get(row.get("by"), str(row.get("by", "–")))
        found.append((place, f"{figure_name(ruleset, figure.id)} – {by} ({', '.join(details)})"))
    return found


def figures_made(record: Mapping[str, Any], own: Mapping[str, Any]) -> list[str]:
    """Those of them that the case's own facts say had been made; of the deal's record where it has none."""
    return [place for place, row in _rows(record) if _is_made(place, row, own)]


def with_figures(record: Mapping[str, Any], made: Iterable[str]) -> dict[str, Any]:
    """The record with just these made before the offence: another silent figure had not come about yet, and of another
    announced one nobody knew."""
    there, found = set(made), dict(record)
    if "announcements" in record:
        found["announcements"] = [
            {name: value for name, value in row.items() if name != "made"}
            | ({"made": True} if f"a{n}" in there else {})
            for n, row in enumerate(record["announcements"])
        ]
    if "silent" in record:
        found["silent"] = [row for n, row in enumerate(record["silent"]) if f"s{n}" in there]
        if not found["silent"]:
            del found["silent"]
    return found


def _rows(record: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    said = [(f"a{n}", row) for n, row in enumerate(record.get("announcements", ()))]
    return said + [(f"s{n}", row) for n, row in enumerate(record.get("silent", ()))]


def _is_made(place: str, row: Mapping[str, Any], own: Mapping[str, Any]) -> bool:
    rows = own.get("announcements" if place.startswith("a") else "silent", ())
    same = ("figure", "by", "suit")
    for other in rows:
        if all(other.get(name) == row.get(name) for name in same):
            return bool(other.get("made")) if place.startswith("a") else bool(other.get("made", True))
    return False
