"""The rounds of a whole day: how they are drawn, played at phones and on paper, closed; the standings after them."""

from __future__ import annotations

from itertools import pairwise

from django.db import connection
from playwright.sync_api import Page

import rules
from rules import draw as drawing
from scoring.models import Player, Tournament
from tests.browser.conftest import Phone
from tests.browser.table_hand import SAVE, Thumb, wait_for
from tests.browser.whole_day_cup import LEAVES, NAMES, RULESET, SEEDS, SLUG, STANDS_IN, Day, Sat
from tests.browser.whole_day_hand import Desk, at_table, picture, planned, send_deals, sign
from tests.scoring.cups import the_round, the_table
from tests.scoring.jury.conftest import member

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


def type_deal(page: Page, at: Sat, number: int) -> None:
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
    (ruled,) = rules.reckon_table(RULESET, at.seats, at.first_dealer, at.records[:1])
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
