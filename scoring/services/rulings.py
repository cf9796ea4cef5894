"""A case is ruled on: by each juror alone, aloud by the three, or by the vote of a magas table; and undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.core.exceptions import PermissionDenied
from django.utils import timezone

from rules import Problem, jury
from scoring.actors import Actor, is_organiser, require_seat_at
from scoring.models import Ballot, Case, DealRevision, Decision, Penalty, Player, Ruling
from scoring.models.jury import OF_DEAL, OF_PLAYER, TEXT_LENGTH
from scoring.models.tournament import Round
from scoring.services.cases import (
    change_of_case,
    is_juror,
    require_jury_or_organiser,
    require_open,
    require_revision,
)
from scoring.services.change import Change
from scoring.services.deals import put_record, set_on_hold
from scoring.services.errors import Refusal, refusal
from scoring.services.panel import JURORS, Panel, panel_of
from scoring.services.proposal import proposal_of
from scoring.services.receipts import Sent
from scoring.services.ruled import ruled_record
from scoring.services.texts import text_problem

#: Far above any penalty: an amount is no telephone number.
MOST = 10_000
#: What a table's vote comes to (Magas 16).
_VOTES = {
    "redeal": Decision.REDEAL,
    "redeal_150": Decision.REDEAL_150,
    "enforce": Decision.RENONSZ,
    "continue": Decision.PLAY_ON,
    "pay_kassza": Decision.PAY_KASSZA,
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is ruled: a `kind` of Decision, the `amount` (table points of a renonsz, None: as the rules say; points
    off), and why."""

    kind: str
    amount: int | Fraction | None = None
    reason: str = ""


def rule_on(
    actor: Actor,
    case: Case,
    verdict: Verdict,
    *,
    expected_revision: int | None = None,
    expected_round: int | None = None,
) -> Case:
    """One juror rules, alone. Two equal rulings decide the case; three different ones begin another round.

    `expected_revision` is the deal's that the juror saw: corrected meanwhile, it is refused with `changed-meanwhile`.
    So is, with `voting-round-over`, what was meant for another round of rulings than the one there is now.
    Raises Refusal, PermissionDenied.
    """
    if not is_juror(actor, case.tournament):
        raise PermissionDenied(f"{actor.label} is not of the jury of {case.tournament.slug}.")
    with change_of_case(actor, case, "rule_on") as (under_way, case):
        require_open(case)
        panel = panel_of(case)
        member = panel.member(actor.user)
        if member is None:
            why = next((code for each, code in panel.barred if each.user == actor.user), "juror-not-needed")
            raise refusal(why)
        if expected_round not in (None, case.voting_round):
            raise refusal("voting-round-over")
        _require_sense(case, verdict)
        require_revision(case, expected_revision)
        verdict = in_plain(case, verdict)
        if case.rulings.filter(voting_round=case.voting_round, user=actor.user).exists():
            raise refusal("ruled-already")
        case.rulings.create(
            voting_round=case.voting_round,
            user=actor.user,
            juror=actor.label,
            kind=verdict.kind,
            amount=verdict.amount,
            reason=verdict.reason.strip(),
            at=timezone.now(),
        )
        given = given_now(case, panel)
        found = jury.tally((each.kind, each.amount) for each in given)
        if found.decided is not None:
            kind, amount = found.decided
            agreed = [each for each in given if (each.kind, each.amount) == found.decided]
            case.jurors = [each.juror for each in given]
            _decide(actor, under_way, case, Verdict(kind, amount, "\n".join(each.reason for each in agreed)))
        elif found.split:
            case.voting_round += 1
            case.save(update_fields=["voting_round"])
            under_way.details["split"] = True
    return case


