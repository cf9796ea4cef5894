"""What happens to a case besides being ruled on: it is opened, its facts are put right, it is withdrawn or reopened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Max
from django.utils import timezone

import rules
from rules import Problem
from scoring.actors import Actor, is_organiser
from scoring.models import Case, Deal, Membership, Player, Table, Tournament
from scoring.models.jury import TEXT_LENGTH
from scoring.services.change import Change, change, of_open_round
from scoring.services.deals import append_record, in_force, set_on_hold
from scoring.services.errors import Refusal, refusal
from scoring.services.receipts import Sent
from scoring.services.texts import text_problem


def is_juror(actor: Actor, tournament: Tournament) -> bool:
    """Is the actor of this cup's jury, substitutes included?"""
    if actor.user is None or not actor.user.is_active:
        return False
    jurors = Membership.objects.filter(user=actor.user, tournament=tournament, role=Membership.Role.JUROR)
    return jurors.exists()


def require_jury_or_organiser(actor: Actor, tournament: Tournament) -> None:
    """Raises PermissionDenied."""
    if not is_organiser(actor, tournament) and not is_juror(actor, tournament):
        raise PermissionDenied(f"{actor.label} neither organises {tournament.slug} nor is of its jury.")


def open_case(
    actor: Actor,
    tournament: Tournament,
    *,
    rule: str,
    sanction: str,
    table: Table | None = None,
    deal: Deal | None = None,
    interrupts: bool = False,
    offender: int | None = None,
    askers: Sequence[int] = (),
    in_play: bool = True,
    facts: str = "",
    record: Mapping[str, Any] | None = None,
    expected_position: int | None = None,
    expected_revision: int | None = None,
    sent: Sent | None = None,
) -> Case:
    """Brings a matter before the jury: called by a table, or opened by an organiser or a juror.

    `rule` and `sanction` name an offence of the ruleset. `deal` is put on hold; `interrupts` says that it is the deal
    being played, which is recorded as void until the jury decides. `offender` and `askers` are player numbers;
    `record` (as entered at a table) has what was announced, and made before the offence, where that is not the deal's
    own record. `expected_position` is the place of the deal that it interrupts, `expected_revision` the revision of
    the recorded one: changed meanwhile, it is refused with `changed-meanwhile`. A message that was `sent` gets the
    case's number as its answer. Raises Refusal, PermissionDenied.
    """
    if not (actor.table is not None and table is not None and actor.table.pk == table.pk):
        require_jury_or_organiser(actor, tournament)
    with change(actor, tournament, "open_case", sent=sent) as under_way:
        tournament = under_way.tournament
        if table is not None:
            table = of_open_round(
                Table.objects.select_related("round").filter(pk=table.pk, round__tournament=tournament).first()
            )
        problems = list(_problems(tournament, table, rule, sanction, offender, askers, facts))
        if deal is not None and (table is None or deal.table_id != table.pk):
            problems.append(Problem("deal-gone", "deal"))
        if problems:
            raise Refusal(problems)
        if deal is not None:
            deal = Deal.objects.select_related("current").get(pk=deal.pk)
            if deal.cases.filter(state=Case.State.OPEN).exists():
                raise refusal("case-open-already", "deal", number=deal.number)
            in_force(deal, expected_revision)
        elif interrupts and table is not None:
            # Nobody has to confirm it: it stands only until the jury decides.
            nobody = replace(actor, player=None)
            deal = append_record(nobody, tournament.rules, table, {"outcome": "annulled"}, expected_position)
        number = (tournament.cases.aggregate(last=Max("number"))["last"] or 0) + 1
        case: Case = tournament.cases.create(
            number=number,
            table=table,
            deal=deal,
            offender=None if offender is None else tournament.players.get(number=offender),
            rule=rule,
            sanction=sanction,
            askers=list(askers),
            in_play=in_play,
            facts=facts.strip(),
            record=dict(record or {}),
            opened_by=actor.label,
            opened_at=timezone.now(),
        )
        if deal is not None and table is not None:
            set_on_hold(tournament.rules, table, deal, True)
        note(under_way, case)
        under_way.answer = {"number": case.number}
    return case


