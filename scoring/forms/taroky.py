"""The complete form of one deal of the Czech game: from what is typed to the record of the format.

The bid says what there is: a degree, a partner, or, where everyone plays for himself, nothing but the card points and
tricks of each. What there is not is left out of the record, as the page leaves it out of sight.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from django.utils.translation import gettext as _

from rules import Bid, Figure, Problem
from scoring.forms.deal_at_table import ThumbEntry
from scoring.forms.deal_entry import BARE, Entry
from scoring.forms.deal_parts import AnnouncementPart, Choice, Data, Part
from scoring.forms.taroky_parts import (
    TOGETHER,
    EachPart,
    MeldsPart,
    TarokyAnnouncementPart,
    TarokyMainPart,
    melds_of,
)

#: Rows of a new form: there is little to announce.
ROWS = {"announcements": 2, "silent": 1}
#: The melds of a record in the order in which they stood there: "3-trul 1-honours".
MELD_ORDER = "melds-order"


class TarokyEntry(Entry):
    """What is in the organiser's form of one deal, typed or recorded."""

    rows: ClassVar[Mapping[str, int]] = ROWS
    template: ClassVar[str] = "organiser/deal/taroky.html"
    announcement: ClassVar[type[AnnouncementPart]] = TarokyAnnouncementPart

    def build(self, texts: Data, counts: Mapping[str, int]) -> None:
        """Makes the parts that are the game's own."""
        kit = self.kit
        self.main = TarokyMainPart(kit, texts)
        self.melds = [MeldsPart(kit, texts, player) for player in kit.players] if melds_of(kit.ruleset) else []
        self.points = EachPart(kit, texts, "points")
        self.tricks = EachPart(kit, texts, "tricks")
        self.meld_order = texts.get(MELD_ORDER, "")[:1000]
        self.meld_rows: list[tuple[str, str]] = []

    def mentioned(self, texts: Data) -> set[str]:
        """The players (numbers) of whom something is told, melds and counts included."""
        told = (
            name.split("-") for name, text in texts.items() if text and name.startswith(("meld-", "points-", "tricks-"))
        )
        return super().mentioned(texts) | {parts[1] for parts in told}

    # --- what the page asks ------------------------------------------------------------------------------------------

    @property
    def bid(self) -> Bid | None:
        """The bid chosen."""
        return self.sitting.ruleset.bids.get(str(self.main.got("bid")))

    @property
    def each_alone(self) -> bool:
        """Does everyone play for himself?"""
        return self.bid is not None and self.bid.each_alone

    @property
    def has_each(self) -> bool:
        """Is there a bid at which everyone plays for himself?"""
        return any(bid.each_alone for bid in self.sitting.ruleset.bids.values())

    @property
    def has_degrees(self) -> bool:
        """Is there a bid with degrees?"""
        return any(bid.degrees for bid in self.sitting.ruleset.bids.values())

    @property
    def counts(self) -> list[tuple[str, Any, Any]]:
        """A row for each player: the name, the field of the card points, that of the tricks."""
        return [(name, self.points[number], self.tricks[number]) for number, name in self.kit.players]

    @property
    def each_parts(self) -> list[Part]:
        """What is asked of each player."""
        return [self.points, self.tricks]

    # --- from the form to the record ---------------------------------------------------------------------------------

    def record(self) -> dict[str, Any]:
        """The record as typed: without number and without what follows from the deals before."""
        found = self.head()
        if self.outcome not in BARE:
            found |= self._each() if self.each_alone else self._sides_game()
        return found | self.note()

    def _each(self) -> dict[str, Any]:
        """A game in which everyone plays for himself. One that is void has no counts but those of all players."""
        found = self.main.taken("bid")
        for name, part in (("points", self.points), ("tricks", self.tricks)):
            typed = part.numbers()
            if typed and (self.outcome == "played" or len(typed) == len(self.kit.players)):
                found[name] = typed
        return found

    def _sides_game(self) -> dict[str, Any]:
        """A game with a declarer."""
        names = ["bid", "declarer", "card_points", "tricks"]
        bid = self.bid
        if bid is None or bid.degrees:
            names.insert(1, "degree")
        found = self.sides(*names)
        if bid is not None and not bid.partner:
            found.pop("partner", None)
        for name, parts in (("announcements", self.announcements), ("silent", self.silent)):
            if rows := self.listed(name, parts):
                found[name] = rows
        if melds := self._declared():
            found["melds"] = melds
        return found

    def _declared(self) -> list[dict[str, Any]]:
        """The melds: those that were recorded in their order, then the others as they stand on the page."""
        chosen = [(part.player, id) for part in self.melds for id in part.declared]
        known = {name: place for place, name in enumerate(self.meld_order.split())}
        chosen.sort(key=lambda row: known.get("-".join(row), len(known)))
        self.meld_rows = chosen
        return [{"meld": id, "by": int(player)} for player, id in chosen]

    def problems(self) -> list[Problem]:
        """What is missing that no record can tell: a partner, where the bid lets the declarer have one."""
        return super().problems() if self.bid is None or self.bid.partner else []

    # --- problems at their fields ------------------------------------------------------------------------------------

    def own_parts(self) -> list[Part]:
        """The parts in use between the sides and the end of the page."""
        if self.outcome in BARE:
            return []
        return self.each_parts if self.each_alone else [*self.announcements, *self.melds, *self.silent]

    def place(self, problems: Sequence[Problem], sentence: Callable[[Problem], str]) -> None:
        """Puts each problem at its field. Where everyone plays for himself, what nobody typed at all is told once."""
        if self.each_alone:
            problems = [
                replace(each, field=f"each.each-{each.field}") if each.field in ("points", "tricks") else each
                for each in problems
            ]
        super().place(problems, sentence)

    def find_own(self, head: str, tail: str) -> tuple[Part | None, str]:
        """The part and the field of a place that is in no list of rows."""
        if head == "announcements":
            # What the bid asks for is missing there.
            return self.announcements[0], "figure"
        if head.startswith("melds["):
            index = int(head.removeprefix("melds[").rstrip("]"))
            player, id = self.meld_rows[index]
            return next(part for part in self.melds if part.player == player), id
        if head == "each":
            return getattr(self, tail.removeprefix("each-")), TOGETHER
        if self.each_alone and head in ("points", "tricks"):
            return self.field_of(getattr(self, head), tail, None)
        return super().find_own(head, tail)

    def title(self, part: Part) -> str:
        """What a row is called."""
        if isinstance(part, MeldsPart):
            return _("Melds of %(name)s") % {"name": part.name}
        own = {id(self.points): _("Card points"), id(self.tricks): _("Tricks")}
        return own.get(id(part)) or super().title(part)


class TarokyTableEntry(ThumbEntry, TarokyEntry):
    """What is in the table's form of one deal, typed or recorded."""

    template: ClassVar[str] = "table/taroky.html"

    def is_counted(self, figure: Figure) -> bool:
        """Is nobody asked whether it was made: do the tricks tell?"""
        return figure.derived

    def chosen(self, part: Part) -> list[Choice]:
        """The fields of a part that are not empty, each with the words of what was chosen."""
        if isinstance(part, MeldsPart):
            return [(id, _("declared")) for id in part.declared]
        if isinstance(part, EachPart):
            return [(number, str(value)) for number, value in part.numbers().items()]
        return super().chosen(part)
