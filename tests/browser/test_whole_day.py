"""A whole day in a real browser, from an empty database to the final result: the list from a file, the check-in, four
rounds drawn in three ways, tables at their phones and tables on paper, and all that goes wrong on such a day.

What must come of it is reckoned by the rules alone, from what was entered (`whole_day_cup`).
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django.live_server_helper import LiveServer

import rules
from rules import draw as drawing
from scoring.models import Player, Tournament
from tests.browser.conftest import Phone, Window
from tests.browser.table_hand import SAVE, Thumb, wait_for
from tests.browser.whole_day_cup import (
    CUP,
    FEE,
    LATE,
    LEAVES,
    MISSING,
    NAMES,
    PLAYERS,
    PRIZES,
    ROUNDS,
    SEEDS,
    SLUG,
    STANDS_IN,
    VENUE,
    Day,
    Sat,
    player_list,
)
from tests.browser.whole_day_hand import Desk, at_table, pages_of, picture, planned, send_deals, sign
from tests.conftest import HALL_NAME
from tests.scoring.cups import the_round, the_table
from tests.scoring.jury.conftest import member

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


# --- The morning ------------------------------------------------------------------------------------------------------


def log_in(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first start makes an organiser, who logs in with what it prints."""
    for variable in ("FIRST_ORGANISER", "FIRST_ORGANISER_PASSWORD"):
        monkeypatch.delenv(variable, raising=False)
    printed = io.StringIO()
    call_command("first_organiser", stdout=printed)
    name = re.search(r"Név / name: +(\S+)", printed.getvalue())
    password = re.search(r"Jelszó / password: +(\S.*)", printed.getvalue())
    assert name and password
    desk.open("/organise/", whole=True)
    desk.page.get_by_label("Név", exact=True).fill(name[1])
    desk.page.get_by_label("Jelszó", exact=True).fill(password[1])
    with desk.page.expect_navigation():
        desk.page.keyboard.press("Enter")


def set_up(desk: Desk) -> Tournament:
    """The cup."""
    desk.follow("Új kupa")
    page = desk.page
    page.get_by_label("A kupa neve").fill(CUP)
    page.get_by_label("Dátum").fill("2026-11-14")
    page.get_by_label("Helyszín").fill(VENUE)
    page.get_by_label("Tarokk Kupa 2005").check(force=True)
    page.get_by_label("Fordulók száma").fill(str(ROUNDS))
    desk.press("Kupa létrehozása")
    cup = Tournament.objects.get()
    assert (cup.name, cup.slug, cup.ruleset_id, cup.rounds_planned) == (CUP, SLUG, "kupa-2005", ROUNDS)
    return cup


def import_players(desk: Desk, cup: Tournament) -> None:
    """23 players from a file, in which one stands twice."""
    desk.open("players/import/")
    file: Any = {"name": "nevezők.csv", "mimeType": "text/csv", "buffer": player_list()}
    desk.page.get_by_label("Fájl", exact=True).set_input_files(file)
    desk.press("Megnézem")
    assert "24 kitöltött sor, ebből 23 kerül a névsorba." in desk.text
    assert desk.page.locator(".doubts li").count() == 1
    assert not cup.players.exists()
    picture(desk.page, "01-import-preview")
    desk.press("A kijelölt játékosok felvétele")
    assert "23 játékos felvéve. 1 sor kimaradt." in desk.text
    assert {player.number: (player.name, player.club) for player in cup.players.all()} == PLAYERS
    assert "2 négyes asztal és 3 ötös asztal" in desk.text
    picture(desk.page, "02-players")


def check_in(desk: Desk, cup: Tournament) -> None:
    """All come but two, and pay but one."""
    page = desk.page
    desk.open("players/check-in/")
    page.get_by_label("Csak az kerül a sorsolásba, aki itt van").check()
    page.get_by_label("Nevezési díj, forintban").fill(str(FEE))
    desk.press("Mentés")
    for number, name in NAMES.items():
        if number in (LATE, MISSING):
            continue
        for word in ("Itt van", "Fizetett")[: 1 if number == 3 else 2]:
            page.get_by_role("button", name=f"{word} – {name}", exact=True).click()
            page.get_by_role("button", name=f"{word} – {name}", exact=True, pressed=True).wait_for()
    figures = [" ".join(text.split()) for text in page.locator("#check-in-figures div").all_inner_texts()]
    assert figures == ["Itt van 21 / 23", "Hiányzik 2", "Fizetett 20 60 000 Ft", "Itt van, nem fizetett 1 3000 Ft"]
    picture(page, "03-check-in")
    assert set(cup.players.filter(checked_in_at=None).values_list("number", flat=True)) == {LATE, MISSING}


