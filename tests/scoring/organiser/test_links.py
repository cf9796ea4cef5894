"""The links of the tables at the desk: shown with their QR codes, printed, renewed."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from scoring.models import RetiredToken, Table, Tournament
from scoring.qr import drawing
from scoring.queries import find_link, spoken
from scoring.queries.links import Ended
from scoring.services import close_round, reopen_round
from tests.scoring.cups import OPERATOR, document, load, table, the_round, the_table
from tests.scoring.organiser.conftest import HALL, organiser_of, sentence

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("two_networks")]

ROUND = "/organise/kupa/rounds/1/"
LINKS = f"{ROUND}links/"


def address(cup: Tournament, number: int = 1, home: str = f"http://{HALL}/") -> str:
    return f"{home}table/{the_table(cup, number).token}/"


def text_of(response: object) -> str:
    """The text of a print, its white space evened out."""
    pages = PdfReader(BytesIO(response.content)).pages  # type: ignore[attr-defined]  # a response of the client
    return " ".join(" ".join(page.extract_text().split()) for page in pages)


def test_it_works(desk: Client, cup: Tournament) -> None:
    page = sentence(desk.get(LINKS, headers={"host": HALL}))
    for number in (1, 2):
        assert address(cup, number) in page
        assert drawing(address(cup, number)) in page
        assert spoken(the_table(cup, number).code) in page
        assert f'href="{ROUND}tables/{number}/renew-link/"' in page
        assert f'href="{ROUND}tables/{number}/card.pdf"' in page
    assert f"http://{HALL}/table/<" in page
    assert f'href="{ROUND}cards.pdf"' in page
    assert LINKS in sentence(desk.get(ROUND))
    assert LINKS in sentence(desk.get(f"{ROUND}tables/1/"))


def test_codes_are_black_on_white_and_have_no_styles(desk: Client) -> None:
    page = desk.get(LINKS, headers={"host": HALL}).content.decode()
    assert page.count('<div class="qr"') == page.count('<svg viewBox="0 0 45 45">') == 2
    assert page.count('fill="#fff"') == page.count('stroke="#000"') == 2
    assert "style=" not in page and "<style" not in page
    assert "A 2. asztal linkjének QR-kódja" in page


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_never_localhost(desk: Client, cup: Tournament, host: str) -> None:
    page = sentence(desk.get(LINKS, headers={"host": host}))
    assert address(cup) in page
    assert drawing(address(cup)) in page
    assert host not in page
    text = text_of(desk.get(f"{ROUND}cards.pdf", headers={"host": host}))
    assert f"http://{HALL}/table/" in text
    assert host not in text


def test_another_address_of_the_machine(desk: Client, cup: Tournament) -> None:
    page = sentence(desk.get(LINKS, headers={"host": "localhost:8000"}))
    assert '<a class="touch" href="?at=10.0.0.4">http://10.0.0.4:8000/</a>' in page
    page = sentence(desk.get(f"{LINKS}?at=10.0.0.4", headers={"host": "localhost:8000"}))
    assert address(cup, home="http://10.0.0.4:8000/") in page
    assert f'href="{ROUND}cards.pdf?at=10.0.0.4"' in page
    text = text_of(desk.get(f"{ROUND}cards.pdf?at=10.0.0.4", headers={"host": "localhost:8000"}))
    assert "http://10.0.0.4:8000/table/" in text


def test_no_phone_can_reach_it(desk: Client, nowhere: None) -> None:
    page = sentence(desk.get(LINKS, headers={"host": "localhost"}))
    assert "Ezt a gépet egyetlen telefon sem éri el" in page
    assert "cards.pdf" not in page and 'class="qr"' not in page
    response = desk.get(f"{ROUND}cards.pdf", headers={"host": "localhost"}, follow=True)
    assert response.redirect_chain == [(LINKS, 302)]
    assert "nincs rányomtatható cím" in sentence(response)


def test_the_overview_shows_where_phones_find_it(desk: Client) -> None:
    page = sentence(desk.get("/organise/kupa/", headers={"host": "localhost:8123"}))
    assert "http://192.168.43.7:8123/" in page
    assert "http://10.0.0.4:8123/" in page
    assert LINKS in page
    assert "egyetlen telefon sem" not in page


def test_the_overview_warns(desk: Client, nowhere: None) -> None:
    page = sentence(desk.get("/organise/kupa/", headers={"host": "127.0.0.1:8123"}))
    assert page.count("Ezt a gépet egyetlen telefon sem éri el") == 2


def test_renewing_asks_first(desk: Client, cup: Tournament) -> None:
    before = the_table(cup)
    page = sentence(desk.get(f"{ROUND}tables/1/renew-link/"))
    assert "Új link az 1. asztalnak?" in page and 'class="button is-danger"' in page
    assert the_table(cup).token == before.token
    response = desk.post(f"{ROUND}tables/1/renew-link/", follow=True)
    assert response.redirect_chain == [(LINKS, 302)]
    assert "Az 1. asztal új linket kapott." in sentence(response)
    after = the_table(cup)
    assert after.token != before.token and after.code != before.code
    assert RetiredToken.objects.get().token == before.token
    ended = find_link(before.token)
    assert ended is not None and ended.ended is Ended.RENEWED
    page = sentence(desk.get("/organise/kupa/audit/"))
    assert "új linket adott az 1. forduló 1. asztalának" in page
    assert after.token not in page and before.token not in page


def test_a_closed_round_has_no_links(desk: Client, cup: Tournament) -> None:
    tokens = list(Table.objects.values_list("token", flat=True))
    close_round(OPERATOR, the_round(cup), "elég")
    page = sentence(desk.get(LINKS, headers={"host": HALL}))
    assert page.count("már nem él</span>") == 2
    assert 'class="qr"' not in page and not [token for token in tokens if token in page]
    response = desk.get(f"{ROUND}tables/1/card.pdf", follow=True)
    assert response.redirect_chain == [(LINKS, 302)]
    assert "nincs mit nyomtatni" in sentence(response)
    assert desk.post(f"{ROUND}tables/1/renew-link/").status_code == 422
    reopen_round(OPERATOR, the_round(cup), "mégis")
    assert address(cup) in sentence(desk.get(LINKS, headers={"host": HALL}))


def test_one_card(desk: Client, cup: Tournament) -> None:
    response = desk.get(f"{ROUND}tables/2/card.pdf", headers={"host": HALL})
    assert response["Content-Disposition"] == 'attachment; filename="kupa-round-1-table-2-card.pdf"'
    assert "no-store" in response["Cache-Control"]
    text = text_of(response)
    assert "2. asztal" in text and "1. asztal" not in text
    assert spoken(the_table(cup, 2).code) in text


def test_what_is_not_there(desk: Client) -> None:
    for path in (
        "rounds/2/links/",
        "rounds/2/cards.pdf",
        "rounds/1/tables/3/card.pdf",
        "rounds/1/tables/3/renew-link/",
    ):
        assert desk.get(f"/organise/kupa/{path}").status_code == 404


def test_a_round_without_tables(desk: Client) -> None:
    desk.post("/organise/kupa/rounds/add/")
    response = desk.get("/organise/kupa/rounds/2/cards.pdf", follow=True)
    assert "Még nincs asztal" in re.sub(r"Még egy asztal sincs[^<]*", "Még nincs asztal", sentence(response))


def test_the_print_takes_the_same_queries(client: Client) -> None:
    counts = []
    for slug, tables in (("kicsi", 1), ("nagy", 12)):
        seats = [table(n, range(4 * n - 3, 4 * n + 1)) for n in range(1, tables + 1)]
        cup = load(document(*seats, players=4 * tables, slug=slug))
        organiser_of(cup)
        client.force_login(cup.memberships.get().user)
        for path in ("links/", "cards.pdf"):
            with CaptureQueriesContext(connection) as found:
                assert client.get(f"/organise/{slug}/rounds/1/{path}").status_code == 200
            counts.append((path, len(found)))
    assert counts[:2] == counts[2:]
