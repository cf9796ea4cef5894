"""A table at which deals are typed and corrected: who plays, what is there, and what somebody else wrote.

The organiser's desk and the table's own pages both show it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

import rules
from rules import Problem
from rules.table import DERIVED
from scoring import queries
from scoring.audit import Teller
from scoring.explain import Story, tell
from scoring.forms.deal_entry import Entry, Sitting
from scoring.forms.deal_sentences import say_at_form
from scoring.models import Deal, DealRevision, Seat, Table, Tournament
from scoring.revisions import Change, Version, changes, only_derived
from scoring.sentences import speaker
from scoring.services import Refusal
from scoring.services.deals import Preview
from scoring.services.sentences import say as say_refusal

CHANGED = "changed-meanwhile"
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


class Seated:
    """A table with its seats (with players, in playing order), and what can be told of deals there. No SQL query."""

    def __init__(self, tournament: Tournament, table: Table, seats: Sequence[Seat]) -> None:
        self.tournament, self.table, self.seats = tournament, table, seats
        self.table.round.tournament = tournament
        self.numbers = [seat.player.number for seat in seats]

    @cached_property
    def number_names(self) -> dict[int, str]:
        """Names by player number; with the number where two have one name."""
        names = {seat.player.number: seat.player.name for seat in self.seats}
        count = Counter(names.values())
        return {number: f"{name} ({number})" if count[name] > 1 else name for number, name in names.items()}

    @cached_property
    def names(self) -> dict[rules.Player, str]:
        """The same, as records name players."""
        return dict(self.number_names.items())

    def sitting(self, number: int) -> Sitting:
        """Who plays the deal of that number."""
        rotation = [int(player) for player in rules.rotation(self.numbers, number, self.table.first_dealer)]
        return Sitting(self.tournament.rules, self.numbers, rotation, self.number_names)

    def version(self, record: Mapping[str, Any], number: int) -> Version:
        """A stored record, read and scored."""
        deal = rules.read_deal(dict(record), self.tournament.rules)
        return Version(deal, rules.score(deal), number)

    def version_of(self, deal: Deal) -> Version:
        """The version of a deal that is in force."""
        return self.version(deal.record, deal.number)

    def story(self, deal: rules.Deal, result: rules.Result) -> Story:
        """A deal in words."""
        return tell(deal, result, self.names, speaker(self.tournament.rules))

    def number_at(self, position: int) -> int:
        """The number of the deal at that place, as far as it is known."""
        return position

    def of_later_deal(self, problem: Problem) -> str:
        """The sentence of a problem that a correction makes in a later deal; "" for any other."""
        found = _LATER.match(problem.field)
        if found is None:
            return ""
        own = replace(problem, field=problem.field[found.end() :])
        sentence = say_at_form(own, self.number_names, self.tournament.rules)
        position = int(found[1]) + 1
        return _("With this, deal %(number)s would no longer be right: %(sentence)s") % {
            "number": self.number_at(position),
            "sentence": sentence,
        }


class AtTable(Seated):
    """A table with all its deals."""

    def __init__(self, tournament: Tournament, sheet: queries.TableSheet) -> None:
        super().__init__(tournament, sheet.table, sheet.seats)
        self.sheet = sheet
        self.state = rules.TableState(tournament.rules, self.numbers, self.table.first_dealer)
        for row in sheet.rows:
            self.state.take(row.record.outcome, row.result)

    @property
    def next_position(self) -> int:
        """The place of the next deal in the order of play."""
        return len(self.sheet.rows) + 1

    def row(self, position: int) -> queries.DealRow:
        """The deal at that place; raises Http404."""
        if position >= self.next_position:
            raise Http404
        return self.sheet.rows[position - 1]

    def number_at(self, position: int) -> int:
        """The number of the deal at that place."""
        return self.sheet.rows[position - 1].number if position < self.next_position else position

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
        return self.why_no_correction() or self.why_nothing_more()

    def why_nothing_more(self) -> str:
        """Why this table plays no deal more, in a sentence; "" if it does."""
        if self.table.paper:
            return say_refusal(Problem("table-has-paper", ""))
        if self.state.number > self.sheet.deals_planned:
            return _("All %(planned)s deals of this table are recorded.") % {"planned": self.sheet.deals_planned}
        return ""

    # --- versions ----------------------------------------------------------------------------------------------------

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

    def told_versions(self, row: queries.DealRow) -> list[dict[str, Any]]:
        """All versions of a deal told by what each changed, the newest first. One SQL query."""
        told: list[dict[str, Any]] = []
        before: Version | None = None
        for revision in row.deal.revisions.select_related("confirmation__player").order_by("number"):
            # A revision does not keep the deal's number among the others: that of today serves for all.
            version = self.version(revision.record, row.number)
            found = changes(before, version, self.names) if before is not None else []
            who = Teller.actor(revision)
            told.append({"revision": revision, "who": who, "changes": found, "followed": only_derived(found)})
            before = version
        return told[::-1]

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
    def of(cls, at: Seated, preview: Preview, corrected: Deal | None) -> Shown:
        """`corrected` is the deal that is corrected, if one is."""
        dealt = preview.dealt
        points = []
        if dealt.counted:
            by_number = dealt.result.points
            points = [(s, by_number[s.player.number]) for s in at.seats if s.player.number in by_number]
        found = []
        if corrected is not None:
            found = changes(at.version_of(corrected), _version(dealt), at.names)
        moved = [
            Moved(deal.number, changes(at.version_of(deal), _version(after), at.names)) for deal, after in preview.moved
        ]
        return cls(at.story(dealt.deal, dealt.result), dealt.counted, points, found, moved)


def _version(dealt: rules.TableDeal) -> Version:
    return Version(dealt.deal, dealt.result, dealt.number)


def attempt(
    entry: Entry,
    at: Seated,
    *,
    look: Callable[[], Preview],
    write: Callable[[], Any] | None,
    same: bool = False,
) -> Any:
    """Saves (with `write`) or previews, and places what is refused. `same`: nothing was changed.

    Comes to what was written, a Preview, CHANGED, or None.
    """
    problems: Sequence[Problem] = entry.problems()
    if same:
        problems = [Problem("nothing-changed", "")]
    preview: Preview | None = None
    try:
        if write is not None and not problems and not entry.unreadable:
            return write()
        preview = look()
    except Refusal as refusal:
        if any(problem.code == CHANGED for problem in refusal.problems):
            return CHANGED
        problems = [*problems, *refusal.problems]
    ruleset, names = at.tournament.rules, at.number_names
    entry.place(problems, lambda problem: at.of_later_deal(problem) or say_at_form(problem, names, ruleset))
    return None if problems or entry.unreadable else preview


def typed_number(request: HttpRequest, name: str, default: int) -> int:
    """A small number that the form carries unseen; the default where it is no number."""
    text = request.POST.get(name, "")
    return int(text) if re.fullmatch("[1-9][0-9]{0,3}", text) else default
