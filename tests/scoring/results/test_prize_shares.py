"""Who wins what, with values reckoned by hand."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from rules import rank
from scoring.prizes import Award, Offer, awards

OFFERS = [Offer(1, 20000, "vándorkupa"), Offer(2, 10000), Offer(3, 5000, "bor"), Offer(None, None, "bronz XXI")]


def test_nobody_shares() -> None:
    ranked = [(1, "Anna"), (2, "Béla"), (3, "Cili"), (4, "Dani")]
    assert awards(ranked, {"Dani": 2, "Anna": 1}, OFFERS) == [
        Award(1, 1, ("Anna",), 20000, ("vándorkupa",)),
        Award(2, 2, ("Béla",), 10000, ()),
        Award(3, 3, ("Cili",), 5000, ("bor",)),
        Award(None, None, ("Dani",), 0, ("bronz XXI",), 2),
    ]


def test_two_share_the_second_and_third() -> None:
    ranked = [(1, "Anna"), (2, "Béla"), (2, "Cili"), (4, "Dani")]
    assert awards(ranked, {}, OFFERS)[1] == Award(2, 3, ("Béla", "Cili"), 7500, ("bor",))


def test_three_share_the_first_exactly() -> None:
    ranked = [(1, "Anna"), (1, "Béla"), (1, "Cili"), (4, "Dani")]
    award, xxi = awards(ranked, {}, OFFERS)
    assert (award.first, award.last, award.each) == (1, 3, Fraction(35000, 3))
    assert award.each * 3 == 35000
    assert award.things == ("vándorkupa", "bor")
    assert award.shared
    assert (xxi.winners, xxi.things, xxi.catches) == ((), ("bronz XXI",), None)


def test_a_shared_rank_that_reaches_beyond_the_prizes() -> None:
    ranked = [(1, "Anna"), (2, "Béla"), (3, "Cili"), (3, "Dani"), (3, "Elek"), (6, "Feri")]
    award: Award[str] = awards(ranked, {}, [Offer(3, 5000)])[0]
    assert (award.first, award.last, award.winners, award.each) == (3, 5, ("Cili", "Dani", "Elek"), Fraction(5000, 3))


def test_places_that_nobody_holds_have_no_winners() -> None:
    """Who was excluded held the second place."""
    assert awards([(1, "Anna"), (3, "Cili")], {}, OFFERS[:3]) == [
        Award(1, 1, ("Anna",), 20000, ("vándorkupa",)),
        Award(2, 2, (), 10000, ()),
        Award(3, 3, ("Cili",), 5000, ("bor",)),
    ]
    nobody: list[Award[str]] = awards([], {}, OFFERS)
    assert [award.winners for award in nobody] == [()] * 4


def test_most_catches_are_shared() -> None:
    (award,) = awards([(1, "Anna"), (2, "Béla"), (3, "Cili")], {"Béla": 2, "Cili": 2}, [Offer(None, 3001)])
    assert award == Award(None, None, ("Béla", "Cili"), Fraction(3001, 2), (), 2)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=12), st.lists(st.integers(0, 30000), min_size=1, max_size=8))
def test_all_the_money_goes_to_those_who_hold_the_places(points: list[int], money: list[int]) -> None:
    ranks = [found.rank for found in rank([(value, 0) for value in points], "none")]
    found = awards(list(zip(ranks, range(len(points)), strict=True)), {}, [Offer(n, m) for n, m in enumerate(money, 1)])
    paid = sum((award.each * len(award.winners) for award in found), Fraction(0))
    assert paid == sum(money[: len(points)])
