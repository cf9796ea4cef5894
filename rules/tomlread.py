"""Reading a ruleset file with complaints that name the line.

`tomllib` knows the line of a syntax error only. For a wrong value this module finds the line again from the path of
the value, which is enough for files written one figure a line, as ours are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, overload

Where = tuple[str | int, ...]
T = TypeVar("T")
D = TypeVar("D")


class RulesetError(ValueError):
    """A ruleset that cannot be used: why, at which value, and on which line where it comes from a file."""

    def __init__(self, reason: str, where: Where = (), *, file: str | None = None, line: int | None = None) -> None:
        self.reason, self.where, self.file, self.line = reason, where, file, line
        place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in where).lstrip(".")
        at = f"{file}:{line}: " if file and line else f"{file}: " if file else ""
        super().__init__(f"{at}{place + ': ' if place else ''}{reason}")


def line_of(text: str, where: Where) -> int | None:
    """The line (from 1) at which the value of path `where` stands in a TOML text, or that of the nearest part
    of it."""
    lines = text.splitlines()
    line, found = 0, None
    for part in where:
        if isinstance(part, int):
            if lines[line].count("[") and lines[line].count("[") == lines[line].count("]"):
                break  # a list on one line
            rows = [n for n in range(line, len(lines)) if lines[n].lstrip().startswith("{")]
            if part >= len(rows):
                break
            line = rows[part]
        else:
            key = re.compile(rf"^\s*(\[+\s*)?\"?{re.escape(part)}\"?\s*(=|\])|[{{,]\s*{re.escape(part)}\s*=")
            hit = next((n for n in range(line, len(lines)) if key.search(lines[n])), None)
            if hit is None:
                break
            line = hit
        found = line + 1
    return found


class Reader:
    """One table of a ruleset: hands out its values by key and type, and refuses what is wrong, missing or unknown."""

    def __init__(self, data: object, where: Where = ()) -> None:
        if not isinstance(data, Mapping):
            raise RulesetError("a table is expected here", where)
        self.data, self.where = data, where
        self.left = {str(key) for key in data}

    @overload
    def take(self, key: str, kind: type[T], /) -> T: ...
    @overload
    def take(self, key: str, kind: type[T], default: D, /) -> T | D: ...
    def take(self, key: str, kind: type[Any], *default: Any) -> Any:
        """The value at `key`, of exactly this type (true is no number). Raises RulesetError."""
        self.left.discard(key)
        if key not in self.data:
            if default:
                return default[0]
            raise RulesetError(f"`{key}` is missing", self.where)
        value = self.data[key]
        if type(value) is not kind:
            raise RulesetError(f"`{key}` should be of type {kind.__name__}", (*self.where, key))
        return value

    def count(self, key: str, *default: int, low: int = 0, high: int = 1_000_000) -> int:
        """A whole number from `low` to `high`. Raises RulesetError."""
        value = self.take(key, int, *default)
        if not low <= value <= high:
            raise RulesetError(f"`{key}` should lie from {low} to {high}", (*self.where, key))
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts. Raises RulesetError."""
        return tuple(self.items(key, lambda value, where: _exactly(value, str, where)))

    def counts(self, key: str, low: int = 0) -> tuple[int, ...]:
        """A list of whole numbers of at least `low`, at least one. Raises RulesetError."""
        found = tuple(self.items(key, lambda value, where: _exactly(value, int, where)))
        if not found or min(found) < low:
            raise RulesetError(f"`{key}` should be numbers of at least {low}", (*self.where, key))
        return found

    def items(self, key: str, make: Callable[[object, Where], T], *default: list[Any]) -> list[T]:
        """A list, each item made by `make(item, where)`. Raises RulesetError."""
        return [make(item, (*self.where, key, n)) for n, item in enumerate(self.take(key, list, *default))]

    def table(self, key: str) -> Reader | None:
        """The table at `key`, or None where there is none. Raises RulesetError."""
        self.left.discard(key)
        return Reader(self.data[key], (*self.where, key)) if key in self.data else None

    def pairs(self, make: Callable[[Reader, str], T]) -> dict[str, T]:
        """All keys of this table, each value made by `make(reader, key)`."""
        return {key: make(self, key) for key in map(str, self.data)}

    def done(self) -> None:
        """Refuses keys that nobody asked for: a typo must not pass silently."""
        for key in sorted(self.left):
            raise RulesetError(f"`{key}` is not known here", (*self.where, key))


def _exactly(value: object, kind: type[T], where: Where) -> T:
    if type(value) is not kind:
        raise RulesetError(f"type {kind.__name__} is expected here", where)
    return value
