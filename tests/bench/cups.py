"""Cups and deals made by chance, the same for the same seed: legal, varied, and of any size."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import rules
from tests.bench import czech

Record = dict[str, Any]

_SURNAMES = (
    "Ács Balogh Csűrös Demeter Égető Fűzfa Gőz Hűvös Íjgyártó Kőszegi Lőrincz Nyúl Őry Pethő Rézműves "
    "Szűcs Tőke Üveges Vörös Zsőtér"
).split()
_GIVEN = (
    "Ágnes Bálint Csilla Dezső Emőke Frigyes Győző Hédi Ilona Jenő Katalin Lőrinc Márta Nándor Ödön "
    "Piroska Réka Sándor Tűnde Zsófia"
).split()
_BIDS = {"three": 60, "two": 25, "one": 10, "solo": 5}
# Card points stay where no double is likely but some are made, and where every legal skart leaves them possible.
_CARD_POINTS = (16, 50, 80)
_HANDS = ["lone-pagat", "lone-xxi", "pagat-and-xxi", "four-kings", "no-tarokk"]
_RULESETS = ("kupa-2005", "magas-2018", "paskievics", "itvb-2019")  # mixed: their figures stay comparable
_SUITS = ["hearts", "diamonds", "clubs", "spades"]


def cup(players: int, *, seed: int = 1, ruleset: str = "kupa-2005", rounds: int = 4, slug: str = "") -> Record:
    """Return a tournament document of `players` at tables of four and five, all rounds played and closed.

    Each table plays the deals that the ruleset plans. Raises rules.NoSeating when so many cannot be seated.
    """
    chance = random.Random(f"{seed} {players} {ruleset}")
    law = rules.get_ruleset(ruleset)
    return {
        "format": "tarokk-kupa/1",
        "name": f"Próbakupa {players}",
        "slug": slug or f"proba-{players}",
        "date": "2026-04-18",
        "venue": "Eger",
        "ruleset": ruleset,
        "rounds_planned": rounds,
        "tie_break": "table-points",
        "players": [
            {"number": n, "name": _name(n), "club": chance.choice(["", "Eger", "Győr"])} for n in _upto(players)
        ],
        "rounds": [
            {"number": n, "closed": True, "tables": list(_tables(law, players, n, chance))} for n in _upto(rounds)
        ],
    }


def deals(number: int, *, seed: int = 1, rulesets: Sequence[str] = _RULESETS) -> list[Record]:
    """Return so many self-contained deals (ruleset and players named), each scored without an error."""
    chance = random.Random(seed)
    laws = [rules.get_ruleset(ruleset) for ruleset in rulesets]
    made = []
    for _ in range(number):
        law = chance.choice(laws)
        players = ["A", "B", "C", "D"]
        made.append({"ruleset": law.id, "players": players, **_deal_of(law, players, chance)})
    return made


def _upto(number: int) -> range:
    return range(1, number + 1)


def _name(number: int) -> str:
    again, index = divmod(number - 1, len(_SURNAMES) * len(_GIVEN))
    surname, given = divmod(index, len(_GIVEN))
    # Shifted, so that neighbours in the list do not all share the surname.
    name = f"{_SURNAMES[(surname + given) % len(_SURNAMES)]} {_GIVEN[given]}"
    return f"{name} {again + 1}." if again else name


def _tables(law: rules.Ruleset, players: int, round_number: int, chance: random.Random) -> Iterator[Record]:
    order = list(_upto(players))
    chance.shuffle(order)
    for number, size in enumerate(rules.table_sizes(players), start=1):
        seats, order = order[:size], order[size:]
        table: Record = {"number": number, "seats": seats, "first_dealer": chance.randint(1, size)}
        table["deals"] = list(_table_deals(law, table, law.planned_deals(size, round_number), chance))
        yield table


def _table_deals(law: rules.Ruleset, table: Record, planned: int, chance: random.Random) -> Iterator[Record]:
    for number in _upto(planned):
        active = rules.rotation(table["seats"], number, table["first_dealer"])
        while chance.random() < 0.05:
            uncounted = _uncounted(active, chance) if law.taroky is None else {"outcome": "annulled"}
            yield {"number": number, **uncounted}
        yield {"number": number, **_deal_of(law, active, chance)}


def _uncounted(active: Sequence[rules.Player], chance: random.Random) -> Record:
    if chance.random() < 0.6:
        return {"outcome": "passed_out"}
    return {"outcome": "thrown_in", "thrown_in": {"by": chance.choice(active), "hand": chance.choice(_HANDS)}}


def _deal_of(law: rules.Ruleset, active: Sequence[rules.Player], chance: random.Random) -> Record:
    return (_deal if law.taroky is None else czech.deal)(law, active, chance)


def _deal(law: rules.Ruleset, active: Sequence[rules.Player], chance: random.Random) -> Record:
    """Return a deal that counts, played by the four `active`; without ruleset and players."""
    declarer, partner, *others = chance.sample(list(active), 4)
    alone = chance.random() < 0.08
    sides = [declarer], [partner, *others]
    if not alone:
        sides = [declarer, partner], others
    card_points = round(chance.triangular(*_CARD_POINTS[::2], _CARD_POINTS[1]))
    record: Record = {"bid": _one_of(_BIDS, chance), "declarer": declarer, "card_points": card_points}
    if not alone:
        record["partner"] = partner
    if chance.random() < 0.12:
        record["kontra"] = chance.choice([1, 1, 2])
    record |= _Figures(law, sides, (card_points, 94 - card_points), chance).record()
    if chance.random() < 0.01:
        record |= {"outcome": "renonsz", "renonsz": {"offender": chance.choice(active), "paragraph": "9.2"}}
    return record


def _one_of(weights: dict[str, int], chance: random.Random) -> str:
    return chance.choices(list(weights), list(weights.values()))[0]


class _Figures:
    """The figures of one deal. One side has the honours and one the kings: only it makes what is made with them, which
    keeps the record free of contradictions."""

    def __init__(
        self,
        law: rules.Ruleset,
        sides: tuple[list[rules.Player], list[rules.Player]],
        card_points: tuple[int, int],
        chance: random.Random,
    ) -> None:
        self.law, self.sides, self.card_points, self.chance = law, sides, card_points, chance
        self.honours, self.kings = chance.randrange(2), chance.randrange(2)
        self.announcements: list[Record] = []
        self.silent: list[Record] = []

    def record(self) -> Record:
        self._bonus("trull", self.honours, needed=15, announced=0.35, silent=0.15)
        self._bonus("four-kings", self.kings, needed=20, announced=0.1, silent=0.1)
        self._catch()
        self._ultimo()
        if self._happens(0.1):
            self._announce("double-game", self.chance.randrange(2))
        if self._happens(0.2):
            count = self.chance.choice(["tarokk-8", "tarokk-8", "tarokk-8", "tarokk-9"])
            self.announcements.append({"figure": count, "by": self._player(self.chance.randrange(2))})
        figures = {"announcements": self.announcements, "silent": self.silent}
        return {name: found for name, found in figures.items() if found}

    def _happens(self, probability: float) -> bool:
        return self.chance.random() < probability

    def _player(self, side: int) -> rules.Player:
        return self.chance.choice(self.sides[side])

    def _announce(self, figure: str, side: int, **more: Any) -> None:
        announcement: Record = {"figure": figure, "by": self._player(side), **more}
        if self._happens(0.15):
            announcement["kontra"] = 1
        self.announcements.append(announcement)

    def _bonus(self, figure: str, owner: int, *, needed: int, announced: float, silent: float) -> None:
        able = self.card_points[owner] >= needed
        if self._happens(announced):
            side = owner if self._happens(0.8) else 1 - owner
            self._announce(figure, side, made=side == owner and able and self._happens(0.8))
        elif able and self._happens(silent):
            self.silent.append({"figure": figure, "by": self._player(owner)})

    def _catch(self) -> None:
        side = self.honours
        if self.card_points[side] < 10 or not self._happens(0.03):
            return
        catcher, victim = self._player(side), self._player(1 - side)
        catch = {"figure": "xxi-catch", "by": catcher, "catcher": catcher, "victim": victim}
        if self._happens(0.1):
            self.announcements.append({**catch, "made": True})
        else:
            self.silent.append(catch)

    def _ultimo(self) -> None:
        side = self.honours if self._happens(0.7) else 1 - self.honours
        if self._happens(0.25):
            self._announce("pagat-ultimo", side, made=side == self.honours and self._happens(0.75))
        elif self._happens(0.08):
            self.silent.append({"figure": "pagat-ultimo", "by": self._player(side), "made": side == self.honours})
        elif "king-ultimo" in self.law.figures and self._happens(0.05):
            side = self.chance.randrange(2)
            made = side == self.kings and self._happens(0.6)
            self._announce("king-ultimo", side, suit=self.chance.choice(_SUITS), made=made)