def rule_orally(
    actor: Actor, case: Case, jurors: Sequence[int], verdict: Verdict, *, expected_revision: int | None = None
) -> Case:
    """What the three decided aloud at the table, entered in one step by a juror or an organiser.

    `jurors` are the keys of the memberships of the three who were there. Raises Refusal, PermissionDenied.
    """
    require_jury_or_organiser(actor, case.tournament)
    with change_of_case(actor, case, "rule_orally") as (under_way, case):
        require_open(case)
        panel = panel_of(case)
        barred = {each.pk: code for each, code in panel.barred}
        known = {each.pk: each for each in case.tournament.memberships.filter(role="juror").select_related("user")}
        problems = [Problem(barred[pk], "jurors") for pk in jurors if pk in barred]
        if len(set(jurors)) != JURORS or not set(jurors) <= set(known):
            problems.append(Problem("three-jurors", "jurors", {"count": JURORS}))
        if problems:
            raise Refusal(problems)
        _require_sense(case, verdict)
        require_revision(case, expected_revision)
        verdict = in_plain(case, verdict)
        case.oral = True
        case.jurors = [known[pk].user.get_username() for pk in jurors]
        _decide(actor, under_way, case, verdict)
    return case


def vote(actor: Actor, case: Case, player: Player, choice: str, *, sent: Sent | None = None) -> Case:
    """One of the three others at the table votes, in turn from the offender's right (Magas 16).

    Two equal votes decide at once; after three different ones the case is the jury's. A message that was `sent` gets
    the case's number as its answer. Raises Refusal, PermissionDenied.
    """
    if case.table is None:
        raise refusal("case-has-no-vote")
    require_seat_at(actor, case.table)
    with change_of_case(actor, case, "vote", sent) as (under_way, case):
        require_open(case)
        turn = next_voter(case)
        if turn is None:
            raise refusal("case-has-no-vote")
        if choice not in _VOTES:
            raise refusal("bad-choice", "choice", known=", ".join(_VOTES))
        if player.number != turn:
            raise refusal("not-your-vote", "player", player=turn)
        case.ballots.create(player=player, choice=choice, at=timezone.now())
        found = jury.tally(case.ballots.values_list("choice", flat=True))
        if found.decided is not None:
            # Two have agreed: what comes of it needs nobody's confirmation.
            _decide(replace(actor, player=None), under_way, case, Verdict(_VOTES[found.decided]))
    return case


def next_voter(case: Case) -> int | None:
    """The player (number) whose vote is awaited; None where there is no vote, or it is over without a majority."""
    order = voters_of(case)
    if not order:
        return None
    voted = set(Ballot.objects.filter(case=case).values_list("player__number", flat=True))
    return next((player for player in order if player not in voted), None)


def voters_of(case: Case) -> list[int]:
    """Who at the table votes on an open case (player numbers), in turn; nobody where there is no vote. No SQL query
    where deal and offender were read with it."""
    if case.tournament.rules.kassza is None or case.sanction == "jury" or case.deal is None or case.offender is None:
        return []
    players = [int(player) for player in case.deal.record["players"]]
    if case.offender.number not in players or not case.is_open:
        return []
    return [int(player) for player in jury.voters(players, case.offender.number)]


def withdraw_case(actor: Actor, case: Case, reason: str) -> Case:
    """Takes a case back, open or decided: what it did is undone, the deal is as it was. Raises Refusal,
    PermissionDenied."""
    return _take_back(actor, case, reason, "withdraw_case", Case.State.WITHDRAWN)


def reopen_case(actor: Actor, case: Case, reason: str) -> Case:
    """Opens a decided or withdrawn case on new facts: the deal is on hold again, the jurors rule anew. Raises Refusal,
    PermissionDenied."""
    return _take_back(actor, case, reason, "reopen_case", Case.State.OPEN)