def come_late(desk: Desk, cup: Tournament) -> None:
    """Somebody comes when the first round is drawn, and is asked what is to be done."""
    desk.open("players/check-in/")
    desk.page.get_by_role("button", name=f"Itt van – {NAMES[LATE]}", exact=True).click()
    link = desk.page.locator(".notice").get_by_role("link", name=NAMES[LATE], exact=True)
    with desk.page.expect_navigation():
        link.click()
    picture(desk.page, "05-late")
    desk.press("A(z) 2. fordulótól játszik")
    assert cup.players.get(number=LATE).first_round == 2
    assert not the_round(cup).seats.filter(player__number=LATE).exists()


# --- Draws ------------------------------------------------------------------------------------------------------------


def draw(desk: Desk, cup: Tournament, day: Day, number: int, how: str) -> None:
    """A round is opened and drawn; the way in which it was drawn is held against what it promises."""
    before = day.standings()
    desk.open("")
    desk.press("Forduló megnyitása")
    desk.open(f"rounds/{number}/draw/")
    redraw(desk, cup, day, number, how)
    tables = day.tables(number)
    players = sorted(player for at in tables for player in at.seats)
    assert [len(at.seats) for at in tables] == rules.table_sizes(len(players))
    if how == "random":
        assert players == [*range(1, 22)]
        assert [tuple(at.seats) for at in tables] == [*drawing.at_random(players, seed=SEEDS[number])]
    elif how == "fresh":
        assert players == [*range(1, 23)]
        check_fresh(desk, day, number)
    else:
        ranks = [[before[player].rank for player in at.seats] for at in tables]
        assert all(max(above) <= min(below) for above, below in pairwise(ranks))


def redraw(desk: Desk, cup: Tournament, day: Day, number: int, how: str) -> None:
    """Draws, from the page of the draw."""
    desk.page.locator(f"input[name=how][value={how}]").check(force=True)
    desk.page.get_by_label("Sorsolási szám").fill(str(SEEDS[number]))
    picture(desk.page, f"04-draw-{number}")
    desk.press(desk.page.locator("button[value=draw]"))
    assert desk.page.url.endswith(f"/rounds/{number}/swap/")
    assert f"sorsolási szám: {SEEDS[number]}" in desk.text
    round_ = the_round(cup, number)
    assert (round_.drawn, round_.seed) == (how, SEEDS[number])
    day.sit(cup, number)


def repeated(day: Day, number: int) -> int:
    """How many meetings of a round there were before."""
    met = drawing.meetings([[at.seats for at in day.tables(before)] for before in range(1, number)])
    return drawing.repeats([at.seats for at in day.tables(number)], met)


def in_words(repeats: int) -> str:
    """As the page counts them."""
    return f"{repeats} ismételt találkozás" if repeats else "nincs ismételt találkozás"


def check_fresh(desk: Desk, day: Day, number: int) -> None:
    """Hardly anybody meets again (at random it would be ten times or so), and the page says how many do."""
    assert repeated(day, number) <= 1
    assert desk.page.locator("[data-count]").inner_text() == in_words(repeated(day, number))


def change_places(desk: Desk, cup: Tournament, day: Day) -> None:
    """Two change places by the keyboard; the number of repeated meetings follows, and is what the rules say."""
    first, second = day[2, 1], day[2, 2]
    a, b = first.seats[0], second.seats[1]
    page = desk.page
    for player in (a, b):
        page.locator(f"[data-player='{player}'] .pick").focus()
        page.keyboard.press("Enter")
    first.seats[0], second.seats[1] = b, a
    assert page.locator("[data-count]").inner_text() == in_words(repeated(day, 2))
    picture(page, "06-swap")
    desk.press("Mentés")
    assert "Az ülésrend el van mentve." in desk.text
    kept = {key: (set(at.seats), at.first_dealer) for key, at in day.items() if key[0] == 2}
    day.sit(cup, 2)
    assert {key: (set(at.seats), at.first_dealer) for key, at in day.items() if key[0] == 2} == kept


