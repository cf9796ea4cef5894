"""Rows as JSON objects and back, without loss: what a backup is made of.

Django's own serializers cut microseconds off, and know nothing of exact numbers. Here each column of the database is
a field, links between rows are keys as they stand, and tables between two models are tables like others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from fractions import Fraction
from typing import Any, TypeAlias, cast

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import FieldDoesNotExist
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Field, Model

from scoring.fields import DocumentField

Record: TypeAlias = dict[str, Any]
AnyField: TypeAlias = "Field[Any, Any]"

#: So many rows are read, and written, at once.
CHUNK = 500


class BadRow(Exception):
    """A row that none of our databases has written."""


def kept_models() -> list[type[Model]]:
    """All that a backup holds: accounts, cups with everything below them, and what the technician did.

    Not: sessions and failed logins, which belong to one machine; what the migrations themselves fill in.
    """
    accounts = [
        model for model in apps.get_app_config("auth").get_models(include_auto_created=True) if model is not Permission
    ]
    return [*accounts, *apps.get_app_config("scoring").get_models(include_auto_created=True), LogEntry]


def passing_models() -> list[type[Model]]:
    """What belongs to one machine and its day: in no backup and no copy, and gone after a restore."""
    return [model for name in ("sessions", "axes") for model in apps.get_app_config(name).get_models()]


def name_of(model: type[Model]) -> str:
    """What a backup calls a model: "scoring.deal"."""
    return model._meta.label_lower


def read_rows(model: type[Model], using: str = DEFAULT_DB_ALIAS) -> Iterator[Record]:
    """All rows of a model in the order of their keys, a few hundred at a time in memory."""
    fields, names = _fields(model), _Names.of(model, using)
    rows = model._base_manager.using(using).order_by("pk").values_list(*[field.attname for field in fields])
    for row in rows.iterator(chunk_size=CHUNK):
        yield {field.attname: names.out(field, value) for field, value in zip(fields, row, strict=True)}


def write_rows(model: type[Model], records: Iterable[Record], using: str = DEFAULT_DB_ALIAS) -> int:
    """Inserts rows as they are, with their keys; returns how many. Raises BadRow; what the database raises."""
    connection, fields, names = connections[using], _fields(model), _Names.of(model, using)
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(field.column)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    statement = f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({places})"
    known, count = {field.attname for field in fields}, 0
    batch: list[list[Any]] = []

    def flush() -> None:
        if batch:
            with connection.cursor() as cursor:
                cursor.executemany(statement, batch)
        batch.clear()

    for record in records:
        if record.keys() != known:
            raise BadRow(f"{name_of(model)} has the fields {', '.join(sorted(known))}")
        values = [(field, names.back(field, record[field.attname])) for field in fields]
        batch.append([field.get_db_prep_save(value, connection) for field, value in values])
        count += 1
        if len(batch) == CHUNK:
            flush()
    flush()
    return count


def _fields(model: type[Model]) -> list[AnyField]:
    return cast("list[AnyField]", list(model._meta.concrete_fields))


#: What the migrations fill in, and what its rows are called by.
_NAMED: dict[Any, tuple[str, ...]] = {
    Permission: ("content_type__app_label", "content_type__model", "codename"),
    ContentType: ("app_label", "model"),
}


class _Names:
    """Rows that the migrations made have other keys in each database: they are called by their names."""

    def __init__(self, names: Mapping[str, Mapping[int, list[str]]]) -> None:
        self.names = names
        self.keys = {field: {tuple(name): key for key, name in known.items()} for field, known in names.items()}

    @classmethod
    def of(cls, model: type[Model], using: str) -> _Names:
        """The names that fields of this model need."""
        names = {}
        for field in _fields(model):
            target: Any = field.related_model
            if target in _NAMED:
                rows = target.objects.using(using).values_list("pk", *_NAMED[target])
                names[field.attname] = {key: list(name) for key, *name in rows}
        return cls(names)

    def out(self, field: AnyField, value: Any) -> Any:
        """A value as JSON has it."""
        if value is None:
            return None
        if field.attname in self.names:
            return self.names[field.attname][value]
        if isinstance(field, DocumentField) or isinstance(value, (str, int)):
            return value
        if isinstance(value, date):  # or a datetime, with its microseconds
            return value.isoformat()
        if isinstance(value, Fraction):
            return str(value)
        raise FieldDoesNotExist(f"No backup knows how to keep {field}: {value!r}.")

    def back(self, field: AnyField, value: Any) -> Any:
        """The value that JSON has, as the field knows it; raises BadRow, ValidationError."""
        if isinstance(field, DocumentField):
            return value
        if value is None:
            return None
        if field.attname in self.keys:
            name = tuple(value) if isinstance(value, list) else ()
            if name not in self.keys[field.attname]:
                raise BadRow(f"{field}: {value!r} is not known here")
            return self.keys[field.attname][name]
        if not isinstance(value, (str, int)):
            raise BadRow(f"{field}: {value!r}")
        return field.to_python(value)
