"""Somebody plays on in a player's place: a note, whose points stay the player's."""

from __future__ import annotations

import io

import pytest
from django.test import Client
from openpyxl import load_workbook
from pypdf import PdfReader

from scoring.exports.document import dump
from scoring.models import AuditEntry, Seat, Table, Tournament
from scoring.services import Refusal, close_round, load_document, reseat_table, set_substitute
from tests.scoring.cups import OPERATOR, the_round
from tests.scoring.organiser.conftest import sentence

pytestmark = pytest.mark.django_db

PAGE = "/organise/kupa/rounds/1/tables/1/substitute/"


def the_table(number: int = 1) -> Table:
    return Table.objects.select_related("round__tournament").get(round__tournament__slug="kupa", number=number)


def substitutes() -> dict[int, str]:
    return dict(Seat.objects.exclude(substitute="").values_list("player__number", "substitute"))


def test_it_works(desk: Client, cup: Tournament) -> None:
    assert f'href="{PAGE}"' in sentence(desk.get("/organise/kupa/rounds/1/tables/1/"))
    response = desk.post(PAGE, {"player": "3", "name": " Vak\u00a0Béla "}, follow=True)
    page = sentence(response)
    assert "Vak Béla játszik Játékos 3 helyett." in page
    assert "Játékos 3 helyett Vak Béla játszott" in page
    assert substitutes() == {3: "Vak Béla"}
    entry = AuditEntry.objects.get(action="set_substitute")
    assert (entry.table, entry.details) == (1, {"number": 3, "name": "Játékos 3", "substitute": "Vak Béla"})
    page = sentence(desk.get(PAGE))
    assert '<option value="3" selected>3. Játékos 3</option>' in page
    assert 'value="Vak Béla"' in page
    response = desk.post(PAGE, {"player": "3", "name": ""}, follow=True)
    assert "Játékos 3 ismét maga játszik." in sentence(response)
    assert substitutes() == {}


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"player": "3", "name": "x" * 101}, "name"),
        ({"player": "3", "name": "játékos 3"}, "name"),
        ({"player": "3", "name": "a\x07b"}, "name"),
        ({"player": "5", "name": "Vak Béla"}, "player"),
        ({"name": "Vak Béla"}, "player"),
    ],
)
def test_bad_input_stands_at_its_field(desk: Client, cup: Tournament, data: dict[str, str], field: str) -> None:
    response = desk.post(PAGE, data)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert substitutes() == {}


def test_somebody_who_does_not_sit_there(cup: Tournament) -> None:
    with pytest.raises(Refusal, match="no-such-player at player"):
        set_substitute(OPERATOR, the_table(), 5, "Vak Béla")


def test_a_closed_round_stays_as_it_is(cup: Tournament) -> None:
    close_round(OPERATOR, the_round(cup), "proba")
    with pytest.raises(Refusal, match="round-closed"):
        set_substitute(OPERATOR, the_table(), 3, "Vak Béla")


def test_seating_anew_keeps_the_note(cup: Tournament) -> None:
    set_substitute(OPERATOR, the_table(2), 6, "Vak Béla")
    reseat_table(OPERATOR, the_table(2), [9, 6, 7, 8, 5], 1)
    assert substitutes() == {6: "Vak Béla"}


def test_it_is_told_everywhere(client: Client, cup: Tournament) -> None:
    set_substitute(OPERATOR, the_table(), 3, "Vak Béla")
    told = "Játékos 3 helyett Vak Béla játszott"
    for path in ("rounds/1/", "rounds/1/tables/1/", "players/3/"):
        assert told in sentence(client.get(f"/t/kupa/{path}"))
    assert told not in sentence(client.get("/t/kupa/rounds/1/tables/2/"))
    response = client.get("/t/kupa/exports/rounds/1.pdf")
    assert response.status_code == 200
    pages = [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(response.content)).pages]
    assert "(Vak Béla játszott helyette)" in pages[0]
    assert any(told in page for page in pages[1:])
    book = load_workbook(io.BytesIO(client.get("/t/kupa/exports/tournament.xlsx").content))
    rows = [row for sheet in book for row in sheet.iter_rows(values_only=True) if told in row]
    assert [row[2:4] for row in rows] == [(3, "Játékos 3")]
    page = sentence(client.get(f"/table/{the_table().token}/"))
    assert 'Játékos 3 <span class="soft">(Vak Béla)</span>' in page


def test_it_is_in_the_document(cup: Tournament) -> None:
    assert "substitutes" not in dump(cup)["rounds"][0]["tables"][0]
    set_substitute(OPERATOR, the_table(), 3, "Vak Béla")
    cup.players.filter(number=9).update(first_round=1)
    document = dump(Tournament.objects.get())
    assert document["rounds"][0]["tables"][0]["substitutes"] == {"3": "Vak Béla"}
    load_document(OPERATOR, document, replace=True)
    assert substitutes() == {3: "Vak Béla"}
    assert dump(Tournament.objects.get()) == document


@pytest.mark.parametrize(
    ("found", "error"),
    [
        ({"5": "Vak Béla"}, r"unknown-field at rounds\[0\].tables\[0\].substitutes.5"),
        ({"3": ""}, r"text-empty at rounds\[0\].tables\[0\].substitutes.3"),
        ({"3": "x" * 101}, r"text-too-long at rounds\[0\].tables\[0\].substitutes.3"),
        ({"3": 5}, r"bad-type at rounds\[0\].tables\[0\].substitutes.3"),
        ([], r"bad-type at rounds\[0\].tables\[0\].substitutes"),
    ],
)
def test_bad_documents(cup: Tournament, found: object, error: str) -> None:
    document = dump(cup)
    document["rounds"][0]["tables"][0]["substitutes"] = found
    with pytest.raises(Refusal, match=error):
        load_document(OPERATOR, document, replace=True)


def test_first_rounds_are_in_the_document(cup: Tournament) -> None:
    cup.players.create(number=10, name="Késő Klára", first_round=2)
    document = dump(cup)
    assert document["players"][9] == {"number": 10, "name": "Késő Klára", "club": "", "status": {"first_round": 2}}
    load_document(OPERATOR, document, replace=True)
    assert dump(Tournament.objects.get()) == document
    document["players"][0]["status"] = {"first_round": 2}
    with pytest.raises(Refusal, match=r"player-comes-later at rounds\[0\].tables\[0\].seats\[0\]"):
        load_document(OPERATOR, document, replace=True)
    document["players"][0]["status"] = {"first_round": 0}
    with pytest.raises(Refusal, match=r"number-out-of-range at players\[0\].status.first_round"):
        load_document(OPERATOR, document, replace=True)
