"""What the jury did to a player's standing, in the active language: the footnotes of the standings, everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.articles import with_article
from scoring.models import Decision, Penalty, Player
from scoring.numbers import Exact, written
from scoring.queries import StandingRow

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class Footnote:
    """The explanation of one penalty; `number` is that of its mark, the same in every list of a cup."""

    number: int
    player: Player
    text: str

    @property
    def mark(self) -> str:
        """The number as it stands behind a name: "¹"."""
        return str(self.number).translate(_RAISED)

    def __str__(self) -> str:
        return f"{self.mark} {self.player.name}: {self.text}"


def footnotes_of(row: StandingRow) -> list[Footnote]:
    """The footnotes of one player, in the order of the penalties."""
    texts = sentences(row)
    return [Footnote(number, row.player, text) for number, text in zip(row.notes, texts, strict=True)]


def all_footnotes(rows: Iterable[StandingRow]) -> list[Footnote]:
    """The footnotes of these rows, in their order."""
    return [note for row in rows for note in footnotes_of(row)]


def marks(row: StandingRow) -> str:
    """What stands behind the player's name: "¹ ²"; nothing without penalties."""
    return " ".join(str(number).translate(_RAISED) for number in row.notes)


def marked(name: str, row: StandingRow) -> str:
    """The name with the marks of its footnotes."""
    return f"{name} {marks(row)}" if row.notes else name


def sentences(row: StandingRow) -> list[str]:
    """What happened to a player, one for each penalty: "2 versenypont levonva (zsűri, 3. ügy), előtte 38"."""
    # The first penalty was taken from the whole sum, the last one left what is shown.
    before: dict[str, Exact] = {"table_points": row.table_points, "tournament_points": row.tournament_points}
    for penalty in row.penalties:
        if penalty.kind in before:
            before[penalty.kind] += penalty.amount or 0
    found = []
    for penalty in row.penalties:
        text = _what(penalty, row.player)
        if penalty.case is not None:
            source = _("jury, case %(number)s") % {"number": penalty.case.number}
            text += f" ({source})"
        if penalty.kind in before:
            shown = written(before[penalty.kind], signed=penalty.kind == Decision.TABLE_POINTS)
            text += ", " + _("%(points)s before it") % {"points": shown}
            before[penalty.kind] -= penalty.amount or 0
        found.append(f"{text} – {penalty.reason}" if penalty.reason else text)
    return found


def _what(penalty: Penalty, player: Player) -> str:
    if penalty.kind == Decision.WARNING:
        return _("warning")
    if penalty.kind == Decision.EXCLUSION:
        last = player.withdrawn_after if penalty.round is None else penalty.round
        return with_article(_("excluded after round %(number)s") % {"number": last}) if last else _("excluded")
    amount: Exact = penalty.amount or 0
    # A fraction takes the plural in English; Hungarian has one form.
    count = 1 if amount == 1 else 2
    if penalty.kind == Decision.TOURNAMENT_POINTS:
        text = ngettext("%(points)s tournament point off", "%(points)s tournament points off", count)
    else:
        text = ngettext("%(points)s table point off", "%(points)s table points off", count)
    return text % {"points": written(amount)}


def jury_to_table(table: int) -> str:
    """Where the jury has to go: "zsűri a 7. asztalhoz"."""
    return with_article(_("jury to table %(number)s") % {"number": table})
