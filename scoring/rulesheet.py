"""A ruleset put in order for reading. All that its page shows comes from the data: a house ruleset has a page too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules import Figure, Ruleset
from rules.ruleset import Offence
from scoring.explain import cite, kontra_word, say
from scoring.tarokysheet import TarokySheet, taroky_sheet
from scoring.templatetags.tarokk import card_name

Terms = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A figure of the table; values in words, "4 × game" for multiples of the game value, "" where there is none.

    `terms` are those of the table beside the name.
    """

    name: str
    terms: Terms
    announced: str
    silent: str
    how: str
    kontra: str
    kontra_limited: bool
    fails_silently: bool
    rule: str


@dataclass(frozen=True, slots=True)
class RoundsRow:
    """What a table of `seats` plays and earns in some rounds ("2–4")."""

    seats: int
    rounds: str
    deals: int
    places: tuple[int, ...]
    minutes: int | None


@dataclass(frozen=True, slots=True)
class RaiseRow:
    """What an announced figure may be raised to (names)."""

    source: str
    targets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OffenceRow:
    """What may come before the jury. `remarks` say who has to ask for it, and what follows before play begins."""

    rule: str
    text: str
    sanction: str
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleSheet:
    """The page of a ruleset, apart from what the template takes from the ruleset itself.

    `ladder` has each step with the terms of the table. `special`: are there penalties or money to tell of? `taroky` has
    what only the Czech game has.
    """

    figures: tuple[FigureRow, ...]
    ladder: tuple[tuple[str, Terms], ...]
    rounds: tuple[RoundsRow, ...]
    raises: tuple[RaiseRow, ...]
    offences: tuple[OffenceRow, ...]
    game_rule: str
    penalty_rule: str
    money_rule: str
    special: bool
    taroky: TarokySheet | None


def rule_sheet(ruleset: Ruleset, rounds: int) -> RuleSheet:
    """The page of a ruleset for a cup of so many rounds, in the active language."""
    names = {figure.id: say(figure.name) for figure in ruleset.figures.values()}
    return RuleSheet(
        figures=tuple(_figure(ruleset, figure) for figure in ruleset.figures.values()),
        ladder=tuple((kontra_word(ruleset, level), text.terms) for level, text in enumerate(ruleset.ladder, 1)),
        rounds=tuple(row for seats in ruleset.table_sizes for row in _rounds(ruleset, seats, rounds)),
        raises=tuple(
            RaiseRow(names[source], tuple(names[target] for target in targets))
            for source, targets in ruleset.raises.items()
        ),
        offences=tuple(
            OffenceRow(
                cite(ruleset, offence.rule),
                say(offence.text),
                sanction_name(offence.sanction),
                tuple(_remarks(ruleset, offence)),
            )
            for offence in ruleset.offences
        ),
        game_rule=cite(ruleset, ruleset.game_rule),
        penalty_rule=cite(ruleset, ruleset.penalty.rule),
        money_rule=cite(ruleset, ruleset.money_rule),
        special=ruleset.has_renonsz or any((ruleset.money, ruleset.kassza, ruleset.doubling, ruleset.xxi_list)),
        taroky=taroky_sheet(ruleset) if ruleset.taroky else None,
    )


def sanction_name(sanction: str) -> str:
    """What an offence leads to, in words."""
    return {"renonsz": _("renonsz"), "jury": _("the jury decides"), "vote": _("the table votes")}.get(
        sanction, sanction
    )


def _remarks(ruleset: Ruleset, offence: Offence) -> Iterator[str]:
    """When the consequence is another one, as `rules.jury.propose` has it."""
    if offence.askers:
        text = ngettext(
            "if %(n)s player of the table asks for it", "if %(n)s players of the table ask for it", offence.askers
        )
        yield text % {"n": offence.askers}
    early = ruleset.before_play
    if offence.sanction == "jury" or early is None:
        return
    if offence.always:
        yield _("also before play begins")
    elif offence.kind in early.kinds:
        yield _("found before play begins: dealt again (%(rule)s)") % {"rule": cite(ruleset, early.rule)}


def _figure(ruleset: Ruleset, figure: Figure) -> FigureRow:
    kontra = "" if figure.count else kontra_word(ruleset, ruleset.kontra_max(figure))
    return FigureRow(
        name=say(figure.name),
        terms=figure.name.terms,
        announced=_value(figure, figure.announced),
        silent=_value(figure, figure.silent),
        how=_how(ruleset, figure),
        kontra=kontra,
        kontra_limited=not figure.count and ruleset.kontra_max(figure) < len(ruleset.ladder),
        fails_silently=figure.silent_failure,
        rule=cite(ruleset, figure.rule),
    )


def _value(figure: Figure, value: int | None) -> str:
    if value is None:
        return ""
    return _("%(times)s × game") % {"times": value} if figure.times_game else str(value)


def _how(ruleset: Ruleset, figure: Figure) -> str:
    """What has to happen for the figure, as far as the data says it: "trick 9: I"."""
    if figure.kind in ("double", "honours", "kings", "count"):
        return {
            "double": _("%(points)s card points") % {"points": figure.min_points},
            "honours": _("all three honours in the side’s tricks"),
            "kings": _("all four kings in the side’s tricks"),
            "count": (
                _("%(count)s tarokks in hand; all others pay")
                if ruleset.options.counts_paid_by == "all"
                else _("%(count)s tarokks in hand; the opponents pay")
            )
            % {"count": figure.tarokks},
        }[figure.kind]
    if figure.kind in ("volat", "walat"):
        return _("all tricks")
    if figure.kind == "catch":
        return _("the skíz takes an opponent’s XXI")
    tricks = f"{figure.slots[0]}–{figure.slots[-1]}" if len(figure.slots) > 1 else str(figure.slots[0])
    words = _("trick %(tricks)s: %(card)s") % {"tricks": tricks, "card": card_name(figure.card or "")}
    if figure.with_cards:
        words += _(", with %(cards)s in it") % {"cards": _(" or ").join(map(card_name, figure.with_cards))}
    if figure.run:
        words += _(", and every trick before it")
    return words


def _rounds(ruleset: Ruleset, seats: int, rounds: int) -> list[RoundsRow]:
    """A table size, round by round; rounds that are played alike share a row."""

    def terms(number: int) -> tuple[int, tuple[int, ...], int | None]:
        return (
            ruleset.planned_deals(seats=seats, round=number),
            ruleset.places(seats=seats, round=number),
            ruleset.time_limit(round=number),
        )

    rows = []
    for (deals, places, minutes), group in groupby(range(1, rounds + 1), key=terms):
        numbers = list(group)
        label = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
        rows.append(RoundsRow(seats, label, deals, places, minutes))
    return rows
