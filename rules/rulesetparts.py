"""Small parts that the files of all games are made of: tables that must be there, names in two languages."""

from __future__ import annotations

from typing import Any

from .ruleset import Text
from .tomlread import Reader, RulesetError, Where


def needed(top: Reader, key: str) -> Reader:
    """The table at `key`. Raises RulesetError where there is none."""
    table = top.table(key)
    if table is None:
        raise RulesetError(f"the table `{key}` is missing", top.where)
    return table


def by_id(items: list[Any], key: str) -> dict[str, Any]:
    """The items of the list `key` by their ids. Raises RulesetError where one stands twice, or none stands there."""
    found = {item.id: item for item in items}
    if len(found) < len(items):
        seen: set[str] = set()
        for n, item in enumerate(items):
            if item.id in seen:
                raise RulesetError(f"`{item.id}` stands twice", (key, n))
            seen.add(item.id)
    if not items:
        raise RulesetError(f"`{key}` is empty", (key,))
    return found


def text(data: object, where: Where) -> Text:
    """A table that is a name and nothing else. Raises RulesetError."""
    row = Reader(data, where)
    found = name(row)
    row.done()
    return found


def name(row: Reader) -> Text:
    """The name in a table: Hungarian and English, and the terms of the table where there are some."""
    return Text(row.take("hu", str), row.take("en", str), row.take("pl", str, ""), row.take("cs", str, ""))


def texts(table: Reader | None) -> dict[str, Text]:
    """A table of names by id; empty where there is none. Raises RulesetError."""
    return table.pairs(lambda row, key: text(row.take(key, dict), (*row.where, key))) if table else {}
