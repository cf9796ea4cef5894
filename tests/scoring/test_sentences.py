"""Every problem that the rules find has its sentence, in both languages, with nothing left unsaid."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given

import rules
from scoring import sentences
from tests.rules.contradictions import SECOND
from tests.rules.refusals import ALONE, FIRST
from tests.rules.strategies import Record, junk, mangled, records
from tests.rules.test_regular import PARAGRAPHS
from tests.rules.test_taroky import REFUSED

LANGUAGES = ("hu", "en")
CZECH = {f"taroky-{name}": found for name, found in REFUSED.items()}
ERRORS: dict[str, Any] = {name: record for name, (record, _) in {**ALONE, **FIRST, **SECOND, **CZECH}.items()}
WARNINGS: dict[str, Record] = {code: record for code, (record, _) in PARAGRAPHS.items()}
# Told of tables and lines, not of a record.
ELSEWHERE = {"bad-json", "not-at-table", "number-out-of-order"}


def problems(record: object) -> tuple[rules.Problem, ...]:
    try:
        return rules.score(rules.read_deal(record)).warnings
    except rules.Refused as refusal:
        return refusal.problems


def told(problem: rules.Problem) -> dict[str, str]:
    found = {}
    for language in LANGUAGES:
        with translation.override(language):
            found[language] = sentences.say(problem)
    return found


def check(problem: rules.Problem) -> None:
    for language, sentence in told(problem).items():
        assert sentence != problem.code, (language, problem)
        assert "%(" not in sentence and "{" not in re.sub("“.*?”", "", sentence), (language, sentence)
        assert sentence.rstrip()[-1] in ".:?!", (language, sentence)


@pytest.mark.parametrize("name", [*ERRORS, *WARNINGS])
def test_a_problem_has_a_sentence_of_its_own_in_both_languages(name: str) -> None:
    found = problems({**ERRORS, **WARNINGS}[name])
    assert found
    for problem in found:
        check(problem)
        sentence = told(problem)
        assert sentence["hu"] != sentence["en"], sentence


def test_no_sentence_is_for_nothing() -> None:
    """Each code that has a sentence is one that some record, table or line brings about."""
    seen = {problem.code for record in [*ERRORS.values(), *WARNINGS.values()] for problem in problems(record)}
    known = set(sentences.SENTENCES) | {code for code, _ in sentences.REASONS}
    assert known - seen <= ELSEWHERE
    assert seen <= known


@given(records())
def test_warnings_of_any_record(record: Record) -> None:
    for problem in problems(record):
        check(problem)


@given(mangled())
def test_errors_of_any_mangled_record(record: Record) -> None:
    for problem in problems(record):
        check(problem)


@given(junk)
def test_errors_of_anything_at_all(value: Any) -> None:
    for problem in problems({"ruleset": "magas-2018", "players": ["A", "B", "C", "D"], "note": value, "zzz": value}):
        check(problem)


def test_a_long_value_is_cut() -> None:
    (problem,) = problems({"ruleset": "x" * 5000})
    assert len(sentences.say(problem)) < 300


def test_a_figure_is_named_in_the_readers_language() -> None:
    problem = rules.Problem("suit-missing", "announcements[0].suit", {"figure": "king-ultimo"})
    assert "Király ultimó" in told(problem)["hu"]
    assert "King ultimó" in told(problem)["en"]


def test_an_unknown_code_is_said_as_it_is() -> None:
    assert sentences.say(rules.Problem("made-up", "")) == "made-up"
