"""Notices for the hall: put up, seen everywhere, taken down."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.test import Client

from scoring.actors import Actor
from scoring.models import AuditEntry, Notice, Tournament
from scoring.services import Refusal, close_round, end_notice, finish, freeze, post_notice
from tests.scoring.cups import OPERATOR, the_round, the_table
from tests.scoring.organiser.conftest import sentence

pytestmark = pytest.mark.django_db

PAGE = "/organise/kupa/notices/"
TEXT = "Ebéd fél egykor az emeleten."


def refused(cup: Tournament, text: str) -> str:
    """What a notice is refused for."""
    with pytest.raises(Refusal) as refusal:
        post_notice(OPERATOR, cup, text)
    return ", ".join(f"{problem.code} at {problem.field}" for problem in refusal.value.problems)


def test_it_works(desk: Client, cup: Tournament) -> None:
    response = desk.post(PAGE, {"text": f"  {TEXT[:4]}\n{TEXT[4:]} "}, follow=True)
    notice = Notice.objects.get()
    assert (notice.text, notice.ended_at) == (TEXT, None)
    assert "A közlemény kint van." in sentence(response)

    end = f"{PAGE}{notice.pk}/end/"
    assert f'action="{end}"' in response.text
    response = desk.post(end, follow=True)
    notice.refresh_from_db()
    assert notice.ended_at is not None
    assert "A közlemény nincs már kint." in sentence(response)
    assert f'action="{end}"' not in response.text

    # Pressed twice: a sentence.
    assert "Ezt a közleményt már levették." in sentence(desk.post(end, follow=True))
    told = list(AuditEntry.objects.order_by("pk").values_list("action", "details"))[-2:]
    assert told == [("post_notice", {"text": TEXT}), ("end_notice", {"text": TEXT})]
    trail = sentence(desk.get("/organise/kupa/audit/"))
    assert f"közleményt tett ki: „{TEXT}”" in trail and f"közleményt vett le: „{TEXT}”" in trail


def test_everybody_sees_it(client: Client, cup: Tournament) -> None:
    table = f"/table/{the_table(cup).token}/"
    pages = ["/t/kupa/", "/t/kupa/beamer/", table, f"{table}hall/"]
    before = {page: client.get(page) for page in pages}
    notice = post_notice(OPERATOR, cup, "<b>Ebéd</b> & kávé")
    for page in pages:
        assert "&lt;b&gt;Ebéd&lt;/b&gt; &amp; kávé" in client.get(page).text, page
        assert client.get(page, headers={"if-none-match": before[page].get("ETag", "")}).status_code == 200, page

    end_notice(OPERATOR, notice)
    for page in pages:
        assert "Ebéd" not in client.get(page).text, page


def test_also_while_the_standings_are_frozen(client: Client, cup: Tournament) -> None:
    freeze(OPERATOR, cup, 0)
    post_notice(OPERATOR, cup, TEXT)
    for page in ("/t/kupa/", "/t/kupa/beamer/"):
        assert TEXT in client.get(page).text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "text-empty at text"),
        ("  ", "text-empty at text"),
        ("x" * 301, "text-too-long at text"),
        ("a\0b", "bad-text at text"),
    ],
)
def test_what_is_no_notice(cup: Tournament, text: str, why: str) -> None:
    assert refused(cup, text) == why
    assert not Notice.objects.exists()


@pytest.mark.parametrize("text", ["", " \n ", "x" * 301, "a\x01b"])
def test_bad_input_stands_at_its_field(desk: Client, cup: Tournament, text: str) -> None:
    response = desk.post(PAGE, {"text": text})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["text"]
    assert not Notice.objects.exists()


def test_a_button_pressed_twice_puts_up_one(cup: Tournament) -> None:
    notice = post_notice(OPERATOR, cup, TEXT)
    assert refused(cup, TEXT) == "notice-there at text"
    end_notice(OPERATOR, notice)
    post_notice(OPERATOR, cup, TEXT)


def test_more_than_five_nobody_reads(cup: Tournament) -> None:
    for number in range(5):
        post_notice(OPERATOR, cup, f"{number}. közlemény")
    assert refused(cup, "még egy") == "too-many-notices at text"


def test_only_an_organiser(cup: Tournament, other: Tournament) -> None:
    notice = post_notice(OPERATOR, cup, TEXT)
    stranger = Actor.of_user(User.objects.get(username="másvalaki"))
    with pytest.raises(PermissionDenied):
        post_notice(stranger, cup, "x")
    with pytest.raises(PermissionDenied):
        end_notice(stranger, notice)


def test_of_another_cup_there_is_none_here(desk: Client, cup: Tournament, other: Tournament) -> None:
    notice = post_notice(OPERATOR, other, "Ez a másik kupáé.")
    assert desk.post(f"{PAGE}{notice.pk}/end/").status_code == 404
    assert notice.text not in desk.get(PAGE).text


def test_of_a_final_cup_one_can_still_be_taken_down(desk: Client, cup: Tournament) -> None:
    notice = post_notice(OPERATOR, cup, TEXT)
    close_round(OPERATOR, the_round(cup), "elég volt")
    finish(OPERATOR, cup)
    assert desk.post(PAGE, {"text": "késő"}).status_code == 422
    desk.post(f"{PAGE}{notice.pk}/end/")
    notice.refresh_from_db()
    assert notice.ended_at is not None
