"""What no browser sends: answered, never stored by halves, never a fault of the program."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.models import Deal, Tournament
from tests.scoring.deal_form.conftest import cup_of, organiser
from tests.scoring.deal_form.pages import NEW, deal, targets_of, text_of, typed

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "texts",
    [
        {"rows__announcements": "9" * 30, "card_points": ""},
        {"rows__announcements": "-1", "announcements__0__figure": "nincs-ilyen"},
        {"card_points": "9" * 400},
        {"card_points": "²"},
        {"bid": "four"},
        {"outcome": "no_play"},
        {"outcome": "\ufffd"},
        {"declarer": "99"},
        {"declarer": "3.0"},
        {"partner": "3"},
        {"kontra": "-1"},
        {"kontra": "7"},
        {"players__0": "1", "players__1": "1", "players__2": "2", "players__3": "3"},
        {"players__0": "1"},
        {"players__2": "77"},
        {"announcements__0__figure": "trull"},
        {"announcements__0__made": "1"},
        {"announcements__0__figure": "trull", "announcements__0__by": "1", "announcements__0__round": "0"},
        {"silent__1__by": "2"},
        {"silent__0__figure": "volat", "silent__0__by": "2"},
        {"auction__0__by": "3"},
        {"auction__0__say": "pass", "auction__1__say": "three", "bid": "three", "declarer": "3"},
        {"outcome": "thrown_in", "thrown_in__by": "1"},
        {"outcome": "renonsz"},
        {"outcome": "renonsz", "renonsz__offender": "1", "renonsz__amount": "-5"},
        {"outcome": "renonsz", "renonsz__offender": "1", "renonsz__amount": "9999999"},
        {"note": "x" * 501},
        {"note": "a\0b"},
        {"skart__1": "9"},
    ],
    ids=str,
)
def test_refused_at_a_field(desk: Client, texts: dict[str, Any]) -> None:
    response = desk.post(NEW, typed(**texts))
    assert response.status_code == 422
    assert targets_of(response)
    assert "_" not in " ".join(fault.sentence for fault in response.context["faults"])
    assert Deal.objects.count() == 2


def test_a_raise_from_an_empty_row_is_told_at_its_field(client: Client) -> None:
    client.force_login(organiser(cup_of(ruleset="magas-2018")))
    raised = {
        f"announcements__2__{name}": value for name, value in (("figure", "pagat-uhu"), ("by", "1"), ("made", "1"))
    }
    texts: dict[str, Any] = raised | {"announcements__2__raised_from": "1"}
    response = client.post(NEW, typed(1, 1, declarer=1, **texts))
    assert response.status_code == 422
    assert targets_of(response) == ["id_partner_0", "id_announcements-2-raised_from"]
    # with the row filled in it is right, whatever rows are empty before
    texts |= {"partner": 3, "announcements__1__figure": "pagat-ultimo", "announcements__1__by": "1"}
    assert client.post(NEW, typed(1, 1, declarer=1, **texts)).status_code == 302
    assert Deal.objects.get().record["announcements"][1]["raised_from"] == 0


@pytest.mark.parametrize("action", ["", "nonsense", "more-", "more-nothing", "as-next", "adopt-x"])
def test_an_unknown_action_saves_nothing(desk: Client, action: str) -> None:
    assert desk.post(NEW, typed(action=action)).status_code == 200
    assert desk.post(deal(1), typed(action=action)).status_code == 200
    assert Deal.objects.count() == 2


@pytest.mark.parametrize("position", ["", "0", "x", "99999", "9999"])
def test_an_odd_position_overwrites_nothing(desk: Client, cup: Tournament, position: str) -> None:
    response = desk.post(NEW, typed() | {"position": position})
    assert response.status_code == (409 if position == "9999" else 302)
    assert Deal.objects.count() == (2 if position == "9999" else 3)


def test_a_table_that_was_emptied_meanwhile_is_told(desk: Client) -> None:
    text = text_of(desk.post(NEW, typed() | {"position": "7"}))
    assert "The deals of this table were changed meanwhile." in text


def test_other_methods_are_not_allowed(desk: Client) -> None:
    for method in ("put", "delete", "patch"):
        answer: Any = getattr(desk, method)(NEW)
        assert answer.status_code == 405
