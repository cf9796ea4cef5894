"""Series of cups: set up and edited, and what the public sees of them."""

from __future__ import annotations

from fractions import Fraction
from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from openpyxl import load_workbook
from pypdf import PdfReader

from scoring import queries
from scoring.actors import Actor
from scoring.exports.pdf.series import write_series as write_pdf
from scoring.exports.xlsx.series import write_series as write_xlsx
from scoring.models import AuditEntry, Person, Player, Series, Tournament
from scoring.services import (
    Refusal,
    SeriesFields,
    create_series,
    delete_series,
    edit_series,
    freeze,
    reopen_round,
    unpublish,
)
from tests.bench.cups import cup as generated
from tests.scoring.cups import OPERATOR, load, the_round
from tests.scoring.organiser.conftest import organiser_of, sentence
from tests.scoring.results.conftest import cup_of, round_of_totals

pytestmark = pytest.mark.django_db

NAMES = {1: "Anna", 2: "Béla", 3: "Cili", 4: "Dani"}
SPRING = {"1": 20, "2": 2, "3": -4, "4": -18}  # 10 8 6 4
SUMMER = {"2": 9, "1": 1, "3": 1, "4": -11}  # Béla 10, Anna and Cili 7, Dani 4
SECRET = {"4": 30, "3": -2, "2": -8, "1": -20}


@pytest.fixture
def spring(db: None) -> Tournament:
    return cup_of("tavasz", round_of_totals(1, SPRING), players=4, names=NAMES, name="Tavaszi", date="2026-04-18")


@pytest.fixture
def summer(db: None) -> Tournament:
    return cup_of("nyar", round_of_totals(1, SUMMER), players=4, names=NAMES, name="Nyári", date="2026-07-18")


@pytest.fixture
def draft(db: None) -> Tournament:
    """A cup that only its organisers see, with somebody of whom nobody knows."""
    names = NAMES | {4: "Titkos Tódor"}
    cup = cup_of("titok", round_of_totals(1, SECRET), players=4, names=names, name="Titkos", date="2026-09-18")
    unpublish(OPERATOR, cup)
    return cup


def series_of(*cups: Tournament, slug: str = "ev", **more: Any) -> Series:
    fields: dict[str, Any] = {
        "name": "Az év kupái",
        "is_public": True,
        "cups": frozenset(cup.pk for cup in cups),
    } | more
    return create_series(OPERATOR, slug, SeriesFields(**fields))


def lines(series: Series) -> list[tuple[int, bool, str, int | Fraction]]:
    table = queries.table_of_series(series)
    return [(line.rank, line.tied, line.name, line.total) for line in table.lines]


def test_by_points(spring: Tournament, summer: Tournament) -> None:
    assert lines(series_of(spring, summer)) == [
        (1, False, "Béla", 18),
        (2, False, "Anna", 17),
        (3, False, "Cili", 13),
        (4, False, "Dani", 8),
    ]
    assert lines(series_of(spring, summer, slug="egy", counted=1)) == [
        (1, True, "Anna", 10),
        (1, True, "Béla", 10),
        (3, False, "Cili", 7),
        (4, False, "Dani", 4),
    ]


def test_by_places(spring: Tournament, summer: Tournament) -> None:
    """Anna and Cili share 7 tournament points and 1 table point in summer: places 2 and 3."""
    assert lines(series_of(spring, summer, by="places")) == [
        (1, False, "Béla", 3),
        (2, False, "Anna", Fraction(7, 2)),
        (3, False, "Cili", Fraction(11, 2)),
        (4, False, "Dani", 8),
    ]


def test_people_are_known_by_the_register(spring: Tournament, summer: Tournament) -> None:
    series = series_of(spring, summer)
    Player.objects.update(person=None)
    assert len(lines(series)) == 4
    Player.objects.filter(tournament=summer, number=1).update(name="Annácska")
    assert len(lines(series)) == 5
    anna = Person.objects.create(name="Anna", club="Eger", town="Eger")
    Player.objects.filter(number=1).update(person=anna)
    assert lines(series)[1] == (2, False, "Annácska", 17)


# --- What the public sees ---------------------------------------------------------------------------------------------


