"""Another Czech or Moravian table is a file: other units, no melds, no Warszawa, scored without a line of code."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules
from rules import rulesetfile
from tests.rules.house import forget
from tests.rules.making import errors, lines, points, said
from tests.rules.taroky_making import alone, meld, taroky, warsaw

XIX = (rulesetfile.FOLDER / "taroky-xix.toml").read_text(encoding="utf-8")
#: What the house's file has otherwise than ours.
CHANGES = [
    ('id = "taroky-xix"', 'id = "opava-2026"'),
    ('short = "Taroky"', 'short = "Opava"'),
    ('cs = "sólo", value = 6 }', 'cs = "sólo", value = 10 }'),
    ("degrees = [1, 2, 3]", "degrees = [2, 4]"),
    ("silent_failure = true, announced = 20, silent = 10", "announced = 4, silent = 2"),
    ("tie = 1", "tie = 3"),
    ("{ from = 30, units = 20 }", "{ from = 26, units = 15 }"),
    ("trickless = 2", "trickless = 1"),
    ('  { hu = "szubkontra", en = "szubkontra", pl = "subkontra", cs = "tuty" },\n', ""),
]


def changed(text: str, *changes: tuple[str, str]) -> str:
    """The file with each of these put in place of what stood there."""
    for before, after in changes:
        assert before in text, before
        text = text.replace(before, after, 1)
    return text


def without_melds(text: str) -> str:
    """The file without its list of melds."""
    return re.sub(r"\nmelds = \[\n.*?\n\]\n", "\n", text, flags=re.DOTALL)


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for path in rulesetfile.FOLDER.glob("*.toml"):
        shutil.copy(path, tmp_path)
    file = tmp_path / "opava-2026.toml"
    file.write_text(without_melds(changed(XIX, *CHANGES)), encoding="utf-8")
    monkeypatch.setattr(rulesetfile, "FOLDER", tmp_path)
    forget()
    yield file
    monkeypatch.undo()
    forget()


def test_its_units_are_scored() -> None:
    assert lines(alone(ruleset="opava-2026", kontra=1)) == [("game", "declarer", 120)]
    assert lines(alone("trojka", ruleset="opava-2026", degree=2)) == [("game", "declarer", 24)]
    assert lines(taroky(ruleset="opava-2026", card_points=35)) == [("game", "opponents", 3)]
    second = taroky(ruleset="opava-2026", bid="second", announcements=[said("pagat-ultimo", "A", True, kontra=2)])
    assert lines(second) == [("game", "declarer", 6), ("pagat-ultimo", "declarer", 16)]
    assert points(warsaw((26, 24, 20, 0), (4, 4, 4, 0), ruleset="opava-2026")) == [-45, 15, 15, 15]


def test_what_it_does_not_know_is_refused() -> None:
    assert errors(taroky(ruleset="opava-2026", melds=[meld("trul", "A")])) == [("unknown-meld", "melds[0].meld")]
    assert errors(taroky(ruleset="opava-2026", kontra=3)) == [("kontra-too-high", "kontra")]
    assert errors(alone("trojka", ruleset="opava-2026", degree=3)) == [("bad-value", "degree")]
    assert errors(taroky(ruleset="opava-2026", silent=[said("pagat-ultimo", "A", False)])) == [
        ("silent-failure-not-allowed", "silent[0].made")
    ]


def test_ours_is_as_it_was() -> None:
    assert lines(alone(kontra=1)) == [("game", "declarer", 72)]


WRONG = [
    (('needs = "pagat-ultimo"', 'needs = "pagat"'), 'id = "second"', "`pagat` is no figure"),
    (('excludes = ["four-kings"]', 'excludes = ["five-kings"]'), 'id = "honours"', "`five-kings` is no meld"),
    (('id = "tarocks-8-9"', 'id = "tarocks-10-12"'), 'hu = "8–9 tarokk"', "stands twice"),
    (("degrees = [1, 2, 3]", "degrees = [0]"), 'id = "trojka"', "at least 1"),
    (('id = "solo", ', 'id = "solo", each_alone = true, '), 'id = "solo"', "`value` is not known here"),
    (("{ from = 0, units = 10 }", "{ from = 1, units = 10 }"), "tariff = [", "start from 0"),
    (("from = 40", "from = 20"), "tariff = [", "rise"),
    (("sums = [69, 71]", "sums = [71, 69]"), "sums = [", "lowest and the highest"),
    (("[warsaw]", "[warszawa]"), 'id = "warsaw"', "`warsaw` is missing"),
    (('kind = "walat"', 'kind = "volat"'), 'id = "walat"', "`kind` should be one of trick, walat"),
    (('card = "I"', 'card = "king"'), 'id = "pagat-ultimo"', "cannot be named"),
    (("tie = 1", 'tie = "1"'), 'tie = "1"', "should be of type int"),
    (("annulled = {", "no_play = {"), "no_play = {", "no outcome of this game"),
    (('sanction = "jury", kind = "laying"', 'sanction = "renonsz", kind = "laying"'), "laid away", "should be"),
]


@pytest.mark.parametrize(("change", "part", "words"), WRONG)
def test_a_wrong_file_is_refused_with_its_line(house: Path, change: tuple[str, str], part: str, words: str) -> None:
    text = changed(XIX, CHANGES[0], change)
    house.write_text(text, encoding="utf-8")
    with pytest.raises(rules.RulesetError) as refused:
        rules.rulesets()
    assert words in str(refused.value)
    line = next(n for n, row in enumerate(text.splitlines(), 1) if part in row)
    assert (refused.value.file, refused.value.line) == ("opava-2026.toml", line)


def test_a_hungarian_ruleset_has_no_parts_of_the_czech_game() -> None:
    kupa = rules.get_ruleset("kupa-2005").as_data()
    for part in ("melds", "warsaw"):
        with pytest.raises(rules.RulesetError, match=part):
            rules.read_ruleset({**kupa, part: {}})
    kupa["figures"][5]["kind"] = "walat"
    with pytest.raises(rules.RulesetError, match="kind"):
        rules.read_ruleset(kupa)


def test_terms_of_the_table_stand_beside_the_names() -> None:
    ruleset = rules.get_ruleset("taroky-xix")
    assert ruleset.bids["second"].name.terms == (("pl", "druga powinność"), ("cs", "druhá povinnost"))
    assert rules.get_ruleset("kupa-2005").bids["two"].name.terms == ()
    assert ruleset.taroky is not None
    names = [bid.name for bid in ruleset.bids.values()] + [figure.name for figure in ruleset.figures.values()]
    names += [each.name for each in ruleset.taroky.melds.values()] + list(ruleset.ladder)
    assert all(len(name.terms) == 2 for name in names)
