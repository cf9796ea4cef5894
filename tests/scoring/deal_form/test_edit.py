"""A correction: the form from the record, what it changes, optimistic locking, what moves with it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.models import DealRevision, Tournament
from scoring.services import close_round, correct_deal
from tests.scoring.cups import OPERATOR, played, points_of, the_deal, the_round, uncounted
from tests.scoring.deal_form.conftest import cup_of, organiser
from tests.scoring.deal_form.pages import TABLE, deal, ids_of, targets_of, text_of, typed

pytestmark = pytest.mark.django_db


def first(**texts: Any) -> dict[str, str]:
    """The cup's first deal as its form sends it back: three, by 1 with 3, 60 card points."""
    sent = typed(declarer=1, partner=3, card_points=60, revision=1, **texts)
    del sent["position"], sent["number"]
    return sent


def test_the_form_has_what_was_recorded(client: Client) -> None:
    record = played(
        1,
        1,
        3,
        60,
        kontra=1,
        called="XIX",
        announcements=[
            {"figure": "pagat-ultimo", "by": 1},
            {"figure": "pagat-facan", "by": 1, "raised_from": 0, "kontra": 1, "kontra_by": [2], "made": True},
        ],
        silent=[{"figure": "sas-ultimo", "by": 4, "made": False}],
        skart_tarokks={"2": 1},
        note="Első.",
    )
    cup = cup_of(record, ruleset="magas-2018")
    client.force_login(organiser(cup))
    response = client.get(deal(1))
    entry = response.context["entry"]
    assert entry.record() == {key: value for key, value in record.items() if key != "number"}
    body = response.content.decode().replace('<details class="why keys-hint">', "")
    assert '<option value="0" selected>1. Pagát ultimó</option>' in body
    assert 'value="60"' in body and "Első." in body
    assert body.count("<details") - body.count('<details class="why card">') - body.count('is-more">') == 2


def test_saving_writes_a_revision_with_its_reason(desk: Client, cup: Tournament) -> None:
    response = desk.post(deal(1), first(kontra=1, reason="Kontra lemaradt."))
    assert response.status_code == 302 and response["Location"] == TABLE
    stored = the_deal(cup, 1)
    assert stored.current is not None
    assert (stored.current.number, stored.current.reason, stored.current.actor) == (2, "Kontra lemaradt.", "rendezo")
    assert points_of(stored) == {1: 2, 2: -2, 3: 2, 4: -2}
    assert "Deal 1 is corrected." in text_of(desk.get(deal(1)))


def test_preview_tells_what_it_changes(desk: Client) -> None:
    response = desk.post(deal(1), first(kontra=1, action="preview"))
    assert response.status_code == 200
    text = text_of(response)
    assert "What this changes" in text
    assert "kontra none kontra ×2" in text and "Játékos 2 −1 −2" in text
    assert DealRevision.objects.filter(deal__position=1).count() == 1


def test_nothing_changed_is_no_version(desk: Client) -> None:
    response = desk.post(deal(1), first())
    assert response.status_code == 422
    assert "Nothing was changed" in text_of(response)
    assert DealRevision.objects.filter(deal__position=1).count() == 1


def test_a_version_made_meanwhile_is_not_overwritten(desk: Client, cup: Tournament) -> None:
    theirs = played(1, 1, 3, 60, kontra=2)
    correct_deal(OPERATOR, the_deal(cup, 1), theirs, "Rekontra volt.")
    for action in ("save", "preview"):
        response = desk.post(deal(1), first(kontra=1, note="Az enyém.", action=action))
        assert response.status_code == 409
        text = text_of(response)
        assert "Somebody else was quicker" in text and "saved by the command tests" in text
        assert "What was changed meanwhile" in text and "kontra none rekontra ×4" in text
        assert "Where yours differs" in text and "kontra rekontra ×4 kontra ×2" in text
        body = response.content.decode()
        assert "Az enyém." in body and 'name="revision" value="1"' in body
        assert "conflict" in ids_of(response)
    assert the_deal(cup, 1).record["kontra"] == 2


def test_who_was_told_may_go_on_from_the_newer_version(desk: Client, cup: Tournament) -> None:
    correct_deal(OPERATOR, the_deal(cup, 1), played(1, 1, 3, 60, kontra=2))
    response = desk.post(deal(1), first(kontra=1, action="adopt-preview"))
    assert response.status_code == 200
    assert 'name="revision" value="2"' in response.content.decode()
    assert "kontra rekontra ×4 kontra ×2" in text_of(response)
    assert desk.post(deal(1), first(kontra=1) | {"revision": "2"}).status_code == 302
    assert the_deal(cup, 1).record["kontra"] == 1


def test_what_moves_with_it_is_shown_before_and_happens(client: Client) -> None:
    cup = cup_of(uncounted(1), played(1, 1, 3, 60), ruleset="paskievics")
    client.force_login(organiser(cup))
    client.cookies["django_language"] = "en"
    assert points_of(the_deal(cup, 2)) == {1: 2, 2: -2, 3: 2, 4: -2}
    sent = {"outcome": "annulled", "revision": "1", "action": "preview"}
    text = text_of(client.post(deal(1), sent))
    assert "Deal 1 moves with it: doubled: ×2 → ×1; Játékos 1 +2 → +1" in text
    assert client.post(deal(1), sent | {"action": "save"}).status_code == 302
    assert points_of(the_deal(cup, 2)) == {1: 1, 2: -1, 3: 1, 4: -1}


def test_a_later_deal_that_becomes_impossible_is_told_at_the_top(client: Client) -> None:
    full = [played(number, 1, 3, 60) for number in range(1, 17)]
    cup = cup_of(*full[:1], uncounted(2), *full[1:])
    client.force_login(organiser(cup))
    client.cookies["django_language"] = "en"
    sent = typed(declarer=1, partner=3, card_points=60, revision=1)
    response = client.post(deal(2), sent)
    assert response.status_code == 422
    assert "With this, deal 16 would no longer be right" in text_of(response)
    assert targets_of(response) == []


def test_errors_stand_at_their_fields(desk: Client) -> None:
    response = desk.post(deal(1), first(silent__0__figure="trull", silent__0__made=0, reason="x" * 501))
    assert response.status_code == 422
    assert targets_of(response) == ["id_silent-0-by", "id_silent-0-made_0", "id_reason"]
    response = desk.post(deal(1), first(silent__0__figure="trull", silent__0__by=1, silent__0__made=0))
    assert targets_of(response) == ["id_silent-0-made_0"]
    assert set(targets_of(response)) <= ids_of(response)


def test_a_closed_round_is_told_in_a_sentence(desk: Client, cup: Tournament) -> None:
    close_round(OPERATOR, the_round(cup), "vége")
    response = desk.get(deal(1))
    assert response.status_code == 409
    assert "Round 1 is closed." in text_of(response) and "Reopen it" in text_of(response)
    response = desk.post(deal(1), first(kontra=1))
    assert response.status_code == 422
    assert "Round 1 is closed." in text_of(response)
    assert the_deal(cup, 1).entered().get("kontra") is None
