"""A cup by the rules of another Moravian table, one added file: no melds, no Warszawa, other units, on every page."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

import rules
from rules import rulesetfile
from scoring.exports.document import dump
from scoring.models import Membership, Tournament
from scoring.services import Refusal, close_round, enter_paper
from tests.rules.house import forget
from tests.rules.test_taroky_house import XIX, changed, without_melds
from tests.scoring.cups import OPERATOR, document, load, points_of, table, the_deal, the_round, the_table
from tests.scoring.table.calling import Phone

pytestmark = pytest.mark.django_db

CHANGES = [
    ('id = "taroky-xix"', 'id = "opava-2026"'),
    ('hu = "Taroky (XIX-hívó)", en = "Taroky (calling the XIX)"', 'hu = "Opavai taroky", en = "Taroky of Opava"'),
    ('short = "Taroky"', 'short = "Opava"'),
    ('cs = "sólo", value = 6 }', 'cs = "sólo", value = 10 }'),
]
SOLO: dict[str, Any] = {"bid": "solo", "declarer": 2, "card_points": 41}
DESK = "/organise/kupa/"


def house_file() -> str:
    """Ours, with solo at 10 and neither melds nor Warszawa."""
    text = without_melds(changed(XIX, *CHANGES))
    text = re.sub(r"\n\[warsaw\]\n.*?\n\n", "\n", text, flags=re.DOTALL)
    return re.sub(r'\n  \{ id = "warsaw".*?\},?', "", text)


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    folder = tmp_path / "rulesets"
    folder.mkdir()
    for path in rulesetfile.FOLDER.glob("*.toml"):
        shutil.copy(path, folder)
    (folder / "opava-2026.toml").write_text(house_file(), encoding="utf-8")
    monkeypatch.setattr(rulesetfile, "FOLDER", folder)
    forget()
    yield
    monkeypatch.undo()
    forget()


@pytest.fixture
def cup() -> Tournament:
    deals = [{"number": 1, **SOLO}, {"number": 2, "bid": "first", "declarer": 3, "partner": 1, "card_points": 30}]
    tables = [table(1, [1, 2, 3, 4], deals), table(2, [5, 6, 7, 8, 9])]
    return load(document(*tables, players=9, ruleset="opava-2026", slug="kupa"))


@pytest.fixture
def desk(client: Client, cup: Tournament) -> Client:
    user = User.objects.create_user("rendezo")
    Membership.objects.create(user=user, tournament=cup, role="organiser")
    client.force_login(user)
    client.cookies["django_language"] = "hu"
    return client


def test_its_units(cup: Tournament) -> None:
    assert not rules.get_ruleset("opava-2026").has_shares
    assert points_of(the_deal(cup, 1)) == {2: 180, 3: -60, 4: -60, 1: -60}
    assert points_of(the_deal(cup, 2)) == {3: -5, 1: -5, 2: 5, 4: 5}


def test_its_pages(desk: Client) -> None:
    page = desk.get("/t/kupa/rules/").text
    assert "Opavai taroky" in page and "sólo" in page
    assert ">Meldunekek<" not in page and "meldunekre" not in page and "Varsó" not in page and "varšava" not in page
    paths = ["/t/kupa/", "/t/kupa/rounds/1/", "/t/kupa/rounds/1/tables/1/", "/t/kupa/players/2/", "/t/kupa/statistics/"]
    paths += [f"{DESK}rounds/1/tables/1/", f"{DESK}rounds/1/tables/1/deals/1/", f"{DESK}rounds/1/tables/1/deals/new/"]
    for path in paths:
        found = desk.get(path)
        assert found.status_code == 200, path
        assert "meld" not in re.sub(r"<(link|script)[^>]*>", "", found.text), path
        assert 'value="warsaw"' not in found.text, path


def test_its_deals_are_entered(desk: Client, cup: Tournament) -> None:
    form = desk.get(f"{DESK}rounds/1/tables/1/deals/new/").text
    assert 'value="solo"' in form and 'value="trojka"' in form and "renonsz" not in form
    typed = {"outcome": "played", "bid": "solo", "declarer": "2", "card_points": "36", "action": "save", "number": "3"}
    position = re.findall(r'name="(position|expected_position|token|key)"[^>]*value="([^"]*)"', form)
    answer = desk.post(f"{DESK}rounds/1/tables/1/deals/new/", typed | dict(position))
    assert answer.status_code == 302, answer.text
    assert points_of(the_deal(cup, 3)) == {2: 30, 1: -10, 3: -10, 4: -10}
    phone = Phone(the_table(cup))
    assert phone.enter({"number": 4, **SOLO, "entered_by": 2}).status_code == 201
    refused = phone.enter({"number": 5, **SOLO, "melds": [{"meld": "trul", "by": 2}], "entered_by": 2})
    assert [error["code"] for error in refused.json()["errors"]] == ["unknown-meld"]
    page = phone.client.get(f"{phone.link}/", headers={"accept-language": "hu"})
    assert page.status_code == 200 and 'value="warsaw"' not in page.text


def test_its_paper_is_whole_and_its_prints_and_files_are_made(desk: Client, cup: Tournament, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="bad-type"):
        enter_paper(OPERATOR, the_table(cup, 2), "totals", {5: Fraction(1, 3), 6: Fraction(-1, 3), 7: 0, 8: 0, 9: 0})
    enter_paper(OPERATOR, the_table(cup, 2), "totals", {5: 7, 6: -7, 7: 0, 8: 0, 9: 0})
    close_round(OPERATOR, the_round(cup), "rövid este")
    for name in ("exports/tournament.pdf", "exports/tournament.xlsx", "exports/standings.pdf", "standings.csv"):
        assert desk.get(f"/t/kupa/{name}").status_code == 200, name
    for name in ("score-sheets", "all"):
        assert desk.get(f"{DESK}print/rounds/1/{name}.pdf").status_code == 200, name
    written = dump(cup)
    again = load({**written, "slug": "masik"})
    assert dump(again)["rounds"] == written["rounds"]
