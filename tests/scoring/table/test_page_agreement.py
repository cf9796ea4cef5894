"""A second player confirms, deals are corrected, the table says how it sits and signs its totals."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.models import Confirmation, Deal, Player, Signature, Tournament
from scoring.services import correct_deal, record_deal
from tests.scoring.cups import document, full_table, load, played, points_of, table, the_deal, the_table
from tests.scoring.table.paging import checked_in, faults_of, field_of, link_of, text_of, typed
from tests.scoring.test_agreement import at, entered

pytestmark = pytest.mark.django_db


@pytest.fixture
def english(client: Client) -> Client:
    client.cookies["django_language"] = "en"
    return client


@pytest.fixture
def cup(db: None) -> Tournament:
    """A table of five where 2 declared with 4 and 2 entered it; 1 dealt and sat out."""
    found = load(document(table(1, [1, 2, 3, 4, 5]), players=5))
    entered(found, 2, played(1, 2, 4))
    return found


def confirm(client: Client, cup: Tournament, by: object, **more: Any) -> Any:
    sent = {"key": f"confirm-{by}", "by": by, "revision": 1, "action": "confirm"} | more
    return client.post(f"{link_of(cup)}deal/1/confirm/", sent)


def test_only_who_may_confirm_is_asked(english: Client, cup: Tournament) -> None:
    body = english.get(link_of(cup)).content.decode()
    assert "1 deal waits for confirmation" in body
    offered = [number for number in range(1, 6) if f'id="confirm-1-{number}"' in body]
    assert offered == [1, 3, 5]


@pytest.mark.parametrize(
    ("by", "status", "says"),
    [
        (3, 303, ""),
        (1, 303, ""),
        (2, 422, "Who entered a deal cannot confirm it"),
        (4, 422, "Partners cannot confirm each other’s deal"),
        (9, 422, "does not sit at this table"),
        ("", 422, "does not sit at this table"),
    ],
)
def test_confirming(english: Client, cup: Tournament, by: object, status: int, says: str) -> None:
    answer = confirm(english, cup, by)
    assert answer.status_code == status
    if status == 303:
        assert answer["Location"] == f"{link_of(cup)}?confirmed=1"
        assert Confirmation.objects.get().player.number == by
        said = text_of(english.get(answer["Location"]))
        assert "Deal 1 is confirmed." in said
        assert f"Entered by Játékos 2. Confirmed by Játékos {by}." in said
        assert "waits for confirmation" not in said
        assert confirm(english, cup, by)["Location"] == answer["Location"]
    else:
        assert says in text_of(answer)
        assert not Confirmation.objects.exists()


def test_what_was_corrected_meanwhile_is_not_confirmed_unseen(english: Client, cup: Tournament) -> None:
    correct_deal(at(cup, 4), the_deal(cup, 1), played(1, 2, 4, 62))
    answer = confirm(english, cup, 3)
    assert answer.status_code == 409
    assert "Somebody else was quicker" in text_of(answer)
    assert not Confirmation.objects.exists()


def test_a_correction_is_told_and_waits_again(english: Client, cup: Tournament) -> None:
    confirm(english, cup, 3)
    address = f"{link_of(cup)}deal/1/"
    form = english.get(address)
    assert [checked_in(form, name) for name in ("bid", "declarer", "partner")] == ["three", "2", "4"]
    sent = typed(1, 1, revision=1, entered_by=3, card_points=60, kontra=1, reason="elírtuk", key="c-1")
    look = english.post(address, sent | {"action": "preview"})
    assert "What this changes" in text_of(look)
    assert "Játékos 2 +1 +2" in text_of(look)
    assert english.post(address, sent)["Location"] == f"{link_of(cup)}?stored=1"
    assert english.post(address, sent)["Location"] == f"{link_of(cup)}?stored=1"
    deal = the_deal(cup, 1)
    assert deal.revisions.count() == 2
    assert points_of(deal) == {2: 2, 3: -2, 4: 2, 5: -2}
    assert "1 deal waits for confirmation" in text_of(english.get(link_of(cup)))
    versions = text_of(english.get(f"{address}versions/"))
    assert "Version 2" in versions
    assert "elírtuk" in versions
    assert "no kontra" in versions or "none" in versions


def test_two_correct_at_once(english: Client, cup: Tournament) -> None:
    address = f"{link_of(cup)}deal/1/"
    english.post(address, typed(revision=1, entered_by=3, card_points=70, key="c-1"))
    answer = english.post(address, typed(revision=1, entered_by=4, card_points=71, key="c-2"))
    assert answer.status_code == 409
    said = text_of(answer)
    assert "What was changed meanwhile" in said
    assert "Where yours differs" in said
    assert 'value="71"' in answer.content.decode()
    assert the_deal(cup, 1).entered()["card_points"] == 70
    mine = english.post(address, typed(revision=1, entered_by=4, card_points=71, key="c-2", action="adopt-preview"))
    assert (mine.status_code, field_of(mine, "revision")) == (200, "2")


def test_nothing_changed_is_nothing_saved(english: Client, cup: Tournament) -> None:
    answer = english.post(f"{link_of(cup)}deal/1/", typed(revision=1, entered_by=3, card_points=60, key="c-1"))
    assert answer.status_code == 422
    assert "Nothing was changed" in text_of(answer)


def test_the_start(english: Client) -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    link = link_of(cup)
    order = {"key": "s-1", "seat-1": 3, "seat-2": 1, "seat-3": 4, "seat-4": 2, "first_dealer": 1}
    answer = english.post(f"{link}start/", order)
    assert answer["Location"] == f"{link}?started=1"
    found = the_table(cup)
    assert [seat.player.number for seat in found.seated()] == [3, 1, 4, 2]
    assert found.first_dealer == 2
    said = text_of(english.get(answer["Location"]))
    assert "Játékos 3 · Játékos 1 · Játékos 4 · Játékos 2" in said
    assert "Dealer: Játékos 1 Leads: Játékos 4" in said
    twice = english.post(f"{link}start/", order | {"key": "s-2", "seat-2": 3})
    assert twice.status_code == 422
    assert "This player sits in another place already." in text_of(twice)
    record_deal(at(cup, 1), found, played(1, 4, 2))
    late = english.post(f"{link}start/", order | {"key": "s-3"})
    assert late.status_code == 422
    assert [seat.player.number for seat in the_table(cup).seated()] == [3, 1, 4, 2]


def test_the_table_signs(english: Client) -> None:
    cup = load(document(full_table(1, [1, 2, 3, 4])))
    link = link_of(cup)
    # All of it came from the organiser: nobody has to sign.
    assert "Signing the sheet" not in text_of(english.get(link))
    last = Deal.objects.get(table=the_table(cup), number=16)
    record = last.entered()
    correct_deal(at(cup, record["declarer"]), last, record)
    waiting = english.get(link)
    assert "Before that every deal has to be confirmed." in text_of(waiting)
    opponent = next(n for n in (1, 2, 3, 4) if n not in (record["declarer"], record["partner"]))
    address = f"{link}deal/{last.position}/confirm/"
    english.post(address, {"key": "k", "by": opponent, "revision": 2})
    page = english.get(link)
    assert "2 players have to agree to them" in text_of(page)
    body = page.content.decode()
    totals = {f"total-{n}": body.partition(f'name="total-{n}" value="')[2].partition('"')[0] for n in (1, 2, 3, 4)}
    lied = english.post(f"{link}sign/", totals | {"key": "s-0", "by": "1", "total-1": "999"})
    assert lied.status_code == 422
    assert "The totals are others by now" in text_of(lied)
    for by in (1, 1, 3):
        answer = english.post(f"{link}sign/", totals | {"key": f"s-{by}", "by": str(by)})
        assert answer["Location"] == f"{link}?signed={by}"
    again = english.post(f"{link}sign/", totals | {"key": "other", "by": "3"})
    assert again.status_code == 303
    assert sorted(Signature.objects.values_list("player__number", flat=True)) == [1, 3]
    assert "Signed by Játékos 1, Játékos 3." in text_of(english.get(link))
    stranger = english.post(f"{link}sign/", totals | {"key": "x", "by": "9"})
    assert "Who signs? Tap a name of this table." in text_of(stranger)


def test_the_preview(english: Client) -> None:
    cup = load(document(table(1, [1, 2, 3, 4])))
    address = f"{link_of(cup)}preview/"
    full = english.post(address, typed(entered_by=None, kontra=1))
    assert full.status_code == 200
    assert "<html" not in full.content.decode()
    assert 'hx-swap-oob="true"' in full.content.decode()
    assert "Játékos 2 +2" in text_of(full)
    part = english.post(address, typed(card_points=""))
    assert part.status_code == 422
    assert "How many card points did the declarer’s side take?" in text_of(part)
    assert "1 thing is missing" in text_of(part)
    assert not Deal.objects.exists()
    assert Player.objects.count() == 4


def test_faults_of_the_form_are_linked(english: Client, cup: Tournament) -> None:
    answer = english.post(f"{link_of(cup)}deal/1/", typed(revision=1, declarer=1, key="c-9"))
    assert faults_of(answer) == ["id_declarer_4"] or "declarer" in faults_of(answer)[0]
