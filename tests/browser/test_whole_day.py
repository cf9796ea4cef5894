"""A whole day in a real browser, from an empty database to the final result: the list from a file, the check-in, four
rounds drawn in three ways, tables at their phones and tables on paper, and all that goes wrong on such a day.

What must come of it is reckoned by the rules alone, from what was entered (`whole_day_cup`).
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.db import connection
from pytest_django.live_server_helper import LiveServer

import rules
from scoring.models import Tournament
from tests.browser.conftest import Phone, Window
from tests.browser.whole_day_cup import CUP, LEAVES, NAMES, PLAYERS, PRIZES, ROUNDS, SLUG, STANDS_IN, Day
from tests.browser.whole_day_hand import Desk, pages_of, picture
from tests.browser.whole_day_morning import check_in, come_late, import_players, log_in, set_up
from tests.browser.whole_day_rounds import (
    change_places,
    check_standings,
    close,
    draw,
    play_first_round,
    play_last_round,
    play_with_a_phone_that_dies,
    play_with_a_substitute_and_a_case,
    withdraw,
)
from tests.conftest import HALL_NAME
from tests.scoring.cups import the_round

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def seen(phone: Phone, live_server: LiveServer) -> Iterator[Window]:
    """The organiser's window."""
    window = Window(phone(1280, "hu"), f"http://{HALL_NAME}:{urlsplit(live_server.url).port}")
    yield window
    assert window == []


