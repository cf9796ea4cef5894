"""Which form a deal is typed into: here alone the forms of the Hungarian games and of the Czech one part."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules import Ruleset
from scoring.forms import deal_texts, taroky_texts
from scoring.forms.deal import DealEntry
from scoring.forms.deal_at_table import TableEntry, ThumbEntry
from scoring.forms.deal_entry import Entry, Sitting
from scoring.forms.deal_parts import Data
from scoring.forms.taroky import TarokyEntry, TarokyTableEntry


@dataclass(frozen=True, slots=True)
class Forms:
    """The forms of a game: the organiser's, the table's, and the way from a record to what would have been typed."""

    desk: type[Entry]
    table: type[ThumbEntry]
    texts_of: Callable[[Mapping[str, Any], Sitting, Mapping[str, int]], dict[str, str]]


TAROKK = Forms(DealEntry, TableEntry, deal_texts.texts_of)
TAROKY = Forms(TarokyEntry, TarokyTableEntry, taroky_texts.texts_of)


def forms_of(ruleset: Ruleset) -> Forms:
    """The forms of the game that this ruleset is of."""
    return TAROKK if ruleset.taroky is None else TAROKY


def desk_entry(sitting: Sitting, data: Data, more: str = "") -> Entry:
    """The organiser's form with what was typed. `more` names a list that gets one more empty row."""
    return forms_of(sitting.ruleset).desk(sitting, data, more)


def table_entry(sitting: Sitting, data: Data, more: str = "") -> ThumbEntry:
    """The table's form with what was typed. `more` names a list that gets one more empty row."""
    return forms_of(sitting.ruleset).table(sitting, data, more)


def recorded_at_desk(sitting: Sitting, record: Mapping[str, Any]) -> Entry:
    """The organiser's form of a deal that is there, as it was recorded."""
    forms = forms_of(sitting.ruleset)
    return forms.desk(sitting, forms.texts_of(record, sitting, forms.desk.rows))


def recorded_at_table(sitting: Sitting, record: Mapping[str, Any]) -> ThumbEntry:
    """The table's form of a deal that is there, as it was recorded."""
    forms = forms_of(sitting.ruleset)
    return forms.table(sitting, forms.texts_of(record, sitting, forms.table.rows))
