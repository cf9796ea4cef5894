"""The form of one deal: what all games share of it, from what is typed to the record of the format.

The form is made of parts (`deal_parts`), all of them bound to one mapping of texts, be it a POST or a record turned
into the same texts: there is one way in, so nothing typed can get lost on it. What cannot be in a deal of the chosen
outcome or bid is left out of the record, as the page leaves it out of sight.

`deal` has the form of the Hungarian games, `taroky` that of the Czech one; `deal_entries` chooses between them.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.forms import BoundField, RadioSelect
from django.utils.translation import gettext as _

from rules import Problem, Ruleset
from scoring.explain import figure_name
from scoring.forms.deal_parts import (
    ALONE,
    AnnouncementPart,
    Choice,
    Data,
    EndPart,
    Kit,
    MainPart,
    Part,
    PlayersPart,
    SilentPart,
)

#: Outcomes with a declarer, who has a partner or is alone; outcomes before anything was played for.
WITH_DECLARER = frozenset({"played", "renonsz", "no_play"})
BARE = frozenset({"passed_out", "thrown_in"})
#: Rows of each list, at most.
MOST_ROWS = {"announcements": 30, "silent": 20, "auction": 40}
#: Empty rows after those of a record.
SPARE = 1
_ROW = re.compile(r"(announcements|silent|auction)\[(\d+)\](?:\.(\w+)(?:\[(\d+)\])?)?\Z")
_PLAYER_FIELDS = re.compile(r"(declarer|partner|.*-(by|offender|catcher|victim|kontra_by-\d+))\Z")


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits at the table for one deal. Players are player numbers: `seated` in the order of the seats, `rotation`
    the four whose turn it is, forehand first."""

    ruleset: Ruleset
    seated: Sequence[int]
    rotation: Sequence[int]
    names: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Fault:
    """A line of the summary of what is wrong: where to go (an id of the page, or nothing), the field, the sentence."""

    target: str
    label: str
    sentence: str


