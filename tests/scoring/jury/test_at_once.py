"""While jurors rule, the table corrects the same deal: nothing is lost, and whoever comes later is told."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from scoring.actors import Actor
from scoring.models import AuditEntry, Case, Deal, Ruling
from scoring.services import Refusal, Verdict, correct_deal, edit_case, rule_on, rule_orally
from tests.scoring.cups import played, the_deal, the_table
from tests.scoring.jury.conftest import Court, make_court

pytestmark = pytest.mark.django_db(transaction=True)

UPHOLD = Verdict("renonsz", None, "két játékos kérte")


def at_once(*writes: Callable[[], object]) -> list[str]:
    """Runs the writes in threads that start together; what each came to: "written", or why it was refused."""
    start = threading.Barrier(len(writes))
    outcomes = [""] * len(writes)

    def one(number: int, write: Callable[[], object]) -> None:
        try:
            start.wait()
            write()
            outcomes[number] = "written"
        except Refusal as refusal:
            outcomes[number] = refusal.problems[0].code
        except Exception as error:
            outcomes[number] = repr(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=one, args=(number, write)) for number, write in enumerate(writes)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def ruling(court: Court, juror: int, verdict: Verdict = UPHOLD, revision: int = 1) -> Callable[[], object]:
    """What the page of that juror sends, made from that revision of the deal."""
    case, actor = court.again(), Actor.of_user(court.members[juror].user)
    return lambda: rule_on(actor, case, verdict, expected_revision=revision, expected_round=1)


def correction(court: Court) -> Callable[[], object]:
    """What the table sends, made from the first version of the deal."""
    deal, actor = the_deal(court.cup, 1), Actor.at_table(the_table(court.cup))
    return lambda: correct_deal(actor, deal, played(1, 2, 4, 70), expected_revision=1)


def test_jurors_rule_and_the_table_corrects_the_same_deal() -> None:
    court = make_court()
    outcomes = at_once(ruling(court, 0), ruling(court, 1), correction(court))
    rulings = [outcome for outcome in outcomes[:2] if outcome == "written"]
    assert Ruling.objects.count() == len(rulings)
    deal, case = the_deal(court.cup, 1), court.again()
    numbers = list(deal.revisions.values_list("number", flat=True))
    if outcomes[2] == "written":
        # Corrected before both had ruled: who came after it is told, and the table's version is in force.
        assert set(outcomes[:2]) <= {"written", "changed-meanwhile"}
        assert "changed-meanwhile" in outcomes[:2]
        assert (case.is_open, deal.on_hold, deal.record["card_points"], numbers) == (True, True, 70, [1, 2])
    else:
        # Decided before the table was heard: it is told, and what the jury decided stands.
        assert outcomes == ["written", "written", "deal-ruled"]
        assert (case.state, deal.outcome, numbers) == ("decided", "renonsz", [1, 2])
    written = AuditEntry.objects.filter(action__in=["rule_on", "correct_deal"]).count()
    assert written == outcomes.count("written")


def test_one_juror_in_many_windows_rules_once() -> None:
    court = make_court()
    outcomes = at_once(*(ruling(court, 0, Verdict("renonsz", n, "mert")) for n in range(1, 6)))
    assert sorted(outcomes) == ["ruled-already"] * 4 + ["written"]
    assert Ruling.objects.count() == 1


def test_three_at_once_are_decided_by_two() -> None:
    court = make_court()
    outcomes = at_once(*(ruling(court, juror) for juror in range(3)))
    # The third either finds the case decided, or the deal that was ruled on.
    assert sorted(outcomes)[-2:] == ["written", "written"]
    assert sorted(outcomes)[0] == "case-not-open"
    assert (court.again().state, Ruling.objects.count()) == ("decided", 2)
    assert AuditEntry.objects.filter(action="rule_on").count() == 2


def test_aloud_and_alone_at_once() -> None:
    court = make_court()
    case, keys = court.again(), [member.pk for member in court.members]
    organiser = Actor.of_user(court.cup.memberships.get(role="organiser").user)

    def aloud() -> object:
        return rule_orally(organiser, case, keys, Verdict("renonsz", 12, "szóban"), expected_revision=1)

    outcomes = at_once(aloud, ruling(court, 0), ruling(court, 1))
    assert "written" in outcomes and set(outcomes) <= {"written", "case-not-open"}
    decided = court.again()
    assert decided.state == "decided"
    assert decided.oral == (outcomes[0] == "written")
    assert Deal.objects.get(pk=the_deal(court.cup, 1).pk).outcome == "renonsz"


def test_facts_and_a_correction_at_once() -> None:
    court = make_court()
    case, actor = court.again(), Actor.of_user(court.members[0].user)

    def facts() -> object:
        return edit_case(
            actor, case, offender=3, askers=(1, 4), in_play=True, facts="x", record={}, expected_revision=1
        )

    outcomes = at_once(facts, correction(court))
    assert outcomes in (["written", "written"], ["changed-meanwhile", "written"])
    assert (court.again().askers == [1, 4]) == (outcomes[0] == "written")
    assert Case.objects.get().is_open
