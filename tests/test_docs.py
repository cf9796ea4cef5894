"""The papers are true: their examples are run, their links followed, their names looked up."""

from __future__ import annotations

import io
import json
import re
import shlex
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.management import call_command, load_command_class
from django.test import Client
from django.urls import resolve
from django.utils.translation import override

import rules
from scoring.exports.document import dump
from scoring.sentences import SENTENCES, say
from scoring.services.document import check
from tests.conftest import ROOT
from tests.schemas import NAMES, WRITTEN, faults, schema
from tests.scoring.cups import load

DOCS = ROOT / "docs"
PAPERS = sorted([*DOCS.glob("*.md"), ROOT / "README.md", ROOT / "CHANGELOG.md"])
PICTURES = sorted(DOCS.glob("pictures/*.png"))
FORMATS = (DOCS / "formats.md").read_text(encoding="utf-8")
DEAL, RESULT, REFUSAL, DOCUMENT, JURY, STANDINGS = (
    json.loads(block) for block in re.findall(r"```json\n(.*?)```", FORMATS, re.DOTALL)
)
# Its table names players whom the shortened list leaves out.
WHOLE = {**DOCUMENT, "players": DOCUMENT["players"] + [{"number": n, "name": f"Játékos {n}"} for n in (7, 9, 12)]}
DEMO = json.loads((ROOT / "fixtures" / "tavaszi-kupa.json").read_text(encoding="utf-8"))


def section(title: str) -> str:
    """The text under that heading of formats.md."""
    return re.split(r"^#{2,3} ", FORMATS, flags=re.MULTILINE)[headings(FORMATS).index(title)]


def headings(text: str) -> list[str]:
    """The headings of a paper in order, that of the paper itself first."""
    bare = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return re.findall(r"^#{1,3} (.+)$", bare, re.MULTILINE)


def rows(text: str) -> list[list[str]]:
    """The cells of the rows of its tables, heads left out."""
    lines = re.findall(r"^\| (.+) \|$", text, re.MULTILINE)
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)] for line in lines]


def names(cell: str) -> list[str]:
    """What stands in a cell as code."""
    return re.findall(r"`([^`]+)`", cell)


# --- Every paper ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: path.name)
def test_links_lead_somewhere(paper: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", paper.read_text(encoding="utf-8")):
        if target.startswith("http"):
            continue
        file, _, anchor = target.partition("#")
        found = paper.parent / file if file else paper
        assert found.is_file(), target
        if anchor:
            titles = [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in headings(found.read_text())]
            assert anchor in titles, target


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: path.name)
def test_no_paper_knows_a_machine(paper: Path) -> None:
    assert re.findall(r"/work/|/home/|/root/|/tmp/|\.\./shared", paper.read_text(encoding="utf-8")) == []


def test_the_index_has_every_paper() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    wanted = [path.name for path in DOCS.glob("*.md") if path.name != "README.md"]
    wanted += [f"schemas/{name}.schema.json" for name in NAMES]
    assert [name for name in wanted if f"({name})" not in index] == []


def test_pictures_are_small_and_described() -> None:
    shown = re.findall(r"!\[(.*?)\]\(pictures/(.+?)\)", (DOCS / "tour.md").read_text(encoding="utf-8"))
    assert sorted(name for _, name in shown) == [path.name for path in PICTURES]
    assert all(alternative for alternative, _ in shown)
    assert [path.name for path in PICTURES if path.stat().st_size > 80_000] == []


# --- Formats: examples, fields, codes ---------------------------------------------------------------------------------


def test_the_deal_has_that_result() -> None:
    assert rules.score(rules.read_deal(DEAL)).as_json(say) == RESULT


def test_the_refusal_is_that_of_a_fifth_kontra() -> None:
    with pytest.raises(rules.Refused) as refused:
        rules.read_deal({**DEAL, "announcements": [{**DEAL["announcements"][0], "kontra": 5}]})
    with override("en"):
        found = [{"code": p.code, "field": p.field, "message": say(p)} for p in refused.value.problems]
    assert found == REFUSAL["errors"]


def test_the_document_is_right() -> None:
    (table,) = check(WHOLE).rounds[0].tables
    assert [deal.counted for deal in table.deals] == [False, True]


def test_the_rulings_are_right() -> None:
    cup = check({**WHOLE, **JURY})
    assert [(each.player, each.amount) for each in cup.penalties] == [(7, Fraction(5, 2))]
    assert [(each.number, each.where, each.position, each.kind) for each in cup.cases] == [
        (1, (1, 1), 2, "no_offence"),
        (2, (1, 1), None, "tournament_points"),
        (3, (1, 1), 2, ""),
    ]
    assert faults("tournament", {**DOCUMENT, **JURY}) == []


def test_fields_of_penalties_and_rulings() -> None:
    told_of = [name for row in rows(section("Penalties and rulings")) for name in names(row[0])]
    defined = schema("tournament")["$defs"]
    assert sorted(told_of) == sorted([*defined["penalty"]["properties"], *defined["ruling"]["properties"]])
    for kind in [*defined["penalty"]["properties"]["kind"]["enum"], *defined["ruling"]["properties"]["kind"]["enum"]]:
        assert f"`{kind}`" in section("Penalties and rulings")


EXAMPLES = {"deal": DEAL, "result": RESULT, "refusal": REFUSAL, "tournament": DOCUMENT, "standings": STANDINGS}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_fit_their_schema(name: str) -> None:
    assert faults(name, EXAMPLES[name], closed=name in WRITTEN) == []


