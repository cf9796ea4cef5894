"""The same message twice is one write: networks fail after the server has stored, and thumbs tap twice."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError

from scoring.models import Receipt, Table
from scoring.models.entry import KEY_LENGTH
from scoring.services.errors import Refusal, refusal


@dataclass(slots=True)
class Sent:
    """A message from a table, under a key of the sender's making.

    `digest` is of all that it says. `answer` (JSON) is what was answered, once it was written.
    """

    table: Table
    key: str
    digest: str
    answer: dict[str, Any] | None = None

    @classmethod
    def of(cls, table: Table, key: str, *said: object) -> Sent:
        """The message that says all this (what JSON can hold). Raises Refusal of a key that is none."""
        require_key(key)
        text = json.dumps(said, ensure_ascii=False, sort_keys=True)
        return cls(table, key, hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest())

    def look_up(self) -> bool:
        """Was this very message answered before? Then `answer` says what. One SQL query.

        Raises Refusal when another message came under this key.
        """
        receipt = Receipt.objects.filter(table=self.table, key=self.key).first()
        if receipt is None:
            return False
        if receipt.digest != self.digest:
            raise refusal("key-reused", "Idempotency-Key")
        self.answer = receipt.answer
        return True

    def keep(self, answer: dict[str, Any]) -> None:
        """Writes down what is answered, inside the transaction of the write. Raises IntegrityError when the same
        message was written meanwhile."""
        Receipt.objects.create(table=self.table, key=self.key, digest=self.digest, answer=answer)
        self.answer = answer


def require_key(key: str) -> None:
    """Raises Refusal of a key that is none: it has 1 to 100 printable characters."""
    if not key.strip() or len(key) > KEY_LENGTH or not key.isprintable():
        raise refusal("bad-key", "Idempotency-Key", most=KEY_LENGTH)


def once(sent: Sent, write: Callable[[], Any]) -> bool:
    """Calls `write`, which keeps its answer in `sent`, unless the same message was answered before; says whether it
    was. Raises what `write` raises, and Refusal when another message came under this key."""
    if sent.look_up():
        return True
    try:
        write()
    except (Refusal, IntegrityError):
        # The same message may have come in beside this one, and won.
        if sent.look_up():
            return True
        raise
    return False