def test_the_page(spring: Tournament, summer: Tournament) -> None:
    series_of(spring, summer, counted=1)
    page = Client().get("/series/ev/")
    text = sentence(page)
    assert page.status_code == 200
    assert "A sorozat állása" in text
    assert "(8)" in text and "(7)" in text
    assert 'href="/t/nyar/players/2/"' in text
    assert "Az év kupái" in sentence(Client().get("/series/"))
    assert 'href="/series/ev/"' in sentence(Client().get("/"))
    assert 'href="/series/ev/"' in sentence(Client().get("/t/nyar/"))


def test_a_draft_cup_does_not_leak(spring: Tournament, draft: Tournament, client: Client) -> None:
    series = series_of(spring, draft)
    client.force_login(organiser_of(draft))
    series.organisers.add(me())
    for visitor in (Client(), client):
        for path in ("/series/ev/", "/series/", "/"):
            page = visitor.get(path)
            assert "Titkos" not in page.text and "titok" not in page.text, path
        found = load_workbook(BytesIO(visitor.get("/series/ev.xlsx").content))
        cells = [str(cell.value) for sheet in found for row in sheet.iter_rows() for cell in row]
        assert not [text for text in cells if "Titkos" in text]
        assert "Titkos" not in pdf_text(visitor.get("/series/ev.pdf").content)
    assert "Anna" in Client().get("/series/ev/").text
    assert [line[3] for line in lines(series)] == [10, 8, 6, 4]
    # Who may edit the series is told why it is not in the table.
    assert "Még nincs közzétéve, ezért nincs benne" in sentence(client.get("/organise/_series/ev/"))


def test_a_frozen_cup_is_as_the_public_sees_it(spring: Tournament) -> None:
    cup = cup_of(
        "ket", round_of_totals(1, SUMMER), round_of_totals(2, SECRET), players=4, names=NAMES, date="2026-08-01"
    )
    series = series_of(spring, cup)
    before = lines(series)
    etag = Client().get("/series/ev/")["ETag"]
    freeze(OPERATOR, cup, 1)
    page = Client().get("/series/ev/", headers={"if-none-match": etag})
    assert page.status_code == 200
    assert "előzetes" in page.text
    assert lines(series) != before
    assert lines(series)[0] == (1, False, "Béla", 18)
    freeze(OPERATOR, cup, 0)
    table = queries.table_of_series(series)
    assert ([cup.slug for cup in table.to_come], [line.total for line in table.lines]) == (["ket"], [10, 8, 6, 4])


def test_an_open_round_makes_it_provisional(spring: Tournament, summer: Tournament) -> None:
    series = series_of(spring, summer)
    assert not queries.table_of_series(series).provisional
    reopen_round(OPERATOR, the_round(summer), "elírás")
    assert queries.table_of_series(series).provisional
    assert "A sorozat előzetes állása" in sentence(Client().get("/series/ev/"))


def test_a_series_that_is_not_public(spring: Tournament, client: Client) -> None:
    series = series_of(spring, is_public=False)
    client.force_login(organiser_of(spring))
    paths = ["/series/ev/", "/series/ev.pdf", "/series/ev.xlsx", "/series/ev/exports/series.pdf"]
    for path in paths:
        assert Client().get(path).status_code == 404
        assert Client().get(path, headers={"if-none-match": "*"}).status_code == 404
        assert client.get(path).status_code == 404
    assert "Az év kupái" not in Client().get("/series/").text + Client().get("/").text + Client().get("/t/tavasz/").text
    series.organisers.add(me())
    assert [client.get(path).status_code for path in paths] == [200] * 4


@pytest.mark.parametrize("path", ["", ".pdf", ".xlsx", "/exports/series.pdf", "/exports/series.xlsx"])
def test_etags(spring: Tournament, summer: Tournament, path: str) -> None:
    series = series_of(spring)
    address = f"/series/ev{path or '/'}"
    client = Client()
    etag = client.get(address)["ETag"]
    with CaptureQueriesContext(connection) as found:
        assert client.get(address, headers={"if-none-match": etag}).status_code == 304
    assert len(found) == 1
    edit_series(OPERATOR, series, SeriesFields("Az év kupái", is_public=True, cups=frozenset([summer.pk])), 1)
    assert client.get(address, headers={"if-none-match": etag}).status_code == 200
    etag = client.get(address)["ETag"]
    reopen_round(OPERATOR, the_round(summer), "elírás")
    assert client.get(address, headers={"if-none-match": etag}).status_code == 200
    assert client.post(address).status_code == 405
    assert client.get("/series/nincs/").status_code == 404


