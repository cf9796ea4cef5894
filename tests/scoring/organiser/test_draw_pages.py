"""Pages of the draw, and of places changed by hand."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import AuditEntry, Player, Round, Seat, Tournament
from scoring.services import close_round, enter_paper, lock_seat
from scoring.services.swapping import arranged
from tests.scoring.cups import OPERATOR, document, load, table, the_round, the_table
from tests.scoring.organiser.conftest import organiser_of, sentence

pytestmark = pytest.mark.django_db

DRAW = "/organise/kupa/rounds/2/draw/"
SWAP = "/organise/kupa/rounds/2/swap/"


@pytest.fixture
def second(desk: Client) -> Client:
    """The desk, with an empty second round."""
    desk.post("/organise/kupa/rounds/add/")
    return desk


def key_of(client: Client, path: str = DRAW) -> str:
    key: str = client.get(path).context["key"]
    return key


def asked(client: Client, **more: Any) -> dict[str, str]:
    return {"how": "fresh", "seed": "7", "action": "draw", "expected": key_of(client), **more}


# --- The draw ---------------------------------------------------------------------------------------------------------


def test_it_works(second: Client, cup: Tournament) -> None:
    page = sentence(second.get(DRAW))
    assert "9 játékost sorsolunk: 1 négyes asztal és 1 ötös asztal." in page
    assert 'value="fresh" required' in page or 'value="fresh"' in page
    response = second.post(DRAW, asked(second), follow=True)
    assert response.redirect_chain == [(SWAP, 302)]
    page = sentence(response)
    assert "2 asztal kisorsolva, sorsolási szám: 7." in page
    assert "6 ismételt találkozás" in page
    assert "sorsolva a lehető legkevesebb ismételt találkozással, sorsolási szám: 7" in page
    assert sorted(map(len, arranged(the_round(cup, 2)).values())) == [4, 5]


def test_a_look_saves_nothing_and_is_what_is_drawn(second: Client, cup: Tournament) -> None:
    response = second.post(DRAW, asked(second, action="look"))
    assert response.status_code == 200
    page = sentence(response)
    assert "Ez lenne a sorsolás" in page and "Még semmi sincs elmentve." in page
    assert not Seat.objects.filter(round__number=2).exists()
    shown = {number: [player.number for player in at] for number, at in response.context["tables"]}
    second.post(DRAW, asked(second))
    assert arranged(the_round(cup, 2)) == shown


def test_a_double_click_draws_once(second: Client, cup: Tournament) -> None:
    data = asked(second)
    second.post(DRAW, data)
    before = arranged(the_round(cup, 2))
    response = second.post(DRAW, data, follow=True)
    assert response.redirect_chain == [(SWAP, 302)]
    assert "A forduló már ki van sorsolva." in sentence(response)
    assert arranged(the_round(cup, 2)) == before
    assert AuditEntry.objects.filter(action="draw_round").count() == 1


def test_somebody_came_meanwhile(second: Client, cup: Tournament) -> None:
    data = asked(second)
    Player.objects.create(tournament=cup, number=10, name="Későn Jött")
    response = second.post(DRAW, data)
    assert response.status_code == 422
    page = sentence(response)
    assert "nézze meg, hogyan áll most" in page
    assert "10 játékost sorsolunk: 2 ötös asztal." in page
    # The page is of what is there now: the same form sent again draws.
    assert second.post(DRAW, data | {"expected": response.context["key"]}).status_code == 302
    assert sorted(map(len, arranged(the_round(cup, 2)).values())) == [5, 5]


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (3, "4 játékossal már kijön"),
        (6, "5 vagy 8 játékossal már kijön"),
        (7, "5 vagy 8 játékossal már kijön"),
        (0, "4 játékossal már kijön"),
    ],
)
def test_numbers_that_cannot_sit_are_a_sentence(second: Client, left: int, said: str) -> None:
    Player.objects.filter(number__gt=left).update(withdrawn_after=1)
    response = second.get(DRAW)
    assert response.status_code == 200
    page = sentence(response)
    assert f"{left} játékost nem lehet négyes és ötös asztalokhoz ültetni." in page
    assert said in page
    for action in ("draw", "look"):
        response = second.post(DRAW, {"how": "fresh", "seed": "1", "action": action})
        assert response.status_code == 422
        assert "nem lehet négyes és ötös asztalokhoz ültetni" in sentence(response)


def test_who_is_not_here_is_said_and_left_out(second: Client, cup: Tournament) -> None:
    Tournament.objects.update(uses_check_in=True)
    Player.objects.filter(number__lte=8).update(checked_in_at=timezone.now())
    Player.objects.filter(number=8).update(first_round=3, name="Harmadikra Jön")
    Player.objects.create(tournament=cup, number=10, name="Itt Van", checked_in_at=timezone.now())
    page = sentence(second.get(DRAW))
    assert "8 játékost sorsolunk: 2 négyes asztal." in page
    assert "1 játékos még nincs itt, őt nem sorsoljuk" in page and "Játékos 9" in page
    assert "Harmadikra Jön (a 3. fordulótól)" in page
    second.post(DRAW, asked(second))
    drawn = sorted(player for at in arranged(the_round(cup, 2)).values() for player in at)
    assert drawn == [1, 2, 3, 4, 5, 6, 7, 10]
    # Nobody waits for a table, then.
    assert "nincs asztala" not in sentence(second.get("/organise/kupa/"))


def test_by_the_standings_before_the_round_is_closed(second: Client, cup: Tournament) -> None:
    response = second.post(DRAW, asked(second, how="standings"))
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["how"]
    assert "még nyitott: 1." in sentence(response)
    enter_paper(OPERATOR, the_table(cup, 1), "remainder", dict.fromkeys(range(1, 5), 0))
    enter_paper(OPERATOR, the_table(cup, 2), "totals", dict.fromkeys(range(5, 10), 0))
    close_round(OPERATOR, the_round(cup), "teszt")
    assert second.post(DRAW, asked(second, how="standings")).status_code == 302
    assert the_round(cup, 2).drawn == "standings"


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"how": "snake"}, "how"),
        ({"how": ""}, "how"),
        ({"seed": "-1"}, "seed"),
        ({"seed": str(2**31)}, "seed"),
        ({"seed": "hét"}, "seed"),
        ({"seed": ""}, "seed"),
        ({"expected": "x" * 41}, "expected"),
    ],
)
def test_bad_input_stands_at_its_field(second: Client, data: dict[str, str], field: str) -> None:
    response = second.post(DRAW, asked(second) | data)
    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert not Seat.objects.filter(round__number=2).exists()


def test_a_round_that_has_begun(desk: Client, cup: Tournament) -> None:
    page = sentence(desk.get("/organise/kupa/rounds/1/draw/"))
    assert "már van rögzített eredmény (asztal: 1), ezért nem sorsolható újra" in page
    assert "<form class" not in page
    response = desk.post("/organise/kupa/rounds/1/draw/", {"how": "random", "seed": "1"})
    assert response.status_code == 422
    assert arranged(the_round(cup)) == {1: [1, 2, 3, 4], 2: [5, 6, 7, 8, 9]}


def test_locks(second: Client, cup: Tournament) -> None:
    lock_seat(OPERATOR, the_round(cup), 9)
    page = sentence(second.get(DRAW))
    assert "Játékos 9 (2. asztal)" in page
    second.post(DRAW, asked(second, keep_last="on"))
    assert 9 in arranged(the_round(cup, 2))[2]
    page = sentence(second.get(DRAW))
    assert "2 asztal már le van ültetve: a sorsolás felülírja őket." in page
    assert "Ők maradnak az asztaluknál: Játékos 9 (2. asztal)." in page
    for seed in ("1", "2", "3"):
        second.post(DRAW, asked(second, seed=seed))
        assert 9 in arranged(the_round(cup, 2))[2]


def test_the_round_page_leads_there(second: Client) -> None:
    page = sentence(second.get("/organise/kupa/rounds/2/"))
    assert f'href="{DRAW}"' in page
    second.post(DRAW, asked(second))
    page = sentence(second.get("/organise/kupa/rounds/2/"))
    assert "Újrasorsolás" in page and f'href="{SWAP}"' in page
    assert "sorsolási szám: 7" in page
    assert DRAW.replace("2", "1") not in sentence(second.get("/organise/kupa/rounds/1/"))


# --- Places -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def drawn(client: Client, db: None) -> Client:
    """Thirteen, and one who waits, in a second round: everybody has met the whole table before."""
    tables = [table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8]), table(3, [9, 10, 11, 12, 13])]
    cup = document(*tables, players=14, slug="kupa", rounds_planned=2)
    cup["rounds"].append({"number": 2, "closed": False, "tables": tables})
    client.force_login(organiser_of(load(cup)))
    return client


def sent(client: Client, **data: Any) -> dict[str, Any]:
    return {"expected": key_of(client, SWAP), "arrangement": "", "a": "", "b": "", **data}


def seating() -> dict[int, list[int]]:
    return arranged(Round.objects.get(number=2))


def test_who_meets_again_is_told(drawn: Client) -> None:
    page = sentence(drawn.get(SWAP))
    assert "22 ismételt találkozás" in page
    assert "ismét: Játékos 2, Játékos 3, Játékos 4" in page
    assert 'data-player="1" data-name="Játékos 1" data-met="2:1 3:1 4:1"' in page
    assert "Ötös asztalnál, ezt a fordulót is beleszámítva: 0×&nbsp;8 játékos, 2×&nbsp;5 játékos." in page


def test_two_lists_without_a_script(drawn: Client) -> None:
    response = drawn.post(SWAP, sent(drawn, a="1", b="6", locked=["1"]), follow=True)
    assert response.redirect_chain == [(SWAP, 302)]
    assert "16 + 0" not in sentence(response) and "16 ismételt találkozás" in sentence(response)
    assert seating()[1] == [6, 2, 3, 4] and seating()[2] == [5, 1, 7, 8]
    assert Seat.objects.get(locked=True).player.number == 1
    drawn.post(SWAP, sent(drawn, a="14", b="9"))
    assert seating()[3] == [14, 10, 11, 12, 13]
    drawn.post(SWAP, sent(drawn, a="10", b="table-1"))
    assert seating()[1] == [6, 2, 3, 4, 10] and seating()[3] == [14, 11, 12, 13]
    drawn.post(SWAP, sent(drawn, a="6", b="out"))
    assert seating()[1] == [2, 3, 4, 10]


def test_the_whole_arrangement_from_the_script(drawn: Client) -> None:
    drawn.post(SWAP, sent(drawn, arrangement="1:1,2,3,9;2:5,6,7,8;3:4,10,11,12,13", locked=["9", "4"]))
    assert seating() == {1: [1, 2, 3, 9], 2: [5, 6, 7, 8], 3: [4, 10, 11, 12, 13]}
    assert set(Seat.objects.filter(locked=True).values_list("player__number", flat=True)) == {4, 9}
    drawn.post(SWAP, sent(drawn, locked=["9"]))
    assert Seat.objects.get(locked=True).player.number == 9
    assert AuditEntry.objects.filter(action="lock_seats").count() == 1
    assert "megadta, ki marad az asztalánál" in sentence(drawn.get("/organise/kupa/audit/"))


@pytest.mark.parametrize(
    "data",
    [
        {"arrangement": "x"},
        {"arrangement": "1:1,2,3"},
        {"arrangement": "1:1,2,3,5"},
        {"arrangement": "1:1:2"},
        {"arrangement": "9:1,2,3,4"},
        {"arrangement": "1:1,2,3," + "9" * 5000},
        {"arrangement": "1:" + "1," * 4000},
        {"a": "1"},
        {"b": "1"},
        {"a": "1", "b": "1"},
        {"a": "1", "b": "table-2"},
        {"a": "9", "b": "table-3"},
        {"a": "1", "b": "out"},
        {"a": "77", "b": "1"},
        {"a": "1", "b": "table-77"},
        {"locked": ["77"]},
        {"locked": ["x"]},
    ],
)
def test_what_cannot_be_is_a_sentence(drawn: Client, data: dict[str, Any]) -> None:
    before = seating()
    response = drawn.post(SWAP, sent(drawn, **data))
    assert response.status_code == 422
    assert "Még semmi sincs elmentve" in sentence(response)
    assert seating() == before


def test_somebody_else_was_quicker(drawn: Client) -> None:
    data = sent(drawn, a="1", b="6")
    drawn.post(SWAP, sent(drawn, a="2", b="7"))
    before = seating()
    response = drawn.post(SWAP, data)
    assert response.status_code == 422
    assert "Közben valaki más módosította az ültetést" in sentence(response)
    assert seating() == before


def test_a_table_that_has_begun_is_not_offered(desk: Client, cup: Tournament) -> None:
    path = "/organise/kupa/rounds/1/swap/"
    page = sentence(desk.get(path))
    assert "Már elkezdték: ültetés helyesbítése" in page
    key = key_of(desk, path)
    assert desk.post(path, {"a": "1", "b": "5", "expected": key}).status_code == 422
    response = desk.post(path, {"arrangement": "1:5,2,3,4;2:1,6,7,8,9", "expected": key})
    assert response.status_code == 422
    assert "1. asztalnál már van rögzített adat" in sentence(response)
    assert desk.post(path, {"a": "6", "b": "5", "expected": key}).status_code == 302
    assert arranged(the_round(cup)) == {1: [1, 2, 3, 4], 2: [6, 5, 7, 8, 9]}


def test_a_closed_round_is_only_shown(desk: Client, cup: Tournament) -> None:
    close_round(OPERATOR, the_round(cup), "teszt")
    path = "/organise/kupa/rounds/1/swap/"
    page = sentence(desk.get(path))
    assert "Az 1. forduló lezárult." in page and 'id="places"' not in page
    assert desk.post(path, {"a": "6", "b": "5"}).status_code == 422
