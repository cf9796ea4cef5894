"""A day of 23 players and four rounds: who is on the list, what is played, and the standings that must come of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import rules
from scoring.models import Tournament
from tests.scoring.cups import the_round

#: A deal as a tournament document has it.
Record = dict[str, Any]

CUP, SLUG, VENUE = "Márton-napi Kupa", "marton-napi-kupa", "Kőszeg"
RULESET = rules.get_ruleset("kupa-2005")
ROUNDS, FEE = 4, 3000
PLAYERS = dict(
    enumerate(
        [
            ("Őry Tünde", "Eger"),
            ("Bőhm Márton", "Győr"),
            ("Hűvös Ákos", ""),
            ("Zala Zsófia", "Győr"),
            ("Üveges Ágnes", "Eger"),
            ("Pethő Lőrinc", "Kőszeg"),
            ("Kőszegi Réka", "Szombathely"),
            ("Vörös Dániel", "Eger"),
            ("Füzesi Ödön", ""),
            ("Wesselényi-Kovács Zsófia", "Kőszeg"),
            ("Szűcs Gergő", "Sárvár"),
            ("Nagy Ádám", "Győr"),
            ("Tóth Csaba", "Pápa"),
            ("Bíró Ilona", "Pápa"),
            ("Győrffy István", "Budapesti Tarokk Kör"),
            ("Dér Bálint", "Sárvár"),
            ("Fűzfa Emőke", "Budapesti Tarokk Kör"),
            ("Csorba Géza", "Szombathely"),
            ("Lővei Ottó", ""),
            ("Mező Piroska", "Kőszeg"),
            ("Révész Zoltán", "Eger"),
            ("Késő Klára", "Pápa"),
            ("Hiányzó Elemér", "Sárvár"),
        ],
        1,
    )
)
NAMES = {number: name for number, (name, _club) in PLAYERS.items()}
LATE, MISSING, LEAVES = 22, 23, 5
STANDS_IN = "Beugró Bence"
SEEDS = {1: 2026, 2: 14, 3: 14, 4: 7}
TWICE = 1
PRIZES = {1: 20_000, 2: 10_000, 3: 5_000}


def player_list() -> bytes:
    """The file, as a Hungarian spreadsheet saves it: Windows-1250, semicolons, an empty row, somebody twice."""
    rows = [("Név", "Egyesület"), *PLAYERS.values(), ("", ""), PLAYERS[TWICE]]
    return "".join(f"{name};{club}\r\n" for name, club in rows).encode("cp1250")


@dataclass
class Sat:
    """A table: who sits in which order, what was played, and what came from paper."""

    seats: list[int]
    first_dealer: int
    records: list[Record] = field(default_factory=list)
    paper: dict[int, int] = field(default_factory=dict)

    def active(self, deal: int) -> list[int]:
        """The four who play a deal, forehand first."""
        return [int(player) for player in rules.rotation(self.seats, deal, self.first_dealer)]

    @property
    def points(self) -> dict[int, Any]:
        """Table points by player."""
        reckoned = rules.reckon_table(RULESET, self.seats, self.first_dealer, self.records)
        found = {int(player): points for player, points in rules.table_points(reckoned, self.seats).items()}
        return {player: found[player] + self.paper.get(player, 0) for player in self.seats}

    def deal(self, number: int) -> Record:
        """What is played as the deal of that number: forehand takes it up with who sits third."""
        forehand, second, third, _fourth = self.active(number)
        record: Record = {"number": number, "bid": ("three", "two", "one")[number % 3]}
        record |= {"declarer": forehand, "partner": third, "card_points": 31 + number * 17 % 43}
        if number == 4:
            record["silent"] = [{"figure": "xxi-catch", "by": second, "catcher": second, "victim": forehand}]
        return record

    def on_paper(self, shift: int) -> dict[int, int]:
        """Points that sum to zero, as they stand on a sheet."""
        found = {player: (player * 13 + shift * 29) % 61 - 30 for player in self.seats[:-1]}
        return {**found, self.seats[-1]: -sum(found.values())}


class Standing(NamedTuple):
    """A row of the standings: what a player must have."""

    rank: int
    tied: bool
    tournament_points: Any
    table_points: Any


class Day(dict[tuple[int, int], Sat]):
    """Tables by the numbers of round and table."""

    def sit(self, cup: Tournament, number: int) -> None:
        """Takes down how a round is seated."""
        for table in the_round(cup, number).tables.all():
            seats = [seat.player.number for seat in table.seated()]
            self[number, table.number] = Sat(seats, table.first_dealer)

    def tables(self, *rounds: int) -> list[Sat]:
        """The tables of these rounds, in order."""
        return [at for (number, _table), at in sorted(self.items()) if number in rounds]

    def standings(self) -> dict[int, Standing]:
        """By player number, in their order, by the rules alone."""
        sums: dict[int, tuple[Any, Any]] = {player: (0, 0) for player in PLAYERS}
        for (number, _table), at in self.items():
            points = at.points
            awards = rules.award_places([*points.values()], RULESET.places(seats=len(points), round=number))
            for (player, table_points), award in zip(points.items(), awards, strict=True):
                before = sums[player]
                sums[player] = (before[0] + award.points, before[1] + table_points)
        ranks = rules.rank([*sums.values()], "table-points")
        rows = {
            player: Standing(rank.rank, rank.tied, *row)
            for (player, row), rank in zip(sums.items(), ranks, strict=True)
        }
        return dict(sorted(rows.items(), key=lambda item: (item[1].rank, item[0])))
