"""The table at which the organiser types or corrects a deal: what is there, who plays, and what somebody else wrote."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

import rules
from rules import Problem
from rules.table import DERIVED
from scoring import queries
from scoring.audit import Teller
from scoring.explain import Story, tell
from scoring.forms.deal import Sitting
from scoring.forms.deal_sentences import say_at_form
from scoring.models import Deal, DealRevision, Seat, Table, Tournament
from scoring.revisions import Change, Version, changes
from scoring.sentences import speaker
from scoring.services.deals import Preview
from scoring.services.sentences import say as say_refusal

_LATER = re.compile(r"deals\[(\d+)\]\.?")


@dataclass(frozen=True, slots=True)
class Known:
    """What nobody has to type: names of who deals, sits out and leads; what the deals before mean for this one."""

    dealer: str
    sits_out: str
    forehand: str
    multiplier: int
    kassza: int | None


@dataclass(frozen=True, slots=True)
class Conflict:
    """What somebody else wrote meanwhile, in words, beside what was typed here.

    `theirs` is what they changed, `mine` what would change if the typed record took its place (None: it cannot be
    read). `same`: both say the same.
    """

    row: queries.DealRow
    story: Story
    revision: DealRevision
    theirs: list[Change]
    mine: list[Change] | None

    @property
    def who(self) -> str:
        """Who wrote it."""
        return Teller.actor(self.revision)

    @property
    def same(self) -> bool:
        """Is what was typed what is stored?"""
        return self.mine == []

    def is_mine_already(self, user: AbstractBaseUser | AnonymousUser) -> bool:
        """Is it this very entry, sent twice?"""
        return self.same and self.revision.number == 1 and self.revision.user_id == user.pk


class AtTable:
    """One table of a cup as its desk needs it; costs the four SQL queries of its sheet."""

    def __init__(self, tournament: Tournament, sheet: queries.TableSheet) -> None:
        self.tournament, self.sheet = tournament, sheet
        self.table: Table = sheet.table
        self.table.round.tournament = tournament
        self.numbers = [seat.player.number for seat in sheet.seats]
        self.state = rules.TableState(tournament.rules, self.numbers, self.table.first_dealer)
        for row in sheet.rows:
            self.state.take(row.record.outcome, row.result)

    @classmethod
    def of(cls, tournament: Tournament, round_number: int, table: int) -> AtTable:
        """The table of those numbers; raises Http404."""
        try:
            return cls(tournament, queries.table_sheet(tournament, round_number, table))
        except Table.DoesNotExist as error:
            raise Http404 from error

    @cached_property
    def number_names(self) -> dict[int, str]:
        """Names by player number; with the number where two have one name."""
        names = {seat.player.number: seat.player.name for seat in self.sheet.seats}
        count = Counter(names.values())
        return {number: f"{name} ({number})" if count[name] > 1 else name for number, name in names.items()}

    @cached_property
    def names(self) -> dict[rules.Player, str]:
        """The same, as records name players."""
        return dict(self.number_names.items())

    @property
    def next_position(self) -> int:
        """The place of the next deal in the order of play."""
        return len(self.sheet.rows) + 1

    def sitting(self, number: int) -> Sitting:
        """Who plays the deal of that number."""
        rotation = [int(player) for player in rules.rotation(self.numbers, number, self.table.first_dealer)]
        return Sitting(self.tournament.rules, self.numbers, rotation, self.number_names)

    def row(self, position: int) -> queries.DealRow:
        """The deal at that place; raises Http404."""
        if position >= self.next_position:
            raise Http404
        return self.sheet.rows[position - 1]

    # --- what stands in the way --------------------------------------------------------------------------------------

    def why_no_correction(self) -> str:
        """Why nothing can be corrected here, in a sentence; "" if it can."""
        if self.tournament.is_final:
            return say_refusal(Problem("tournament-final", ""))
        if self.sheet.round.is_closed:
            closed = say_refusal(Problem("round-closed", "", {"round": self.sheet.round.number}))
            return " ".join([closed, _("Reopen it to change a deal.")])
        return ""

    def why_no_new_deal(self) -> str:
        """Why no deal can be recorded here, in a sentence; "" if one can."""
        if sentence := self.why_no_correction():
            return sentence
        if self.table.paper:
            return say_refusal(Problem("table-has-paper", ""))
        if self.state.number > self.sheet.deals_planned:
            return _("All %(planned)s deals of this table are recorded.") % {"planned": self.sheet.deals_planned}
        return ""

    def of_later_deal(self, problem: Problem) -> str:
        """The sentence of a problem that a correction makes in a later deal; "" for any other."""
        found = _LATER.match(problem.field)
        if found is None:
            return ""
        own = replace(problem, field=problem.field[found.end() :])
        sentence = say_at_form(own, self.number_names, self.tournament.rules)
        position = int(found[1]) + 1
        number = self.sheet.rows[position - 1].number if position < self.next_position else position
        return _("With this, deal %(number)s would no longer be right: %(sentence)s") % {
            "number": number,
            "sentence": sentence,
        }

    # --- versions ----------------------------------------------------------------------------------------------------

    def version(self, record: Mapping[str, Any], number: int) -> Version:
        """A stored record, read and scored."""
        deal = rules.read_deal(dict(record), self.tournament.rules)
        return Version(deal, rules.score(deal), number)

    def typed(self, row: queries.DealRow, record: Mapping[str, Any]) -> Version | None:
        """What was typed, in the place of that deal; None if it cannot be read."""
        number = record.get("number", row.number)
        full = {key: value for key, value in row.deal.record.items() if key in DERIVED}
        full["players"] = list(rules.rotation(self.numbers, number, self.table.first_dealer))
        full |= {key: value for key, value in record.items() if key != "number"}
        try:
            return self.version(full, number)
        except rules.Refused:
            return None

    def is_same(self, row: queries.DealRow, record: Mapping[str, Any]) -> bool:
        """Does the typed record say what is stored?"""
        typed = self.typed(row, record)
        return typed is not None and typed.deal.record() == row.record.record()

    def other_version(self, position: int, record: Mapping[str, Any]) -> Conflict | None:
        """What was written at that place meanwhile; None if nothing is there (any more)."""
        if not 1 <= position < self.next_position:
            return None
        return self._conflict(self.sheet.rows[position - 1], record, [])

    def changed_version(self, row: queries.DealRow, revision: int, record: Mapping[str, Any]) -> Conflict | None:
        """What was changed since that revision. One SQL query."""
        base = row.deal.revisions.filter(number=revision).first()
        theirs = []
        if base is not None:
            before = self.version(base.record, row.number)
            theirs = changes(before, Version(row.record, row.result, row.number), self.names)
        return self._conflict(row, record, theirs)

    def _conflict(self, row: queries.DealRow, record: Mapping[str, Any], theirs: list[Change]) -> Conflict | None:
        if row.deal.current is None:
            return None
        typed = self.typed(row, record)
        stored = Version(row.record, row.result, row.number)
        mine = changes(stored, typed, self.names) if typed is not None else None
        return Conflict(row, self.story(row.record, row.result), row.deal.current, theirs, mine)

    def revisions(self, deal: Deal) -> list[DealRevision]:
        """All versions of a deal, the first first. One SQL query."""
        return list(deal.revisions.order_by("number"))

    def story(self, deal: rules.Deal, result: rules.Result) -> Story:
        """A deal in words."""
        return tell(deal, result, self.names, speaker(self.tournament.rules))

    # --- what the page shows around ----------------------------------------------------------------------------------

    def known(self, number: int, row: queries.DealRow | None) -> Known:
        """What is known of a deal that is stored (`row`), or of the one of that number that comes."""
        if row is not None:
            record = row.record
            out = row.sits_out.player.number if row.sits_out is not None else None
            dealer, forehand = row.dealer.player.number, row.players[0].player.number
            multiplier, kassza = record.multiplier, record.kassza_balance
        else:
            dealer = self.numbers[rules.dealer_seat(len(self.numbers), number, self.table.first_dealer) - 1]
            rotation = rules.rotation(self.numbers, number, self.table.first_dealer)
            out, forehand = (dealer if dealer not in rotation else None), int(rotation[0])
            multiplier, kassza = self.state.multiplier, self.state.fill({}).get("kassza_balance")
        names = self.number_names
        return Known(names[dealer], names[out] if out is not None else "", names[forehand], multiplier, kassza)

    @property
    def args(self) -> list[Any]:
        """What addresses of this table are made of."""
        return [self.tournament.slug, self.sheet.round.number, self.table.number]

    @property
    def round_address(self) -> str:
        """The round's page at the desk."""
        return reverse("organiser:round", args=self.args[:2])

    @property
    def address(self) -> str:
        """The table's page at the desk."""
        return reverse("organiser:table", args=self.args)

    def crumbs(self) -> list[tuple[str, str]]:
        """The way here."""
        return [
            (_("Round %(number)s") % {"number": self.sheet.round.number}, self.round_address),
            (_("Table %(number)s") % {"number": self.table.number}, self.address),
        ]


