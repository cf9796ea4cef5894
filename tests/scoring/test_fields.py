"""Exact numbers and documents in the database."""

from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError
from django.db.models import Sum

from scoring.fields import ExactField, from_units, to_units
from scoring.models import Seat, Tournament
from tests.scoring.cups import document, load, table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("value", [0, 7, -12, Fraction(14, 3), Fraction(-1, 2), Fraction(1, 60), 10**12])
def test_units_there_and_back(value: int | Fraction) -> None:
    back = from_units(to_units(value))
    assert back == value
    assert type(back) is type(value)


def test_a_whole_fraction_comes_back_as_int() -> None:
    assert type(from_units(to_units(Fraction(14, 2)))) is int


def test_what_is_no_multiple_of_a_sixtieth_is_refused() -> None:
    with pytest.raises(ValueError, match="1/7"):
        to_units(Fraction(1, 7))


def test_to_python_reads_texts() -> None:
    assert ExactField().to_python("14/3") == Fraction(14, 3)
    assert ExactField().to_python(None) is None
    for text in ("1/7", "x", "1/0"):
        with pytest.raises(ValidationError):
            ExactField().to_python(text)


def test_it_is_stored_compared_and_summed_exactly() -> None:
    tournament = load(document(table(1, [1, 2, 3, 4])))
    seats = list(Seat.objects.filter(round__tournament=tournament).order_by("number"))
    thirds: list[int | Fraction] = [Fraction(14, 3), Fraction(14, 3), Fraction(14, 3), -14]
    for seat, points in zip(seats, thirds, strict=True):
        seat.paper_points = points
        seat.save()
    assert Seat.objects.get(pk=seats[0].pk).paper_points == Fraction(14, 3)
    assert list(Seat.objects.filter(paper_points=Fraction(14, 3)).order_by("number")) == seats[:3]
    assert list(Seat.objects.filter(paper_points__lt=0)) == [seats[3]]
    total = Seat.objects.filter(pk__in=[seat.pk for seat in seats[:3]]).aggregate(total=Sum("paper_points"))["total"]
    assert total == 14
    assert type(total) is int


def test_a_document_keeps_the_order_of_its_keys() -> None:
    tournament = load(document())
    tournament.ruleset_snapshot = [{"z": 1, "a": {"ő": "Ű", "b": None}}]
    tournament.save()
    assert list(Tournament.objects.get().ruleset_snapshot[0]) == ["z", "a"]
    assert Tournament.objects.get().ruleset_snapshot == [{"z": 1, "a": {"ő": "Ű", "b": None}}]
