"""The form of a deal as a table fills it in: with the thumb, and with the name of who does it.

It is the form of the organiser's desk, with some comforts. Who announced a figure is the declarer unless somebody else
is named. In the Hungarian games calls of the auction give the bid and the declarer; each call says who is on turn and
what may be said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.utils.translation import gettext as _

import rules
from rules import Figure
from scoring.forms.deal import DealEntry
from scoring.forms.deal_entry import MOST_ROWS, Entry, Sitting
from scoring.forms.deal_parts import CallPart, Choice, Data, Kit, Part, numbers

#: Rows of a new form: few, since a thumb scrolls past the empty ones.
ROWS = {"announcements": 3, "silent": 2, "auction": 1}
#: What ends a deal before anybody played: its buttons save at once.
AT_ONCE = ("passed_out", "thrown_in", "annulled")
SAVE = "save"


class WriterPart(Part):
    """Who of the table enters the deal."""

    def build(self, kit: Kit) -> None:
        self.fields["entered_by"] = numbers(_("Who enters this?"), kit.seated, chips=True)


class ThumbEntry(Entry):
    """What the forms of all games have at the table. Stands before the game's own form among the bases."""

    thumbs: ClassVar[bool] = True

    def __init__(self, sitting: Sitting, data: Data, more: str = "") -> None:
        texts = dict(data)
        self.suppose(sitting, texts)
        super().__init__(sitting, texts, more)
        self.texts = texts
        self.writer = WriterPart(self.kit, texts)

    def suppose(self, sitting: Sitting, texts: dict[str, str]) -> None:
        """Puts into the texts what goes without saying."""
        _name_announcers(texts)

    @property
    def entered_by(self) -> int | None:
        """The number of the player who enters the deal."""
        number: int | None = self.writer.got("entered_by")
        return number

    @property
    def outcomes(self) -> list[Choice]:
        """What a deal that nobody played came to, each with a button of its own."""
        names = dict(flat(getattr(self.main.fields["outcome"], "choices", ())))
        return [(outcome, names[outcome]) for outcome in AT_ONCE if outcome in names]

    @property
    def counted(self) -> str:
        """The figures of which nobody is asked whether they were made."""
        return " ".join(figure.id for figure in self.sitting.ruleset.figures.values() if self.is_counted(figure))

    def is_counted(self, figure: Figure) -> bool:
        """Is a figure neither made nor failed: a tarokk count?"""
        return figure.count

    @property
    def raises(self) -> str:
        """What may be raised to what: "pagat-ultimo>pagat-uhu …"."""
        raises = self.sitting.ruleset.raises
        return " ".join(f"{source}>{target}" for source, targets in raises.items() for target in targets)

    @property
    def announced_common(self) -> list[Choice]:
        """Figures to announce: those that are heard every other deal."""
        return self._figures(silent=False, common=True)

    @property
    def announced_others(self) -> list[Choice]:
        """The other figures to announce."""
        return self._figures(silent=False, common=False)

    @property
    def silent_common(self) -> list[Choice]:
        """Figures that may come in silently, the common ones."""
        return self._figures(silent=True, common=True)

    @property
    def silent_others(self) -> list[Choice]:
        """The other figures that may come in silently."""
        return self._figures(silent=True, common=False)

    def _figures(self, *, silent: bool, common: bool) -> list[Choice]:
        figures = self.sitting.ruleset.figures
        offered = flat(self.kit.figures(silent=silent)[1:])
        return [(id, name) for id, name in offered if figures[id].common == common]

    @property
    def otherwise_open(self) -> bool:
        """Did the deal come to something else than a game that was played?"""
        return self.outcome != "played" or bool(self.main.errors.get("outcome"))

    @property
    def tricks_open(self) -> bool:
        """Are the tricks known, or asked for?"""
        return self.main.got("tricks") is not None or "tricks" in self.main.errors

    def parts(self) -> list[Part]:
        """The parts in use, in the order of the page."""
        return [self.writer, *super().parts()]

    def find(self, place: str) -> tuple[Part | None, str]:
        """The part and the field where a place of the record is typed."""
        return (self.writer, place) if place == "entered_by" else super().find(place)

    def begin(self) -> None:
        """A phone that opens its keyboard or scrolls by itself is in the way: nothing has the focus."""

    def told(self) -> list[Choice]:
        """All that was typed, as label and text: for a page that can show it only."""
        found = []
        for part in self.parts():
            title = self.title(part)
            for name, text in self.chosen(part):
                label = str(part[name].label)
                found.append((f"{title}: {label}" if title else label, text))
        return found

    def chosen(self, part: Part) -> list[Choice]:
        """The fields of a part that are not empty, each with the words of what was chosen."""
        return _chosen(part)


