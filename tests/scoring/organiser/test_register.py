"""The register of people across all cups."""

from __future__ import annotations

import unicodedata

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.actors import Actor
from scoring.models import AuditEntry, Person, Player, Tournament
from scoring.services import (
    Refusal,
    add_player,
    add_players,
    delete_person,
    delete_player,
    edit_person,
    edit_player,
    load_document,
    merge_people,
)
from scoring.services.register import Entrant, people_of
from tests.scoring.cups import OPERATOR, document, load
from tests.scoring.organiser.conftest import organiser_of, sentence

pytestmark = pytest.mark.django_db

REGISTER = "/organise/_register/"


def empty_cup(slug: str) -> Tournament:
    return load(document(players=0, slug=slug, name=slug.capitalize()))


def people() -> list[tuple[str, str, str]]:
    return list(Person.objects.order_by("pk").values_list("name", "club", "town"))


# --- Who is whom ------------------------------------------------------------------------------------------------------


def test_the_same_name_and_club_is_the_same_person() -> None:
    one, other = empty_cup("egy"), empty_cup("ketto")
    [first, second] = add_players(OPERATOR, one, [("Őry Tünde", "Eger"), ("Őry Tünde", "Vác")])
    [third, fourth] = add_players(OPERATOR, other, [("Őry Tünde", "eger"), ("Őry Tünde", "")])
    assert first.person == third.person
    assert second.person not in (None, first.person)
    assert fourth.person not in (None, first.person, second.person)
    assert people() == [("Őry Tünde", "Eger", ""), ("Őry Tünde", "Vác", ""), ("Őry Tünde", "", "")]


def test_club_or_town() -> None:
    person = Person.objects.create(name="Őry Tünde", club="Egri TK", town="Eger")
    cups = [empty_cup(slug) for slug in ("a", "b", "c")]
    for cup, club in zip(cups, ["Egri TK", "Eger", "Pécs"], strict=True):
        add_player(OPERATOR, cup, name="Őry Tünde", club=club)
    assert [player.person_id == person.pk for player in Player.objects.order_by("pk")] == [True, True, False]
    [found] = people_of([Entrant.of("Őry Tünde", "Egri TK", "Vác")])
    assert found is not None and found.pk != person.pk


def test_nobody_is_in_a_cup_twice() -> None:
    cup = empty_cup("egy")
    first, second = add_players(OPERATOR, cup, [("Kis Éva", "Vác"), ("Kis Éva", "Vác")])
    assert first.person is not None
    assert second.person is None
    third = add_player(OPERATOR, cup, name="Kis Éva", club="Vác")
    assert third.person is None
    assert people() == [("Kis Éva", "Vác", "")]


def test_names_are_composed_and_tidied() -> None:
    decomposed = unicodedata.normalize("NFD", "Őry Tünde")
    one, other = empty_cup("egy"), empty_cup("ketto")
    [first] = add_players(OPERATOR, one, [(decomposed, "Eger")])
    [second] = add_players(OPERATOR, other, [("Őry\u00a0 Tünde ", "Eger")])
    assert first.person == second.person
    assert people() == [("Őry Tünde", "Eger", "")]


@pytest.mark.parametrize("name", ["\u200b", "\u0958" * 100])
def test_a_name_that_the_register_cannot_keep(name: str) -> None:
    [player] = add_players(OPERATOR, empty_cup("egy"), [(name, "")])
    assert player.person is None
    assert people() == []


def test_loading_a_document_links_its_players() -> None:
    paper = document(players=3, slug="kupa")
    first = load(paper)
    keys = list(first.players.order_by("number").values_list("person", flat=True))
    assert None not in keys
    load_document(OPERATOR, paper, replace=True)
    assert list(first.players.order_by("number").values_list("person", flat=True)) == keys
    assert len(people()) == 3


def test_many_people_take_a_few_queries() -> None:
    counts = []
    for count in (10, 300):
        cup = empty_cup(f"kupa-{count}")
        with CaptureQueriesContext(connection) as queries:
            add_players(OPERATOR, cup, [(f"Ember Ő{n}", "") for n in range(count)])
        counts.append(len(queries))
    # SQLite takes so many values at once: the number grows with batches, not with people.
    assert counts[1] - counts[0] <= 3


# --- A player is put right --------------------------------------------------------------------------------------------


