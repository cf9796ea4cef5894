"""A table is seated anew, also after deals have been recorded."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.exports.document import dump
from scoring.models import AuditEntry, Capture, DealPoints, DealRevision, Tournament
from scoring.services import (
    Refusal,
    close_round,
    load_document,
    record_deal,
    reseat_table,
    set_first_dealer,
)
from tests.bench.cups import cup as generated
from tests.scoring.cups import OPERATOR, document, load, played, points_of, table, the_deal, the_round, the_table
from tests.scoring.organiser.conftest import organiser_of, sentence

pytestmark = pytest.mark.django_db

#: What each counted in a Warszawa.
COUNTS = {"points": {"2": 23, "3": 1, "4": 23, "1": 23}, "tricks": {"2": 4, "3": 2, "4": 3, "1": 3}}

RESEAT = "/organise/kupa/rounds/1/tables/1/seating/"


def form_of(page: Any, *players: int, **changed: str) -> dict[str, str]:
    """What a browser would send after these players were chosen."""
    form = page.context["form"]
    data = {name: str(form[name].value() or "") for name in form.fields}
    data |= {f"seat_{seat}": str(player) for seat, player in enumerate(players, 1)}
    return data | changed


def seated(cup: Tournament, number: int = 1) -> list[int]:
    return [seat.player.number for seat in the_table(cup, number).seated()]


def test_it_works_at_once_without_deals(desk: Client, cup: Tournament) -> None:
    address = "/organise/kupa/rounds/1/tables/2/seating/"
    data = form_of(desk.get(address), 9, 8, 7, 6, 5, first_dealer="4")
    response = desk.post(address, data, follow=True)
    assert "A 2. asztal új ültetése elmentve." in sentence(response)
    assert seated(cup, 2) == [9, 8, 7, 6, 5]
    assert the_table(cup, 2).first_dealer == 4
    # Without deals a table of five may become one of four.
    data = form_of(desk.get(address), 9, 8, 7, 6, seat_5="", first_dealer="1")
    desk.post(address, data)
    assert seated(cup, 2) == [9, 8, 7, 6]


def test_with_deals_it_is_shown_first(desk: Client, cup: Tournament) -> None:
    data = form_of(desk.get(RESEAT), 2, 1, 3, 4, reason="rosszul írtuk fel")
    response = desk.post(RESEAT, data)
    assert response.status_code == 200
    assert "Egy rögzített leosztás sem változik" in sentence(response)
    assert seated(cup) == [1, 2, 3, 4]
    data = form_of(response, 2, 1, 3, 4, reason="rosszul írtuk fel")
    assert desk.post(RESEAT, data).status_code == 302
    assert seated(cup) == [2, 1, 3, 4]
    # Who played what, and in which order, stays as it was recorded.
    assert the_deal(cup, 1).record["players"] == [2, 3, 4, 1]
    assert DealRevision.objects.count() == 2
    assert points_of(the_deal(cup, 1)) == {1: -1, 2: 1, 3: -1, 4: 1}
    record_deal(OPERATOR, the_table(cup), played(3, 4, 2))
    assert the_deal(cup, 3).record["players"] == [4, 2, 1, 3]


def test_what_was_changed_after_looking_is_shown_again(desk: Client, cup: Tournament) -> None:
    response = desk.post(RESEAT, form_of(desk.get(RESEAT), 2, 1, 3, 4))
    response = desk.post(RESEAT, form_of(response, 2, 1, 4, 3))
    assert response.status_code == 200
    assert seated(cup) == [1, 2, 3, 4]


def test_deals_that_follow_the_new_order(desk: Client, cup: Tournament) -> None:
    response = desk.post(RESEAT, form_of(desk.get(RESEAT), 4, 3, 2, 1, follow="yes"))
    assert "2 rögzített leosztás változik." in sentence(response)
    desk.post(RESEAT, form_of(response, 4, 3, 2, 1, follow="yes", reason="fordítva"))
    deal = the_deal(cup, 1)
    assert deal.record["players"] == [3, 2, 1, 4]
    assert deal.current is not None
    assert (deal.current.number, deal.current.reason) == (2, "fordítva")
    assert points_of(deal) == {1: -1, 2: 1, 3: -1, 4: 1}


def test_another_player_in_the_place_of_one(desk: Client, cup: Tournament) -> None:
    """Player 9 leaves table 2, where nothing was played, and it was he who sat at seat 2 of table 1."""
    at = the_table(cup, 2)
    reseat_table(OPERATOR, at, [5, 6, 7, 8], 1)
    response = desk.post(RESEAT, form_of(desk.get(RESEAT), 1, 9, 3, 4))
    page = sentence(response)
    assert "Játékos 2 helyére minden leosztásban Játékos 9 kerül." in page
    assert "2 rögzített leosztás változik." in page
    desk.post(RESEAT, form_of(response, 1, 9, 3, 4))
    deal = the_deal(cup, 1)
    assert (deal.record["declarer"], deal.record["players"]) == (9, [9, 3, 4, 1])
    assert points_of(deal) == {1: -1, 9: 1, 3: -1, 4: 1}
    assert deal.revisions.count() == 2


def test_who_sits_out_may_not_have_declared() -> None:
    """At a table of five another first dealer would sit the declarer out: refused, and nothing is changed."""
    cup = load(document(table(1, [1, 2, 3, 4, 5], [played(1, 2, 3)]), players=5, slug="kupa"))
    with pytest.raises(Refusal) as refusal:
        set_first_dealer(OPERATOR, the_table(cup), 2, follow=True)
    assert refusal.value.problems[0].field.startswith("deals[0]")
    assert the_table(cup).first_dealer == 1
    set_first_dealer(OPERATOR, the_table(cup), 4, follow=True)
    assert the_deal(cup, 1).record["players"] == [5, 1, 2, 3]
    assert points_of(the_deal(cup, 1)) == {5: -1, 1: -1, 2: 1, 3: 1}
    set_first_dealer(OPERATOR, the_table(cup), 2)
    assert the_deal(cup, 1).record["players"] == [5, 1, 2, 3]


def test_the_refusal_of_a_deal_stands_above_the_form(client: Client) -> None:
    cup = load(document(table(1, [1, 2, 3, 4, 5], [played(1, 2, 3)]), players=5, slug="kupa"))
    client.force_login(organiser_of(cup))
    response = client.post(RESEAT, form_of(client.get(RESEAT), first_dealer="2", follow="yes"))
    assert response.status_code == 422
    assert "1. leosztás a sorban" in sentence(response)


@pytest.mark.parametrize(
    ("players", "changed", "field"),
    [
        ((1, 2, 3, 5), {}, "seat_4"),
        ((1, 2, 2, 4), {}, "seat_3"),
        ((1, 2, 3, 4), {"seat_4": ""}, "seat_4"),
        ((1, 2, 3, 4), {"first_dealer": "5"}, "first_dealer"),
        ((1, 2, 3, 4), {"follow": "perhaps"}, "follow"),
    ],
)
def test_bad_input_stands_at_its_field(
    desk: Client, cup: Tournament, players: tuple[int, ...], changed: dict[str, str], field: str
) -> None:
    response = desk.post(RESEAT, form_of(desk.get(RESEAT), *players, **changed))
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert seated(cup) == [1, 2, 3, 4]


def test_stale_and_closed(desk: Client, cup: Tournament) -> None:
    shown = desk.post(RESEAT, form_of(desk.get(RESEAT), 2, 1, 3, 4))
    record_deal(OPERATOR, the_table(cup), played(3, 4, 2))
    response = desk.post(RESEAT, form_of(shown, 2, 1, 3, 4))
    assert response.status_code == 422
    assert "Közben valaki más módosította az ültetést" in sentence(response)
    close_round(OPERATOR, the_round(cup), "elég")
    response = desk.post(RESEAT, form_of(shown, 2, 1, 3, 4))
    assert response.status_code == 422
    assert "1. forduló lezárult" in sentence(response)
    assert seated(cup) == [1, 2, 3, 4]


def test_the_size_stays_once_there_are_results(cup: Tournament) -> None:
    reseat_table(OPERATOR, the_table(cup, 2), [5, 6, 7, 8], 1)
    with pytest.raises(Refusal, match="table-size-fixed"):
        reseat_table(OPERATOR, the_table(cup), [1, 2, 3, 4, 9], 1)


def test_paper_moves_with_its_player() -> None:
    totals = {"1": 9, "2": -3, "3": -4, "4": -2}
    cup = load(document(table(1, [1, 2, 3, 4], totals=totals), players=5))
    reseat_table(OPERATOR, the_table(cup), [4, 3, 5, 1], 2)
    paper = {seat.player.number: seat.paper_points for seat in the_table(cup).seated()}
    assert paper == {4: -2, 3: -4, 5: -3, 1: 9}


@pytest.mark.parametrize(
    ("ruleset", "record", "field"),
    [
        ("kupa-2005", played(1, 2, 4, skart_tarokks={"2": 1, "4": 2}), "skart_tarokks"),
        ("taroky-xix", {"number": 1, "bid": "warsaw", **COUNTS}, "points"),
    ],
)
def test_what_is_told_by_player_moves_with_them(ruleset: str, record: dict[str, Any], field: str) -> None:
    cup = load(document(table(1, [1, 2, 3, 4], [record]), players=5, ruleset=ruleset))
    before = the_deal(cup, 1).record[field]
    reseat_table(OPERATOR, the_table(cup), [1, 5, 3, 4], 1)
    assert the_deal(cup, 1).record[field] == {"5" if player == "2" else player: told for player, told in before.items()}


@pytest.mark.parametrize("ruleset", ["kupa-2005", "magas-2018", "paskievics", "itvb-2019", "taroky-xix"])
def test_there_and_back_is_the_same_cup(ruleset: str) -> None:
    """Players swapped for others, and swapped back: every deal, point and capture is what it was."""
    made = generated(9, ruleset=ruleset, rounds=1, slug="kupa")
    made["rounds"][0]["closed"] = False
    made["players"] += [{"number": 10, "name": "Tíz", "club": ""}]
    cup = load_document(OPERATOR, made)
    before = dump(cup)["rounds"], _sums(cup)
    for number in (1, 2):
        at = the_table(cup, number)
        seats = [seat.player.number for seat in at.seated()]
        swapped = [10, *seats[1:]]
        reseat_table(OPERATOR, at, swapped, at.first_dealer)
        assert dump(cup)["rounds"] != before[0]
        reseat_table(OPERATOR, the_table(cup, number), seats, at.first_dealer)
    assert (dump(cup)["rounds"], _sums(cup)) == before
    entry = AuditEntry.objects.first()
    assert entry is not None
    assert entry.action == "reseat_table"


def _sums(cup: Tournament) -> tuple[list[Any], list[Any]]:
    points = DealPoints.objects.filter(deal__table__round__tournament=cup)
    captures = Capture.objects.filter(deal__table__round__tournament=cup)
    return (
        sorted(points.values_list("deal", "seat__player__number", "points")),
        sorted(captures.values_list("deal", "catcher__number", "victim__number", "kontra").order_by(), key=str),
    )
