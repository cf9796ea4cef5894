"""From the data of a ruleset file to a `Ruleset`.

Every value is checked, and what is wrong is refused with its line.
"""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from . import ruleset as model
from .ruleset import Bid, Figure, Ruleset, TableSize, Text
from .rulesetparts import by_id, name, needed, text, texts
from .tarokyfile import check_taroky, taroky_bid, taroky_parts
from .tomlread import Reader, RulesetError, Where, line_of

FOLDER = Path(__file__).with_name("rulesets")


def load_ruleset(path: Path) -> Ruleset:
    """Reads one file. Raises RulesetError, which names the file and the line that is wrong."""
    text = path.read_text(encoding="utf-8")
    try:
        return read_ruleset(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        raise RulesetError(str(error), file=path.name, line=int(line[1]) if line else None) from error
    except RulesetError as error:
        raise RulesetError(error.reason, error.where, file=path.name, line=line_of(text, error.where)) from error


@cache
def rulesets() -> dict[str, Ruleset]:
    """Every ruleset of `rules/rulesets/`, by id. Raises RulesetError where a file is wrong.

    >>> rulesets()["kupa-2005"].figures["xxi-catch"].announced
    64
    """
    found: dict[str, Ruleset] = {}
    for path in sorted(FOLDER.glob("*.toml")):
        rules = load_ruleset(path)
        if rules.id in found:
            raise RulesetError(f"another file has the id {rules.id} too", ("id",), file=path.name)
        found[rules.id] = rules
    return found


def get_ruleset(id: str) -> Ruleset:
    """The ruleset with that id. Raises UnknownRuleset."""
    try:
        return rulesets()[id]
    except KeyError:
        raise model.UnknownRuleset(id) from None


@cache
def known_figures() -> frozenset[str]:
    """Ids of the figures of all rulesets: a figure may be known and yet not belong to the one in play."""
    return frozenset(id for rules in rulesets().values() for id in rules.figures)


def read_ruleset(data: Mapping[str, Any]) -> Ruleset:
    """The ruleset that such data describes as `as_data` gives: a snapshot, or a parsed file. Raises RulesetError."""
    top = Reader(data)
    id = top.take("id", str)
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id) or len(id) > 50:
        raise RulesetError("`id` should be lower-case letters, digits and hyphens, at most 50", ("id",))
    czech = top.table("taroky")
    kinds = model.TAROKK_KINDS if czech is None else model.TAROKY_KINDS
    figures = by_id(top.items("figures", partial(_figure, kinds)), "figures")
    bids = by_id(top.items("bids", _bid if czech is None else taroky_bid), "bids")
    jury = needed(top, "jury")
    rules = Ruleset(
        id=id,
        name=text(top.take("name", dict), ("name",)),
        short=top.take("short", str),
        source=text(top.take("source", dict), ("source",)),
        pack=_pack(needed(top, "pack")),
        game_rule=top.take("game_rule", str),
        ladder=tuple(top.items("ladder", text)),
        bids=bids,
        figures=figures,
        outcomes=_outcomes(needed(top, "outcomes")),
        tables=_tables(needed(top, "tables")),
        time_limits=top.counts("time_limits", low=1) if "time_limits" in data else (),
        offences=tuple(jury.items("offences", _offence)),
        before_play=_before_play(jury.table("before_play")),
        decisions=texts(top.table("decisions")),
        **(_tarokk_parts(top, figures) if czech is None else taroky_parts(top, czech, bids, figures)),
        _data=copy.deepcopy(dict(data)),
    )
    for table in (top, jury):
        table.done()
    if czech is not None:
        check_taroky(rules)
    return rules


def _tarokk_parts(top: Reader, figures: Mapping[str, Figure]) -> dict[str, Any]:
    """What only the Hungarian games have."""
    money, auction = top.table("money"), needed(top, "auction")
    found = {
        "options": _options(needed(top, "options")),
        "penalty": _penalty(needed(top, "penalty")),
        "money": money.count("per_point", low=1) if money else None,
        "money_rule": money.take("rule", str) if money else "",
        "kassza": _kassza(top.table("kassza")),
        "doubling": _doubling(top.table("doubling")),
        "xxi_list": _xxi_list(top.table("xxi_list")),
        "invits": auction.texts("invits"),
        "concession": auction.take("concession", str),
        "raises": _raises(top.table("raises"), figures),
        "raises_despite_kontra": _raises(top.table("raises_despite_kontra"), figures),
        "regularity": _regularity(needed(top, "regularity")),
        "taroky": None,
    }
    for table in filter(None, (money, auction)):
        table.done()
    return found