def _take_back(actor: Actor, case: Case, reason: str, action: str, state: str) -> Case:
    require_jury_or_organiser(actor, case.tournament)
    with change_of_case(actor, case, action) as (under_way, case):
        if case.state == state:
            raise refusal("case-not-open" if state == Case.State.WITHDRAWN else "case-open", number=case.number)
        problem = text_problem(reason.strip(), "reason", longest=TEXT_LENGTH, empty=False)
        if problem:
            raise Refusal([problem])
        if case.state == Case.State.DECIDED:
            _undo(actor, case, reason)
        case.state = state
        if state == Case.State.OPEN:
            if case.deal is not None and case.deal.cases.filter(state=Case.State.OPEN).exclude(pk=case.pk).exists():
                raise refusal("case-open-already", "deal", number=case.deal.number)
            case.voting_round += 1
            case.ballots.all().delete()
        case.save()
        if case.deal is not None and case.table is not None:
            set_on_hold(case.tournament.rules, case.table, case.deal, case.is_open)
        under_way.details["reason"] = reason.strip()
    return case


def _decide(actor: Actor, under_way: Change, case: Case, verdict: Verdict) -> None:
    under_way.details["decided"] = verdict.kind
    case.state, case.kind, case.amount = Case.State.DECIDED, verdict.kind, verdict.amount
    case.reason, case.decided_at = verdict.reason.strip()[:TEXT_LENGTH], timezone.now()
    if case.deal is not None and case.table is not None:
        case.deal.refresh_from_db()
        if case.kind in OF_DEAL:
            case.before = case.deal.entered()
            case.deal.on_hold = False
            case.deal.save(update_fields=["on_hold"])
            case.revision = _put(actor, case, ruled_record(case, case.record or case.before))
        else:
            set_on_hold(case.tournament.rules, case.table, case.deal, False)
    if case.kind in OF_PLAYER:
        _punish(case)
    case.save()


def _undo(actor: Actor, case: Case, reason: str) -> None:
    """The deal and the player as they were before the decision."""
    if case.kind in OF_DEAL and case.deal is not None:
        _put(actor, case, {key: value for key, value in case.before.items() if key != "number"}, reason)
    for penalty in case.penalties.select_related("player"):
        if penalty.kind == Decision.EXCLUSION:
            Player.objects.filter(pk=penalty.player_id).update(withdrawn_after=penalty.withdrawn_before)
        penalty.delete()
    case.kind, case.amount, case.reason, case.decided_at = "", None, "", None
    case.oral, case.jurors, case.before, case.revision = False, [], {}, None


def _put(actor: Actor, case: Case, record: dict[str, object], reason: str = "") -> DealRevision:
    """Writes the deal's record by the same code as any correction; Refusals speak of the record."""
    if case.deal is None or case.table is None:
        raise refusal("case-needs-deal")
    return put_record(actor, case.tournament.rules, case.table, case.deal, record, reason or f"case {case.number}")[0]


def _punish(case: Case) -> None:
    if case.offender is None:
        raise refusal("offender-missing", "offender")
    last = case.table.round.number if case.table is not None else _last_round(case)
    penalty = Penalty(tournament=case.tournament, case=case, player=case.offender, kind=case.kind, amount=case.amount)
    penalty.round = last or None
    if case.kind == Decision.EXCLUSION:
        penalty.withdrawn_before = case.offender.withdrawn_after
        Player.objects.filter(pk=case.offender.pk).update(withdrawn_after=last)
    penalty.save()


def _last_round(case: Case) -> int:
    return (
        Round.objects.filter(tournament=case.tournament).order_by("-number").values_list("number", flat=True).first()
        or 0
    )


