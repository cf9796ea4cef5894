"""From a record of the Czech game back to what would have been typed: for corrections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.forms import deal_texts
from scoring.forms.deal_entry import Sitting
from scoring.forms.taroky import MELD_ORDER, ROWS


def texts_of(record: Mapping[str, Any], sitting: Sitting, least: Mapping[str, int] = ROWS) -> dict[str, str]:
    """The texts of the form for a record of the format (players by number): what a browser would send.

    `least` is how many rows each list shows at least.
    """
    counts = {name: record[name] for name in ("points", "tricks") if isinstance(record.get(name), Mapping)}
    others = {name: value for name, value in record.items() if name not in counts}
    texts = deal_texts.texts_of(others, sitting, least)
    if record.get("degree") is not None:
        texts["degree"] = str(record["degree"])
    melds = [f"{row['by']}-{row['meld']}" for row in record.get("melds", ())]
    texts |= {f"meld-{meld}": "1" for meld in melds}
    if melds:
        texts[MELD_ORDER] = " ".join(melds)
    for name, numbers in counts.items():
        texts |= {f"{name}-{player}": str(number) for player, number in numbers.items()}
    return texts
