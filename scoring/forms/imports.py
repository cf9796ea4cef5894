"""A list of players from a file or pasted: which file, which columns, and which of its rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_noop as N_

from rules import Problem
from scoring.forms.base import DeskForm
from scoring.imports import Columns, Line, Note, Sheet, Unreadable, guess, packed, read_file, read_text
from scoring.imports.carry import LONGEST
from scoring.imports.reading import MOST_BYTES
from scoring.models.tournament import NAME_LENGTH
from scoring.services.sentences import say

#: What is doubtful about a row, by code.
NOTES = {
    "name-missing": N_("There is no name."),
    "name-is-date": N_("A date stands in the place of the name: %(shown)s"),
    "name-is-number": N_("A number stands in the place of the name: %(shown)s"),
    "name-is-formula": N_("A formula stands in the place of the name, without its value: %(shown)s"),
    "name-is-error": N_("A formula in the place of the name went wrong: %(shown)s"),
    "name-has-digits": N_("There are digits in the name."),
    "name-too-long": N_("The name has more than %(limit)s characters."),
    "club-too-long": N_("The club has more than %(limit)s characters."),
    "bad-characters": N_("There is a character that no name has."),
    "letters-spoilt": N_("Letters look wrong: was the file written in another encoding?"),
    "double-row": N_("The same as row %(row)s."),
    "namesake-row": N_("The same name as in row %(row)s, with another club."),
    "alike-row": N_("Much like row %(row)s."),
    "double-listed": N_("Is on the list already: %(player)s"),
    "namesake-listed": N_("The same name is on the list, with another club: %(player)s"),
    "alike-listed": N_("Much like somebody on the list: %(player)s"),
    "alike-person": N_("Much like somebody in the register: %(player)s"),
}
ROLES = {
    "": gettext_lazy("– not needed –"),
    "name": gettext_lazy("name"),
    "family": gettext_lazy("family name"),
    "given": gettext_lazy("given name"),
    "club": gettext_lazy("club (or town)"),
    "town": gettext_lazy("town"),
}
ENCODINGS = {
    "": gettext_lazy("The program finds out"),
    "cp1250": gettext_lazy("Windows-1250 (Hungarian Excel’s CSV)"),
    "utf-8": "UTF-8",
    "utf-16": gettext_lazy("UTF-16 (Excel’s Unicode text)"),
    "cp852": "DOS (CP852)",
}
DELIMITERS = {"\t": gettext_lazy("tab"), ";": gettext_lazy("semicolon"), ",": gettext_lazy("comma")}
#: Rows of the file that may be its heading.
_HEADINGS = 12


class UploadForm(DeskForm):
    """A file with a list of players. After `is_valid`, `sheet` is what is in it."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy(
            "Excel (.xlsx) or CSV, at most 3 MB. Nothing is saved before you have seen what is in it."
        ),
        widget=forms.FileInput({"accept": ".xlsx,.csv,.txt,.tsv"}),
        allow_empty_file=True,
    )
    encoding = forms.ChoiceField(
        label=gettext_lazy("Letters of a CSV file"),
        required=False,
        choices=list(ENCODINGS.items()),
        help_text=gettext_lazy("Only if ő and ű come out wrong."),
    )
    sheet: Sheet

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # A script says it before the file is sent.
        large = say(Problem("list-too-large", "file", {"limit": MOST_BYTES // 2**20}))
        self.fields["file"].widget.attrs |= {"data-most": MOST_BYTES, "data-too-large": large}

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        found = cleaned.get("file")
        if found is not None:
            try:
                self.sheet = carried(read_file(found.read(MOST_BYTES + 1), cleaned.get("encoding") or ""))
            except Unreadable as error:
                self.add_error("file", say(error.problem))
        return cleaned


class PasteForm(DeskForm):
    """Many players, one in a line: the name, and after a semicolon the club; or cells copied from a spreadsheet."""

    lines = forms.CharField(
        label=gettext_lazy("One player in each line"),
        max_length=300_000,
        help_text=gettext_lazy(
            "The name; after a semicolon the club or town, if you like: Őry Tünde; Eger. Cells copied from a "
            "spreadsheet will do, too."
        ),
        widget=forms.Textarea({"rows": 8, "spellcheck": "false"}),
    )
    sheet: Sheet

    def clean_lines(self) -> str:
        text: str = self.cleaned_data["lines"]
        try:
            self.sheet = carried(read_text(text))
        except Unreadable as error:
            raise forms.ValidationError(say(error.problem)) from error
        return text


def carried(sheet: Sheet) -> Sheet:
    """The sheet, if the next page's form can carry it along; raises Unreadable."""
    if len(packed(sheet).encode()) > LONGEST:
        raise Unreadable("list-too-much-text")
    return sheet


class PreviewForm(DeskForm):
    """Which column is what, in a form that carries the whole sheet along."""

    table = forms.CharField(widget=forms.HiddenInput, max_length=LONGEST, strip=False)
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=200_000)
    heading = forms.TypedChoiceField(label=gettext_lazy("Heading"), coerce=int, empty_value=None, required=False)

    def __init__(self, data: QueryDict | None = None, *, sheet: Sheet, columns: Columns | None = None) -> None:
        columns = columns or guess(sheet)
        initial: dict[str, Any] = {"table": packed(sheet)}
        initial["heading"] = 0 if columns.heading is None else columns.heading + 1
        initial |= {f"column_{index}": role for index, role in enumerate(columns.roles)}
        super().__init__(data, initial=initial)
        self.sheet = sheet
        offered: list[tuple[int, str]] = [(0, _("none: all rows are players"))]
        for index, row in enumerate(sheet.rows[:_HEADINGS]):
            texts = ", ".join(each.text for each in row if each.text)
            number = _("row %(number)s") % {"number": index + 1}
            offered.append((index + 1, f"{number}: {texts[:60]}"))
        self.offer("heading", offered)
        for index in range(sheet.width):
            self.fields[f"column_{index}"] = forms.ChoiceField(
                label=self._name_of(index, columns), required=False, choices=list(ROLES.items())
            )

    def _name_of(self, index: int, columns: Columns) -> str:
        """A column by its heading and the first texts in it."""
        heading = "" if columns.heading is None else self.sheet.rows[columns.heading][index].text
        below = (row[index].text for row in self.sheet.rows[columns.first :])
        samples = ", ".join(text for text, _n in zip(filter(None, below), range(2), strict=False))
        name = heading or _("Column %(letter)s") % {"letter": _letter(index)}
        return f"{name[:40]} ({samples[:50]})" if samples else name[:40]

    def column_fields(self) -> list[forms.BoundField]:
        """The choices of the columns, for the page."""
        return [self[f"column_{index}"] for index in range(self.sheet.width)]

    @property
    def columns(self) -> Columns:
        """What was chosen; of two columns with one role the first has it."""
        roles: list[str] = []
        for index in range(self.sheet.width):
            role = self.cleaned_data.get(f"column_{index}") or ""
            roles.append(role if role not in roles else "")
        heading = self.cleaned_data.get("heading") or 0
        return Columns(tuple(roles), heading - 1 if heading else None)


def _letter(index: int) -> str:
    """As spreadsheets call their columns; those without anything in them are not counted."""
    return (chr(ord("A") + index // 26 - 1) if index >= 26 else "") + chr(ord("A") + index % 26)


def ticked_rows(data: QueryDict) -> set[int]:
    """The rows that are ticked, by index."""
    return {int(text) for text in data.getlist("take") if text.isascii() and text.isdigit() and len(text) < 6}


def typed_rows(data: QueryDict) -> dict[int, tuple[str, str]]:
    """Name and club of the rows where they could be typed anew; without a name nobody typed anything."""
    found = {}
    for key, name in data.items():
        index = key.removeprefix("name_")
        if key.startswith("name_") and index.isascii() and index.isdigit() and len(index) < 6 and str(name).strip():
            limit = NAME_LENGTH * 2
            found[int(index)] = (str(name)[:limit], str(data.get(f"club_{index}", ""))[:limit])
    return found


def in_words(line: Line) -> list[str]:
    """What is doubtful about a row, a sentence each."""
    return [_note(note, line) for note in line.notes]


def _note(note: Note, line: Line) -> str:
    shown = line.entry.shown[:60]
    return str(_(NOTES[note.code]) % {"shown": shown, **note.params})


def how_read(sheet: Sheet) -> list[str]:
    """How the file was read, in words."""
    sentences = {
        "encoding": _("Letters: %(value)s."),
        "delimiter": _("Between the columns: %(value)s."),
        "sheet": _("Sheet: %(value)s."),
        "others": _("Not read: the sheets %(value)s."),
    }
    names: dict[str, Mapping[str, Any]] = {"encoding": ENCODINGS, "delimiter": DELIMITERS}
    return [
        sentences[code] % {"value": names.get(code, {}).get(value, value)}
        for code, value in sheet.found
        if code in sentences and not (code == "delimiter" and sheet.width < 2)
    ]
