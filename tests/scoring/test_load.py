"""Documents become cups: all or nothing, replaced in place, with rulesets of their own."""

from __future__ import annotations

import copy
import datetime
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

import rules
from scoring import queries
from scoring.actors import Actor
from scoring.exports.document import dump
from scoring.models import AuditEntry, Deal, DealRevision, Membership, Player, Round, Seat, Table, Tournament
from scoring.services import Refusal, load_document
from scoring.services.document import load as load_module
from tests.bench.cups import cup as made_cup
from tests.scoring.cups import Document, document, full_table, load, played, points_of, table, the_deal

pytestmark = pytest.mark.django_db

HARD_NAMES = [
    "Őry Tűnde",
    "A\u030brvíztűrő U\u0308tvefúró",
    'O\'Neill "Joe" & Társa',
    "<b>Vastag</b> <script>alert(1)</script>",
    "🃏 Szkíz 🂡",
    "  szóközök  ",
    "%s {{ 7*7 }} \\u0151",
]


def test_it_is_all_there() -> None:
    deals = [played(1, 2, 3), played(2, 2, None, 47, players=[1, 2, 3, 4])]
    cup = document(
        table(1, [1, 2, 3, 4], deals, first_dealer=3, remainder={"1": 5, "2": -5, "3": 0, "4": 0}),
        table(2, [5, 6, 7, 8], totals={"5": 20, "6": -4, "7": 4, "8": -20}),
        players=9,
    )
    cup["players"][8]["status"] = {"withdrawn_after": 0}
    tournament = load(cup)
    assert (tournament.slug, tournament.name, tournament.venue) == ("probakupa", "Próbakupa", "Győr")
    assert tournament.date == datetime.date(2026, 4, 18)
    assert (tournament.ruleset_id, tournament.state, tournament.revision) == ("kupa-2005", "published", 1)
    assert tournament.ruleset_snapshot == rules.get_ruleset("kupa-2005").as_data()
    assert list(tournament.players.values_list("number", "withdrawn_after"))[-2:] == [(8, None), (9, 0)]
    first, second = Table.objects.order_by("number")
    assert (first.first_dealer, first.paper, second.paper) == (3, "remainder", "totals")
    assert [seat.paper_points for seat in first.seated()] == [5, -5, 0, 0]
    assert [seat.paper_points for seat in second.seated()] == [20, -4, 4, -20]
    assert [deal.position for deal in Deal.objects.all()] == [1, 2]
    assert points_of(the_deal(tournament, 2)) == {1: 1, 2: -3, 3: 1, 4: 1}
    assert the_deal(tournament, 1).record["players"] == [4, 1, 2, 3]
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor) == ("load_document", "command tests")


def test_who_loads_with_an_account_organises() -> None:
    user = User.objects.create_user("rendező")
    tournament = load_document(Actor.of_user(user), document(), publish=False)
    assert tournament.state == "draft"
    assert Membership.objects.get().user == user


def test_an_existing_slug_is_refused_unless_replaced() -> None:
    old = load(document(full_table(1, [1, 2, 3, 4])))
    user = User.objects.create_user("rendező")
    Membership.objects.create(user=user, tournament=old, role="organiser")
    with pytest.raises(Refusal, match="slug-exists at slug"):
        load(document())
    new = load(document(table(1, [1, 2, 3, 4, 5]), players=5, name="Új"), replace=True)
    assert (new.pk, new.name, new.revision) == (old.pk, "Új", 2)
    assert (Deal.objects.count(), DealRevision.objects.count(), Player.objects.count()) == (0, 0, 5)
    assert Membership.objects.get().tournament == new
    assert [entry.action for entry in AuditEntry.objects.order_by("pk")] == ["load_document", "replace_by_document"]


def test_another_cup_is_not_touched_by_replacing() -> None:
    other = load(document(full_table(1, [1, 2, 3, 4]), slug="masik"))
    load(document(full_table(1, [1, 2, 3, 4])))
    load(document(), replace=True)
    assert Deal.objects.filter(table__round__tournament=other).count() == 16
    other.refresh_from_db()
    assert other.revision == 1


def test_a_final_cup_is_not_replaced() -> None:
    load(document())
    Tournament.objects.update(state="final")
    with pytest.raises(Refusal, match="tournament-final"):
        load(document(), replace=True)


def test_a_refused_replacement_leaves_the_old_cup() -> None:
    load(document(full_table(1, [1, 2, 3, 4])))
    with pytest.raises(Refusal):
        load(document(table(1, [1, 2, 3])), replace=True)
    assert Deal.objects.count() == 16
    assert Tournament.objects.get().revision == 1


@pytest.mark.parametrize("replace", [False, True])
def test_a_fault_in_the_middle_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch, replace: bool) -> None:
    if replace:
        load(document(full_table(1, [1, 2, 3, 4])))

    def fail(*_args: object) -> None:
        raise RuntimeError("power cut")

    monkeypatch.setattr(load_module, "append", fail)
    cup = document(full_table(1, [1, 2, 3, 4, 5]), players=5, closed=True)
    with pytest.raises(RuntimeError, match="power cut"):
        load(cup, replace=replace)
    rows = [model.objects.count() for model in (Tournament, Player, Round, Table, Seat, Deal, AuditEntry)]
    assert rows == ([1, 4, 1, 1, 4, 16, 1] if replace else [0] * 7)


