"""The examples in the docstrings of the law, and those of the README, are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import rules
from tests.conftest import ROOT

MODULES = ["rules", *(f"rules.{module.name}" for module in pkgutil.iter_modules(rules.__path__))]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_readme() -> None:
    outcome = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert outcome.attempted > 0
    assert outcome.failed == 0
