"""The organiser's view of a cup: how far each table is, and what is to be done next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, F, Max, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from scoring.models import Case, Round, Seat, Table, Tournament
from scoring.queries import Agreement, agreements_of, waiting_for_jury
from scoring.services.tablework import is_complete

DONE, NOW, LATER = "done", "now", "later"
#: As many players make a table.
FEWEST = 4


@dataclass(frozen=True, slots=True)
class TableGlance:
    """A table at a glance; `played` and `planned` are counted deals, `last_entry` is when a deal was last written,
    `cases` are the numbers of those before the jury; it `calls` for jurors unless it still votes on them itself."""

    table: Table
    seats: int
    played: int
    planned: int
    complete: bool
    agreement: Agreement
    last_entry: datetime | None
    cases: tuple[int, ...] = ()
    calls: bool = False

    @property
    def ready(self) -> bool:
        """Has it all it should have, did its players agree to what they entered, and is nothing before the jury?"""
        return self.complete and not self.agreement.unconfirmed and self.agreement.settled and not self.cases

    @property
    def begun(self) -> bool:
        """Has anything been recorded at it?"""
        return bool(self.last_entry or self.table.paper or self.cases)

    @property
    def marks(self) -> list[str]:
        """What waits for the jury, and what its players still have to agree to, in words. Nobody signs before all is
        played, nor before the jury has decided."""
        waiting, signed = self.agreement.waiting, len(self.agreement.signed_by)
        found = []
        if self.cases:
            text = ngettext("before the jury: case %(cases)s", "before the jury: cases %(cases)s", len(self.cases))
            found.append(text % {"cases": ", ".join(map(str, self.cases))})
        if waiting:
            text = ngettext("deal not confirmed: %(deals)s", "deals not confirmed: %(deals)s", len(waiting))
            found.append(text % {"deals": ", ".join(map(str, waiting))})
        if self.complete and not self.agreement.settled and not self.cases:
            found.append(_("only one has signed") if signed else _("not signed"))
        return found


@dataclass(frozen=True, slots=True)
class RoundGlance:
    """A round at a glance. `waiting` players could still be seated in it."""

    round: Round
    tables: tuple[TableGlance, ...]
    waiting: int

    @property
    def complete(self) -> int:
        """How many tables have all they should have."""
        return sum(table.complete for table in self.tables)

    @property
    def begun(self) -> bool:
        """Has anything been recorded at any of them?"""
        return any(table.begun for table in self.tables)

    @property
    def ready(self) -> int:
        """Of how many of them did the players agree, too?"""
        return sum(table.ready for table in self.tables)

    @property
    def unsettled(self) -> int:
        """How many tables have all they should have, and miss only somebody's agreement, or a decision."""
        return self.complete - self.ready

    @property
    def called(self) -> tuple[TableGlance, ...]:
        """The tables to which jurors have to go."""
        return tuple(table for table in self.tables if table.calls)

    @property
    def undecided(self) -> str:
        """The numbers of the tables with cases that are not decided."""
        return ", ".join(str(table.table.number) for table in self.tables if table.cases)


@dataclass(frozen=True, slots=True)
class Step:
    """Something that is done in the course of a cup: `state` is DONE, NOW or LATER. With `post` the address takes a
    POST."""

    state: str
    text: str
    detail: str
    address: str
    label: str
    post: bool = False


@dataclass(frozen=True, slots=True)
class Overview:
    """A cup at a glance: `active` of `players` have not withdrawn."""

    tournament: Tournament
    players: int
    active: int
    rounds: tuple[RoundGlance, ...]


