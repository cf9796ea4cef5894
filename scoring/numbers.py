"""Exact numbers put into words: at most two decimals, in the language's own way."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from django.utils.translation import get_language

Exact = int | Fraction

MINUS = "−"
_CENTS = Decimal("0.01")
_NARROW_SPACE = "\u202f"


def decimal(value: Exact) -> Decimal:
    """`value` rounded half up to two decimals, without trailing zeros."""
    if isinstance(value, int):
        return Decimal(value)
    exact = Fraction(value)
    # Half away from zero, on the exact value: a division in Decimal first would round twice.
    hundredths = (abs(exact) * 100 * 2 + 1) // 2
    rounded = Decimal(int(hundredths)).scaleb(-2).quantize(_CENTS, ROUND_HALF_UP)
    rounded = rounded.to_integral_value() if rounded == rounded.to_integral_value() else rounded.normalize()
    return -rounded if exact < 0 and rounded else rounded


def plain(value: Exact, *, comma: bool = False) -> str:
    """For files: "-4.67", or with the comma "-4,67"; an ordinary hyphen as the minus, no grouping."""
    text = f"{decimal(value):f}"
    return text.replace(".", ",") if comma else text


def written(value: Exact, *, signed: bool = False) -> str:
    """For people, in the active language: "−4,67", "12 500" in Hungarian, "−4.67", "12,500" in English.

    `signed` writes a plus before positive numbers. Four digits stay together, as Hungarian print does.
    """
    number = decimal(value)
    whole, _, cents = f"{abs(number):f}".partition(".")
    hungarian = (get_language() or "hu").startswith("hu")
    if len(whole) > 4:
        whole = f"{int(whole):,}".replace(",", _NARROW_SPACE if hungarian else ",")
    sign = MINUS if number < 0 else "+" if signed and number > 0 else ""
    return f"{sign}{whole}{(',' if hungarian else '.') + cents if cents else ''}"


def machine(value: Exact) -> str:
    """The exact value for a program that reads the page: "14/3"."""
    return str(value)
