"""A deal told in words, apart from any page."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import override

import rules
from scoring.explain import Story, cite, kontra_word, tell

NAMES: dict[rules.Player, str] = {"A": "Anna", "B": "Béla", "C": "Cili", "D": "Dani"}


def story_of(language: str = "en", ruleset: str = "kupa-2005", **record: Any) -> Story:
    """The story of a deal that A declared, by default with C at the third."""
    given = {"ruleset": ruleset, "players": list("ABCD"), "bid": "three", "declarer": "A", "partner": "C", **record}
    deal = rules.read_deal({name: value for name, value in given.items() if value is not None})
    with override(language):
        return tell(deal, rules.score(deal), NAMES, lambda problem: str(problem.params))


def test_a_plain_game() -> None:
    story = story_of(card_points=60)

    assert (story.headline, story.declarer, story.partner) == ("Three", "Anna", "Cili")
    assert (story.card_points, story.won, story.bika) == ((60, 34), True, False)
    [reason] = story.reasons
    assert (reason.name, reason.value, reason.formula, reason.rule) == ("Game", 1, "", "Kupa 8")
    assert (reason.gain, reason.pay) == (("Anna", "Cili"), ("Béla", "Dani"))
    assert (reason.times_gained, reason.times_paid) == (1, 1)


def test_it_is_told_in_hungarian() -> None:
    story = story_of("hu", card_points=47, kontra=1)

    assert story.headline == "Három"
    assert story.reasons[0].remarks == ("három", "kontra ×2")
    assert story.reasons[0].formula == "1 × 2"
    assert story.bika


def test_who_is_alone_pays_three_times() -> None:
    [reason] = story_of(card_points=40, partner=None).reasons

    assert (reason.pay, reason.times_paid, reason.times_gained) == (("Anna",), 3, 1)


def test_a_count_is_paid_by_all_others() -> None:
    reason = story_of(card_points=60, announcements=[{"figure": "tarokk-8", "by": "B"}]).reasons[-1]

    assert (reason.gain, reason.pay) == (("Béla",), ("Anna", "Cili", "Dani"))


def test_a_house_rule_may_have_counts_paid_by_the_opponents() -> None:
    house = rules.get_ruleset("kupa-2005").as_data()
    house["options"]["counts_paid_by"] = "opponents"
    record = {"players": list("ABCD"), "bid": "three", "declarer": "A", "partner": "C", "card_points": 60}
    record["announcements"] = [{"figure": "tarokk-8", "by": "B"}]
    deal = rules.read_deal(record, rules.read_ruleset(house))

    with override("en"):
        reason = tell(deal, rules.score(deal), NAMES, str).reasons[-1]

    assert reason.pay == ("Anna", "Cili")


def test_a_renonsz_is_paid_by_the_offender() -> None:
    story = story_of(outcome="renonsz", renonsz={"offender": "B", "paragraph": "9.2"})

    assert story.reasons[0].gain == ("Anna", "Cili", "Dani")
    assert story.reasons[0].pay == ("Béla",)
    assert story.sentences == (
        "Ended by a renonsz: only the penalty is scored.",
        "Offender: Béla.",
        "Paragraph: Kupa 9.2.",
    )


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({"figure": "trull", "by": "A", "made": True}, "made"),
        ({"figure": "trull", "by": "B", "made": False}, "failed"),
        ({"figure": "double-game", "by": "A"}, "made"),
        ({"figure": "double-game", "by": "B"}, "failed"),
        ({"figure": "tarokk-9", "by": "B"}, ""),
    ],
)
def test_the_status_of_an_announcement(said: dict[str, Any], status: str) -> None:
    assert story_of(card_points=75, announcements=[said]).said[0].status == status


def test_both_sides_said_double() -> None:
    said = [{"figure": "double-game", "by": "A"}, {"figure": "double-game", "by": "B"}]

    assert [one.status for one in story_of(card_points=75, announcements=said).said] == ["made", "failed"]


def test_a_silent_failure() -> None:
    [said] = story_of(card_points=60, silent=[{"figure": "pagat-ultimo", "by": "B", "made": False}]).said

    assert (said.silent, said.status, said.by) == (True, "failed", "Béla")


def test_warnings_name_the_player() -> None:
    said = [{"figure": "tarokk-8", "by": "B"}, {"figure": "tarokk-9", "by": "B"}]

    [warned] = story_of(card_points=60, announcements=said).warnings

    assert "Béla" in warned.sentence
    assert warned.rule == "Kupa 3.1.1"


def test_who_caught_whom() -> None:
    catch = {"figure": "xxi-catch", "by": "A", "catcher": "A", "victim": "D"}

    assert story_of(card_points=60, silent=[catch]).said[0].remarks == ("catcher: Anna", "XXI of: Dani")


def test_the_same_word_is_not_the_same_factor() -> None:
    with override("hu"):
        assert kontra_word(rules.get_ruleset("kupa-2005"), 4) == "mordkontra ×16"
        assert kontra_word(rules.get_ruleset("paskievics"), 5) == "mordkontra ×32"
        assert kontra_word(rules.get_ruleset("kupa-2005"), 0) == ""


def test_paragraphs_are_cited_with_their_source() -> None:
    kupa = rules.get_ruleset("kupa-2005")

    assert [cite(kupa, "3.1.2"), cite(kupa, "Alap"), cite(kupa, None)] == ["Kupa 3.1.2", "Alap", ""]
