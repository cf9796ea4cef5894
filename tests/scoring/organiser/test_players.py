"""The list of players: one is added, comes late, is edited, leaves, returns, is taken off."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from scoring.models import Player, Tournament
from scoring.services import Refusal, delete_player, edit_player, withdraw_player
from tests.scoring.cups import OPERATOR
from tests.scoring.organiser.conftest import sentence

pytestmark = pytest.mark.django_db

PLAYERS = "/organise/kupa/players/"


def player(number: int) -> Player:
    return Player.objects.select_related("tournament").get(tournament__slug="kupa", number=number)


def test_it_works(desk: Client, cup: Tournament) -> None:
    response = desk.post(PLAYERS, {"name": "  Őry   Tünde ", "club": "Eger"}, follow=True)
    assert "Felvéve: 10. Őry Tünde" in sentence(response)
    assert (player(10).name, player(10).club) == ("Őry Tünde", "Eger")


def test_the_focus_is_where_the_next_name_is_typed(desk: Client, cup: Tournament) -> None:
    for response in (desk.get(PLAYERS), desk.post(PLAYERS, {"name": "Őry Tünde", "first_round": "2"}, follow=True)):
        page = response.content.decode()
        assert page.count("autofocus") == 1
        assert re.search(r'<input[^>]* name="name"[^>]* autofocus', page)
    # What is wrong has it where something is.
    for name in ("", "Őry Tünde"):
        page = desk.post(PLAYERS, {"name": name}).content.decode()
        assert page.count("autofocus") == 1
        assert 'role="alert" tabindex="-1" autofocus' in page


def test_a_name_that_is_there_needs_a_second_word(desk: Client, cup: Tournament) -> None:
    response = desk.post(PLAYERS, {"name": "játékos 3", "club": "Győr"})
    assert response.status_code == 422
    assert "kétszer szerepelnének" in sentence(response)
    assert 'value="játékos 3"' in response.content.decode()
    assert Player.objects.count() == 9
    desk.post(PLAYERS, {"name": "játékos 3", "club": "Győr", "twice": "yes"})
    assert player(10).name == "játékos 3"


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 101}, "name"),
        ({"name": "Jó", "club": "y" * 101}, "club"),
        ({"name": "\x1b[31m"}, "name"),
    ],
)
def test_bad_input_stands_at_its_field(desk: Client, cup: Tournament, data: dict[str, str], field: str) -> None:
    response = desk.post(PLAYERS, data)
    assert response.status_code == 422
    assert Player.objects.count() == 9
    assert field in response.context["form"].errors or response.context["form"].non_field_errors()


def test_editing(desk: Client, cup: Tournament) -> None:
    data = {"name": "Őry Tűnde", "club": "Eger", "seen_name": "Játékos 1", "seen_club": ""}
    desk.post(f"{PLAYERS}1/", data)
    assert (player(1).name, player(1).club) == ("Őry Tűnde", "Eger")
    response = desk.post(f"{PLAYERS}1/", {**data, "name": ""})
    assert list(response.context["form"].errors) == ["name"]


def test_two_edit_one_player(cup: Tournament) -> None:
    edit_player(OPERATOR, player(1), name="Őry Tünde", club="", seen=("Játékos 1", ""))
    edit_player(OPERATOR, player(1), name="Játékos 1", club="Eger", seen=("Játékos 1", ""))
    assert (player(1).name, player(1).club) == ("Őry Tünde", "Eger")
    with pytest.raises(Refusal, match="field-changed-meanwhile at name"):
        edit_player(OPERATOR, player(1), name="Ory Tunde", club="", seen=("Játékos 1", ""))


def test_withdrawing_and_playing_on(desk: Client, cup: Tournament) -> None:
    response = desk.post(f"{PLAYERS}1/withdraw/", {"after_round": "0"})
    assert response.status_code == 422
    assert "1. fordulóban is ül" in str(response.context["form"].errors["after_round"])
    assert desk.post(f"{PLAYERS}1/withdraw/", {"after_round": "7"}).status_code == 422
    desk.post(f"{PLAYERS}1/withdraw/", {"after_round": "1"})
    assert player(1).withdrawn_after == 1
    desk.post(f"{PLAYERS}1/plays-on/")
    assert player(1).withdrawn_after is None
    assert "nem lépett vissza" in sentence(desk.post(f"{PLAYERS}1/plays-on/", follow=True))


def test_only_who_was_not_seated_is_taken_off(desk: Client, cup: Tournament) -> None:
    desk.post(PLAYERS, {"name": "Tévedés"})
    late = player(10)
    desk.post(f"{PLAYERS}10/delete/")
    assert Player.objects.count() == 9
    response = desk.post(f"{PLAYERS}1/delete/")
    assert response.status_code == 422
    assert "már leültették" in sentence(response)
    assert Player.objects.count() == 9
    with pytest.raises(Refusal, match="player-gone"):
        delete_player(OPERATOR, late)
    with pytest.raises(Refusal, match="player-gone"):
        withdraw_player(OPERATOR, late, 1)
    with pytest.raises(Refusal, match="player-gone"):
        edit_player(OPERATOR, late, name="x", club="", seen=("", ""))


def test_somebody_who_is_not_there(desk: Client) -> None:
    assert desk.get(f"{PLAYERS}77/").status_code == 404
    assert desk.post(f"{PLAYERS}77/delete/").status_code == 404


def test_names_are_plain_text(desk: Client) -> None:
    desk.post(PLAYERS, {"name": "<script>alert(1)</script>"})
    page = desk.get(PLAYERS).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
