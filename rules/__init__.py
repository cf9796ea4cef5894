"""The law of the tarokk cup: rulesets, deals, what they pay, and what places earn.

Pure Python without Django and without I/O beyond the ruleset files. A record is read, then scored:

>>> import rules
>>> deal = rules.read_deal({
...     "ruleset": "kupa-2005", "players": ["Ali", "Béla", "Cili", "Dani"],
...     "bid": "three", "declarer": "Ali", "partner": "Cili", "card_points": 60,
...     "announcements": [{"figure": "trull", "by": "Cili", "made": True}],
... })
>>> result = rules.score(deal)
>>> result.points
{'Ali': 3, 'Béla': -3, 'Cili': 3, 'Dani': -3}
>>> [(line.item, line.value, line.rule) for line in result.lines]
[('game', 1, '8'), ('trull', 2, '3.1.2')]

What cannot be valued is refused with all its problems, by code and place:

>>> try:
...     rules.read_deal({"ruleset": "kupa-2005", "players": ["A", "B", "C", "D"], "bid": "four", "declarer": "E"})
... except rules.Refused as refusal:
...     [(problem.code, problem.field) for problem in refusal.problems]
[('bad-bid', 'bid'), ('unknown-player', 'declarer'), ('missing-field', 'card_points')]

The Czech game has records of its own; all else is alike:

>>> rules.score(rules.read_deal({
...     "ruleset": "taroky-xix", "players": ["Ali", "Béla", "Cili", "Dani"], "bid": "trojka", "degree": 2,
...     "declarer": "Ali", "card_points": 41, "melds": [{"meld": "trul", "by": "Béla"}],
... })).points
{'Ali': 21, 'Béla': -7, 'Cili': -7, 'Dani': -7}
"""

from .auction import Auction, Bidding, Invit, Irregularity, hear
from .deal import (
    CALLED,
    DECLARER,
    HANDS,
    OPPONENTS,
    SUITS,
    Announcement,
    Call,
    Deal,
    Player,
    Renonsz,
    Silent,
    ThrownIn,
    counts,
    other,
)
from .fields import is_text
from .games import read_deal, score
from .kassza import KasszaChange, Move
from .lines import Capture, Line, Result, exact
from .melds import one_hand_excludes, two_hands_exclude
from .placing import Award, NoSeating, Rank, award_places, rank, table_sizes
from .problems import Problem, Refused
from .renonsz import Term, penalty, terms
from .ruleset import (
    Bid,
    Doubling,
    Figure,
    KasszaRules,
    Meld,
    Offence,
    Penalty,
    Ruleset,
    TarokyRules,
    Text,
    UnknownRuleset,
    Warsaw,
    XxiList,
)
from .rulesetfile import get_ruleset, load_ruleset, read_ruleset, rulesets
from .table import TableDeal, TableState, dealer_seat, next_deal, reckon_table, rotation, table_points
from .taroky import Declared, TarokyDeal
from .tomlread import RulesetError

__all__ = [
    "CALLED",
    "DECLARER",
    "HANDS",
    "OPPONENTS",
    "SUITS",
    "Announcement",
    "Auction",
    "Award",
    "Bid",
    "Bidding",
    "Call",
    "Capture",
    "Deal",
    "Declared",
    "Doubling",
    "Figure",
    "Invit",
    "Irregularity",
    "KasszaChange",
    "KasszaRules",
    "Line",
    "Meld",
    "Move",
    "NoSeating",
    "Offence",
    "Penalty",
    "Player",
    "Problem",
    "Rank",
    "Refused",
    "Renonsz",
    "Result",
    "Ruleset",
    "RulesetError",
    "Silent",
    "TableDeal",
    "TableState",
    "TarokyDeal",
    "TarokyRules",
    "Term",
    "Text",
    "ThrownIn",
    "UnknownRuleset",
    "Warsaw",
    "XxiList",
    "award_places",
    "counts",
    "dealer_seat",
    "exact",
    "get_ruleset",
    "hear",
    "is_text",
    "load_ruleset",
    "next_deal",
    "one_hand_excludes",
    "other",
    "penalty",
    "rank",
    "read_deal",
    "read_ruleset",
    "reckon_table",
    "rotation",
    "rulesets",
    "score",
    "table_points",
    "table_sizes",
    "terms",
    "two_hands_exclude",
]
