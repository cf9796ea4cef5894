"""Records for the laws: plausible ones of each ruleset, the same ones mangled, and any JSON at all."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

import rules

Record = dict[str, Any]
Draw = Callable[..., Any]
IDS = ("kupa-2005", "magas-2018", "paskievics", "itvb-2019")
NAMES = ("A", "B", "C", "D")
WITH_DECLARER = ("played", "renonsz", "no_play")

scalars = st.none() | st.booleans() | st.integers(-5, 100) | st.floats(allow_nan=False) | st.text(max_size=6)
#: Anything that JSON can hold.
junk = st.recursive(
    scalars | st.sampled_from([*IDS, *NAMES, "played", "three", "trull", 10**40, -(10**40), "\ud800", "\0"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=6), inner, max_size=5),
    max_leaves=12,
)
#: Objects with the keys of a record and anything at all in them.
KEYS = (
    "ruleset players outcome bid declarer partner auction called kontra card_points tricks announcements silent "
    "multiplier renonsz thrown_in skart_tarokks kassza_balance seats note figure by made suit raised_from round "
    "kontra_by catcher victim offender paragraph amount choice hand say zzz"
).split()
keyed_junk = st.recursive(
    junk,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=8),
    max_leaves=20,
)


def players() -> st.SearchStrategy[list[rules.Player]]:
    """Four different players, by name or by number, forehand first."""
    fours: list[list[rules.Player]] = [list(NAMES), ["Őry Ű", "<b>", "😀", "B"], [1, 2, 3, 4], [7, "x", 12, "1"]]
    return st.sampled_from(fours).flatmap(lambda names: st.permutations(names))


def maybe(draw: Draw, percent: int = 50) -> bool:
    """True so many times in a hundred."""
    return bool(draw(st.integers(0, 99)) < percent)


@st.composite
def records(draw: Draw, ids: Sequence[str] = IDS, outcomes: Sequence[str] = ()) -> Record:
    """A self-contained record, most of them acceptable."""
    ruleset = rules.get_ruleset(draw(st.sampled_from(list(ids))))
    names = draw(players())
    record: Record = {"ruleset": ruleset.id, "players": names}
    record.update(deal_fields(draw, ruleset, names, outcomes))
    if ruleset.doubling and maybe(draw):
        record["multiplier"] = 1 << draw(st.integers(0, 6))
    if ruleset.kassza and maybe(draw, 60):
        record["kassza_balance"] = draw(st.integers(0, 40)) * 50
        record["seats"] = draw(st.sampled_from([4, 5]))
    return record


def deal_fields(
    draw: Draw, ruleset: rules.Ruleset, names: Sequence[rules.Player], outcomes: Sequence[str] = ()
) -> Record:
    """What a table enters of one deal between these four."""
    usual = ["played"] * (2 * len(ruleset.outcomes)) + list(ruleset.outcomes)
    outcome = draw(st.sampled_from([id for id in outcomes if id in ruleset.outcomes] or usual))
    record: Record = {} if outcome == "played" and maybe(draw) else {"outcome": outcome}
    bound = outcome in WITH_DECLARER
    if bound or maybe(draw, 30):
        _sides(draw, ruleset, names, record)
    if outcome == "played" or maybe(draw, 30):
        _counted(draw, record)
    if maybe(draw, 30):
        record["kontra"] = draw(st.integers(0, len(ruleset.ladder)))
    if maybe(draw, 60):
        record["announcements"] = _announcements(draw, ruleset, names, record, outcome)
    if maybe(draw, 40):
        record["silent"] = _silent(draw, ruleset, names, record, outcome)
    _ruling(draw, ruleset, names, record, outcome)
    if outcome == "thrown_in" and maybe(draw):
        record["thrown_in"] = {"by": draw(st.sampled_from(names)), "hand": draw(st.sampled_from(list(rules.HANDS)))}
    if maybe(draw, 10):
        record["called"] = draw(st.sampled_from(list(rules.CALLED)))
    if maybe(draw, 10):
        record["skart_tarokks"] = {str(draw(st.sampled_from(names))): draw(st.integers(0, 3))}
    if maybe(draw, 10):
        record["note"] = draw(st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20))
    return record


def _sides(draw: Draw, ruleset: rules.Ruleset, names: Sequence[rules.Player], record: Record) -> None:
    declarer, bid = draw(st.sampled_from(names)), draw(st.sampled_from(list(ruleset.bids)))
    if maybe(draw, 25):
        calls = _calls(draw, ruleset, names)
        heard = rules.hear(ruleset, names, [rules.Call(call["by"], call["say"]) for call in calls])
        record["auction"] = calls
        if heard.declarer is not None:
            declarer, bid = heard.declarer, str(heard.bid)
        if heard.declarer is not None and maybe(draw, 70):
            partners: list[Any] = [name for name in names if name != declarer]
            record["partner"] = draw(st.sampled_from([*partners, None]))
            return
    record["bid"], record["declarer"] = bid, declarer
    if maybe(draw, 90):
        partners = [name for name in names if name != declarer]
        record["partner"] = draw(st.sampled_from([*partners, None]))


def _calls(draw: Draw, ruleset: rules.Ruleset, names: Sequence[rules.Player]) -> list[Record]:
    bidding = rules.Bidding(ruleset, names)
    calls: list[Record] = []
    while bidding.on_turn is not None and len(calls) < 20:
        legal = bidding.legal()
        say = draw(st.sampled_from(legal or ("pass",))) if maybe(draw, 60) else "pass"
        if maybe(draw, 3):
            say = draw(st.sampled_from([*ruleset.bids, "hold", "pass"]))
        call = rules.Call(bidding.on_turn, say)
        calls.append({"by": call.by, "say": call.say})
        bidding.take(call)
    return calls


def _counted(draw: Draw, record: Record) -> None:
    """Card points, and tricks that can stand beside them."""
    points = draw(st.integers(0, 94) | st.sampled_from([0, 23, 24, 47, 48, 70, 71, 94]))
    record["card_points"] = points
    if maybe(draw, 70):
        least, most = (0 if points <= 24 else 1), (9 if points >= 70 else 8)
        record["tricks"] = draw(st.integers(least, most) | st.sampled_from([least, most]))


def _announcements(
    draw: Draw, ruleset: rules.Ruleset, names: Sequence[rules.Player], record: Record, outcome: str
) -> list[Record]:
    said: list[Record] = []
    for n in range(draw(st.integers(1, 4))):
        figure = ruleset.figures[draw(st.sampled_from(list(ruleset.figures)))]
        row: Record = {"figure": figure.id, "by": draw(st.sampled_from(names))}
        if figure.suited:
            row["suit"] = draw(st.sampled_from(list(rules.SUITS)))
        if not figure.count and not figure.derived and (outcome in ("played", "no_play") or maybe(draw)):
            row["made"] = maybe(draw, 40)
        if figure.kind == "volat" and outcome == "played":
            record.setdefault("tricks", 5 if 24 < record.get("card_points", 47) < 70 else 4)
        if not figure.count and maybe(draw, 30):
            row["kontra"] = draw(st.integers(0, ruleset.kontra_max(figure)))
            if maybe(draw, 20):
                row["kontra_by"] = [draw(st.sampled_from(names)) for _ in range(row["kontra"])]
        if ruleset.raises and n and maybe(draw, 40):
            _raise(draw, ruleset, said, row)
        if maybe(draw, 10):
            row["round"] = draw(st.integers(1, 4))
        if figure.kind == "catch" and maybe(draw):
            row["catcher"] = row["by"]
        said.append(row)
    return said


def _raise(draw: Draw, ruleset: rules.Ruleset, said: Sequence[Record], row: Record) -> None:
    """Makes it a raise of an earlier announcement by the same player, mostly one of the table."""
    source = draw(st.integers(0, len(said) - 1))
    targets = ruleset.raises.get(said[source]["figure"], ())
    row.update(raised_from=source, by=said[source]["by"])
    if targets and ("suit" in row) == ("suit" in said[source]):
        figure = ruleset.figures[draw(st.sampled_from(targets))]
        if figure.suited == ("suit" in row) and row.get("kontra", 0) <= ruleset.kontra_max(figure):
            row.update(figure=figure.id, made=maybe(draw))


def _silent(
    draw: Draw, ruleset: rules.Ruleset, names: Sequence[rules.Player], record: Record, outcome: str
) -> list[Record]:
    open_ones = [figure for figure in ruleset.figures.values() if figure.silent is not None and not figure.derived]
    if outcome == "no_play":
        open_ones = [figure for figure in open_ones if figure.first_trick]
    rows = []
    for _ in range(draw(st.integers(1, 2))):
        figure = draw(st.sampled_from(open_ones))
        row: Record = {"figure": figure.id, "by": draw(st.sampled_from(names))}
        if maybe(draw, 40):
            row["made"] = not (figure.silent_failure and maybe(draw, 60))
        if figure.kind == "catch" and maybe(draw):
            ours = {record.get("declarer"), record.get("partner")}
            other_side = [name for name in names if (name in ours) != (row["by"] in ours)]
            row["catcher"] = row["by"]
            if other_side:
                row["victim"] = other_side[0]
        rows.append(row)
    return rows


def _ruling(draw: Draw, ruleset: rules.Ruleset, names: Sequence[rules.Player], record: Record, outcome: str) -> None:
    ruling: Record = {"offender": draw(st.sampled_from(names))}
    if outcome == "annulled" and ruleset.kassza and maybe(draw):
        ruling["choice"] = draw(st.sampled_from(["redeal", "redeal_150", "pay_kassza"]))
    elif outcome != "renonsz":
        return
    if maybe(draw, 30):
        ruling["amount"] = draw(st.integers(0, 60))
    if maybe(draw):
        ruling["paragraph"] = "9.2"
    record["renonsz"] = ruling


@st.composite
def mangled(draw: Draw) -> Record:
    """A plausible record with one to three things in it replaced, removed, added or moved."""
    record: Record = copy.deepcopy(draw(records()))
    for _ in range(draw(st.integers(1, 3))):
        holder, key = draw(st.sampled_from(list(places(record))))
        deed = draw(st.sampled_from(["replace", "replace", "remove", "add", "twice"]))
        if deed == "replace":
            holder[key] = draw(scalars | st.sampled_from([*NAMES, *KEYS, [], {}, [{}], 10**30]))
        elif deed == "remove":
            del holder[key]
        elif isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        else:
            holder[draw(st.sampled_from(KEYS))] = draw(scalars)
        if not record:
            break
    return record


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (holder, key) in a JSON value."""
    found: list[tuple[Any, Any]] = []
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        found.append((value, key))
        found += places(inner)
    return found