def _require_sense(case: Case, verdict: Verdict) -> None:
    """Raises Refusal of a verdict that this case cannot have."""
    problems = []
    if verdict.kind not in decisions_of(case):
        problems.append(Problem("bad-choice", "kind", {"known": ", ".join(decisions_of(case))}))
    amount, needs = verdict.amount, verdict.kind in (Decision.TABLE_POINTS, Decision.TOURNAMENT_POINTS)
    takes = needs or verdict.kind in (Decision.RENONSZ, Decision.PAY_KASSZA)
    whole = verdict.kind != Decision.TOURNAMENT_POINTS
    if needs and amount is None:
        problems.append(Problem("amount-missing", "amount"))
    elif amount is not None and not takes:
        problems.append(Problem("amount-not-allowed", "amount"))
    elif amount is not None and (not 0 <= amount <= MOST or (needs and amount == 0)):
        problems.append(
            Problem("number-out-of-range", "amount", {"value": str(amount), "low": int(needs), "high": MOST})
        )
    elif amount is not None and (
        Fraction(amount).denominator != 1 if whole else Fraction(amount * 60).denominator != 1
    ):
        problems.append(Problem("amount-not-whole", "amount"))
    problem = text_problem(verdict.reason.strip(), "reason", longest=TEXT_LENGTH, empty=False)
    if problem:
        problems.append(problem)
    if verdict.kind in OF_DEAL and case.deal is None:
        problems.append(Problem("case-needs-deal", "kind"))
    if verdict.kind in OF_PLAYER | {Decision.RENONSZ} and case.offender is None:
        problems.append(Problem("offender-missing", "offender"))
    if problems:
        raise Refusal(problems)


def decisions_of(case: Case) -> list[str]:
    """What may be decided in this case: about its deal, and of a dispute or of ethics whatever the jury finds right."""
    found: list[str] = []
    if case.deal is not None:
        if case.tournament.rules.has_renonsz:
            found.append(Decision.RENONSZ)
        found.append(Decision.REDEAL)
        if case.tournament.rules.kassza is not None:
            found += [Decision.REDEAL_150, Decision.PAY_KASSZA]
        found.append(Decision.PLAY_ON)
    found.append(Decision.NO_OFFENCE)
    if case.sanction == "jury":
        found += [Decision.WARNING, Decision.TABLE_POINTS, Decision.TOURNAMENT_POINTS, Decision.EXCLUSION]
    return [str(each) for each in found]


def given_now(case: Case, panel: Panel) -> list[Ruling]:
    """The rulings of the round there is now that count: those of the three who rule. Whose seat somebody else has by
    now had ruled for nothing. One SQL query."""
    there = {each.user_id for each in panel.members}
    return [each for each in case.rulings.filter(voting_round=case.voting_round) if each.user_id in there]


def in_plain(case: Case, verdict: Verdict) -> Verdict:
    """The verdict without an amount that only repeats what the rules say: who spells it out and who does not rule the
    same."""
    if verdict.amount is None or verdict.kind not in (Decision.RENONSZ, Decision.PAY_KASSZA):
        return verdict
    return replace(verdict, amount=None) if verdict.amount == proposal_of(case).worth else verdict


def rulings_seen_by(case: Case, actor: Actor) -> list[Ruling]:
    """The rulings that somebody may see now: the own ones; of a decided case all, for jury and organisers; of an open
    one those of rounds that came to an end, for the three who rule now. A round that was broken off (the case was taken
    back and opened again) stays unseen: it was no way to look at the others' rulings."""
    found = list(case.rulings.all())
    insider = is_juror(actor, case.tournament)
    if not insider and not is_organiser(actor, case.tournament):
        return []
    if case.state == Case.State.DECIDED:
        return found
    over = _rounds_over(case, found) if insider and panel_of(case).member(actor.user) is not None else frozenset()
    return [
        each
        for each in found
        if (actor.user is not None and each.user_id == actor.user.pk) or each.voting_round in over
    ]


def _rounds_over(case: Case, rulings: Sequence[Ruling]) -> frozenset[int]:
    """The rounds before the one there is now in which two agreed, or three differed."""
    found = set()
    for number in range(1, case.voting_round):
        come_to = jury.tally((each.kind, each.amount) for each in rulings if each.voting_round == number)
        if come_to.split or come_to.decided is not None:
            found.add(number)
    return frozenset(found)