def withdraw(desk: Desk, cup: Tournament, day: Day) -> None:
    """Somebody leaves after the second round, when the third is drawn: the draw is taken back, and made again."""
    desk.open(f"players/{LEAVES}/withdraw/")
    desk.page.get_by_label("Mikor lép vissza").select_option("2")
    picture(desk.page, "07-withdraw")
    desk.page.locator("input[name=drawn][value=undraw]").check(force=True)
    desk.press("Visszalép")
    assert Player.objects.get(tournament=cup, number=LEAVES).withdrawn_after == 2
    assert not the_round(cup, 3).tables.exists()
    assert desk.page.url.endswith("/rounds/3/draw/")
    for key in [key for key in day if key[0] == 3]:
        del day[key]
    redraw(desk, cup, day, 3, "fresh")
    tables = day.tables(3)
    assert sorted(player for at in tables for player in at.seats) == [n for n in range(1, 23) if n != LEAVES]
    assert [len(at.seats) for at in tables] == [4, 4, 4, 4, 5]
    check_fresh(desk, day, 3)


# --- The rounds -------------------------------------------------------------------------------------------------------


def enter_paper(desk: Desk, cup: Tournament, where: tuple[int, int], at: Sat) -> None:
    """The points of a table, or of the deals that nobody entered, from paper."""
    number, table = where
    desk.open(f"rounds/{number}/tables/{table}/paper/")
    at.paper = at.on_paper(number * 5 + table)
    for player, points in at.paper.items():
        desk.page.get_by_label(NAMES[player], exact=True).fill(str(points))
    desk.press("Mentés")
    found = {seat.player.number: seat.paper_points for seat in the_table(cup, table, number).seated()}
    assert found == at.paper


def rest_on_paper(desk: Desk, cup: Tournament, day: Day, number: int) -> None:
    """All tables of the round at which nothing was entered."""
    for where, at in sorted(day.items()):
        if where[0] == number and not at.records:
            enter_paper(desk, cup, where, at)


def type_deal(page: Any, at: Sat, number: int) -> None:
    """A thumb types the next deal as it is played."""
    record, thumb = at.deal(number), Thumb(page)
    thumb.enter(record["declarer"])
    thumb.chip("bid", record["bid"])
    thumb.chip("declarer", record["declarer"])
    thumb.chip("partner", record["partner"])
    thumb.points(str(record["card_points"]))
    # Before the first deal there is another button that saves: that of the seating.
    thumb.tap(f"form[data-entry=new] {SAVE}")


def play_first_round(desk: Desk, cup: Tournament, day: Day, phone: Phone) -> None:
    """One table types, confirms and signs, one only enters, the others write paper."""
    first, second = day[1, 1], day[1, 2]
    page = at_table(phone(360, "hu"), cup, 1, 1)
    picture(page, "08-table")
    for number in (1, 2):
        type_deal(page, first, number)
        wait_for(page, "stored")
        first.records.append(first.deal(number))
        page.reload()
    # The phone stays with who entered the first deal, and who is against the declarers of the second.
    for number, confirmer in ((1, first.active(1)[1]), (2, first.active(2)[0])):
        page.locator(f"#wait-{number} > summary").click()
        with page.expect_response(lambda answer: answer.url.endswith("/confirm/")) as answered:
            page.locator(f"#confirm-{number}-{confirmer}").check(force=True)
            page.locator(f"#wait-{number} form[data-entry=confirm] button[value=confirm]").click()
        assert answered.value.status < 400
        page.reload()
    assert page.locator(".wait").count() == 0
    send_deals(page, cup, (1, 1), first, 3, planned(first, 1))
    sign(page, *first.seats[:3])
    send_deals(page, cup, (1, 2), second, 1, planned(second, 1))
    enter_paper(desk, cup, (1, 3), day[1, 3])
    desk.open("board/")
    picture(desk.page, "09-board")
    assert len(desk.page.locator(".tiles.is-board > li").all()) == 5
    rest_on_paper(desk, cup, day, 1)


def play_with_a_phone_that_dies(desk: Desk, cup: Tournament, day: Day, phone: Phone) -> None:
    """Eight deals are in; the ninth is typed where there is no network, and then there is no phone: the rest is typed
    in from paper."""
    at = day[2, 1]
    context = phone(360, "hu")
    page = at_table(context, cup, 2, 1)
    send_deals(page, cup, (2, 1), at, 1, 8)
    page.reload()
    context.set_offline(True)
    type_deal(page, at, 9)
    wait_for(page, "waiting")
    context.close()
    desk.open("board/")
    picture(desk.page, "10-board-phone-died")
    tile = " ".join(desk.page.locator("#at-2-1").inner_text().split())
    assert "8" in tile and f"{planned(at, 2)}" in tile
    enter_paper(desk, cup, (2, 1), at)
    assert "maradék papírról" in desk.text
    rest_on_paper(desk, cup, day, 2)


