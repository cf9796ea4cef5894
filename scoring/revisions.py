"""What differs between two versions of a deal, told in words: "kontra: none → kontra ×2; Cili −2 → −4".

Pure: takes what `rules` read and scored, and names; knows no database. Revisions, conflicts and previews of corrections
all speak with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from django.utils.translation import gettext as _

from rules import Announcement, Deal, Player, Result, Ruleset, Silent, TarokyDeal
from scoring.explain import cite, figure_name, hand_name, kontra_word, say
from scoring.numbers import Exact, written
from scoring.templatetags.tarokk import suit_name

#: What a table may vote for after a renonsz (Magas 16).
CHOICES = ("enforce", "redeal", "redeal_150", "pay_kassza")
#: Facts that follow from the deals before, not from what was typed.
_DERIVED = frozenset({"number", "multiplier", "kassza"})

Names = Mapping[Player, str]
Row = Announcement | Silent


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a deal: as read and scored, and its number among the deals of its table."""

    deal: Deal
    result: Result
    number: int


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that differs, in words. `kind` is "typed", "derived" (from the deals before) or "points"."""

    what: str
    before: str
    after: str
    kind: str = "typed"

    def __str__(self) -> str:
        colon = "" if self.kind == "points" else ":"
        return f"{self.what}{colon} {self.before} → {self.after}"


def changes(before: Version, after: Version, names: Names) -> list[Change]:
    """All that differs, in the order in which a deal happens; the points that came of it last."""
    found = list(_of_game(before, after, names))
    found += _of_rows(before.deal, after.deal, before.deal.announcements, after.deal.announcements, names)
    found += _of_rows(before.deal, after.deal, before.deal.silent, after.deal.silent, names)
    if isinstance(before.deal, TarokyDeal) and isinstance(after.deal, TarokyDeal):
        found += _of_facts(_taroky(before.deal, names), _taroky(after.deal, names))
    found += _of_facts(_margin(before.deal, names), _margin(after.deal, names))
    found += _of_points(before.result, after.result, names)
    return found


def in_words(found: Iterable[Change]) -> str:
    """The changes in one line."""
    return "; ".join(map(str, found))


def only_derived(found: Sequence[Change]) -> bool:
    """Did nobody touch this deal itself: has it only followed from a correction of an earlier one?"""
    kinds = {change.kind for change in found}
    return "derived" in kinds and "typed" not in kinds


def choice_name(ruleset: Ruleset, choice: str) -> str:
    """What a table may vote for after a renonsz, in words (Magas 16)."""
    fine = written(ruleset.kassza.redeal) if ruleset.kassza is not None else ""
    return {
        "enforce": _("written down: the offender pays"),
        "redeal": _("new deal, no consequence"),
        "redeal_150": _("new deal, %(forints)s Ft into the kassza") % {"forints": fine},
        "pay_kassza": _("new deal, the worth of the figures into the kassza"),
    }[choice]


#: By key: what it is called, and what it says.
Facts = Mapping[str, tuple[str, str]]


def _of_game(before: Version, after: Version, names: Names) -> Iterator[Change]:
    yield from _of_facts(_game(before, names), _game(after, names))


def _of_facts(before: Facts, after: Facts) -> Iterator[Change]:
    for key, (what, text) in after.items():
        was = before[key][1]
        if was != text:
            yield Change(what, was, text, "derived" if key in _DERIVED else "typed")


def _game(version: Version, names: Names) -> Facts:
    deal, ruleset = version.deal, version.deal.ruleset
    none = _("none")
    alone = _("alone") if deal.declarer is not None else none
    pack = ruleset.pack
    points = none
    if deal.card_points is not None:
        points = f"{deal.card_points} : {pack.card_points - deal.card_points}"
    calls = ", ".join(f"{names[call.by]} {_call(ruleset, call.say)}" for call in deal.auction or ())
    return {
        "number": (_("number of the deal"), str(version.number)),
        "players": (_("players, forehand first"), ", ".join(names[player] for player in deal.players)),
        "outcome": (_("outcome"), say(ruleset.outcomes[deal.outcome])),
        "thrown_in": (_("thrown in by"), _thrown_in(deal, names)),
        "auction": (_("auction"), calls or none),
        "bid": (_("bid"), say(ruleset.bids[deal.bid].name) if deal.bid is not None else none),
        "declarer": (_("declarer"), _name(deal.declarer, names)),
        "partner": (_("partner"), names[deal.partner] if deal.partner is not None else alone),
        "called": (_("called tarokk"), deal.called or none),
        "kontra": (_("kontra"), kontra_word(ruleset, deal.kontra) or none),
        "multiplier": (_("doubled"), f"×{deal.multiplier}"),
        "card_points": (_("card points"), points),
        "tricks": (_("tricks"), none if deal.tricks is None else str(deal.tricks)),
    }


def _taroky(deal: TarokyDeal, names: Names) -> Facts:
    """What only a deal of the Czech game has."""
    found = {"degree": (_("degree"), str(deal.degree or _("none")))}
    for player, name in names.items():
        declared = {each.meld for each in deal.melds if each.by == player}
        melds = [say(meld.name) for meld in deal.own.melds.values() if meld.id in declared]
        found[f"melds of {player}"] = (_("melds of %(name)s") % {"name": name}, ", ".join(melds) or _("none"))
    for key, what, counts in (
        ("counted", _("card points of each"), deal.counted),
        ("taken", _("tricks of each"), deal.taken),
    ):
        texts = [f"{names[player]} {number}" for player, number in (counts or {}).items()]
        found[key] = (what, ", ".join(texts) or _("none"))
    return found


def _margin(deal: Deal, names: Names) -> Facts:
    """What stands at the margin of the sheet."""
    none = _("none")
    laid = deal.skart_tarokks or {}
    by_key = {str(player): names[player] for player in deal.players}
    ruling = deal.renonsz
    amount = none if ruling is None or ruling.amount is None else written(ruling.amount)
    choice = none if ruling is None or ruling.choice is None else choice_name(deal.ruleset, ruling.choice)
    paragraph = cite(deal.ruleset, ruling.paragraph) if ruling is not None else ""
    kassza = none if deal.kassza_balance is None else f"{written(deal.kassza_balance)} Ft"
    return {
        "offender": (_("renonsz by"), _name(ruling.offender if ruling is not None else None, names)),
        "paragraph": (_("paragraph"), paragraph or none),
        "amount": (_("amount set by the jury"), amount),
        "choice": (_("the table’s vote"), choice),
        "skart": (_("tarokks laid away"), ", ".join(f"{by_key[key]} {count}" for key, count in laid.items()) or none),
        "note": (_("note"), f"“{deal.note}”" if deal.note else none),
        "kassza": (_("kassza before the deal"), kassza),
    }


def _of_rows(old: Deal, new: Deal, before: Sequence[Row], after: Sequence[Row], names: Names) -> Iterator[Change]:
    """Figures that came, went or are told otherwise; the same figure of the same player is the same row, and so is
    what is left of one figure on both sides."""
    pairs = _paired(before, after)
    for first, second in pairs:
        said = second or first
        if said is None:
            continue
        what = _row_name(new.ruleset, said)
        if first is None or second is None:
            there = _("silent") if isinstance(said, Silent) else _("announced")
            deal = old if second is None else new
            whole = ", ".join([there, *_row_texts(_row(deal, said, names))])
            yield Change(what, whole, "–") if second is None else Change(what, "–", whole)
            continue
        for (key, was), (_same, text) in zip(_row(old, first, names), _row(new, second, names), strict=True):
            if was != text:
                yield Change(f"{what}, {key}", was or _("none"), text or _("none"))
    yield from _order(new.ruleset, [pair for pair in pairs if None not in pair], before)


def _paired(before: Sequence[Row], after: Sequence[Row]) -> list[tuple[Row | None, Row | None]]:
    left = list(before)
    found: list[tuple[Row | None, Row | None]] = []
    open_rows: list[int] = []
    for row in after:
        match = next((old for old in left if _key(old) == _key(row) and old.by == row.by), None)
        if match is not None:
            left.remove(match)
        else:
            open_rows.append(len(found))
        found.append((match, row))
    for index in open_rows:
        came = found[index][1]
        match = next((old for old in left if came is not None and _key(old) == _key(came)), None)
        if match is not None:
            left.remove(match)
            found[index] = (match, came)
    return found + [(old, None) for old in left]


def _order(ruleset: Ruleset, pairs: Sequence[tuple[Row | None, Row | None]], before: Sequence[Row]) -> Iterator[Change]:
    now = [first for first, _second in pairs if first is not None]
    was = sorted(now, key=lambda row: next(index for index, old in enumerate(before) if old is row))
    if any(first is not second for first, second in zip_longest(was, now)):
        texts = [", ".join(_row_name(ruleset, row) for row in rows) for rows in (was, now)]
        yield Change(_("order of the announcements"), *texts)


def _key(row: Row) -> tuple[str, str | None]:
    return row.figure, row.suit if isinstance(row, Announcement) else None


def _row_name(ruleset: Ruleset, row: Row) -> str:
    suit = row.suit if isinstance(row, Announcement) else None
    name = figure_name(ruleset, row.figure)
    return f"{name} ({suit_name(suit)})" if suit else name


def _row(deal: Deal, row: Row, names: Names) -> list[tuple[str, str]]:
    """What is told of a figure: (what, text), "" where nothing is."""
    found = [(_("by"), names[row.by])]
    made = {True: _("made"), False: _("failed"), None: ""}[row.made]
    if isinstance(row, Announcement):
        source = deal.announcements[row.raised_from] if row.raised_from is not None else None
        found += [
            (_("kontra"), kontra_word(deal.ruleset, row.kontra)),
            (_("made or failed"), made),
            (_("raised from"), figure_name(deal.ruleset, source.figure) if source is not None else ""),
            (_("kontra by"), ", ".join(names[player] for player in row.kontra_by or ())),
            (_("round"), str(row.round) if row.round is not None else ""),
        ]
    else:
        found.append((_("made or failed"), made))
    for what, player in ((_("catcher"), row.catcher), (_("XXI of"), row.victim)):
        found.append((what, names[player] if player is not None else ""))
    return found


def _row_texts(row: Sequence[tuple[str, str]]) -> Iterator[str]:
    """A figure told at once: who, what came of it and the kontra speak for themselves."""
    clear = (_("by"), _("kontra"), _("made or failed"))
    for what, text in row:
        if text:
            yield text if what in clear else f"{what}: {text}"


def _of_points(before: Result, after: Result, names: Names) -> Iterator[Change]:
    for player, name in names.items():
        was, now = before.points.get(player), after.points.get(player)
        if was != now:
            yield Change(name, _points(was), _points(now), kind="points")
    if before.bika != after.bika:
        words = {True: _("yes"), False: _("no")}
        yield Change(_("bika"), words[before.bika], words[after.bika], kind="points")


def _points(points: Exact | None) -> str:
    return "–" if points is None else written(points, signed=True)


def _thrown_in(deal: Deal, names: Names) -> str:
    if deal.thrown_in is None:
        return _("none")
    return f"{names[deal.thrown_in.by]} ({hand_name(deal.thrown_in.hand)})"


def _name(player: Player | None, names: Names) -> str:
    return names[player] if player is not None else _("none")


def _call(ruleset: Ruleset, word: str) -> str:
    if word in ruleset.bids:
        return say(ruleset.bids[word].name)
    return {"pass": _("pass"), "hold": _("hold")}[word]
