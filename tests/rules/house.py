"""The house ruleset of the handbook, as one file beside those of the product."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from rules import rulesetfile

HANDBOOK = Path(__file__).resolve().parents[2] / "docs" / "house-rules.md"


def example() -> str:
    """The TOML of the handbook's example."""
    return HANDBOOK.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]


def forget() -> None:
    """Forgets the rulesets that were read."""
    rulesetfile.rulesets.cache_clear()
    rulesetfile.known_figures.cache_clear()


@contextmanager
def added(folder: Path) -> Iterator[Path]:
    """The product's rulesets in that folder, and the example as one file more."""
    for path in rulesetfile.FOLDER.glob("*.toml"):
        shutil.copy(path, folder)
    file = folder / "eger-2026.toml"
    file.write_text(example(), encoding="utf-8")
    with mock.patch.object(rulesetfile, "FOLDER", folder):
        forget()
        yield file
    forget()
