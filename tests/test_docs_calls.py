"""The examples of the table's calls in docs/formats.md are run, in their order, at one table."""

from __future__ import annotations

import json
import re
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from scoring.services.sentences import SENTENCES
from scoring.views.table.calls import _STATUS
from tests.schemas import faults
from tests.scoring.cups import document, load, table, the_table
from tests.test_docs import names, rows, section

SECTION = section("The table's calls")
EXAMPLES = re.findall(r"```http\n(.*?)\n```", SECTION, re.DOTALL)
#: The id of the deal in the examples.
ID = "57"


def read(example: str) -> tuple[str, str, dict[str, str], Any, int, Any]:
    """Method, path, headers, body; status and answer, where "…" stands for more fields."""
    asked, status, answered = re.split(r"^HTTP/1\.1 (.+)\n", example, flags=re.MULTILINE)
    head, _, body = asked.strip().partition("\n\n")
    first, *lines = head.split("\n")
    method, path, _ = first.split(" ")
    headers = dict(line.split(": ", 1) for line in lines)
    code, _, phrase = status.partition(" ")
    assert HTTPStatus(int(code)).phrase == phrase
    answer = json.loads(answered.replace(", …}", ', "…": null}'))
    return method, path, headers, json.loads(body) if body else None, int(code), answer


def fits(found: Any, told: Any, place: str = "") -> list[str]:
    """Where an answer is another than the one that is told."""
    if isinstance(told, dict) and isinstance(found, dict):
        wrong = [] if "…" in told or told.keys() == found.keys() else [f"{place}: {sorted(told.keys() ^ found.keys())}"]
        inner = [fits(found.get(key), each, f"{place}.{key}") for key, each in told.items() if key != "…"]
        return wrong + [each for some in inner for each in some]
    if isinstance(told, list) and isinstance(found, list) and len(told) == len(found):
        return [each for n, one in enumerate(told) for each in fits(found[n], one, f"{place}[{n}]")]
    return [] if found == told else [f"{place}: {found!r} instead of {told!r}"]


@pytest.mark.django_db
def test_the_examples_are_true() -> None:
    cup = load(document(table(1, [1, 7, 12, 9]), players=12))
    client, id = Client(), ""
    assert len(EXAMPLES) >= 7
    for example in EXAMPLES:
        method, path, headers, body, status, told = read(example)
        real = path.replace("<token>", the_table(cup).token).replace(f"/{ID}", f"/{id}")
        data = "" if body is None else json.dumps(body)
        response = client.generic(method, real, data, "application/json", headers={"accept-language": "en"} | headers)
        assert response.status_code == status, (path, response.content)
        if status == 201:
            id = str(response.json()["id"])
        found = json.loads(response.content.decode().replace(f'"id": {id},', f'"id": {ID},'))
        assert fits(found, told) == [], path


def test_the_examples_fit_their_schemas() -> None:
    for example in EXAMPLES:
        _, path, _, _, status, told = read(example)
        if "…" in json.dumps(told, ensure_ascii=False):
            continue
        name = "call-refusal" if status >= 400 else "result" if path.endswith("preview") else "deal-object"
        assert faults(name, told, closed=True) == [], path


def test_every_field_is_told() -> None:
    fields = {"id", "number", "revision", "entered_by", "confirmed_by", "result", "totals", "next_dealer"}
    assert fields <= set(names(SECTION))


def test_every_code_of_a_call_is_told() -> None:
    """With its status; and each code that is told has a sentence."""
    told = {code: int(row[0]) for row in rows(SECTION) if row[0].isdigit() for code in names(row[1])}
    assert {code: told.get(code) for code in _STATUS} == _STATUS
    codes = {code for code in told if re.fullmatch(r"[a-z]+(-[a-z]+)+", code)}
    of_a_record = {"missing-field", "bad-type", "not-at-table", "number-out-of-order"}
    assert codes - of_a_record <= SENTENCES.keys()
