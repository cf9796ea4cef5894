"""Is a tournament document right? All that is wrong with it, at once, each with its place."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from typing import Any

import rules
from scoring.exports.document import FORMAT
from scoring.models import Tournament
from scoring.models.tournament import MAX_NUMBER, MAX_ROUNDS, NAME_LENGTH, SLUG_LENGTH, SLUG_PATTERN
from scoring.services.document.entries import CupEntry, PlayerEntry
from scoring.services.document.jury import JuryReader
from scoring.services.document.reader import Reader, inside
from scoring.services.document.rounds import RoundsReader
from scoring.services.errors import Refusal

REQUIRED = ("format", "name", "slug", "date", "ruleset", "rounds_planned", "players", "rounds")
OPTIONAL = ("venue", "tie_break", "ruleset_snapshot", "penalties", "rulings")


def check(document: object) -> CupEntry:
    """A tournament document, as decoded JSON, as entries; raises Refusal with everything that is wrong.

    A document of another format, or of a later minor version of this one, is refused alone: its other
    fields may mean anything.
    """
    reader = Reader()
    _check_format(reader, document)
    if reader.problems:
        raise Refusal(reader.problems)
    cup = reader.record(document, "", required=REQUIRED, optional=OPTIONAL)
    entry = _cup(reader, cup) if cup is not None else None
    if reader.problems or entry is None:
        raise Refusal(reader.problems)
    return entry


def _check_format(reader: Reader, document: object) -> None:
    if not isinstance(document, dict):
        reader.note("bad-type", "", expected="object")
        return
    if "format" not in document:
        reader.note("missing-field", "format", name="format")
        return
    found = document["format"]
    if found == FORMAT:
        return
    version = re.fullmatch(r"tarokk-kupa/(\d{1,4})(\.\d{1,4})?", found) if isinstance(found, str) else None
    later = version is not None and (int(version[1]) > 1 or (version[1] == "1" and version[2] is not None))
    reader.note("later-format" if later else "bad-format", "format", found=str(found)[:60], known=FORMAT)


def _cup(reader: Reader, cup: Mapping[str, Any]) -> CupEntry | None:
    name = reader.text(cup, "name", "", longest=NAME_LENGTH)
    slug = _slug(reader, cup)
    date = _date(reader, cup)
    venue = reader.text(cup, "venue", "", longest=NAME_LENGTH, empty=True)
    ruleset = _ruleset(reader, cup)
    planned = reader.integer(cup, "rounds_planned", "", low=1, high=MAX_ROUNDS)
    tie_break = _tie_break(reader, cup)
    players = _players(reader, cup)
    rounds = RoundsReader(reader, ruleset, players, planned).read(reader.items(cup, "rounds", ""))
    of_jury = JuryReader(reader, players, rounds)
    penalties = of_jury.penalties(reader.items(cup, "penalties", ""))
    cases = of_jury.cases(reader.items(cup, "rulings", ""))
    if reader.problems or name is None or slug is None or date is None or venue is None:
        return None
    if ruleset is None or planned is None:
        return None
    return CupEntry(name, slug, date, venue, ruleset, planned, tie_break, tuple(players), rounds, penalties, cases)


def _slug(reader: Reader, cup: Mapping[str, Any]) -> str | None:
    slug = reader.text(cup, "slug", "", longest=SLUG_LENGTH)
    if slug is not None and "slug" in cup and not re.match(SLUG_PATTERN, slug):
        reader.note("bad-slug", "slug")
    return slug


def _date(reader: Reader, cup: Mapping[str, Any]) -> datetime.date | None:
    found = cup.get("date")
    if "date" not in cup:
        return None
    if not isinstance(found, str):
        reader.note("bad-type", "date", expected="text")
        return None
    try:
        # fromisoformat alone takes week dates and dates without hyphens, too.
        if re.fullmatch(r"\d{4}-\d\d-\d\d", found, re.ASCII):
            return datetime.date.fromisoformat(found)
    except ValueError:
        pass
    reader.note("bad-date", "date")
    return None


def _ruleset(reader: Reader, cup: Mapping[str, Any]) -> rules.Ruleset | None:
    """The snapshot if there is one, else the file."""
    name = cup.get("ruleset")
    if "ruleset" in cup and not isinstance(name, str):
        reader.note("bad-type", "ruleset", expected="text")
        return None
    snapshot = cup.get("ruleset_snapshot")
    if snapshot is None:
        try:
            return rules.get_ruleset(name) if name is not None else None
        except rules.UnknownRuleset:
            reader.note("unknown-ruleset", "ruleset", ruleset=name)
            return None
    if not isinstance(snapshot, dict):
        reader.note("bad-type", "ruleset_snapshot", expected="object")
        return None
    try:
        ruleset = rules.read_ruleset(snapshot)
    except rules.RulesetError as error:
        reader.note("bad-ruleset-snapshot", "ruleset_snapshot", reason=str(error))
        return None
    if name is not None and ruleset.id != name:
        reader.note("other-ruleset-snapshot", "ruleset_snapshot.id", ruleset=name)
    return ruleset


def _tie_break(reader: Reader, cup: Mapping[str, Any]) -> str:
    found = cup.get("tie_break", Tournament.TieBreak.TABLE_POINTS.value)
    if not isinstance(found, str):
        reader.note("bad-type", "tie_break", expected="text")
    elif found not in Tournament.TieBreak.values:
        reader.note("bad-choice", "tie_break", known=", ".join(Tournament.TieBreak.values))
    return str(found)


def _players(reader: Reader, cup: Mapping[str, Any]) -> list[PlayerEntry]:
    """The players that can be read; a number given twice is noted where it stands the second time."""
    players = []
    seen: set[int] = set()
    for index, item in enumerate(reader.items(cup, "players", "")):
        place = inside("players", index)
        player = reader.record(item, place, required=("number", "name"), optional=("club", "status"))
        if player is None:
            continue
        number = reader.integer(player, "number", place, low=1, high=MAX_NUMBER)
        name = reader.text(player, "name", place, longest=NAME_LENGTH)
        club = reader.text(player, "club", place, longest=NAME_LENGTH, empty=True)
        last, first = _stays(reader, player, place)
        if number in seen:
            reader.note("duplicate-player", inside(place, "number"), number=number)
        if number is not None:
            seen.add(number)
            players.append(PlayerEntry(number, name or "", club or "", last, first))
    return players


def _stays(reader: Reader, player: Mapping[str, Any], place: str) -> tuple[int | None, int]:
    """The last round of somebody who left, and the first of somebody who came late."""
    if player.get("status") is None:
        return None, 1
    place = inside(place, "status")
    status = reader.record(player["status"], place, required=(), optional=("withdrawn_after", "first_round"))
    if status is None:
        return None, 1
    last, first = (
        None if status.get(key) is None else reader.integer(status, key, place, low=low, high=MAX_ROUNDS)
        for key, low in (("withdrawn_after", 0), ("first_round", 1))
    )
    return last, 1 if first is None else first
