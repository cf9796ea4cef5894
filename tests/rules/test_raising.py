"""Raising (emelés, Magas 14): the table, kontra'd cards, figures left on the small card."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.making import Found, Record, magas, said, warned

# Magas 14: what each figure may be raised to.
SMALL = ("ultimo", "uhu", "nagymadar", "kismadar", "facan")
KING = ("king-ultimo", "king-uhu", "king-nagymadar", "king-kismadar")
HIGHEST = ("szincsalad", "three-kings")
ALLOWED = (
    [(f"{card}-{a}", f"{card}-{b}") for card in ("pagat", "sas") for n, a in enumerate(SMALL) for b in SMALL[n + 1 :]]
    + [(f"{card}-{a}", "paros-facan") for card in ("pagat", "sas") for a in SMALL[:-1]]
    + [(a, b) for n, a in enumerate(KING) for b in (*KING[n + 1 :], *HIGHEST)]
)
FIGURES = [f"{card}-{step}" for card in ("pagat", "sas") for step in SMALL]
FIGURES += [*KING, *HIGHEST, "paros-facan", "kismadar", "nagymadar", "centrum", "trull"]
SUITED = {*KING, "szincsalad"}


def suited(figure: str, suit: str = "hearts") -> dict[str, Any]:
    return {"suit": suit} if figure in SUITED else {}


def raised(first: str, second: str, **fields: Any) -> Record:
    """B, an opponent, says the first figure, and raises it to the second; nothing is made."""
    return magas(
        announcements=[
            said(first, "B", **suited(first), **fields),
            said(second, "B", False, raised_from=0, **suited(second)),
        ]
    )


def raises(found: Found) -> Found:
    return [row for row in found if row[0].startswith("raise")]


def test_there_are_as_many_raises_as_in_the_papers() -> None:
    assert len(ALLOWED) == len(set(ALLOWED)) == 2 * (5 + 4 + 3 + 2) + 5 + 4 + 3 + 2


@pytest.mark.parametrize(("first", "second"), ALLOWED)
def test_a_raise_of_the_table_is_fine(first: str, second: str) -> None:
    assert raises(warned(raised(first, second))) == []


def test_any_other_raise_is_warned_of() -> None:
    for first in FIGURES:
        for second in FIGURES:
            if first != second and (first, second) not in ALLOWED:
                found = raises(warned(raised(first, second)))
                assert found == [("raise-not-in-table", "announcements[1].raised_from")], (first, second)


def test_a_raise_keeps_the_suit() -> None:
    for second in ("king-uhu", "szincsalad"):
        record = raised("king-ultimo", second)
        record["announcements"][1]["suit"] = "clubs"
        assert raises(warned(record)) == [("raise-not-in-table", "announcements[1].raised_from")]


@pytest.mark.parametrize(("first", "second"), ALLOWED)
def test_a_kontrad_figure_is_not_raised_but_kings_to_the_highest(first: str, second: str) -> None:
    open_still = first in ("king-ultimo", "king-uhu") and second in HIGHEST
    found = raises(warned(raised(first, second, kontra=1)))
    assert found == ([] if open_still else [("raise-of-kontrad-card", "announcements[1].raised_from")])


BEFORE: list[tuple[str, list[Record], Found]] = [
    (
        "another figure on the card is kontra'd",
        [
            said("sas-ultimo", "B"),
            said("sas-uhu", "D", False, kontra=1),
            said("sas-kismadar", "B", False, raised_from=0),
        ],
        [("raise-of-kontrad-card", "announcements[2].raised_from")],
    ),
    (
        "a figure on the other small card is kontra'd",
        [
            said("sas-ultimo", "B"),
            said("pagat-uhu", "D", False, kontra=1),
            said("sas-kismadar", "B", False, raised_from=0),
        ],
        [],
    ),
    (
        "a figure of the other side on the card is kontra'd",
        [
            said("sas-ultimo", "B"),
            said("sas-uhu", "A", False, kontra=1),
            said("sas-kismadar", "B", False, raised_from=0),
        ],
        [],
    ),
    (
        "a figure on another king is kontra'd",
        [
            said("king-ultimo", "B", suit="hearts"),
            said("king-uhu", "D", False, suit="clubs", kontra=1),
            said("king-nagymadar", "B", False, suit="hearts", raised_from=0),
        ],
        [],
    ),
    (
        "the kontra'd figure was raised away before",
        [
            said("king-ultimo", "B", suit="hearts", kontra=1),
            said("szincsalad", "B", False, suit="hearts", raised_from=0),
            said("king-uhu", "B", suit="hearts"),
            said("king-nagymadar", "B", False, suit="hearts", raised_from=2),
        ],
        [],
    ),
    (
        "the kontra'd figure is said only later",
        [
            said("sas-ultimo", "B"),
            said("sas-kismadar", "B", False, raised_from=0),
            said("sas-uhu", "D", False, kontra=1),
        ],
        [],
    ),
    (
        "another figure stays on the card that goes into the párosfácán",
        [
            said("pagat-ultimo", "B", False),
            said("pagat-kismadar", "B"),
            said("paros-facan", "D", False, raised_from=1),
        ],
        [("raise-leaves-figure", "announcements[2].raised_from")],
    ),
    (
        "a figure on the other small card stays",
        [said("sas-ultimo", "B", False), said("pagat-kismadar", "B"), said("paros-facan", "D", False, raised_from=1)],
        [],
    ),
    (
        "the figure that stays is of the other side",
        [said("pagat-ultimo", "A", False), said("pagat-kismadar", "B"), said("paros-facan", "D", False, raised_from=1)],
        [],
    ),
    (
        "a raise that was itself raised away is warned of too",
        [
            said("pagat-ultimo", "B", kontra=1),
            said("pagat-uhu", "B", raised_from=0),
            said("pagat-kismadar", "B", False, raised_from=1),
        ],
        [("raise-of-kontrad-card", "announcements[1].raised_from")],
    ),
]


@pytest.mark.parametrize(("announcements", "wanted"), [row[1:] for row in BEFORE], ids=[row[0] for row in BEFORE])
def test_what_stood_before_a_raise(announcements: list[Record], wanted: Found) -> None:
    assert raises(warned(magas(announcements=announcements))) == wanted
