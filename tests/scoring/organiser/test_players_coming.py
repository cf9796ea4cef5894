"""Somebody comes late, leaves, returns: what it does to a drawn round is said and offered, never silently done."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import AuditEntry, Player, Round, Seat, Table, Tournament
from scoring.services import Refusal, add_round, join_table, record_deal, seat_table, set_first_round, withdraw_player
from scoring.services.coming import LEAVE, UNDRAW, first_round_now
from scoring.services.seating import unseated
from tests.scoring.cups import OPERATOR, document, load, played, table
from tests.scoring.organiser.conftest import organiser_of, sentence

pytestmark = pytest.mark.django_db

PLAYERS = "/organise/kupa/players/"


@pytest.fixture
def drawn(db: None) -> Tournament:
    """A cup of fourteen: round 1 is drawn to tables of four, five and five, and nothing has been played."""
    tables = [table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8, 9]), table(3, [10, 11, 12, 13, 14], first_dealer=3)]
    return load(document(*tables, players=14, slug="kupa", name="Őszi kupa", rounds_planned=3))


@pytest.fixture
def desk_of(client: Client, drawn: Tournament) -> Client:
    client.force_login(organiser_of(drawn))
    return client


def player(number: int) -> Player:
    return Player.objects.select_related("tournament").get(tournament__slug="kupa", number=number)


def the_table(number: int) -> Table:
    return Table.objects.select_related("round__tournament").get(round__tournament__slug="kupa", number=number)


def seated(number: int) -> list[tuple[int, int]]:
    return list(Seat.objects.filter(table__number=number).order_by("number").values_list("number", "player__number"))


def begin(cup: Tournament, number: int = 1) -> None:
    """A deal is recorded at a table."""
    [_one, two, *_others] = the_table(number).seated()
    record_deal(OPERATOR, the_table(number), played(1, two.player.number, None))


def codes(refused: Any) -> list[str]:
    return [problem.code for problem in refused.value.problems]


# --- Somebody comes ---------------------------------------------------------------------------------------------------


def test_a_late_entry_is_asked_where_to_sit(desk_of: Client, drawn: Tournament) -> None:
    page = sentence(desk_of.get(PLAYERS))
    assert "Későn érkező felvétele" in page
    response = desk_of.post(PLAYERS, {"name": "Késő Klára", "club": "Vác", "first_round": "1"})
    assert response["Location"] == f"{PLAYERS}15/seat/"
    assert (player(15).first_round, player(15).seats.count()) == (1, 0)
    page = sentence(desk_of.get(f"{PLAYERS}15/seat/"))
    assert "Az 1. forduló már ki van sorsolva, nélküle. Még nem játszottak benne. A lehetőségek:" in page
    assert 'href="/organise/kupa/rounds/1/draw/"' in page
    assert "Játékos 1, Játékos 2, Játékos 3, Játékos 4" in page
    assert 'name="table" value="1"' in page
    assert 'name="table" value="2"' not in page
    assert "Várjon a 2. fordulóig" in page


def test_as_the_fifth_at_a_table_of_four(desk_of: Client, drawn: Tournament) -> None:
    desk_of.post(PLAYERS, {"name": "Késő Klára", "first_round": "1"})
    token = the_table(1).token
    response = desk_of.post(f"{PLAYERS}15/seat/", {"table": "1"}, follow=True)
    assert "15. Késő Klára az 1. forduló 1. asztalánál ül." in sentence(response)
    assert seated(1) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 15)]
    assert the_table(1).token == token
    assert player(15).checked_in_at is not None
    assert AuditEntry.objects.get(action="join_table").details == {"number": 15, "name": "Késő Klára"}
    # There is no place left.
    response = desk_of.post(f"{PLAYERS}15/seat/", {"table": "1"}, follow=True)
    assert "már az 1. asztalnál ül" in sentence(response) or "15" in sentence(response)
    assert len(seated(1)) == 5


def test_waiting_for_the_next_round(desk_of: Client, drawn: Tournament) -> None:
    desk_of.post(PLAYERS, {"name": "Késő Klára", "first_round": "1"})
    response = desk_of.post(f"{PLAYERS}15/first-round/", {"first_round": "2"}, follow=True)
    assert "15. Késő Klára a 2. fordulótól játszik." in sentence(response)
    assert [each.number for each in unseated(Round.objects.get())] == []
    assert [each.number for each in unseated(add_round(OPERATOR, drawn))] == [*range(1, 16)]


def test_who_comes_for_a_later_round_is_asked_nothing(desk_of: Client, drawn: Tournament) -> None:
    response = desk_of.post(PLAYERS, {"name": "Késő Klára", "first_round": "3"})
    assert response["Location"] == PLAYERS
    assert player(15).first_round == 3
    assert "a 3. fordulótól játszik" in sentence(desk_of.get(PLAYERS))
    assert desk_of.post(PLAYERS, {"name": "Túl Késő", "first_round": "4"}).status_code == 422


def test_a_round_that_has_begun(desk_of: Client, drawn: Tournament) -> None:
    begin(drawn)
    desk_of.post(PLAYERS, {"name": "Késő Klára", "first_round": "1"})
    page = sentence(desk_of.get(f"{PLAYERS}15/seat/"))
    assert "Már elkezdődött, ezért nem sorsolható újra." in page
    assert "rounds/1/draw/" not in page
    # The only table of four has begun.
    assert 'name="table"' not in page
    with pytest.raises(Refusal) as refused:
        join_table(OPERATOR, the_table(1), player(15))
    assert codes(refused) == ["table-has-results"]


def test_from_which_round_on(desk_of: Client, drawn: Tournament) -> None:
    assert first_round_now(drawn) == 1
    for number in (1, 2):
        begin(drawn, number)
        assert first_round_now(drawn) == 1
    begin(drawn, 3)
    assert first_round_now(drawn) == 2
    page = desk_of.get(PLAYERS).content.decode()
    assert '<option value="2" selected>' in page
    assert '<option value="1"' not in page
    assert first_round_now(load(document(slug="ures"))) == 1


@pytest.mark.parametrize(
    ("first_round", "code"),
    [(0, "number-out-of-range"), (4, "number-out-of-range"), (2, "player-seated-later")],
)
def test_a_first_round_that_cannot_be(drawn: Tournament, first_round: int, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        set_first_round(OPERATOR, player(1), first_round)
    assert codes(refused) == [code]
    assert player(1).first_round == 1


def test_nobody_sits_before_they_come(drawn: Tournament) -> None:
    load(document(players=9, slug="masik"))
    late = Player.objects.create(tournament=drawn, number=15, name="Késő", first_round=3)
    round_ = add_round(OPERATOR, drawn)
    with pytest.raises(Refusal) as refused:
        seat_table(OPERATOR, round_, 1, [1, 2, 3, 15])
    assert codes(refused) == ["player-comes-later"]
    # Who sits down at a table is there, whatever was said before.
    join_table(OPERATOR, the_table(1), late)
    assert player(15).first_round == 1


def test_joining_is_refused(drawn: Tournament) -> None:
    late = Player.objects.create(tournament=drawn, number=15, name="Késő", withdrawn_after=0)
    other = Player.objects.create(tournament=load(document(slug="masik")), number=99, name="Másé")
    for who, number, code in [
        (late, 1, "player-withdrawn"),
        (player(5), 1, "player-seated-twice"),
        (other, 1, "player-gone"),
    ]:
        with pytest.raises(Refusal) as refused:
            join_table(OPERATOR, the_table(number), who)
        assert codes(refused) == [code]
    Player.objects.filter(pk=late.pk).update(withdrawn_after=None)
    with pytest.raises(Refusal) as refused:
        join_table(OPERATOR, the_table(2), late)
    assert codes(refused) == ["table-full"]
    Round.objects.update(closed_at=timezone.now())
    with pytest.raises(Refusal) as refused:
        join_table(OPERATOR, the_table(1), late)
    assert codes(refused) == ["round-closed"]


@pytest.mark.parametrize("wanted", ["", "x", "0", "77", "1" * 30])
def test_no_such_table(desk_of: Client, drawn: Tournament, wanted: str) -> None:
    Player.objects.create(tournament=drawn, number=15, name="Késő")
    response = desk_of.post(f"{PLAYERS}15/seat/", {"table": wanted}, follow=True)
    assert "Válasszon asztalt." in sentence(response)


def test_without_a_drawn_round_nothing_is_asked(client: Client, db: None) -> None:
    cup = load(document(players=5, slug="kupa"))
    client.force_login(organiser_of(cup))
    assert "Nincs kisorsolt, nyitott forduló" in sentence(client.get(f"{PLAYERS}1/seat/"))
    assert client.post(PLAYERS, {"name": "Új Ubul"})["Location"] == PLAYERS


# --- Somebody leaves --------------------------------------------------------------------------------------------------


def test_leaving_a_table_of_five(desk_of: Client, drawn: Tournament) -> None:
    page = sentence(desk_of.get(f"{PLAYERS}12/"))
    assert "Az 1. forduló már ki van sorsolva: a 3. asztalnál ülne, ahol még nem játszottak." in page
    assert "A 3. asztal négyes asztalként folytatja." in page
    # Nothing is guessed.
    response = desk_of.post(f"{PLAYERS}12/withdraw/", {"after_round": "0"})
    assert response.status_code == 422
    assert "1. fordulóban is ül" in str(response.context["form"].errors["after_round"])
    desk_of.post(f"{PLAYERS}12/withdraw/", {"after_round": "0", "drawn": "leave"})
    assert player(12).withdrawn_after == 0
    assert seated(3) == [(1, 10), (2, 11), (3, 13), (4, 14)]
    # Who dealt first is gone: who sits there now does.
    assert the_table(3).first_dealer == 3
    entry = AuditEntry.objects.get(action="withdraw_player")
    assert (entry.round, entry.table, entry.details["drawn"]) == (1, 3, "leave")


@pytest.mark.parametrize(
    ("leaves", "dealer", "then"), [(10, 3, 2), (12, 3, 3), (14, 3, 3), (14, 5, 1), (10, 5, 4), (10, 1, 1)]
)
def test_the_first_dealer_stays_whoever_it_was(drawn: Tournament, leaves: int, dealer: int, then: int) -> None:
    Table.objects.filter(number=3).update(first_dealer=dealer)
    withdraw_player(OPERATOR, player(leaves), 0, drawn=LEAVE)
    assert the_table(3).first_dealer == then
    assert [number for number, _player in seated(3)] == [1, 2, 3, 4]


def test_the_draw_is_taken_back(desk_of: Client, drawn: Tournament) -> None:
    Round.objects.update(drawn="random", seed=7)
    page = sentence(desk_of.get(f"{PLAYERS}1/withdraw/"))
    assert "négyes asztalként folytatja" not in page
    response = desk_of.post(f"{PLAYERS}1/withdraw/", {"after_round": "0", "drawn": "undraw"})
    assert response["Location"] == "/organise/kupa/rounds/1/draw/"
    round_ = Round.objects.get()
    assert (round_.tables.count(), round_.drawn, round_.seed) == (0, "", None)
    assert [each.number for each in unseated(round_)] == [*range(2, 15)]


def test_a_table_of_four_cannot_be_left(drawn: Tournament) -> None:
    with pytest.raises(Refusal) as refused:
        withdraw_player(OPERATOR, player(1), 0, drawn=LEAVE)
    assert codes(refused) == ["table-needs-four"]
    begin(drawn, 2)
    with pytest.raises(Refusal) as refused:
        withdraw_player(OPERATOR, player(1), 0, drawn=UNDRAW)
    assert codes(refused) == ["round-begun"]
    with pytest.raises(Refusal) as refused:
        withdraw_player(OPERATOR, player(5), 0, drawn=LEAVE)
    assert codes(refused) == ["table-has-results"]
    with pytest.raises(Refusal) as refused:
        withdraw_player(OPERATOR, player(1), 0, drawn="nonsense")
    assert codes(refused) == ["table-needs-four"]
    assert len(seated(1)) == 4
    assert player(1).withdrawn_after is None


def test_the_three_others_need_a_fourth(desk_of: Client, drawn: Tournament) -> None:
    begin(drawn, 2)
    page = sentence(desk_of.get(f"{PLAYERS}1/withdraw/"))
    assert "A másik háromnak így nincs negyedik játékosa" in page
    assert 'href="/organise/kupa/rounds/1/tables/1/seating/"' in page
    assert 'value="undraw"' not in page
    assert 'value="leave"' not in page


def test_who_has_played_leaves_after_the_round(desk_of: Client, drawn: Tournament) -> None:
    begin(drawn, 1)
    page = desk_of.get(f"{PLAYERS}1/withdraw/").content.decode()
    assert '<option value="1" selected>' in page
    assert 'name="drawn"' not in page
    desk_of.post(f"{PLAYERS}1/withdraw/", {"after_round": "1"})
    assert player(1).withdrawn_after == 1
    assert len(seated(1)) == 4


def test_they_still_play_the_drawn_round(desk_of: Client, drawn: Tournament) -> None:
    desk_of.post(f"{PLAYERS}12/withdraw/", {"after_round": "1", "drawn": "keep"})
    assert player(12).withdrawn_after == 1
    assert len(seated(3)) == 5


# --- Somebody returns -------------------------------------------------------------------------------------------------


def test_who_returns_is_asked_where_to_sit(desk_of: Client, drawn: Tournament) -> None:
    withdraw_player(OPERATOR, player(12), 0, drawn=LEAVE)
    assert "Visszalépett: előbb rögzítse" in sentence(desk_of.get(f"{PLAYERS}12/seat/"))
    response = desk_of.post(f"{PLAYERS}12/plays-on/")
    assert response["Location"] == f"{PLAYERS}12/seat/"
    page = sentence(desk_of.get(f"{PLAYERS}12/seat/"))
    assert 'name="table" value="1"' in page
    assert 'name="table" value="3"' in page
    desk_of.post(f"{PLAYERS}12/seat/", {"table": "3"})
    assert seated(3) == [(1, 10), (2, 11), (3, 13), (4, 14), (5, 12)]
    assert "Nincs asztala a már kisorsolt" not in sentence(desk_of.get(f"{PLAYERS}12/"))


def test_who_returns_with_a_table_goes_on(desk_of: Client, drawn: Tournament) -> None:
    withdraw_player(OPERATOR, player(12), 1)
    assert desk_of.post(f"{PLAYERS}12/plays-on/")["Location"] == PLAYERS