def edited(player: Player, name: str, club: str) -> Person | None:
    edit_player(OPERATOR, player, name=name, club=club, seen=(player.name, player.club))
    player.refresh_from_db()
    return player.person


def test_who_is_in_one_cup_only_is_put_right_in_the_register() -> None:
    [player] = add_players(OPERATOR, empty_cup("egy"), [("Ory Tunde", "Eger")])
    person = player.person
    assert edited(player, "Őry Tünde", "Egri TK") == person
    assert people() == [("Őry Tünde", "Egri TK", "")]


def test_who_turns_out_to_be_somebody_known() -> None:
    [known] = add_players(OPERATOR, empty_cup("egy"), [("Őry Tünde", "Eger")])
    [player] = add_players(OPERATOR, empty_cup("ketto"), [("Ory Tunde", "Eger")])
    assert edited(player, "Őry Tünde", "Eger") == known.person
    # The slip of the pen is in no cup any more.
    assert people() == [("Őry Tünde", "Eger", "")]


def test_another_club_makes_nobody_else_of_who_is_known() -> None:
    [known] = add_players(OPERATOR, empty_cup("egy"), [("Őry Tünde", "Eger")])
    [player] = add_players(OPERATOR, empty_cup("ketto"), [("Őry Tünde", "Eger")])
    assert edited(player, "Őry Tünde", "Vác") == known.person
    assert people() == [("Őry Tünde", "Eger", "")]


def test_another_name_does() -> None:
    [known] = add_players(OPERATOR, empty_cup("egy"), [("Őry Tünde", "Eger")])
    [player] = add_players(OPERATOR, empty_cup("ketto"), [("Őry Tünde", "Eger")])
    now = edited(player, "Kis Éva", "Vác")
    assert now is not None and now != known.person
    assert people() == [("Őry Tünde", "Eger", ""), ("Kis Éva", "Vác", "")]


def test_the_second_of_two_gets_an_entry_once_they_differ() -> None:
    _first, second = add_players(OPERATOR, empty_cup("egy"), [("Kis Éva", "Vác"), ("Kis Éva", "Vác")])
    assert edited(second, "Kis Éva", "Győr") is not None
    assert people() == [("Kis Éva", "Vác", ""), ("Kis Éva", "Győr", "")]


def test_who_is_taken_off_the_list_leaves_the_register_too() -> None:
    one, other = empty_cup("egy"), empty_cup("ketto")
    [first] = add_players(OPERATOR, one, [("Őry Tünde", "Eger")])
    [second] = add_players(OPERATOR, other, [("Őry Tünde", "Eger")])
    delete_player(OPERATOR, first)
    assert len(people()) == 1
    delete_player(OPERATOR, second)
    assert people() == []


# --- The register is put right ----------------------------------------------------------------------------------------


@pytest.fixture
def two(db: None) -> tuple[Person, Person]:
    """Two entries that are one person, each in a cup."""
    [first] = add_players(OPERATOR, empty_cup("egy"), [("Őry Tünde", "Eger")])
    [second] = add_players(OPERATOR, empty_cup("ketto"), [("Ory Tünde", "Egri TK")])
    assert first.person is not None and second.person is not None
    return first.person, second.person


def test_merging(two: tuple[Person, Person]) -> None:
    kept, gone = two
    Person.objects.filter(pk=gone.pk).update(town="Eger")
    revisions = dict(Tournament.objects.values_list("slug", "revision"))
    merge_people(OPERATOR, kept, gone)
    assert people() == [("Őry Tünde", "Eger", "")]
    assert [player.person_id for player in Player.objects.all()] == [kept.pk, kept.pk]
    # What the players are called in their cups stays; series count them together, so their pages are new.
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Ory Tünde", "Őry Tünde"]
    assert {cup.slug: cup.revision for cup in Tournament.objects.all()} == {
        slug: revision + 1 for slug, revision in revisions.items()
    }
    entries = AuditEntry.objects.filter(action="merge_people").order_by("tournament__slug")
    assert [(entry.tournament.slug, entry.details) for entry in entries] == [
        (slug, {"name": "Ory Tünde (Egri TK, Eger)", "to": "Őry Tünde (Eger)"}) for slug in ("egy", "ketto")
    ]


