"""The catalogues of translations: compile them without gettext, and check that none is missing.

`compile` needs nothing but Python, so that an installation on any system has its languages. `--check` reads the texts
out of code and templates with Django's makemessages, which needs GNU gettext: developers and CI have it.
"""

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser, call_command
from django.test.utils import override_settings

# English needs no catalogue: the texts in the code are the English ones.
LANGUAGE = "hu"
_PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd]|\{\w*\}")


def compile_catalogues() -> list[Path]:
    """Write the `.mo` of each `.po` that has none, or an older one; return the files written.

    Each is written beside its place and then moved there, so that a server or another test process that reads at this
    moment sees the old file or the new one, never a part.
    """
    written = []
    for po in catalogue_paths():
        mo = po.with_suffix(".mo")
        if mo.exists() and mo.stat().st_mtime >= po.stat().st_mtime:
            continue
        handle, part = tempfile.mkstemp(dir=mo.parent, suffix=".part")
        os.close(handle)
        polib.pofile(str(po)).save_as_mofile(part)
        Path(part).chmod(0o644)
        Path(part).replace(mo)
        written.append(mo)
    return written


def faults(catalogue: Iterable[polib.POEntry], used: Iterable[polib.POEntry]) -> list[str]:
    """Say, a line each, what `catalogue` lacks for the texts `used` in code and templates, and what it has too many."""
    entries = {_key(entry): entry for entry in catalogue if not entry.obsolete}
    found = []
    keys = set()
    for text in used:
        keys.add(_key(text))
        entry = entries.get(_key(text))
        if entry is None:
            found.append(f"not in the catalogue: {_quoted(text)}")
        elif entry.fuzzy:
            found.append(f"fuzzy: {_quoted(text)}")
        elif not entry.translated():
            found.append(f"not translated: {_quoted(text)}")
        elif any(placeholders - _placeholders(text.msgid, text.msgid_plural) for placeholders in _said(entry)):
            found.append(f"a placeholder that the text does not have: {_quoted(text)}")
    found += [f"no longer used: {_quoted(entry)}" for key, entry in entries.items() if key not in keys]
    found += [f"no longer used: {_quoted(entry)}" for entry in catalogue if entry.obsolete]
    return found


def catalogue_paths() -> Iterator[Path]:
    """Yield the path of each `.po` of the project."""
    for directory in settings.LOCALE_PATHS:
        yield from sorted(Path(directory).glob("*/LC_MESSAGES/*.po"))


def _key(entry: polib.POEntry) -> tuple[str | None, str]:
    return entry.msgctxt, entry.msgid


def _quoted(entry: polib.POEntry) -> str:
    context = f"{entry.msgctxt} | " if entry.msgctxt else ""
    place = f"  ({entry.occurrences[0][0]})" if entry.occurrences else ""
    return f'"{context}{entry.msgid}"{place}'


def _placeholders(*texts: str) -> set[str]:
    return {found for text in texts for found in _PLACEHOLDER.findall(text)}


def _said(entry: polib.POEntry) -> list[set[str]]:
    return [_placeholders(text) for text in [entry.msgstr, *entry.msgstr_plural.values()]]


def texts_used() -> polib.POFile:
    """Return the texts that code and templates use, read by makemessages into a directory of its own."""
    with tempfile.TemporaryDirectory() as directory:
        # makemessages writes to LOCALE_PATHS, and to each directory named locale that it meets: pointed elsewhere and
        # kept from ours, it leaves the project's catalogue alone.
        with override_settings(LOCALE_PATHS=[directory]), contextlib.chdir(settings.BASE_DIR):
            call_command("makemessages", locale=[LANGUAGE], ignore_patterns=["tarokkkupa/locale"], verbosity=0)
        return polib.pofile(str(Path(directory, LANGUAGE, "LC_MESSAGES", "django.po")))


class Command(BaseCommand):
    help = "Compiles the catalogues of translations, or checks that the Hungarian one is complete."
    requires_system_checks = ()  # Compiling comes before anything else works.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", nargs="?", choices=["compile"], help="write the .mo files that are out of date")
        parser.add_argument(
            "--check",
            action="store_true",
            help="list texts without a Hungarian translation, and unused ones; exit 1",
        )

    def handle(self, *args: Any, action: str | None, check: bool, **options: Any) -> None:
        if not action and not check:
            raise CommandError("Say what to do: translations compile, or translations --check")
        if action:
            for path in compile_catalogues():
                self.stdout.write(f"compiled {path.relative_to(settings.BASE_DIR)}")
        if check:
            self._check()

    def _check(self) -> None:
        if not shutil.which("xgettext"):
            sentence = "Translations not checked: GNU gettext is missing (apt-get install gettext)."
            if os.environ.get("CI") == "true":
                raise CommandError(sentence)
            self.stderr.write(sentence)
            return
        path = Path(settings.LOCALE_PATHS[0], LANGUAGE, "LC_MESSAGES", "django.po")
        catalogue = polib.pofile(str(path)) if path.exists() else polib.POFile()
        found = faults(catalogue, texts_used())
        if found:
            raise CommandError("\n".join([f"The Hungarian catalogue has {len(found)} faults:", *found]))
        self.stdout.write(f"{len(catalogue)} texts, each with its Hungarian translation.")
