"""Who may do what in a cup, and how somebody who was invited gets in."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scoring.models import Membership, Tournament
from tests.scoring.cups import document, load
from tests.scoring.organiser.conftest import organiser_of, sentence

pytestmark = pytest.mark.django_db

PEOPLE = "/organise/kupa/people/"
PASSWORD = "Nagyon-hosszú-jelszó-7"


def link_in(response: Any) -> str:
    """The path of the link that a page shows."""
    found = re.search(r"http://testserver(/password/[^<]+)<", response.content.decode())
    assert found is not None
    return found[1]


def test_it_works(desk: Client, cup: Tournament) -> None:
    response = desk.post(PEOPLE, {"username": "Kovács.Éva", "role": "juror"})
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    path = link_in(response)
    guest = Client()
    response = guest.get(path, follow=True)
    assert "Kovács.Éva" in sentence(response)
    response = guest.post(response.request["PATH_INFO"], {"new_password1": PASSWORD, "new_password2": PASSWORD})
    assert response["Location"] == "/organise/"
    assert "Őszi kupa" in sentence(guest.get("/organise/"))
    assert guest.get("/organise/kupa/").status_code == 403
    # The link was good once.
    assert not Client().get(path, follow=True).context["validlink"]


def test_a_link_is_shown_again_until_there_is_a_password(desk: Client, cup: Tournament) -> None:
    desk.post(PEOPLE, {"username": "eva", "role": "organiser"})
    membership = Membership.objects.get(user__username="eva")
    path = link_in(desk.post(f"{PEOPLE}{membership.pk}/link/"))
    user = membership.user
    user.set_password(PASSWORD)
    user.save()
    assert not Client().get(path, follow=True).context["validlink"]
    response = desk.post(f"{PEOPLE}{membership.pk}/link/", follow=True)
    assert "már megadta a jelszavát" in sentence(response)
    assert "/password/M" not in response.content.decode()


def test_passwords_are_looked_at(desk: Client) -> None:
    guest = Client()
    page = guest.get(link_in(desk.post(PEOPLE, {"username": "eva", "role": "juror"})), follow=True)
    response = guest.post(page.request["PATH_INFO"], {"new_password1": "abc", "new_password2": "abd"})
    assert response.context["form"].errors
    assert not User.objects.get(username="eva").has_usable_password()


def test_an_account_that_exists_gets_the_role(desk: Client, cup: Tournament, other: Tournament) -> None:
    user = User.objects.get(username="másvalaki")
    user.set_password(PASSWORD)
    user.save()
    response = desk.post(PEOPLE, {"username": " másvalaki ", "role": "organiser"}, follow=True)
    assert "másvalaki megkapta a szerepet." in sentence(response)
    assert User.objects.filter(username="másvalaki").count() == 1
    assert cup.memberships.filter(user=user, role="organiser").exists()


@pytest.mark.parametrize(
    ("data", "field", "words"),
    [
        ({"username": "", "role": "juror"}, "username", ""),
        ({"username": "két szó", "role": "juror"}, "username", "csak betű"),
        ({"username": "x" * 151, "role": "juror"}, "username", "150"),
        ({"username": "éva", "role": "boss"}, "role", ""),
        ({"username": "éva"}, "role", ""),
        ({"username": "rendező", "role": "organiser"}, "username", "már megkapta"),
        ({"username": "régi", "role": "juror"}, "username", "megszüntették"),
    ],
)
def test_bad_input_stands_at_its_field(
    desk: Client, cup: Tournament, data: dict[str, str], field: str, words: str
) -> None:
    User.objects.create_user("régi", is_active=False)
    response = desk.post(PEOPLE, data)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert words in str(response.context["form"].errors[field])
    assert Membership.objects.count() == 1


def test_roles_are_taken_away_but_not_the_last_organisers(desk: Client, cup: Tournament) -> None:
    own = Membership.objects.get()
    response = desk.post(f"{PEOPLE}{own.pk}/remove/")
    assert response.status_code == 422
    assert "A kupának kell rendező" in sentence(response)
    organiser_of(cup, "másik")
    response = desk.post(f"{PEOPLE}{own.pk}/remove/")
    assert response["Location"] == "/organise/"
    assert desk.get(PEOPLE).status_code == 403


def test_the_role_of_another_cup_is_not_found(desk: Client, other: Tournament) -> None:
    foreign = Membership.objects.get(tournament=other)
    for path in ("link/", "remove/"):
        assert desk.post(f"{PEOPLE}{foreign.pk}/{path}").status_code == 404
    assert Membership.objects.filter(pk=foreign.pk).exists()


def other_desk(own: Tournament) -> tuple[Client, Tournament]:
    """The desk of somebody who organises another cup, and only that."""
    other = load(document(slug="masik"))
    organiser = User.objects.create_user("masik-rendezo", password=PASSWORD)
    Membership.objects.create(user=organiser, tournament=other, role=Membership.Role.ORGANISER)
    client = Client()
    client.force_login(organiser)
    return client, other


def test_an_account_that_waits_for_its_password_is_not_shared(desk: Client, cup: Tournament) -> None:
    """Who had its link would get the roles of both cups."""
    desk.post(PEOPLE, {"username": "eva", "role": "organiser"})
    stranger, other = other_desk(cup)

    response = stranger.post("/organise/masik/people/", {"username": "eva", "role": "juror"})

    assert response.status_code == 422
    assert "eva fiókjához egy másik kupában még nem adtak meg jelszót" in sentence(response)
    assert "/password/M" not in response.content.decode()
    assert not other.memberships.filter(user__username="eva").exists()


def test_a_link_is_for_who_organises_all_its_cups(desk: Client, cup: Tournament) -> None:
    stranger, other = other_desk(cup)
    stranger.post("/organise/masik/people/", {"username": "eva", "role": "juror"})
    eva = User.objects.get(username="eva")
    Membership.objects.create(user=eva, tournament=cup, role=Membership.Role.ORGANISER)
    membership = other.memberships.get(user=eva)

    response = stranger.post(f"/organise/masik/people/{membership.pk}/link/", follow=True)

    assert "egy másik kupában is kapott szerepet" in sentence(response)
    assert "/password/M" not in response.content.decode()


def test_an_old_link_does_not_open_a_new_role(desk: Client, cup: Tournament) -> None:
    stranger, other = other_desk(cup)
    old = link_in(stranger.post("/organise/masik/people/", {"username": "eva", "role": "juror"}))
    other.memberships.filter(user__username="eva").delete()

    new = link_in(desk.post(PEOPLE, {"username": "eva", "role": "organiser"}))

    assert not Client().get(old, follow=True).context["validlink"]
    assert Client().get(new, follow=True).context["validlink"]


def test_nobody_gets_the_link_of_a_superuser(desk: Client, cup: Tournament) -> None:
    User.objects.create_superuser("muszaki")
    response = desk.post(PEOPLE, {"username": "muszaki", "role": "juror"})
    assert response.status_code == 422
    assert "/password/M" not in response.content.decode()


# --- Jurors -----------------------------------------------------------------------------------------------------------


def test_jurors_who_play_and_substitutes(desk: Client, cup: Tournament) -> None:
    assert "A három zsűritagból 3 még nincs megnevezve." in sentence(desk.get(PEOPLE))
    for name in ("a", "b", "c"):
        assert desk.post(PEOPLE, {"username": name, "role": "juror", "player": ""}).status_code == 200
    response = desk.post(PEOPLE, {"username": "d", "role": "juror"})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["role"]
    assert "A kupának már megvan a 3 zsűritagja: póttagot nevezzen ki." in sentence(response)
    assert desk.post(PEOPLE, {"username": "d", "role": "substitute", "player": "5"}).status_code == 200
    found = cup.memberships.filter(role="juror").order_by("pk")
    assert list(found.values_list("user__username", "substitute", "player__number")) == [
        ("a", False, None),
        ("b", False, None),
        ("c", False, None),
        ("d", True, 5),
    ]
    text = sentence(desk.get(PEOPLE))
    assert "zsűritag (póttag) · 5. Játékos 5" in text
    assert "még nincs megnevezve" not in text


def test_who_a_juror_is_can_be_said_later(desk: Client, cup: Tournament) -> None:
    desk.post(PEOPLE, {"username": "eva", "role": "substitute"})
    path = f"{PEOPLE}{cup.memberships.get(role='juror').pk}/juror/"
    page = sentence(desk.get(path))
    assert "Zsűritag: eva" in page and "3. Játékos 3" in page
    response = desk.post(path, {"player": "3", "substitute": "no"})
    assert response["Location"] == PEOPLE
    juror = cup.memberships.get(role="juror")
    assert juror.player is not None
    assert (juror.player.number, juror.substitute) == (3, False)
    for name in ("b", "c"):
        organiser_of(cup, name, role="juror")
    late = organiser_of(cup, "d", role="juror").memberships.get()
    late.substitute = True
    late.save()
    response = desk.post(f"{PEOPLE}{late.pk}/juror/", {"player": "", "substitute": "no"})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["substitute"]
    for bad in ({"player": "99", "substitute": "yes"}, {"player": "x", "substitute": "yes"}, {"substitute": "x"}):
        assert desk.post(f"{PEOPLE}{late.pk}/juror/", bad).status_code == 422


def test_only_jurors_have_such_a_page(desk: Client, cup: Tournament, other: Tournament) -> None:
    own = cup.memberships.get()
    foreign = organiser_of(other, "idegen", role="juror").memberships.get()
    for pk in (own.pk, foreign.pk, 10**9):
        for response in (desk.get(f"{PEOPLE}{pk}/juror/"), desk.post(f"{PEOPLE}{pk}/juror/", {"substitute": "yes"})):
            assert response.status_code == 404


def test_an_organiser_is_no_player_of_the_jury(desk: Client, cup: Tournament) -> None:
    desk.post(PEOPLE, {"username": "eva", "role": "organiser", "player": "3"})
    found = cup.memberships.get(user__username="eva")
    assert (found.player, found.substitute) == (None, False)
