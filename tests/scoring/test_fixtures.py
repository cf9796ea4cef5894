"""The demo's cups: they load, and show what there is to show."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring import queries
from scoring.models import Deal, Table, Tournament
from scoring.services.document import parse, read_file
from tests.conftest import ROOT
from tests.scoring.cups import load

pytestmark = pytest.mark.django_db

FIXTURES = sorted((ROOT / "fixtures").glob("*.json"))


def fixture(slug: str) -> Tournament:
    return load(parse(read_file(ROOT / "fixtures" / f"{slug}.json")))


@pytest.mark.parametrize("path", FIXTURES, ids=[path.stem for path in FIXTURES])
def test_it_loads_and_its_name_is_its_slug(path: Path) -> None:
    tournament = load(parse(read_file(path)))
    assert tournament.slug == path.stem
    assert tournament.is_public


def test_the_finished_cup() -> None:
    found = queries.standings(fixture("tavaszi-kupa"))
    assert not found.provisional
    assert len(found.rows) == 23
    assert (found.rows[0].player.name, found.rows[0].tournament_points) == ("Zala Zsófia", 38)


def test_the_cup_in_its_third_round() -> None:
    tournament = fixture("koszegi-magas-kupa")
    assert list(tournament.rounds.values_list("closed_at", flat=True)).count(None) == 1
    found = queries.standings(tournament)
    assert found.provisional
    assert found.rounds == (1, 2, 3)
    played = [(table.deals_played, table.paper) for table in queries.round_sheet(tournament, 3).tables]
    assert played == [(16, ""), (9, ""), (3, ""), (0, "")]
    log = queries.capture_log(tournament)
    assert log.captures
    assert log.bikas
    outcomes = set(Deal.objects.values_list("outcome", flat=True))
    assert outcomes == {"played", "renonsz", "passed_out", "thrown_in", "annulled", "no_play"}
    assert Table.objects.filter(paper="remainder").exists()
    changes = [row.result.kassza for row in queries.table_sheet(tournament, 1, 1).kassza]
    assert any(change.before != change.after for change in changes if change)
    assert sum(row.player.is_withdrawn for row in found.rows) == 1


def test_the_others() -> None:
    doubled = queries.table_sheet(fixture("alapjatek-delutan"), 1, 1)
    assert max(row.record.multiplier for row in doubled.rows) == 4
    assert queries.capture_log(fixture("gyori-esti-tarokk")).xxi_list


def test_the_czech_one() -> None:
    tournament = fixture("taroky-demo")
    found = queries.standings(tournament)
    assert found.provisional and len(found.rows) == 9
    assert any(row.table_points != int(row.table_points) for row in found.rows)
    assert sum(row.table_points for row in found.rows) == 0
    assert set(Table.objects.values_list("paper", flat=True)) == {"", "totals", "remainder"}
    deals = [deal.read(tournament.rules) for deal in Deal.objects.select_related("current")]
    assert {deal.bid for deal in deals} == {None, "first", "second", "trojka", "solo", "warsaw"}
    assert {deal.outcome for deal in deals} == {"played", "annulled"}
    counts = queries.cup_statistics(tournament).counts
    assert len(counts.melds) == 8 and counts.pagat_made and counts.pagat_failed and counts.kontras and counts.warsaws
