"""The rounds of a document: who sits where, their deals, and points from paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import rules
from rules import Problem
from scoring.models import Table
from scoring.models.tournament import MAX_NUMBER, MAX_ROUNDS, NAME_LENGTH
from scoring.services.document.entries import PlayerEntry, RoundEntry, TableEntry
from scoring.services.document.reader import Reader, inside
from scoring.services.tablework import Points, beyond_plan, paper_problems

#: Deals in a list, those that do not count included: far above any evening.
MAX_DEALS = 200


class RoundsReader:
    """Reads rounds into entries; what is wrong goes to the reader.

    Without a ruleset (it was refused) tables are read as far as that goes.
    """

    def __init__(
        self,
        reader: Reader,
        ruleset: rules.Ruleset | None,
        players: Sequence[PlayerEntry],
        rounds_planned: int | None,
    ) -> None:
        self.reader = reader
        self.ruleset = ruleset
        self.players = {player.number: player for player in players}
        self.rounds_planned = rounds_planned

    def read(self, items: Sequence[Any]) -> tuple[RoundEntry, ...]:
        """All rounds, numbered 1, 2 … in their order."""
        rounds = []
        for index, item in enumerate(items):
            place = inside("rounds", index)
            found = self.reader.record(item, place, required=("number", "tables"), optional=("closed",))
            if found is None:
                continue
            number = self.reader.integer(found, "number", place, low=1, high=MAX_ROUNDS)
            closed = self.reader.flag(found, "closed", place)
            if number is not None:
                self._check_round_number(number, index, place)
            tables = self._tables(found, number or index + 1, place)
            rounds.append(RoundEntry(number or index + 1, closed, tables))
        return tuple(rounds)

    def _check_round_number(self, number: int, index: int, place: str) -> None:
        place = inside(place, "number")
        if number <= index:
            self.reader.note("duplicate-round", place, number=number)
        elif number != index + 1:
            self.reader.note("round-missing", place, number=number, expected=index + 1)
        elif self.rounds_planned is not None and number > self.rounds_planned:
            self.reader.note("round-beyond-plan", place, number=number, planned=self.rounds_planned)

    def _tables(self, found: Mapping[str, Any], round_number: int, place: str) -> tuple[TableEntry, ...]:
        tables = []
        numbers: set[int] = set()
        table_of: dict[int, int] = {}
        for index, item in enumerate(self.reader.items(found, "tables", place)):
            here = inside(inside(place, "tables"), index)
            table = self.reader.record(
                item,
                here,
                required=("number", "seats"),
                optional=("first_dealer", "deals", "totals", "remainder", "substitutes"),
            )
            if table is None:
                continue
            number = self.reader.integer(table, "number", here, low=1, high=MAX_NUMBER)
            if number in numbers:
                self.reader.note("duplicate-table", inside(here, "number"), number=number)
            if number is not None:
                numbers.add(number)
            seats = self._seats(table, number or index + 1, round_number, here, table_of)
            if seats is not None:
                tables.append(self._table(table, number or index + 1, seats, round_number, here))
        return tuple(tables)

    def _seats(
        self,
        table: Mapping[str, Any],
        table_number: int,
        round_number: int,
        place: str,
        table_of: dict[int, int],
    ) -> tuple[int, ...] | None:
        """The player numbers in playing order; None if one cannot go on with them."""
        place = inside(place, "seats")
        found = table.get("seats", [])
        if not isinstance(found, list):
            self.reader.note("bad-type", place, expected="list")
            return None
        readable = True
        for index, number in enumerate(found):
            here = inside(place, index)
            if isinstance(number, bool) or not isinstance(number, int):
                self.reader.note("bad-type", here, expected="number")
                readable = False
            elif number in table_of:
                self.reader.note("player-seated-twice", here, number=number, table=table_of[number])
                readable = readable and number not in found[:index]
            else:
                table_of[number] = table_number
                self._check_player(number, round_number, here)
        if self.ruleset is not None and len(found) not in self.ruleset.table_sizes:
            if "seats" in table:
                sizes = ", ".join(str(size) for size in self.ruleset.table_sizes)
                self.reader.note("bad-table-size", place, seats=len(found), sizes=sizes)
            readable = False
        return tuple(found) if readable else None

    def _check_player(self, number: int, round_number: int, place: str) -> None:
        player = self.players.get(number)
        if player is None:
            self.reader.note("no-such-player", place, player=number)
        elif player.withdrawn_after is not None and player.withdrawn_after < round_number:
            self.reader.note("player-withdrawn", place, number=number, round=player.withdrawn_after)
        elif player.first_round > round_number:
            self.reader.note("player-comes-later", place, number=number, round=player.first_round)

    def _table(
        self, table: Mapping[str, Any], number: int, seats: tuple[int, ...], round_number: int, place: str
    ) -> TableEntry:
        first_dealer = self.reader.integer(table, "first_dealer", place, low=1, high=len(seats), default=1)
        records = self.reader.items(table, "deals", place)
        deals: tuple[rules.TableDeal, ...] = ()
        if self.ruleset is not None and first_dealer is not None:
            deals = self._deals(self.ruleset, records, seats, first_dealer, round_number, inside(place, "deals"))
        paper, points = self._paper(table, seats, len(records), place)
        if paper == Table.Paper.REMAINDER and self.ruleset is not None:
            planned = self.ruleset.planned_deals(seats=len(seats), round=round_number)
            if sum(deal.counted for deal in deals) >= planned:
                self.reader.note("nothing-remains", inside(place, "remainder"), planned=planned)
        substitutes = self._substitutes(table, seats, place)
        return TableEntry(number, seats, first_dealer or 1, deals, paper, points, substitutes)

    def _substitutes(self, table: Mapping[str, Any], seats: tuple[int, ...], place: str) -> Mapping[int, str]:
        """Who plays on in a player's place, by player number."""
        if table.get("substitutes") is None:
            return {}
        place = inside(place, "substitutes")
        by_key = {str(number): number for number in seats}
        found = self.reader.record(table["substitutes"], place, required=(), optional=tuple(by_key)) or {}
        names = {key: self.reader.text(found, key, place, longest=NAME_LENGTH) for key in by_key if key in found}
        return {by_key[key]: name for key, name in names.items() if name}

    def _deals(
        self,
        ruleset: rules.Ruleset,
        records: Sequence[Any],
        seats: tuple[int, ...],
        first_dealer: int,
        round_number: int,
        place: str,
    ) -> tuple[rules.TableDeal, ...]:
        if len(records) > MAX_DEALS:
            self.reader.note("too-many-deals", place, limit=MAX_DEALS)
            return ()
        if not self._are_records(records, place):
            return ()
        planned = ruleset.planned_deals(seats=len(seats), round=round_number)
        problems: list[Problem] = []
        deals: Sequence[rules.TableDeal] = ()
        try:
            deals = rules.reckon_table(ruleset, seats, first_dealer, records)
        except rules.Refused as refused:
            problems.extend(problem.at(place) for problem in refused.problems)
        problems.extend(beyond_plan(records, planned, place))
        self.reader.problems.extend(problems)
        return tuple(deals)

    def _are_records(self, records: Sequence[Any], place: str) -> bool:
        """Are they all objects with a number? What else is wrong with them, the rules say."""
        good = True
        for index, record in enumerate(records):
            here = inside(place, index)
            if not isinstance(record, dict):
                self.reader.note("bad-type", here, expected="object")
                good = False
            elif "number" not in record:
                self.reader.note("missing-field", inside(here, "number"), name="number")
                good = False
        return good

    def _paper(
        self, table: Mapping[str, Any], seats: tuple[int, ...], deals: int, place: str
    ) -> tuple[str, Mapping[int, Points]]:
        """Which of `totals` and `remainder` there is, and its points by player number."""
        kinds = [kind for kind in ("totals", "remainder") if table.get(kind) is not None]
        if len(kinds) == 2:
            self.reader.note("totals-and-remainder", inside(place, "remainder"))
        if "totals" in kinds and deals:
            self.reader.note("totals-beside-deals", inside(place, "totals"))
        points: Mapping[int, Points] = {}
        for kind in kinds:
            shares = self.ruleset is not None and self.ruleset.has_shares
            points, problems = paper_problems(table[kind], seats, inside(place, kind), shares=shares)
            self.reader.problems.extend(problems)
        return (kinds[0] if kinds else Table.Paper.NONE.value), points