def overview(tournament: Tournament) -> Overview:
    """The cup as its organiser sees it. Eight SQL queries."""
    stays = list(tournament.players.values_list("withdrawn_after", "first_round", "checked_in_at"))
    all_tables = Table.objects.filter(round__tournament=tournament)
    agreements = agreements_of(all_tables)
    tables = all_tables.annotate(
        seat_count=Count("seats", distinct=True),
        counted=Count("deals", filter=Q(deals__counted=True), distinct=True),
        last_entry=Max("deals__current__created_at"),
    )
    cases: dict[int, list[int]] = {}
    called = set()
    open_cases = Case.objects.filter(table__in=all_tables, state=Case.State.OPEN).order_by("number")
    wanted = Exists(waiting_for_jury(tournament.rules).filter(pk=OuterRef("pk")))
    for table_id, number, calls in open_cases.values_list("table", "number", wanted):
        cases.setdefault(table_id, []).append(number)
        if calls:
            called.add(table_id)
    of_round: dict[int, list[Table]] = {}
    for table in tables.order_by("number"):
        of_round.setdefault(table.round_id, []).append(table)
    # Who withdrew before a round and sits in it all the same does not take the place of somebody who waits.
    here = Q(player__withdrawn_after__isnull=True) | Q(player__withdrawn_after__gte=F("round__number"))
    here &= Q(player__first_round__lte=F("round__number"))
    if tournament.uses_check_in:
        here &= Q(player__checked_in_at__isnull=False)
    seated = dict(
        Seat.objects.filter(here, round__tournament=tournament).values_list("round").annotate(count=Count("pk"))
    )
    rounds = []
    for round_ in tournament.rounds.order_by("number"):
        could = sum(
            (last is None or last >= round_.number)
            and first <= round_.number
            and (came is not None or not tournament.uses_check_in)
            for last, first, came in stays
        )
        glances = tuple(
            _glance(
                tournament.rules,
                round_.number,
                table,
                agreements.get(table.pk, Agreement()),
                tuple(cases.get(table.pk, ())),
                table.pk in called,
            )
            for table in of_round.get(round_.pk, ())
        )
        rounds.append(RoundGlance(round_, glances, could - seated.get(round_.pk, 0)))
    return Overview(tournament, len(stays), sum(last is None for last, *_ in stays), tuple(rounds))


def round_glance(tournament: Tournament, number: int) -> RoundGlance:
    """One round of the overview; raises Round.DoesNotExist."""
    found = next((each for each in overview(tournament).rounds if each.round.number == number), None)
    if found is None:
        raise Round.DoesNotExist(number)
    return found


def _glance(
    ruleset: rules.Ruleset, round_number: int, table: Table, agreement: Agreement, cases: tuple[int, ...], calls: bool
) -> TableGlance:
    # Annotated in `overview`.
    seats, played, last_entry = (getattr(table, name) for name in ("seat_count", "counted", "last_entry"))
    planned = ruleset.planned_deals(seats=seats, round=round_number) if seats in ruleset.table_sizes else 0
    complete = is_complete(ruleset, table, seats, round_number, played) if planned else False
    return TableGlance(table, seats, played, planned, complete, agreement, last_entry, cases, calls)


def sizes_in_words(players: int) -> str:
    """Which tables so many players make: "2 tables of four and 1 table of five"; "" where they make none."""
    try:
        sizes = rules.table_sizes(players)
    except rules.NoSeating:
        return ""
    fours, fives = sizes.count(4), sizes.count(5)
    parts = []
    if fours:
        parts.append(ngettext("%(n)s table of four", "%(n)s tables of four", fours) % {"n": fours})
    if fives:
        parts.append(ngettext("%(n)s table of five", "%(n)s tables of five", fives) % {"n": fives})
    return _(" and ").join(parts)


def steps(found: Overview) -> list[Step]:
    """The course of the cup, from the list of players to the final standings; the first that is not done is NOW."""
    rounds_ = [_round_step(found.tournament, glance) for glance in found.rounds] + _next_rounds(found)
    # A cup is published when players come to look for their tables: as soon as the first round is seated.
    before = 0 if found.tournament.is_public or _is_seated(found) else 1
    rounds_.insert(before, _public_step(found))
    return list(_with_now([_players_step(found), *rounds_, _final_step(found.tournament)]))


def _is_seated(found: Overview) -> bool:
    """Does everybody who could have a table in the first round have one?"""
    return bool(found.rounds) and bool(found.rounds[0].tables) and found.rounds[0].waiting < FEWEST


def _with_now(all_steps: Iterable[Step]) -> Iterable[Step]:
    before = False
    for step in all_steps:
        if step.state == DONE:
            yield step
        else:
            yield Step(LATER if before else NOW, step.text, step.detail, step.address, step.label, step.post)
            before = True


def _address(tournament: Tournament, name: str, *args: int) -> str:
    return reverse(f"organiser:{name}", args=[tournament.slug, *args])


