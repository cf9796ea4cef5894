"""The prizes of a cup: the whole list is written at once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from rules import Problem
from scoring.actors import Actor, require_organiser
from scoring.models import Prize, Tournament
from scoring.models.tournament import MAX_NUMBER, NAME_LENGTH
from scoring.prizes import Offer
from scoring.services.change import change
from scoring.services.errors import Refusal, refusal
from scoring.services.texts import text_problem

#: Of one prize, in forints.
MOST_FORINTS = 100_000_000


def set_prizes(actor: Actor, tournament: Tournament, offers: Sequence[Offer], seen: str) -> bool:
    """Writes the prizes of a cup in the place of those there are; an offer of nothing is left out.

    `seen` is the `mark_of` the list that the actor looked at. Returns whether anything changed. Raises Refusal, with
    the index of an offer in the place of a problem, and when somebody else wrote meanwhile; PermissionDenied.
    """
    require_organiser(actor, tournament)
    wanted = [offer for offer in offers if offer.amount is not None or offer.text]
    _check(offers)
    if mark_of(wanted) == seen:
        return False
    with change(actor, tournament, "set_prizes") as under_way:
        there = offers_of(Prize.objects.filter(tournament=under_way.tournament))
        if mark_of(there) != seen:
            raise refusal("prizes-changed")
        under_way.details = {"count": len(wanted)}
        under_way.tournament.prizes.all().delete()
        Prize.objects.bulk_create(
            Prize(tournament=under_way.tournament, place=offer.place, amount=offer.amount, text=offer.text)
            for offer in wanted
        )
    return True


def offers_of(prizes: Iterable[Prize]) -> list[Offer]:
    """The prizes of a cup as they are reckoned with, by place, that for the catches last."""
    return [Offer(prize.place, prize.amount, prize.text) for prize in prizes]


def mark_of(offers: Iterable[Offer]) -> str:
    """A word that is another one for any other list of prizes, whatever their order."""
    rows = sorted((offer.place or MAX_NUMBER + 1, offer.amount, offer.text) for offer in offers)
    return hashlib.sha256(repr(rows).encode()).hexdigest()[:16]


def _check(offers: Sequence[Offer]) -> None:
    problems: list[Problem] = []
    places: set[int | None] = set()
    for index, offer in enumerate(offers):
        if offer.amount is None and not offer.text:
            continue
        if offer.amount is not None and not 0 <= offer.amount <= MOST_FORINTS:
            limits = {"value": offer.amount, "low": 0, "high": MOST_FORINTS}
            problems.append(Problem("number-out-of-range", f"{index}.amount", limits))
        if offer.place is not None and not 1 <= offer.place <= MAX_NUMBER:
            limits = {"value": offer.place, "low": 1, "high": MAX_NUMBER}
            problems.append(Problem("number-out-of-range", f"{index}.place", limits))
        if offer.place in places:
            problems.append(Problem("prize-twice", f"{index}.place"))
        places.add(offer.place)
        text = text_problem(offer.text, f"{index}.text", longest=NAME_LENGTH, empty=True)
        if text is not None:
            problems.append(text)
    if problems:
        raise Refusal(problems)