def test_hard_names_come_through() -> None:
    cup = document(table(1, [1, 2, 3, 4]), players=len(HARD_NAMES), name=HARD_NAMES[3], venue=HARD_NAMES[1])
    for each, name in zip(cup["players"], HARD_NAMES, strict=True):
        each["name"] = each["club"] = name
    tournament = load(cup)
    assert [each.name for each in tournament.players.order_by("number")] == HARD_NAMES
    assert [row.player.club for row in queries.standings(tournament).rows] == HARD_NAMES
    assert (tournament.name, tournament.venue) == (HARD_NAMES[3], HARD_NAMES[1])


def points_in_standings(tournament: Tournament) -> list[tuple[Any, ...]]:
    rows = queries.standings(tournament).rows
    return [(row.player.number, row.table_points, row.tournament_points) for row in rows]


@pytest.fixture
def edited_files(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The ruleset files as somebody edited them after the cup: everything is worth nothing, places earn otherwise."""
    data = rules.get_ruleset("kupa-2005").as_data()
    for bid in data["bids"]:
        bid["value"] += 6
    edited = rules.read_ruleset(data)
    monkeypatch.setattr(rules, "get_ruleset", lambda _id: edited)
    monkeypatch.setattr(rules, "rulesets", lambda: {"kupa-2005": edited})
    yield


def test_editing_a_ruleset_file_does_not_move_a_loaded_cup(request: pytest.FixtureRequest) -> None:
    tournament = load(document(full_table(1, [1, 2, 3, 4]), closed=True))
    before = [
        (row.player.number, row.table_points, row.tournament_points) for row in queries.standings(tournament).rows
    ]
    lines = [row.result.points for row in queries.table_sheet(tournament, 1, 1).rows]
    request.getfixturevalue("edited_files")
    again = Tournament.objects.get()
    assert [
        (row.player.number, row.table_points, row.tournament_points) for row in queries.standings(again).rows
    ] == before
    assert [row.result.points for row in queries.table_sheet(again, 1, 1).rows] == lines
    # A cup that is new is played by the file as it is now.
    new = load(document(full_table(1, [1, 2, 3, 4]), closed=True, slug="uj"))
    assert queries.table_sheet(new, 1, 1).rows[0].result.points != lines[0]


def test_a_ruleset_of_its_own_is_used_instead_of_the_file() -> None:
    data = rules.get_ruleset("kupa-2005").as_data()
    data["id"] = "haziszabaly"
    for size in data["tables"].values():
        size["places"] = [[number * 3 for number in places] for places in size["places"]]
    cup = document(
        full_table(1, [1, 2, 3, 4]), ruleset="haziszabaly", ruleset_snapshot=copy.deepcopy(data), closed=True
    )
    tournament = load(cup)
    assert tournament.rules.id == "haziszabaly"
    assert tournament.ruleset_snapshot == data
    points = sorted(row.tournament_points for row in queries.standings(tournament).rows)
    assert sum(points) == 3 * (10 + 8 + 6 + 4)


@pytest.mark.parametrize(
    ("lists", "found"),
    [
        ({"penalties": [{"player": 2}]}, [("missing-field", "penalties[0].kind")]),
        ({"penalties": [{"player": 99, "kind": "warning"}]}, [("no-such-player", "penalties[0].player")]),
        ({"penalties": [{"player": 2, "kind": "hanging"}]}, [("bad-choice", "penalties[0].kind")]),
        ({"penalties": [{"player": 2, "kind": "table_points"}]}, [("bad-amount", "penalties[0].amount")]),
        ({"penalties": [{"player": 2, "kind": "table_points", "amount": -1}]}, [("bad-amount", "penalties[0].amount")]),
        (
            {"penalties": [{"player": 2, "kind": "table_points", "amount": "1/7"}]},
            [("bad-amount", "penalties[0].amount")],
        ),
        ({"penalties": [3]}, [("bad-type", "penalties[0]")]),
        ({"rulings": [{"case": 1}]}, [("missing-field", f"rulings[0].{key}") for key in ("rule", "sanction", "state")]),
        (
            {"rulings": [{"case": 1, "rule": "9.2", "sanction": "renonsz", "state": "decided"}]},
            [("missing-field", "rulings[0].kind")],
        ),
        (
            {"rulings": [{"case": 1, "rule": "9.2", "sanction": "jury", "state": "open", "round": 3, "table": 1}]},
            [("no-such-table", "rulings[0].table")],
        ),
    ],
)
def test_penalties_and_rulings_that_are_none(lists: Document, found: list[tuple[str, str]]) -> None:
    with pytest.raises(Refusal) as refusal:
        load(document(**lists))
    assert [(problem.code, problem.field) for problem in refusal.value.problems] == found
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("ruleset", ["kupa-2005", "magas-2018", "paskievics", "itvb-2019", "taroky-xix"])
def test_out_and_in_again_under_every_ruleset(ruleset: str) -> None:
    first = load(made_cup(9, ruleset=ruleset, rounds=2, slug="elso"))
    written = dump(first)
    second = load({**written, "slug": "masodik"})
    assert {**dump(second), "slug": "elso"} == written
    assert points_in_standings(second) == points_in_standings(first)
    for table_number in (1, 2):
        sheets = [queries.table_sheet(each, 1, table_number) for each in (first, second)]
        assert [row.result for row in sheets[0].rows] == [row.result for row in sheets[1].rows]


def test_the_number_of_sql_statements_grows_with_batches_only() -> None:
    counts = []
    for tables in (2, 8):
        seats = [range(first, first + 4) for first in range(1, 4 * tables, 4)]
        cup = document(*(full_table(n, list(at)) for n, at in enumerate(seats, 1)), players=4 * tables, closed=True)
        cup["slug"] = f"kupa-{tables}"
        with CaptureQueriesContext(
            connection,
        ) as queries_made:
            load(cup)
        counts.append(len(queries_made))
    assert counts[1] <= counts[0] + 4
