"""The standings as JSON and CSV, and the whole cup as its document."""

from __future__ import annotations

import csv
import io
import json

import pytest
from django.test import Client

from scoring.models import Tournament
from tests.scoring.cups import document, load

pytestmark = pytest.mark.django_db


def rows(page: bytes, delimiter: str) -> list[list[str]]:
    """The cells of a CSV file."""
    return list(csv.reader(io.StringIO(page.decode("utf-8-sig")), delimiter=delimiter))


def test_json_works(client: Client, cup: Tournament) -> None:
    answer = client.get("/t/kupa/standings.json")

    assert answer.headers["Content-Type"] == "application/json"
    data = answer.json()
    assert (data["slug"], data["name"], data["provisional"]) == ("kupa", "Őszi kupa", True)
    assert len(data["standings"]) == 8
    assert "Őry Tűnde" in answer.text


def test_json_keeps_fractions_exact(client: Client, thirds: Tournament) -> None:
    data = client.get("/t/harmad/standings.json").json()["standings"]

    assert [row["tournament_points"] for row in data] == [10, 8, "14/3", "14/3", "14/3"]


def test_csv_is_hungarian_by_default(client: Client, cup: Tournament) -> None:
    answer = client.get("/t/kupa/standings.csv")

    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="kupa-standings.csv"'
    assert answer.content.startswith(b"\xef\xbb\xbf")
    head, *lines = rows(answer.content, ";")
    assert head[0] == "Helyezés"
    assert len(lines) == 8


def test_csv_has_commas_in_english(english: Client, cup: Tournament) -> None:
    head, *lines = rows(english.get("/t/kupa/standings.csv").content, ",")

    assert head[0] == "Rank"
    assert len(lines) == 8


def test_csv_decimals_follow_the_language(client: Client, thirds: Tournament) -> None:
    assert [row[4] for row in rows(client.get("/t/harmad/standings.csv").content, ";")[1:4]] == ["10", "8", "4,67"]

    client.cookies["django_language"] = "en"
    assert [row[4] for row in rows(client.get("/t/harmad/standings.csv").content, ",")[1:4]] == ["10", "8", "4.67"]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_csv_has_no_formulas(client: Client, name: str) -> None:
    cup = document(slug="kupa")
    cup["players"][0]["club"] = name
    load(cup)

    cells = [cell for row in rows(client.get("/t/kupa/standings.csv").content, ";") for cell in row]

    assert name not in cells
    assert "'" + name in cells


def test_the_document_works(client: Client, cup: Tournament) -> None:
    answer = client.get("/t/kupa/exports/tournament.json")

    assert answer.headers["Content-Disposition"] == 'attachment; filename="kupa.json"'
    data = json.loads(answer.content)
    assert data["format"] == "tarokk-kupa/1"
    assert data["name"] == "Őszi kupa"
    assert len(data["rounds"]) == 2


def test_the_document_loads_back_to_the_same_standings(client: Client, cup: Tournament) -> None:
    before = client.get("/t/kupa/standings.json").json()
    again = client.get("/t/kupa/exports/tournament.json").json()

    load(again | {"slug": "masolat"})

    assert client.get("/t/masolat/standings.json").json() == before | {"slug": "masolat"}


@pytest.mark.parametrize(
    "path", ["standings.json", "standings.csv", "exports/tournament.json", "exports/standings.csv"]
)
def test_a_draft_gives_no_file(client: Client, path: str) -> None:
    load(document(slug="titok"), publish=False)

    assert client.get(f"/t/titok/{path}").status_code == 404
