"""Penalties and rulings of a document: what the jury decided, and what is still before it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils import timezone

from scoring.models import Case, Deal, Decision, Penalty, Player, Table, Tournament
from scoring.models.jury import OF_PLAYER, RULE_LENGTH, TEXT_LENGTH
from scoring.models.tournament import MAX_NUMBER, MAX_ROUNDS
from scoring.services.document.reader import Reader, inside

#: Far above any penalty.
_MOST = 1_000_000
_FRACTION = re.compile(r"[0-9]{1,9}(/[0-9]{1,9})?")
_CASE_REQUIRED = ("case", "rule", "sanction", "state")
_CASE_OPTIONAL = (
    *("round", "table", "position", "offender", "askers", "in_play", "kind", "amount", "oral", "before", "record"),
)


@dataclass(frozen=True, slots=True)
class PenaltyEntry:
    """What a player carries through the cup; `case` is the number of the case it came of."""

    player: int
    kind: str
    amount: int | Fraction | None
    round: int | None
    reason: str
    case: int | None


@dataclass(frozen=True, slots=True)
class CaseEntry:
    """A case: which one, about which deal (round, table, place in the order of play), and what was decided."""

    number: int
    state: str
    rule: str
    sanction: str
    where: tuple[int, int] | None
    position: int | None
    offender: int | None
    askers: list[int]
    in_play: bool
    kind: str
    amount: int | Fraction | None
    oral: bool
    before: dict[str, Any]
    record: dict[str, Any]


class JuryReader:
    """Reads both lists; what is wrong goes to the reader. `rounds` are the entries of the document's rounds."""

    def __init__(self, reader: Reader, players: Sequence[Any], rounds: Sequence[Any]) -> None:
        self.reader = reader
        self.players = {player.number for player in players}
        self.deals = {(round_.number, table.number): len(table.deals) for round_ in rounds for table in round_.tables}

    def penalties(self, items: Sequence[Any]) -> list[PenaltyEntry]:
        """The penalties, in their order."""
        found = []
        for index, item in enumerate(items):
            place = inside("penalties", index)
            optional = ("amount", "round", "reason", "case")
            row = self.reader.record(item, place, required=("player", "kind"), optional=optional)
            if row is None:
                continue
            player = self._player(row, "player", place)
            kind = self._choice(row, "kind", place, sorted(OF_PLAYER))
            points = kind in (Decision.TABLE_POINTS, Decision.TOURNAMENT_POINTS)
            amount = self._amount(row, place, points)
            if kind is not None and not points and "amount" in row:
                self.reader.note("amount-not-allowed", inside(place, "amount"))
            round_ = self.reader.integer(row, "round", place, low=1, high=MAX_ROUNDS)
            reason = self.reader.text(row, "reason", place, longest=TEXT_LENGTH, empty=True)
            case = self.reader.integer(row, "case", place, low=1, high=MAX_NUMBER)
            if player is not None and kind is not None:
                found.append(PenaltyEntry(player, kind, amount, round_, reason or "", case))
        return found

    def cases(self, items: Sequence[Any]) -> list[CaseEntry]:
        """The cases, each number once."""
        found: list[CaseEntry] = []
        for index, item in enumerate(items):
            place = inside("rulings", index)
            row = self.reader.record(item, place, required=_CASE_REQUIRED, optional=_CASE_OPTIONAL)
            if row is None:
                continue
            entry = self._case(row, place)
            if entry is not None and any(entry.number == other.number for other in found):
                self.reader.note("duplicate-case", inside(place, "case"), number=entry.number)
            elif entry is not None:
                found.append(entry)
        return found

    def _case(self, row: Mapping[str, Any], place: str) -> CaseEntry | None:
        number = self.reader.integer(row, "case", place, low=1, high=MAX_NUMBER)
        state = self._choice(row, "state", place, list(Case.State.values))
        rule = self.reader.text(row, "rule", place, longest=RULE_LENGTH)
        sanction = self._choice(row, "sanction", place, ["renonsz", "jury", "vote"])
        kind = self._choice(row, "kind", place, list(Decision.values)) if "kind" in row else ""
        if state == Case.State.DECIDED and not kind:
            self.reader.note("missing-field", inside(place, "kind"), name="kind")
        where, position = self._where(row, place)
        offender = self._player(row, "offender", place) if row.get("offender") is not None else None
        askers = self.reader.items(row, "askers", place)
        for index, asker in enumerate(askers):
            if type(asker) is not int or asker not in self.players:
                self.reader.note("no-such-player", inside(inside(place, "askers"), index), player=str(asker))
        amount = self._amount(row, place, needed=False)
        in_play = self.reader.flag(row, "in_play", place)
        oral = self.reader.flag(row, "oral", place)
        records = {key: self._object(row, key, place) for key in ("before", "record")}
        if number is None or state is None or rule is None or sanction is None or kind is None:
            return None
        return CaseEntry(
            number, state, rule, sanction, where, position, offender, askers, in_play, kind, amount, oral, **records
        )

    def _where(self, row: Mapping[str, Any], place: str) -> tuple[tuple[int, int] | None, int | None]:
        round_ = self.reader.integer(row, "round", place, low=1, high=MAX_ROUNDS)
        table = self.reader.integer(row, "table", place, low=1, high=MAX_NUMBER)
        if round_ is None or table is None:
            return None, None
        deals = self.deals.get((round_, table))
        if deals is None:
            self.reader.note("no-such-table", inside(place, "table"), table=table, round=round_)
            return None, None
        if "position" not in row:
            return (round_, table), None
        return (round_, table), self.reader.integer(row, "position", place, low=1, high=max(deals, 1))

    def _player(self, row: Mapping[str, Any], key: str, place: str) -> int | None:
        number = self.reader.integer(row, key, place, low=1, high=MAX_NUMBER)
        if number is not None and number not in self.players:
            self.reader.note("no-such-player", inside(place, key), player=number)
            return None
        return number

    def _choice(self, row: Mapping[str, Any], key: str, place: str, known: Sequence[str]) -> str | None:
        found = row.get(key)
        if found in known and isinstance(found, str):
            return found
        if key in row:
            self.reader.note("bad-choice", inside(place, key), known=", ".join(known))
        return None

    def _amount(self, row: Mapping[str, Any], place: str, needed: bool) -> int | Fraction | None:
        """Whole, or an exact fraction as text such as "5/2"."""
        value = row.get("amount")
        found = None
        if type(value) is int or (isinstance(value, str) and _FRACTION.fullmatch(value)):
            try:
                found = Fraction(value)
            except ZeroDivisionError:
                found = None
        if value is None and not needed:
            return None
        if found is None or not 0 <= found <= _MOST or (found * 60).denominator != 1 or (needed and found == 0):
            self.reader.note("bad-amount", inside(place, "amount"))
            return None
        return found.numerator if found.denominator == 1 else found

    def _object(self, row: Mapping[str, Any], key: str, place: str) -> dict[str, Any]:
        found = row.get(key, {})
        if isinstance(found, dict):
            return found
        self.reader.note("bad-type", inside(place, key), expected="object")
        return {}


