"""From a record back to what would have been typed: for corrections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.forms.deal import ROWS
from scoring.forms.deal_entry import BARE, SPARE, Sitting
from scoring.forms.deal_parts import ALONE


def texts_of(record: Mapping[str, Any], sitting: Sitting, least: Mapping[str, int] = ROWS) -> dict[str, str]:
    """The texts of the form for a record of the format (players by number): what a browser would send.

    `least` is how many rows each list shows at least.
    """
    texts = {"outcome": str(record.get("outcome", "played")), "kontra": str(record.get("kontra", 0))}
    texts |= {
        name: str(record[name])
        for name in ("bid", "declarer", "called", "card_points", "tricks", "note")
        if record.get(name) is not None
    }
    if record.get("partner") is not None:
        texts["partner"] = str(record["partner"])
    elif texts["outcome"] not in BARE and ("declarer" in record or "auction" in record):
        texts["partner"] = ALONE
    players = record.get("players")
    if players is not None and list(players) != list(sitting.rotation):
        texts |= {f"players-{place}": str(player) for place, player in enumerate(players)}
    for part in ("thrown_in", "renonsz"):
        texts |= {f"{part}-{name}": str(value) for name, value in record.get(part, {}).items()}
    texts |= {f"skart-{player}": str(laid) for player, laid in record.get("skart_tarokks", {}).items()}
    for name in least:
        rows = record.get(name, ())
        texts[f"rows-{name}"] = str(max(least[name], len(rows) + SPARE))
        for row, item in enumerate(rows):
            texts |= {f"{name}-{row}-{key}": text for key, text in _row_texts(item).items()}
    return texts


def _row_texts(item: Mapping[str, Any]) -> dict[str, str]:
    texts: dict[str, str] = {}
    for key, value in item.items():
        if key == "kontra_by":
            texts |= {f"kontra_by-{level}": str(player) for level, player in enumerate(value)}
        elif isinstance(value, bool):
            texts[key] = "1" if value else "0"
        else:
            texts[key] = str(value)
    return texts
