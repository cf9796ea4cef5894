"""The complete form of one deal: from what is typed to the record of the format, and back.

The form is made of parts (`deal_parts`), all of them bound to one mapping of texts, be it a POST or a record turned
into the same texts: there is one way in, so nothing typed can get lost on it. What cannot be in a deal of the chosen
outcome (a bid in a deal that nobody bid in) is left out of the record, as the page leaves it out of sight.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.forms import BoundField, RadioSelect
from django.utils.translation import gettext as _

import rules
from rules import Problem, Ruleset
from scoring.explain import figure_name
from scoring.forms.deal_parts import (
    ALONE,
    AnnouncementPart,
    CallPart,
    Choice,
    Data,
    EndPart,
    Kit,
    MainPart,
    Part,
    PlayersPart,
    RenonszPart,
    SilentPart,
    SkartPart,
    ThrownInPart,
)

#: Outcomes with a declarer, who has a partner or is alone; outcomes before anything was played for.
WITH_DECLARER = frozenset({"played", "renonsz", "no_play"})
BARE = frozenset({"passed_out", "thrown_in"})
#: Rows of a new form, and at most.
ROWS = {"announcements": 3, "silent": 2, "auction": 4}
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


class DealEntry:
    """What is in the form of one deal, typed or recorded.

    `rows` is how many rows of each list a new form shows; `thumbs`: it is filled in with the thumb (see `Kit`).
    `more` names a list ("announcements" …) that gets one more empty row. Call `record` and `problems` first, then
    `place` what the services refuse, then show it.
    """

    rows: Mapping[str, int] = ROWS
    thumbs = False

    def __init__(self, sitting: Sitting, data: Data, more: str = "") -> None:
        self.sitting = sitting
        counts = {name: _row_count(data, name, default, name == more) for name, default in self.rows.items()}
        texts = _defaults(counts, data) | dict(data)
        kit = Kit(
            sitting.ruleset, *_player_choices(sitting, texts), texts.get("renonsz-paragraph", "")[:50], self.thumbs
        )
        self.kit = kit
        self.added = f"{more}-{counts[more] - 1}" if more in ROWS else ""
        self.main = MainPart(kit, texts)
        self.players = PlayersPart(kit, texts, "players")
        self.thrown_in = ThrownInPart(kit, texts, "thrown_in")
        self.renonsz = RenonszPart(kit, texts, "renonsz")
        self.skart = SkartPart(kit, texts, "skart")
        self.end = EndPart(kit, texts)
        self.announcements = [
            AnnouncementPart(kit, texts, f"announcements-{row}", _earlier(kit, texts, row))
            for row in range(counts["announcements"])
        ]
        self.silent = [SilentPart(kit, texts, f"silent-{row}") for row in range(counts["silent"])]
        self.auction = self.calls(texts, counts["auction"])
        if self.added:
            first = next(iter(getattr(self, more)[-1].fields.values()))
            first.widget.attrs["autofocus"] = True
        self.rows_of: dict[str, list[int]] = {name: [] for name in ROWS}
        self.general: list[str] = []

    def calls(self, texts: Data, count: int) -> list[CallPart]:
        """The rows of the auction."""
        return [CallPart(self.kit, texts, f"auction-{row}") for row in range(count)]

    def begin(self) -> None:
        """Puts the focus of a fresh page where a deal begins: at its outcome."""
        self.main.fields["outcome"].widget.begins = True

    # --- what the page asks ------------------------------------------------------------------------------------------

    @property
    def row_counts(self) -> list[tuple[str, int]]:
        """How many rows each list shows."""
        return [(name, len(getattr(self, name))) for name in ROWS]

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
        return _in_use([self.players])

    @property
    def auction_open(self) -> bool:
        """Is there an auction to be seen?"""
        return _in_use(self.auction) or self.added.startswith("auction")

    @property
    def margin_open(self) -> bool:
        """Is there something at the margin to be seen?"""
        return _in_use([self.skart]) or bool(self.end.got("note")) or "note" in self.end.errors

    # --- from the form to the record ---------------------------------------------------------------------------------

    @property
    def outcome(self) -> str:
        """The outcome chosen."""
        return str(self.main.got("outcome") or "played")

    @property
    def reason(self) -> str:
        """Why a deal is corrected."""
        return str(self.end.got("reason") or "")

    def record(self) -> dict[str, Any]:
        """The record as typed: without number and without what follows from the deals before."""
        found: dict[str, Any] = {}
        if own := self.players.record():
            found["players"] = own
        if self.outcome != "played":
            found["outcome"] = self.outcome
        if calls := self._rows("auction", self.auction):
            found["auction"] = self._in_turn(calls, own or list(self.sitting.rotation))
        if self.outcome not in BARE:
            found |= self._played()
        if self.outcome == "thrown_in" and (thrown_in := self.thrown_in.taken("by", "hand")):
            found["thrown_in"] = thrown_in
        skart = {number: laid for number, _name in self.kit.players if (laid := self.skart.got(number)) is not None}
        if skart:
            found["skart_tarokks"] = skart
        note = str(self.end.got("note") or "").replace("\r\n", "\n")
        if note.strip():
            found["note"] = note
        return found

    def _played(self) -> dict[str, Any]:
        """What there is of the game."""
        found = self.main.taken("bid", "declarer", "called", "card_points", "tricks")
        partner = self.main.got("partner")
        if partner not in (None, ALONE):
            found["partner"] = int(partner)
        if self.main.got("kontra"):
            found["kontra"] = self.main.got("kontra")
        if said := self._announced():
            found["announcements"] = said
        if silent := self._rows("silent", self.silent):
            found["silent"] = silent
        if self.has_ruling and (ruling := self.renonsz.taken("offender", "paragraph", "amount", "choice")):
            found["renonsz"] = ruling
        return found

    @property
    def has_ruling(self) -> bool:
        """Can there be a ruling of renonsz: with this outcome, or with the table's vote for a new deal?"""
        votes = self.sitting.ruleset.kassza is not None
        return self.outcome == "renonsz" or (self.outcome == "annulled" and votes)

    def _rows(self, name: str, parts: Sequence[Any]) -> list[dict[str, Any]]:
        """The rows that are not empty; `rows_of` keeps which those are."""
        records = {row: record for row, part in enumerate(parts) if (record := part.record())}
        self.rows_of[name] = list(records)
        return list(records.values())

    def _announced(self) -> list[dict[str, Any]]:
        """The announcements. What one was raised from is a row of the form, and an index in the record."""
        records = {row: part.record() for row, part in enumerate(self.announcements)}
        sources = {row: part.got("raised_from") for row, part in enumerate(self.announcements)}
        kept = [row for row, record in records.items() if record or sources[row] is not None]
        self.rows_of["announcements"] = kept
        for row in kept:
            if sources[row] is not None:
                # An empty row cannot be raised: an index that the rules refuse tells so at the field.
                records[row]["raised_from"] = kept.index(sources[row]) if sources[row] in kept else len(kept)
        return [records[row] for row in kept]

    def _in_turn(self, calls: list[dict[str, Any]], players: Sequence[int]) -> list[dict[str, Any]]:
        """The calls, each with who was on turn where nobody is named."""
        if len(set(players)) != 4:
            return calls
        bidding = rules.Bidding(self.sitting.ruleset, list(players))
        for call in calls:
            if "by" not in call and bidding.on_turn is not None:
                call["by"] = bidding.on_turn
            if call.get("by") in players and "say" in call:
                bidding.take(rules.Call(call["by"], call["say"]))
        return calls

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
        parts: list[Part] = [self.players, self.main]
        if self.outcome == "thrown_in":
            parts.append(self.thrown_in)
        parts += self.auction
        if self.outcome not in BARE:
            parts += [*self.announcements, *self.silent]
        if self.has_ruling:
            parts.append(self.renonsz)
        return [*parts, self.skart, self.end]

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
        if row is not None:
            rows: Sequence[Part] = getattr(self, row[1])
            kept, index = self.rows_of[row[1]], int(row[2])
            part = rows[kept[index]] if index < len(kept) else None
            return self._field_of(part, row[3] or "", row[4])
        head, _dot, tail = place.partition(".")
        if head == "players" or head.startswith("players["):
            return self.players, head.removeprefix("players").strip("[]") or "0"
        if head == "announcements":
            return self._last_count()
        if head == "skart_tarokks":
            return self._field_of(self.skart, tail, None)
        if head in ("thrown_in", "renonsz"):
            return self._field_of(self.thrown_in if head == "thrown_in" else self.renonsz, tail, None)
        return next(((part, head) for part in (self.main, self.end) if head in part.fields), (None, ""))

    def _field_of(self, part: Part | None, name: str, number: str | None) -> tuple[Part | None, str]:
        """That field, or the first of the part for what is about all of it."""
        if part is None or not part.fields:
            return None, ""
        if name == "kontra_by":
            name = f"kontra_by-{number or 0}"
        return part, name if name in part.fields else next(iter(part.fields))

    def _last_count(self) -> tuple[Part | None, str]:
        """The last row with a tarokk count: the one that makes them too many."""
        figures = self.sitting.ruleset.figures
        counts = [part for part in self.announcements if (id := part.got("figure")) in figures and figures[id].count]
        return (counts[-1], "figure") if counts else (None, "")

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

    def title(self, part: Part) -> str:
        """What a row is called."""
        lists = (
            (self.announcements, _("Announcement %(number)s")),
            (self.silent, _("Silent figure %(number)s")),
            (self.auction, _("Call %(number)s")),
        )
        for parts, text in lists:
            for number, each in enumerate(parts, 1):
                if each is part:
                    return text % {"number": number}
        return {id(self.players): _("Who played"), id(self.skart): _("Tarokks laid away")}.get(id(part), "")


def _in_use(parts: Sequence[Part]) -> bool:
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


def _player_choices(sitting: Sitting, texts: Data) -> tuple[list[Choice], list[Choice]]:
    """Who may be chosen: the four who play; after them whoever was chosen without playing, so that it is seen."""
    own = [texts.get(f"players-{place}", "") for place in range(4)]
    known = {str(number): sitting.names[number] for number in sitting.seated}
    active = [number for number in own if number in known]
    if len(set(active)) != 4:
        active = [str(number) for number in sitting.rotation]
    chosen = {text for name, text in texts.items() if _PLAYER_FIELDS.match(name)}
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