@dataclass(frozen=True, slots=True)
class Moved:
    """A later deal that comes out otherwise after a correction."""

    number: int
    changes: list[Change]


@dataclass(frozen=True, slots=True)
class Shown:
    """A preview for the page: the story, the points by seat, what it changes, and which later deals move."""

    story: Story
    counted: bool
    points: list[tuple[Seat, Any]]
    changes: list[Change]
    moved: list[Moved]

    @classmethod
    def of(cls, at: AtTable, preview: Preview, row: queries.DealRow | None) -> Shown:
        """`row` is the deal that is corrected, if one is."""
        dealt = preview.dealt
        points = []
        if dealt.counted:
            by_number = dealt.result.points
            points = [(s, by_number[s.player.number]) for s in at.sheet.seats if s.player.number in by_number]
        found = []
        if row is not None:
            before = Version(row.record, row.result, row.number)
            found = changes(before, Version(dealt.deal, dealt.result, dealt.number), at.names)
        moved = []
        for deal, after in preview.moved:
            stored = at.sheet.rows[deal.position - 1]
            told = changes(
                Version(stored.record, stored.result, stored.number),
                Version(after.deal, after.result, after.number),
                at.names,
            )
            moved.append(Moved(deal.number, told))
        return cls(at.story(dealt.deal, dealt.result), dealt.counted, points, found, moved)


def typed_number(request: HttpRequest, name: str, default: int) -> int:
    """A small number that the form carries unseen; the default where it is no number."""
    text = request.POST.get(name, "")
    return int(text) if re.fullmatch("[1-9][0-9]{0,3}", text) else default
