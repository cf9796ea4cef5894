"""The parts of the form that only the Czech game has: bids that tell what is asked with them, melds, counts of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from rules import Bid, Meld, Ruleset, one_hand_excludes, two_hands_exclude
from scoring.explain import say
from scoring.forms.deal_parts import AnnouncementPart, Chips, Choice, Data, Kit, MainPart, Part, WholeNumber, numbers

#: What is about all players together stands under this name.
TOGETHER = "sum"


class BidChips(Chips):
    """Chips of the bids. Each bid says what is asked with it, for the style sheet and the script: `data-degrees`,
    `data-alone` (no partner), `data-needs` (a figure to announce), `data-each` (everyone for himself)."""

    def __init__(self, bids: Mapping[str, Bid], choices: Any) -> None:
        super().__init__(choices=choices)
        self.bids = bids

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(*args, **kwargs)
        bid = self.bids.get(str(option["value"]))
        if bid is not None:
            told = {"degrees": bool(bid.degrees), "alone": not bid.partner, "each": bid.each_alone}
            option["attrs"] |= {f"data-{name}": True for name, so in told.items() if so}
            if bid.needs is not None:
                option["attrs"]["data-needs"] = bid.needs
        return option


class TarokyMainPart(MainPart):
    """What every deal has: outcome, bid with its degree, sides, kontra, points."""

    def build(self, kit: Kit) -> None:
        super().build(kit)
        del self.fields["called"]
        bids = kit.ruleset.bids
        bid = self.fields["bid"]
        bid.widget = BidChips(bids, getattr(bid, "choices", ()))
        most = max(len(each.degrees) for each in bids.values())
        degrees = [(str(degree), str(degree)) for degree in range(1, most + 1)]
        self.fields["degree"] = numbers(_("Degree"), degrees, chips=True)
        self.order_fields(["outcome", "bid", "degree"])


class TarokyAnnouncementPart(AnnouncementPart):
    """A row of the announcements: nothing about it hangs on who said the kontra, or in which round."""

    more = ()

    def build(self, kit: Kit) -> None:
        super().build(kit)
        for name in [name for name in self.fields if name not in ("figure", "by", "kontra", "made")]:
            del self.fields[name]


class MeldsPart(Part):
    """The melds that one player declared: a box for each, named `meld-<player>-<meld>`."""

    def __init__(self, kit: Kit, data: Data, player: Choice) -> None:
        self.player, self.name = player
        super().__init__(kit, data, f"meld-{self.player}")

    def build(self, kit: Kit) -> None:
        melds = melds_of(kit.ruleset)
        for meld in melds.values():
            # Which chips rule this one out, chosen by the same player or by another one.
            attrs = {
                "value": "1",
                "data-one-hand": _ids(each for each in melds.values() if one_hand_excludes(meld, each)),
                "data-two-hands": _ids(each for each in melds.values() if two_hands_exclude(meld, each)),
            }
            self.fields[meld.id] = forms.BooleanField(
                label=capfirst(say(meld.name)), required=False, widget=forms.CheckboxInput(attrs)
            )

    @property
    def declared(self) -> list[str]:
        """The melds chosen (ids), in the order of the ruleset."""
        return [name for name in self.fields if self.got(name)]

    @property
    def words(self) -> str:
        """The melds chosen, in one line."""
        return ", ".join(str(self[name].label) for name in self.declared)

    @property
    def opened(self) -> bool:
        """Is something in it that must be seen?"""
        return bool(self.errors or self.declared)


def _ids(melds: Any) -> str:
    return " ".join(meld.id for meld in melds)


def melds_of(ruleset: Ruleset) -> Mapping[str, Meld]:
    """The melds that are played there, by id."""
    return ruleset.taroky.melds if ruleset.taroky is not None else {}


class EachPart(Part):
    """A number of each player, where everyone plays for himself. What is wrong with all of them together stands at
    `TOGETHER`, which nobody types."""

    def build(self, kit: Kit) -> None:
        for number, name in kit.players:
            self.fields[number] = WholeNumber(label=name)
        self.fields[TOGETHER] = forms.CharField(label=_("Together"), required=False)
        pack = kit.ruleset.pack
        self.all = pack.card_points if self.prefix == "points" else pack.tricks

    def numbers(self) -> dict[str, int]:
        """What was typed, by player as text."""
        return {number: value for number, _name in self.kit.players if (value := self.got(number)) is not None}

    @property
    def sum(self) -> int:
        """What was typed, together."""
        return sum(self.numbers().values())

    @property
    def left(self) -> int:
        """What nobody was said to have taken; not below 0."""
        return max(0, self.all - self.sum)

    @property
    def together(self) -> forms.BoundField:
        """What is wrong with all of them together."""
        return self[TOGETHER]
