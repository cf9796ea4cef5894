"""What the tests of documents share."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.models import Tournament
from scoring.services import Refusal, load_document
from scoring.services.sentences import tell
from tests.scoring.cups import OPERATOR, Document, document, table

Problems = list[tuple[str, str]]
TABLE = "rounds[0].tables[0]"
DEALS = f"{TABLE}.deals"


def problems_of(cup: object) -> Problems:
    """What a refused document was refused for, as (code, place); each has a sentence, and no row was left behind."""
    with pytest.raises(Refusal) as refusal:
        load_document(OPERATOR, cup)
    for problem in refusal.value.problems:
        sentence = tell(problem)
        assert "%(" not in sentence
        assert problem.code not in sentence.split()
    assert not Tournament.objects.exists()
    return [(problem.code, problem.field) for problem in refusal.value.problems]


def head(**more: Any) -> Document:
    """A right document, but for these fields."""
    return document(table(1, [1, 2, 3, 4]), **more)
