"""A cup as files. Each is made for one revision, language and release of the program; see `scoring.exports`."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import IO

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language

from scoring.exports import pdf, xlsx
from scoring.http import tournament_page
from scoring.models import Round, Tournament
from scoring.statistics import known

PDF = "application/pdf"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@tournament_page
def standings_xlsx(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standings as a workbook."""
    name = f"{tournament.slug}-standings.xlsx"
    return _file(name, XLSX, lambda file: xlsx.write_standings(file, tournament, _language(), timezone.now()))


@tournament_page
def standings_pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standings to print."""
    name = f"{tournament.slug}-standings.pdf"
    return _file(name, PDF, lambda file: pdf.write_standings(file, tournament, _language(), timezone.now()))


@tournament_page
def round_pdf(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A round to print: its results and its table sheets."""
    name = f"{tournament.slug}-round-{number}.pdf"
    try:
        return _file(name, PDF, lambda file: pdf.write_round(file, tournament, number, _language(), timezone.now()))
    except Round.DoesNotExist as error:
        raise Http404 from error


@tournament_page
def captures_pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The capture log to print; there is none where the rules know neither catches nor bikas."""
    if not known(tournament.rules).log:
        raise Http404
    name = f"{tournament.slug}-captures.pdf"
    return _file(name, PDF, lambda file: pdf.write_captures(file, tournament, _language(), timezone.now()))


@tournament_page
def tournament_xlsx(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everything as a workbook."""
    name = f"{tournament.slug}.xlsx"
    return _file(name, XLSX, lambda file: xlsx.write_tournament(file, tournament, _language(), timezone.now()))


@tournament_page
def tournament_pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everything to print."""
    name = f"{tournament.slug}.pdf"
    return _file(name, PDF, lambda file: pdf.write_tournament(file, tournament, _language(), timezone.now()))


def _language() -> str:
    return get_language() or settings.LANGUAGE_CODE


def _file(name: str, content_type: str, write: Callable[[IO[bytes]], None]) -> HttpResponse:
    """A file to keep, under a name that says what it is (slugs are ASCII)."""
    file = BytesIO()
    write(file)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(file.getvalue(), content_type=content_type, headers=headers)
