"""A preview is reckoned by the code that stores; what was typed for another state of the table is refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actors import Actor
from scoring.models import AuditEntry, Deal, Tournament
from scoring.services import Refusal, close_round, correct_deal, preview_correction, preview_deal, record_deal
from tests.scoring.cups import OPERATOR, document, full_table, load, played, points_of, the_deal, the_round, the_table
from tests.scoring.deal_form.conftest import cup_of

pytestmark = pytest.mark.django_db


def codes(refusal: pytest.ExceptionInfo[Refusal]) -> list[tuple[str, str]]:
    return [(problem.code, problem.field) for problem in refusal.value.problems]


def test_a_preview_is_what_is_stored_and_writes_nothing(cup: Tournament) -> None:
    record = played(3, 3, 1, 75, announcements=[{"figure": "double-game", "by": 3, "kontra": 1}])
    preview = preview_deal(OPERATOR, the_table(cup), record, expected_position=3)
    assert (Deal.objects.count(), AuditEntry.objects.count()) == (2, 1)
    deal = record_deal(OPERATOR, the_table(cup), record, expected_position=3)
    assert preview.position == deal.position == 3
    assert preview.dealt.full_record == deal.record
    assert preview.dealt.result.points == points_of(deal)


def test_a_preview_of_a_correction_tells_what_moves() -> None:
    cup = cup_of({"number": 1, "outcome": "passed_out"}, played(1, 1, 3, 60), ruleset="paskievics")
    preview = preview_correction(OPERATOR, the_deal(cup, 1), {"outcome": "annulled"}, expected_revision=1)
    assert [(deal.position, after.deal.multiplier) for deal, after in preview.moved] == [(2, 1)]
    revisions = correct_deal(OPERATOR, the_deal(cup, 1), {"outcome": "annulled"}, expected_revision=1)
    assert [revision.deal.position for revision in revisions] == [1, 2]


@pytest.mark.parametrize("position", [1, 2, 4])
def test_another_place_than_the_next_is_refused(cup: Tournament, position: int) -> None:
    for service in (preview_deal, record_deal):
        with pytest.raises(Refusal) as refusal:
            service(OPERATOR, the_table(cup), played(3, 1, 2), expected_position=position)
        assert codes(refusal) == [("changed-meanwhile", "")]
    assert Deal.objects.count() == 2


def test_another_revision_than_the_one_in_force_is_refused(cup: Tournament) -> None:
    correct_deal(OPERATOR, the_deal(cup, 1), played(1, 1, 3, 61), expected_revision=1)
    for service in (preview_correction, correct_deal):
        with pytest.raises(Refusal) as refusal:
            service(OPERATOR, the_deal(cup, 1), played(1, 1, 3, 62), expected_revision=1)
        assert codes(refusal) == [("changed-meanwhile", "")]
    assert the_deal(cup, 1).record["card_points"] == 61


def test_previews_are_refused_as_writes_are(cup: Tournament) -> None:
    with pytest.raises(Refusal) as refusal:
        preview_deal(OPERATOR, the_table(cup), played(3, 1, 1))
    assert codes(refusal) == [("partner-is-declarer", "partner")]
    with pytest.raises(PermissionDenied):
        preview_deal(Actor(label="nobody"), the_table(cup), played(3, 1, 2))
    with pytest.raises(PermissionDenied):
        preview_correction(Actor(label="nobody"), the_deal(cup, 1), played(1, 1, 2))
    close_round(OPERATOR, the_round(cup), "vége")
    with pytest.raises(Refusal) as refusal:
        preview_deal(OPERATOR, the_table(cup), played(3, 1, 2))
    assert codes(refusal) == [("round-closed", "")]


def test_a_preview_takes_three_queries_and_a_record_twelve_at_any_size() -> None:
    small = load(document(full_table(1, [1, 2, 3, 4]) | {"deals": []}, slug="kicsi"))
    sheets = [full_table(n, [4 * n - 3, 4 * n - 2, 4 * n - 1, 4 * n]) for n in range(1, 7)]
    sheets[0]["deals"].pop()
    large = load(document(*sheets, players=24, slug="nagy"))
    counts: dict[str, Any] = {}
    for cup, number in ((small, 1), (large, 16)):
        record = played(number, 1, 2, silent=[{"figure": "xxi-catch", "by": 1, "catcher": 1, "victim": 3}])
        table = the_table(cup)
        at_table = Actor.at_table(table)
        with CaptureQueriesContext(connection) as looked:
            preview_deal(at_table, table, record)
        with CaptureQueriesContext(connection) as wrote:
            record_deal(at_table, table, record)
        counts[cup.slug] = (len(looked), len(wrote))
    assert counts["kicsi"] == counts["nagy"]
    assert counts["kicsi"] == (3, 12), counts
