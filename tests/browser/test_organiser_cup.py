"""A whole cup by an organiser who types only, from an empty database to the last file.

What must come of it is reckoned here by the rules alone, from the same records, and looked for in every place.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from django.test import Client
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

import rules
from scoring.articles import with_article
from scoring.models import Deal, Tournament
from scoring.numbers import written
from tests.browser.conftest import Window
from tests.browser.organiser_cup import (
    CORRECTED,
    CORRECTED_FOR,
    CUP,
    FIRST_DEALER,
    FIVE,
    FOUR,
    NAMES,
    PAPER,
    PLAYERS,
    PREVIEWED,
    RECORDS,
    REOPENED_FOR,
    RIGHT_POINTS,
    RULESET,
    SLUG,
    VENUE,
    WRONG_POINTS,
    Standing,
    standings_of,
)
from tests.browser.organiser_files import check_data, check_document, check_prints, check_workbooks, take_files
from tests.browser.organiser_hand import Hand, type_deal
from tests.conftest import HALL_NAME
from tests.scoring.cups import points_of, the_deal, the_table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hand(browser: Browser, live_server: LiveServer) -> Iterator[Hand]:
    """An organiser's hand in a Hungarian browser, which knows the server by a name on plain HTTP."""
    home = f"http://{HALL_NAME}:{urlsplit(live_server.url).port}"
    context = browser.new_context(base_url=home, locale="hu", viewport={"width": 1280, "height": 740})
    context.set_default_timeout(15_000)
    window = Window(context, home)
    refused: list[tuple[int, str]] = []
    window.page.on(
        "response",
        lambda answer: refused.append((answer.status, urlsplit(answer.url).path)) if answer.status >= 400 else None,
    )
    yield Hand(window.page)
    context.close()
    # The sum that is wrong on purpose is refused, which the console mentions; and the icon that a browser looks for
    # beside a page of bare JSON, which names none.
    assert set(refused) <= {(422, f"/organise/{SLUG}/rounds/1/tables/2/paper/")}
    assert [text for text in window if not re.search("status of (422|404)", text)] == []


