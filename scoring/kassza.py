"""The pagátkassza of a table told in words of the active language: which deals moved it, and how (Magas 15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from rules import Player
from scoring.explain import figure_name
from scoring.numbers import written

if TYPE_CHECKING:
    from scoring.queries import DealRow


@dataclass(frozen=True, slots=True)
class KasszaEntry:
    """A deal that moved the pagátkassza (forints): the moves in words, what it held before and after. `on_hold`: it is
    before the jury, which may decide otherwise."""

    position: int
    number: int
    moves: tuple[str, ...]
    before: int
    change: int
    after: int
    on_hold: bool = False


def kassza_ledger(rows: Iterable[DealRow], names: Mapping[Player, str]) -> list[KasszaEntry]:
    """The deals of a table that moved the kassza, an ante paid into an empty one included (Magas 15)."""
    entries = []
    held = 0
    for row in rows:
        kassza = row.result.kassza
        if kassza is None:
            continue
        moves = [_("ante: %(forints)s Ft") % {"forints": written(kassza.before - held)}] if kassza.before > held else []
        for move in kassza.moves:
            who = (move.player,) if move.player is not None else row.record.members(move.side or "")
            moves.append(
                _("%(item)s – %(names)s: %(forints)s Ft")
                % {
                    "item": figure_name(row.record.ruleset, move.item),
                    "names": ", ".join(names[player] for player in who),
                    "forints": written(move.change, signed=True),
                }
            )
        if moves:
            change, on_hold = kassza.after - held, row.deal.on_hold
            entries.append(KasszaEntry(row.position, row.number, tuple(moves), held, change, kassza.after, on_hold))
        held = kassza.after
    return entries
