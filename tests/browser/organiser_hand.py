"""An organiser at a keyboard: every control is reached by Tab, as it comes on the page, and worked by keys.

So a control that the keyboard cannot reach, or that stands before what is typed earlier, fails the test that uses it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.utils.text import capfirst
from playwright.sync_api import Locator, Page

from rules import Ruleset

#: A folder for pictures of the pages, where somebody wants to look at them.
PICTURES = os.environ.get("PICTURES", "")
#: More stops than any page has.
MOST_STOPS = 400
HAS_FOCUS = "node => node.contains(document.activeElement)"
# How many Tabs it should take: 0 if the focus is there, 1 if that cannot be told. A group of radio buttons is one stop.
STOPS_BETWEEN = """node => {
  const groups = new Set();
  const stops = [];
  for (const stop of document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")) {
    if (stop.tabIndex < 0 || stop.disabled || stop.type === "hidden" || !stop.checkVisibility()) continue;
    if (stop.type === "radio" && groups.has(stop.name)) continue;
    if (stop.type === "radio") groups.add(stop.name);
    stops.push(stop);
  }
  const now = document.activeElement;
  const isBehind = (stop) => now.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING;
  const isOfGroup = (stop) => stop.type === "radio" && stop.name === now.name;
  if (now === document.body) return Math.max(1, stops.findIndex((stop) => node.contains(stop)) + 1);
  if (node.contains(now)) return 0;
  const ahead = stops.filter((stop) => isBehind(stop) && !isOfGroup(stop));
  return Math.max(1, ahead.findIndex((stop) => node.contains(stop)) + 1);
}"""
SUITS = {"hearts": "kőr", "diamonds": "káró", "clubs": "treff", "spades": "pikk"}
HANDS = {"lone-pagat": "szóló pagát"}
CALLS = {"pass": "passz", "hold": "tartom"}
ALL_TRICKS = "mind"


class Hand:
    """Types on a page. `stops` counts how often Tab was pressed."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.stops = 0

    # --- keys --------------------------------------------------------------------------------------------------------

    def key(self, *keys: str) -> None:
        """Presses keys, one after another."""
        for key in keys:
            self.page.keyboard.press(key)

    def to(self, target: Locator) -> None:
        """Tab until `target`, or something in it, has the focus."""
        far = target.evaluate(STOPS_BETWEEN)
        if far == 0:
            return
        # Looking after each Tab would take as long as all of them.
        self.key(*["Tab"] * (far - 1))
        self.stops += max(far - 1, 0)
        for _stop in range(MOST_STOPS):
            self.key("Tab")
            self.stops += 1
            if target.evaluate(HAS_FOCUS):
                return
        raise AssertionError(f"Tab never comes to {target}")

    def enter(self) -> None:
        """Enter, and the page that it leads to."""
        with self.page.expect_navigation():
            self.key("Enter")

    def type(self, label: str, text: str, within: Locator | None = None) -> None:
        """Types into a field in the place of what is there."""
        field = (within or self.page).get_by_label(label, exact=True)
        self.to(field)
        self.key("ControlOrMeta+a")
        self.page.keyboard.type(text)
        assert field.input_value() == text

    def pick(self, label: str, option: str, within: Locator | None = None) -> None:
        """Chooses from a list; an option that only begins so will do."""
        field = (within or self.page).get_by_label(label, exact=True)
        self.to(field)
        options = [" ".join(text.split()) for text in field.locator("option").all_text_contents()]
        places = [n for n, text in enumerate(options) if text == option] or [
            n for n, text in enumerate(options) if text.startswith(option)
        ]
        assert len(places) == 1, f"{option!r} is not one of {options}"
        self.key("Home", *["ArrowDown"] * places[0])
        assert field.evaluate("node => node.selectedIndex") == places[0]

    def choose(self, group: str, option: str, within: Locator | None = None) -> None:
        """Chooses one of a few: Space for the first, arrows for the next ones."""
        fields = (within or self.page).get_by_role("group", name=group, exact=True)
        wanted = fields.get_by_label(option, exact=True)
        self.to(fields)
        if not fields.locator(":focus").is_checked():
            self.key("Space")
        for _step in range(fields.get_by_role("radio").count()):
            if wanted.is_checked():
                return
            self.key("ArrowRight")
        raise AssertionError(f"the arrows never come to {option!r}")

    def unfold(self, summary: str) -> None:
        """Opens what is folded away."""
        target = self.page.locator("summary").filter(has_text=summary)
        self.to(target)
        self.key("Enter")

    def press(self, name: str, within: Locator | None = None) -> None:
        """A button."""
        self.to((within or self.page).get_by_role("button", name=name, exact=True).first)
        self.enter()

    def follow(self, name: str, within: Locator | None = None) -> None:
        """A link."""
        # The tab of an open round says so.
        whole = re.compile(rf"^{re.escape(name)}( \(nyitott\))?$")
        self.to((within or self.page).get_by_role("link", name=whole).first)
        self.enter()

    # --- what is to be seen ------------------------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        """The page's main heading, in one line."""
        return " ".join(self.page.get_by_role("heading", level=1).inner_text().split())

    def said(self, role: str = "status") -> str:
        """What the page says has just been done (status), or is wrong (alert)."""
        return " ".join(" ".join(self.page.get_by_role(role).all_inner_texts()).split())  # type: ignore[arg-type]

    def points(self, within: str) -> dict[str, int]:
        """Points by name, as a list of who gets what shows them."""
        return {
            row.locator("dt").inner_text(): int(row.locator("dd data").first.get_attribute("value") or "")
            for row in self.page.locator(f"{within} .payout > div").all()
        }

    def picture(self, name: str) -> None:
        """Pictures of the page in both languages, light and dark, narrow and wide, where they are asked for. What was
        typed and not sent is lost."""
        if not PICTURES:
            return
        folder, page = Path(PICTURES), self.page
        folder.mkdir(parents=True, exist_ok=True)
        for language in ("en", "hu"):
            home = "{0.scheme}://{0.netloc}".format(urlsplit(page.url))
            page.context.add_cookies([{"name": "django_language", "value": language, "url": home}])
            page.reload()
            for width in (360, 1280):
                page.set_viewport_size({"width": width, "height": 740})
                for scheme in ("dark", "light"):
                    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                    file = folder / f"{name}-{language}-{scheme}-{width}.png"
                    page.screenshot(path=file, full_page=True, animations="disabled")


