"""Texts are written so that the search for those without a translation finds them."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]
NAMES = {"_", "gettext", "gettext_lazy", "ngettext", "N_"}


def test_no_text_hides_in_an_f_string() -> None:
    """xgettext does not look into f-strings: a text there would stay English, and no check would say so."""
    hidden = []
    for path in [*ROOT.glob("scoring/**/*.py"), *ROOT.glob("tarokkkupa/**/*.py")]:
        for string in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(string, ast.JoinedStr):
                continue
            calls = [each for each in ast.walk(string) if isinstance(each, ast.Call) and each.args]
            texts = [each for each in calls if isinstance(each.func, ast.Name) and each.func.id in NAMES]
            hidden += [f"{path.name}:{each.lineno}" for each in texts if isinstance(each.args[0], ast.Constant)]
    assert hidden == []
