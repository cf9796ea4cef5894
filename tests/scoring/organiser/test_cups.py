"""My cups, and a new one."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

import rules
from scoring.forms.slugs import free_slug
from scoring.models import Membership, Tournament
from tests.scoring.organiser.conftest import organiser_of, sentence

pytestmark = pytest.mark.django_db

NEW = {
    "name": "Őszi Húszas Kupa",
    "date": "2026-11-29",
    "venue": "Kőszeg",
    "ruleset_id": "itvb-2019",
    "rounds_planned": "3",
    "tie_break": "table-points",
    "slug": "",
}


@pytest.fixture
def visitor(client: Client) -> Client:
    """Somebody with an account who organises nothing yet."""
    client.force_login(User.objects.create_user("kezdő"))
    return client


def test_it_works(visitor: Client) -> None:
    assert "Még nincs kupája" in sentence(visitor.get("/organise/"))
    response = visitor.post("/organise/_new/", NEW, follow=True)
    assert response.redirect_chain == [("/organise/oszi-huszas-kupa/", 302)]
    assert "A kupa elkészült." in sentence(response)
    cup = Tournament.objects.get()
    assert (cup.name, cup.state, cup.rounds_planned) == ("Őszi Húszas Kupa", "draft", 3)
    assert cup.ruleset_snapshot == rules.get_ruleset("itvb-2019").as_data()
    assert Membership.objects.get().role == "organiser"
    assert "Őszi Húszas Kupa" in sentence(visitor.get("/organise/"))


@pytest.mark.parametrize(
    ("wrong", "field", "words"),
    [
        ({"name": "  "}, "name", ""),
        ({"name": "x" * 101}, "name", "100"),
        ({"date": "tegnap"}, "date", ""),
        ({"rounds_planned": "0"}, "rounds_planned", ""),
        ({"rounds_planned": "1e3"}, "rounds_planned", ""),
        ({"ruleset_id": "kupa-1900"}, "ruleset_id", ""),
        ({"tie_break": "coin"}, "tie_break", ""),
        ({"slug": "Őszi kupa"}, "slug", "kötőjel"),
        ({"slug": "masik"}, "slug", "masik"),
        ({"name": "rossz\x07jel"}, "name", "karakter"),
    ],
)
def test_bad_input_stands_at_its_field(
    visitor: Client, other: Tournament, wrong: dict[str, str], field: str, words: str
) -> None:
    response = visitor.post("/organise/_new/", NEW | wrong)
    assert response.status_code == 422
    errors = response.context["form"].errors
    assert list(errors) == [field]
    assert words in str(errors[field])
    assert "Még semmi sincs elmentve" in sentence(response)
    # What was typed stays.
    if field != "venue":
        assert 'value="Kőszeg"' in response.content.decode()
    assert Tournament.objects.count() == 1


def test_anonymous_is_sent_to_log_in(client: Client) -> None:
    for path in ("/organise/", "/organise/_new/", "/organise/_rulesets/kupa-2005/"):
        assert client.get(path)["Location"].endswith(f"?next={path}")
        assert client.post(path, NEW).status_code == 302
    assert not Tournament.objects.exists()


def test_a_word_for_the_address(db: None) -> None:
    assert free_slug("Őszi  Űrkupa – 2026!", Tournament, "kupa") == "oszi-urkupa-2026"
    assert free_slug("日本", Tournament, "kupa") == "kupa"
    assert len(free_slug("hosszú " * 20, Tournament, "kupa")) <= 60


def test_a_word_that_is_taken_gets_a_number(cup: Tournament) -> None:
    assert free_slug("Kupa", Tournament, "kupa") == "kupa-2"


def test_rulesets_can_be_read_before(visitor: Client) -> None:
    for ruleset in rules.rulesets():
        assert visitor.get(f"/organise/_rulesets/{ruleset}/").status_code == 200
    assert visitor.get("/organise/_rulesets/nincs/").status_code == 404


def test_a_juror_sees_the_cup_without_its_desk(cup: Tournament, client: Client) -> None:
    client.force_login(organiser_of(cup, "zsűri", role="juror"))
    page = sentence(client.get("/organise/"))
    assert "Őszi kupa" in page
    assert "/organise/kupa/" not in page


def test_my_cups_are_mine(desk: Client, other: Tournament) -> None:
    page: Any = desk.get("/organise/")
    assert [row["cup"].slug for row in page.context["rows"]] == ["kupa"]
