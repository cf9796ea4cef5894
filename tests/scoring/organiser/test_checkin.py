"""The day begins: who is here, and who has paid."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import AuditEntry, Player, Tournament
from scoring.services import Refusal, check_in, check_in_all, set_paid, set_up_check_in
from scoring.services.seating import unseated
from tests.scoring.cups import OPERATOR, document, load, table, the_round
from tests.scoring.organiser.conftest import organiser_of, sentence

pytestmark = pytest.mark.django_db

PAGE = "/organise/kupa/players/check-in/"


@pytest.fixture
def four(db: None) -> Tournament:
    """A cup of four with an entry fee, not drawn yet."""
    cup = load(document(players=4, slug="kupa", name="Őszi kupa"))
    for number, name in enumerate(["Őry Tünde", "Ács Ágnes", "Kovács Béla", "Zab Zoé"], 1):
        cup.players.filter(number=number).update(name=name, club="Győr" if number == 3 else "")
    set_up_check_in(OPERATOR, cup, uses_check_in=True, entry_fee=12_500)
    return cup


@pytest.fixture
def desk_of(client: Client, four: Tournament) -> Client:
    client.force_login(organiser_of(four))
    return client


def player(number: int) -> Player:
    return Player.objects.select_related("tournament").get(number=number)


def test_it_works(desk_of: Client, four: Tournament) -> None:
    page = sentence(desk_of.get(PAGE))
    # In the order of a Hungarian list, each with large buttons.
    names = ["Ács Ágnes", "Kovács Béla", "Őry Tünde", "Zab Zoé"]
    assert sorted(names, key=lambda name: page.index(f"<b>{name}</b>")) == names
    assert page.count('name="here"') == page.count('name="paid"') == 4
    desk_of.post(PAGE, {"here": "1"})
    desk_of.post(PAGE, {"paid": "1"})
    desk_of.post(PAGE, {"here": "3"})
    page = sentence(desk_of.get(PAGE))
    assert '<dt>Itt van</dt><dd>2 <span class="small soft">/ 4</span></dd>' in page
    assert "<dt>Hiányzik</dt><dd>2</dd>" in page
    assert '<dt>Fizetett</dt><dd>1 <span class="small soft">12 500 Ft</span></dd>' in page
    assert '<dt>Itt van, nem fizetett</dt><dd>1 <span class="small soft">12 500 Ft</span></dd>' in page
    assert [entry.details for entry in AuditEntry.objects.filter(action="check_in").order_by("pk")] == [
        {"number": 1, "name": "Őry Tünde", "here": True},
        {"number": 3, "name": "Kovács Béla", "here": True},
    ]


def test_a_button_takes_back_what_it_did(desk_of: Client, four: Tournament) -> None:
    for act in ("here", "paid"):
        desk_of.post(PAGE, {act: "2"})
    first = player(2).checked_in_at
    assert first is not None and player(2).paid
    desk_of.post(PAGE, {"here": "2"})
    assert player(2).checked_in_at == first
    for act in ("away", "unpaid"):
        desk_of.post(PAGE, {act: "2"})
    assert player(2).checked_in_at is None and not player(2).paid


def test_the_page_comes_again_as_it_was(desk_of: Client, four: Tournament) -> None:
    response = desk_of.post(PAGE, {"here": "1", "q": "őry", "show": "missing"})
    assert response["Location"] == f"{PAGE}?q=%C5%91ry&show=missing#player-1"
    assert desk_of.post(PAGE, {"here": "1"})["Location"] == f"{PAGE}#player-1"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["Ács Ágnes", "Kovács Béla", "Őry Tünde", "Zab Zoé"]),
        ("?q=ory", ["Őry Tünde"]),
        ("?q=BELA+gyor", ["Kovács Béla"]),
        ("?q=senki", []),
        ("?show=missing", ["Ács Ágnes", "Kovács Béla", "Zab Zoé"]),
        ("?show=unpaid", ["Kovács Béla", "Őry Tünde", "Zab Zoé"]),
        ("?show=unpaid&q=zab", ["Zab Zoé"]),
        ("?show=nonsense", ["Ács Ágnes", "Kovács Béla", "Őry Tünde", "Zab Zoé"]),
    ],
)
def test_who_is_shown(desk_of: Client, four: Tournament, query: str, found: list[str]) -> None:
    check_in(OPERATOR, player(1))
    set_paid(OPERATOR, player(2))
    assert [player.name for player, _folded in desk_of.get(PAGE + query).context["rows"]] == found


def test_all_others_are_here(desk_of: Client, four: Tournament) -> None:
    check_in(OPERATOR, player(1))
    Player.objects.filter(number=4).update(withdrawn_after=0)
    assert "2 további játékos van itt." in sentence(desk_of.post(f"{PAGE}everybody/", follow=True))
    assert [p.number for p in Player.objects.filter(checked_in_at__isnull=False)] == [1, 2, 3]
    assert check_in_all(OPERATOR, four) == 0


@pytest.mark.parametrize("data", [{}, {"here": ""}, {"here": "x"}, {"here": "99"}, {"here": "9" * 30}, {"other": "1"}])
def test_nobody_of_the_list(desk_of: Client, four: Tournament, data: dict[str, str]) -> None:
    assert "Válasszon valakit a névsorból." in sentence(desk_of.post(PAGE, data, follow=True))


def test_who_withdrew_is_not_checked_in(four: Tournament) -> None:
    Player.objects.filter(number=4).update(withdrawn_after=0)
    with pytest.raises(Refusal, match="player-withdrawn"):
        check_in(OPERATOR, player(4))


def test_only_who_is_here_is_drawn(four: Tournament) -> None:
    round_ = four.rounds.create(number=1)
    round_.tournament = Tournament.objects.get()
    check_in(OPERATOR, player(2))
    assert [p.number for p in unseated(round_)] == [2]
    set_up_check_in(OPERATOR, four, uses_check_in=False, entry_fee=None)
    round_.tournament = Tournament.objects.get()
    assert [p.number for p in unseated(round_)] == [1, 2, 3, 4]


def test_how_the_cup_does_it(desk_of: Client, four: Tournament) -> None:
    response = desk_of.post(f"{PAGE}set-up/", {"entry_fee": ""}, follow=True)
    cup = Tournament.objects.get()
    assert (cup.uses_check_in, cup.entry_fee) == (False, None)
    assert 'name="paid"' not in response.content.decode()
    desk_of.post(f"{PAGE}set-up/", {"uses_check_in": "on", "entry_fee": "3000"})
    cup = Tournament.objects.get()
    assert (cup.uses_check_in, cup.entry_fee) == (True, 3000)
    assert desk_of.post(f"{PAGE}set-up/", {"entry_fee": "0"}).status_code == 302
    for fee in ("x", "-5", "1000001"):
        response = desk_of.post(f"{PAGE}set-up/", {"entry_fee": fee})
        assert response.status_code == 422
        assert list(response.context["form"].errors) == ["entry_fee"]
    assert Tournament.objects.get().entry_fee is None


def test_what_it_does_to_a_drawn_round(client: Client, db: None) -> None:
    cup = load(document(table(1, [1, 2, 3, 4]), players=6, slug="kupa"))
    client.force_login(organiser_of(cup))
    set_up_check_in(OPERATOR, cup, uses_check_in=True, entry_fee=None)
    Player.objects.exclude(number__in=(2, 6)).update(checked_in_at=timezone.now())
    page = sentence(client.get(PAGE))
    assert "Az 1. fordulóban asztalhoz sorsolták, de nincs itt:" in page
    assert 'href="/organise/kupa/players/2/withdraw/"' in page
    assert "Itt van, de a már kisorsolt 1. fordulóban nincs asztala:" in page
    assert 'href="/organise/kupa/players/5/seat/"' in page
    assert 'href="/organise/kupa/players/6/seat/"' not in page
    assert the_round(cup).tables.count() == 1


def test_a_final_cup_is_only_looked_at(desk_of: Client, four: Tournament) -> None:
    Tournament.objects.update(state="final")
    assert 'name="here"' not in desk_of.get(PAGE).content.decode()
    assert "végleges" in sentence(desk_of.post(PAGE, {"here": "1"}, follow=True))
    assert player(1).checked_in_at is None
