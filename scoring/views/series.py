"""Series of cups, as everybody may read them: their table on a page, as PDF and as XLSX.

Whoever asks gets what the public sees of the cups; a series that is not public is there for those who may edit it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime
from functools import wraps
from io import BytesIO
from typing import IO

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring import queries
from scoring.actors import Actor
from scoring.exports.pdf.series import write_series as write_pdf
from scoring.exports.words import series_note
from scoring.exports.xlsx.series import write_series as write_xlsx
from scoring.http import answer_with_etag, etag_of, list_page, visitor_of
from scoring.models import Series
from scoring.services import may_edit_series

PDF = "application/pdf"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

Write = Callable[[IO[bytes], queries.SeriesTable, str, datetime], None]


def series_page(view: Callable[[HttpRequest, Series], HttpResponse]) -> Callable[..., HttpResponseBase]:
    """A page of one series, read only. A matching If-None-Match costs one read: the revisions of the series and of all
    its cups, which go up when a cup is published, frozen, or its players are found to be others."""

    @require_safe
    @wraps(view)
    def page(request: HttpRequest, series: str) -> HttpResponseBase:
        rows = Series.objects.filter(slug=series).order_by("cups__pk")
        heads = list(rows.values_list("pk", "revision", "is_public", "cups__pk", "cups__revision"))
        if not heads:
            raise Http404
        pk, _revision, is_public, *_cup = heads[0]
        if not is_public and not _may_look(request, pk):
            raise Http404

        def make() -> HttpResponse:
            found = Series.objects.filter(pk=pk).first()
            if found is None:  # Deleted since the line above.
                raise Http404
            return view(request, found)

        revisions = hashlib.sha256(repr(heads).encode()).hexdigest()[:16]
        return answer_with_etag(request, etag_of(f"s{revisions}", visitor_of(request)), make)

    return page


def _may_look(request: HttpRequest, pk: int) -> bool:
    return request.user.is_authenticated and may_edit_series(Actor.of_user(request.user), Series(pk=pk))


@list_page
def series_list(request: HttpRequest) -> HttpResponse:
    """All public series."""
    return render(request, "public/series_list.html", {"series": queries.public_series()})


@series_page
def series(request: HttpRequest, found: Series) -> HttpResponse:
    """The table of a series."""
    table = queries.table_of_series(found)
    slugs = [standings.tournament.slug for standings in table.cups]
    return render(
        request,
        "public/series.html",
        {
            "series": found,
            "table": table,
            "lines": [(line, list(zip(line.scores, slugs, strict=True))) for line in table.lines],
            "notes": series_note(table),
            "any_tie": any(line.tied for line in table.lines),
        },
    )


@series_page
def series_pdf(request: HttpRequest, found: Series) -> HttpResponse:
    """The table to print."""
    return _file(found, "pdf", PDF, write_pdf)


@series_page
def series_xlsx(request: HttpRequest, found: Series) -> HttpResponse:
    """The table as a workbook."""
    return _file(found, "xlsx", XLSX, write_xlsx)


def _file(found: Series, ending: str, content_type: str, write: Write) -> HttpResponse:
    """A file to keep, under a name that says what it is (slugs are ASCII)."""
    file = BytesIO()
    write(file, queries.table_of_series(found), get_language() or settings.LANGUAGE_CODE, timezone.now())
    headers = {"Content-Disposition": f'attachment; filename="{found.slug}.{ending}"'}
    return HttpResponse(file.getvalue(), content_type=content_type, headers=headers)
