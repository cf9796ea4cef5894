"""The audit trail put into words: a sentence for each action of the services, in the active language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils import formats, timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as N_

import rules
from scoring.models import AuditEntry, DealRevision, Membership, Round, Tournament
from scoring.numbers import written

#: By action. The names in %(…)s are round, table, deal, and what `_DETAILS` makes of the entry.
SENTENCES = {
    "create_tournament": N_("set up the cup"),
    "load_document": N_("loaded the cup from a file"),
    "replace_by_document": N_("replaced the cup by a file"),
    "delete_tournament": N_("deleted the cup"),
    "edit_tournament": N_("edited the cup: %(changes)s"),
    "publish": N_("published the cup"),
    "unpublish": N_("made the cup a draft again"),
    "freeze": N_("froze the public standings: %(after)s"),
    "unfreeze": N_("showed the public everything again"),
    "finish": N_("made the cup final"),
    "take_back_final": N_("opened the final cup again"),
    "list_withdrawn": N_("put those who withdrew into the public lists"),
    "hide_withdrawn": N_("left those who withdrew out of the public lists"),
    "set_protest_until": N_("said until when protests are taken: %(until)s"),
    "clear_protest_until": N_("took back until when protests are taken"),
    "set_prizes": N_("wrote the list of prizes (%(count)s)"),
    "join_series": N_("put the cup into the series “%(name)s”"),
    "edit_series": N_("edited the series “%(name)s”"),
    "leave_series": N_("took the cup out of the series “%(name)s”"),
    "add_player": N_("added player %(number)s. %(name)s"),
    "add_players": N_("added players: %(numbers)s"),
    "edit_player": N_("edited player %(number)s: %(changes)s"),
    "delete_player": N_("took player %(number)s. %(name)s off the list"),
    "withdraw_player": N_("entered that %(number)s. %(name)s withdrew: %(after)s"),
    "set_first_round": N_("entered that %(number)s. %(name)s plays from round %(first_round)s on"),
    "join_table": N_("seated %(number)s. %(name)s as the fifth at table %(table)s of round %(round)s"),
    "check_in": N_("entered of %(number)s. %(name)s: %(here)s"),
    "check_in_all": N_("entered that all others are here, too (%(count)s players)"),
    "set_paid": N_("entered of %(number)s. %(name)s: %(paid)s"),
    "set_up_check_in": N_("only who is here is drawn: %(uses_check_in)s; entry fee: %(entry_fee)s"),
    "set_substitute": N_(
        "entered who plays for %(number)s. %(name)s at table %(table)s of round %(round)s: %(substitute)s"
    ),
    "edit_person": N_("edited %(name)s in the register: %(changes)s"),
    "merge_people": N_("took two entries of the register together: %(name)s is %(to)s"),
    "delete_person": N_("took %(name)s out of the register"),
    "take_back_withdrawal": N_("entered that %(number)s. %(name)s plays on"),
    "add_round": N_("started round %(round)s"),
    "remove_round": N_("removed round %(round)s"),
    "seat_table": N_("seated table %(table)s of round %(round)s: %(players)s"),
    "seat_everybody": N_("seated everybody left in round %(round)s (%(count)s tables)"),
    "reseat_table": N_("seated table %(table)s of round %(round)s anew: %(players)s; deals that changed: %(deals)s"),
    "remove_table": N_("removed table %(table)s of round %(round)s"),
    "draw_round": N_("drew round %(round)s %(how)s, seed %(seed)s (%(count)s tables)"),
    "arrange_seats": N_("changed places in round %(round)s: %(moved)s"),
    "lock_seats": N_("said who keeps the table if round %(round)s is drawn again: %(players)s"),
    "lock_seat": N_("set a lock in round %(round)s: %(name)s at table %(table)s: %(locked)s"),
    "close_round": N_("closed round %(round)s"),
    "reopen_round": N_("opened round %(round)s again"),
    "set_clock": N_("set the clock of round %(round)s to %(minutes)s minutes"),
    "start_clock": N_("started the clock of round %(round)s (%(minutes)s minutes)"),
    "pause_clock": N_("halted the clock of round %(round)s"),
    "extend_clock": N_("gave round %(round)s %(minutes)s minutes more"),
    "stop_clock": N_("took the clock of round %(round)s away"),
    "post_notice": N_("put up a notice: “%(text)s”"),
    "end_notice": N_("took down a notice: “%(text)s”"),
    "enter_paper": N_("entered points from paper at table %(table)s of round %(round)s: %(points)s"),
    "clear_paper": N_("took back the points from paper at table %(table)s of round %(round)s"),
    "record_deal": N_("recorded deal %(deal)s at table %(table)s of round %(round)s"),
    "correct_deal": N_("corrected deal %(deal)s at table %(table)s of round %(round)s"),
    "confirm_deal": N_("confirmed deal %(deal)s at table %(table)s of round %(round)s"),
    "start_table": N_("said how table %(table)s of round %(round)s sits: %(players)s"),
    "sign_table": N_("signed the totals of table %(table)s of round %(round)s: %(points)s"),
    "renew_link": N_("gave table %(table)s of round %(round)s a new link"),
    "open_case": N_("brought case %(number)s before the jury (%(rule)s)"),
    "edit_case": N_("put the facts of case %(number)s right"),
    "rule_on": N_("ruled on case %(number)s"),
    "rule_orally": N_("entered what the jury decided aloud in case %(number)s"),
    "vote": N_("voted at the table in case %(number)s"),
    "withdraw_case": N_("withdrew case %(number)s"),
    "reopen_case": N_("opened case %(number)s again"),
    "set_juror": N_("said of juror %(user)s who they are: %(name)s"),
    "invite": N_("gave %(user)s a role: %(role)s"),
    "remove_role": N_("took a role from %(user)s: %(role)s"),
    "restore_copy": N_("restored everything from a copy; the last entry in it: %(until)s"),
}

#: What edited fields are called.
FIELDS = {
    "name": N_("name"),
    "date": N_("date"),
    "venue": N_("venue"),
    "club": N_("club"),
    "town": N_("town"),
    "tie_break": N_("tie-break"),
    "rounds_planned": N_("number of rounds"),
    "ruleset_id": N_("rules"),
}


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells the entries of one cup; `names` are its players by number."""

    names: Mapping[int, str]

    @classmethod
    def of(cls, tournament: Tournament) -> Teller:
        """With the players as they are called now. One SQL query."""
        return cls(dict(tournament.players.values_list("number", "name")))

    def tell(self, entry: AuditEntry) -> str:
        """What was done, without who and when; an action that is not known by its own name."""
        sentence = SENTENCES.get(entry.action)
        if sentence is None:
            return entry.action
        values: dict[str, Any] = {"round": entry.round, "table": entry.table, "deal": entry.deal}
        values |= self._values(entry.details if isinstance(entry.details, dict) else {})
        return str(_(sentence) % _Lenient(values))

    @staticmethod
    def actor(entry: AuditEntry | DealRevision) -> str:
        """Who it was: an account by its name, a table or a command in words."""
        return entry.actor if entry.user_id is not None else actor_in_words(entry.actor)

    def reason(self, entry: AuditEntry) -> str:
        """The reason that was given, if any."""
        details = entry.details
        return str(details.get("reason", "")) if isinstance(details, dict) else ""

    def _values(self, details: Mapping[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        makers: dict[str, Callable[[Any], str]] = {
            "number": str,
            "rule": str,
            "name": str,
            "user": str,
            "count": str,
            "minutes": str,
            "text": str,
            "role": _role,
            "until": _moment,
            "after": _after,
            "changed": _changes,
            "seats": self._seats,
            "points": self._points,
            "deals": _positions,
            "how": _how,
            "seed": str,
            "moved": self._moved,
            "locked": _yes_or_no,
            "first_round": str,
            "to": str,
            "here": _here,
            "paid": _paid,
            "uses_check_in": _yes_or_no,
            "entry_fee": _fee,
            "substitute": _substitute,
        }
        for key, make in makers.items():
            if key in details:
                found[{"changed": "changes", "seats": "players"}.get(key, key)] = make(details[key])
        if {"first", "last"} <= set(details):
            found["numbers"] = f"{details['first']}–{details['last']}"
        return found

    def _seats(self, seats: Sequence[int]) -> str:
        return ", ".join(self._name(number) for number in seats) or "–"

    def _points(self, points: Mapping[str, int | str]) -> str:
        return ", ".join(
            f"{self._name(int(number))} {written(Fraction(value), signed=True)}" for number, value in points.items()
        )

    def _moved(self, moved: Sequence[Sequence[int | None]]) -> str:
        return "; ".join(f"{self._name(player or 0)} {was or '–'} → {now or '–'}" for player, was, now in moved) or "–"

    def _name(self, number: int) -> str:
        return self.names.get(number, f"{number}.")


class _Lenient(dict[str, Any]):
    """An entry of an earlier release may lack a detail: a dash stands for it."""

    def __missing__(self, key: str) -> str:
        return "–"


def _role(role: str) -> str:
    return str(dict(Membership.Role.choices).get(role, role))


def _moment(text: str) -> str:
    try:
        return formats.date_format(timezone.localtime(datetime.fromisoformat(text)), "DATETIME_FORMAT")
    except ValueError:
        return "–"


def _after(number: int) -> str:
    return _("after round %(number)s") % {"number": number} if number else _("before the first round")


def _how(how: str) -> str:
    return str(dict(Round.Drawn.choices).get(how, how))


def _yes_or_no(yes: bool) -> str:
    return _("yes") if yes else _("no")


def _here(here: bool) -> str:
    return _("is here") if here else _("is not here after all")


def _paid(paid: bool) -> str:
    return _("has paid the entry fee") if paid else _("has not paid the entry fee")


def _fee(fee: int | None) -> str:
    return _("none") if fee is None else _("%(amount)s Ft") % {"amount": written(fee)}


def _substitute(name: str) -> str:
    return name or _("nobody else")


def _positions(positions: Sequence[int]) -> str:
    return str(len(positions))


def _changes(changed: Mapping[str, Sequence[str]]) -> str:
    return "; ".join(
        f"{_(FIELDS.get(name, name))}: {_value(name, before)} → {_value(name, after)}"
        for name, (before, after) in changed.items()
    )


def _value(name: str, value: str) -> str:
    if name == "tie_break":
        return str(dict(Tournament.TieBreak.choices).get(value, value))
    if name == "ruleset_id" and value in rules.rulesets():
        return rules.get_ruleset(value).name.say(get_language() or "hu")
    return value or "–"


def actor_in_words(label: str) -> str:
    """Who a label of `Actor` means, if not an account: a table or a command in words."""
    kind, _space, rest = label.partition(" ")
    if kind == "command":
        return _("the command %(name)s") % {"name": rest}
    if kind == "table":
        place, _colon, player = rest.partition(": ")
        round_, _slash, table = place.partition("/")
        at = _("round %(round)s, table %(table)s") % {"round": round_, "table": table}
        return f"{at}: {player}" if player else at
    return label