def write_jury(
    tournament: Tournament,
    cases: Sequence[CaseEntry],
    penalties: Sequence[PenaltyEntry],
    players: Mapping[int, Player],
) -> None:
    """Writes cases and penalties of a cup whose rounds are written."""
    now = timezone.now()
    tables = {
        (table.round.number, table.number): table
        for table in Table.objects.select_related("round").filter(round__tournament=tournament)
    }
    deals = {
        (deal.table_id, deal.position): deal
        for deal in Deal.objects.filter(table__in=[tables[entry.where] for entry in cases if entry.where is not None])
    }
    written = {}
    for entry in cases:
        table = tables.get(entry.where) if entry.where is not None else None
        decided = entry.state == Case.State.DECIDED
        written[entry.number] = Case.objects.create(
            tournament=tournament,
            number=entry.number,
            table=table,
            deal=deals.get((table.pk, entry.position)) if table is not None and entry.position else None,
            offender=players[entry.offender] if entry.offender is not None else None,
            rule=entry.rule,
            sanction=entry.sanction,
            askers=entry.askers,
            in_play=entry.in_play,
            record=entry.record,
            state=entry.state,
            opened_by="",
            opened_at=now,
            kind=entry.kind if decided else "",
            amount=entry.amount if decided else None,
            oral=entry.oral,
            decided_at=now if decided else None,
            before=entry.before,
        )
    for penalty in penalties:
        Penalty.objects.create(
            tournament=tournament,
            case=written.get(penalty.case) if penalty.case is not None else None,
            player=players[penalty.player],
            kind=penalty.kind,
            amount=penalty.amount,
            round=penalty.round,
            reason=penalty.reason,
        )