def test_a_whole_day(seen: Window, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not Tournament.objects.exists()
    desk, day = Desk(seen.page), Day()
    log_in(desk, monkeypatch)
    cup = set_up(desk)
    import_players(desk, cup)
    check_in(desk, cup)

    draw(desk, cup, day, 1, "random")
    desk.open("settings/")
    desk.press("Kupa közzététele")
    come_late(desk, cup)
    play_first_round(desk, cup, day, phone)
    close(desk, 1, "A 2. asztal nem írta alá")
    check_standings(desk, day)

    draw(desk, cup, day, 2, "fresh")
    change_places(desk, cup, day)
    play_with_a_phone_that_dies(desk, cup, day, phone)
    close(desk, 2, "Az 1. asztal telefonja lemerült")

    draw(desk, cup, day, 3, "fresh")
    withdraw(desk, cup, day)
    play_with_a_substitute_and_a_case(desk, cup, day, phone)
    close(desk, 3)
    check_standings(desk, day)

    draw(desk, cup, day, 4, "standings")
    play_last_round(desk, cup, day, phone)
    set_prizes(desk)
    close(desk, 4)
    check_standings(desk, day)

    correct_after_closing(desk, cup, day)
    check_standings(desk, day)
    check_prints(desk, day)
    make_final(desk, day)
    found_series(desk, day)
    desk.open("/organise/_safe/", whole=True)
    picture(desk.page, "13-safe")


# --- The evening ------------------------------------------------------------------------------------------------------


def set_prizes(desk: Desk) -> None:
    """Forints for the first three."""
    desk.open("prizes/")
    for place, amount in PRIZES.items():
        desk.page.locator(f"#id_amount_{place}").fill(str(amount))
    desk.page.locator("#id_text_xxi").fill("egy pakli tarokk")
    desk.press("Mentés")
    assert "35 000 Ft" in desk.text


def correct_after_closing(desk: Desk, cup: Tournament, day: Day) -> None:
    """A sheet of the first round says something else than what was entered."""
    before = day.standings()
    at = day[1, 1]
    desk.open("rounds/1/reopen/")
    desk.page.get_by_label("Indok", exact=True).fill("Óvás: elírt ütéspont")
    desk.press("Forduló újranyitása")
    assert not the_round(cup, 1).is_closed
    desk.open("rounds/1/tables/1/")
    desk.follow("Javítás – 3. leosztás")
    desk.page.get_by_label("A felvevők ütéspontjai").fill("89")
    desk.page.get_by_label("A javítás oka", exact=True).fill("A lapon 89 áll")
    desk.press("Előnézet")
    desk.press("A javítás mentése")
    at.records[2] = {**at.records[2], "card_points": 89}
    close(desk, 1, "Az asztal már hazament")
    after = day.standings()
    assert before != after


def check_prints(desk: Desk, day: Day) -> None:
    """Every print of the print centre is a PDF with pages, and some say what they must."""
    expected = day.standings()
    desk.open("print/")
    picture(desk.page, "12-print")
    paths = [str(link.get_attribute("href")) for link in desk.page.locator("main a[href*='.pdf']").all()]
    assert len(paths) == len(set(paths)) >= 4 * 5 + 12
    texts = {}
    for path in paths:
        status, kind, content = desk.fetch(path)
        assert (status, kind, content[:4]) == (200, "application/pdf", b"%PDF"), path
        texts[path.partition("/print/")[2].partition("?")[0]] = pages = pages_of(content)
        assert pages and all(pages), path
    for number in range(1, ROUNDS + 1):
        by_name = " ".join(texts[f"rounds/{number}/seating-by-name.pdf"])
        seated = {player for at in day.tables(number) for player in at.seats}
        assert {player for player, name in NAMES.items() if name in by_name} == seated
        assert f"rounds/{number}/all.pdf" in texts
    assert STANDS_IN in " ".join(texts["rounds/3/results.pdf"])
    assert "az asztalnál döntötték el" in " ".join(texts["rulings-to-sign.pdf"])
    certificates = " ".join(texts["certificates.pdf"])
    assert all(NAMES[player] in certificates for player, row in expected.items() if row.rank <= len(PRIZES))
    badges = " ".join(texts["badges.pdf"])
    assert {player for player, name in NAMES.items() if name in badges} == {*PLAYERS} - {LEAVES}
    standings = " ".join(texts["standings.pdf"])
    places = [standings.index(NAMES[player]) for player in expected]
    assert places == sorted(places)


def make_final(desk: Desk, day: Day) -> None:
    """The prizes have their winners; then nothing is changed any more, and everybody sees them."""
    desk.open("results/")
    picture(desk.page, "14-results")
    desk.open("prizes/")
    rows = [" ".join(text.split()) for text in desk.page.locator("table.data tbody tr").all_inner_texts()]
    check_awards(rows, day)
    assert "egy pakli tarokk" in rows[-1]
    desk.open("settings/final/")
    desk.press("Véglegesítés")
    connection.close()
    assert Tournament.objects.get().is_final
    desk.open(f"/t/{SLUG}/", whole=True)
    assert "egy pakli tarokk" in desk.text
    check_standings(desk, day)
    picture(desk.page, "15-public")


def check_awards(rows: list[str], day: Day) -> None:
    """Who shares a rank shares the forints of the places that they hold."""
    for rank in PRIZES:
        winners = [player for player, row in day.standings().items() if row.rank == rank]
        if not winners:
            continue
        share, rest = divmod(sum(PRIZES.get(rank + n, 0) for n in range(len(winners))), len(winners))
        (row,) = [row for row in rows[:-1] if row.startswith(f"{rank}.")]
        assert all(NAMES[player] in row for player in winners), row
        assert rest or f" {in_forints(share)}" in row, row


def in_forints(amount: int) -> str:
    """As the pages write it, white space evened out."""
    return f"{amount:,}".replace(",", " ") + " Ft" if amount >= 10_000 else f"{amount} Ft"


def found_series(desk: Desk, day: Day) -> None:
    """A series with this cup: its table has the tournament points."""
    desk.open("/organise/_series/_new/", whole=True)
    desk.page.get_by_label("A sorozat neve").fill("Az év kupái")
    desk.page.get_by_label(CUP).check()
    desk.page.get_by_label("A sorozatot mindenki láthatja").check()
    desk.press("Sorozat létrehozása")
    desk.open("/series/az-ev-kupai/", whole=True)
    picture(desk.page, "16-series")
    rows = {}
    for row in desk.page.locator("table.series tbody tr").all():
        name = row.locator("th").inner_text().split("\n")[0]
        rows[name] = row.locator("data").first.get_attribute("value")
    played = {player for at in day.values() for player in at.seats}
    points = {player: row.tournament_points for player, row in day.standings().items() if player in played}
    assert rows == {NAMES[player]: str(rules.exact(value)) for player, value in points.items()}
