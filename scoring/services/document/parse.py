"""From a file to plain JSON values, whatever somebody hands us.

The bounds are far above any real cup (a cup of 400 players is 2 MB) and far below what would hurt.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from rules import Problem, is_text
from scoring.services.errors import Refusal, refusal

MAX_BYTES = 32 * 1024 * 1024
MAX_DEPTH = 20
MAX_NUMBER = 1_000_000_000


def read_file(path: str | Path) -> bytes:
    """The bytes of a file of at most 32 MB; Refusal of one that is missing, larger, or cannot be read."""
    name = _shown(str(path))
    try:
        if Path(path).stat().st_size > MAX_BYTES:
            raise refusal("file-too-large", limit=MAX_BYTES // 2**20)
        with open(path, "rb") as file:
            # A pipe or device has no size: read no more than is allowed.
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise refusal("file-missing", name=name) from error
    except IsADirectoryError as error:
        raise refusal("file-is-directory", name=name) from error
    except (OSError, ValueError) as error:
        raise refusal("file-unreadable", name=name) from error
    return data


def parse(data: bytes) -> Any:
    """The JSON value in those bytes (UTF-8, with or without a byte order mark).

    Raises Refusal of what is too large, not UTF-8, not JSON (NaN is not), has a key twice in one object, or,
    each with its place, texts that no database takes, numbers beyond ±10⁹, or nesting beyond twenty levels.
    """
    if len(data) > MAX_BYTES:
        raise refusal("file-too-large", limit=MAX_BYTES // 2**20)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise refusal("not-utf-8", byte=error.start) from error
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_int=_integer, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise refusal("not-json", line=error.lineno, column=error.colno) from error
    except RecursionError as error:
        raise refusal("nesting-too-deep", limit=MAX_DEPTH) from error
    problems = list(_unfit(value, "", 0))
    if problems:
        raise Refusal(problems)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise refusal("duplicate-key", key=_shown(twice))
    return found


def _integer(digits: str) -> int:
    # Python itself gives up at 4,300 digits, without saying where: any number of that length is refused below.
    return int(digits) if len(digits) < 20 else MAX_NUMBER * (-10 if digits.startswith("-") else 10)


def _constant(name: str) -> NoReturn:
    raise refusal("not-a-number", name=name)


def _unfit(value: Any, place: str, depth: int) -> Iterator[Problem]:
    """What no field of a document may hold, with its place."""
    if isinstance(value, str):
        if not is_text(value):
            yield Problem("bad-text", place)
    elif isinstance(value, (int, float)):
        if not math.isfinite(value) or abs(value) > MAX_NUMBER:
            yield Problem("number-too-large", place, {"limit": MAX_NUMBER})
    elif depth == MAX_DEPTH and isinstance(value, (dict, list)):
        yield Problem("nesting-too-deep", place, {"limit": MAX_DEPTH})
    elif isinstance(value, dict):
        for key, inner in value.items():
            if is_text(key):
                yield from _unfit(inner, f"{place}.{key}" if place else key, depth + 1)
            else:
                yield Problem("bad-text", place)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _unfit(inner, f"{place}[{index}]", depth + 1)


def _shown(key: str) -> str:
    """A key or a file's name as it may stand in a message."""
    return key[:200].encode("utf-8", "replace").decode()
