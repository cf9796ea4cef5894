"""Addresses of the deal pages, and what stands on them."""

from __future__ import annotations

import html
import re
from typing import Any

TABLE = "/organise/probakupa/rounds/1/tables/1/"
NEW = f"{TABLE}deals/new/"


def deal(position: int) -> str:
    """The page that corrects a deal."""
    return f"{TABLE}deals/{position}/"


def revisions(position: int) -> str:
    """The page of a deal's versions."""
    return f"{TABLE}deals/{position}/revisions/"


def text_of(response: Any) -> str:
    """What can be read on the page, in one line."""
    body = response.content.decode()
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


def ids_of(response: Any) -> set[str]:
    """The ids on the page."""
    return set(re.findall(r'\bid="([^"]+)"', response.content.decode()))


def targets_of(response: Any) -> list[str]:
    """Where the summary of what is wrong leads."""
    found = re.search(r'id="faults".*?</div>', response.content.decode(), re.DOTALL)
    return re.findall(r'href="#([^"]+)"', found[0]) if found else []


def typed(position: int = 3, number: int = 3, **texts: Any) -> dict[str, str]:
    """A played deal as a browser sends it; `__` in a name stands for the hyphen."""
    sent = {
        "position": position,
        "number": number,
        "outcome": "played",
        "bid": "three",
        "declarer": 3,
        "partner": 1,
        "kontra": 0,
        "card_points": 52,
        "action": "save",
    }
    sent |= {name.replace("__", "-"): value for name, value in texts.items()}
    return {name: str(value) for name, value in sent.items()}
