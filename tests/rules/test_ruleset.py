"""Ruleset files: read, kept as a snapshot, refused with file and line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules
from rules import rulesetfile

IDS = ["itvb-2019", "kupa-2005", "magas-2018", "paskievics", "taroky-xix"]
KUPA = (rulesetfile.FOLDER / "kupa-2005.toml").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder of rulesets, in place of the product's."""

    def forget() -> None:
        rulesetfile.rulesets.cache_clear()
        rulesetfile.known_figures.cache_clear()

    monkeypatch.setattr(rulesetfile, "FOLDER", tmp_path)
    forget()
    yield tmp_path
    monkeypatch.undo()
    forget()


def test_the_rulesets_that_come_with_the_product() -> None:
    assert set(IDS) <= set(rules.rulesets())
    with pytest.raises(rules.UnknownRuleset):
        rules.get_ruleset("kupa-1999")


@pytest.mark.parametrize("id", IDS)
def test_a_snapshot_is_the_ruleset(id: str) -> None:
    ruleset = rules.get_ruleset(id)
    data = json.loads(json.dumps(ruleset.as_data()))
    again = rules.read_ruleset(data)
    assert again == ruleset
    assert hash(again) == hash(ruleset)
    assert again.as_data() == ruleset.as_data() == data


def test_a_snapshot_is_a_copy() -> None:
    ruleset = rules.get_ruleset("kupa-2005")
    ruleset.as_data()["figures"][0]["announced"] = 99
    assert ruleset.as_data()["figures"][0]["announced"] == 1
    data = ruleset.as_data()
    kept = rules.read_ruleset(data)
    data["figures"][0]["announced"] = 99
    assert kept.as_data()["figures"][0]["announced"] == 1


@pytest.mark.parametrize("id", IDS)
def test_names_in_both_languages(id: str) -> None:
    ruleset = rules.get_ruleset(id)
    texts = [ruleset.name, ruleset.source, *ruleset.ladder, *ruleset.outcomes.values(), *ruleset.decisions.values()]
    texts += [figure.name for figure in ruleset.figures.values()] + [bid.name for bid in ruleset.bids.values()]
    texts += [offence.text for offence in ruleset.offences]
    assert all(text.hu.strip() and text.en.strip() for text in texts)
    assert ruleset.name.say("hu-hu") == ruleset.name.hu
    assert ruleset.name.say("en") == ruleset.name.say("de") == ruleset.name.en


def test_what_a_ruleset_says_of_money_and_penalties() -> None:
    magas, itvb, alap = (rules.get_ruleset(id) for id in ("magas-2018", "itvb-2019", "paskievics"))
    assert magas.money == 5
    assert magas.kassza == rules.KasszaRules(ante=50, cap_per_seat=50, redeal=150, minimum=150, rule="15")
    assert (itvb.money, itvb.kassza, itvb.doubling) == (None, None, None)
    assert (itvb.penalty.minimum, itvb.penalty.maximum) == (5, 20)
    assert itvb.xxi_list == rules.XxiList(10, -10, 5, -5, 5, "ITVB")
    assert alap.doubling == rules.Doubling(1, 4, 64, "Alap")
    assert set(alap.figures) == {
        "tarokk-8",
        "tarokk-9",
        "trull",
        "four-kings",
        "double-game",
        "volat",
        "xxi-catch",
        "pagat-ultimo",
    }
    assert len(rules.get_ruleset("kupa-2005").figures) == 16
    assert len(magas.figures) == 16 + 12
    kupa = rules.get_ruleset("kupa-2005")
    assert {id: bid.value for id, bid in kupa.bids.items()} == {"three": 1, "two": 2, "one": 3, "solo": 4}


def line_with(text: str, part: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if part in line)