def edit_case(
    actor: Actor,
    case: Case,
    *,
    offender: int | None,
    askers: Sequence[int],
    in_play: bool,
    facts: str,
    record: Mapping[str, Any] | None = None,
    expected_revision: int | None = None,
) -> Case:
    """Puts the facts of an open case right.

    `record` as of `open_case`; None leaves it as it is, an empty one says that the deal's own holds. It was made from
    the deal's revision `expected_revision`: corrected meanwhile, it is refused with `changed-meanwhile`. Raises
    Refusal, PermissionDenied.
    """
    require_jury_or_organiser(actor, case.tournament)
    with change_of_case(actor, case, "edit_case") as (under_way, case):
        require_open(case)
        require_revision(case, expected_revision)
        problems = list(_problems(under_way.tournament, case.table, case.rule, case.sanction, offender, askers, facts))
        if problems:
            raise Refusal(problems)
        case.offender = None if offender is None else under_way.tournament.players.get(number=offender)
        case.askers, case.in_play, case.facts = list(askers), in_play, facts.strip()
        if record is not None:
            case.record = dict(record)
        case.save()
    return case


@contextmanager
def change_of_case(actor: Actor, case: Case, action: str, sent: Sent | None = None) -> Iterator[tuple[Change, Case]]:
    """A write of one case: yields it as it is now, too. A message that was `sent` gets its number as the answer.
    Raises Refusal when it is gone, or its round is closed."""
    with change(actor, case.tournament, action, sent=sent) as under_way:
        related = ("tournament", "table__round", "deal__current", "offender")
        found = Case.objects.select_related(*related).filter(pk=case.pk).first()
        if found is None:
            raise refusal("case-gone")
        found.tournament = under_way.tournament
        if found.table is not None:
            of_open_round(found.table)
        note(under_way, found)
        under_way.answer = {"number": found.number}
        yield under_way, found


def note(under_way: Change, case: Case) -> None:
    """What the audit trail says of a case: which one and where, not what anybody ruled."""
    under_way.details = {"number": case.number, "rule": case.rule}
    if case.table is not None:
        under_way.round, under_way.table = case.table.round.number, case.table.number
    if case.deal is not None:
        under_way.deal = case.deal.number


def require_open(case: Case) -> None:
    """Raises Refusal of a case that is decided or withdrawn."""
    if not case.is_open:
        raise refusal("case-not-open", number=case.number)


def require_revision(case: Case, expected: int | None) -> None:
    """Raises Refusal when the case's deal is not any more as somebody saw it."""
    if expected is None or case.deal is None or case.deal.current is None:
        return
    if case.deal.current.number != expected:
        raise refusal("changed-meanwhile")


def offence_of(ruleset: rules.Ruleset, rule: str, sanction: str) -> rules.Offence | None:
    """The offence of the ruleset that a case is about."""
    return next((each for each in ruleset.offences if (each.rule, each.sanction) == (rule, sanction)), None)


def _problems(
    tournament: Tournament,
    table: Table | None,
    rule: str,
    sanction: str,
    offender: int | None,
    askers: Sequence[int],
    facts: str,
) -> Iterator[Problem]:
    if offence_of(tournament.rules, rule, sanction) is None:
        yield Problem("bad-choice", "rule", {"known": ", ".join(each.rule for each in tournament.rules.offences)})
    here = Player.objects.filter(tournament=tournament)
    if table is not None:
        here = here.filter(pk__in=table.seats.values("player"))
    known = set(here.values_list("number", flat=True))
    if offender is None and sanction != "jury":
        yield Problem("offender-missing", "offender")
    if offender is not None and offender not in known:
        yield Problem("not-at-table" if table is not None else "no-such-player", "offender", {"player": offender})
    for index, asker in enumerate(askers):
        if asker not in known or asker == offender or asker in askers[:index]:
            yield Problem("bad-asker", f"askers[{index}]", {"player": asker})
    problem = text_problem(facts.strip(), "facts", longest=TEXT_LENGTH, empty=True)
    if problem:
        yield problem
