"""The files' addresses: who gets them, under which name, and when not again."""

from __future__ import annotations

import csv
import io

import pytest
from django.test import Client

from scoring.models import Tournament
from tests.scoring.cups import document, load, the_round

pytestmark = pytest.mark.django_db

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FILES = {
    "standings.xlsx": ("nehez-standings.xlsx", XLSX, b"PK"),
    "standings.pdf": ("nehez-standings.pdf", "application/pdf", b"%PDF-"),
    "standings.csv": ("nehez-standings.csv", "text/csv; charset=utf-8", b"\xef\xbb\xbf"),
    "tournament.xlsx": ("nehez.xlsx", XLSX, b"PK"),
    "tournament.pdf": ("nehez.pdf", "application/pdf", b"%PDF-"),
    "rounds/1.pdf": ("nehez-round-1.pdf", "application/pdf", b"%PDF-"),
    "captures.pdf": ("nehez-captures.pdf", "application/pdf", b"%PDF-"),
    "tournament.json": ("nehez.json", "application/json", b"{"),
}


@pytest.mark.parametrize("path", FILES)
def test_it_works(client: Client, hard: Tournament, path: str) -> None:
    name, content_type, beginning = FILES[path]

    answer = client.get(f"/t/nehez/exports/{path}")

    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    assert answer.headers["Content-Type"] == content_type
    assert answer.content.startswith(beginning)


@pytest.mark.parametrize("path", FILES)
def test_not_made_again_when_nothing_changed(client: Client, hard: Tournament, path: str) -> None:
    etag = client.get(f"/t/nehez/exports/{path}").headers["ETag"]

    again = client.get(f"/t/nehez/exports/{path}", headers={"If-None-Match": etag})

    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", FILES)
def test_a_draft_is_for_its_organisers(client: Client, admin_client: Client, path: str) -> None:
    load(document(slug="nehez", players=4), publish=False)
    if path.startswith("rounds"):
        return

    assert client.get(f"/t/nehez/exports/{path}").status_code == 404
    assert admin_client.get(f"/t/nehez/exports/{path}").status_code == 200


@pytest.mark.parametrize("path", ["rounds/3.pdf", "rounds/0.pdf", "rounds/x.pdf", "rounds/1.doc", "players.pdf"])
def test_what_is_not_there(client: Client, hard: Tournament, path: str) -> None:
    assert client.get(f"/t/nehez/exports/{path}").status_code == 404


@pytest.mark.parametrize("path", FILES)
def test_reading_only(client: Client, hard: Tournament, path: str) -> None:
    assert client.post(f"/t/nehez/exports/{path}").status_code == 405


def test_a_round_after_the_frozen_ones_is_hidden(client: Client, hard: Tournament) -> None:
    Tournament.objects.filter(pk=hard.pk).update(frozen_after=1)

    assert client.get("/t/nehez/exports/rounds/2.pdf").status_code == 404
    assert client.get("/t/nehez/exports/rounds/1.pdf").status_code == 200


def test_csv_opens_right_in_hungarian_excel(client: Client, fractions: Tournament) -> None:
    text = client.get("/t/harmad/exports/standings.csv").content.decode("utf-8-sig")

    head, *lines = csv.reader(io.StringIO(text), delimiter=";")
    assert head[:3] == ["Helyezés", "Rajtszám", "Név"]
    assert [line[4] for line in lines] == ["10", "8", "4,67", "4,67", "4,67"]
    assert [line[5] for line in lines] == ["10", "5", "-5", "-5", "-5"]


def test_csv_keeps_texts_from_becoming_formulas(client: Client, hard: Tournament) -> None:
    text = client.get("/t/nehez/exports/standings.csv").content.decode("utf-8-sig")

    cells = [cell for line in csv.reader(io.StringIO(text), delimiter=";") for cell in line]
    assert {"'-Nagy Ádám", "'@SUM(A1)", "'+36 30 Ű", "'=cmd|' /C calc'!A0"} <= set(cells)
    assert any(cell.startswith("-") and cell[1:].isdigit() for cell in cells)


@pytest.mark.parametrize(
    ("page", "links"),
    [
        ("", ["standings.pdf", "standings.xlsx", "tournament.pdf", "tournament.xlsx", "tournament.json"]),
        ("rounds/1/", ["rounds/1.pdf"]),
        ("captures/", ["captures.pdf"]),
    ],
)
def test_pages_lead_to_the_files(client: Client, hard: Tournament, page: str, links: list[str]) -> None:
    text = client.get(f"/t/nehez/{page}").text

    assert all(f'href="/t/nehez/exports/{link}"' in text for link in links)


def test_a_round_without_tables(client: Client, hard: Tournament) -> None:
    the_round(hard, 2).tables.all().delete()

    assert client.get("/t/nehez/exports/rounds/2.pdf").status_code == 200
