"""The statistics of a cup as a page, and a player's on the player's page."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring import queries
from scoring.models import Deal, Tournament
from scoring.services import correct_deal, freeze, record_deal
from tests.bench.cups import cup as generated
from tests.scoring.cups import OPERATOR, document, load, played, table, the_table, uncounted
from tests.scoring.organiser.conftest import sentence

pytestmark = pytest.mark.django_db

PAGE = "/t/kupa/statistics/"


@pytest.fixture
def cup(db: None) -> Tournament:
    """Two rounds: in the first 1 loses the XXI to 4 and 1 and 3 win a kontra; the second has a bika of 2 and 1."""
    first = [
        uncounted(1),
        played(1, 1, 3, kontra=1, announcements=[{"figure": "pagat-ultimo", "by": 1, "made": True}]),
        played(2, 2, 4, silent=[{"figure": "xxi-catch", "by": 4, "catcher": 4, "victim": 1}]),
    ]
    cup = document(players=4, slug="kupa", rounds_planned=2)
    cup["rounds"] = [
        {"number": 1, "closed": True, "tables": [table(1, [1, 2, 3, 4], first)]},
        {"number": 2, "closed": False, "tables": [table(1, [1, 2, 3, 4], [played(1, 2, 1, 47)])]},
    ]
    return load(cup)


def queries_of(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as found:
        assert client.get(address).status_code == 200
    return len(found)


def test_it_works(cup: Tournament) -> None:
    page = Client().get(PAGE)
    counts = page.context["counts"]
    assert (counts.deals, counts.captures, counts.pagat_made, counts.bikas, counts.kontras) == (3, 1, 1, 1, 1)
    assert [line.player.number for line in page.context["captures"]] == [4, 1]
    assert [(line.bar.zero, line.bar.left_width, line.bar.right_width) for line in page.context["captures"]] == [
        ("50%", "0%", "50%"),
        ("50%", "50%", "0%"),
    ]
    assert [line.player.number for line in page.context["kontras"]] == [1, 3, 2, 4]
    assert [line.player.number for line in page.context["bikas"]] == [1, 2]
    assert [(deal.points, [player.number for player in who]) for deal, who in page.context["best"]] == [
        (33, [2, 4]),
        (12, [1, 3]),
        (1, [3, 4]),
    ]
    text = sentence(page)
    assert 'href="/t/kupa/rounds/1/tables/1/#deal-3"' in text
    assert "Statisztika" in text and "Játékosonként" in text
    # It does not renew itself: counting is dear.
    assert "live.js" not in text


def test_the_players_page(cup: Tournament) -> None:
    tally = Client().get("/t/kupa/players/1/").context["tally"]
    assert (tally.deals, tally.lost, tally.pagat_made, tally.bikas, tally.kontras_won, tally.best) == (
        3,
        1,
        1,
        1,
        1,
        12,
    )
    whole = queries.cup_statistics(cup).counts.players
    for number in (1, 2, 3, 4):
        assert queries.player_tally(queries.player_sheet(cup, number)) == whole[number]


def test_what_is_frozen_is_not_counted(cup: Tournament) -> None:
    assert Client().get(PAGE).context["counts"].deals == 3
    freeze(OPERATOR, cup, 1)
    page = Client().get(PAGE)
    assert (page.context["counts"].deals, page.context["counts"].bikas) == (2, 0)
    assert Client().get("/t/kupa/players/1/").context["tally"].bikas == 0
    freeze(OPERATOR, cup, 0)
    assert "Még egy leosztás sincs rögzítve." in sentence(Client().get(PAGE))


def test_a_deal_before_the_jury_is_not_counted(cup: Tournament) -> None:
    Deal.objects.filter(bika=True).update(on_hold=True)
    assert Client().get(PAGE).context["counts"].deals == 2


def test_it_is_counted_anew_after_each_write(cup: Tournament) -> None:
    """What is kept of a round is never what it was before."""
    cache.clear()
    address = PAGE
    assert Client().get(address).context["counts"].bikas == 1
    record_deal(OPERATOR, the_table(cup, 1, 2), played(2, 3, 1, 47))
    assert Client().get(address).context["counts"].bikas == 2
    deal = Deal.objects.select_related("table__round__tournament").filter(bika=True).last()
    assert deal is not None
    correct_deal(OPERATOR, deal, played(2, 3, 1, 60), reason="elírás")
    assert Client().get(address).context["counts"].bikas == 1


def test_queries_do_not_grow() -> None:
    load(generated(8, rounds=2, slug="kicsi"))
    load(generated(45, rounds=4, slug="nagy"))
    client = Client()
    first, again = [], []
    for slug in ("kicsi", "nagy"):
        cache.clear()
        first.append(queries_of(client, f"/t/{slug}/statistics/"))
        again.append(queries_of(client, f"/t/{slug}/statistics/"))
    assert first[0] == first[1] <= 8
    assert again == [count - 1 for count in first]


@pytest.mark.parametrize("ruleset", ["magas-2018", "paskievics", "itvb-2019"])
def test_every_ruleset(ruleset: str) -> None:
    cup = load(generated(9, ruleset=ruleset, rounds=2, slug="kupa"))
    counts = Client().get(PAGE).context["counts"]
    assert counts.deals == Deal.objects.filter(counted=True).count()
    assert counts.captures == len(queries.capture_log(cup).captures)
    assert counts.bikas == Deal.objects.filter(bika=True, counted=True).count()
    points: dict[Any, Any] = {number: tally.best for number, tally in counts.players.items()}
    for number, best in points.items():
        found = Deal.objects.filter(points__seat__player__number=number).order_by("-points__points")
        assert best == found.values_list("points__points", flat=True)[0]


def test_english(cup: Tournament) -> None:
    client = Client(headers={"accept-language": "en"})
    assert "Kontras won" in sentence(client.get(PAGE))