def test_the_start_page_and_the_cups_page_know_of_changes(spring: Tournament) -> None:
    client = Client()
    tags = {path: client.get(path)["ETag"] for path in ("/", "/series/", "/t/tavasz/")}
    series = series_of(spring)
    for path, etag in tags.items():
        assert client.get(path, headers={"if-none-match": etag}).status_code == 200, path
    tags = {path: client.get(path)["ETag"] for path in tags}
    edit_series(OPERATOR, series, SeriesFields("Más név", is_public=True, cups=frozenset([spring.pk])), 1)
    for path, etag in tags.items():
        page = client.get(path, headers={"if-none-match": etag})
        assert (page.status_code, "Más név" in page.text) == (200, True), path


def test_as_many_queries_for_many_cups_as_for_few() -> None:
    few = [load(generated(8, rounds=1, slug=f"kis-{n}", seed=n)) for n in range(2)]
    many = [load(generated(21, rounds=2, slug=f"nagy-{n}", seed=n)) for n in range(5)]
    series_of(*few, slug="kevés".replace("é", "e")), series_of(*many, slug="sok")
    counts = []
    for slug in ("keves", "sok"):
        with CaptureQueriesContext(connection) as found:
            assert Client().get(f"/series/{slug}/").status_code == 200
        counts.append(len(found))
    assert counts[0] == counts[1] <= 9


# --- Files ------------------------------------------------------------------------------------------------------------


def pdf_text(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)


def test_the_workbook(spring: Tournament, summer: Tournament) -> None:
    file = BytesIO()
    write_xlsx(file, queries.table_of_series(series_of(spring, summer, by="places", counted=1)), "hu", timezone.now())
    sheet, notes = load_workbook(file).worksheets
    rows = [list(row) for row in sheet.iter_rows(values_only=True)]
    cups = ["Tavaszi, 2026.04.18.", "számít", "Nyári, 2026.07.18.", "számít"]
    assert rows[0] == ["Helyezés", "Név", "Klub", "Kupák", "Összesen", *cups]
    assert rows[1] == [1, "Anna", None, 2, 1, 1, "igen", 2.5, "nem"]
    assert [row[4] for row in rows[1:]] == [1, 1, 2.5, 4]
    assert "A helyezések összege számít: a legkisebb van elöl." in str(notes.cell(2, 1).value)


def test_the_pdf(spring: Tournament, summer: Tournament) -> None:
    player = summer.players.get(number=1)
    Player.objects.filter(pk=player.pk).update(name="Űrmérő Őrs " * 8, person=None)
    file = BytesIO()
    write_pdf(file, queries.table_of_series(series_of(spring, summer, by="places")), "hu", timezone.now())
    text = pdf_text(file.getvalue())
    assert "Az év kupái" in text and "Űrmérő Őrs" in text
    assert "A sorozat állása" in text and "5*" in text
    assert "nem játszott" in text


def test_a_pdf_of_many_cups() -> None:
    cups = [cup_of(f"k-{n}", round_of_totals(1, SPRING), players=4, names=NAMES, name=f"Kupa {n}") for n in range(11)]
    file = BytesIO()
    write_pdf(file, queries.table_of_series(series_of(*cups)), "en", timezone.now())
    text = pdf_text(file.getvalue())
    assert "Further cups" in text and "Kupa 10" in text


@pytest.mark.parametrize("language", ["hu", "en"])
def test_files_of_nothing(db: None, language: str) -> None:
    table = queries.table_of_series(series_of())
    write_pdf(BytesIO(), table, language, timezone.now())
    write_xlsx(BytesIO(), table, language, timezone.now())
    page = Client().get("/series/ev/", headers={"accept-language": language})
    assert page.status_code == 200


# --- Setting up and editing -------------------------------------------------------------------------------------------


