"""The print centre: what it offers in which state of the cup, and every print behind it."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from scoring.models import Player, Tournament
from scoring.services import close_round, open_case
from tests.scoring.cups import OPERATOR, document, load, table, the_round
from tests.scoring.czech import czech_cup
from tests.scoring.organiser.conftest import HALL, organiser_of, sentence

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("two_networks")]

PRINT = "/organise/kupa/print/"
ROUND = f"{PRINT}rounds/1/"


def text_of(response: Any) -> str:
    """The text of a print, its white space evened out."""
    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"
    pages = PdfReader(BytesIO(response.content)).pages
    return " ".join(" ".join(page.extract_text().split()) for page in pages)


def prints(page: str) -> list[str]:
    """The prints that a page leads to, without what they are asked for."""
    return re.findall(rf'href="{PRINT}([^"?]*\.pdf)\?lang=hu[^"]*"', page)


def test_an_open_round(desk: Client) -> None:
    page = sentence(desk.get(PRINT, headers={"host": HALL}))
    assert '<h1 id="print">Nyomtatványok</h1>' in page
    assert prints(page) == [
        "rounds/1/all.pdf", "rounds/1/seating-by-name.pdf", "rounds/1/seating-by-table.pdf", "rounds/1/cards.pdf",
        "rounds/1/score-sheets.pdf", "rounds/1/results.pdf", "rounds/1/standings.pdf",
        "standings.pdf", "captures.pdf", "cup.pdf", "badges.pdf",
        "blank/16-4.pdf", "blank/20-5.pdf", "blank/15-5.pdf", "blank/20-4.pdf", "blank/15-4.pdf", "blank/16-5.pdf",
    ]  # fmt: skip
    assert "Oklevelek akkor nyomtathatók, ha minden forduló lezárult." in page
    assert page.count("ezen a kupán így játszanak") == 3


def test_every_print_it_offers_is_there(desk: Client, cup: Tournament) -> None:
    open_case(OPERATOR, cup, rule="1.3", sanction="jury", offender=1)
    for close in (False, True):
        if close:
            close_round(OPERATOR, the_round(cup), "próba")
        page = desk.get(PRINT, headers={"host": HALL}).content.decode()
        addresses = re.findall(rf'href="({PRINT}[^"]*\.pdf[^"]*)"', page)
        assert len(addresses) > 14
        for address in addresses:
            response = desk.get(address.replace("&amp;", "&"), headers={"host": HALL})
            assert text_of(response)
            name = response["Content-Disposition"]
            assert re.fullmatch(r'attachment; filename="kupa-[a-z0-9-]+\.pdf"', name), name
            assert "no-store" in response["Cache-Control"]


def test_a_closed_round(desk: Client, cup: Tournament) -> None:
    open_case(OPERATOR, cup, rule="1.3", sanction="jury", offender=1)
    close_round(OPERATOR, the_round(cup), "próba")
    page = sentence(desk.get(PRINT, headers={"host": HALL}))
    found = prints(page)
    # Its links have ended and nothing is written on paper any more.
    assert "rounds/1/cards.pdf" not in found and "rounds/1/score-sheets.pdf" not in found
    assert {"rounds/1/results.pdf", "rounds/1/standings.pdf", "rulings.pdf", "rulings-to-sign.pdf"} <= set(found)
    assert "certificates.pdf" in found
    assert "Az eredmény még nem végleges." in page


def test_a_round_in_which_nothing_was_played_has_no_results(client: Client) -> None:
    cup = load(document(table(1, [1, 2, 3, 4]), slug="kupa"))
    client.force_login(organiser_of(cup))
    found = prints(client.get(PRINT, headers={"host": HALL}).content.decode())
    assert "rounds/1/results.pdf" not in found and "rounds/1/cards.pdf" in found


def test_the_language_of_the_paper_is_chosen(desk: Client) -> None:
    page = sentence(desk.get(f"{PRINT}?lang=en", headers={"host": HALL}))
    assert 'href="?lang=en" lang="en" aria-current="true">English</a>' in page
    assert 'href="?lang=hu" lang="hu">Magyar</a>' in page
    # The page itself stays as it is.
    assert "Ülésrend név szerint" in page and prints(page) == []
    assert f'href="{ROUND}seating-by-name.pdf?lang=en"' in page
    assert "Round 1: seating by name" in text_of(desk.get(f"{ROUND}seating-by-name.pdf?lang=en"))
    assert "1. forduló: ülésrend név szerint" in text_of(desk.get(f"{ROUND}seating-by-name.pdf?lang=hu"))
    # Whatever else is asked for is the language of the page.
    assert "1. forduló: ülésrend név szerint" in text_of(desk.get(f"{ROUND}seating-by-name.pdf?lang=xx"))
    assert "Provisional standings" in text_of(desk.get(f"{PRINT}standings.pdf?lang=en"))


def test_cards_say_the_address_of_the_hall(desk: Client) -> None:
    address = f"{PRINT}?at=10.0.0.4"
    page = desk.get(address, headers={"host": "localhost:8000"}).content.decode()
    assert f'href="{ROUND}cards.pdf?at=10.0.0.4&amp;lang=hu"' in page
    for name in ("cards.pdf", "all.pdf"):
        assert "http://10.0.0.4:8000/table/" in text_of(
            desk.get(f"{ROUND}{name}?at=10.0.0.4&lang=hu", headers={"host": "localhost:8000"})
        )


def test_no_phone_can_reach_it(desk: Client, nowhere: None) -> None:
    page = sentence(desk.get(PRINT, headers={"host": "localhost"}))
    assert "ezért nincsenek asztalkártyák" in page
    assert "cards.pdf" not in page
    response = desk.get(f"{ROUND}cards.pdf", headers={"host": "localhost"}, follow=True)
    assert response.redirect_chain == [("/organise/kupa/rounds/1/links/", 302)]
    # All the rest is there.
    text = text_of(desk.get(f"{ROUND}all.pdf", headers={"host": "localhost"}))
    assert "ülésrend név szerint" in text and "/table/" not in text


def test_an_empty_cup(client: Client) -> None:
    cup = load(document(players=0, slug="kupa"))
    client.force_login(organiser_of(cup))
    page = sentence(client.get(PRINT))
    assert [each for each in prints(page) if not each.startswith("blank")] == [
        "standings.pdf",
        "captures.pdf",
        "cup.pdf",
    ]
    for name, why in (
        ("badges.pdf", "Még senki sincs a névsorban."),
        ("certificates.pdf", "Oklevelek akkor nyomtathatók, ha minden forduló lezárult."),
        ("rulings.pdf", "Egy ügy sem került a zsűri elé."),
        ("rulings-to-sign.pdf", "Egy ügy sem került a zsűri elé."),
    ):
        response = client.get(f"{PRINT}{name}", follow=True)
        assert response.redirect_chain == [(PRINT, 302)]
        assert why in sentence(response), name


def test_a_round_without_tables(desk: Client, cup: Tournament) -> None:
    desk.post("/organise/kupa/rounds/add/")
    page = sentence(desk.get(PRINT))
    assert f"{PRINT}rounds/2/" not in page and "Még nincs asztal" in re.sub(
        r"Még egy asztal sincs[^<]*", "Még nincs asztal", page
    )
    for name in ("all", "seating-by-name", "seating-by-table", "score-sheets", "standings"):
        response = desk.get(f"{PRINT}rounds/2/{name}.pdf", follow=True)
        assert response.redirect_chain == [(PRINT, 302)], name


def test_certificates_wait_until_the_rounds_are_closed(desk: Client, cup: Tournament) -> None:
    response = desk.get(f"{PRINT}certificates.pdf", follow=True)
    assert response.redirect_chain == [(PRINT, 302)]
    close_round(OPERATOR, the_round(cup), "próba")
    text = text_of(desk.get(f"{PRINT}certificates.pdf"))
    assert "I. helyezett" in text and "O K L E V É L" in text


def test_no_badge_for_who_withdrew(desk: Client, cup: Tournament) -> None:
    Player.objects.filter(tournament=cup, number=3).update(withdrawn_after=1)
    text = text_of(desk.get(f"{PRINT}badges.pdf"))
    assert "Játékos 2 " in text and "Játékos 3 " not in text


@pytest.mark.parametrize(
    "path",
    [
        "rounds/2/all.pdf", "rounds/2/results.pdf", "rounds/2/cards.pdf", "rounds/0/all.pdf", "blank/0-4.pdf",
        "blank/16-3.pdf", "blank/16-6.pdf", "blank/25-4.pdf", "blank/99999999999999999999-4.pdf", "blank/-1-4.pdf",
        "nincs.pdf",
    ],
)  # fmt: skip
def test_what_is_not_there(desk: Client, path: str) -> None:
    assert desk.get(f"{PRINT}{path}").status_code == 404


def test_the_desk_leads_there(desk: Client) -> None:
    page = desk.get("/organise/kupa/").content.decode()
    assert page.count(f'href="{PRINT}"') == 2  # a tab, and beside the files


def test_the_czech_game_has_no_capture_log_to_print(client: Client) -> None:
    cup = czech_cup()
    client.force_login(organiser_of(cup))
    home = "/organise/cseh/print/"
    page = sentence(client.get(home, headers={"host": HALL}))
    assert "captures.pdf" not in page and "Fogási napló" not in page and "XXI" not in page
    assert "Állás, minden forduló minden leosztással, a zsűri döntései." in page
    assert client.get(f"{home}captures.pdf").status_code == 404
    everything = re.findall(rf'href="({home}[^"]*\.pdf[^"]*)"', page)
    assert len(everything) > 12
    for address in everything:
        printed = text_of(client.get(address.replace("&amp;", "&"), headers={"host": HALL}))
        assert "XXI-es" not in printed and "Bika" not in printed
    assert "captures" not in client.get("/organise/cseh/").text
