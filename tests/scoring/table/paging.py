"""The table's page as a browser without scripts meets it."""

from __future__ import annotations

import html
import re
from typing import Any

from django.test import Client

from scoring.models import Tournament
from tests.scoring.cups import the_table


def link_of(cup: Tournament, number: int = 1) -> str:
    """The address of a table's page."""
    return f"/table/{the_table(cup, number).token}/"


def text_of(response: Any) -> str:
    """What can be read on the page, in one line."""
    body = re.sub(r"<template.*?</template>", "", response.content.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


def field_of(response: Any, name: str) -> str:
    """The value of a hidden field of the form of a deal."""
    form = response.content.decode().partition('class="deal-form')[2]
    found = re.search(rf'name="{name}" value="([^"]*)"', form)
    assert found, name
    return found[1]


def checked_in(response: Any, name: str) -> str | None:
    """The value chosen among the radio buttons of that name."""
    for tag in re.findall(r"<input[^>]+>", response.content.decode()):
        if f'name="{name}"' in tag and " checked" in tag:
            return re.search(r'value="([^"]*)"', tag)[1]  # type: ignore[index]
    return None


def faults_of(response: Any) -> list[str]:
    """Where the summary of what is wrong leads."""
    found = re.search(r'id="faults".*?</div>', response.content.decode(), re.DOTALL)
    return re.findall(r'href="#([^"]+)"', found[0]) if found else []


def typed(position: int = 1, number: int = 1, **texts: Any) -> dict[str, str]:
    """A played deal as a browser sends it; `__` in a name stands for the hyphen, None leaves a field out."""
    sent = {
        "key": f"{position:032x}",
        "position": position,
        "number": number,
        "entered_by": 1,
        "outcome": "played",
        "bid": "three",
        "declarer": 2,
        "partner": 4,
        "kontra": 0,
        "card_points": 52,
        "action": "save",
    }
    sent |= {name.replace("__", "-"): value for name, value in texts.items()}
    return {name: str(value) for name, value in sent.items() if value is not None}


def enter(client: Client, link: str, **texts: Any) -> Any:
    """Enters a deal, and follows."""
    response = client.post(link, typed(**texts))
    assert response.status_code == 303, text_of(response)
    return client.get(response["Location"])
