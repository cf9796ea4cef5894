"""Cases before the jury on the public pages: marked where they wait, and told where they were decided."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from scoring.actors import Actor
from scoring.models import Case, Player, Tournament
from scoring.services import Verdict, close_round, open_case, rule_orally, vote
from tests.scoring.cups import OPERATOR, document, load, played, table, the_round, the_table
from tests.scoring.pages.test_query_counts import queries_of
from tests.scoring.table.paging import text_of
from tests.scoring.test_jury import jury

pytestmark = pytest.mark.django_db

TRULL = {"figure": "trull", "by": 2, "made": True}
ROUND, TABLE, BEAMER = "/t/kupa/rounds/1/", "/t/kupa/rounds/1/tables/7/", "/t/kupa/beamer/"


def cup_of(ruleset: str = "kupa-2005", deals: int = 2, slug: str = "kupa") -> Tournament:
    records = [played(number, 2, 4, announcements=[TRULL]) for number in range(1, deals + 1)]
    at = table(7, [1, 2, 3, 4], records)
    return load(document(at, table(8, [5, 6, 7, 8]), players=8, ruleset=ruleset, slug=slug))


def before_jury(cup: Tournament, position: int = 1, rule: str = "9.2", sanction: str = "renonsz") -> Case:
    at = the_table(cup, 7)
    place: dict[str, Any] = {"table": at, "deal": at.deals.get(position=position), "offender": 3}
    found = open_case(OPERATOR, cup, rule=rule, sanction=sanction, askers=(1, 2), **place)
    return Case.objects.select_related("table__round").get(pk=found.pk)


def decide(cup: Tournament, case: Case, verdict: Verdict) -> None:
    rule_orally(OPERATOR, case, [member.pk for member in jury(cup, None, None, None)], verdict)


def chips(page: Any) -> list[str]:
    return re.findall(r'<span class="chip is-amber(?: is-call)?">(.*?)</span>', page.content.decode())


def test_it_is_marked_and_counts_for_nothing(english: Client) -> None:
    cup = cup_of()
    before_jury(cup)
    assert chips(english.get(ROUND)) == ["before the jury", "1 case before the jury"]
    page = english.get(TABLE)
    assert chips(page) == ["before the jury", "before the jury (case 1)"]
    said = text_of(page)
    # The line of the sheet, the running total of the next deal, and no payout where nothing is paid.
    assert "1. before the jury 2. −5 −5 +5 +5 −5 −5 +5 +5" in said or "1. before the jury 2." in said
    assert said.count("Why?") == 1
    assert "Nothing of it counts until it is decided." in said
    assert chips(english.get(BEAMER)) == ["jury to table 7"]
    player = text_of(english.get("/t/kupa/players/3/"))
    assert "before the jury" in player


def test_in_hungarian_the_article_fits(client: Client) -> None:
    cup = cup_of()
    before_jury(cup)
    client.cookies["django_language"] = "hu"
    assert chips(client.get(BEAMER)) == ["zsűri a 7. asztalhoz"]


def test_the_outcome_has_its_paragraph_and_no_reasons(english: Client) -> None:
    cup = cup_of()
    decide(cup, before_jury(cup), Verdict("renonsz", None, "titkos indok"))
    page = english.get(TABLE)
    assert '<span class="chip">jury: renonsz, Kupa 9.2</span>' in page.content.decode()
    assert "titkos indok" not in page.content.decode()
    assert chips(page) == []
    assert chips(english.get(BEAMER)) == []


def test_a_closed_round_stays_provisional(english: Client) -> None:
    cup = cup_of()
    case = before_jury(cup)
    close_round(OPERATOR, the_round(cup), "hazamentek")
    said = text_of(english.get("/t/kupa/"))
    assert "Provisional standings" in said
    assert "A case of a closed round is still before the jury" in said
    assert "Provisional: a case of it is still before the jury." in text_of(english.get(ROUND))
    assert "Provisional standings" in text_of(english.get(BEAMER))
    assert case.is_open


def test_a_table_that_votes_itself_calls_nobody(english: Client) -> None:
    cup = cup_of("magas-2018")
    case = before_jury(cup, rule="14", sanction="vote")
    assert chips(english.get(BEAMER)) == []
    assert "before the jury" in text_of(english.get(BEAMER))
    at = Actor.at_table(the_table(cup, 7))
    for number, choice in ((4, "redeal"), (1, "enforce"), (2, "continue")):
        vote(at, case, Player.objects.get(tournament=cup, number=number), choice)
    assert chips(english.get(BEAMER)) == ["jury to table 7"]


def test_the_kassza_says_what_is_not_decided(english: Client) -> None:
    cup = load(
        document(
            table(
                7,
                [1, 2, 3, 4],
                [played(1, 2, 4, announcements=[{"figure": "pagat-ultimo", "by": 2, "made": True}])],
            ),
            players=4,
            ruleset="magas-2018",
            slug="kupa",
        )
    )
    assert "Pagát ultimó" in text_of(english.get(TABLE))
    before_jury(cup, rule="14", sanction="vote")
    kassza = text_of(english.get(TABLE)).partition("Pagátkassza")[2].partition("Deal by deal")[0]
    assert "before the jury" in kassza


def test_queries_do_not_grow_with_cases(client: Client) -> None:
    few, many = cup_of(deals=6, slug="keves"), cup_of(deals=6, slug="sok")
    before_jury(few)
    for position in range(1, 6):
        before_jury(many, position)
    for address in ("rounds/1/", "rounds/1/tables/7/", "beamer/", "", "players/3/"):
        assert queries_of(client, f"/t/keves/{address}") == queries_of(client, f"/t/sok/{address}"), address
