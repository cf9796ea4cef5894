"""Players are seated by hand."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.models import Seat, Table, Tournament
from scoring.services import Refusal, close_round, remove_table, seat_everybody
from tests.scoring.cups import OPERATOR, the_round, the_table
from tests.scoring.organiser.conftest import sentence

pytestmark = pytest.mark.django_db

SEATING = "/organise/kupa/rounds/2/seating/"


@pytest.fixture
def second(desk: Client) -> Client:
    """The desk, with an empty second round."""
    desk.post("/organise/kupa/rounds/add/")
    return desk


def seats(*players: int, dealer: int = 1) -> dict[str, str]:
    """The form of a table with these players."""
    data = {f"seat_{seat}": str(player) for seat, player in enumerate(players, 1)}
    return {f"seat_{seat}": "" for seat in range(1, 6)} | data | {"first_dealer": str(dealer)}


def seated(cup: Tournament, table: int, number: int = 2) -> list[int]:
    return [seat.player.number for seat in the_table(cup, table, number).seated()]


def test_it_works(second: Client, cup: Tournament) -> None:
    page = sentence(second.get(SEATING))
    assert "Ennyi asztal lesz belőlük: 1 négyes asztal és 1 ötös asztal." in page
    response = second.post(SEATING, seats(4, 2, 9, 1, dealer=3), follow=True)
    assert response.redirect_chain == [(SEATING, 302)]
    assert "Az 1. asztal ültetése kész." in sentence(response)
    assert seated(cup, 1) == [4, 2, 9, 1]
    assert the_table(cup, 1, 2).first_dealer == 3
    response = second.post(SEATING, seats(3, 5, 6, 7, 8), follow=True)
    assert response.redirect_chain == [("/organise/kupa/rounds/2/", 302)]
    assert seated(cup, 2) == [3, 5, 6, 7, 8]


def test_filling_keeps_what_was_chosen_and_saves_nothing(second: Client, cup: Tournament) -> None:
    response = second.post(SEATING, seats(9) | {"fill": "order", "first_dealer": "2"})
    initial = response.context["form"].initial
    assert [initial[f"seat_{seat}"] for seat in range(1, 6)] == ["9", 1, 2, 3, ""]
    assert initial["first_dealer"] == "2"
    response = second.post(SEATING, seats(9) | {"fill": "random"})
    initial = response.context["form"].initial
    assert initial["seat_1"] == "9"
    assert len({str(initial[f"seat_{seat}"]) for seat in range(1, 5)}) == 4
    assert not Table.objects.filter(round__number=2).exists()


@pytest.mark.parametrize(
    ("data", "field"),
    [
        (seats(), "seat_1"),
        (seats(1, 2, 3), "seat_4"),
        (seats(1, 2, 2, 3), "seat_3"),
        (seats(1, 2, 77, 3), "seat_3"),
        (seats(1, 2, 3, 4) | {"seat_2": "", "seat_5": "5"}, "seat_2"),
        (seats(1, 2, 3, 4, dealer=5), "first_dealer"),
        (seats(1, 2, 3, 4, dealer=6), "first_dealer"),
    ],
)
def test_bad_input_stands_at_its_field(second: Client, data: dict[str, str], field: str) -> None:
    response = second.post(SEATING, data)
    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert not Table.objects.filter(round__number=2).exists()


def test_somebody_else_was_quicker(second: Client, cup: Tournament) -> None:
    second.post(SEATING, seats(1, 2, 3, 4))
    response = second.post(SEATING, seats(1, 5, 6, 7))
    assert response.status_code == 422
    assert "seat_1" in response.context["form"].errors
    with pytest.raises(Refusal, match="seating-changed"):
        seat_everybody(OPERATOR, the_round(cup, 2), list(range(1, 10)))


def test_a_closed_round(desk: Client, cup: Tournament) -> None:
    Seat.objects.filter(table__number=2).delete()
    Table.objects.filter(number=2).delete()
    close_round(OPERATOR, the_round(cup), "elég")
    response = desk.post("/organise/kupa/rounds/1/seating/", seats(5, 6, 7, 8))
    assert response.status_code == 422
    assert "1. forduló lezárult" in sentence(response)
    response = desk.post("/organise/kupa/rounds/1/seating/everybody/", follow=True)
    assert "notice is-minus" in sentence(response)
    assert Table.objects.count() == 1


@pytest.mark.parametrize("fill", ["order", "random"])
def test_everybody_at_once(second: Client, cup: Tournament, fill: str) -> None:
    response = second.post(f"{SEATING}everybody/", {"fill": fill}, follow=True)
    assert "2 asztal ültetése kész." in sentence(response)
    assert sorted(seated(cup, 1) + seated(cup, 2)) == list(range(1, 10))
    assert len(seated(cup, 2)) == 5
    if fill == "order":
        assert seated(cup, 1) == [1, 2, 3, 4]


def test_so_many_cannot_sit(second: Client, cup: Tournament) -> None:
    second.post(SEATING, seats(1, 2, 3, 4))
    second.post("/organise/kupa/players/5/withdraw/", {"after_round": "1"})
    second.post("/organise/kupa/players/6/withdraw/", {"after_round": "1"})
    response = second.post(f"{SEATING}everybody/", follow=True)
    assert "3 játékost nem lehet négyes és ötös asztalokhoz ültetni." in sentence(response)
    assert Table.objects.filter(round__number=2).count() == 1


def test_removing_a_table(second: Client, cup: Tournament) -> None:
    second.post(f"{SEATING}everybody/")
    at = the_table(cup, 1, 2)
    second.post("/organise/kupa/rounds/2/tables/1/remove/")
    assert not Table.objects.filter(pk=at.pk).exists()
    with pytest.raises(Refusal, match="table-gone"):
        remove_table(OPERATOR, at)
    response = second.post("/organise/kupa/rounds/1/tables/1/remove/")
    assert response.status_code == 422
    assert "már rögzítettek eredményt" in sentence(response)
