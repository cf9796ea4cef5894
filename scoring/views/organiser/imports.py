"""A list of players from a file, or pasted: seen first, then saved. Meanwhile only the page itself keeps it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.forms.imports import (
    PasteForm,
    PreviewForm,
    UploadForm,
    how_read,
    in_words,
    ticked_rows,
    typed_rows,
)
from scoring.imports import MOST_ROWS, Columns, Preview, Sheet, guess, preview, unpacked
from scoring.models import Tournament
from scoring.queries.register import listed_names, people_names
from scoring.services import add_players
from scoring.services.errors import refusal
from scoring.views.organiser.access import organiser_page
from scoring.views.organiser.frame import frame
from scoring.views.organiser.writing import actor_of, go


@organiser_page
def import_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A file is chosen; what is in it is shown; what is ticked there is saved."""
    if "table" in request.POST:
        return _from_preview(request, tournament)
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    if form.is_valid():
        return _first(request, tournament, form, form.sheet, "file")
    return _page(request, tournament, "import", {"form": form}, 422 if form.errors else 200)


@organiser_page
def paste(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Many players, pasted one in a line, come to the same preview."""
    form = PasteForm(request.POST if request.method == "POST" else None)
    form.begin_at("lines")
    if form.is_valid():
        return _first(request, tournament, form, form.sheet, "lines")
    return _page(request, tournament, "paste", {"form": form}, 422 if form.errors else 200)


def _first(
    request: HttpRequest, tournament: Tournament, form: UploadForm | PasteForm, sheet: Sheet, field: str
) -> HttpResponse:
    """The preview as the program reads it."""
    found = _look(tournament, sheet, guess(sheet))
    if len(found.lines) > MOST_ROWS:
        form.place(refusal("list-too-many", field, count=len(found.lines), limit=MOST_ROWS))
        return _page(request, tournament, "import" if field == "file" else "paste", {"form": form}, 422)
    return _show(request, tournament, PreviewForm(sheet=sheet), found)


def _from_preview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Shows the preview with other columns, or saves what is ticked in it."""
    sheet = unpacked(request.POST["table"])
    if sheet is None:
        upload = UploadForm()
        text = _("The list did not come back whole: choose the file again.")
        return _page(request, tournament, "import", {"form": upload, "lost": text}, 422)
    form = PreviewForm(request.POST, sheet=sheet)
    if not form.is_valid():
        return _show(request, tournament, form, _look(tournament, sheet, guess(sheet)), status=422)
    found = _look(tournament, sheet, form.columns, request)
    if not form.columns.have_names:
        form.add_error(None, _("Say which column has the names."))
    elif request.POST.get("action") != "save":
        return _show(request, tournament, form, found)
    elif found.news(form.cleaned_data["seen"]):
        messages.warning(request, _("Nothing has been saved yet: this is new since you last looked."))
        return _show(request, tournament, form, found)
    elif not found.taken:
        form.add_error(None, _("No row is ticked."))
    elif _save(request, tournament, form, found):
        return go(tournament, "players")
    return _show(request, tournament, form, found, status=422)


def _save(request: HttpRequest, tournament: Tournament, form: PreviewForm, found: Preview) -> bool:
    """Saves what is ticked, all or nothing; refused, the form says why."""
    taken = [line.entry for line in found.taken]
    added = form.attempt(
        lambda: add_players(
            actor_of(request),
            tournament,
            [(entry.name, entry.club) for entry in taken],
            towns=[entry.town for entry in taken],
        ),
        {"entries": ""},
    )
    if not added:
        return False
    text = ngettext("%(n)s player added.", "%(n)s players added.", len(added)) % {"n": len(added)}
    left = len(found.lines) - len(taken)
    if left:
        text += " " + ngettext("%(n)s row was left out.", "%(n)s rows were left out.", left) % {"n": left}
    messages.success(request, text)
    return True


def _look(tournament: Tournament, sheet: Sheet, columns: Columns, request: HttpRequest | None = None) -> Preview:
    """The preview; with a request as it is ticked and typed there. Two SQL queries."""
    listed, people = listed_names(tournament), people_names()
    found = preview(sheet, columns, listed, people)
    # Other columns make other players of the rows: what was ticked or typed of them says nothing.
    if request is None or found.other_columns(request.POST.get("seen", "")):
        return found
    as_read = {line.entry.index: line.entry for line in found.lines}
    typed = {
        index: pair
        for index, pair in typed_rows(request.POST).items()
        if index not in as_read or pair != (as_read[index].name, as_read[index].club)
    }
    # Whoever types a name where there was none wants it taken.
    ticked = ticked_rows(request.POST) | {index for index in typed if index in as_read and as_read[index].has_fault}
    return preview(sheet, columns, listed, people, typed=typed, ticked=ticked)


def _show(
    request: HttpRequest, tournament: Tournament, form: PreviewForm, found: Preview, status: int = 200
) -> HttpResponse:
    context = {
        "form": form,
        "preview": found,
        "doubtful": [(line, in_words(line)) for line in found.doubtful],
        "how_read": how_read(form.sheet),
        "carried": form["table"].initial,
    }
    return _page(request, tournament, "import_preview", context, status)


def _page(
    request: HttpRequest, tournament: Tournament, page: str, context: dict[str, Any], status: int
) -> HttpResponse:
    return render(request, f"organiser/{page}.html", frame(tournament, "players") | context, status=status)
