"""What a record may hold, and the small steps of reading one: types, known keys, players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from .deal import DECLARER, OPPONENTS, Player
from .problems import Problem
from .ruleset import Ruleset

Types = Mapping[str, tuple[type, ...]]
PLAYER = (str, int)
NOTE_LENGTH = 500
DEAL: Types = {
    "ruleset": (str,),
    "players": (list,),
    "outcome": (str,),
    "bid": (str,),
    "declarer": PLAYER,
    "partner": (str, int, type(None)),
    "auction": (list,),
    "called": (str,),
    "kontra": (int,),
    "card_points": (int,),
    "tricks": (int,),
    "announcements": (list,),
    "silent": (list,),
    "multiplier": (int,),
    "renonsz": (dict,),
    "thrown_in": (dict,),
    "skart_tarokks": (dict,),
    "kassza_balance": (int,),
    "seats": (int,),
    "note": (str,),
}
SILENT: Types = {"figure": (str,), "by": PLAYER, "made": (bool,), "catcher": PLAYER, "victim": PLAYER}
ANNOUNCEMENT: Types = {
    **SILENT,
    "kontra": (int,),
    "suit": (str,),
    "raised_from": (int,),
    "round": (int,),
    "kontra_by": (list,),
}
RENONSZ: Types = {"offender": PLAYER, "paragraph": (str,), "amount": (int,), "choice": (str,)}
THROWN_IN: Types = {"by": PLAYER, "hand": (str,)}
CALL: Types = {"by": PLAYER, "say": (str,)}


def expected(types: tuple[type, ...]) -> str:
    """The name under which sentences speak of a type."""
    if str in types and int in types:
        return "player"
    return {dict: "object", list: "list", int: "number", bool: "boolean"}.get(types[0], "text")


def is_text(value: str) -> bool:
    """Can this be stored and shown: no NUL, no half of a surrogate pair?"""
    return "\0" not in value and not any("\ud800" <= char <= "\udfff" for char in value)


class Fields:
    """One record being read: what all parts of it need. Problems gather in `problems`.

    `sides` tells the side of each player, or is None where that hangs on something refused. `announcement` and
    `silent` are what a figure's row may hold in this game.
    """

    __slots__ = ("outcome", "players", "problems", "record", "ruleset", "sides")
    announcement: ClassVar[Types] = ANNOUNCEMENT
    silent: ClassVar[Types] = SILENT

    def __init__(self, record: dict[str, Any], ruleset: Ruleset) -> None:
        self.record, self.ruleset = record, ruleset
        self.players: Sequence[Player] = record.get("players", ())
        self.outcome: str = record.get("outcome", "played")
        self.problems: list[Problem] = []
        self.sides: dict[Player, str] | None = None

    def complain(self, code: str, field: str, **params: object) -> None:
        """Notes a problem at a field."""
        self.problems.append(Problem(code, field, params))

    def object(self, value: object, types: Types, field: str) -> dict[str, Any] | None:
        """The known keys of an object, each of a right type or None where it was refused; None if it is no object."""
        if type(value) is not dict:
            self.complain("bad-type", field, expected="object")
            return None
        for name, item in value.items():
            if name not in types or type(item) not in types[name]:
                return self._cleaned(value, types, field)
        return value

    def _cleaned(self, value: dict[str, Any], types: Types, field: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, item in value.items():
            if name not in types:
                self.complain("unknown-field", f"{field}.{name}", name=name)
            elif type(item) in types[name]:
                found[name] = item
            else:
                self.complain("bad-type", f"{field}.{name}", expected=expected(types[name]))
                found[name] = None
        return found

    def need(self, found: Mapping[str, Any], name: str, field: str) -> Any:
        """The value at `name`; None, and reported, where it is missing; None where its type was refused already."""
        if name not in found:
            self.complain("missing-field", f"{field}.{name}", name=name)
            return None
        return found[name]

    def player(self, player: Player | None, field: str) -> Player | None:
        """The player, if known; equality is that of JSON, so that 1 is not "1". Without `players` all are taken."""
        if player is None or player in self.players or not self.players:
            return player
        self.complain("unknown-player", field, player=player)
        return None

    def seat(self, declarer: Player | None, partner: Player | None) -> None:
        """Sets the sides. Without a declarer everybody is an opponent."""
        self.sides = dict.fromkeys(self.players, OPPONENTS)
        if declarer is not None:
            self.sides[declarer] = DECLARER
            if partner is not None:
                self.sides[partner] = DECLARER

    def game_kontra(self) -> None:
        """Checks the kontra on the game."""
        kontra = self.record.get("kontra", 0)
        if kontra < 0:
            self.complain("bad-value", "kontra", value=kontra)
        elif kontra > len(self.ruleset.ladder):
            self.complain("kontra-too-high", "kontra", most=len(self.ruleset.ladder))

    def note(self) -> None:
        """Checks the note."""
        note = self.record.get("note")
        if note is not None and (len(note) > NOTE_LENGTH or not is_text(note)):
            self.complain("bad-value", "note", most=NOTE_LENGTH)
