"""Safe keeping: the state of the copies, a backup to take along, the address for a second laptop, and restoring."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from tempfile import TemporaryFile

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.core.files.uploadedfile import TemporaryUploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from scoring.forms.safe import RestoreForm
from scoring.reach import Reach
from scoring.safe.copier import State, copies_there, own_folder
from scoring.safe.folder import STAMP
from scoring.safe.keeping import renew_secret, require_keeper, secret
from scoring.safe.restoring import Restored, is_empty, restore
from scoring.safe.snapshot import write_backup
from scoring.views.organiser.access import account_page
from scoring.views.organiser.writing import actor_of

logger = logging.getLogger(__name__)

#: So many copies are listed.
LISTED = 5


def keeper_page(view: Callable[[HttpRequest], HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A page for accounts that may keep everything safe: a right that no role in a cup brings (403 without)."""

    @wraps(view)
    def page(request: HttpRequest) -> HttpResponseBase:
        require_keeper(actor_of(request))
        return view(request)

    return account_page(page)


@keeper_page
def safe(request: HttpRequest) -> HttpResponse:
    """How the copies are doing, and what can be done with them."""
    return _page(request, RestoreForm())


@keeper_page
def backup(request: HttpRequest) -> HttpResponseBase:
    """A backup of everything as it is now, to keep; it is made on request only (POST)."""
    if request.method != "POST":
        return HttpResponseRedirect(reverse("organiser:safe"))
    file = TemporaryFile()  # noqa: SIM115 (the response closes it)
    try:
        write_backup(file)
    except (OSError, sqlite3.Error) as error:
        logger.warning("No backup could be made: %s", error)
        messages.error(request, _("No backup could be made. Is the disk of the server full?"))
        return HttpResponseRedirect(reverse("organiser:safe"))
    file.seek(0)
    logger.info("A backup was downloaded by %s.", request.user.get_username())
    name = f"kupa-backup-{datetime.now(UTC).strftime(STAMP)}.zip"
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")


@keeper_page
def address(request: HttpRequest) -> HttpResponse:
    """Puts another address in the place of the one that a second laptop was given (POST)."""
    if request.method == "POST":
        renew_secret(actor_of(request))
        messages.success(request, _("The second laptop needs the new address: the old one is no good any more."))
    return HttpResponseRedirect(reverse("organiser:safe"))


@csrf_exempt
@keeper_page
def restore_page(request: HttpRequest) -> HttpResponseBase:
    """Restores a copy that was uploaded, into a program without cups.

    A copy may be large: nothing of it is read before it is clear that whoever sends it may, and into an empty program.
    So the form's token, which stands in it, is looked at afterwards: hence the two decorators.
    """
    if request.method != "POST":
        return HttpResponseRedirect(reverse("organiser:safe"))
    if not is_empty():
        messages.error(request, _("There are cups here already: a copy is restored before the first one."))
        return HttpResponseRedirect(reverse("organiser:safe"))
    request.upload_handlers = [TemporaryFileUploadHandler(request)]
    return _restore(request)


@csrf_protect
def _restore(request: HttpRequest) -> HttpResponse:
    form = RestoreForm(request.POST, request.FILES)
    restored: Restored | None = None
    if form.is_valid():
        file: TemporaryUploadedFile = form.cleaned_data["file"]
        restored = form.attempt(lambda: restore(actor_of(request), Path(file.temporary_file_path())), {"": "file"})
    if restored is None:
        return _page(request, form)
    logger.info("A copy was restored by %s.", request.user.get_username())
    # The account that was logged in is gone, whoever has its number now.
    logout(request)
    return render(request, "organiser/safe_restored.html", {"restored": restored})


def _page(request: HttpRequest, form: RestoreForm) -> HttpResponse:
    reach, copies, state = Reach.of(request), copies_there(), State.read()
    path = reverse("copies:newest", args=[secret()])
    context = {
        "form": form,
        "state": state,
        "minutes": settings.BACKUP_MINUTES,
        "every": max(round(state.minutes), 1) if state else 0,
        "copies": copies[:LISTED],
        "more": max(len(copies) - LISTED, 0),
        "own": str(own_folder().path),
        "reach": reach,
        "address": reach.address(path),
        "empty": is_empty(),
    }
    return render(request, "organiser/safe.html", context, status=422 if form.errors else 200)
