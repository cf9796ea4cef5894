"""Records of the Czech game for tests: one to start from, and plausible ones for the laws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

import rules
from tests.rules.making import Record
from tests.rules.strategies import Draw, maybe, players


def taroky(**fields: Any) -> Record:
    """A plays `first` with C and takes 41 card points. What is given stands over it; None takes a field away."""
    plain = {
        "ruleset": "taroky-xix",
        "players": ["A", "B", "C", "D"],
        "bid": "first",
        "declarer": "A",
        "partner": "C",
        "card_points": 41,
    }
    return {name: value for name, value in {**plain, **fields}.items() if value is not None}


def alone(bid: str = "solo", **fields: Any) -> Record:
    """A plays alone."""
    return taroky(**{"bid": bid, "partner": None, **fields})


Counts = Sequence[int] | Mapping[str, Any]


def warsaw(points: Counts = (20, 20, 20, 10), tricks: Counts = (3, 3, 3, 3), **fields: Any) -> Record:
    """Everyone for himself: the counts of A, B, C and D, or as they stand in the record."""

    def each(numbers: Counts) -> Mapping[str, Any]:
        return numbers if isinstance(numbers, Mapping) else dict(zip("ABCD", numbers, strict=True))

    plain = {"ruleset": "taroky-xix", "players": ["A", "B", "C", "D"], "bid": "warsaw"}
    return {**plain, "points": each(points), "tricks": each(tricks), **fields}


def meld(name: str, by: rules.Player) -> Record:
    """One meld."""
    return {"meld": name, "by": by}


@st.composite
def taroky_records(draw: Draw, id: str = "taroky-xix") -> Record:
    """A self-contained record of the Czech game, most of them acceptable."""
    names = draw(players())
    record: Record = {"ruleset": id, "players": names}
    record.update(taroky_fields(draw, rules.get_ruleset(id), names))
    return record


def taroky_fields(draw: Draw, ruleset: rules.Ruleset, names: Sequence[rules.Player]) -> Record:
    """What a table enters of one deal of the Czech game between these four."""
    record: Record = {} if maybe(draw, 85) else {"outcome": "annulled"}
    bid = ruleset.bids[draw(st.sampled_from(list(ruleset.bids)))]
    record["bid"] = bid.id
    if maybe(draw, 10):
        record["note"] = draw(st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20))
    if bid.each_alone:
        return record | _each(draw, names)
    if bid.degrees:
        record["degree"] = draw(st.integers(1, len(bid.degrees)))
    record["declarer"] = draw(st.sampled_from(names))
    if bid.partner and maybe(draw, 70):
        record["partner"] = draw(st.sampled_from([name for name in names if name != record["declarer"]]))
    record["card_points"] = draw(st.integers(0, 70) | st.sampled_from([0, 26, 34, 35, 36, 44, 70]))
    if maybe(draw, 70):
        low, high = (0 if record["card_points"] <= 26 else 1), (12 if record["card_points"] >= 44 else 11)
        record["tricks"] = draw(st.integers(low, high) | st.sampled_from([low, high]))
    if maybe(draw, 40):
        record["kontra"] = draw(st.integers(0, 3))
    _said(draw, bid, names, record)
    if ruleset.taroky is not None and ruleset.taroky.melds and maybe(draw, 60):
        ids = list(ruleset.taroky.melds)
        rows = st.builds(meld, st.sampled_from(ids), st.sampled_from(names))
        record["melds"] = draw(st.lists(rows, min_size=1, max_size=3))
    return record


def _each(draw: Draw, names: Sequence[rules.Player]) -> Record:
    """Counts of all four that fit each other: the tricks first, points only to those who have some."""
    cuts = sorted(draw(st.lists(st.integers(0, 12), min_size=3, max_size=3)))
    tricks = [high - low for low, high in zip([0, *cuts], [*cuts, 12], strict=True)]
    total = draw(st.integers(69, 71))
    points, left = [], total
    takers = [n for n, taken in enumerate(tricks) if taken]
    for n, taken in enumerate(tricks):
        share = left if n == takers[-1] else draw(st.integers(0, min(left, 70))) if taken else 0
        points.append(share)
        left -= share
    if maybe(draw, 20) and len(takers) == 4:
        points = draw(st.permutations([23, 23, 23, total - 69]))
    keys = [str(name) for name in names]
    return {"points": dict(zip(keys, points, strict=True)), "tricks": dict(zip(keys, tricks, strict=True))}


def _said(draw: Draw, bid: rules.Bid, names: Sequence[rules.Player], record: Record) -> None:
    said: list[Record] = []
    if bid.needs is not None:
        said.append({"figure": bid.needs, "by": record["declarer"], "made": maybe(draw)})
    if maybe(draw, 20) and "tricks" in record:
        said.append({"figure": "walat", "by": draw(st.sampled_from(names))})
    if maybe(draw, 15):
        said.append({"figure": "pagat-ultimo", "by": draw(st.sampled_from(names)), "made": maybe(draw)})
    for row in said:
        if maybe(draw, 30):
            row["kontra"] = draw(st.integers(0, 3))
    if said:
        record["announcements"] = said
    if maybe(draw, 25):
        record["silent"] = [{"figure": "pagat-ultimo", "by": draw(st.sampled_from(names)), "made": maybe(draw)}]
