"""Penalties in the standings: footnotes on every list and in every file, out and in again, hidden while frozen."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils.translation import override
from openpyxl import load_workbook

from scoring import queries
from scoring.exports import pdf, xlsx
from scoring.exports.document import dump
from scoring.exports.standings import as_csv, as_json, as_table
from scoring.footnotes import all_footnotes, sentences
from scoring.models import Case, Penalty, Tournament
from scoring.race import race_of
from scoring.services import Verdict, open_case, rule_orally
from tests.schemas import faults
from tests.scoring.cups import OPERATOR, document, load, played, table, the_table
from tests.scoring.exports.test_pdf import fonts, pages, printed
from tests.scoring.exports.test_xlsx import rows, workbook
from tests.scoring.test_jury import jury

pytestmark = pytest.mark.django_db

SECRET = "titkos indoklás ŐŰ"


def punish(cup: Tournament, offender: int, *verdicts: Verdict, round_number: int = 1, at_table: bool = True) -> None:
    """Decided aloud: one case for each."""
    jurors = list(cup.memberships.filter(role="juror")) or jury(cup, None, None, None)
    for verdict in verdicts:
        place = the_table(cup, 1, round_number) if at_table else None
        case = open_case(
            OPERATOR, cup, rule="1.3", sanction="jury", table=place, offender=offender, facts="titkos tényállás"
        )
        rule_orally(OPERATOR, case, [juror.pk for juror in jurors], verdict)


@pytest.fixture
def cup(db: None) -> Tournament:
    """Two rounds, both open. Three players have penalties, one of them of the second round."""
    totals = {"1": 20, "2": 5, "3": -5, "4": -20}
    found = document(players=5, slug="kupa", rounds_planned=2)
    for player, name in zip(found["players"], ["Őry Tűnde", "Nagy Ádám", "=1+1", "Űr Ödön", "Kis É."], strict=True):
        player["name"] = name
    found["rounds"] = [
        {"number": 1, "closed": False, "tables": [table(1, [1, 2, 3, 4], totals=totals)]},
        {"number": 2, "closed": False, "tables": [table(1, [2, 1, 4, 3], [played(1, 1, 4)])]},
    ]
    loaded = load(found)
    punish(loaded, 1, Verdict("warning", None, SECRET), Verdict("tournament_points", Fraction(5, 2), SECRET))
    punish(loaded, 3, Verdict("table_points", 7, SECRET), Verdict("table_points", 1, SECRET))
    punish(loaded, 2, Verdict("exclusion", None, SECRET), round_number=2)
    return Tournament.objects.get(pk=loaded.pk)


NOTES = {
    "hu": {
        1: ["figyelmeztetés (zsűri, 1. ügy)", "2,5 versenypont levonva (zsűri, 2. ügy), előtte 19"],
        2: ["kizárva a 2. forduló után (zsűri, 5. ügy)"],
        3: [
            "7 asztali pont levonva (zsűri, 3. ügy), előtte −6",
            "1 asztali pont levonva (zsűri, 4. ügy), előtte −13",
        ],
    },
    "en": {
        1: ["warning (jury, case 1)", "2.5 tournament points off (jury, case 2), 19 before it"],
        2: ["excluded after round 2 (jury, case 5)"],
        3: ["7 table points off (jury, case 3), −6 before it", "1 table point off (jury, case 4), −13 before it"],
    },
}


@pytest.mark.parametrize("language", ["hu", "en"])
def test_words(cup: Tournament, language: str) -> None:
    with override(language):
        found = {row.player.number: sentences(row) for row in queries.standings(cup).rows}

    assert {number: texts for number, texts in found.items() if texts} == NOTES[language]


def test_numbers_go_down_the_list(cup: Tournament) -> None:
    table_of = queries.standings(cup)

    assert [note.number for note in all_footnotes(table_of.rows)] == [1, 2, 3, 4, 5]
    noted = [(row.player.number, row.notes) for row in table_of.rows if row.notes]
    assert noted == [(1, (1, 2)), (2, (3,)), (3, (4, 5))]


def test_before_the_first_round_there_is_no_round_to_name(db: None) -> None:
    cup = load(document(players=5))
    punish(cup, 2, Verdict("exclusion", None, "x"), at_table=False)

    with override("hu"):
        assert [sentences(row) for row in queries.standings(cup).rows if row.notes] == [["kizárva (zsűri, 1. ügy)"]]


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["hu", "en"])
def test_json(cup: Tournament, language: str) -> None:
    with override(language):
        data = as_json(queries.standings(cup))

    assert faults("standings", data, closed=True) == []
    assert {row["number"]: row["notes"] for row in data["standings"] if "notes" in row} == NOTES[language]
    assert {row["number"]: row["tournament_points"] for row in data["standings"]}[1] == "33/2"


def test_a_cup_without_penalties_has_no_notes() -> None:
    cup = load(document(table(1, [1, 2, 3, 4], [played(1, 1, 2)])))
    table_of = queries.standings(cup)

    assert all("notes" not in row for row in as_json(table_of)["standings"])
    assert "Megjegyzések" not in as_csv(table_of, "hu")
    assert [cell.value for cell in workbook(cup, write=xlsx.write_standings).worksheets[0][1]][-1] != "Megjegyzések"


def test_csv_has_one_column_more(cup: Tournament) -> None:
    head, *lines = csv.reader(io.StringIO(as_csv(queries.standings(cup), "hu")), delimiter=";")

    assert head[-1] == "Megjegyzések"
    assert {len(line) for line in lines} == {len(head)}
    assert {int(line[1]): line[-1] for line in lines if line[-1]} == {
        number: "; ".join(texts) for number, texts in NOTES["hu"].items()
    }


def test_the_command_prints_marks_and_footnotes(cup: Tournament) -> None:
    text = as_table(queries.standings(cup), "hu")

    assert "Nagy Ádám ³" in text
    assert "Őry Tűnde ¹ ²" in text
    assert text.splitlines()[-5:] == [
        "¹ Őry Tűnde: figyelmeztetés (zsűri, 1. ügy)",
        "² Őry Tűnde: 2,5 versenypont levonva (zsűri, 2. ügy), előtte 19",
        "³ Nagy Ádám: kizárva a 2. forduló után (zsűri, 5. ügy)",
        "⁴ =1+1: 7 asztali pont levonva (zsűri, 3. ügy), előtte −6",
        "⁵ =1+1: 1 asztali pont levonva (zsűri, 4. ügy), előtte −13",
    ]


def test_the_command_speaks_the_language_asked_for(cup: Tournament) -> None:
    found = {}
    for language in ("hu", "en"):
        out = io.StringIO()
        call_command("standings", "kupa", "--format", "json", "--lang", language, stdout=out)
        data = json.loads(out.getvalue())["standings"]
        found[language] = {row["number"]: row["notes"] for row in data if "notes" in row}

    assert found == NOTES


def test_xlsx(cup: Tournament) -> None:
    sheet = workbook(cup, write=xlsx.write_standings).worksheets[0]
    found = {row[1]: row for row in rows(sheet)}

    assert [cell.value for cell in sheet[1]][-1] == "Megjegyzések"
    assert found[1][-1] == "; ".join(NOTES["hu"][1])
    assert found[5][-1] is None
    assert found[1][4:6] == [16.5, 21]
    assert found[3][5] == -14


@pytest.mark.parametrize("write", [pdf.write_standings, pdf.write_tournament])
def test_pdf(cup: Tournament, write: Any) -> None:
    content = printed(cup, write)
    text = pages(content)[0]

    assert "Nagy Ádám ³ (kizárva)" in text
    assert "¹ Őry Tűnde: figyelmeztetés (zsűri, 1. ügy)" in text
    assert "⁵ =1+1: 1 asztali pont levonva (zsűri, 4. ügy), előtte −13" in text
    assert all(fonts(content).values())


def test_out_and_in_again(cup: Tournament) -> None:
    written = dump(cup)
    assert faults("tournament", written) == []

    copy = load({**written, "slug": "masolat"})

    assert as_json(queries.standings(copy)) == as_json(queries.standings(cup)) | {"slug": "masolat"}
    assert {**dump(copy), "slug": "kupa"} == written


def test_a_reason_of_the_documents_own(db: None) -> None:
    late = {"player": 1, "kind": "tournament_points", "amount": 2, "reason": "késés"}
    cup = load(document(players=5, penalties=[late]))

    with override("hu"):
        assert [sentences(row) for row in queries.standings(cup).rows if row.notes] == [
            ["2 versenypont levonva, előtte 0 – késés"]
        ]


# --- pages ------------------------------------------------------------------------------------------------------------


def test_the_page_has_marks_and_footnotes(client: Client, cup: Tournament) -> None:
    page = client.get("/t/kupa/").text

    assert page.count('<sup class="mark"><a href="#note-') == 5
    assert 'id="mark-3"' in page
    assert '<li id="note-1">' in page
    for texts in NOTES["hu"].values():
        for text in texts:
            assert text in page
    assert "visszalépett" not in page


def test_only_the_footnotes_of_who_is_shown(client: Client, cup: Tournament) -> None:
    page = client.get("/t/kupa/?q=Nagy").text

    assert 'id="note-3"' in page
    assert 'id="note-1"' not in page


@pytest.mark.parametrize("path", ["beamer/", "players/1/"])
def test_the_projector_and_the_player(client: Client, cup: Tournament, path: str) -> None:
    page = client.get(f"/t/kupa/{path}").text

    assert all(text in page for text in NOTES["hu"][1])


def everything_public(client: Client, slug: str = "kupa") -> dict[str, str]:
    """All pages and files of a cup for everybody, as text."""
    found = {
        path: client.get(f"/t/{slug}/{path}").text
        for path in (
            "",
            "beamer/",
            "rounds/1/",
            "rounds/1/tables/1/",
            "players/1/",
            "players/2/",
            "captures/",
            "rules/",
        )
    }
    found |= {path: client.get(f"/t/{slug}/{path}").content.decode() for path in ("standings.json", "standings.csv")}
    found["json"] = client.get(f"/t/{slug}/exports/tournament.json").content.decode()
    for name in ("standings", "tournament", "rounds/1"):
        found[f"{name}.pdf"] = " ".join(pages(client.get(f"/t/{slug}/exports/{name}.pdf").content))
    for name in ("standings", "tournament"):
        book = load_book(client.get(f"/t/{slug}/exports/{name}.xlsx").content)
        found[f"{name}.xlsx"] = book
    return found


def load_book(content: bytes) -> str:
    """Every value of a workbook."""
    return " ".join(
        str(value)
        for sheet in load_workbook(io.BytesIO(content))
        for row in sheet.iter_rows(values_only=True)
        for value in row
        if value is not None
    )


def test_no_reasons_facts_or_jurors_anywhere(client: Client, cup: Tournament) -> None:
    jurors = [member.user.get_username() for member in cup.memberships.filter(role="juror")]
    for name, text in everything_public(client).items():
        for secret in ("titkos", *jurors):
            assert secret not in text, (name, secret)
    assert Case.objects.filter(reason=SECRET).count() == 5


def test_while_frozen_later_penalties_and_rulings_are_hidden(client: Client, cup: Tournament) -> None:
    punish(cup, 4, Verdict("table_points", 3, SECRET), at_table=False)  # while round 2 is played
    Tournament.objects.filter(pk=cup.pk).update(frozen_after=1)

    found = everything_public(client)

    for name, text in found.items():
        for later in ("kizár", "excluded", "5. ügy", "6. ügy", "2. forduló után"):
            assert later not in text, (name, later)
    data = json.loads(found["json"])
    assert [row["case"] for row in data["rulings"]] == [1, 2, 3, 4]
    assert [row["kind"] for row in data["penalties"]] == [
        "warning",
        "tournament_points",
        "table_points",
        "table_points",
    ]
    assert all("status" not in player for player in data["players"])
    assert "1. ügy" in found[""]
    assert {row["number"]: row["tournament_points"] for row in json.loads(found["standings.json"])["standings"]}[
        1
    ] == "15/2"


def test_a_withdrawal_after_a_hidden_round_is_hidden_too(client: Client, cup: Tournament) -> None:
    Penalty.objects.all().delete()
    Tournament.objects.filter(pk=cup.pk).update(frozen_after=1)

    assert "visszalépett" not in client.get("/t/kupa/").text
    assert "visszalépett" not in client.get("/t/kupa/players/2/").text


def test_the_race_ends_as_the_standings_stand(cup: Tournament) -> None:
    table_of = queries.standings(cup)
    race = race_of(table_of)

    assert race is not None
    assert [runner.dots[-1].label for runner in race.runners] == [str(row.rank) for row in table_of.rows]
