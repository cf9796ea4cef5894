"""The JSON Schema files of docs/schemas, ready to ask."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from tests.conftest import ROOT

FOLDER = ROOT / "docs" / "schemas"
NAMES = ("deal", "result", "refusal", "tournament", "standings", "ruleset", "deal-object", "call-refusal")
#: What the program writes may get fields in later versions, so these schemas leave objects open.
WRITTEN = ("result", "refusal", "standings", "deal-object", "call-refusal")


def schema(name: str) -> dict[str, Any]:
    """The schema of that name."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))
    return found


@cache
def validator(name: str, closed: bool = False) -> Draft202012Validator:
    """Asks that schema; the others are there to be referred to. `closed`: no object has a field that is not told."""
    resources = [(f"{other}.schema.json", Resource.from_contents(schema(other))) for other in NAMES]
    registry: Registry[Any] = Registry().with_resources(resources)
    asked = schema(name)
    if closed:
        asked = _closed(asked)
    return Draft202012Validator(asked, registry=registry, format_checker=Draft202012Validator.FORMAT_CHECKER)


def faults(name: str, value: object, closed: bool = False) -> list[str]:
    """Where and why a value does not fit the schema; empty where it does."""
    return [f"{error.json_path}: {error.message}" for error in validator(name, closed).iter_errors(value)]


def _closed(part: Any) -> Any:
    if isinstance(part, list):
        return [_closed(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    closed = {key: _closed(inner) for key, inner in copy.deepcopy(part).items()}
    if closed.get("type") == "object" and "properties" in closed:
        # What stands beside the fields of another schema is not told here alone.
        closed.setdefault("unevaluatedProperties" if "allOf" in closed else "additionalProperties", False)
    return closed
