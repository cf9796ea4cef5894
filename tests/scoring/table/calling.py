"""A program that makes the table's JSON calls, as a phone would."""

from __future__ import annotations

import itertools
import json
from typing import Any

from django.test import Client

from scoring.models import Table

Body = dict[str, Any]
_KEYS = itertools.count(1)


class Phone:
    """Somebody with a table's link. Each call has a key of its own unless one is given; "" sends none."""

    def __init__(self, table: Table, **options: Any) -> None:
        self.client = Client(**options)
        self.link = f"/table/{table.token}"

    def deals(self, **headers: str) -> Any:
        """All deals."""
        return self.client.get(f"{self.link}/deals", headers={"accept-language": "en"} | _dashed(headers))

    def enter(self, body: Any, key: str | None = None, **headers: str) -> Any:
        """A new deal."""
        return self.send("post", "/deals", body, key, **headers)

    def correct(self, id: object, body: Any, revision: object = None, key: str | None = None, **headers: str) -> Any:
        """Another record for a deal, made from that revision."""
        return self.send("put", f"/deals/{id}", body, key, **_match(revision), **headers)

    def confirm(self, id: object, body: Any, revision: object = None, key: str | None = None, **headers: str) -> Any:
        """Agrees to a deal as it was in that revision."""
        return self.send("post", f"/deals/{id}/confirm", body, key, **_match(revision), **headers)

    def preview(self, body: Any, **headers: str) -> Any:
        """What a record would come to."""
        return self.send("post", "/preview", body, "", **headers)

    def send(self, method: str, path: str, body: Any, key: str | None = None, **headers: str) -> Any:
        """Any message; a body of bytes goes out as it is."""
        told = {"accept-language": "en"} | _dashed(headers)
        key = f"key-{next(_KEYS)}" if key is None else key
        if key:
            told["idempotency-key"] = key
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return getattr(self.client, method)(self.link + path, data, content_type="application/json", headers=told)


def _dashed(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def _match(revision: object) -> dict[str, str]:
    return {} if revision is None else {"if_match": f'"{revision}"' if isinstance(revision, int) else str(revision)}


def codes(response: Any) -> list[tuple[str, str]]:
    """What was refused, as (code, place); each has a sentence, and the answer is JSON."""
    assert response["Content-Type"] == "application/json", response.content[:200]
    errors = response.json()["errors"]
    assert errors
    for each in errors:
        assert set(each) == {"code", "field", "message"}
        assert each["message"] and "%(" not in each["message"] and each["code"] not in each["message"].split()
    return [(each["code"], each["field"]) for each in errors]
