"""What a renonsz costs (Kupa 9.3; Magas 16; D19)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .deal import Deal


@dataclass(frozen=True, slots=True)
class Term:
    """One figure that a penalty is made of, in table points."""

    figure: str
    value: int
    announced: bool
    kontra: int


def terms(deal: Deal) -> Iterator[Term]:
    """The figures that count towards a penalty, of either side.

    Announced ones in force, and silent ones already made; no tarokk counts.
    """
    figures, game = deal.ruleset.figures, deal.game_value
    for said in deal.in_force():
        figure = figures[said.figure]
        if figure.kind == "count":
            continue
        kontra = said.kontra if deal.ruleset.penalty.with_kontras else 0
        yield Term(figure.id, figure.announced * (game if figure.times_game else 1) << kontra, True, kontra)
    for hush in deal.silent:
        if hush.made:
            yield Term(hush.figure, figures[hush.figure].silent or 0, False, 0)


def bounded(total: int, deal: Deal) -> int:
    """The sum within the ruleset's minimum and maximum, in table points."""
    rules = deal.ruleset.penalty
    total = max(total, rules.minimum)
    return total if rules.maximum is None else min(total, rules.maximum)


def penalty(deal: Deal) -> int:
    """P: what the offender pays each of the three others, in table points, before any multiplier.

    The amount that the jury set stands over the rules' sum, and is not bounded.
    """
    if deal.renonsz is not None and deal.renonsz.amount is not None:
        return deal.renonsz.amount
    return bounded(sum(term.value for term in terms(deal)), deal)
