"""Reading the figures of a record.

What was announced, what was made or failed silently, and what that is to each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .deal import SUITS, Announcement, Player, Silent, build
from .fields import PLAYER, Fields, Types
from .ruleset import Figure
from .rulesetfile import known_figures

Told = tuple[int, Announcement, Figure]
Hushed = tuple[int, Silent, Figure]
MOST_ROUNDS = 1000


class Said(NamedTuple):
    """The figures that could be read, each with its index; `raised` are indices of announcements raised away."""

    announcements: tuple[Told, ...]
    silent: tuple[Hushed, ...]
    raised: frozenset[int]


def read_said(f: Fields) -> Said:
    """All figures of the record. Problems gather in `f`."""
    record = f.record
    rows, hushed = record.get("announcements"), record.get("silent")
    raised = _raises(f, rows) if rows and "raised_from" in f.announcement else frozenset()
    announcements = tuple(_announcements(f, rows, raised)) if rows else ()
    said = Said(announcements, tuple(_silent(f, hushed)) if hushed else (), raised)
    if len(announcements) + len(said.silent) > 1:
        _across(f, said)
    return said


def _figure(f: Fields, row: object) -> Figure | None:
    """The figure of a row, if it names one that is played here."""
    id = row.get("figure") if type(row) is dict else None
    return f.ruleset.figures.get(id) if type(id) is str else None


def _no_figure(f: Fields, row: object, types: Types, field: str) -> None:
    """Says why a row has no figure. Of one that is not played here nothing else is checked."""
    id = row.get("figure") if type(row) is dict else None
    if type(id) is str:
        code = "figure-not-in-ruleset" if id in known_figures() else "unknown-figure"
        f.complain(code, f"{field}.figure", figure=id)
        return
    found = f.object(row, types, field)
    if found is not None:
        f.need(found, "figure", field)


def _announcements(f: Fields, rows: Sequence[object], raised: frozenset[int]) -> list[Told]:
    kept = []
    for n, row in enumerate(rows):
        field, figure = f"announcements[{n}]", _figure(f, row)
        found = f.object(row, f.announcement, field) if figure is not None else None
        if figure is None or found is None:
            _no_figure(f, row, f.announcement, field)
            continue
        by = found.get("by")
        if by is None or by not in f.players:
            by = f.player(f.need(found, "by", field), f"{field}.by")
        kontra = found.get("kontra")
        if kontra:
            _kontra(f, figure, kontra, f"{field}.kontra")
        if figure.suited or "suit" in found:
            _suit(f, figure, found, field)
        if "made" not in found or figure.kind == "count":
            _made(f, figure, found, field, n in raised)
        if "catcher" in found or "victim" in found:
            _catch(f, figure, found, by, field)
        speakers = found.get("kontra_by")
        if speakers is not None or "round" in found:
            _details(f, found, field)
        if by is not None:
            values = {
                "figure": figure.id,
                "by": by,
                "kontra": found.get("kontra", 0),
                "made": found.get("made"),
                "suit": found.get("suit"),
                "raised_from": found.get("raised_from"),
                "round": found.get("round"),
                "kontra_by": tuple(speakers) if speakers is not None else None,
                "catcher": found.get("catcher"),
                "victim": found.get("victim"),
            }
            kept.append((n, build(Announcement, values), figure))
    return kept


def _raises(f: Fields, rows: Sequence[object]) -> frozenset[int]:
    """Checks every `raised_from`. Returns the indices raised away, those of refused raises included."""
    sources: set[int] = set()
    for n, row in enumerate(rows):
        source = row.get("raised_from") if type(row) is dict else None
        if type(source) is not int:
            continue
        fine = f.ruleset.raises and 0 <= source < n and source not in sources
        if _plays(f, row) and (not fine or not _one_side(f, row, rows[source])):
            f.complain("bad-raise", f"announcements[{n}].raised_from", source=source)
        sources.add(source)
    return frozenset(sources)


def _plays(f: Fields, row: Any) -> bool:
    id = row.get("figure")
    return type(id) is not str or id in f.ruleset.figures


def _one_side(f: Fields, row: Any, source: Any) -> bool:
    """Are both of one side? True where that cannot be told."""
    sides = f.sides or {}
    by, first = row.get("by"), source.get("by") if type(source) is dict else None
    if type(by) not in PLAYER or type(first) not in PLAYER or by not in sides or first not in sides:
        return True
    return sides[by] == sides[first]


def _kontra(f: Fields, figure: Figure, kontra: int, field: str) -> None:
    if kontra < 0:
        f.complain("bad-value", field, value=kontra)
    elif figure.kind == "count":
        f.complain("kontra-not-allowed", field, figure=figure.id)
    elif kontra > f.ruleset.kontra_max(figure):
        f.complain("kontra-too-high", field, most=f.ruleset.kontra_max(figure))


def _suit(f: Fields, figure: Figure, found: Mapping[str, Any], field: str) -> None:
    if "suit" not in found:
        f.complain("suit-missing", f"{field}.suit", figure=figure.id)
    elif not figure.suited:
        f.complain("suit-not-allowed", f"{field}.suit", figure=figure.id)
    elif found["suit"] is not None and found["suit"] not in SUITS:
        f.complain("bad-value", f"{field}.suit", value=found["suit"])


def _made(f: Fields, figure: Figure, found: Mapping[str, Any], field: str, raised: bool) -> None:
    """Counts take no `made`; others need it in force, in a played deal or (first trick) where there was no play."""
    if figure.kind == "count":
        if found.get("made") is not None:
            f.complain("unknown-field", f"{field}.made", name="made")
        return
    played = f.outcome == "played" or (f.outcome == "no_play" and figure.first_trick)
    if played and not raised and not figure.derived:
        f.complain("missing-field", f"{field}.made", name="made", figure=figure.id)


def _details(f: Fields, found: Mapping[str, Any], field: str) -> None:
    """The round of announcements, and who said each kontra."""
    if found.get("round") is not None and not 1 <= found["round"] <= MOST_ROUNDS:
        f.complain("bad-value", f"{field}.round", value=found["round"])
    speakers = found.get("kontra_by")
    if speakers is None:
        return
    for n, player in enumerate(speakers):
        if type(player) not in PLAYER:
            f.complain("bad-type", f"{field}.kontra_by[{n}]", expected="player")
        else:
            f.player(player, f"{field}.kontra_by[{n}]")
    level = found.get("kontra", 0)
    if level is not None and len(speakers) != level:
        f.complain("bad-value", f"{field}.kontra_by", value=len(speakers))


def _catch(f: Fields, figure: Figure, found: Mapping[str, Any], by: Player | None, field: str) -> None:
    """Catcher and victim: of a catch only, the catcher of the side that made it, the victim of the other."""
    if figure.kind != "catch":
        for name in ("catcher", "victim"):
            if found.get(name) is not None:
                f.complain("unknown-field", f"{field}.{name}", name=name)
        return
    catcher = f.player(found.get("catcher"), f"{field}.catcher")
    victim = f.player(found.get("victim"), f"{field}.victim")
    if f.sides is None:
        return
    own = f.sides[by] if by is not None else f.sides.get(catcher) if catcher is not None else None
    if own is None:
        return
    if catcher is not None and f.sides[catcher] != own:
        f.complain("catch-within-side", f"{field}.catcher", player=catcher)
    elif victim is not None and f.sides[victim] == own:
        f.complain("catch-within-side", f"{field}.victim", player=victim)


def _silent(f: Fields, rows: Sequence[object]) -> list[Hushed]:
    kept = []
    for n, row in enumerate(rows):
        field, figure = f"silent[{n}]", _figure(f, row)
        if figure is not None and _not_silent(f, figure, field):
            continue
        found = f.object(row, f.silent, field) if figure is not None else None
        if figure is None or found is None:
            _no_figure(f, row, f.silent, field)
            continue
        by = found.get("by")
        if by is None or by not in f.players:
            by = f.player(f.need(found, "by", field), f"{field}.by")
        made = found.get("made", True)
        if made is False and not figure.silent_failure:
            f.complain("silent-failure-not-allowed", f"{field}.made", figure=figure.id)
        if "catcher" in found or "victim" in found:
            _catch(f, figure, found, by, field)
        if by is not None:
            values = {
                "figure": figure.id,
                "by": by,
                "made": made,
                "catcher": found.get("catcher"),
                "victim": found.get("victim"),
            }
            kept.append((n, build(Silent, values), figure))
    return kept


def _not_silent(f: Fields, figure: Figure, field: str) -> bool:
    """Does the figure not count silently here? Then that is said, and nothing else is checked of it."""
    if figure.derived and figure.silent is not None:
        f.complain("derived-figure", f"{field}.figure", figure=figure.id)
        return True
    if figure.silent is None or (f.outcome == "no_play" and not figure.first_trick):
        f.complain("silent-not-allowed", f"{field}.figure", figure=figure.id)
        return True
    return False


def _across(f: Fields, said: Said) -> None:
    """What figures are to each other: said twice, announced and silent, barred, too many tarokks."""
    sides, tarokks = f.sides or {}, 0
    seen: set[tuple[object, ...]] = set()
    quiet: set[tuple[object, ...]] = set()
    barred: set[object] = set()
    for n, told, figure in said.announcements:
        tarokks += figure.tarokks
        side = told.by if figure.kind == "count" else sides.get(told.by)
        if n in said.raised or side is None or (figure.suited and told.suit is None):
            continue
        key = (figure.id, told.suit, side)
        if key in seen:
            f.complain("duplicate-announcement", f"announcements[{n}].figure", figure=figure.id)
        seen.add(key)
        if figure.with_cards:
            barred.add(side)
    for _, hush, figure in said.silent:
        if figure.with_cards and hush.made:
            barred.add(sides.get(hush.by))
    for n, hush, figure in said.silent:
        side = sides.get(hush.by)
        if side is None:
            continue
        key = (figure.id, None, side)
        if key in seen:
            f.complain("announced-and-silent", f"silent[{n}].figure", figure=figure.id)
        if key in quiet:
            f.complain("duplicate-announcement", f"silent[{n}].figure", figure=figure.id)
        quiet.add(key)
        if side in barred and figure.first_trick and not figure.with_cards:
            f.complain("facan-excluded-by-paros-facan", f"silent[{n}].figure", figure=figure.id)
    if tarokks > f.ruleset.pack.tarokks:
        f.complain("too-many-tarokks", "announcements", total=tarokks, most=f.ruleset.pack.tarokks)
