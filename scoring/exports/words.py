"""What the files say of a deal and of a cup, in the active language: shared by XLSX and PDF."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from scoring.explain import Said, Story, tell
from scoring.models import Seat, Table
from scoring.queries import DealRow, SeatSummary, SeriesTable, Standings, TableSheet, TableSummary
from scoring.sentences import speaker
from scoring.templatetags.tarokk import suit_name

#: A name of more letters is shortened where a deal is told in a line.
_SHORT = 16

#: How a suit's sign stands in a text until it is drawn: private characters, which no name can bring (see `clean`).
SIGNS = {"hearts": "\ue000", "diamonds": "\ue001", "clubs": "\ue002", "spades": "\ue003"}


@dataclass(frozen=True, slots=True)
class DealWords:
    """A deal of a table sheet in words.

    `figures` are the figures one by one; `sentences` tell what became of a deal that was not simply played;
    `card_points` are those of the declarer's side and of the opponents; `remarks` what was irregular, and the note.
    """

    bid: str
    declarer: str
    partner: str
    kontra: str
    figures: tuple[str, ...]
    sentences: tuple[str, ...]
    card_points: tuple[int, int] | None
    remarks: tuple[str, ...]


def deal_words(
    sheet: TableSheet, names: Mapping[rules.Player, str], marks: Mapping[int, str], *, signs: bool
) -> Iterable[tuple[DealRow, DealWords]]:
    """Each deal of a table with its words. Suits are written as `SIGNS`, or in words without `signs`.

    `marks`, by the deals' keys, tell which came before the jury (`rulings.marks_by_deal`).
    """
    sentence = speaker(sheet.tournament.rules)
    for row in sheet.rows:
        story = tell(row.record, row.result, names, sentence)
        told = _words(story, signs)
        mark = marks.get(row.deal.pk)
        yield row, replace(told, sentences=(mark, *told.sentences)) if mark else told


def _words(story: Story, signs: bool) -> DealWords:
    kontras = [story.kontra] if story.kontra else []
    if story.multiplier > 1:
        kontras.append(_("deal doubled ×%(times)s") % {"times": story.multiplier})
    remarks = [warned.sentence for warned in story.warnings]
    if story.note:
        remarks.append(story.note)
    figures = [_figure(said, signs) for said in story.said]
    if story.tricks is not None:
        figures.append(ngettext("%(n)s trick", "%(n)s tricks", story.tricks) % {"n": story.tricks})
    if story.bika:
        figures.append(_("bika"))
    return DealWords(
        bid=story.headline,
        declarer=story.declarer,
        partner=story.partner or (_("alone") if story.declarer else ""),
        kontra=", ".join(kontras),
        figures=tuple(figures),
        # A name may end with the full stop of an initial.
        sentences=tuple(text.replace("..", ".") for text in story.sentences),
        card_points=story.card_points,
        remarks=tuple(remarks),
    )


def _figure(said: Said, signs: bool) -> str:
    """ "Király ultimó (kőr) – Őry T.: kontra ×2, bukott"."""
    suit = ""
    if said.suit is not None:
        suit = f" {SIGNS[said.suit]}" if signs else f" ({suit_name(said.suit)})"
    details = [_("silent")] if said.silent else []
    details += filter(None, [said.kontra, said.status_text, *said.remarks])
    return f"{said.name}{suit} – {said.by}" + (f": {', '.join(details)}" if details else "")


def full_names(seats: Sequence[Seat]) -> dict[rules.Player, str]:
    """Names by player number, as the records have them."""
    return {seat.player.number: clean(seat.player.name) for seat in seats}


def short_names(seats: Sequence[Seat]) -> dict[rules.Player, str]:
    """Names short enough for a line that tells a deal, and different from each other at the table."""
    found: dict[rules.Player, str] = {seat.player.number: short_name(seat.player.name) for seat in seats}
    taken = list(found.values())
    for seat in seats:
        name = found[seat.player.number]
        if taken.count(name) > 1:
            found[seat.player.number] = f"{name} ({seat.number})"
    return found


def short_name(name: str) -> str:
    """ "Szentgyörgyi-Horváth Zsuzsanna" as "Szentgyörgyi-Ho… Zs."; short names as they are."""
    name = " ".join(clean(name).split())
    if len(name) <= _SHORT:
        return name
    words = name.split()
    kept = 2 if words[0].endswith(".") and len(words) > 2 else 1
    family = " ".join(words[:kept])
    initials = " ".join(f"{word[0]}." for word in words[kept : kept + 2])
    if len(family) > _SHORT - 2:
        family = family[: _SHORT - 3] + "…"
    return f"{family} {initials}".rstrip()


def substitutes(seats: Iterable[Seat | SeatSummary]) -> list[str]:
    """Who played in whose place, a sentence each."""
    return [
        _("%(name)s played for %(player)s") % {"name": clean(seat.substitute), "player": clean(seat.player.name)}
        for seat in seats
        if seat.substitute
    ]


def state_of(standings: Standings) -> str:
    """What the standings are worth: the title of their list."""
    if standings.provisional:
        return _("Provisional standings")
    return _("Final standings") if standings.tournament.is_final else _("Standings")


def series_title(table: SeriesTable) -> str:
    """What the table of a series is worth: its title."""
    return _("Provisional table of the series") if table.provisional else _("Table of the series")


def series_note(table: SeriesTable) -> list[str]:
    """How the table of a series is reckoned, in sentences: first what counts, then what its signs mean."""
    counted = table.series.counted
    if table.by_places:
        first = _("The sum of the places counts: the lowest is ahead.")
        best = ngettext("A player’s %(n)s lowest place counts.", "A player’s %(n)s lowest places count.", counted or 1)
    else:
        first = _("The sum of the tournament points counts: the highest is ahead.")
        best = ngettext("A player’s %(n)s best cup counts.", "A player’s %(n)s best cups count.", counted or 1)
    found = [first if counted is None else f"{first} {best % {'n': counted}}"]
    if table.provisional:
        found.append(_("Provisional: results of a cup may still change."))
    if counted is not None and counted < len(table.cups):
        found.append(_("In brackets: what is not among the player’s best."))
    if table.by_places:
        found.append(_("Who shared a rank in a cup has the mean of the places held together."))
        if any(score.missed for line in table.lines for score in line.scores):
            found.append(_("*: did not play; counts as one place behind the last of that cup."))
    return found


def progress(summary: TableSummary) -> str:
    """How far a table is, and what was scored on paper."""
    if summary.paper == Table.Paper.TOTALS:
        return _("from paper")
    done = _("%(played)s of %(planned)s deals") % {"played": summary.deals_played, "planned": summary.deals_planned}
    return ", ".join([done, _("rest from paper")]) if summary.paper == Table.Paper.REMAINDER else done


def clean(text: str) -> str:
    """`text` as one line that any file format takes: composed letters, no control characters, no private ones."""
    composed = text if text.isascii() else unicodedata.normalize("NFC", text)
    if composed.isprintable():
        # Private characters are not printable in Python's sense, nor are lone surrogates, controls and tabs.
        return composed
    kept = (
        " " if char.isspace() else char for char in composed if char.isspace() or char.isprintable() or char == "\u200d"
    )
    return "".join(kept)