def test_a_town_that_only_the_other_knew_is_kept(two: tuple[Person, Person]) -> None:
    kept, gone = two
    Person.objects.filter(pk=gone.pk).update(town="Maklár")
    merge_people(OPERATOR, kept, gone)
    assert people() == [("Őry Tünde", "Eger", "Maklár")]


def test_two_of_one_cup_are_two_people(two: tuple[Person, Person]) -> None:
    kept, gone = two
    add_players(OPERATOR, Tournament.objects.get(slug="egy"), [("Ory Tünde", "Egri TK")])
    with pytest.raises(Refusal, match="people-in-one-cup"):
        merge_people(OPERATOR, kept, gone)
    with pytest.raises(Refusal, match="person-same"):
        merge_people(OPERATOR, kept, kept)
    assert len(people()) == 2
    delete_person(OPERATOR, gone)
    with pytest.raises(Refusal, match="person-gone"):
        merge_people(OPERATOR, kept, gone)


def test_a_final_cup_is_no_hindrance(two: tuple[Person, Person]) -> None:
    Tournament.objects.update(state="final")
    merge_people(OPERATOR, *two)
    assert len(people()) == 1


def test_editing(two: tuple[Person, Person]) -> None:
    edit_person(OPERATOR, two[0], name=" Őry-Nagy  Tünde", club="", town="Eger")
    assert people()[0] == ("Őry-Nagy Tünde", "", "Eger")
    assert Player.objects.get(tournament__slug="egy").name == "Őry Tünde"
    assert AuditEntry.objects.get(action="edit_person").details == {
        "name": "Őry Tünde",
        "changed": {"name": ["Őry Tünde", "Őry-Nagy Tünde"], "club": ["Eger", ""], "town": ["", "Eger"]},
    }
    with pytest.raises(Refusal, match="person-exists at name"):
        edit_person(OPERATOR, two[0], name="Ory Tünde", club="Egri TK", town="")
    for field, values in (("name", {"name": ""}), ("name", {"name": "x" * 101}), ("town", {"town": "x\x00"})):
        with pytest.raises(Refusal, match=f"at {field}"):
            edit_person(OPERATOR, two[0], **{"name": "Jó", "club": "", "town": ""} | values)


def test_deleting_leaves_the_cups_alone(two: tuple[Person, Person]) -> None:
    delete_person(OPERATOR, two[1])
    player = Player.objects.get(tournament__slug="ketto")
    assert (player.name, player.person) == ("Ory Tünde", None)
    with pytest.raises(Refusal, match="person-gone"):
        delete_person(OPERATOR, two[1])


def test_who_may(two: tuple[Person, Person]) -> None:
    juror = organiser_of(Tournament.objects.get(slug="egy"), "zsuri", "juror")
    for user in (juror, User.objects.create_user("vendeg")):
        actor = Actor.of_user(user)
        with pytest.raises(PermissionDenied):
            merge_people(actor, *two)
        with pytest.raises(PermissionDenied):
            edit_person(actor, two[0], name="x", club="", town="")
        with pytest.raises(PermissionDenied):
            delete_person(actor, two[0])
    assert len(people()) == 2


# --- Its pages --------------------------------------------------------------------------------------------------------


@pytest.fixture
def desk_of(client: Client, two: tuple[Person, Person]) -> Client:
    client.force_login(organiser_of(Tournament.objects.get(slug="egy")))
    return client


def test_the_list(desk_of: Client, two: tuple[Person, Person]) -> None:
    page = sentence(desk_of.get(REGISTER))
    assert "2 személy" in page
    assert page.count("még 1 ilyen nevű") == 2
    Person.objects.create(name="Zab Zoé", town="Vác")
    for query, found in (
        ("?q=zoe", ["Zab Zoé"]),
        ("?q=vac", ["Zab Zoé"]),
        ("?q=ory+egri", ["Ory Tünde"]),
        ("?doubles=1", ["Ory Tünde", "Őry Tünde"]),
        ("?q=senki", []),
        ("", ["Ory Tünde", "Őry Tünde", "Zab Zoé"]),
        ("?page=99", ["Ory Tünde", "Őry Tünde", "Zab Zoé"]),
    ):
        assert [row.person.name for row in desk_of.get(REGISTER + query).context["rows"]] == found


def test_a_page_of_the_list_holds_a_hundred(desk_of: Client) -> None:
    Person.objects.bulk_create(Person(name=f"Ember {n:03}") for n in range(150))
    assert len(desk_of.get(REGISTER).context["rows"]) == 100
    assert len(desk_of.get(f"{REGISTER}?page=2").context["rows"]) == 52


