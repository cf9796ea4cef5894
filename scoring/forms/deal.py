"""The complete form of one deal of the Hungarian games: from what is typed to the record of the format.

What cannot be in a deal of the chosen outcome (a bid in a deal that nobody bid in) is left out of the record, as the
page leaves it out of sight.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.utils.translation import gettext as _

import rules
from scoring.forms.deal_entry import BARE, MOST_ROWS, SPARE, WITH_DECLARER, Entry, Fault, Sitting, in_use, target_of
from scoring.forms.deal_parts import CallPart, Data, MainPart, Part, RenonszPart, SkartPart, ThrownInPart

__all__ = ["BARE", "MOST_ROWS", "ROWS", "SPARE", "WITH_DECLARER", "DealEntry", "Fault", "Sitting", "target_of"]

#: Rows of a new form.
ROWS = {"announcements": 3, "silent": 2, "auction": 4}


class DealEntry(Entry):
    """What is in the organiser's form of one deal, typed or recorded."""

    rows: ClassVar[Mapping[str, int]] = ROWS
    template: ClassVar[str] = "organiser/deal/form.html"

    def build(self, texts: Data, counts: Mapping[str, int]) -> None:
        """Makes the parts that are the game's own."""
        kit = self.kit
        self.main = MainPart(kit, texts)
        self.thrown_in = ThrownInPart(kit, texts, "thrown_in")
        self.renonsz = RenonszPart(kit, texts, "renonsz")
        self.skart = SkartPart(kit, texts, "skart")
        self.auction = self.calls(texts, counts["auction"])

    def calls(self, texts: Data, count: int) -> list[CallPart]:
        """The rows of the auction."""
        return [CallPart(self.kit, texts, f"auction-{row}") for row in range(count)]

    # --- what the page asks ------------------------------------------------------------------------------------------

    @property
    def auction_open(self) -> bool:
        """Is there an auction to be seen?"""
        return in_use(self.auction) or self.added.startswith("auction")

    @property
    def margin_open(self) -> bool:
        """Is there something at the margin to be seen?"""
        return in_use([self.skart]) or self.note_open

    # --- from the form to the record ---------------------------------------------------------------------------------

    def record(self) -> dict[str, Any]:
        """The record as typed: without number and without what follows from the deals before."""
        found = self.head()
        if calls := self.listed("auction", self.auction):
            found["auction"] = self._in_turn(calls, found.get("players") or list(self.sitting.rotation))
        if self.outcome not in BARE:
            found |= self._played()
        if self.outcome == "thrown_in" and (thrown_in := self.thrown_in.taken("by", "hand")):
            found["thrown_in"] = thrown_in
        skart = {number: laid for number, _name in self.kit.players if (laid := self.skart.got(number)) is not None}
        if skart:
            found["skart_tarokks"] = skart
        return found | self.note()

    def _played(self) -> dict[str, Any]:
        """What there is of the game."""
        found = self.sides("bid", "declarer", "called", "card_points", "tricks")
        if said := self._announced():
            found["announcements"] = said
        if silent := self.listed("silent", self.silent):
            found["silent"] = silent
        if self.has_ruling and (ruling := self.renonsz.taken("offender", "paragraph", "amount", "choice")):
            found["renonsz"] = ruling
        return found

    @property
    def has_ruling(self) -> bool:
        """Can there be a ruling of renonsz: with this outcome, or with the table's vote for a new deal?"""
        votes = self.sitting.ruleset.kassza is not None
        return self.outcome == "renonsz" or (self.outcome == "annulled" and votes)

    def _announced(self) -> list[dict[str, Any]]:
        """The announcements. What one was raised from is a row of the form, and an index in the record."""
        records = {row: part.record() for row, part in enumerate(self.announcements)}
        sources = {row: part.got("raised_from") for row, part in enumerate(self.announcements)}
        kept = [row for row, record in records.items() if record or sources[row] is not None]
        self.rows_of["announcements"] = kept
        for row in kept:
            if sources[row] is not None:
                # An empty row cannot be raised: an index that the rules refuse tells so at the field.
                records[row]["raised_from"] = kept.index(sources[row]) if sources[row] in kept else len(kept)
        return [records[row] for row in kept]

    def _in_turn(self, calls: list[dict[str, Any]], players: Sequence[int]) -> list[dict[str, Any]]:
        """The calls, each with who was on turn where nobody is named."""
        if len(set(players)) != 4:
            return calls
        bidding = rules.Bidding(self.sitting.ruleset, list(players))
        for call in calls:
            if "by" not in call and bidding.on_turn is not None:
                call["by"] = bidding.on_turn
            if call.get("by") in players and "say" in call:
                bidding.take(rules.Call(call["by"], call["say"]))
        return calls

    # --- problems at their fields ------------------------------------------------------------------------------------

    def own_parts(self) -> list[Part]:
        """The parts in use between the sides and the end of the page."""
        parts: list[Part] = [self.thrown_in] if self.outcome == "thrown_in" else []
        parts += self.auction
        if self.outcome not in BARE:
            parts += [*self.announcements, *self.silent]
        if self.has_ruling:
            parts.append(self.renonsz)
        return [*parts, self.skart]

    def find_own(self, head: str, tail: str) -> tuple[Part | None, str]:
        """The part and the field of a place that is in no list."""
        if head == "announcements":
            return self._last_count()
        if head == "skart_tarokks":
            return self.field_of(self.skart, tail, None)
        if head in ("thrown_in", "renonsz"):
            return self.field_of(self.thrown_in if head == "thrown_in" else self.renonsz, tail, None)
        return super().find_own(head, tail)

    def _last_count(self) -> tuple[Part | None, str]:
        """The last row with a tarokk count: the one that makes them too many."""
        figures = self.sitting.ruleset.figures
        counts = [part for part in self.announcements if (id := part.got("figure")) in figures and figures[id].count]
        return (counts[-1], "figure") if counts else (None, "")

    def numbered(self) -> list[tuple[Sequence[Part], str]]:
        """The lists of rows, each with what a row of it is called."""
        return [*super().numbered(), (self.auction, _("Call %(number)s"))]

    def title(self, part: Part) -> str:
        """What a row is called."""
        return _("Tarokks laid away") if part is self.skart else super().title(part)
