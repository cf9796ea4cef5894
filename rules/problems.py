"""What can be wrong or irregular with a record: a code, a place and parameters, never a sentence.

The sentences are made where they are shown, in the reader's language.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Problem:
    """One error or warning.

    `code` is one of the stable codes of the format, `field` the place in the record (`announcements[1].kontra`, empty
    for the record itself), `params` what a sentence needs to name, `rule` the paragraph that a warning cites.
    """

    code: str
    field: str
    params: Mapping[str, object] = dataclasses.field(default_factory=dict)
    rule: str | None = None

    def at(self, prefix: str) -> Problem:
        """The same problem of a record that stands at `prefix` in a larger document."""
        if not self.field or self.field.startswith("["):
            return replace(self, field=prefix + self.field)
        return replace(self, field=f"{prefix}.{self.field}")


class Refused(ValueError):
    """A record that cannot be valued. `problems` holds all that was found, in the order of the record."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{p.code} at {p.field or 'the record'}" for p in self.problems))
