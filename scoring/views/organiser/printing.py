"""The print centre: everything that can be printed, each alone, and all for a round in one file.

Each print is in the language that its address names (`?lang=`), else in that of the page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.db.models import Count, Exists, OuterRef, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring import queries
from scoring.exports import pdf
from scoring.exports.pdf.blank import MOST_DEALS
from scoring.exports.pdf.cards import Card
from scoring.honours import honours, is_decided
from scoring.models import Deal, Round, Seat, Tournament
from scoring.queries import TableLink
from scoring.reach import Reach
from scoring.statistics import known
from scoring.views.organiser.access import organiser_page
from scoring.views.organiser.frame import frame
from scoring.views.organiser.links import card_of, has_ended
from scoring.views.organiser.writing import go

#: The parameter of an address that chooses the language of the paper.
LANGUAGE = "lang"
#: The score sheets that are offered whatever the ruleset plans: deals and seats.
_COMMON = tuple((deals, seats) for seats in (4, 5) for deals in (20, 16, 15))


@organiser_page
def print_centre(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everything that can be printed. Three SQL queries besides those of the frame."""
    language, reach = _language(request), Reach.of(request)
    rounds = list(_rounds(tournament))
    chosen = {LANGUAGE: language}
    context = {
        "rounds": rounds,
        "reach": reach,
        "languages": [(code, name, code == language) for code, name in settings.LANGUAGES],
        "query": f"?{urlencode(chosen)}",
        "cards_query": f"{reach.query or '?'}{'&' if reach.query else ''}{urlencode(chosen)}",
        "sheets": _sheets(tournament),
        "players": tournament.players.exists(),
        "cases": tournament.cases.exists(),
        "knows": known(tournament.rules),
        "decided": bool(rounds) and all(round_.is_closed for round_ in rounds),
    }
    return render(request, "organiser/print.html", frame(tournament, "print") | context)


def _rounds(tournament: Tournament) -> Any:
    """The last first, with `table_count` and whether anything has been entered (`begun`)."""
    deals = Exists(Deal.objects.filter(table__round=OuterRef("pk")))
    paper = Exists(Seat.objects.filter(round=OuterRef("pk"), paper_points__isnull=False))
    return tournament.rounds.annotate(table_count=Count("tables"), begun=Q(deals) | Q(paper)).order_by("-number")


def _sheets(tournament: Tournament) -> list[tuple[int, int, bool]]:
    """Deals, seats, and whether tables of this cup play so; those first."""
    ruleset = tournament.rules
    rounds = range(1, tournament.rounds_planned + 1)
    own = {(ruleset.planned_deals(seats=seats, round=n), seats) for seats in ruleset.table_sizes for n in rounds}
    offered = own | {sheet for sheet in _COMMON if sheet[1] in ruleset.table_sizes}
    ordered = sorted(offered, key=lambda sheet: (sheet not in own, sheet[1], -sheet[0]))
    return [(*sheet, sheet in own) for sheet in ordered if sheet[0] <= MOST_DEALS]


# --- the cup ----------------------------------------------------------------------------------------------------------


@organiser_page
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standings now."""
    return _pdf(request, tournament, "standings", pdf.write_standings, tournament)


@organiser_page
def captures(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The capture log; there is none where the rules know neither catches nor bikas."""
    if not known(tournament.rules).log:
        raise Http404
    return _pdf(request, tournament, "captures", pdf.write_captures, tournament)