def renamed(record: Record, names: Mapping[rules.Player, rules.Player]) -> Record:
    """The record with every player called by another name."""

    def walk(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            if key == "skart_tarokks":
                texts = {str(old): str(new) for old, new in names.items()}
                return {texts[name]: laid for name, laid in value.items()}
            return {name: walk(inner, name) for name, inner in value.items()}
        if isinstance(value, list):
            return [walk(inner, key) for inner in value]
        if key in ("players", "declarer", "partner", "by", "kontra_by", "catcher", "victim", "offender"):
            return None if value is None else names[value]
        return value

    changed: Record = walk(record)
    return changed


@st.composite
def tables(draw: Draw) -> tuple[rules.Ruleset, list[rules.Player], int, list[Record]]:
    """A table: its ruleset, who sits there, the first dealer's seat, and deals that it can have entered."""
    ruleset = rules.get_ruleset(draw(st.sampled_from(IDS)))
    seats = draw(st.sampled_from([4, 5]))
    seated = list(draw(st.permutations([3, 1, 7, 12, 9])))[:seats]
    first = draw(st.integers(1, seats))
    state, deals = rules.TableState(ruleset, seated, first), []
    for _ in range(draw(st.integers(1, 5))):
        names = list(rules.rotation(seated, state.number, first))
        extra: Record = {}
        if maybe(draw, 15):
            names = list(draw(st.permutations(seated)))[:4]
            extra = {"players": names}
        fields = {"number": state.number, **extra, **deal_fields(draw, ruleset, names)}
        try:
            row = rules.next_deal(state, fields)
        except rules.Refused:
            fields = {"number": state.number, "outcome": draw(st.sampled_from(["passed_out", "thrown_in"]))}
            row = rules.next_deal(state, fields)
        state.take(row.deal.outcome, row.result)
        deals.append(fields)
    return ruleset, seated, first, deals