def _pack(row: Reader) -> model.Pack:
    card_points, win = row.count("card_points", low=1), row.count("win", low=1)
    bika = row.count("bika", low=1) if "bika" in row.data else None
    pack = model.Pack(card_points, win, bika, row.count("tricks", low=1), row.count("tarokks", low=1))
    row.done()
    return pack


def _bid(data: object, where: Where) -> Bid:
    row = Reader(data, where)
    ranges = Reader(row.take("card_points", dict), (*where, "card_points"))
    bid = Bid(
        id=row.take("id", str),
        name=name(row),
        value=row.count("value", low=1, high=1000),
        any_tricks=_range(ranges, "any"),
        all_tricks=_range(ranges, "all_tricks"),
        no_trick=_range(ranges, "no_trick"),
    )
    ranges.done()
    row.done()
    return bid


def _range(row: Reader, key: str) -> tuple[int, int]:
    values = row.counts(key)
    if len(values) != 2 or values[0] > values[1]:
        raise RulesetError(f"`{key}` should be the lowest and the highest card points", (*row.where, key))
    return values[0], values[1]


def _figure(kinds: frozenset[str], data: object, where: Where) -> Figure:
    row = Reader(data, where)
    one = isinstance(row.data.get("slot"), int)
    figure = Figure(
        id=row.take("id", str),
        name=name(row),
        kind=row.take("kind", str),
        announced=row.count("announced", high=10_000),
        silent=row.count("silent", high=10_000) if "silent" in row.data else None,
        rule=row.take("rule", str),
        tarokks=row.count("tarokks", 0, high=22),
        slots=(row.count("slot", low=1),) if one else row.counts("slot", 1) if "slot" in row.data else (),
        card=row.take("card", str, None),
        run=row.take("run", bool, False),
        with_cards=row.texts("with_cards") if "with_cards" in row.data else (),
        min_points=row.count("min_points", 0),
        silent_failure=row.take("silent_failure", bool, False),
        kontra_max=row.count("kontra_max", high=10) if "kontra_max" in row.data else None,
        kassza=row.take("kassza", bool, False),
        common=row.take("common", bool, False),
    )
    row.done()
    if figure.kind not in kinds:
        raise RulesetError(f"`kind` should be one of {', '.join(sorted(kinds))}", (*where, "kind"))
    _check_figure(figure, where)
    return figure


def _check_figure(figure: Figure, where: Where) -> None:
    """What a figure needs so that it can be decided, by its kind."""
    if figure.card is not None and figure.card not in model.CARDS:
        raise RulesetError(f"`card` should be one of {', '.join(sorted(model.CARDS))}", (*where, "card"))
    if figure.kind == "trick" and (not figure.slots or figure.card is None):
        raise RulesetError("a figure of kind `trick` needs `slot` and `card`", where)
    if figure.kind == "count" and not figure.tarokks:
        raise RulesetError("a figure of kind `count` needs `tarokks`", where)
    if figure.kind == "double" and not figure.min_points:
        raise RulesetError("a figure of kind `double` needs `min_points`", where)


def _outcomes(row: Reader) -> dict[str, Text]:
    found = texts(row)
    for id in found:
        if id not in model.OUTCOMES:
            raise RulesetError(f"`{id}` is no outcome", (*row.where, id))
    if "played" not in found:
        raise RulesetError("`played` is missing", row.where)
    return found


def _tables(table: Reader) -> dict[int, TableSize]:
    found = {}
    for key in map(str, table.data):
        where = (*table.where, key)
        if key not in ("4", "5"):
            raise RulesetError("a table has 4 or 5 seats", where)
        row, seats = Reader(table.data[key], where), int(key)
        places = tuple(row.items("places", _places))
        if not places or any(len(points) != seats for points in places):
            raise RulesetError(f"tournament points for each of the {seats} places are expected", (*where, "places"))
        found[seats] = TableSize(row.counts("deals", low=1), places, row.take("rule", str))
        row.done()
    if set(found) != {4, 5}:
        raise RulesetError("tables of 4 and of 5 are needed", table.where)
    return found