class Entry(ABC):
    """What is in the form of one deal, typed or recorded.

    `rows` is how many rows of each list a new form shows; `thumbs`: it is filled in with the thumb (see `Kit`);
    `template` has its fields. `more` names a list ("announcements" …) that gets one more empty row. Call `record` and
    `problems` first, then `place` what the services refuse, then show it.
    """

    rows: ClassVar[Mapping[str, int]]
    template: ClassVar[str]
    thumbs: ClassVar[bool] = False
    announcement: ClassVar[type[AnnouncementPart]] = AnnouncementPart
    main: MainPart

    def __init__(self, sitting: Sitting, data: Data, more: str = "") -> None:
        self.sitting = sitting
        counts = {name: _row_count(data, name, default, name == more) for name, default in self.rows.items()}
        texts = _defaults(counts, data) | dict(data)
        kit = Kit(
            sitting.ruleset,
            *_player_choices(sitting, texts, self.mentioned(texts)),
            texts.get("renonsz-paragraph", "")[:50],
            self.thumbs,
        )
        self.kit = kit
        self.added = f"{more}-{counts[more] - 1}" if more in counts else ""
        self.players = PlayersPart(kit, texts, "players")
        self.end = EndPart(kit, texts)
        self.announcements = [
            self.announcement(kit, texts, f"announcements-{row}", _earlier(kit, texts, row))
            for row in range(counts["announcements"])
        ]
        self.silent = [SilentPart(kit, texts, f"silent-{row}") for row in range(counts["silent"])]
        self.build(texts, counts)
        if self.added:
            first = next(iter(getattr(self, more)[-1].fields.values()))
            first.widget.attrs["autofocus"] = True
        self.rows_of: dict[str, list[int]] = {name: [] for name in counts}
        self.general: list[str] = []

    @abstractmethod
    def build(self, texts: Data, counts: Mapping[str, int]) -> None:
        """Makes the parts that are the game's own, `main` among them."""

    def mentioned(self, texts: Data) -> set[str]:
        """The players (numbers) of whom something is told."""
        return {text for name, text in texts.items() if _PLAYER_FIELDS.match(name)}

    def begin(self) -> None:
        """Puts the focus of a fresh page where a deal begins: at its outcome."""
        self.main.fields["outcome"].widget.begins = True

    # --- what the page asks ------------------------------------------------------------------------------------------

    @property
    def row_counts(self) -> list[tuple[str, int]]:
        """How many rows each list shows."""
        return [(name, len(getattr(self, name))) for name in self.rows]

    @property
    def suited(self) -> str:
        """The figures that need a suit."""
        return " ".join(figure.id for figure in self.sitting.ruleset.figures.values() if figure.suited)

    @property
    def caught(self) -> str:
        """The figures that one player catches from another."""
        return " ".join(figure.id for figure in self.sitting.ruleset.figures.values() if figure.kind == "catch")

    @property
    def players_open(self) -> bool:
        """Did others play than those whose turn it was?"""
        return in_use([self.players])

    @property
    def note_open(self) -> bool:
        """Is there a note to be seen?"""
        return bool(self.end.got("note")) or "note" in self.end.errors

    # --- from the form to the record ---------------------------------------------------------------------------------

    @property
    def outcome(self) -> str:
        """The outcome chosen."""
        return str(self.main.got("outcome") or "played")

    @property
    def reason(self) -> str:
        """Why a deal is corrected."""
        return str(self.end.got("reason") or "")

    @abstractmethod
    def record(self) -> dict[str, Any]:
        """The record as typed: without number and without what follows from the deals before."""

    def head(self) -> dict[str, Any]:
        """What every record begins with: who played, and what it came to."""
        found: dict[str, Any] = {}
        if own := self.players.record():
            found["players"] = own
        if self.outcome != "played":
            found["outcome"] = self.outcome
        return found

    def note(self) -> dict[str, Any]:
        """What every record ends with."""
        note = str(self.end.got("note") or "").replace("\r\n", "\n")
        return {"note": note} if note.strip() else {}

    def sides(self, *names: str) -> dict[str, Any]:
        """These fields of the game, and partner and kontra where there are any."""
        found = self.main.taken(*names)
        partner = self.main.got("partner")
        if partner not in (None, ALONE):
            found["partner"] = int(partner)
        if self.main.got("kontra"):
            found["kontra"] = self.main.got("kontra")
        return found

    def listed(self, name: str, parts: Sequence[Any]) -> list[dict[str, Any]]:
        """The rows that are not empty; `rows_of` keeps which those are."""
        records = {row: record for row, part in enumerate(parts) if (record := part.record())}
        self.rows_of[name] = list(records)
        return list(records.values())

    def problems(self) -> list[Problem]:
        """What is missing that no record can tell: whether nobody was the partner, or was forgotten."""
        forgotten = self.main.got("partner") is None and "partner" not in self.main.errors
        if self.outcome in WITH_DECLARER and forgotten:
            return [Problem("missing-field", "partner", {"name": "partner"})]
        return []

    @property
    def unreadable(self) -> bool:
        """Is something in it that is no number, or none of the choices?"""
        return any(part.errors for part in self.parts())

    # --- problems at their fields ------------------------------------------------------------------------------------

    def parts(self) -> list[Part]:
        """The parts in use, in the order of the page."""
        return [self.players, self.main, *self.own_parts(), self.end]

    @abstractmethod
    def own_parts(self) -> list[Part]:
        """Those of them that hang on the game, its outcome and its bid."""

    def place(self, problems: Sequence[Problem], sentence: Callable[[Problem], str]) -> None:
        """Puts each problem at its field, or at the top where it has none. A field tells one thing at a time."""
        for problem in problems:
            part, name = self.find(problem.field)
            if part is None:
                self.general.append(sentence(problem))
            elif name not in part.errors:
                part.add_error(name, sentence(problem))

    def find(self, place: str) -> tuple[Part | None, str]:
        """The part and the field where a place of the record is typed; no part for what has no field here."""
        row = _ROW.match(place)
        if row is not None and row[1] in self.rows_of:
            rows: Sequence[Part] = getattr(self, row[1])
            kept, index = self.rows_of[row[1]], int(row[2])
            part = rows[kept[index]] if index < len(kept) else None
            return self.field_of(part, row[3] or "", row[4])
        head, _dot, tail = place.partition(".")
        if head == "players" or head.startswith("players["):
            return self.players, head.removeprefix("players").strip("[]") or "0"
        return self.find_own(head, tail)

    def find_own(self, head: str, tail: str) -> tuple[Part | None, str]:
        """The part and the field of a place that is in no list, without what is the same in all games."""
        return next(((part, head) for part in (self.main, self.end) if head in part.fields), (None, ""))

    def field_of(self, part: Part | None, name: str, number: str | None) -> tuple[Part | None, str]:
        """That field, or the first of the part for what is about all of it."""
        if part is None or not part.fields:
            return None, ""
        if name == "kontra_by":
            name = f"kontra_by-{number or 0}"
        return part, name if name in part.fields else next(iter(part.fields))

    def faults(self) -> list[Fault]:
        """All that is wrong, in the order of the page."""
        found = [Fault("", "", sentence) for sentence in self.general]
        for part in self.parts():
            title = self.title(part)
            for name in part.fields:
                if name in part.errors:
                    label = f"{title}: {part[name].label}" if title else str(part[name].label)
                    found.append(Fault(target_of(part[name]), label, str(part.errors[name][0])))
        return found

    def numbered(self) -> list[tuple[Sequence[Part], str]]:
        """The lists of rows, each with what a row of it is called."""
        return [(self.announcements, _("Announcement %(number)s")), (self.silent, _("Silent figure %(number)s"))]

    def title(self, part: Part) -> str:
        """What a row is called."""
        for parts, text in self.numbered():
            for number, each in enumerate(parts, 1):
                if each is part:
                    return text % {"number": number}
        return _("Who played") if part is self.players else ""


