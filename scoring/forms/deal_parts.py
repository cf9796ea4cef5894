"""The parts of the deal form. What they offer comes from the ruleset and from who sits at the table.

Values are those of the record (`docs/formats.md`), so that nothing is translated twice: ids of figures, player
numbers, levels of kontra. Nothing is judged here but whether a number is a number; the rules judge the record.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _

import rules
from rules import Ruleset
from scoring.explain import figure_name, hand_name, kontra_word, say
from scoring.models.deal import REASON_LENGTH
from scoring.revisions import CHOICES, choice_name
from scoring.templatetags.tarokk import suit_name

Choice = tuple[str, str]
Data = Mapping[str, str]
#: Where the record has no partner, this says that nobody was forgotten.
ALONE = "alone"
NOTE_LENGTH = 500
MOST_SKART_TAROKKS = 3
BLANK: Choice = ("", "–")
_WHOLE = re.compile(r"[+−-]?[0-9]{1,7}\Z")


@dataclass(frozen=True, slots=True)
class Kit:
    """What one deal's form has to offer: the ruleset, and the players (number, name), forehand first.

    `extra_paragraph` is one that a record has and no offence of the ruleset names. `thumbs`: the form is filled in with
    the thumb, so what can be chosen with one tap is.
    """

    ruleset: Ruleset
    players: Sequence[Choice]
    seated: Sequence[Choice]
    extra_paragraph: str = ""
    thumbs: bool = False
    kontras: Sequence[Choice] = field(init=False)

    def __post_init__(self) -> None:
        levels = range(1, len(self.ruleset.ladder) + 1)
        words = [("0", _("no kontra")), *((str(level), kontra_word(self.ruleset, level)) for level in levels)]
        object.__setattr__(self, "kontras", words)

    @property
    def catches(self) -> bool:
        """Is there a figure that one player catches from another?"""
        return any(figure.kind == "catch" for figure in self.ruleset.figures.values())

    @property
    def who(self) -> Sequence[Choice]:
        """The players to choose from: in a list with nobody first."""
        return self.players if self.thumbs else [BLANK, *self.players]

    @property
    def suits(self) -> bool:
        """Is there a figure that needs its suit?"""
        return any(figure.suited for figure in self.ruleset.figures.values())

    def figures(self, silent: bool) -> list[Any]:
        """Figures to choose from: the common ones first."""
        offered = [
            figure
            for figure in self.ruleset.figures.values()
            if not silent or (figure.silent is not None and not figure.derived)
        ]
        groups = [(_("Common"), True), (_("Others"), False)]
        found: list[Any] = [BLANK]
        for name, common in groups:
            ids = [(figure.id, figure_name(self.ruleset, figure.id)) for figure in offered if figure.common == common]
            if ids:
                found.append((name, ids))
        return found


class WholeNumber(forms.CharField):
    """A whole number as people type it; None for nothing."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, **options)
        self.widget.attrs |= {"inputmode": "numeric", "autocomplete": "off", "size": "4", "maxlength": "8"}

    def clean(self, value: Any) -> int | None:
        """Raises ValidationError of anything but digits with perhaps a sign."""
        text = str(value or "").strip()
        if not text:
            return None
        if not _WHOLE.match(text):
            raise forms.ValidationError(_("A whole number belongs here."))
        return int(text.replace("−", "-"))


def _refusals() -> dict[str, Any]:
    return {"invalid_choice": _("This value is not possible here: choose one of those offered.")}


def select(label: str, choices: Sequence[Any], **options: Any) -> forms.ChoiceField:
    """A choice from a list, or nothing."""
    return forms.ChoiceField(label=label, choices=choices, required=False, error_messages=_refusals(), **options)


def numbers(label: str, choices: Sequence[Any], *, chips: bool = False) -> forms.TypedChoiceField:
    """A choice of a number: a player, a level, tricks. None for nothing."""
    widget = forms.RadioSelect if chips else forms.Select
    return forms.TypedChoiceField(
        label=label,
        choices=choices,
        required=False,
        coerce=int,
        empty_value=None,
        widget=widget,
        error_messages=_refusals(),
    )


class Chips(forms.RadioSelect):
    """Radio buttons; `begins` puts the focus of a fresh page on the first one."""

    begins = False

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(*args, **kwargs)
        if self.begins and option["index"] == "0":
            option["attrs"]["autofocus"] = True
        return option


def chips(label: str, choices: Sequence[Any], **options: Any) -> forms.ChoiceField:
    """A choice with one tap."""
    return select(label, choices, widget=Chips, **options)