def play_with_a_substitute_and_a_case(desk: Desk, cup: Tournament, day: Day, phone: Phone) -> None:
    """At the first table somebody revokes; at the second somebody else plays on in a player's place."""
    at, other = day[3, 1], day[3, 2]
    page = at_table(phone(360, "hu"), cup, 3, 1)
    send_deals(page, cup, (3, 1), at, 1, planned(at, 3))
    for name in ("Bíró.Anna", "Kiss.Béla", "Pót.Dani"):
        member(cup, name)
    forehand, second, third, fourth = at.active(1)
    page.goto(f"{page.url.rstrip('/')}/deal/1/jury/")
    page.select_option("#id_offence", "9.2|renonsz")
    page.locator(f"input[name=offender][value='{second}']").check(force=True)
    for asker in (forehand, third):
        page.locator(f"#id_asker-{asker}").check(force=True)
    page.locator("#id_facts").fill("Visszavette a kijátszott lapot.")
    page.locator(".save-bar button").last.click()
    page.locator("#case-1").wait_for()

    desk.open(f"/jury/{SLUG}/1/oral/", whole=True)
    desk.page.get_by_label("Renonsz: a vétkes fizet", exact=True).check(force=True)
    desk.page.get_by_label("Indok", exact=True).fill("az asztalnál döntötték el")
    picture(desk.page, "11-case")
    desk.press("Döntés beírása")
    assert "fejenként 10 pontot fizet, összesen 30 pontot" in desk.text
    played = at.records[0]
    kept = {key: played[key] for key in ("number", "bid", "declarer", "partner")}
    at.records[0] = kept | {"outcome": "renonsz", "renonsz": {"offender": second, "paragraph": "9.2"}}
    (ruled,) = rules.reckon_table(rules.get_ruleset("kupa-2005"), at.seats, at.first_dealer, at.records[:1])
    assert ruled.result.points == {forehand: 10, second: -30, third: 10, fourth: 10}
    sign(page, *at.seats[:3])

    replaced = other.seats[0]
    desk.open("rounds/3/tables/2/substitute/")
    desk.page.get_by_label("Kinek a helyén").select_option(str(replaced))
    desk.page.get_by_label("Helyettes", exact=True).fill(STANDS_IN)
    desk.press("Mentés")
    assert f"{STANDS_IN} játszik {NAMES[replaced]} helyett." in desk.text
    rest_on_paper(desk, cup, day, 3)


def play_last_round(desk: Desk, cup: Tournament, day: Day, phone: Phone) -> None:
    """The best table enters its deals, nobody confirms on the page: its program does."""
    at = day[4, 1]
    page = at_table(phone(360, "hu"), cup, 4, 1)
    send_deals(page, cup, (4, 1), at, 1, planned(at, 4))
    sign(page, *at.seats[:3])
    rest_on_paper(desk, cup, day, 4)


def close(desk: Desk, number: int, reason: str = "") -> None:
    """The round is closed, and its points are official; with a reason where something is missing."""
    desk.open(f"rounds/{number}/close/")
    field = desk.page.get_by_label("Miért zárja le mégis")
    assert field.count() == bool(reason), desk.text
    if reason:
        field.fill(reason)
    desk.press("Forduló lezárása")
    assert "lezárult" in desk.said()
    connection.close()
    assert the_round(Tournament.objects.get(), number).is_closed


def check_standings(desk: Desk, day: Day) -> None:
    """The public page says what the rules say of what was entered."""
    expected = day.standings()
    desk.open(f"/t/{SLUG}/", whole=True)
    rows = []
    for row in desk.page.locator("table.standings tbody tr").all():
        numbers = [each.get_attribute("value") for each in row.locator("data").all()[:2]]
        rank = " ".join(row.locator("td").first.inner_text().split())
        rows.append((rank, row.locator(".player a").first.inner_text(), numbers))
    assert rows == [
        (
            f"={row.rank}. (holtverseny)" if row.tied else f"{row.rank}.",
            NAMES[player],
            [str(rules.exact(row.tournament_points)), str(rules.exact(row.table_points))],
        )
        for player, row in expected.items()
    ]


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
    best = [player for player, row in day.standings().items() if row.rank <= len(PRIZES)]
    assert len(best) == len(PRIZES)
    amounts = ("20 000", "10 000", "5000")
    assert rows[:3] == [f"{n}. {NAMES[player]} {amounts[n - 1]} Ft" for n, player in enumerate(best, 1)]
    assert "egy pakli tarokk" in rows[3]
    desk.open("settings/final/")
    desk.press("Véglegesítés")
    connection.close()
    assert Tournament.objects.get().is_final
    desk.open(f"/t/{SLUG}/", whole=True)
    assert "20 000 Ft" in desk.text
    check_standings(desk, day)
    picture(desk.page, "15-public")


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