@organiser_page
def whole_cup(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Standings, rounds with table sheets, rulings, capture log."""
    return _pdf(request, tournament, "cup", pdf.write_tournament, tournament)


@organiser_page
def rulings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What came of the cases, to hang up."""
    return _rulings(request, tournament, "rulings", pdf.write_rulings)


@organiser_page
def rulings_to_sign(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every case with its ruling and reasons."""
    return _rulings(request, tournament, "rulings-to-sign", pdf.write_rulings_to_sign)


def _rulings(request: HttpRequest, tournament: Tournament, name: str, write: Callable[..., None]) -> HttpResponse:
    if not tournament.cases.exists():
        return _nothing(request, tournament, _("No case has been before the jury."))
    return _pdf(request, tournament, name, write, tournament)


@organiser_page
def certificates(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """For the first three places and the most XXI catches, once all rounds are closed."""
    found = queries.standings(tournament)
    honoured = honours(found, queries.capture_log(tournament)) if is_decided(found) else ()
    if not honoured:
        return _nothing(request, tournament, _("There are certificates once all rounds are closed."))
    return _pdf(request, tournament, "certificates", pdf.write_certificates, tournament, honoured)


@organiser_page
def badges(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A name badge for everybody who has not withdrawn."""
    players = list(tournament.players.filter(withdrawn_after__isnull=True))
    if not players:
        return _nothing(request, tournament, _("Nobody is on the list yet."))
    return _pdf(request, tournament, "badges", pdf.write_badges, tournament, players)


@organiser_page
def blank(request: HttpRequest, tournament: Tournament, deals: int, seats: int) -> HttpResponse:
    """A sheet to score on, for any table of that size."""
    if not 1 <= deals <= MOST_DEALS or seats not in tournament.rules.table_sizes:
        raise Http404
    return _pdf(request, tournament, f"score-sheet-{deals}-{seats}", pdf.write_blank, tournament, deals, seats)


# --- a round ----------------------------------------------------------------------------------------------------------


@organiser_page
def round_all(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """All that there is to print for a round. Cards are there while phones can use them."""
    round_, tables = _tables(tournament, number)
    return _of_round(request, round_, tables, "all", pdf.write_all, tables, _cards(request, round_, tables))


@organiser_page
def seating_by_name(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Everybody's table, by name."""
    round_, tables = _tables(tournament, number)
    return _of_round(request, round_, tables, "seating-by-name", pdf.write_seating_by_name, tables)


@organiser_page
def seating_by_table(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Who sits at each table."""
    round_, tables = _tables(tournament, number)
    return _of_round(request, round_, tables, "seating-by-table", pdf.write_seating_by_table, tables)


@organiser_page
def score_sheets(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A sheet to score on for each table, with its players."""
    round_, tables = _tables(tournament, number)
    return _of_round(request, round_, tables, "score-sheets", pdf.write_score_sheets, tables)


@organiser_page
def round_cards(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The table cards; or to the page of the links, which says why there are none."""
    round_, tables = _tables(tournament, number)
    cards = _cards(request, round_, tables)
    if not cards:
        return go(tournament, "links", number)
    return _of_round(request, round_, tables, "cards", pdf.write_cards, cards)


@organiser_page
def round_results(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The results, and the sheet of each table with every deal."""
    try:
        return _pdf(request, tournament, f"round-{number}", pdf.write_round, tournament, number)
    except Round.DoesNotExist as error:
        raise Http404 from error


@organiser_page
def round_standings(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The standings as they were after a round."""
    round_, tables = _tables(tournament, number)
    return _of_round(request, round_, tables, "standings", pdf.write_standings_after)


def _tables(tournament: Tournament, number: int) -> tuple[Round, tuple[TableLink, ...]]:
    try:
        return queries.round_links(tournament, number)
    except Round.DoesNotExist as error:
        raise Http404 from error


def _cards(request: HttpRequest, round_: Round, tables: Sequence[TableLink]) -> list[Card]:
    """None where the links have ended, or no phone reaches this machine."""
    reach = Reach.of(request)
    return [card_of(at, reach) for at in tables] if reach.home and not has_ended(round_) else []


def _of_round(
    request: HttpRequest,
    round_: Round,
    tables: Sequence[TableLink],
    name: str,
    write: Callable[..., None],
    *args: Any,
) -> HttpResponse:
    if not tables:
        return _nothing(request, round_.tournament, _("No table has been seated yet."))
    return _pdf(request, round_.tournament, f"round-{round_.number}-{name}", write, round_, *args)


# --- all of them ------------------------------------------------------------------------------------------------------


def _language(request: HttpRequest) -> str:
    """Of the paper."""
    asked = request.GET.get(LANGUAGE, "")
    return asked if asked in dict(settings.LANGUAGES) else get_language() or settings.LANGUAGE_CODE


def _pdf(
    request: HttpRequest, tournament: Tournament, name: str, write: Callable[..., None], *args: Any
) -> HttpResponse:
    """What `write` makes of `args`, as a file whose name says what it is."""
    file = BytesIO()
    write(file, *args, _language(request), timezone.now())
    headers = {"Content-Disposition": f'attachment; filename="{tournament.slug}-{name}.pdf"'}
    return HttpResponse(file.getvalue(), content_type="application/pdf", headers=headers)


def _nothing(request: HttpRequest, tournament: Tournament, why: str) -> HttpResponse:
    """Back to the print centre, which says why there is no such print."""
    messages.error(request, why)
    return go(tournament, "print")
