"""A tournament document is found right, or refused whole with the place of each fault: its head and its players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import rules
from scoring.services.document import check
from tests.scoring.cups import Document, document, load, played, table
from tests.scoring.refusals import TABLE, Problems, head, problems_of

pytestmark = pytest.mark.django_db


def without(field: str) -> Document:
    cup = head()
    del cup[field]
    return cup


def player(**fields: Any) -> Document:
    """A cup whose second player has these fields."""
    cup = head()
    cup["players"][1] = {"number": 2, "name": "B", "club": "", **fields}
    return cup


def snapshot(**fields: Any) -> Document:
    return head(ruleset_snapshot={**rules.get_ruleset("kupa-2005").as_data(), **fields})


CASES: dict[str, tuple[Callable[[], object], Problems]] = {
    # The head
    "a list": (lambda: [], [("bad-type", "")]),
    "nothing": (lambda: {}, [("missing-field", "format")]),
    "another format": (lambda: head(format="swiss/1"), [("bad-format", "format")]),
    "a number for format": (lambda: head(format=1), [("bad-format", "format")]),
    "a later minor version": (lambda: head(format="tarokk-kupa/1.1"), [("later-format", "format")]),
    "a later version": (lambda: head(format="tarokk-kupa/2", nonsense=1), [("later-format", "format")]),
    "a field that does not exist": (lambda: head(nmae="x"), [("unknown-field", "nmae")]),
    "no name": (lambda: without("name"), [("missing-field", "name")]),
    "no slug": (lambda: without("slug"), [("missing-field", "slug")]),
    "no date": (lambda: without("date"), [("missing-field", "date")]),
    "no ruleset": (lambda: without("ruleset"), [("missing-field", "ruleset")]),
    "no players": (
        lambda: without("players"),
        [("missing-field", "players")] + [("no-such-player", f"{TABLE}.seats[{n}]") for n in range(4)],
    ),
    "no rounds": (lambda: without("rounds"), [("missing-field", "rounds")]),
    "an empty name": (lambda: head(name=" "), [("text-empty", "name")]),
    "a name of 300 letters": (lambda: head(name="ő" * 300), [("text-too-long", "name")]),
    "a name with a control character": (lambda: head(name="a\x07b"), [("bad-text", "name")]),
    "a name with NUL": (lambda: head(name="a\0b"), [("bad-text", "name")]),
    "a name with half a surrogate pair": (lambda: head(name="a\ud800"), [("bad-text", "name")]),
    "a name that is a number": (lambda: head(name=5), [("bad-type", "name")]),
    "a venue of 300 letters": (lambda: head(venue="x" * 300), [("text-too-long", "venue")]),
    "a slug with capitals": (lambda: head(slug="Kupa"), [("bad-slug", "slug")]),
    "a slug with ő": (lambda: head(slug="őszi"), [("bad-slug", "slug")]),
    "a slug with a path": (lambda: head(slug="../x"), [("bad-slug", "slug")]),
    "a slug with a line end": (lambda: head(slug="x\n"), [("bad-text", "slug")]),
    "no letter in the slug": (lambda: head(slug=""), [("text-empty", "slug")]),
    "a date that is none": (lambda: head(date="2005-02-30"), [("bad-date", "date")]),
    "a date with dots": (lambda: head(date="2005.04.16."), [("bad-date", "date")]),
    "a week": (lambda: head(date="2005-W15-6"), [("bad-date", "date")]),
    "a date that is a number": (lambda: head(date=20050416), [("bad-type", "date")]),
    "an unknown ruleset": (lambda: head(ruleset="kupa-2006"), [("unknown-ruleset", "ruleset")]),
    "a ruleset that is a list": (lambda: head(ruleset=[]), [("bad-type", "ruleset")]),
    "no round planned": (lambda: head(rounds_planned=0), [("number-out-of-range", "rounds_planned")]),
    "true for a number": (lambda: head(rounds_planned=True), [("bad-type", "rounds_planned")]),
    "an unknown tie-break": (lambda: head(tie_break="coin"), [("bad-choice", "tie_break")]),
    "a snapshot without figures": (
        lambda: head(ruleset_snapshot={"id": "kupa-2005"}),
        [("bad-ruleset-snapshot", "ruleset_snapshot")],
    ),
    "a snapshot that is a text": (lambda: head(ruleset_snapshot="x"), [("bad-type", "ruleset_snapshot")]),
    "a snapshot of another ruleset": (lambda: snapshot(id="haz"), [("other-ruleset-snapshot", "ruleset_snapshot.id")]),
    "penalties that are an object": (lambda: head(penalties={}), [("bad-type", "penalties")]),
    "a ruling that is a text": (lambda: head(rulings=["x"]), [("bad-type", "rulings[0]")]),
    # Players
    "a player number twice": (
        lambda: player(number=1),
        [("duplicate-player", "players[1].number"), ("no-such-player", f"{TABLE}.seats[1]")],
    ),
    "a player without a number": (
        lambda: player(number="2"),
        [("bad-type", "players[1].number"), ("no-such-player", f"{TABLE}.seats[1]")],
    ),
    "player number 0": (
        lambda: player(number=0),
        [("number-out-of-range", "players[1].number"), ("no-such-player", f"{TABLE}.seats[1]")],
    ),
    "a player's name of 300 letters": (lambda: player(name="ű" * 300), [("text-too-long", "players[1].name")]),
    "a player without a name": (lambda: player(name=""), [("text-empty", "players[1].name")]),
    "a player with a field of another": (lambda: player(rank=1), [("unknown-field", "players[1].rank")]),
    "a club that is null": (lambda: player(club=None), [("bad-type", "players[1].club")]),
    "a status that is a text": (lambda: player(status="gone"), [("bad-type", "players[1].status")]),
    "a status with another field": (lambda: player(status={"gone": 1}), [("unknown-field", "players[1].status.gone")]),
    "a withdrawn player who plays on": (
        lambda: player(status={"withdrawn_after": 0}),
        [("player-withdrawn", f"{TABLE}.seats[1]")],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_refused_with_its_place_and_no_row_behind(name: str) -> None:
    make, expected = CASES[name]
    assert problems_of(make()) == expected


def test_all_faults_at_once() -> None:
    cup = document(
        table(1, [1, 2, 3, 4], [played(1, 1, 2, kontra=9), played(2, 1, 2), played(3, 1, 1, 95)]),
        table(2, [5, 6, 7, 1], totals={"5": 1, "6": 0, "7": 0, "1": 0}),
        players=8,
        slug="Nem jó",
        tie_break="?",
    )
    cup["players"][7]["name"] = "x" * 101
    assert problems_of(cup) == [
        ("bad-slug", "slug"),
        ("bad-choice", "tie_break"),
        ("text-too-long", "players[7].name"),
        ("kontra-too-high", "rounds[0].tables[0].deals[0].kontra"),
        ("partner-is-declarer", "rounds[0].tables[0].deals[2].partner"),
        ("card-points-out-of-range", "rounds[0].tables[0].deals[2].card_points"),
        ("player-seated-twice", "rounds[0].tables[1].seats[3]"),
        ("sum-not-zero", "rounds[0].tables[1].totals"),
    ]


def test_the_plan_of_itvb_is_at_most() -> None:
    short = table(1, [1, 2, 3, 4], [played(n, 1, 2) for n in range(1, 8)])
    assert check(document(short, ruleset="itvb-2019", closed=True)).rounds[0].closed


def test_what_may_be_left_out() -> None:
    cup = document({"number": 1, "seats": [1, 2, 3, 4]})
    for field in ("venue", "tie_break"):
        del cup[field]
    del cup["rounds"][0]["closed"]
    for each in cup["players"]:
        del each["club"]
    tournament = load(cup)
    assert (tournament.venue, tournament.tie_break) == ("", "table-points")
    assert not tournament.rounds.get().is_closed
    assert {each.club for each in tournament.players.all()} == {""}


def test_nulls_of_the_format_are_fine() -> None:
    cup = document(table(1, [1, 2, 3, 4], totals=None, remainder=None), penalties=[], rulings=[])
    cup["players"][0]["status"] = None
    cup["ruleset_snapshot"] = None
    assert load(cup).rounds.count() == 1
