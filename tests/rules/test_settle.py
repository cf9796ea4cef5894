"""What deals pay, worked out by hand from the papers."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.rules.making import Record, deal, lines, magas, points, said, scored

# Card points and tricks of the columns of D11: no trick, up to 23, 24–47, 48–70, 71 or more, all tricks.
COLUMNS = [(2, 0), (20, 3), (40, 4), (60, 5), (80, 7), (88, 9)]
EDGES = [(None, None), (23, 2), (47, 4), (70, 6), (71, 6), (94, 9)]
# By what was said: the announcements, the kontra on the game, multiples of the game value for the declarers.
D11: dict[str, tuple[list[Record], int, list[int]]] = {
    "nothing": ([], 0, [-3, -2, -1, 1, 2, 3]),
    "double": ([said("double-game", "A")], 0, [-7, -6, -5, -4, 4, 7]),
    "volat": ([said("volat", "C")], 0, [-9, -8, -7, -6, -6, 6]),
    "double-and-volat": ([said("double-game", "A"), said("volat", "A")], 0, [-13, -12, -11, -10, -2, 10]),
    "game-kontrad": ([], 1, [-5, -4, -2, 2, 4, 5]),
    "game-kontrad-double-against": ([said("double-game", "B")], 1, [-9, -6, 2, 6, 8, 9]),
    "double-kontrad": ([said("double-game", "A", kontra=1)], 0, [-11, -10, -9, -8, 8, 11]),
    "game-and-double-kontrad": ([said("double-game", "A", kontra=1)], 1, [-13, -12, -10, -6, 10, 13]),
}
VALUES = {"three": 1, "two": 2, "one": 3, "solo": 4}


@pytest.mark.parametrize("bid", VALUES)
@pytest.mark.parametrize("row", D11)
def test_game_double_and_volat(row: str, bid: str) -> None:
    announcements, kontra, wanted = D11[row]
    for (card_points, tricks), times in zip(COLUMNS, wanted, strict=True):
        record = deal(bid=bid, card_points=card_points, tricks=tricks, kontra=kontra, announcements=announcements)
        due = times * VALUES[bid]
        assert points(record) == [due, -due, due, -due], (card_points, tricks)


@pytest.mark.parametrize("row", D11)
def test_game_double_and_volat_at_the_edges(row: str) -> None:
    announcements, kontra, wanted = D11[row]
    for (card_points, tricks), times in zip(EDGES, wanted, strict=True):
        if card_points is not None:
            record = deal(card_points=card_points, tricks=tricks, kontra=kontra, announcements=announcements)
            assert points(record)[0] == times, (card_points, tricks)


def test_volat_with_seventy_points_makes_no_double() -> None:
    """Nine tricks and 70 card points: volát is made, an announced double game is not."""
    record = deal(card_points=70, tricks=9, announcements=[said("double-game", "A")])
    assert lines(record) == [("double-game", "opponents", 4), ("volat", "declarer", 3)]


def test_without_tricks_nobody_made_volat() -> None:
    assert lines(deal(card_points=94)) == [("double-game", "declarer", 2)]
    assert lines(deal(card_points=0)) == [("double-game", "opponents", 2)]


@pytest.mark.parametrize(("card_points", "winner", "bika"), [(47, "opponents", True), (48, "declarer", False)])
def test_forty_eight_wins(card_points: int, winner: str, bika: bool) -> None:
    result = scored(deal(card_points=card_points))
    assert [(line.item, line.side) for line in result.lines] == [("game", winner)]
    assert result.bika is bika


def test_bika_is_marked_where_no_game_line_is_written_and_only_in_played_deals() -> None:
    result = scored(deal(card_points=47, announcements=[said("double-game", "B")]))
    assert [line.item for line in result.lines] == ["double-game"] and result.bika
    assert not scored(deal(card_points=47, outcome="renonsz", renonsz={"offender": "B"})).bika


# The list of the papers: announced and silent value by ruleset; None where it is not played, or not silently.
FIGURES: dict[str, dict[str, tuple[int, int | None] | None]] = {
    "kupa-2005": {"xxi-catch": (64, 32)},
    "magas-2018": {"xxi-catch": (60, 30)},
    "paskievics": {"xxi-catch": (42, 21)},
    "itvb-2019": {"xxi-catch": (42, 21)},
}
EVERYWHERE: dict[str, tuple[int, int | None]] = {"trull": (2, 1), "four-kings": (2, 1), "pagat-ultimo": (10, 5)}
ILLUSTRATED: dict[str, tuple[int, int | None]] = {
    "centrum": (10, None),
    "kismadar": (10, None),
    "nagymadar": (10, None),
    "king-ultimo": (15, None),
    "sas-ultimo": (10, 5),
    "pagat-uhu": (15, None),
    "king-uhu": (20, None),
    "sas-uhu": (15, None),
}
HIGH: dict[str, tuple[int, int | None]] = {
    "pagat-nagymadar": (30, None),
    "sas-nagymadar": (30, None),
    "pagat-kismadar": (40, None),
    "sas-kismadar": (40, None),
    "pagat-facan": (50, 10),
    "sas-facan": (50, 10),
    "paros-facan": (60, 20),
    "king-nagymadar": (40, None),
    "king-kismadar": (50, None),
    "szincsalad": (100, None),
    "three-kings": (100, None),
}
SUITED = {"king-ultimo", "king-uhu", "king-nagymadar", "king-kismadar", "szincsalad"}
FAIL_SILENTLY = {"pagat-ultimo", "sas-ultimo", "pagat-facan", "sas-facan"}


def worth(id: str) -> dict[str, tuple[int, int | None] | None]:
    found: dict[str, tuple[int, int | None] | None] = {**FIGURES[id], **EVERYWHERE}
    found.update(ILLUSTRATED if id != "paskievics" else dict.fromkeys(ILLUSTRATED))
    found.update(HIGH if id == "magas-2018" else dict.fromkeys(HIGH))
    return found


@pytest.mark.parametrize("id", FIGURES)
def test_every_figure_pays_what_the_papers_say(id: str) -> None:
    for figure, value in worth(id).items():
        suit = {"suit": "hearts"} if figure in SUITED else {}
        for made in (True, False):
            record = deal(ruleset=id, announcements=[said(figure, "B", made, kontra=1, **suit)])
            if value is None:
                with pytest.raises(rules.Refused):
                    rules.read_deal(record)
                continue
            side = "opponents" if made else "declarer"
            assert lines(record)[1:] == [(figure, side, 2 * value[0])]
        record = deal(ruleset=id, silent=[said(figure, "B")])
        if value is not None and value[1] is not None:
            assert lines(record) == [("game", "declarer", 1), (figure, "opponents", value[1])]
        else:
            with pytest.raises(rules.Refused):
                rules.read_deal(record)


@pytest.mark.parametrize("id", FIGURES)
def test_silent_failures(id: str) -> None:
    for figure, value in worth(id).items():
        record = deal(ruleset=id, silent=[said(figure, "B", False)])
        if value is not None and figure in FAIL_SILENTLY:
            assert lines(record) == [("game", "declarer", 1), (figure, "declarer", value[1])]
        else:
            with pytest.raises(rules.Refused):
                rules.read_deal(record)


def test_magas_figures_take_a_kontra_only_and_others_the_whole_ladder() -> None:
    figures = rules.get_ruleset("magas-2018").figures
    for figure in figures.values():
        high = figure.id in HIGH
        assert rules.get_ruleset("magas-2018").kontra_max(figure) == (1 if high else 4)
    assert lines(magas(card_points=71, announcements=[said("long-double", "A", kontra=4)])) == [
        ("long-double", "declarer", 64)
    ]


@pytest.mark.parametrize(
    ("id", "level", "times"),
    [("kupa-2005", 4, 16), ("magas-2018", 4, 16), ("itvb-2019", 4, 16), ("paskievics", 4, 16), ("paskievics", 5, 32)],
)
def test_the_top_of_the_ladder(id: str, level: int, times: int) -> None:
    assert points(deal(ruleset=id, kontra=level)) == [times, -times, times, -times]
    assert rules.get_ruleset(id).ladder[-1].hu == ("hirskontra" if id == "itvb-2019" else "mordkontra")


def test_long_double_stands_for_double_game() -> None:
    assert lines(magas(card_points=71, announcements=[said("long-double", "C")])) == [("long-double", "declarer", 4)]
    failed = magas(bid="two", card_points=70, announcements=[said("long-double", "C")])
    assert lines(failed) == [("long-double", "opponents", 8)]


@pytest.mark.parametrize("partner", ["C", None])
def test_counts_are_paid_by_all_three(partner: str | None) -> None:
    record = deal(partner=partner, card_points=40, announcements=[said("tarokk-8", "A"), said("tarokk-9", "D")])
    game = [-1, 1, -1, 1] if partner else [-3, 1, 1, 1]
    counts = [3 - 2, -1 - 2, -1 - 2, -1 + 6]
    assert points(record) == [a + b for a, b in zip(game, counts, strict=True)]
    assert lines(record)[1:] == [("tarokk-8", "A", 1), ("tarokk-9", "D", 2)]


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({}, [3, -1, -1, -1]),
        ({"card_points": 40}, [-3, 1, 1, 1]),
        ({"announcements": [said("trull", "A", True)]}, [9, -3, -3, -3]),
        ({"announcements": [said("trull", "B", True)]}, [-3, 1, 1, 1]),
        ({"announcements": [said("trull", "B", False, kontra=2)]}, [27, -9, -9, -9]),
        ({"bid": "solo", "card_points": 2, "tricks": 0}, [-36, 12, 12, 12]),
    ],
)
def test_alone_against_three(fields: dict[str, Any], wanted: list[int]) -> None:
    assert points(deal(partner=None, **fields)) == wanted


def test_volat_drops_silent_trull_and_kings_of_its_side_only() -> None:
    quiet = [said("trull", "A"), said("four-kings", "C"), said("pagat-ultimo", "A")]
    record = deal(card_points=90, tricks=9, silent=quiet)
    assert lines(record) == [("volat", "declarer", 3), ("pagat-ultimo", "declarer", 5)]
    against = deal(card_points=3, tricks=0, silent=[said("trull", "B"), said("four-kings", "D")])
    assert lines(against) == [("volat", "opponents", 3)]
    announced = deal(card_points=90, tricks=9, announcements=[said("trull", "A", True)])
    assert lines(announced) == [("volat", "declarer", 3), ("trull", "declarer", 2)]


def test_a_raised_figure_is_void_and_only_the_last_is_scored() -> None:
    record = magas(
        announcements=[
            said("pagat-ultimo", "A", True, kontra=3),
            said("pagat-uhu", "C", raised_from=0),
            said("pagat-kismadar", "A", False, raised_from=1),
        ]
    )
    assert lines(record) == [("game", "declarer", 1), ("pagat-kismadar", "opponents", 40)]


def test_the_order_of_lines_and_what_they_say() -> None:
    record = deal(
        card_points=88,
        tricks=9,
        kontra=1,
        announcements=[
            said("tarokk-8", "A"),
            said("king-ultimo", "C", False, suit="clubs", kontra=1),
            said("volat", "A"),
            said("double-game", "A", kontra=2),
            said("trull", "A", True),
        ],
        silent=[said("pagat-ultimo", "A", False)],
    )
    assert [line.as_json() for line in scored(record).lines] == [
        {"item": "game", "side": "declarer", "value": 2, "kontra": 1, "rule": "8"},
        {
            "item": "double-game",
            "side": "declarer",
            "value": 16,
            "announced": True,
            "made": True,
            "kontra": 2,
            "rule": "3.1.4",
        },
        {
            "item": "volat",
            "side": "declarer",
            "value": 6,
            "announced": True,
            "made": True,
            "kontra": 0,
            "rule": "3.1.6",
        },
        {
            "item": "king-ultimo",
            "side": "opponents",
            "suit": "clubs",
            "value": 30,
            "announced": True,
            "made": False,
            "kontra": 1,
            "rule": "3.1.11",
        },
        {
            "item": "trull",
            "side": "declarer",
            "value": 2,
            "announced": True,
            "made": True,
            "kontra": 0,
            "rule": "3.1.2",
        },
        {
            "item": "pagat-ultimo",
            "side": "opponents",
            "value": 5,
            "announced": False,
            "made": False,
            "rule": "3.1.10",
        },
        {"item": "tarokk-8", "player": "A", "value": 1, "rule": "3.1.1"},
    ]


def test_no_play_scores_the_first_trick_only() -> None:
    record = magas(
        outcome="no_play",
        bid="one",
        card_points=88,
        tricks=9,
        kontra=1,
        announcements=[
            said("trull", "A", True),
            said("tarokk-9", "A"),
            said("volat", "A"),
            said("pagat-facan", "B", False, kontra=1),
            said("sas-uhu", "A", True),
        ],
        silent=[said("paros-facan", "D")],
    )
    assert lines(record) == [("pagat-facan", "declarer", 100), ("paros-facan", "opponents", 20)]
    assert points(record) == [80, -80, 80, -80]


@pytest.mark.parametrize("outcome", ["passed_out", "thrown_in", "annulled"])
def test_a_deal_that_came_to_nothing_pays_nothing(outcome: str) -> None:
    result = scored(deal(outcome=outcome, card_points=47, silent=[said("trull", "A")]))
    assert set(result.points.values()) == {0}
    assert result.lines == () and result.warnings == () and result.captures == () and not result.bika


def test_catches_are_logged() -> None:
    record = deal(
        announcements=[said("xxi-catch", "A", False, kontra=1)],
        silent=[said("xxi-catch", "B", catcher="D", victim="A")],
    )
    (caught,) = scored(record).captures
    assert (caught.catcher, caught.victim, caught.announced, caught.kontra) == ("D", "A", False, 0)
    assert caught.xxi_points == {}
    announced = deal(announcements=[said("xxi-catch", "A", True, kontra=2, catcher="C", victim="B")])
    (caught,) = scored(announced).captures
    assert (caught.catcher, caught.victim, caught.announced, caught.kontra) == ("C", "B", True, 2)


XXI_LIST = [
    (said("xxi-catch", "A", catcher="C", victim="B"), False, {"A": 5, "B": -10, "C": 10, "D": -5}),
    (said("xxi-catch", "A", True, catcher="C", victim="B"), True, {"A": 25, "B": -50, "C": 50, "D": -25}),
    (said("xxi-catch", "D", catcher="D", victim="C"), False, {"A": -5, "B": 5, "C": -10, "D": 10}),
    (said("xxi-catch", "A", catcher="A"), False, {"A": 10, "C": 5}),
]


@pytest.mark.parametrize(("row", "announced", "wanted"), XXI_LIST)
def test_the_xxi_list_of_the_national_cups(row: Record, announced: bool, wanted: dict[str, int]) -> None:
    (caught,) = scored(deal(ruleset="itvb-2019", **{"announcements" if announced else "silent": [row]})).captures
    assert caught.xxi_points == wanted


def test_numbers_as_players() -> None:
    record = deal(players=[7, 3, 9, 1], declarer=7, partner=9, announcements=[said("tarokk-8", 3)])
    result = scored(record)
    assert result.points == {7: 0, 3: 2, 9: 0, 1: -2}
    assert result.as_json(lambda problem: problem.code)["points"] == {"7": 0, "3": 2, "9": 0, "1": -2}
    assert result.lines[1].as_json() == {"item": "tarokk-8", "player": 3, "value": 1, "rule": "3.1.1"}
