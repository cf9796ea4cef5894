"""What a cup says of itself, and its state."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from openpyxl import load_workbook

from scoring.models import AuditEntry, Round, Tournament
from scoring.services import close_round, freeze
from tests.scoring.cups import OPERATOR, document, load, played, table, the_round
from tests.scoring.organiser.conftest import organiser_of, sentence

pytestmark = pytest.mark.django_db

SETTINGS = "/organise/kupa/settings/"


def form_of(page: Any, **changed: str) -> dict[str, str]:
    """What a browser would send: the fields as they stand in the page, some changed, and what they were."""
    form = page.context["form"]
    data = {}
    for name in form.fields:
        value = form[name].value()
        text = value.isoformat() if hasattr(value, "isoformat") else str(value)
        data[name] = data[f"initial-{name}"] = text
    return data | changed


def body(response: Any) -> bytes:
    """What a file has in it, sent at once or as a stream."""
    return b"".join(response.streaming_content) if response.streaming else response.content


def test_it_works(desk: Client, cup: Tournament) -> None:
    page = desk.get(SETTINGS)
    assert 'name="initial-venue"' in page.content.decode()
    assert 'name="initial-tie_break"' in page.content.decode()
    response = desk.post(SETTINGS, form_of(page, name="Téli kupa", date="2026-12-24"), follow=True)
    assert "Elmentve." in sentence(response)
    cup.refresh_from_db()
    assert (cup.name, cup.date.isoformat(), cup.venue) == ("Téli kupa", "2026-12-24", "Győr")
    entry = AuditEntry.objects.first()
    assert entry is not None
    assert entry.details["changed"]["name"] == ["Őszi kupa", "Téli kupa"]


def test_nothing_changed(desk: Client, cup: Tournament) -> None:
    response = desk.post(SETTINGS, form_of(desk.get(SETTINGS)), follow=True)
    assert "Nem változott semmi." in sentence(response)
    cup.refresh_from_db()
    assert cup.revision == 1


@pytest.mark.parametrize(
    ("changed", "field"),
    [({"name": ""}, "name"), ({"rounds_planned": "100"}, "rounds_planned"), ({"tie_break": "x"}, "tie_break")],
)
def test_bad_input_stands_at_its_field(desk: Client, changed: dict[str, str], field: str) -> None:
    response = desk.post(SETTINGS, form_of(desk.get(SETTINGS), **changed))
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]


def test_fewer_rounds_than_there_are(desk: Client, cup: Tournament) -> None:
    Round.objects.create(tournament=cup, number=2)
    response = desk.post(SETTINGS, form_of(desk.get(SETTINGS), rounds_planned="1"))
    assert "Már 2 forduló van." in str(response.context["form"].errors["rounds_planned"])


def test_two_edit_different_fields_and_both_are_kept(desk: Client, cup: Tournament) -> None:
    first = desk.get(SETTINGS)
    desk.post(SETTINGS, form_of(desk.get(SETTINGS), venue="Sopron"))
    desk.post(SETTINGS, form_of(first, name="Téli kupa"))
    cup.refresh_from_db()
    assert (cup.name, cup.venue) == ("Téli kupa", "Sopron")


def test_two_edit_the_same_field_and_the_second_is_told(desk: Client, cup: Tournament) -> None:
    first = desk.get(SETTINGS)
    desk.post(SETTINGS, form_of(desk.get(SETTINGS), venue="Sopron"))
    response = desk.post(SETTINGS, form_of(first, venue="Pécs"))
    assert response.status_code == 422
    assert "Sopron" in str(response.context["form"].errors["venue"])
    cup.refresh_from_db()
    assert cup.venue == "Sopron"


def test_the_rules_change_only_while_there_are_no_deals(desk: Client, cup: Tournament, client: Client) -> None:
    assert "ruleset_id" not in desk.get(SETTINGS).context["form"].fields
    empty = load(document(players=4, slug="ures"))
    organiser_of(empty, "rendező")
    page = desk.get("/organise/ures/settings/")
    desk.post("/organise/ures/settings/", form_of(page, ruleset_id="magas-2018"))
    empty = Tournament.objects.get(slug="ures")
    assert (empty.ruleset_id, empty.rules.id) == ("magas-2018", "magas-2018")
    # A deal comes in between opening the form and saving it.
    page = desk.get("/organise/ures/settings/")
    load(document(table(1, [1, 2, 3, 4], [played(1, 1, 2)]), slug="ures"), replace=True)
    response = desk.post("/organise/ures/settings/", form_of(page, ruleset_id="itvb-2019"))
    assert response.status_code == 302
    assert Tournament.objects.get(slug="ures").ruleset_id == "kupa-2005"


def test_publish_and_back(desk: Client, cup: Tournament) -> None:
    desk.post(f"{SETTINGS}draft/")
    assert Client().get("/t/kupa/").status_code == 404
    response = desk.post(f"{SETTINGS}draft/", follow=True)
    assert "A kupa nincs közzétéve." in sentence(response)
    desk.post(f"{SETTINGS}publish/")
    assert Client().get("/t/kupa/").status_code == 200


def test_final_and_back(desk: Client, cup: Tournament) -> None:
    response = desk.post(f"{SETTINGS}final/")
    assert response.status_code == 422
    assert "Még nem lezárt fordulók: 1." in sentence(response)
    close_round(OPERATOR, the_round(cup), "elég volt")
    assert "A tervezett 2 fordulóból csak 1 zajlott le." in sentence(desk.get(f"{SETTINGS}final/"))
    desk.post(f"{SETTINGS}final/")
    cup.refresh_from_db()
    assert cup.is_final
    # Nothing is written any more, and a form that was open says so.
    response = desk.post("/organise/kupa/players/", {"name": "Késő Kálmán"})
    assert response.status_code == 422
    assert "már semmi sem módosítható" in sentence(response)
    assert 'value="Késő Kálmán"' in response.content.decode()
    assert desk.post(f"{SETTINGS}final/take-back/", {"reason": " "}).status_code == 422
    desk.post(f"{SETTINGS}final/take-back/", {"reason": "elfogadott óvás"})
    cup.refresh_from_db()
    assert cup.state == "published"
    entry = AuditEntry.objects.first()
    assert entry is not None
    assert (entry.action, entry.details) == ("take_back_final", {"reason": "elfogadott óvás"})


@pytest.fixture
def two_rounds(db: None) -> Tournament:
    """A cup of two rounds with a paper table each, and an XXI caught in the second."""
    caught = played(1, 1, 2, silent=[{"figure": "xxi-catch", "by": 1, "catcher": 1, "victim": 3}])
    cup = document(players=4, slug="kupa", rounds_planned=2)
    totals = {"1": 9, "2": -3, "3": -3, "4": -3}
    cup["rounds"] = [
        {"number": 1, "closed": True, "tables": [table(1, [1, 2, 3, 4], totals=totals)]},
        {"number": 2, "closed": False, "tables": [table(1, [1, 2, 3, 4], [caught])]},
    ]
    return load(cup)


def test_freezing(two_rounds: Tournament, client: Client) -> None:
    public = Client()
    client.force_login(organiser_of(two_rounds))
    before = public.get("/t/kupa/standings.json").json()["standings"]
    tag = public.get("/t/kupa/")["ETag"]
    response = client.post(f"{SETTINGS}freeze/", {"after_round": "1"}, follow=True)
    assert "A nyilvános állás befagyasztva" in sentence(response)
    page = public.get("/t/kupa/", headers={"if-none-match": tag})
    assert page.status_code == 200
    assert "az eredményhirdetésig be van fagyasztva" in sentence(page)
    after = public.get("/t/kupa/standings.json").json()
    assert (before[0]["rounds"][-1]["round"], after["standings"][0]["rounds"][-1]["round"]) == (2, 1)
    assert not after["provisional"]
    for path in ("rounds/2/", "rounds/2/tables/1/"):
        assert public.get(f"/t/kupa/{path}").status_code == 404
        assert client.get(f"/t/kupa/{path}").status_code == 200
    assert public.get("/t/kupa/captures/").context["rows"] == []
    assert len(public.get("/t/kupa/players/1/").context["parts"]) == 1
    assert public.get("/t/kupa/exports/rounds/2.pdf").status_code == 404
    sheets = load_workbook(BytesIO(body(public.get("/t/kupa/exports/tournament.xlsx")))).sheetnames
    everything = load_workbook(BytesIO(body(client.get("/t/kupa/exports/tournament.xlsx")))).sheetnames
    assert len(sheets) < len(everything)
    assert len(public.get("/t/kupa/exports/tournament.json").json()["rounds"]) == 1
    assert len(client.get("/t/kupa/exports/tournament.json").json()["rounds"]) == 2
    assert "A közönség az 1. forduló utáni állást látja" in sentence(client.get(SETTINGS))
    client.post(f"{SETTINGS}unfreeze/")
    assert public.get("/t/kupa/rounds/2/").status_code == 200
    assert "nincs befagyasztva" in sentence(client.post(f"{SETTINGS}unfreeze/", follow=True))


def test_frozen_before_any_result(two_rounds: Tournament) -> None:
    freeze(OPERATOR, two_rounds, 0)
    page = Client().get("/t/kupa/")
    assert page.status_code == 200
    assert "Az eredmények akkor lesznek láthatók." in sentence(page)


@pytest.mark.parametrize("after", ["3", "-1", "x", ""])
def test_freezing_at_a_round_that_is_not_there(two_rounds: Tournament, client: Client, after: str) -> None:
    client.force_login(organiser_of(two_rounds))
    response = client.post(f"{SETTINGS}freeze/", {"after_round": after})
    assert response.status_code == 422
    assert list(response.context["freeze_form"].errors) == ["after_round"]
    two_rounds.refresh_from_db()
    assert two_rounds.frozen_after is None


def test_final_shows_everything(two_rounds: Tournament, client: Client) -> None:
    client.force_login(organiser_of(two_rounds))
    freeze(OPERATOR, two_rounds, 1)
    close_round(OPERATOR, the_round(two_rounds, 2), "idő")
    client.post(f"{SETTINGS}final/")
    assert Client().get("/t/kupa/rounds/2/").status_code == 200
