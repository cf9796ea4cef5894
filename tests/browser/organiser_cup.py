"""A cup of nine, deal by deal as its sheets have it, and the standings that must come of it."""

from __future__ import annotations

from typing import Any, NamedTuple

import rules

#: A deal as a tournament document has it.
Record = dict[str, Any]

CUP, SLUG, VENUE = "Mikulás Kupa", "mikulas-kupa", "Győr"
RULESET = rules.get_ruleset("kupa-2005")
PLAYERS = {
    1: ("Őry Tünde", "Eger"),
    2: ("Bőhm Márton", "Győr"),
    3: ("Hűvös Ákos", ""),
    4: ("Zala Zsófia", "Győr"),
    5: ("Üveges Ágnes", "Eger"),
    6: ("Pethő Lőrinc", ""),
    7: ("Kőszegi Réka", "Szombathely"),
    8: ("Vörös Dániel", "Eger"),
    9: ("Füzesi Ödön", ""),
}
NAMES = {number: name for number, (name, _club) in PLAYERS.items()}
# In playing order; who sits third deals first.
FIVE, FIRST_DEALER = [2, 5, 9, 1, 7], 3
FOUR = [8, 3, 6, 4]
# Two share the first place.
PAPER = {8: 12, 3: -7, 6: 12, 4: -17}


def said(figure: str, by: int, made: bool | None = None, **more: Any) -> dict[str, Any]:
    """A figure; players are places, forehand is 0."""
    return {"figure": figure, "by": by} | ({} if made is None else {"made": made}) | more


def game(bid: str, declarer: int, partner: int | None, card_points: int, **more: Any) -> dict[str, Any]:
    """A played deal; players are places."""
    found = {"bid": bid, "declarer": declarer, "card_points": card_points, **more}
    return found if partner is None else {**found, "partner": partner}


_BIDDING = [("three", 0), ("two", 1), ("pass", 2), ("pass", 3), ("hold", 0), ("pass", 1)]
_CATCH = {"catcher": 3, "victim": 0}
# Every deal of the table of five, in the order of play.
PLAYED: list[tuple[int, dict[str, Any]]] = [
    (1, game("three", 0, 2, 52, called="XX", announcements=[said("trull", 0, True), said("tarokk-8", 2)])),
    # Bika.
    (2, game("two", 1, 3, 47, kontra=1)),
    (3, {"outcome": "passed_out"}),
    # Alone, and lost.
    (3, game("three", 2, None, 44)),
    (4, game("one", 0, 1, 61, announcements=[said("pagat-ultimo", 1, False, kontra=1)])),
    (5, game("solo", 3, 0, 36, kontra=2, announcements=[said("king-ultimo", 3, True, suit="hearts")])),
    # A double game that nobody announced.
    (6, game("two", 1, 2, 75, silent=[said("four-kings", 2)])),
    (7, game("three", 0, 3, 88, tricks=9, announcements=[said("double-game", 0), said("volat", 0)])),
    (
        8,
        {
            "outcome": "renonsz",
            "bid": "two",
            "declarer": 1,
            "partner": 0,
            "announcements": [said("king-uhu", 1, suit="clubs", kontra=1)],
            "renonsz": {"offender": 2, "paragraph": "9.2"},
            "note": "Ketten kérték; a lap visszavéve.",
        },
    ),
    (9, game("three", 2, 0, 50, silent=[said("xxi-catch", 2, catcher=2, victim=1)])),
    (10, game("two", 3, 1, 40, announcements=[said("xxi-catch", 3, True, **_CATCH)], silent=[said("trull", 3)])),
    (11, {"outcome": "thrown_in", "thrown_in": {"by": 1, "hand": "lone-pagat"}}),
    (11, game("three", 0, 2, 66, silent=[said("pagat-ultimo", 0) | {"made": False}])),
    (12, game("one", 1, 3, 49, silent=[said("trull", 1), said("four-kings", 0)])),
    # Alone, and won.
    (13, game("two", 2, None, 55)),
    (14, game("three", 3, 2, 35, announcements=[said("double-game", 3, kontra=1)])),
    (15, game("solo", 0, None, 60, kontra=1)),
    (
        16,
        game(
            "two",
            1,
            0,
            30,
            announcements=[
                said("tarokk-9", 1),
                said("trull", 0, False),
                said("four-kings", 0, True),
                said("sas-ultimo", 2, True, kontra=2),
            ],
        ),
    ),
    # A volát that nobody announced.
    (17, game("three", 2, 3, 90, tricks=9)),
    (18, game("one", 3, 1, 23)),
    (19, game("two", 0, 2, 48, kontra=3)),
    (
        20,
        {
            "auction": [{"say": call, "by": by} for call, by in _BIDDING],
            "partner": 2,
            "card_points": 48,
            "announcements": [said("nagymadar", 0, True), said("centrum", 1, False)],
        },
    ),
]
#: By position. What is shown before saving is compared with what is stored.
PREVIEWED = {1, 2, 3, 6, 9, 11, 19, 22}
CORRECTED, WRONG_POINTS, RIGHT_POINTS = 6, 36, 58
REOPENED_FOR = "Óvás: elírt ütéspont"
CORRECTED_FOR = "A lapon 58 áll"


def at_table(number: int, deal: Any) -> Any:
    """The same deal with the players who had those places."""
    active = rules.rotation(FIVE, number, FIRST_DEALER)
    keys = ("declarer", "partner", "by", "catcher", "victim", "offender")
    if isinstance(deal, list):
        return [at_table(number, each) for each in deal]
    if not isinstance(deal, dict):
        return deal
    return {key: active[value] if key in keys else at_table(number, value) for key, value in deal.items()}


RECORDS: list[Record] = [{"number": number, **at_table(number, deal)} for number, deal in PLAYED]


class Standing(NamedTuple):
    """A row of the standings: what a player must have."""

    rank: int
    tied: bool
    tournament_points: Any
    table_points: int
    place: int


def standings_of(records: list[Record]) -> dict[int, Standing]:
    """The standings by player number, in their order, by the rules alone."""
    deals = rules.reckon_table(RULESET, FIVE, FIRST_DEALER, records)
    found = {}
    for points in (PAPER, rules.table_points(deals, FIVE)):
        awards = rules.award_places(list(points.values()), RULESET.places(seats=len(points), round=1))
        for (player, table_points), award in zip(points.items(), awards, strict=True):
            found[int(player)] = (award.points, int(table_points), award.place)
    ranks = rules.rank([row[:2] for row in found.values()], "table-points")
    rows = {
        player: Standing(rank.rank, rank.tied, *row) for (player, row), rank in zip(found.items(), ranks, strict=True)
    }
    return dict(sorted(rows.items(), key=lambda item: (item[1].rank, item[0])))