class Part(forms.Form):
    """A part of the form whose fields are made from the kit. `more` are the names of those that are folded away."""

    more: tuple[str, ...] = ()
    use_required_attribute = False

    def __init__(self, kit: Kit, data: Data, prefix: str | None = None) -> None:
        super().__init__(data, prefix=prefix)
        self.kit = kit
        self.build(kit)

    def build(self, kit: Kit) -> None:
        """Makes the fields."""

    def got(self, name: str) -> Any:
        """What was typed at a field, None where it is empty, unreadable or not there."""
        if not self.is_bound or not hasattr(self, "cleaned_data"):
            self.full_clean()
        value = self.cleaned_data.get(name)
        return None if value == "" else value

    def taken(self, *names: str) -> dict[str, Any]:
        """The fields that are not empty."""
        return {name: value for name in names if (value := self.got(name)) is not None}

    @property
    def more_fields(self) -> list[forms.BoundField]:
        """The fields that are folded away."""
        return [self[name] for name in self.fields if name.split("-")[0] in self.more]

    @property
    def more_open(self) -> bool:
        """Is something in them that must be seen?"""
        return any(bound.errors or bound.value() not in (None, "") for bound in self.more_fields)


class PlayersPart(Part):
    """The four who played, where it was not their turn by the rotation."""

    def build(self, kit: Kit) -> None:
        labels = (_("Forehand, leads"), _("Second"), _("Third"), _("Fourth"))
        for place, label in enumerate(labels):
            self.fields[str(place)] = numbers(label, [("", _("as usual")), *kit.seated])

    def record(self) -> list[int]:
        """The players chosen; none for the rotation's own."""
        return [player for place in range(4) if (player := self.got(str(place))) is not None]


class MainPart(Part):
    """What every deal has: outcome, bid, sides, kontra, points."""

    def build(self, kit: Kit) -> None:
        ruleset, pack = kit.ruleset, kit.ruleset.pack
        outcomes = [(id, capfirst(say(name))) for id, name in ruleset.outcomes.items()]
        self.fields["outcome"] = chips(_("What the deal came to"), outcomes)
        bids = [(bid.id, capfirst(say(bid.name))) for bid in ruleset.bids.values()]
        self.fields["bid"] = chips(_("Bid"), bids)
        self.fields["declarer"] = numbers(_("Declarer"), kit.players, chips=True)
        self.fields["partner"] = chips(_("Partner"), [(ALONE, _("alone")), *kit.players])
        self.fields["called"] = select(_("Called tarokk"), [BLANK, *((card, card) for card in rules.CALLED)])
        self.fields["kontra"] = numbers(_("Kontra on the game"), kit.kontras, chips=True)
        self.fields["card_points"] = WholeNumber(label=_("Card points of the declarer’s side"))
        some = [(str(n), str(n)) for n in range(1, pack.tricks)]
        tricks = [BLANK, (str(pack.tricks), _("all of them")), ("0", _("none at all")), *some]
        self.fields["tricks"] = numbers(_("Tricks of the declarer’s side"), tricks)


class ThrownInPart(Part):
    """Who threw in, and on which hand."""

    def build(self, kit: Kit) -> None:
        self.fields["by"] = numbers(_("Thrown in by"), [BLANK, *kit.players])
        self.fields["hand"] = select(_("Hand"), [BLANK, *((hand, hand_name(hand)) for hand in rules.HANDS)])


class RenonszPart(Part):
    """A ruling: who pays, under which paragraph."""

    def build(self, kit: Kit) -> None:
        self.fields["offender"] = numbers(_("Offender"), [BLANK, *kit.players])
        self.fields["paragraph"] = select(_("Paragraph"), [BLANK, *_offences(kit)])
        amount = _("Table points to each of the others, where the jury set another sum than the rules.")
        self.fields["amount"] = WholeNumber(label=_("Amount"), help_text=amount)
        if kit.ruleset.kassza is not None:
            options = [(choice, choice_name(kit.ruleset, choice)) for choice in CHOICES]
            self.fields["choice"] = select(_("What the table voted for"), [BLANK, *options])


def _offences(kit: Kit) -> list[Choice]:
    """The paragraphs of the ruleset's offences, each once, with what it is about."""
    texts: dict[str, list[str]] = {}
    for offence in kit.ruleset.offences:
        texts.setdefault(offence.rule, []).append(say(offence.text))
    if kit.extra_paragraph and kit.extra_paragraph not in texts:
        texts[kit.extra_paragraph] = [_("as recorded")]
    return [(rule, f"{rule} – {'; '.join(found)}") for rule, found in texts.items()]


class SkartPart(Part):
    """Tarokks laid away, by player."""

    def build(self, kit: Kit) -> None:
        laid = [BLANK, *((str(count), str(count)) for count in range(MOST_SKART_TAROKKS + 1))]
        for number, name in kit.players:
            self.fields[number] = numbers(name, laid)


class EndPart(Part):
    """What stands at the end: a note, and why a deal is corrected."""

    def build(self, kit: Kit) -> None:
        note = forms.Textarea(attrs={"rows": "2", "maxlength": str(NOTE_LENGTH)})
        self.fields["note"] = forms.CharField(
            label=_("Note"), required=False, max_length=NOTE_LENGTH, strip=False, widget=note
        )
        self.fields["reason"] = forms.CharField(
            label=_("Why it is corrected"),
            required=False,
            max_length=REASON_LENGTH,
            help_text=_("Stands beside this version for everybody at the desk to read."),
        )