@pytest.fixture
def organiser(client: Client, spring: Tournament, summer: Tournament) -> Client:
    """Who organises the cups of spring and summer."""
    user = organiser_of(spring)
    organiser_of(summer)
    client.force_login(user)
    return client


def me() -> User:
    """Who is logged in."""
    return User.objects.get(username="rendező")


def test_a_series_is_set_up(organiser: Client, spring: Tournament, draft: Tournament) -> None:
    form = organiser.get("/organise/_series/_new/").context["form"]
    assert [label for _key, label in form.fields["cups"].choices] == ["Nyári (2026.07.18.)", "Tavaszi (2026.04.18.)"]
    data = {"name": "2026-os sorozat", "by": "places", "counted": "3", "cups": [str(spring.pk)], "is_public": "on"}
    response = organiser.post("/organise/_series/_new/", data, follow=True)
    assert "A sorozat létrejött." in sentence(response)
    series = Series.objects.get(slug="2026-os-sorozat")
    assert (series.by, series.counted, series.is_public) == ("places", 3, True)
    assert [cup.slug for cup in series.cups.all()] == ["tavasz"]
    assert [user.username for user in series.organisers.all()] == ["rendező"]
    entry = AuditEntry.objects.filter(tournament=spring).first()
    assert entry is not None
    assert (entry.action, entry.details) == ("join_series", {"name": "2026-os sorozat"})
    assert "felvette a kupát ebbe a sorozatba: „2026-os sorozat”" in sentence(organiser.get("/organise/tavasz/audit/"))
    assert "2026-os sorozat" in sentence(organiser.get("/organise/_series/"))


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 101}, "name"),
        ({"by": "luck"}, "by"),
        ({"by": ""}, "by"),
        ({"counted": "0"}, "counted"),
        ({"counted": "100"}, "counted"),
        ({"cups": ["x"]}, "cups"),
        ({"slug": "Nagy Szó"}, "slug"),
        ({"slug": "ev"}, "slug"),
    ],
)
def test_bad_input_stands_at_its_field(organiser: Client, changed: dict[str, Any], field: str) -> None:
    series_of()
    data = {"name": "Sorozat", "by": "places", "counted": "", "slug": ""} | changed
    response = organiser.post("/organise/_series/_new/", data)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert Series.objects.count() == 1


def test_cups_of_others_cannot_be_put_into_it(organiser: Client, draft: Tournament) -> None:
    data = {"name": "Sorozat", "by": "places", "cups": [str(draft.pk)]}
    assert organiser.post("/organise/_series/_new/", data).status_code == 422
    actor = Actor.of_user(User.objects.get(username="rendező"))
    with pytest.raises(Refusal) as refused:
        create_series(actor, "ev", SeriesFields("Sorozat", cups=frozenset([draft.pk])))
    assert [problem.code for problem in refused.value.problems] == ["series-foreign-cup"]
    assert Series.objects.count() == 0


def test_cups_of_others_that_are_in_it_may_stay_or_go(organiser: Client, spring: Tournament, draft: Tournament) -> None:
    series = series_of(spring, draft)
    series.organisers.add(me())
    data = {"name": "Sorozat", "by": "places", "is_public": "on", "seen": "1", "organisers": [str(me().pk)]}
    organiser.post("/organise/_series/ev/", data | {"cups": [str(draft.pk), str(spring.pk)]})
    assert series.cups.count() == 2
    organiser.post("/organise/_series/ev/", data | {"cups": [str(spring.pk)], "seen": "2"})
    assert [cup.slug for cup in series.cups.all()] == ["tavasz"]
    actions = list(AuditEntry.objects.filter(tournament=draft).order_by("pk").values_list("action", flat=True))
    assert actions[-2:] == ["edit_series", "leave_series"]


def test_somebody_else_was_quicker(organiser: Client, spring: Tournament) -> None:
    series = series_of(spring)
    series.organisers.add(me())
    page = organiser.get("/organise/_series/ev/")
    edit_series(OPERATOR, series, SeriesFields("Új név", is_public=True, cups=frozenset([spring.pk])), 1)
    data = {
        "name": "Más név",
        "by": "places",
        "organisers": [str(me().pk)],
        "seen": str(page.context["form"]["seen"].value()),
    }
    response = organiser.post("/organise/_series/ev/", data)
    assert response.status_code == 422
    assert "közben valaki más módosította" in sentence(response)
    series.refresh_from_db()
    assert series.name == "Új név"
    same = data | {
        "name": "Új név",
        "by": "tournament-points",
        "is_public": "on",
        "cups": [str(spring.pk)],
        "seen": "2",
    }
    assert "Nem változott semmi." in sentence(organiser.post("/organise/_series/ev/", same, follow=True))


