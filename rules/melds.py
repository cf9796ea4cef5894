"""Melds (meldunki) of the Czech game: which were declared, and whether the hands they tell of can be dealt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from .deal import Player
from .fields import PLAYER, Fields, Types
from .ruleset import Meld
from .taroky import Declared

MELD: Types = {"meld": (str,), "by": PLAYER}
Row = tuple[int, Meld, Player]


def read_melds(f: Fields, melds: Mapping[str, Meld]) -> tuple[Declared, ...]:
    """All melds of the record that could be read. Problems gather in `f`."""
    rows = list(_rows(f, melds))
    for n, code, params in _faults(rows, f.ruleset.pack.tarokks):
        f.complain(code, f"melds[{n}].meld", **params)
    return tuple(Declared(meld.id, by) for _, meld, by in rows)


def _rows(f: Fields, melds: Mapping[str, Meld]) -> Iterator[Row]:
    for n, row in enumerate(f.record.get("melds", ())):
        field = f"melds[{n}]"
        id = row.get("meld") if type(row) is dict else None
        if type(id) is str and id not in melds:  # of one that nobody knows nothing else is checked
            f.complain("unknown-meld", f"{field}.meld", meld=id)
            continue
        found = f.object(row, MELD, field)
        if found is None:
            continue
        meld, by = f.need(found, "meld", field), f.player(f.need(found, "by", field), f"{field}.by")
        if meld is not None and by is not None:
            yield n, melds[meld], by


def _faults(rows: Sequence[Row], tarokks: int) -> Iterator[tuple[int, str, dict[str, object]]]:
    """What cannot be: each fault at the later of the two melds, or at the last of the counts."""
    for (_, first, one), (n, second, two) in combinations(rows, 2):
        params: dict[str, object] = {"meld": second.id, "beside": first.id}
        if one == two and first.id == second.id:
            yield n, "duplicate-meld", params
        elif one == two and one_hand_excludes(first, second):
            yield n, "melds-contradict", {"reason": "one-hand", **params}
        elif one != two and two_hands_exclude(first, second):
            yield n, "melds-contradict", {"reason": "two-hands", **params}
    counts = [(n, meld) for n, meld, _ in _once(rows) if meld.tarocks is not None]
    total = sum(meld.tarocks or 0 for _, meld in counts)
    if total > tarokks:
        yield counts[-1][0], "melds-contradict", {"reason": "tarokks", "total": total, "most": tarokks}


def one_hand_excludes(first: Meld, second: Meld) -> bool:
    """Can one player not have both? A hand has one number of tarokks, so two counts never go together."""
    counts = first.tarocks is not None and second.tarocks is not None
    return counts or second.id in first.excludes or first.id in second.excludes


def two_hands_exclude(first: Meld, second: Meld) -> bool:
    """Can two players not have these beside each other? The cards of one are in the other's hand."""
    return second.id in first.excludes_others or first.id in second.excludes_others


def _once(rows: Iterable[Row]) -> Iterator[Row]:
    """One count of each player, the lowest: what contradicts itself is not counted twice."""
    lowest: dict[Player, Row] = {}
    for row in rows:
        if row[1].tarocks is not None:
            kept = lowest.setdefault(row[2], row)
            if row[1].tarocks < (kept[1].tarocks or 0):
                lowest[row[2]] = row
    yield from sorted(lowest.values(), key=lambda row: row[0])
