"""Two database fields: exact numbers, and JSON that keeps the order of its keys."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.db.models.expressions import Combinable

#: What may be set and what is got, as django-stubs has it; the plugin adds None to both where `null=True`.
SetType = TypeVar("SetType", contravariant=True)
GetType = TypeVar("GetType", covariant=True)

if TYPE_CHECKING:
    BigInteger = models.Field[SetType, GetType]
    Text = models.Field[Any, Any]
else:

    class BigInteger(models.BigIntegerField, Generic[SetType, GetType]):
        """Fields are generic to the type checker only."""

    Text = models.TextField

#: Places are shared by at most five players and payments by at most four, so that
#: every number of a cup is a whole multiple of 1/60 (60 = least common multiple of 1 … 5).
DENOMINATOR = 60


def to_units(value: int | Fraction) -> int:
    """The number as a count of sixtieths; raises ValueError when it is none."""
    units = value * DENOMINATOR
    if isinstance(units, Fraction):
        if units.denominator != 1:
            raise ValueError(f"{value} is not a multiple of 1/{DENOMINATOR}")
        return units.numerator
    return units


def from_units(units: int) -> int | Fraction:
    """A count of sixtieths as an int when it is whole, else as a Fraction."""
    whole, rest = divmod(units, DENOMINATOR)
    return Fraction(units, DENOMINATOR) if rest else whole


class ExactField(BigInteger[SetType, GetType]):
    """Table points and tournament points without rounding: an int when whole, else a Fraction.

    Stored as a BIGINT of sixtieths, so that SQL can compare and sum them; `Sum` over this
    field comes back exact as well.
    """

    description = _("An exact number")
    _pyi_private_set_type: int | Fraction | Combinable
    _pyi_private_get_type: int | Fraction

    def from_db_value(self, value: Any, expression: Any, connection: BaseDatabaseWrapper) -> int | Fraction | None:
        # PostgreSQL sums BIGINT into NUMERIC, which arrives as a Decimal.
        return None if value is None else from_units(int(value))

    def to_python(self, value: Any) -> Any:
        if value is None:
            return None
        try:
            exact = Fraction(value)
            return from_units(to_units(exact))
        except (TypeError, ValueError, ZeroDivisionError) as error:
            raise ValidationError(_("%(value)s is not an exact number."), params={"value": value}) from error

    def get_prep_value(self, value: Any) -> Any:
        if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
            return to_units(value)
        return None if value is None else to_units(Fraction(value))

    def value_to_string(self, obj: models.Model) -> str:
        return str(self.value_from_object(obj))


class DocumentField(Text):
    """JSON as the text it was written as.

    Not a JSONField: PostgreSQL's jsonb forgets the order of keys, and in a ruleset the order
    of the figures is the order in which every screen shows them. Nothing asks SQL to look inside.
    """

    description = _("A JSON document")
    _pyi_private_set_type: Any
    _pyi_private_get_type: Any

    def from_db_value(self, value: Any, expression: Any, connection: BaseDatabaseWrapper) -> Any:
        return None if value is None else json.loads(value)

    def to_python(self, value: Any) -> Any:
        return value

    def get_prep_value(self, value: Any) -> Any:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))

    def value_to_string(self, obj: models.Model) -> str:
        return str(self.get_prep_value(self.value_from_object(obj)))
