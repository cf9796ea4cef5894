"""Versions of a deal told in words: the pure function, and its page."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

import rules
from scoring.models import Tournament
from scoring.revisions import Version, changes, in_words, only_derived
from scoring.services import correct_deal
from tests.scoring.cups import OPERATOR, played, the_deal, uncounted
from tests.scoring.deal_form.conftest import cup_of, organiser
from tests.scoring.deal_form.pages import revisions, text_of

NAMES: dict[rules.Player, str] = {"A": "Anna", "B": "Béla", "C": "Cili", "D": "Dani"}
TRULL = {"figure": "trull", "by": "A", "made": True}
KING = {"figure": "king-ultimo", "suit": "hearts", "by": "B", "made": False}


def version(number: int = 1, ruleset: str = "kupa-2005", **record: Any) -> Version:
    """A deal of the bid two, by Anna with Cili, 52 card points, and what is said otherwise."""
    base = {"bid": "two", "declarer": "A", "partner": "C", "card_points": 52}
    full = {"ruleset": ruleset, "players": list("ABCD"), **base, **record}
    deal = rules.read_deal({key: value for key, value in full.items() if value is not ...})
    return Version(deal, rules.score(deal), number)


def told(before: Version, after: Version, language: str = "en") -> str:
    with override(language):
        return in_words(changes(before, after, NAMES))


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ({}, {}, ""),
        ({}, {"kontra": 1}, "kontra: none → kontra ×2; Anna +2 → +4; Béla −2 → −4; Cili +2 → +4; Dani −2 → −4"),
        ({}, {"note": "Késett."}, "note: none → “Késett.”"),
        ({}, {"called": "XIX"}, "called tarokk: none → XIX"),
        ({"tricks": 5}, {"tricks": 6}, "tricks: 5 → 6"),
        ({}, {"skart_tarokks": {"B": 1}}, "tarokks laid away: none → Béla 1"),
        (
            {},
            {"partner": "D"},
            "partner: Cili → Dani; Cili +2 → −2; Dani −2 → +2",
        ),
        (
            {},
            {"card_points": 47},
            "card points: 52 : 42 → 47 : 47; Anna +2 → −2; Béla −2 → +2; Cili +2 → −2; Dani −2 → +2; bika no → yes",
        ),
        (
            {"announcements": [TRULL]},
            {"announcements": [{**TRULL, "made": False}]},
            "Trull, made or failed: made → failed; Anna +4 → 0; Béla −4 → 0; Cili +4 → 0; Dani −4 → 0",
        ),
        ({"announcements": [TRULL]}, {"announcements": [{**TRULL, "by": "C"}]}, "Trull, by: Anna → Cili"),
        (
            {"announcements": [TRULL, KING]},
            {"announcements": [KING, TRULL]},
            "order of the announcements: Trull, King ultimó (hearts) → King ultimó (hearts), Trull",
        ),
        (
            {"announcements": [KING]},
            {"announcements": [{**KING, "kontra": 1, "kontra_by": ["A"], "round": 2}]},
            "King ultimó (hearts), kontra: none → kontra ×2; King ultimó (hearts), kontra by: none → Anna; "
            "King ultimó (hearts), round: none → 2; Anna +17 → +32; Béla −17 → −32; Cili +17 → +32; Dani −17 → −32",
        ),
        (
            {},
            {"silent": [{"figure": "xxi-catch", "by": "B", "catcher": "D", "victim": "A"}]},
            "XXI catch: – → silent, Béla, made, catcher: Dani, XXI of: Anna; "
            "Anna +2 → −30; Béla −2 → +30; Cili +2 → −30; Dani −2 → +30",
        ),
        (
            {},
            {"outcome": "passed_out", "bid": ..., "declarer": ..., "partner": ..., "card_points": ...},
            "outcome: played → passed out; bid: two → none; declarer: Anna → none; partner: Cili → none; "
            "card points: 52 : 42 → none; Anna +2 → 0; Béla −2 → 0; Cili +2 → 0; Dani −2 → 0",
        ),
        (
            {},
            {"outcome": "renonsz", "renonsz": {"offender": "B", "paragraph": "9.2"}},
            "outcome: played → renonsz; renonsz by: none → Béla; paragraph: none → Kupa 9.2; Anna +2 → +10; "
            "Béla −2 → −30; Cili +2 → +10; Dani −2 → +10",
        ),
        (
            {},
            {"auction": [{"by": "A", "say": "two"}, *({"by": by, "say": "pass"} for by in "BCD")]},
            "auction: none → Anna two, Béla pass, Cili pass, Dani pass",
        ),
    ],
)
def test_in_words(before: dict[str, Any], after: dict[str, Any], words: str) -> None:
    assert told(version(**before), version(**after)) == words


def test_in_hungarian() -> None:
    words = told(version(), version(kontra=1), "hu")
    assert words == "kontra: nincs → kontra ×2; Anna +2 → +4; Béla −2 → −4; Cili +2 → +4; Dani −2 → −4"


def test_a_raise_is_told() -> None:
    ultimo = {"figure": "pagat-ultimo", "by": "A"}
    uhu = {"figure": "pagat-uhu", "by": "A", "made": True}
    before = version(ruleset="magas-2018", announcements=[{**ultimo, "made": False}, uhu])
    after = version(ruleset="magas-2018", announcements=[ultimo, {**uhu, "raised_from": 0}])
    assert "Pagát uhu, raised from: none → Pagát ultimó" in told(before, after)


def test_what_only_followed_is_known() -> None:
    with override("en"):
        doubled = changes(version(ruleset="paskievics"), version(ruleset="paskievics", multiplier=2), NAMES)
        moved = changes(version(3), version(4), NAMES)
        touched = changes(version(), version(kontra=1), NAMES)
    assert [only_derived(found) for found in (doubled, moved, touched, [])] == [True, True, False, False]
    assert str(moved[0]) == "number of the deal: 3 → 4"


@pytest.mark.django_db
def test_the_page_tells_who_when_why_and_what(desk: Client, cup: Tournament) -> None:
    correct_deal(OPERATOR, the_deal(cup, 1), played(1, 1, 3, 60, kontra=1), "Kontra lemaradt.")
    response = desk.get(revisions(1))
    assert response.status_code == 200
    text = text_of(response)
    assert "Version 2 in force the command tests" in text and "Why: Kontra lemaradt." in text
    assert "kontra none kontra ×2" in text and "Játékos 2 −1 −2" in text
    assert "As it was recorded first." in text


@pytest.mark.django_db
def test_the_page_tells_what_followed_from_another_correction(client: Client) -> None:
    cup = cup_of(uncounted(1), played(1, 1, 3, 60), ruleset="paskievics")
    client.force_login(organiser(cup))
    client.cookies["django_language"] = "en"
    correct_deal(OPERATOR, the_deal(cup, 1), uncounted(1, "annulled"), "Nem körpassz volt.")
    text = text_of(client.get(revisions(2)))
    assert "it followed from a correction of an earlier one" in text and "doubled ×2 ×1" in text