@pytest.mark.django_db
def test_the_standings_are_those_of_the_demo() -> None:
    load(DEMO)
    found = json.loads(told("standings tavaszi-kupa --format json"))
    first = {**found["standings"][0], "rounds": found["standings"][0]["rounds"][:1]}
    assert {**found, "standings": [first]} == {**STANDINGS, "name": DEMO["name"]}


def test_fields_of_a_deal() -> None:
    told_of = [name for row in rows(section("A deal")) for name in names(row[0])]
    entered = schema("deal")["$defs"]["entered"]["properties"]
    assert sorted(told_of) == sorted({*schema("deal")["properties"], *entered})
    for name in schema("deal")["$defs"]["announcement"]["properties"]:
        assert f"`{name}`" in section("A deal")


def test_fields_of_a_document() -> None:
    told_of = [name for row in rows(section("A tournament document")) for name in names(row[0])]
    assert sorted(told_of) == sorted(schema("tournament")["properties"])
    table, player = schema("tournament")["$defs"]["table"], schema("tournament")["properties"]["players"]["items"]
    for name in [*table["properties"], *player["properties"], "withdrawn_after"]:
        assert name in section("A tournament document")


def test_fields_of_a_result() -> None:
    defined = schema("result")["$defs"]
    text = section("The result of a deal")
    kassza = schema("result")["properties"]["kassza"]["properties"]
    for name in [*schema("result")["properties"], *defined["line"]["properties"], *defined["warning"]["properties"]]:
        assert f"`{name}`" in text or f'"{name}"' in text
    assert all(f"`{name}`" in text for name in kassza)


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_every_code_is_there(code: str) -> None:
    assert f"`{code}`" in section("Codes")


# --- Commands and addresses -------------------------------------------------------------------------------------------


def told(line: str, typed: str = "") -> str:
    """What a command writes to standard output."""
    name, *arguments = shlex.split(line)
    out, before = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), (sys.stdin, sys.stdout)
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
    sys.stdout = out
    try:
        call_command(name, *arguments, stdout=out)
    finally:
        sys.stdin, sys.stdout = before
    out.flush()
    return out.buffer.getvalue().decode()


COMMANDS = [names(row[0])[0].replace("\\|", "|") for row in rows(section("Commands"))[1:]]


@pytest.mark.parametrize("line", COMMANDS, ids=lambda line: line.split()[0])
def test_options_of_the_commands(line: str) -> None:
    """A command has the options that its row shows, with those choices, and no others."""
    name = line.split()[0]
    parser = load_command_class("scoring", name).create_parser("manage.py", name)
    common = load_command_class("django.core", "migrate").create_parser("manage.py", "migrate")
    own = set(parser._option_string_actions) - set(common._option_string_actions)
    assert set(re.findall(r"--[a-z]+", line)) == own
    for option, choices in re.findall(r"(--[a-z]+) ([a-z]+(?:\|[a-z]+)+)", line):
        action = parser._option_string_actions[option]
        assert list(action.choices or ()) == choices.split("|")


def test_the_score_command() -> None:
    assert json.loads(told("score", json.dumps(DEAL))) == RESULT


@pytest.mark.django_db
@pytest.mark.parametrize("paper", ["README.md", "docs/formats.md"])
def test_commands_of_examples(paper: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines of shell blocks that need no server, in a folder with the files that they read."""
    monkeypatch.chdir(tmp_path)
    Path("cup.json").write_text(json.dumps(DEMO), encoding="utf-8")
    # A cup under way, too.
    load(json.loads((ROOT / "fixtures" / "koszegi-magas-kupa.json").read_text(encoding="utf-8")))
    text = (ROOT / paper).read_text(encoding="utf-8")
    lines = re.findall(r"^(?:\.venv/bin/)?python manage\.py ([^#\n]+)", text, re.MULTILINE)
    for line in lines:
        line, _, reads = line.partition(" < ")
        told(line, json.dumps(DEAL) if reads else "")
    assert lines or paper != "README.md"


ADDRESSES = sorted({path for row in rows(section("Addresses"))[1:] for path in names(row[0]) if path.startswith("/")})


@pytest.mark.django_db
@pytest.mark.parametrize("path", ADDRESSES)
def test_addresses_answer(path: str, client: Client) -> None:
    load(DEMO)
    full = path.replace("<slug>", "tavaszi-kupa").replace("<n>", "1").replace("<m>", "1")
    assert client.get(full).status_code == 200


@pytest.mark.django_db
def test_endings_of_files(client: Client) -> None:
    """Rows such as `….pdf`, `.xlsx`: each ending answers, too."""
    load(DEMO)
    for row in rows(section("Addresses"))[1:]:
        path, *endings = names(row[0])
        for ending in [each for each in endings if each.startswith(".")]:
            full = path.rsplit(".", 1)[0].replace("<slug>", "tavaszi-kupa") + ending
            assert client.get(full).status_code == 200, full


def test_addresses_of_the_desk() -> None:
    for path in ("/login/", "/organise/"):
        assert f"`{path}" in section("Addresses")
        resolve(path)


@pytest.mark.django_db
def test_a_document_comes_out_as_it_went_in() -> None:
    found = dump(load(WHOLE))
    assert found.pop("ruleset_snapshot")["id"] == WHOLE["ruleset"]
    players = [{"club": "", **player} for player in WHOLE["players"]]
    assert found == {**WHOLE, "players": players}
