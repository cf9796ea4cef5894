"""Figures, names and signs as pages write them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules import Text
from scoring.footnotes import Footnote, all_footnotes, jury_to_table
from scoring.numbers import Exact, machine, written
from scoring.queries import StandingRow

register = template.Library()

#: Letters that are written with two or three signs keep them in initials: Szentirmay Gyula is SzGy.
_INITIALS = ("dzs", "cs", "dz", "gy", "ly", "ny", "sz", "ty", "zs")


@register.simple_tag
def points(value: Exact | None, kind: str = "") -> SafeString:
    """A number of points: a real minus and a colour of its own, and the exact value for who reads by program.

    `kind` "signed" writes a plus too. A number that is not whole tells its fraction when pointed at.
    """
    if value is None:
        return format_html('<span class="points is-zero">{}</span>', "–")
    sign = " is-minus" if value < 0 else " is-zero" if value == 0 else ""
    text = written(value, signed=kind == "signed")
    exact = machine(value)
    if "/" in exact:
        return format_html('<data class="points{}" value="{}" title="{}">{}</data>', sign, exact, exact, text)
    return format_html('<data class="points{}" value="{}">{}</data>', sign, exact, text)


@register.simple_tag
def forints(value: Exact, per_point: int) -> SafeString:
    """Points in money: "+15 Ft"."""
    return format_html("{} Ft", points(value * per_point, "signed"))


@register.simple_tag
def forints_of(amount: int) -> str:
    """An amount of money: "51 000 Ft"."""
    return _("%(amount)s Ft") % {"amount": written(amount)}


@register.simple_tag
def jury_to(table: int) -> str:
    """Where the jury has to go: "zsűri a 7. asztalhoz"."""
    return jury_to_table(table)


@register.filter
def exact(value: Exact | None) -> str:
    """A number in the language's own way, without a sign for positive ones; nothing for None."""
    return "" if value is None else written(value)


@register.filter
def say(text: Text | None) -> str:
    """A text of a ruleset file in the active language."""
    return "" if text is None else text.say(get_language() or "hu")


@register.simple_tag
def terms(words: Iterable[tuple[str, str]]) -> SafeString:
    """What the table says for a name, in each of its languages ((language, word), …); nothing where it has no terms."""
    found = format_html_join(" · ", '<span lang="{}">{}</span>', words)
    return format_html('<span class="terms">{}</span>', found) if found else found


@register.filter
def clock_time(seconds: int) -> str:
    """Seconds as a clock shows them: "1:30:00", "9:05"; nothing below "0:00"."""
    minutes, rest = divmod(max(seconds, 0), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@register.filter
def ordinal(number: int | str) -> str:
    """ "3." in Hungarian, "3rd" in English; `number` may be its digits."""
    if (get_language() or "hu").startswith("hu"):
        return f"{number}."
    teen = int(number) % 100 in (11, 12, 13)
    ending = "th" if teen else {1: "st", 2: "nd", 3: "rd"}.get(int(number) % 10, "th")
    return f"{number}{ending}"


@register.filter
def initials(name: str) -> str:
    """Up to three initials: the head of a narrow column, beside the full name for who listens."""
    found = []
    for word in name.split():
        lower = word.lower()
        size = next((len(letters) for letters in _INITIALS if lower.startswith(letters)), 1)
        found.append(word[:1].upper() + word[1:size].lower())
    return "".join(found[:3])


@register.filter
def at(mapping: Any, key: Any) -> Any:
    """`mapping[key]`; nothing where there is none."""
    return mapping.get(key) if mapping is not None else None


@register.simple_tag
def footnotes_of(rows: Iterable[StandingRow] | StandingRow) -> list[Footnote]:
    """What the jury did to the players of these rows of the standings (or of one row), in words."""
    return all_footnotes([rows] if isinstance(rows, StandingRow) else rows)


@register.inclusion_tag("components/suit.html")
def suit(name: str) -> dict[str, str]:
    """The sign of a suit ("hearts" …), with its name for who does not see it."""
    return {"name": name, "label": suit_name(name)}


def suit_name(name: str) -> str:
    """A suit's name in the active language."""
    return {
        "hearts": _("hearts"),
        "diamonds": _("diamonds"),
        "clubs": _("clubs"),
        "spades": _("spades"),
    }[name]


@register.filter
def card_name(card: str) -> str:
    """What must win a figure's trick, in words; the Roman numeral of a tarokk as it is."""
    return {
        "skiz": _("skíz"),
        "king": _("the named king"),
        "kings": _("a king each"),
        "suit": _("the named suit"),
    }.get(card, card)
