"""A table enters its deals on its own page: what is stored, what is refused, and how that is told."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.models import Deal, Receipt, Tournament
from scoring.services import add_round, close_round, record_deal, renew_link, reopen_round
from tests.scoring.cups import (
    OPERATOR,
    document,
    full_table,
    load,
    played,
    points_of,
    table,
    the_deal,
    the_round,
    the_table,
)
from tests.scoring.table.paging import checked_in, enter, faults_of, field_of, link_of, text_of, typed

pytestmark = pytest.mark.django_db


@pytest.fixture
def english(client: Client) -> Client:
    client.cookies["django_language"] = "en"
    return client


def one(ruleset: str = "kupa-2005", seats: int = 4, *deals: dict[str, Any]) -> Tournament:
    return load(document(table(1, list(range(1, seats + 1)), deals), ruleset=ruleset, players=seats))


TYPICAL: dict[str, Any] = {"announcements__0__figure": "trull", "announcements__0__made": "1"}


@pytest.mark.parametrize("ruleset", ["kupa-2005", "itvb-2019", "magas-2018", "paskievics"])
def test_a_typical_deal_under_each_ruleset(english: Client, ruleset: str) -> None:
    cup = one(ruleset)
    page = english.get(link_of(cup))
    assert page.status_code == 200
    assert "Deal 1 / 16" in text_of(page)
    key = field_of(page, "key")
    assert len(key) == 32
    response = english.post(link_of(cup), typed(key=key, **TYPICAL))
    assert (response.status_code, response["Location"]) == (303, f"{link_of(cup)}?stored=1")
    deal = the_deal(cup, 1)
    # Nobody was named for the trull: the declarer said it.
    assert deal.entered() == {
        "number": 1,
        "players": [2, 3, 4, 1],
        "bid": "three",
        "declarer": 2,
        "partner": 4,
        "card_points": 52,
        "announcements": [{"figure": "trull", "by": 2, "made": True}],
    }
    assert deal.current is not None
    assert deal.current.player is not None
    assert deal.current.player.number == 1
    assert points_of(deal) == {1: -3, 2: 3, 3: -3, 4: 3}
    after = english.get(response["Location"])
    said = text_of(after)
    assert "Deal 1 is stored." in said
    assert "1 deal waits for confirmation" in said
    assert "Deal 2 / 16" in said
    # The phone that entered one enters the next one, most likely.
    assert checked_in(after, "entered_by") == "1"


def test_the_page_says_which_table_it_is(english: Client) -> None:
    cup = load(document(table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8], first_dealer=2), players=8))
    page = english.get(link_of(cup, 2))
    assert '<main class="wrap" id="content" tabindex="-1" data-table="probakupa/1/2"' in page.content.decode()
    assert f'data-link="{link_of(cup, 2)}"' in page.content.decode()
    said = text_of(page)
    assert "Próbakupa · Győr Table 2 Round 1 Játékos 5 · Játékos 6 · Játékos 7 · Játékos 8" in said
    assert "Dealer: Játékos 6 Leads: Játékos 7" in said
    assert "Játékos 6 deals first" in said
    assert (page["Cache-Control"].count("no-store"), page["Referrer-Policy"]) == (1, "no-referrer")


def test_the_same_form_twice_is_one_deal(english: Client) -> None:
    cup = one()
    answers = [english.post(link_of(cup), typed()) for _ in range(2)]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(303, f"{link_of(cup)}?stored=1")] * 2
    assert Deal.objects.count() == Receipt.objects.count() == 1


def test_a_script_gets_the_page_and_the_word(english: Client) -> None:
    cup = one()
    ours = {"X-Requested-With": "table"}
    for _ in range(2):
        answer = english.post(link_of(cup), typed(), headers=ours)
        assert (answer.status_code, answer["X-Entry"]) == (200, "stored")
        assert "Deal 1 is stored." in text_of(answer)
        assert "Deal 2 / 16" in text_of(answer)
    answer = english.post(link_of(cup), typed(2, 2, card_points="", key="k-2"), headers=ours)
    assert (answer.status_code, answer["X-Entry"]) == (422, "refused")
    preview = english.post(link_of(cup), typed(2, 2, action="preview"), headers=ours)
    assert (preview.status_code, "X-Entry" in preview) == (200, False)


def test_what_is_missing_is_told_at_its_field(english: Client) -> None:
    cup = one()
    sent = typed(bid="", partner="", card_points="sok", entered_by="", announcements__0__figure="trull")
    answer = english.post(link_of(cup), sent)
    assert answer.status_code == 422
    assert faults_of(answer) == [
        "id_entered_by_0",
        "id_bid_0",
        "id_partner_0",
        "id_card_points",
        "id_announcements-0-made_0",
    ]
    said = text_of(answer)
    assert "Who enters this? : Who enters this? Choose the name." in said or "Choose the name." in said
    assert "A whole number belongs here." in said
    assert 'value="sok"' in answer.content.decode()
    assert checked_in(answer, "declarer") == "2"
    assert checked_in(answer, "announcements-0-by") == "2"
    assert field_of(answer, "key") == sent["key"]
    assert not Deal.objects.exists()


def test_somebody_of_another_table_enters_nothing(english: Client) -> None:
    cup = load(document(table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8]), players=8))
    answer = english.post(link_of(cup), typed(entered_by=5))
    assert answer.status_code == 422
    assert faults_of(answer) == ["id_entered_by_0"]
    assert not Deal.objects.exists()


@pytest.mark.parametrize(("outcome", "counted"), [("passed_out", 0), ("thrown_in", 0), ("annulled", 0)])
def test_a_deal_without_a_game_takes_one_button(english: Client, outcome: str, counted: int) -> None:
    cup = one()
    # What was typed before somebody threw in is no part of it.
    answer = english.post(
        link_of(cup), typed(action=f"save-{outcome}", bid="", declarer="", partner="", card_points="")
    )
    assert answer.status_code == 303, text_of(answer)
    assert the_deal(cup, 1).entered() == {"number": 1, "players": [2, 3, 4, 1], "outcome": outcome}
    assert Deal.objects.filter(counted=True).count() == counted
    assert "Deal 1 / 16" in text_of(english.get(link_of(cup)))
    unnamed = english.post(link_of(cup), typed(2, entered_by=None, action=f"save-{outcome}"))
    assert faults_of(unnamed) == ["id_entered_by_0"]


def test_who_threw_in_may_be_said(english: Client) -> None:
    cup = one()
    texts: dict[str, Any] = {"thrown_in__by": 3, "thrown_in__hand": "lone-pagat"}
    english.post(link_of(cup), typed(action="save-thrown_in", **texts))
    assert the_deal(cup, 1).entered()["thrown_in"] == {"by": 3, "hand": "lone-pagat"}


def test_the_other_was_quicker(english: Client) -> None:
    cup = one()
    english.post(link_of(cup), typed(entered_by=3, card_points=60))
    answer = english.post(link_of(cup), typed(key="mine", card_points=61))
    assert answer.status_code == 409
    said = text_of(answer)
    assert "Deal 1 was saved by round 1, table 1: 3. Játékos 3 at" in said
    assert "card points" in said.lower()
    assert 'value="61"' in answer.content.decode()
    assert Deal.objects.count() == 1
    # It was another deal after all.
    again = english.post(link_of(cup), typed(key="mine", card_points=61, action="as-next"))
    assert (again.status_code, field_of(again, "position"), field_of(again, "number")) == (200, "2", "2")
    stored = english.post(link_of(cup), typed(2, 2, key="mine", card_points=61))
    assert stored["Location"] == f"{link_of(cup)}?stored=2"


def test_changed_after_its_answer_was_lost(english: Client) -> None:
    """The first form arrived, its answer did not; then it was changed and sent under the same key."""
    cup = one()
    english.post(link_of(cup), typed(card_points=60))
    answer = english.post(link_of(cup), typed(card_points=62))
    assert answer.status_code == 409
    assert field_of(answer, "key") != typed()["key"]
    assert the_deal(cup, 1).entered()["card_points"] == 60


def test_after_the_end_of_the_round(english: Client) -> None:
    cup = one()
    english.post(link_of(cup), typed())
    close_round(OPERATOR, the_round(cup), "próba")
    # It had been stored, and is told so.
    again = english.post(link_of(cup), typed())
    assert again["Location"] == f"{link_of(cup)}?stored=1"
    page = english.get(again["Location"])
    assert page.status_code == 410
    assert "Deal 1 is stored." in text_of(page)
    script = english.post(link_of(cup), typed(), headers={"X-Requested-With": "table"})
    assert (script.status_code, script["X-Entry"]) == (200, "stored")
    assert "Deal 1 is stored." in text_of(script)
    # Another one is not, and is shown.
    late = english.post(link_of(cup), typed(2, 2, card_points=77, **TYPICAL), headers={"X-Requested-With": "table"})
    assert (late.status_code, late["X-Entry"]) == (410, "refused")
    said = text_of(late)
    assert "Round 1 is closed." in said
    assert "What was sent just now is not stored." in said
    assert "Card points of the declarer’s side 77" in said
    assert "Announcement 1: Figure Trull" in said
    assert Deal.objects.count() == 1
    reopen_round(OPERATOR, the_round(cup))
    assert english.get(link_of(cup)).status_code == 200


def test_an_ended_link_leads_to_the_results_that_are_public(english: Client) -> None:
    cup = one()
    close_round(OPERATOR, the_round(cup), "próba")
    cup.state = Tournament.State.DRAFT
    cup.save()
    results = "/t/probakupa/rounds/1/tables/1/"
    assert results not in english.get(link_of(cup)).content.decode()
    cup.state = Tournament.State.PUBLISHED
    cup.save()
    assert results in english.get(link_of(cup)).content.decode()


def test_a_renewed_link_does_not_tell_the_new_one(english: Client) -> None:
    cup = one()
    old = link_of(cup)
    renew_link(OPERATOR, the_table(cup))
    for page in (english.get(old), english.post(old, typed()), english.get(f"{old}deal/1/")):
        assert page.status_code == 410
        assert the_table(cup).token not in page.content.decode()
        assert "This link was replaced by a new one" in text_of(page)
    assert not Deal.objects.exists()


def test_addresses_that_lead_nowhere(english: Client) -> None:
    cup = one()
    link = link_of(cup)
    for path in ("deal/1/", "deal/0/", "deal/99999/", "deal/1/versions/"):
        assert english.get(link + path).status_code == 404
    assert english.post(f"{link}deal/1/confirm/", {"key": "k"}).status_code == 404
    assert english.get(f"/table/{'x' * 32}/").status_code == 404
    assert english.post(f"/table/{'x' * 32}/", typed()).status_code == 404
    for path in ("preview/", "start/", "sign/"):
        assert english.get(link + path).status_code == 405
    assert not Deal.objects.exists()


def test_an_address_says_nothing_that_is_not_so(english: Client) -> None:
    cup = one()
    said = text_of(english.get(f"{link_of(cup)}?stored=<b>9</b>"))
    assert "is stored" not in said


GARBAGE = [
    "",
    "x",
    "-1",
    "999999999999999999999",
    "á\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace"),
    "\0",
]


NAMES = [
    *typed(),
    *"called tricks note reason revision by total-1 seat-1 first_dealer rows-announcements rows-auction".split(),
    *"auction-0-say auction-0-by players-0 thrown_in-by thrown_in-hand silent-0-figure silent-0-by".split(),
    *"renonsz-offender renonsz-paragraph renonsz-amount renonsz-choice skart-1".split(),
    *(f"announcements-0-{name}" for name in "figure by suit kontra made raised_from round kontra_by-0".split()),
]


@pytest.mark.parametrize("junk", GARBAGE)
def test_garbage_is_no_fault_of_ours(english: Client, junk: str) -> None:
    cup = one("magas-2018", 4, played(1, 2, 4))
    link = link_of(cup)
    for sent in (dict.fromkeys(NAMES, junk), typed(2, 2) | dict.fromkeys(NAMES[12:], junk)):
        for action in ("save", "more-auction", "adopt-preview", "save-annulled", junk):
            for path in ("", "deal/1/"):
                assert english.post(link + path, sent | {"action": action}).status_code < 500, (action, path)
        for path in ("preview/", "start/", "sign/", "deal/1/confirm/"):
            assert english.post(link + path, sent).status_code < 500, path
    for path in ("", "preview/", "deal/1/", "start/", "sign/", "deal/1/confirm/"):
        assert english.post(link + path, {"action": "save"}).status_code < 500, path


def test_at_a_table_of_five_the_dealer_sits_out(english: Client) -> None:
    cup = one("kupa-2005", 5)
    said = text_of(english.get(link_of(cup)))
    assert "Deal 1 / 20" in said
    assert "Dealer: Játékos 1 (sits out) Leads: Játékos 2" in said
    # Who sits out may write, but does not play.
    stored = enter(english, link_of(cup), entered_by=1)
    assert points_of(the_deal(cup, 1)) == {2: 1, 3: -1, 4: 1, 5: -1}
    assert "Dealer: Játékos 2 (sits out) Leads: Játékos 3" in text_of(stored)
    out = english.post(link_of(cup), typed(2, 2, declarer=2))
    assert faults_of(out) == ["id_declarer_4"] or "id_declarer" in faults_of(out)[0]


def test_a_table_from_paper_and_a_complete_one(english: Client) -> None:
    cup = load(document(full_table(1, [1, 2, 3, 4])))
    page = english.get(link_of(cup))
    assert "All 16 deals of this table are recorded." in text_of(page)
    assert 'data-entry="new"' not in page.content.decode()
    more = english.post(link_of(cup), typed(17, 17))
    assert more.status_code == 422
    paper = load(
        document(table(1, [1, 2, 3, 4], totals={"1": 3, "2": -3, "3": 0, "4": 0}), slug="papir"),
    )
    said = text_of(english.get(link_of(paper)))
    assert "Points from paper were entered for this table" in said


def test_names_are_only_names(english: Client) -> None:
    cup = load(
        document(
            table(1, [1, 2, 3, 4]),
            name="Ő & <i>Ű</i>",
        )
        | {
            "players": [
                {"number": 1, "name": "<script>alert(1)</script>", "club": ""},
                {"number": 2, "name": 'Őry "Űr" Éva', "club": ""},
                {"number": 3, "name": "Игорь", "club": ""},
                {"number": 4, "name": "O’Neil & Co", "club": ""},
            ]
        }
    )
    enter(english, link_of(cup))
    for path in ("", "deal/1/", "deal/1/versions/"):
        body = english.get(link_of(cup) + path).content.decode()
        assert "<script>alert" not in body
        assert "<i>Ű" not in body
        assert "Игорь" in body


def test_another_round_is_another_table(english: Client) -> None:
    cup = one()
    second = add_round(OPERATOR, cup)
    assert second.number == 2
    record_deal(OPERATOR, the_table(cup), played(1, 2, 4))
    assert Deal.objects.count() == 1