class AnnouncementPart(Part):
    """A row of the announcements; `earlier` are the rows that it may be raised from (index, words)."""

    more: tuple[str, ...] = ("raised_from", "catcher", "victim", "kontra_by", "round")

    def __init__(self, kit: Kit, data: Data, prefix: str, earlier: Sequence[Choice]) -> None:
        self.earlier = earlier
        super().__init__(kit, data, prefix)

    def build(self, kit: Kit) -> None:
        who = [BLANK, *kit.players]
        self.fields["figure"] = select(_("Figure"), kit.figures(silent=False))
        self.fields["by"] = numbers(_("Announced by"), kit.who, chips=kit.thumbs)
        if kit.suits:
            suits = [BLANK, *((suit, suit_name(suit)) for suit in rules.SUITS)]
            self.fields["suit"] = chips(_("Suit"), suits) if kit.thumbs else select(_("Suit"), suits)
        self.fields["kontra"] = numbers(_("Kontra"), kit.kontras, chips=kit.thumbs)
        self.fields["made"] = _made(_("Made or failed"), [BLANK, ("1", _("made")), ("0", _("failed"))])
        if kit.ruleset.raises and self.earlier:
            self.fields["raised_from"] = numbers(_("Raised from"), [BLANK, *self.earlier])
        _catch(self, kit)
        for level, word in enumerate(kit.ruleset.ladder):
            label = _("Who said %(kontra)s") % {"kontra": say(word)}
            self.fields[f"kontra_by-{level}"] = numbers(label, who)
        self.fields["round"] = WholeNumber(label=_("Round of the announcements"))

    def record(self) -> dict[str, Any]:
        """The announcement as far as it was typed, without what it was raised from; nothing of an empty row."""
        found = self.taken("figure", "by", "made", "suit", "catcher", "victim", "round")
        if self.got("kontra"):
            found["kontra"] = self.got("kontra")
        levels = range(len(self.kit.ruleset.ladder))
        speakers = [player for level in levels if (player := self.got(f"kontra_by-{level}")) is not None]
        if speakers:
            found["kontra_by"] = speakers
        return {} if _untouched(self.kit, found) else found


class SilentPart(Part):
    """A row of the silent figures."""

    more = ("catcher", "victim")

    def build(self, kit: Kit) -> None:
        self.fields["figure"] = select(_("Figure"), kit.figures(silent=True))
        self.fields["by"] = numbers(_("By"), kit.who, chips=kit.thumbs)
        self.fields["made"] = _made(_("Made or failed"), [("1", _("made")), ("0", _("failed"))])
        _catch(self, kit)

    def record(self) -> dict[str, Any]:
        """The silent figure as far as it was typed; nothing of an empty row."""
        found = self.taken("figure", "by", "catcher", "victim")
        if self.got("made") is False:
            found["made"] = False
        return {} if _untouched(self.kit, found) else found


class CallPart(Part):
    """A call of the auction. Nobody named: whoever was on turn.

    `turn` is who that is, where it is known (a name), `legal` what they may say by the rules.
    """

    def __init__(self, kit: Kit, data: Data, prefix: str, turn: str = "", legal: Sequence[str] | None = None) -> None:
        self.turn, self.legal = turn, legal
        super().__init__(kit, data, prefix)

    def build(self, kit: Kit) -> None:
        self.fields["say"] = select(_("Call"), [BLANK, *self._words(kit)])
        in_turn = _("in turn: %(name)s") % {"name": self.turn} if self.turn else _("in turn")
        self.fields["by"] = numbers(_("Said by"), [("", in_turn), *kit.players])

    def _words(self, kit: Kit) -> list[Any]:
        said = [(bid.id, say(bid.name)) for bid in kit.ruleset.bids.values()]
        words = [("pass", _("pass")), *said, ("hold", _("hold"))]
        if self.legal is None:
            return words
        regular = [word for word in words if word[0] in self.legal]
        irregular = [word for word in words if word[0] not in self.legal]
        groups = [(_("Regular"), regular), (_("Irregular"), irregular)]
        return [group for group in groups if group[1]]

    def record(self) -> dict[str, Any]:
        """The call; nothing of an empty row."""
        return self.taken("by", "say")


def _untouched(kit: Kit, found: Mapping[str, Any]) -> bool:
    """Is a row still empty? A chip cannot be taken back, so a player alone says nothing."""
    return kit.thumbs and set(found) <= {"by"}


def _made(label: str, choices: Sequence[Choice]) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label,
        choices=choices,
        required=False,
        coerce=lambda value: value == "1",
        empty_value=None,
        widget=forms.RadioSelect,
        error_messages=_refusals(),
    )


def _catch(part: Part, kit: Kit) -> None:
    if kit.catches:
        part.fields["catcher"] = numbers(_("Caught the XXI"), [BLANK, *kit.players])
        part.fields["victim"] = numbers(_("Lost the XXI"), [BLANK, *kit.players])