def test_a_person(desk_of: Client, two: tuple[Person, Person]) -> None:
    page = sentence(desk_of.get(f"{REGISTER}{two[0].pk}/"))
    assert 'href="/t/egy/players/1/"' in page
    assert "Talán ugyanaz a személy:" in page
    desk_of.post(f"{REGISTER}{two[0].pk}/", {"name": "Őry Tünde", "club": "Eger", "town": "Maklár"})
    assert people()[0] == ("Őry Tünde", "Eger", "Maklár")
    response = desk_of.post(f"{REGISTER}{two[0].pk}/", {"name": ""})
    assert response.status_code == 422


def test_a_cup_of_others_that_is_a_draft_is_not_named(desk_of: Client, two: tuple[Person, Person]) -> None:
    Tournament.objects.filter(slug="ketto").update(state="draft", name="Titkos kupa")
    page = sentence(desk_of.get(f"{REGISTER}{two[1].pk}/"))
    assert "Titkos kupa" not in page
    assert "nem közzétett kupa" in page


def test_merging_by_page(desk_of: Client, two: tuple[Person, Person]) -> None:
    kept, gone = two
    page = sentence(desk_of.get(f"{REGISTER}{kept.pk}/merge/"))
    assert f'href="?other={gone.pk}"' in page
    page = sentence(desk_of.get(f"{REGISTER}{kept.pk}/merge/?other={gone.pk}"))
    assert "Ez a kettő ugyanaz a személy?" in page
    response = desk_of.post(f"{REGISTER}{kept.pk}/merge/", {"other": gone.pk}, follow=True)
    assert "Mostantól egyetlen bejegyzés: Őry Tünde (Eger)" in sentence(response)
    assert len(people()) == 1


@pytest.mark.parametrize("other", ["", "x", "0", "-1", "99999999", "9" * 40])
def test_merging_with_nobody(desk_of: Client, two: tuple[Person, Person], other: str) -> None:
    response = desk_of.post(f"{REGISTER}{two[0].pk}/merge/", {"other": other})
    assert response.status_code == 422
    assert len(people()) == 2


def test_deleting_by_page(desk_of: Client, two: tuple[Person, Person]) -> None:
    assert "1 kupán szerepel" in sentence(desk_of.get(f"{REGISTER}{two[1].pk}/delete/"))
    desk_of.post(f"{REGISTER}{two[1].pk}/delete/")
    assert people() == [("Őry Tünde", "Eger", "")]


@pytest.mark.parametrize("key", ["0", "99999999", "99999999999999999999999999"])
def test_nobody_of_that_key(desk_of: Client, key: str) -> None:
    for page in ("", "merge/", "delete/"):
        assert desk_of.get(f"{REGISTER}{key}/{page}").status_code == 404


def test_the_pages_take_the_same_queries_for_any_number(desk_of: Client, two: tuple[Person, Person]) -> None:
    paths = [REGISTER, f"{REGISTER}{two[0].pk}/", f"{REGISTER}{two[0].pk}/merge/"]

    def counted() -> list[int]:
        counts = []
        for path in paths:
            with CaptureQueriesContext(connection) as queries:
                assert desk_of.get(path).status_code == 200
            counts.append(len(queries))
        return counts

    before = counted()
    Person.objects.bulk_create(Person(name="Őry Tünde", club=f"Klub {n}") for n in range(80))
    for n in range(5):
        cup = empty_cup(f"tovabbi-{n}")
        Player.objects.create(tournament=cup, number=1, name="Őry Tünde", person=two[0])
    assert counted() == before


def test_the_list_of_players_suggests_people(desk_of: Client, two: tuple[Person, Person]) -> None:
    page = sentence(desk_of.get("/organise/egy/players/"))
    assert '<option value="Ory Tünde; Egri TK">' in page
    assert '<option value="Őry Tünde; Eger">' not in page
    # What is suggested has both in one field.
    desk_of.post("/organise/egy/players/", {"name": "Ory Tünde; Egri TK", "twice": "yes"})
    player = Player.objects.get(tournament__slug="egy", number=2)
    assert (player.name, player.club, player.person) == ("Ory Tünde", "Egri TK", two[1])