# What is changed in the Kupa's file, and the line (by a part of it) and words of the complaint.
WRONG = [
    (
        "kontra_max_typo",
        ('id = "trull",', 'id = "trull", kontramax = 1,'),
        'id = "trull"',
        "`kontramax` is not known here",
    ),
    ("wrong type", ("announced = 64", 'announced = "64"'), 'id = "xxi-catch"', "should be of type int"),
    ("true is no number", ("announced = 64", "announced = true"), 'id = "xxi-catch"', "should be of type int"),
    ("negative", ("announced = 64", "announced = -64"), 'id = "xxi-catch"', "should lie from 0"),
    (
        "unknown top key",
        ('game_rule = "8"', 'game_rule = "8"\ngame_rules = 8'),
        "game_rules",
        "`game_rules` is not known",
    ),
    ("figure twice", ('id = "sas-uhu"', 'id = "pagat-uhu"'), 'en = "sas uhu"', "`pagat-uhu` stands twice"),
    ("bid twice", ('id = "two"', 'id = "three"'), 'en = "two"', "`three` stands twice"),
    ("kind", ('kind = "catch"', 'kind = "fang"'), 'id = "xxi-catch"', "`kind` should be one of"),
    ("card", ('card = "XXI"', 'card = "XXII"'), 'id = "kismadar"', "`card` should be one of"),
    ("slot missing", ("slot = 6, ", ""), 'id = "kismadar"', "needs `slot` and `card`"),
    ("outcome", ("thrown_in = {", "thrown_out = {"), "thrown_out = {", "`thrown_out` is no outcome"),
    ("places", ("[10, 8, 6, 4, 2]", "[10, 8, 6, 4]"), "5 = { deals", "each of the 5 places"),
    ("places of text", ("[[10, 8, 6, 4]]", '[["10", 8, 6, 4]]'), "4 = { deals", "a list of tournament points"),
    ("seats", ("4 = { deals", "3 = { deals"), "3 = { deals", "a table has 4 or 5 seats"),
    ("check", ('two-counts = "3.1.1"', 'three-counts = "3.1.1"'), "three-counts", "`three-counts` is no check"),
    ("counts paid by", ('counts_paid_by = "all"', 'counts_paid_by = "nobody"'), "counts_paid_by", "opponents"),
    ("sanction", ('rule = "5.2", sanction = "jury"', 'rule = "5.2", sanction = "beer"'), 'rule = "5.2"', "sanction"),
    ("language", ('{ hu = "kontra", en = "kontra" }', '{ hu = "kontra" }'), '{ hu = "kontra" }', "`en` is missing"),
    ("range", ("any = [3, 91]", "any = [91, 3]"), 'id = "three"', "lowest and the highest"),
]


@pytest.mark.parametrize(("change", "part", "words"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_a_wrong_file_is_refused_with_its_line(folder: Path, change: tuple[str, str], part: str, words: str) -> None:
    text = KUPA.replace(*change, 1)
    assert text != KUPA
    (folder / "wrong.toml").write_text(text, encoding="utf-8")
    with pytest.raises(rules.RulesetError) as refused:
        rules.rulesets()
    assert words in str(refused.value)
    assert (refused.value.file, refused.value.line) == ("wrong.toml", line_with(text, part))
    assert str(refused.value).startswith(f"wrong.toml:{refused.value.line}: ")


def test_a_syntax_error_names_file_and_line(folder: Path) -> None:
    text = KUPA.replace("[options]", "[options")
    (folder / "wrong.toml").write_text(text, encoding="utf-8")
    with pytest.raises(rules.RulesetError) as refused:
        rules.rulesets()
    assert (refused.value.file, refused.value.line) == ("wrong.toml", line_with(text, "[options"))


@pytest.mark.parametrize("table", ["auction", "options", "penalty", "tables", "outcomes", "regularity", "jury", "pack"])
def test_a_missing_table_is_named(table: str) -> None:
    data = rules.get_ruleset("kupa-2005").as_data()
    del data[table]
    with pytest.raises(rules.RulesetError, match=table):
        rules.read_ruleset(data)


def test_two_files_with_one_id(folder: Path) -> None:
    for name in ("a.toml", "b.toml"):
        (folder / name).write_text(KUPA, encoding="utf-8")
    with pytest.raises(rules.RulesetError, match=r"b\.toml: .*kupa-2005"):
        rules.rulesets()


@pytest.mark.parametrize("id", ["Kupa", "kupa 2005", "", "x" * 51, "-kupa"])
def test_an_id_is_plain(id: str) -> None:
    with pytest.raises(rules.RulesetError, match="`id`"):
        rules.read_ruleset({**rules.get_ruleset("kupa-2005").as_data(), "id": id})


@pytest.mark.parametrize("data", [None, [], {}, {"id": 5}, {"id": "x"}])
def test_data_that_is_no_ruleset(data: object) -> None:
    with pytest.raises(rules.RulesetError):
        rules.read_ruleset(data)  # type: ignore[arg-type]