def _players_step(found: Overview) -> Step:
    sizes = sizes_in_words(found.active)
    count = ngettext("%(n)s player", "%(n)s players", found.active) % {"n": found.active}
    if sizes:
        detail = _("%(players)s: %(tables)s.") % {"players": count, "tables": sizes}
    elif found.active:
        detail = _("%(players)s: so many cannot sit at tables of four and five.") % {"players": count}
    else:
        detail = _("Nobody is on the list yet.")
    done = bool(sizes) or bool(found.rounds)
    return Step(
        DONE if done else LATER,
        _("List of players"),
        detail,
        _address(found.tournament, "players"),
        _("Players") if done else _("Add players"),
    )


def _round_step(tournament: Tournament, glance: RoundGlance) -> Step:
    number = glance.round.number
    text = _("Round %(number)s") % {"number": number}
    called = glance.undecided
    if glance.round.is_closed and called:
        detail = _("Closed, but provisional: before the jury is a case of table %(tables)s.") % {"tables": called}
        return Step(DONE, text, detail, reverse("jury:queue", args=[tournament.slug]), _("To the cases"))
    if glance.round.is_closed:
        return Step(DONE, text, _("Closed: its points are official."), _address(tournament, "round", number), _("Look"))
    if glance.waiting or not glance.tables:
        detail = ngettext("%(n)s player has no table yet.", "%(n)s players have no table yet.", glance.waiting) % {
            "n": glance.waiting
        }
        if not glance.tables:
            return Step(LATER, text, detail, _address(tournament, "draw", number), _("Draw the round"))
        if glance.waiting >= FEWEST:
            return Step(LATER, text, detail, _address(tournament, "seating", number), _("Seat players"))
    if glance.complete < len(glance.tables):
        detail = _("%(done)s of %(all)s tables are complete.") % {"done": glance.complete, "all": len(glance.tables)}
        return Step(LATER, text, detail, _address(tournament, "round", number), _("Enter results"))
    if called:
        detail = _("Every table has played; before the jury is a case of table %(tables)s.") % {"tables": called}
        return Step(LATER, text, detail, reverse("jury:queue", args=[tournament.slug]), _("To the cases"))
    waiting = glance.unsettled
    if waiting:
        text_of = ngettext(
            "Every table has played; %(n)s still has deals to confirm or totals to sign.",
            "Every table has played; %(n)s still have deals to confirm or totals to sign.",
            waiting,
        )
        address = _address(tournament, "round", number)
        return Step(LATER, text, text_of % {"n": waiting}, address, _("See what is missing"))
    detail = _("Every table is complete.")
    return Step(LATER, text, detail, _address(tournament, "round-close", number), _("Close the round"))


def after_table(tournament: Tournament, number: int, table: int) -> Step:
    """What is done when a table of an open round has all it should have: the next table that has not, in the order of
    their numbers and from the first on again; after the last one what the round needs. Eight SQL queries."""
    glance = round_glance(tournament, number)
    tables = sorted(glance.tables, key=lambda each: (each.table.number <= table, each.table.number))
    for each in tables:
        if not each.complete:
            label = _("Next: table %(number)s") % {"number": each.table.number}
            return Step(LATER, label, "", _address(tournament, "table", number, each.table.number), label)
    return _round_step(tournament, glance)


def _next_rounds(found: Overview) -> list[Step]:
    there = len(found.rounds)
    anybody = there > 0 or bool(sizes_in_words(found.active))
    return [
        Step(
            LATER,
            _("Round %(number)s") % {"number": number},
            _("Not seated yet.") if anybody else _("Once there are players enough for a table."),
            _address(found.tournament, "round-add") if anybody and number == there + 1 else "",
            _("Start the round"),
            post=True,
        )
        for number in range(there + 1, found.tournament.rounds_planned + 1)
        if not found.tournament.is_final
    ]


def _public_step(found: Overview) -> Step:
    cup = found.tournament
    detail = _("Everybody can see the cup.") if cup.is_public else _("Only its organisers see the cup so far.")
    if not cup.is_public and _is_seated(found):
        detail += " " + _("Once it is published, players find their tables by themselves.")
    return Step(
        DONE if cup.is_public else LATER,
        _("Publish"),
        detail,
        _address(cup, "settings"),
        _("Settings") if cup.is_public else _("Publish the cup"),
    )


def _final_step(cup: Tournament) -> Step:
    return Step(
        DONE if cup.is_final else LATER,
        _("Final result"),
        _("Nothing can be changed any more.") if cup.is_final else _("After the time for protests."),
        _address(cup, "results"),
        _("Results"),
    )