# --- A deal -----------------------------------------------------------------------------------------------------------


def type_deal(hand: Hand, record: Mapping[str, Any], names: Mapping[int, str], ruleset: Ruleset) -> None:
    """Types a deal into the empty form, in the order of the page."""
    outcome = record.get("outcome", "played")
    if outcome != "played":
        hand.choose("Mi lett a leosztásból", capfirst(ruleset.outcomes[outcome].say("hu")))
    if "thrown_in" in record:
        hand.pick("Ki dobta be", names[record["thrown_in"]["by"]])
        hand.pick("Milyen lappal", HANDS[record["thrown_in"]["hand"]])
    if outcome in ("played", "renonsz"):
        _type_game(hand, record, names, ruleset)
    if "renonsz" in record:
        hand.pick("Hibázó", names[record["renonsz"]["offender"]])
        hand.pick("Szabálypont", f"{record['renonsz']['paragraph']} – ")
    if "auction" in record:
        hand.unfold("A licitálás menete")
        for row, call in enumerate(record["auction"]):
            said = CALLS.get(call["say"]) or ruleset.bids[call["say"]].name.say("hu")
            calls = hand.page.locator(".calls > li")
            if calls.count() == row:
                hand.press("Még egy licit")
            # Who said it is left to whose turn it was.
            hand.pick("Licit", said, calls.nth(row))
    if "note" in record:
        hand.unfold("Fektetett tarokkok, megjegyzés")
        hand.type("Megjegyzés", record["note"])


def _type_game(hand: Hand, record: Mapping[str, Any], names: Mapping[int, str], ruleset: Ruleset) -> None:
    if "bid" in record:
        hand.choose("Licit", capfirst(ruleset.bids[record["bid"]].name.say("hu")))
    if "declarer" in record:
        hand.choose("Felvevő", names[record["declarer"]])
    hand.choose("Segítő", names[record["partner"]] if "partner" in record else "egyedül")
    if record.get("kontra"):
        hand.choose("Kontra a játékra", _kontra(record["kontra"], ruleset))
    if "called" in record:
        hand.pick("Hívott tarokk", record["called"])
    for row, said in enumerate(record.get("announcements", ()), 1):
        name = f"{row}. bemondás"
        if not hand.page.get_by_role("group", name=name, exact=True).count():
            hand.press("Még egy bemondás")
        _type_figure(hand, said, names, ruleset, name, "Ki mondta be")
    if "card_points" in record:
        hand.type("A felvevők ütéspontjai", str(record["card_points"]))
    if "tricks" in record:
        all_of_them = record["tricks"] == ruleset.pack.tricks
        hand.pick("A felvevők ütései", ALL_TRICKS if all_of_them else str(record["tricks"]))
    for row, said in enumerate(record.get("silent", ()), 1):
        _type_figure(hand, said, names, ruleset, f"{row}. csendes figura", "Kié")


def _type_figure(
    hand: Hand, said: Mapping[str, Any], names: Mapping[int, str], ruleset: Ruleset, row: str, who: str
) -> None:
    fields = hand.page.get_by_role("group", name=row, exact=True)
    hand.pick("Figura", capfirst(ruleset.figures[said["figure"]].name.say("hu")), fields)
    hand.pick(who, names[said["by"]], fields)
    if "suit" in said:
        hand.pick("Szín", SUITS[said["suit"]], fields)
    if said.get("kontra"):
        hand.pick("Kontra", _kontra(said["kontra"], ruleset), fields)
    if "made" in said:
        hand.choose("Sikerült vagy bukott", "sikerült" if said["made"] else "bukott", fields)
    if "catcher" in said:
        hand.pick("Ki fogta a XXI-est", names[said["catcher"]], fields)
        hand.pick("Kitől", names[said["victim"]], fields)


def _kontra(level: int, ruleset: Ruleset) -> str:
    return f"{ruleset.ladder[level - 1].say('hu')} ×{2**level}"