def test_a_cup_is_typed_in_from_an_empty_database(hand: Hand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert not Tournament.objects.exists()
    log_in(hand, monkeypatch)
    set_up(hand)
    seat(hand)
    publish(hand)
    enter_deals(hand)
    enter_paper(hand)
    close(hand)
    before = standings_of(RECORDS)
    look_at_standings(hand, before)

    corrected = correct(hand)
    after = standings_of(corrected)
    close(hand)
    assert [*before] != [*after]
    look_at_standings(hand, after)
    look_at_audit_trail(hand)

    hand.follow("Áttekintés")
    files = take_files(hand, tmp_path)
    check_data(files, after)
    check_workbooks(files, after, corrected)
    check_prints(files, after, corrected)
    check_document(files, after, corrected)


# --- The steps --------------------------------------------------------------------------------------------------------


def log_in(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first start makes an organiser, who logs in with what it prints."""
    for variable in ("FIRST_ORGANISER", "FIRST_ORGANISER_PASSWORD"):
        monkeypatch.delenv(variable, raising=False)
    printed = io.StringIO()
    call_command("first_organiser", stdout=printed)
    name = re.search(r"Név / name: +(\S+)", printed.getvalue())
    password = re.search(r"Jelszó / password: +(\S.*)", printed.getvalue())
    assert name and password
    hand.page.goto("/")
    hand.follow("Rendezőknek")
    assert hand.heading == "Bejelentkezés"
    hand.picture("01-login")
    hand.type("Név", name[1])
    hand.type("Jelszó", password[1])
    hand.enter()
    assert hand.heading == "Kupáim"
    hand.picture("02-cups")


def set_up(hand: Hand) -> None:
    """A cup and its players."""
    hand.follow("Új kupa")
    hand.picture("03-new-cup")
    hand.type("A kupa neve", CUP)
    # A date's parts are typed in the order of the browser's language.
    hand.to(hand.page.get_by_label("Dátum"))
    hand.page.get_by_label("Dátum").fill("2026-12-05")
    hand.type("Helyszín", VENUE)
    hand.choose("Szabályok", "Tarokk Kupa 2005")
    hand.type("Fordulók száma", "1")
    hand.enter()
    cup = Tournament.objects.get()
    assert (cup.name, cup.slug, str(cup.date), cup.venue) == (CUP, SLUG, "2026-12-05", VENUE)
    assert (cup.ruleset_id, cup.rounds_planned, cup.tie_break) == ("kupa-2005", 1, "table-points")
    assert (cup.state, hand.page.url.partition(HALL_NAME)[2].partition("/")[2]) == ("draft", f"organise/{SLUG}/")
    hand.picture("04-desk-empty")

    hand.follow("Játékosok felvétele")
    for name, club in PLAYERS.values():
        hand.type("Név", name)
        hand.type("Klub vagy település", club)
        hand.enter()
        assert name in hand.said()
    assert {player.number: (player.name, player.club) for player in cup.players.all()} == PLAYERS
    assert "9 játékos vesz részt. 1 négyes asztal és 1 ötös asztal." in hand.page.locator("main").inner_text()
    hand.picture("05-players")


def seat(hand: Hand) -> None:
    """The round's tables by hand: a five with its own first dealer, then a four."""
    hand.follow("Áttekintés")
    hand.press("Forduló megnyitása")
    hand.follow("Ültetés kézzel")
    hand.picture("06-seating")
    for players, dealer in ((FIVE, FIRST_DEALER), (FOUR, 1)):
        for number, player in enumerate(players, 1):
            optional = " (csak ötös asztalnál)" if number == 5 else ""
            hand.pick(f"{number}. ülés{optional}", f"{player}. {NAMES[player]}")
        hand.pick("Első osztó", with_article(f"a(z) {dealer}. ülés játékosa"))
        hand.press("Asztal leültetése")
        assert "ültetése kész" in hand.said()
    cup = Tournament.objects.get()
    for number, players, dealer in ((1, FIVE, FIRST_DEALER), (2, FOUR, 1)):
        table = the_table(cup, number)
        assert [found.player.number for found in table.seated()] == players
        assert table.first_dealer == dealer
    assert hand.heading == "1. forduló"
    hand.picture("07-round")


def publish(hand: Hand) -> None:
    """Everybody may look on from now on."""
    anybody = Client()
    assert anybody.get(f"/t/{SLUG}/").status_code == 404
    hand.follow("Beállítások")
    hand.press("Kupa közzététele")
    assert anybody.get(f"/t/{SLUG}/").status_code == 200
    assert Tournament.objects.get().state == "published"
    hand.picture("08-settings")


def enter_deals(hand: Hand) -> None:
    """Every deal of the table of five."""
    hand.follow("1. forduló")
    hand.follow("1. asztal")
    hand.picture("09-table-empty")
    hand.follow("Következő leosztás beírása")
    hand.picture("10-deal-empty")
    cup = Tournament.objects.get()
    reckoned = rules.reckon_table(RULESET, FIVE, FIRST_DEALER, RECORDS)
    for position, (record, expected) in enumerate(zip(RECORDS, reckoned, strict=True), 1):
        assert hand.heading == f"{record['number']}. leosztás"
        type_deal(hand, record, NAMES, RULESET)
        shown = None
        if position in PREVIEWED:
            hand.press("Előnézet")
            assert not Deal.objects.filter(position=position).exists()
            shown = hand.points("#preview")
            hand.picture(f"11-preview-{position}")
        hand.press("Mentés")
        assert hand.said() == with_article(f"A(z) {record['number']}. leosztás elmentve.")
        deal = the_deal(cup, position)
        assert deal.record == expected.full_record
        stored = points_of(deal)
        assert {player: points for player, points in stored.items() if points} == {
            player: points for player, points in expected.result.points.items() if points
        }
        if shown is not None:
            assert shown == {NAMES[player]: points for player, points in stored.items() if NAMES[player] in shown}
            assert set(shown) == ({NAMES[int(p)] for p in expected.deal.players} if expected.counted else set())
    assert len(RECORDS) == 22
    assert hand.heading == "1. asztal 1. forduló"
    assert "20 / 20 leosztás" in hand.page.locator("main").inner_text()
    hand.picture("12-table")


def enter_paper(hand: Hand) -> None:
    """The totals of the table of four: a wrong sum is refused, then they are right."""
    hand.follow("1. forduló")
    hand.follow("2. asztal")
    hand.follow("Végösszegek beírása papírról")
    cup = Tournament.objects.get()
    revision = cup.revision
    for last in (PAPER[4] + 1, PAPER[4]):
        for player in FOUR:
            hand.type(NAMES[player], str(last if player == 4 else PAPER[player]))
        hand.enter()
        if last == PAPER[4]:
            break
        assert "A pontok összege 1, pedig nullának kell lennie." in hand.said("alert")
        assert the_table(cup, 2).paper == ""
        assert [found.paper_points for found in the_table(cup, 2).seated()] == [None] * 4
        assert Tournament.objects.get().revision == revision
        hand.picture("13-paper-refused")
        if hand.page.get_by_label(NAMES[8], exact=True).input_value() == "":
            raise AssertionError("what was typed is lost")
    assert the_table(cup, 2).paper == "totals"
    assert {found.player.number: found.paper_points for found in the_table(cup, 2).seated()} == PAPER


def close(hand: Hand) -> None:
    """The round is closed, and its points are official."""
    hand.follow("1. forduló")
    hand.follow("Forduló lezárása")
    assert hand.heading == "1. forduló: lezárja?"
    hand.picture("14-close")
    hand.press("Forduló lezárása")
    assert "lezárult" in hand.said()
    round_ = Tournament.objects.get().rounds.get()
    assert round_.is_closed
    hand.picture("15-desk")


def look_at_standings(hand: Hand, expected: dict[int, Standing]) -> None:
    """The public page of the standings, as it is and as data; then back to the desk."""
    hand.follow("Nyilvános oldal")
    rows = []
    for row in hand.page.locator("table.standings tbody tr").all():
        numbers = [each.get_attribute("value") for each in row.locator("data").all()]
        name = row.locator(".player a").first.inner_text()
        rows.append((" ".join(row.locator("td").first.inner_text().split()), name, numbers))
    assert rows == [
        (
            f"={row.rank}. (holtverseny)" if row.tied else f"{row.rank}.",
            NAMES[player],
            [str(rules.exact(row.tournament_points)), str(row.table_points)] * 2,
        )
        for player, row in expected.items()
    ]
    assert "Minden forduló lezárult." in hand.page.locator("main").inner_text()
    hand.picture("16-standings")
    hand.follow("Rendezőknek")
    hand.follow(CUP)


def correct(hand: Hand) -> list[dict[str, Any]]:
    """Reopens the round, corrects a deal and reads its versions; the records as they are then."""
    hand.follow("1. forduló")
    hand.follow("Forduló újranyitása")
    hand.type("Indok", REOPENED_FOR)
    hand.picture("17-reopen")
    if hand.page.get_by_label("Indok", exact=True).input_value() == "":
        hand.type("Indok", REOPENED_FOR)
    hand.press("Forduló újranyitása")
    cup = Tournament.objects.get()
    assert not cup.rounds.get().is_closed
    hand.follow("1. asztal")
    hand.follow(f"Javítás – {RECORDS[CORRECTED - 1]['number']}. leosztás")
    assert hand.page.get_by_label("A felvevők ütéspontjai").input_value() == str(WRONG_POINTS)
    hand.type("A felvevők ütéspontjai", str(RIGHT_POINTS))
    hand.type("A javítás oka", CORRECTED_FOR)
    hand.enter()
    shown = hand.points("#preview")
    hand.picture("18-correction")
    hand.press("A javítás mentése")
    records = [*RECORDS]
    records[CORRECTED - 1] = {**RECORDS[CORRECTED - 1], "card_points": RIGHT_POINTS}
    deal = the_deal(cup, CORRECTED)
    right = rules.reckon_table(RULESET, FIVE, FIRST_DEALER, records)[CORRECTED - 1]
    assert deal.record == right.full_record
    assert shown == {NAMES[player]: points for player, points in points_of(deal).items()}
    assert [each.record["card_points"] for each in deal.revisions.order_by("number")] == [WRONG_POINTS, RIGHT_POINTS]

    hand.follow(f"Változatok – {RECORDS[CORRECTED - 1]['number']}. leosztás")
    told = " ".join(hand.page.locator(".versions").inner_text().split())
    assert f"Oka: {CORRECTED_FOR}" in told
    changes = [row.locator("th, td").all_inner_texts() for row in hand.page.locator(".changes tbody tr").all()]
    all_points = RULESET.pack.card_points
    first, *others = changes
    assert first == ["ütéspont", *(f"{points} : {all_points - points}" for points in (WRONG_POINTS, RIGHT_POINTS))]
    wrong = rules.reckon_table(RULESET, FIVE, FIRST_DEALER, RECORDS)[CORRECTED - 1].result.points
    assert sorted(others) == sorted(
        [NAMES[int(player)], written(points, signed=True), written(right.result.points[player], signed=True)]
        for player, points in wrong.items()
    )
    hand.picture("19-versions")
    return records


def look_at_audit_trail(hand: Hand) -> None:
    """Everything has left its trace, with its reason."""
    hand.follow("Napló")
    trail = hand.page.locator(".trail").inner_text()
    assert trail.count("rendezo:") == 41
    for trace in (f"Indok: {REOPENED_FOR}", f"Indok: {CORRECTED_FOR}"):
        assert trace in trail
    hand.picture("20-audit")