class TableEntry(ThumbEntry, DealEntry):
    """What is in the table's form of one deal of a Hungarian game, typed or recorded."""

    rows: ClassVar[Mapping[str, int]] = ROWS
    template: ClassVar[str] = "table/form.html"

    def suppose(self, sitting: Sitting, texts: dict[str, str]) -> None:
        """Puts into the texts what goes without saying."""
        _take_hint_of_auction(sitting, texts)
        super().suppose(sitting, texts)

    def calls(self, texts: Data, count: int) -> list[CallPart]:
        """The rows of the auction; each knows who is on turn, up to the first that is empty."""
        found = []
        bidding = _bidding(self.sitting, texts)
        for row in range(count):
            prefix, turn, legal = f"auction-{row}", "", None
            if bidding is not None and bidding.on_turn is not None:
                turn, legal = self.sitting.names[int(bidding.on_turn)], bidding.legal()
            found.append(CallPart(self.kit, texts, prefix, turn, legal))
            if bidding is not None and not _take(bidding, self.sitting, texts, prefix):
                bidding = None
        return found

    @property
    def otherwise_open(self) -> bool:
        """Did the deal come to something else than a game that was played?"""
        return super().otherwise_open or bool(self.thrown_in.errors)


def outcome_of(action: str) -> str:
    """The outcome that a button of its own gives the deal: of "save-passed_out" "passed_out"; "" of others."""
    outcome = action.removeprefix(f"{SAVE}-")
    return outcome if action != outcome and outcome in AT_ONCE else ""


def _chosen(part: Part) -> list[Choice]:
    """The fields of a part that are not empty, each with the words of what was chosen."""
    found = []
    for name, field in part.fields.items():
        value = part[name].value()
        if value in (None, "", "0") and name != "card_points":
            continue
        words: Any = value
        for key, label in flat(getattr(field, "choices", ())):
            if str(key) == str(value):
                words = label
        if words not in (None, ""):
            found.append((name, str(words)))
    return found


def flat(choices: Sequence[Any]) -> list[tuple[Any, Any]]:
    """Choices without their groups."""
    flat: list[tuple[Any, Any]] = []
    for key, label in choices:
        flat += label if isinstance(label, list | tuple) else [(key, label)]
    return flat


def _players(sitting: Sitting, texts: Data) -> list[int]:
    """The four who play by what was typed; none where that is not four of the table."""
    own = [texts.get(f"players-{place}", "") for place in range(4)]
    seated = {str(number): number for number in sitting.seated}
    if not any(own):
        return list(sitting.rotation)
    found = [seated[text] for text in own if text in seated]
    return found if len(set(found)) == 4 else []


def _bidding(sitting: Sitting, texts: Data) -> rules.Bidding | None:
    """The auction before its first call; None where it is not known who bids."""
    players = _players(sitting, texts)
    return rules.Bidding(sitting.ruleset, players) if players else None


def _take(bidding: rules.Bidding, sitting: Sitting, texts: Data, prefix: str) -> bool:
    """Takes the call of a row; False where it is empty or cannot be read."""
    say, by = texts.get(f"{prefix}-say", ""), texts.get(f"{prefix}-by", "")
    if say not in (*sitting.ruleset.bids, "pass", "hold"):
        return False
    caller = int(by) if by in {str(player) for player in bidding.players} else bidding.on_turn
    if caller is None or (by and str(caller) != by):
        return False
    bidding.take(rules.Call(caller, say))
    return True


def _take_hint_of_auction(sitting: Sitting, texts: dict[str, str]) -> None:
    """Chooses the bid and the declarer that the calls give, where none is chosen."""
    if not texts.get("auction-0-say") or (texts.get("bid") and texts.get("declarer")):
        return
    bidding = _bidding(sitting, texts)
    if bidding is None:
        return
    for row in range(MOST_ROWS["auction"]):
        if not _take(bidding, sitting, texts, f"auction-{row}"):
            break
    if bidding.holder is not None and bidding.ended:
        texts["bid"] = texts.get("bid") or bidding.steps[bidding.level]
        texts["declarer"] = texts.get("declarer") or str(bidding.holder)


def _name_announcers(texts: dict[str, str]) -> None:
    """Names the declarer as who announced what nobody else is named for. Where no kontra is chosen there was none."""
    declarer = texts.get("declarer", "")
    for row in range(MOST_ROWS["announcements"]):
        prefix = f"announcements-{row}"
        texts.setdefault(f"{prefix}-kontra", "0")
        if texts.get(f"{prefix}-figure") and not texts.get(f"{prefix}-by") and declarer:
            texts[f"{prefix}-by"] = declarer
