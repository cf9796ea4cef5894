"""The list of prizes, and who wins them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring import queries
from scoring.models import Penalty, Prize, Tournament
from scoring.prizes import Offer
from scoring.queries.prizes import awards_of, is_decided
from scoring.services import Refusal, finish, mark_of, set_prizes
from tests.scoring.cups import OPERATOR, document, load, played, table
from tests.scoring.organiser.conftest import organiser_of, sentence

pytestmark = pytest.mark.django_db

PRIZES = "/organise/kupa/prizes/"
NOTHING = mark_of([])


def form_of(page: Any, **changed: str) -> dict[str, str]:
    """What a browser would send."""
    form = page.context["form"]
    data = {name: str(form[name].value() if form[name].value() is not None else "") for name in form.fields}
    return data | changed


def listed() -> list[tuple[int | None, int | None, str]]:
    return list(Prize.objects.values_list("place", "amount", "text"))


def won(tournament: Tournament) -> list[tuple[Any, ...]]:
    found = awards_of(queries.standings(tournament))
    return [(each.first, each.last, [player.number for player in each.winners], each.each) for each in found]


def test_it_works(desk: Client, tied: Tournament) -> None:
    page = desk.get(PRIZES)
    assert [row.label for row in page.context["form"].prize_rows] == [
        "1. hely", "2. hely", "3. hely", "Legtöbb XXI-es fogás"
    ]  # fmt: skip
    data = form_of(
        page, amount_1="20 000 Ft", text_1="vándorkupa", amount_2="10.000", amount_3="5000", text_xxi=" bor "
    )
    response = desk.post(PRIZES, data, follow=True)
    assert "Elmentve." in sentence(response)
    assert listed() == [(1, 20000, "vándorkupa"), (2, 10000, ""), (3, 5000, ""), (None, None, "bor")]
    assert "35 000 Ft" in sentence(response)
    # All rounds are closed: 1 is first, 2, 5 and 6 share the places 2 to 4.
    assert won(tied) == [(1, 1, [1], 20000), (2, 4, [2, 5, 6], 5000), (None, None, [], 0)]
    assert "2.–4." in sentence(response)
    # Two rows more than there are prizes.
    assert len(response.context["form"].prize_rows) == 5 + 1
    assert "Nem változott semmi." in sentence(desk.post(PRIZES, form_of(desk.get(PRIZES)), follow=True))
    desk.post(PRIZES, form_of(desk.get(PRIZES), amount_2="", amount_3="", text_xxi="", text_1=""))
    assert listed() == [(1, 20000, "")]


def test_the_public_sees_them_once_the_cup_is_final(tied: Tournament) -> None:
    set_prizes(OPERATOR, tied, [Offer(1, 20000), Offer(2, 100)], NOTHING)
    assert "20 000 Ft" not in sentence(Client().get("/t/kupa/"))
    finish(OPERATOR, tied)
    page = Client().get("/t/kupa/")
    assert "20 000 Ft" in sentence(page)
    # 100 among three, to the exact fraction; shown with two decimals.
    assert "33,33 Ft" in sentence(page)


def test_winners_wait_for_the_last_round(desk: Client, tied: Tournament) -> None:
    set_prizes(OPERATOR, tied, [Offer(1, 20000)], NOTHING)
    assert is_decided(queries.standings(tied))
    assert "Nyertes" in desk.get(PRIZES).text
    Tournament.objects.update(rounds_planned=3)
    tied.refresh_from_db()
    assert not is_decided(queries.standings(tied))
    assert "amint minden tervezett forduló lezárult" in sentence(desk.get(PRIZES))


def test_who_was_excluded_wins_nothing(tied: Tournament) -> None:
    set_prizes(OPERATOR, tied, [Offer(1, 20000), Offer(2, 9000)], NOTHING)
    first = tied.players.get(number=1)
    Penalty.objects.create(tournament=tied, player=first, kind="exclusion", round=2)
    assert won(tied) == [(1, 1, [], 20000), (2, 4, [2, 5, 6], 3000)]


def test_the_most_catches() -> None:
    def caught(number: int, catcher: int, victim: int) -> dict[str, Any]:
        silent = [{"figure": "xxi-catch", "by": catcher, "catcher": catcher, "victim": victim}]
        return played(number, 1, 3, silent=silent)

    cup = load(document(table(1, [1, 2, 3, 4], [caught(1, 4, 1), caught(2, 2, 3), caught(3, 4, 3)]), slug="fogas"))
    set_prizes(OPERATOR, cup, [Offer(None, 3000)], NOTHING)
    assert won(cup) == [(None, None, [4], 3000)]
    (award,) = awards_of(queries.standings(cup))
    assert award.catches == 2


def test_somebody_else_was_quicker(desk: Client, tied: Tournament) -> None:
    page = desk.get(PRIZES)
    set_prizes(OPERATOR, tied, [Offer(1, 500)], NOTHING)
    response = desk.post(PRIZES, form_of(page, amount_1="700"))
    assert response.status_code == 422
    assert "A díjakat közben valaki más módosította" in sentence(response)
    assert listed() == [(1, 500, "")]


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"amount_1": "sok"}, "amount_1"),
        ({"amount_2": "-5"}, "amount_2"),
        ({"amount_1": "9" * 30}, "amount_1"),
        ({"text_1": "x" * 101}, "text_1"),
        ({"text_xxi": "a\u0007"}, "text_xxi"),
        ({"rows": "x"}, "rows"),
        ({"seen": ""}, "seen"),
    ],
)
def test_bad_input_stands_at_its_field(desk: Client, changed: dict[str, str], field: str) -> None:
    response = desk.post(PRIZES, form_of(desk.get(PRIZES), **changed))
    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert listed() == []


def test_a_ruleset_without_catches_has_no_prize_for_them(client: Client) -> None:
    cup = load(document(slug="kupa", ruleset="kupa-2005"))
    snapshot = cup.rules.as_data()
    snapshot["figures"] = [each for each in snapshot["figures"] if each["kind"] != "catch"]
    Tournament.objects.update(ruleset_snapshot=snapshot)
    client.force_login(organiser_of(cup))
    assert [row.label for row in client.get(PRIZES).context["form"].prize_rows][-1] == "3. hely"


def test_the_same_place_twice(tied: Tournament) -> None:
    with pytest.raises(Refusal) as refused:
        set_prizes(OPERATOR, tied, [Offer(1, 5), Offer(1, 6), Offer(None, 1), Offer(None, 2)], NOTHING)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [
        ("prize-twice", "1.place"),
        ("prize-twice", "3.place"),
    ]