def test_who_may_edit_it_is_chosen_from_the_organisers_of_its_cups(organiser: Client, spring: Tournament) -> None:
    series = series_of(spring)
    other, stranger = organiser_of(spring, "társrendező"), User.objects.create_user("valaki")
    series.organisers.add(me())
    page = "/organise/_series/ev/"
    form = organiser.get(page).context["form"]
    assert [label for _key, label in form.fields["organisers"].choices] == ["rendező", "társrendező"]
    data = {"name": "Az év kupái", "by": "tournament-points", "is_public": "on", "cups": [str(spring.pk)], "seen": "1"}
    for chosen, said in (
        ([], "válasszon ki legalább egy rendezőt"),
        ([str(stranger.pk)], ""),
        (["x"], ""),
    ):
        response = organiser.post(page, data | {"organisers": chosen})
        assert response.status_code == 422 and said in sentence(response)
        assert list(response.context["form"].errors) == ["organisers"]
    with pytest.raises(Refusal) as refused:
        fields = SeriesFields("x", cups=frozenset([spring.pk]), organisers=frozenset([stranger.pk]))
        edit_series(Actor.of_user(me()), series, fields, 1)
    assert [problem.code for problem in refused.value.problems] == ["series-foreign-organiser"]
    assert list(series.organisers.all()) == [me()]

    organiser.post(page, data | {"organisers": [str(me().pk), str(other.pk)]})
    assert set(series.organisers.all()) == {me(), other}
    entry = AuditEntry.objects.filter(tournament=spring).first()
    assert entry is not None and (entry.action, entry.actor) == ("edit_series", "rendező")
    # Who leaves it to the other cannot see it any more.
    response = organiser.post(page, data | {"organisers": [str(other.pk)], "seen": "2"})
    assert response["Location"] == "/organise/_series/"
    assert organiser.get(page).status_code == 403


def test_a_series_is_deleted_and_its_cups_stay(organiser: Client, spring: Tournament) -> None:
    series = series_of(spring)
    series.organisers.add(me())
    assert "Törli a sorozatot?" in sentence(organiser.get("/organise/_series/ev/remove/"))
    organiser.post("/organise/_series/ev/remove/")
    assert (Series.objects.count(), Tournament.objects.filter(slug="tavasz").count()) == (0, 1)
    with pytest.raises(Refusal) as refused:
        delete_series(OPERATOR, series)
    assert [problem.code for problem in refused.value.problems] == ["series-gone"]


def test_who_may(organiser: Client, spring: Tournament) -> None:
    series = series_of(spring)
    # Organises a cup of the series, not the series.
    for path in ("/organise/_series/ev/", "/organise/_series/ev/remove/"):
        assert organiser.get(path).status_code == organiser.post(path).status_code == 403
    assert organiser.get("/organise/_series/nincs/").status_code == 404
    stranger = Client()
    stranger.force_login(User.objects.create_user("valaki"))
    for path in ("/organise/_series/ev/", "/organise/_series/nincs/"):
        assert stranger.get(path).status_code == 403
        assert Client().get(path).status_code == 302
    data = {"name": "Sorozat", "by": "places"}
    assert stranger.post("/organise/_series/_new/", data).status_code == 200
    assert Series.objects.count() == 1
    actor = Actor.of_user(User.objects.get(username="valaki"))
    with pytest.raises(PermissionDenied):
        create_series(actor, "uj", SeriesFields("Sorozat"))
    with pytest.raises(PermissionDenied):
        edit_series(actor, series, SeriesFields("Sorozat"), 1)
    with pytest.raises(PermissionDenied):
        delete_series(actor, series)


def test_a_final_cup_joins_as_well(spring: Tournament) -> None:
    Tournament.objects.update(state="final")
    series_of(spring)
    spring.refresh_from_db()
    assert spring.series.count() == 1
