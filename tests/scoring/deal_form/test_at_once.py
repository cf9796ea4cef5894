"""Two organisers who save the same deal at once: exactly one wins, the other is told, nothing is overwritten."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from scoring.models import DealRevision, Tournament
from tests.scoring.cups import played, points_of, the_deal, the_table
from tests.scoring.deal_form.conftest import cup_of, organiser
from tests.scoring.deal_form.pages import NEW, deal, text_of, typed

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE = 4


def at_once(cup: Tournament, send: Callable[[Client, int], Any]) -> list[Any]:
    """Several organisers send together; their answers, in no order."""
    clients = []
    for number in range(AT_ONCE):
        client = Client()
        client.cookies["django_language"] = "en"
        client.force_login(organiser(cup, f"rendezo{number}"))
        clients.append(client)
    start = threading.Barrier(AT_ONCE)
    answers: list[Any] = [None] * AT_ONCE

    def one(number: int) -> None:
        try:
            start.wait()
            answers[number] = send(clients[number], number)
        finally:
            connection.close()

    threads = [threading.Thread(target=one, args=(number,)) for number in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def winner_of(answers: list[Any]) -> int:
    """Who won; the others were told so."""
    codes = [answer.status_code for answer in answers]
    assert sorted(codes) == [302, *[409] * (AT_ONCE - 1)]
    return codes.index(302)


def test_the_same_new_deal() -> None:
    cup = cup_of(played(1, 1, 3, 60))
    answers = at_once(
        cup, lambda client, number: client.post(NEW, typed(2, 2, declarer=1, partner=3, card_points=50 + number))
    )
    winner = winner_of(answers)
    assert the_table(cup).deals.count() == 2
    stored = the_deal(cup, 2)
    assert stored.record["card_points"] == 50 + winner
    assert stored.current is not None and stored.current.actor == f"rendezo{winner}"
    for number, answer in enumerate(answers):
        if number != winner:
            text = text_of(answer)
            assert f"Deal 2 was saved by rendezo{winner}" in text
            assert f"{50 + winner} : {44 - winner} {50 + number} : {44 - number}" in text
            assert f'value="{50 + number}"' in answer.content.decode()


def test_the_same_deal_passed_out_by_all() -> None:
    cup = cup_of(played(1, 1, 3, 60))
    sent = {"position": "2", "number": "2", "outcome": "passed_out", "action": "save"}
    winner_of(at_once(cup, lambda client, number: client.post(NEW, sent)))
    assert the_table(cup).deals.count() == 2


def test_the_same_correction() -> None:
    cup = cup_of(played(1, 1, 3, 60), played(2, 2, 4, 60))
    sent = typed(declarer=1, partner=3, revision=1)
    answers = at_once(cup, lambda client, number: client.post(deal(1), sent | {"card_points": str(30 + number)}))
    winner = winner_of(answers)
    stored = the_deal(cup, 1)
    assert stored.record["card_points"] == 30 + winner
    assert points_of(stored) == {1: -1, 2: 1, 3: -1, 4: 1}
    assert list(DealRevision.objects.filter(deal=stored).order_by("number").values_list("number", flat=True)) == [1, 2]
    for number, answer in enumerate(answers):
        if number != winner:
            text = text_of(answer)
            assert f"saved by rendezo{winner}" in text
            assert f"card points 60 : 34 {30 + winner} : {64 - winner}" in text
            assert f'value="{30 + number}"' in answer.content.decode()