def in_use(parts: Sequence[Part]) -> bool:
    """Is there something to be seen in these parts?"""
    return any(bound.errors or bound.value() not in (None, "") for part in parts for bound in part)


def target_of(bound: BoundField) -> str:
    """The id of the field's first control, for a link to go there."""
    return f"{bound.auto_id}_0" if isinstance(bound.field.widget, RadioSelect) else bound.auto_id


def _row_count(data: Data, name: str, default: int, one_more: bool) -> int:
    text = data.get(f"rows-{name}", "")
    rows = int(text) if re.fullmatch("[0-9]{1,3}", text) else default
    return min(rows + one_more, MOST_ROWS[name])


def _defaults(counts: Mapping[str, int], data: Data) -> dict[str, str]:
    """What is chosen before anybody chose. A silent figure was made if nothing else is said; an empty row is none."""
    texts = {"outcome": "played", "kontra": "0"}
    texts |= {f"announcements-{row}-made": "" for row in range(counts["announcements"])}
    return texts | {f"silent-{row}-made": "1" for row in range(counts["silent"]) if data.get(f"silent-{row}-figure")}


def _player_choices(sitting: Sitting, texts: Data, chosen: set[str]) -> tuple[list[Choice], list[Choice]]:
    """Who may be chosen: the four who play; after them whoever was chosen without playing, so that it is seen."""
    own = [texts.get(f"players-{place}", "") for place in range(4)]
    known = {str(number): sitting.names[number] for number in sitting.seated}
    active = [number for number in own if number in known]
    if len(set(active)) != 4:
        active = [str(number) for number in sitting.rotation]
    strangers = [number for number in known if number in chosen and number not in active]
    players = [(number, known[number]) for number in active]
    players += [(number, _("%(name)s (sits out)") % {"name": known[number]}) for number in strangers]
    return players, list(known.items())


def _earlier(kit: Kit, texts: Data, row: int) -> list[Choice]:
    """The rows before, as what this one may be raised from."""
    found = []
    for earlier in range(row):
        id = texts.get(f"announcements-{earlier}-figure", "")
        name = figure_name(kit.ruleset, id) if id in kit.ruleset.figures else _("row")
        found.append((str(earlier), f"{earlier + 1}. {name}"))
    return found
