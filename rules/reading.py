"""From JSON to a `Deal`: the first pass of `formats`, which asks whether a record can be read and valued.

All faults are found at once. What hangs on something refused (the side of an unknown player, say) is not reported too.
Types are compared exactly, since `True` is an `int` to Python and no number to a score sheet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .auction import HOLD, PASS, Auction, hear
from .deal import (
    CALLED,
    DECLARER,
    ENFORCE,
    HANDS,
    KASSZA_CHOICES,
    OPPONENTS,
    SUITS,
    WITH_DECLARER,
    Announcement,
    Call,
    Deal,
    Player,
    Renonsz,
    Silent,
    ThrownIn,
)
from .problems import Problem, Refused
from .ruleset import OUTCOMES, Figure, Ruleset, UnknownRuleset
from .rulesetfile import get_ruleset, known_figures

Types = Mapping[str, tuple[type, ...]]
PLAYER = (str, int)
DEAL: Types = {
    "ruleset": (str,),
    "players": (list,),
    "outcome": (str,),
    "bid": (str,),
    "declarer": PLAYER,
    "partner": (str, int, type(None)),
    "auction": (list,),
    "called": (str,),
    "kontra": (int,),
    "card_points": (int,),
    "tricks": (int,),
    "announcements": (list,),
    "silent": (list,),
    "multiplier": (int,),
    "renonsz": (dict,),
    "thrown_in": (dict,),
    "skart_tarokks": (dict,),
    "kassza_balance": (int,),
    "seats": (int,),
    "note": (str,),
}
SILENT: Types = {"figure": (str,), "by": PLAYER, "made": (bool,), "catcher": PLAYER, "victim": PLAYER}
ANNOUNCEMENT: Types = {
    **SILENT,
    "kontra": (int,),
    "suit": (str,),
    "raised_from": (int,),
    "round": (int,),
    "kontra_by": (list,),
}
RENONSZ: Types = {"offender": PLAYER, "paragraph": (str,), "amount": (int,), "choice": (str,)}
THROWN_IN: Types = {"by": PLAYER, "hand": (str,)}
CALL: Types = {"by": PLAYER, "say": (str,)}
NOTE_LENGTH = 500
PARAGRAPH_LENGTH = 50
MOST_SKART_TAROKKS = 3  # nobody lays away more than three cards
# Beyond any table: keeps sums of a whole cup far inside 64 bits.
MOST_POINTS = 1_000_000
MOST_FORINTS = 1_000_000_000


def read_deal(record: object, ruleset: Ruleset | None = None) -> Deal:
    """The deal that this decoded JSON record (`formats` §1) describes.

    `ruleset` serves a record that names none, and stands for the file of its id (the snapshot of a tournament). Raises
    Refused with every problem of the first pass, or of the second if the first found none.

    >>> record = {"ruleset": "kupa-2005", "players": ["A", "B", "C", "D"], "bid": "two", "declarer": "A"}
    >>> read_deal({**record, "partner": "C", "card_points": 52}).side_of("C")
    'declarer'
    >>> read_deal({**record, "card_points": 95})
    Traceback (most recent call last):
    rules.problems.Refused: card-points-out-of-range at card_points
    """
    from .check import contradictions

    fields, rules = _frame(record, ruleset)
    deal = _Reading(fields, rules).deal()
    problems = contradictions(deal)
    if problems:
        raise Refused(problems)
    return deal


def _frame(record: object, ruleset: Ruleset | None) -> tuple[dict[str, Any], Ruleset]:
    """The record and its ruleset, or a refusal that stands alone since the rest cannot be read."""
    if type(record) is not dict:
        raise Refused([Problem("bad-type", "", {"expected": "object"})])
    wrong = [
        Problem("bad-type", name, {"expected": _expected(DEAL[name])})
        for name, value in record.items()
        if type(value) not in DEAL.get(name, (type(value),))
    ]
    players = record.get("players")
    if type(players) is list:
        wrong += [
            Problem("bad-type", f"players[{n}]", {"expected": "player"})
            for n, player in enumerate(players)
            if type(player) not in PLAYER
        ]
    if wrong:
        raise Refused(wrong)
    id = record.get("ruleset")
    if id is not None and (ruleset is None or id != ruleset.id):
        try:
            ruleset = get_ruleset(id)
        except UnknownRuleset:
            raise Refused([Problem("unknown-ruleset", "ruleset", {"ruleset": id})]) from None
    if ruleset is None:
        raise Refused([Problem("missing-field", "ruleset")])
    if players is None:
        raise Refused([Problem("missing-field", "players")])
    if len(players) != 4 or len({str(player) for player in players}) != 4:
        raise Refused([Problem("bad-players", "players")])
    outcome = record.get("outcome", "played")
    if outcome not in ruleset.outcomes:
        code = "outcome-not-in-ruleset" if outcome in OUTCOMES else "unknown-outcome"
        raise Refused([Problem(code, "outcome", {"outcome": outcome})])
    return record, ruleset


def _expected(types: tuple[type, ...]) -> str:
    """The name under which sentences speak of a type."""
    if str in types and int in types:
        return "player"
    return {dict: "object", list: "list", int: "number", bool: "boolean"}.get(types[0], "text")


def is_text(value: str) -> bool:
    """Can this be stored and shown: no NUL, no half of a surrogate pair?"""
    return "\0" not in value and not any("\ud800" <= char <= "\udfff" for char in value)


class _Reading:
    """One record being read. Problems gather in `problems`; `deal()` raises them all."""

    def __init__(self, record: dict[str, Any], ruleset: Ruleset) -> None:
        self.record, self.ruleset = record, ruleset
        self.players: Sequence[Player] = record["players"]
        self.outcome: str = record.get("outcome", "played")
        self.problems: list[Problem] = []
        self.sides: dict[Player, str] | None = None

    def complain(self, code: str, field: str, **params: object) -> None:
        self.problems.append(Problem(code, field, params))

    def deal(self) -> Deal:
        record, get = self.record, self.record.get
        for name in record:
            if name not in DEAL:
                self.complain("unknown-field", name, name=name)
        auction = self._auction()
        bid = self._bid(auction)
        declarer, partner = self._sides(auction)
        announcements = self._announcements()
        silent = self._silent()
        self._across(announcements, silent)
        self._numbers(announcements)
        renonsz = self._renonsz(bid, announcements)
        thrown_in = self._thrown_in()
        self._margin()
        if self.problems:
            raise Refused(self.problems)
        return Deal(
            self.ruleset,
            tuple(self.players),  # type: ignore[arg-type]  # four: checked by _frame
            self.outcome,
            bid,
            declarer,
            partner,
            get("called"),
            get("kontra", 0),
            get("card_points"),
            get("tricks"),
            tuple(said for _, said, _ in announcements),
            tuple(said for _, said, _ in silent),
            self.calls,
            get("multiplier", 1),
            renonsz,
            thrown_in,
            get("skart_tarokks"),
            get("kassza_balance"),
            get("seats"),
            get("note"),
            frozenset(name for name in ("bid", "declarer") if name in record),
        )

    # -- small things that every part needs

    def _object(self, value: object, types: Types, field: str) -> dict[str, Any] | None:
        """The known keys of an object, each of a right type or None where it was refused."""
        if type(value) is not dict:
            self.complain("bad-type", field, expected="object")
            return None
        wrong = [name for name, item in value.items() if type(item) not in types.get(name, ())]
        if not wrong:
            return value
        found = dict(value)
        for name in wrong:
            if name in types:
                self.complain("bad-type", f"{field}.{name}", expected=_expected(types[name]))
                found[name] = None
            else:
                self.complain("unknown-field", f"{field}.{name}", name=name)
                del found[name]
        return found

    def _need(self, found: Mapping[str, Any], name: str, field: str) -> Any:
        """The value at `name`; None, and reported, where it is missing; None where its type was refused already."""
        if name not in found:
            self.complain("missing-field", f"{field}.{name}", name=name)
        return found.get(name)

    def _player(self, player: Player | None, field: str) -> Player | None:
        """The player, if known; equality is that of JSON, so that 1 is not "1"."""
        if player is None or player in self.players:
            return player
        self.complain("unknown-player", field, player=player)
        return None

    # -- the parts of the record

    calls: tuple[Call, ...] | None = None

    def _auction(self) -> Auction | None:
        rows = self.record.get("auction")
        if rows is None:
            return None
        before, calls = len(self.problems), []
        for n, row in enumerate(rows):
            field = f"auction[{n}]"
            found = self._object(row, CALL, field)
            if found is None:
                continue
            by = self._player(self._need(found, "by", field), f"{field}.by")
            say = self._need(found, "say", field)
            if say is not None and say not in self.ruleset.bids and say not in (HOLD, PASS):
                self.complain("bad-value", f"{field}.say", value=say)
            elif say is not None and by is not None:
                calls.append(Call(by, say))
        self.calls = tuple(calls)
        return hear(self.ruleset, self.players, calls) if len(self.problems) == before else None

    def _bid(self, auction: Auction | None) -> str | None:
        bid: str | None = self.record.get("bid")
        heard = auction.bid if auction else None
        if bid is None:
            unreadable = self.calls is not None and auction is None
            if heard is None and self.outcome in WITH_DECLARER and not unreadable:
                self.complain("missing-field", "bid", name="bid")
            return heard
        steps = list(self.ruleset.bids)
        if bid not in self.ruleset.bids or (heard and steps.index(bid) < steps.index(heard)):
            self.complain("bad-bid", "bid", bid=bid, heard=heard)
            return None
        return bid

    def _sides(self, auction: Auction | None) -> tuple[Player | None, Player | None]:
        """Declarer and partner. Sets `sides`, or leaves it None where they cannot be told."""
        before = len(self.problems)
        declarer = self._player(self.record.get("declarer"), "declarer")
        heard = auction.declarer if auction else None
        if "declarer" not in self.record:
            declarer = heard
            if declarer is None and self.outcome in WITH_DECLARER and (self.calls is None or auction is not None):
                self.complain("missing-field", "declarer", name="declarer")
        elif declarer is not None and heard is not None and declarer != heard:
            self.complain("bad-value", "declarer", value=declarer, heard=heard)
        partner = self._player(self.record.get("partner"), "partner")
        if partner is not None and partner == declarer:
            self.complain("partner-is-declarer", "partner", player=partner)
        if len(self.problems) == before and (declarer is not None or self.outcome not in WITH_DECLARER):
            ours = (declarer, partner) if declarer is not None else ()
            self.sides = {player: DECLARER if player in ours else OPPONENTS for player in self.players}
        return declarer, partner

    def _figure(self, found: Mapping[str, Any], field: str) -> Figure | None:
        id = self._need(found, "figure", field)
        if id is None:
            return None
        figure = self.ruleset.figures.get(id)
        if figure is None:
            code = "figure-not-in-ruleset" if id in known_figures() else "unknown-figure"
            self.complain(code, f"{field}.figure", figure=id)
        return figure

    def _announcements(self) -> list[tuple[int, Announcement, Figure]]:
        """The announcements that can be read, with their index and figure."""
        rows, kept = self.record.get("announcements", ()), []
        sources = self._raises(rows)
        for n, row in enumerate(rows):
            field = f"announcements[{n}]"
            found = self._object(row, ANNOUNCEMENT, field)
            figure = self._figure(found, field) if found is not None else None
            if found is None or figure is None:
                continue
            get = found.get
            by = self._player(self._need(found, "by", field), f"{field}.by")
            kontra = get("kontra", 0)
            self._kontra(figure, kontra, f"{field}.kontra")
            self._suit(figure, found, field)
            self._made(figure, found, field, n in sources)
            if get("raised_from") is not None or "kontra_by" in found or "round" in found:
                self._details(found, kontra, field)
            self._catch(figure, found, by, field)
            kontra_by = get("kontra_by")
            said = Announcement(
                figure.id,
                by,  # type: ignore[arg-type]  # None only beside a problem
                kontra or 0,
                get("made"),
                get("suit"),
                get("raised_from"),
                get("round"),
                tuple(kontra_by) if kontra_by is not None else None,
                get("catcher"),
                get("victim"),
            )
            kept.append((n, said, figure))
        self.raised = sources
        return kept

    raised: frozenset[int] | set[int] = frozenset()

    def _raises(self, rows: Sequence[object]) -> set[int]:
        """Checks every `raised_from`. Returns the indices raised away, those of refused raises included."""
        sources: set[int] = set()
        for n, row in enumerate(rows):
            source = row.get("raised_from") if type(row) is dict else None
            if type(source) is not int:
                continue
            if not self.ruleset.raises or not 0 <= source < n or source in sources or not self._one_side(row, rows[source]):
                self.complain("bad-raise", f"announcements[{n}].raised_from", source=source)
            sources.add(source)
        return sources

    def _one_side(self, row: Any, source: Any) -> bool:
        """Are both of one side? True where that cannot be told."""
        sides = self.sides or {}
        by, first = row.get("by"), source.get("by") if type(source) is dict else None
        if type(by) not in PLAYER or type(first) not in PLAYER or by not in sides or first not in sides:
            return True
        return sides[by] == sides[first]

    def _kontra(self, figure: Figure, kontra: int | None, field: str) -> None:
        if kontra is None or kontra == 0:
            return
        if kontra < 0:
            self.complain("bad-value", field, value=kontra)
        elif figure.kind == "count":
            self.complain("kontra-not-allowed", field, figure=figure.id)
        elif kontra > self.ruleset.kontra_max(figure):
            self.complain("kontra-too-high", field, most=self.ruleset.kontra_max(figure))

    def _suit(self, figure: Figure, found: Mapping[str, Any], field: str) -> None:
        if "suit" not in found:
            if figure.suited:
                self.complain("suit-missing", f"{field}.suit", figure=figure.id)
        elif not figure.suited:
            self.complain("suit-not-allowed", f"{field}.suit", figure=figure.id)
        elif found["suit"] is not None and found["suit"] not in SUITS:
            self.complain("bad-value", f"{field}.suit", value=found["suit"])

    def _made(self, figure: Figure, found: Mapping[str, Any], field: str, raised: bool) -> None:
        """Counts take no `made`; others need it in force, in a played deal or (first trick) where there was no play."""
        if figure.kind == "count":
            if "made" in found:
                self.complain("unknown-field", f"{field}.made", name="made")
        elif "made" not in found and not raised and not figure.derived:
            if self.outcome == "played" or (self.outcome == "no_play" and figure.first_trick):
                self.complain("missing-field", f"{field}.made", name="made", figure=figure.id)

    def _details(self, found: Mapping[str, Any], kontra: int | None, field: str) -> None:
        if found.get("round") is not None and not 1 <= found["round"] <= 1000:
            self.complain("bad-value", f"{field}.round", value=found["round"])
        speakers = found.get("kontra_by")
        if speakers is None:
            return
        for n, player in enumerate(speakers):
            if type(player) not in PLAYER:
                self.complain("bad-type", f"{field}.kontra_by[{n}]", expected="player")
            else:
                self._player(player, f"{field}.kontra_by[{n}]")
        if kontra is not None and len(speakers) != kontra:
            self.complain("bad-value", f"{field}.kontra_by", value=len(speakers))

    def _catch(self, figure: Figure, found: Mapping[str, Any], by: Player | None, field: str) -> None:
        """Catcher and victim: of a catch only, the catcher of the announcing side, the victim of the other."""
        if "catcher" not in found and "victim" not in found:
            return
        if figure.kind != "catch":
            for name in ("catcher", "victim"):
                if name in found:
                    self.complain("unknown-field", f"{field}.{name}", name=name)
            return
        catcher = self._player(found.get("catcher"), f"{field}.catcher")
        victim = self._player(found.get("victim"), f"{field}.victim")
        sides = self.sides
        if sides is None or by is None:
            if sides is not None and catcher is not None and victim is not None and sides[catcher] == sides[victim]:
                self.complain("catch-within-side", f"{field}.victim", player=victim)
        elif catcher is not None and sides[catcher] != sides[by]:
            self.complain("catch-within-side", f"{field}.catcher", player=catcher)
        elif victim is not None and sides[victim] == sides[by]:
            self.complain("catch-within-side", f"{field}.victim", player=victim)

    def _silent(self) -> list[tuple[int, Silent, Figure]]:
        """The silent figures that can be read, with their index and figure."""
        kept = []
        for n, row in enumerate(self.record.get("silent", ())):
            field = f"silent[{n}]"
            found = self._object(row, SILENT, field)
            figure = self._figure(found, field) if found is not None else None
            if found is None or figure is None:
                continue
            if figure.derived and figure.silent is not None:
                self.complain("derived-figure", f"{field}.figure", figure=figure.id)
                continue
            if figure.silent is None or (self.outcome == "no_play" and not figure.first_trick):
                self.complain("silent-not-allowed", f"{field}.figure", figure=figure.id)
                continue
            by = self._player(self._need(found, "by", field), f"{field}.by")
            made = found.get("made", True)
            if made is False and not figure.silent_failure:
                self.complain("silent-failure-not-allowed", f"{field}.made", figure=figure.id)
            self._catch(figure, found, by, field)
            said = Silent(figure.id, by, made, found.get("catcher"), found.get("victim"))  # type: ignore[arg-type]
            kept.append((n, said, figure))
        return kept

    def _across(
        self, announcements: list[tuple[int, Announcement, Figure]], silent: list[tuple[int, Silent, Figure]]
    ) -> None:
        """What figures are to each other: said twice, announced and silent, barred, too many tarokks."""
        if not announcements and len(silent) < 2:
            return
        sides, seen, quiet, barred, tarokks = self.sides or {}, set(), set(), set(), 0
        for n, said, figure in announcements:
            tarokks += figure.tarokks
            side = said.by if figure.kind == "count" else sides.get(said.by)
            if n in self.raised or side is None or (figure.suited and said.suit is None):
                continue
            key = (figure.id, said.suit, side)
            if key in seen:
                self.complain("duplicate-announcement", f"announcements[{n}].figure", figure=figure.id)
            seen.add(key)
            if figure.with_cards:
                barred.add(side)
        barred |= {sides.get(said.by) for _, said, figure in silent if figure.with_cards and said.made}
        for n, hush, figure in silent:
            side = sides.get(hush.by)
            if side is None:
                continue
            key = (figure.id, None, side)
            if key in seen:
                self.complain("announced-and-silent", f"silent[{n}].figure", figure=figure.id)
            if key in quiet:
                self.complain("duplicate-announcement", f"silent[{n}].figure", figure=figure.id)
            quiet.add(key)
            if figure.first_trick and not figure.with_cards and side in barred:
                self.complain("facan-excluded-by-paros-facan", f"silent[{n}].figure", figure=figure.id)
        if tarokks > self.ruleset.pack.tarokks:
            self.complain("too-many-tarokks", "announcements", total=tarokks, most=self.ruleset.pack.tarokks)

    def _numbers(self, announcements: list[tuple[int, Announcement, Figure]]) -> None:
        """Card points, tricks, the kontra on the game, the multiplier."""
        record, pack = self.record, self.ruleset.pack
        points, tricks = record.get("card_points"), record.get("tricks")
        if points is None:
            if self.outcome == "played":
                self.complain("missing-field", "card_points", name="card_points")
        elif not 0 <= points <= pack.card_points:
            self.complain("card-points-out-of-range", "card_points", most=pack.card_points)
        if tricks is None:
            volat = any(figure.kind == "volat" and n not in self.raised for n, _, figure in announcements)
            if volat and self.outcome == "played":
                self.complain("missing-field", "tricks", name="tricks")
        elif not 0 <= tricks <= pack.tricks:
            self.complain("tricks-out-of-range", "tricks", most=pack.tricks)
        elif points is not None and 0 <= points <= pack.card_points:
            # The skart alone: six cards are worth at most 24, and never lie with the side that took no trick but here.
            if (tricks == pack.tricks and points < pack.card_points - 24) or (tricks == 0 and points > 24):
                self.complain("tricks-contradict-card-points", "tricks", tricks=tricks, card_points=points)
        kontra = record.get("kontra", 0)
        if kontra < 0:
            self.complain("bad-value", "kontra", value=kontra)
        elif kontra > len(self.ruleset.ladder):
            self.complain("kontra-too-high", "kontra", most=len(self.ruleset.ladder))
        multiplier, doubling = record.get("multiplier", 1), self.ruleset.doubling
        if multiplier != 1:
            if doubling is None:
                self.complain("multiplier-not-allowed", "multiplier", value=multiplier)
            elif not 1 <= multiplier <= doubling.cap or multiplier & (multiplier - 1):
                self.complain("bad-value", "multiplier", value=multiplier)

    def _renonsz(self, bid: str | None, announcements: list[tuple[int, Announcement, Figure]]) -> Renonsz | None:
        row = self.record.get("renonsz")
        if row is None:
            if self.outcome == "renonsz":
                self.complain("bad-renonsz", "renonsz", reason="missing")
            return None
        found = self._object(row, RENONSZ, "renonsz") or {}
        offender = self._player(self._need(found, "offender", "renonsz"), "renonsz.offender")
        paragraph, amount, choice = found.get("paragraph"), found.get("amount"), found.get("choice")
        if amount is not None and not 0 <= amount <= MOST_POINTS:
            self.complain("bad-value", "renonsz.amount", value=amount)
        if paragraph is not None and (len(paragraph) > PARAGRAPH_LENGTH or not is_text(paragraph)):
            self.complain("bad-value", "renonsz.paragraph", value=paragraph[:PARAGRAPH_LENGTH])
        reason = self._misplaced(found, choice)
        if reason is None and choice == "pay_kassza" and "bid" not in self.record and bid is None:
            derived = any(figure.derived and n not in self.raised for n, _, figure in announcements)
            reason = "bid" if derived else None
        if reason:
            self.complain("bad-renonsz", "renonsz", reason=reason)
        return Renonsz(offender, paragraph, amount, choice)  # type: ignore[arg-type]  # None only beside a problem

    def _misplaced(self, found: Mapping[str, Any], choice: str | None) -> str | None:
        """Why a renonsz object cannot stand with this outcome or choice."""
        choices = self.ruleset.kassza is not None
        if "choice" in found and not choices:
            return "choice-not-in-ruleset"
        if self.outcome == "renonsz":
            return None if choice in (None, ENFORCE) else "choice"
        if self.outcome == "annulled" and choices:
            refused_type = "choice" in found and choice is None
            return None if choice in KASSZA_CHOICES or refused_type else "choice"
        return "outcome"

    def _thrown_in(self) -> ThrownIn | None:
        row = self.record.get("thrown_in")
        if row is None:
            return None
        if self.outcome != "thrown_in":
            self.complain("unknown-field", "thrown_in", name="thrown_in")
        found = self._object(row, THROWN_IN, "thrown_in") or {}
        by = self._player(self._need(found, "by", "thrown_in"), "thrown_in.by")
        hand = self._need(found, "hand", "thrown_in")
        if hand is not None and hand not in HANDS:
            self.complain("bad-value", "thrown_in.hand", value=hand)
        return ThrownIn(by, hand)  # type: ignore[arg-type]  # None only beside a problem

    def _margin(self) -> None:
        """What stands at the margin of the sheet: the called tarokk, the kassza, tarokks laid away, the note."""
        record = self.record
        called, note = record.get("called"), record.get("note")
        if called is not None and called not in CALLED:
            self.complain("bad-value", "called", value=called)
        if note is not None and (len(note) > NOTE_LENGTH or not is_text(note)):
            self.complain("bad-value", "note", most=NOTE_LENGTH)
        if "kassza_balance" in record or "seats" in record:
            self._kassza(record.get("kassza_balance"), record.get("seats"))
        for name, laid in record.get("skart_tarokks", {}).items():
            if name not in {str(player) for player in self.players}:
                self.complain("unknown-player", f"skart_tarokks.{name}", player=name)
            if type(laid) is not int:
                self.complain("bad-type", f"skart_tarokks.{name}", expected="number")
            elif not 0 <= laid <= MOST_SKART_TAROKKS:
                self.complain("bad-value", f"skart_tarokks.{name}", value=laid)

    def _kassza(self, balance: int | None, seats: int | None) -> None:
        given = {"kassza_balance": balance, "seats": seats}
        for name, value in given.items():
            if self.ruleset.kassza is None:
                if value is not None:
                    self.complain("unknown-field", name, name=name)
            elif value is None:
                self.complain("missing-field", name, name=name)
        if self.ruleset.kassza is None:
            return
        if balance is not None and not 0 <= balance <= MOST_FORINTS:
            self.complain("bad-value", "kassza_balance", value=balance)
        if seats is not None and seats not in self.ruleset.tables:
            self.complain("bad-value", "seats", value=seats)
