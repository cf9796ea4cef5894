"""The board of the rounds in play, which renews itself."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language

from scoring import queries
from scoring.board import board as rounds_on_board
from scoring.forms.hall import EXTENSIONS
from scoring.models import Tournament
from scoring.views.organiser.access import organiser_page
from scoring.views.organiser.frame import frame


@organiser_page
def board(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every table of the rounds in play; with `missing` only those that miss something or should be looked at.

    Its script asks again and again: a matching If-None-Match is answered before anything is looked up.
    """
    only_missing = "missing" in request.GET
    etag = _etag(tournament, only_missing)
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    response = render(
        request,
        "organiser/board.html",
        frame(tournament, "board")
        | {
            "rounds": rounds_on_board(tournament, only_missing=only_missing),
            "notices": queries.notices_of(tournament),
            "only_missing": only_missing,
            "extensions": EXTENSIONS,
        },
    )
    response["ETag"] = etag
    return response


def _etag(tournament: Tournament, only_missing: bool) -> str:
    """All that the board depends on: beside the cup the day, for times of another one are told with their date."""
    parts = [tournament.pk, tournament.revision, timezone.localdate(), int(only_missing), get_language()]
    return quote_etag("-".join(map(str, [*parts, settings.RELEASE])))