def _places(value: object, where: Where) -> tuple[int, ...]:
    if not isinstance(value, list) or any(type(points) is not int or points < 0 for points in value):
        raise RulesetError("a list of tournament points is expected", where)
    return tuple(value)


def _options(row: Reader) -> model.Options:
    paid_by = row.take("counts_paid_by", str, "all")
    if paid_by not in ("all", "opponents"):
        raise RulesetError('`counts_paid_by` should be "all" or "opponents"', (*row.where, "counts_paid_by"))
    options = model.Options(
        row.take("volat_drops_silent", bool, True), paid_by, row.take("counts_in_no_play", bool, False)
    )
    row.done()
    return options


def _penalty(row: Reader) -> model.Penalty:
    penalty = model.Penalty(
        row.count("minimum", high=10_000),
        row.count("maximum", high=10_000) if "maximum" in row.data else None,
        row.take("with_kontras", bool, True),
        row.take("rule", str),
    )
    if penalty.maximum is not None and penalty.maximum < penalty.minimum:
        raise RulesetError("`maximum` is less than `minimum`", (*row.where, "maximum"))
    row.done()
    return penalty


def _kassza(row: Reader | None) -> model.KasszaRules | None:
    if row is None:
        return None
    ante, cap, redeal, minimum = (
        row.count(name, high=100_000) for name in ("ante", "cap_per_seat", "redeal", "minimum")
    )
    found = model.KasszaRules(ante, cap, redeal, minimum, row.take("rule", str))
    row.done()
    return found


def _doubling(row: Reader | None) -> model.Doubling | None:
    if row is None:
        return None
    passed_out, thrown_in = (row.count(name, high=100) for name in ("passed_out", "thrown_in"))
    cap = row.count("cap", low=2, high=64)
    if cap & (cap - 1):
        raise RulesetError("`cap` should be a power of two", (*row.where, "cap"))
    found = model.Doubling(passed_out, thrown_in, cap, row.take("rule", str))
    row.done()
    return found


def _xxi_list(row: Reader | None) -> model.XxiList | None:
    if row is None:
        return None
    names = ("caught", "lost", "catcher_partner", "victim_partner")
    caught, lost, with_catcher, with_victim = (row.count(name, low=-1000, high=1000) for name in names)
    times = row.count("announced_times", low=1, high=100)
    found = model.XxiList(caught, lost, with_catcher, with_victim, times, row.take("rule", str))
    row.done()
    return found


def _raises(table: Reader | None, figures: Mapping[str, Figure]) -> dict[str, tuple[str, ...]]:
    if table is None:
        return {}
    found = {id: table.texts(id) for id in map(str, table.data)}
    for id, targets in found.items():
        for other in (id, *targets):
            if other not in figures:
                raise RulesetError(f"`{other}` is no figure of this ruleset", (*table.where, id))
    return found


def _regularity(table: Reader) -> dict[str, str]:
    for code in map(str, table.data):
        if code not in model.CHECKS:
            raise RulesetError(f"`{code}` is no check", (*table.where, code))
    return table.pairs(lambda row, code: row.take(code, str))


def _offence(data: object, where: Where) -> model.Offence:
    row = Reader(data, where)
    offence = model.Offence(
        row.take("rule", str),
        name(row),
        row.take("sanction", str),
        kind=row.take("kind", str, ""),
        askers=row.count("askers", 0, high=4),
        always=row.take("always", bool, False),
    )
    if offence.sanction not in ("renonsz", "jury", "vote"):
        raise RulesetError('`sanction` should be "renonsz", "jury" or "vote"', (*where, "sanction"))
    if "kind" in row.data and offence.kind not in model.OFFENCE_KINDS:
        raise RulesetError(f"`kind` should be one of {', '.join(model.OFFENCE_KINDS)}", (*where, "kind"))
    row.done()
    return offence


def _before_play(table: Reader | None) -> model.BeforePlay | None:
    if table is None:
        return None
    kinds = table.texts("kinds")
    for kind in kinds:
        if kind not in model.OFFENCE_KINDS:
            raise RulesetError(f"`{kind}` is no kind of offence", (*table.where, "kinds"))
    found = model.BeforePlay(kinds, table.take("rule", str))
    table.done()
    return found
