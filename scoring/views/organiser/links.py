"""The links by which tables enter their own deals: shown, printed, renewed."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring import queries
from scoring.exports import pdf
from scoring.exports.pdf.cards import Card
from scoring.models import Round, Tournament
from scoring.qr import drawing
from scoring.queries import TableLink
from scoring.reach import Reach
from scoring.services import renew_link
from scoring.views.organiser.access import organiser_page
from scoring.views.organiser.frame import frame
from scoring.views.organiser.writing import actor_of, ask, go, table_of


@organiser_page
def links(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Each table of a round with its QR code, its address and its short code."""
    round_, tables = _links(tournament, number)
    reach, ended = Reach.of(request), has_ended(round_)
    shown = []
    for link in tables:
        path = reverse("table:page", args=[link.table.token])
        address = reach.address(path)
        shown.append({"link": link, "path": path, "address": address, "qr": drawing(address) if address else ""})
    context = {
        "round": round_,
        "shown": shown,
        "reach": reach,
        "ended": ended,
        "entrance": reach.address(reverse("table:entrance")),
    }
    return render(request, "organiser/links.html", frame(tournament, f"round-{number}") | context)


@organiser_page
def cards(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A card for each table of a round, to print."""
    round_, tables = _links(tournament, number)
    return _print(request, round_, tables, f"{tournament.slug}-round-{number}-cards.pdf")


@organiser_page
def card(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """The card of one table, to print."""
    round_, tables = _links(tournament, number)
    this = [link for link in tables if link.table.number == table]
    if not this:
        raise Http404
    return _print(request, round_, this, f"{tournament.slug}-round-{number}-table-{table}-card.pdf")


@organiser_page
def renew(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Asks, and gives a table another link."""
    at = table_of(tournament, number, table)
    return ask(
        request,
        tournament,
        f"round-{number}",
        lambda reason: renew_link(actor_of(request), at),
        title=_("A new link for table %(number)s?") % {"number": table},
        text=_(
            "The present link and short code stop working at once, and whoever still uses them is told so. "
            "What has been entered stays. The table needs its new card."
        ),
        button=_("Give it a new link"),
        danger=True,
        done=_("Table %(number)s has a new link. Print its card again.") % {"number": table},
        back=go(tournament, "links", number),
    )


def _links(tournament: Tournament, number: int) -> tuple[Round, tuple[TableLink, ...]]:
    try:
        return queries.round_links(tournament, number)
    except Round.DoesNotExist as error:
        raise Http404 from error


def has_ended(round_: Round) -> bool:
    """Are the links of its tables no good any more?"""
    return round_.is_closed or round_.tournament.is_final


def card_of(link: TableLink, reach: Reach) -> Card:
    """What the card of a table says, for phones that reach this machine so."""
    return Card(
        table=link.table.number,
        names=tuple(seat.player.name for seat in link.seats),
        first_dealer=link.table.first_dealer,
        address=reach.address(reverse("table:page", args=[link.table.token])),
        entrance=reach.address(reverse("table:entrance")),
        code=link.code,
    )


def _print(request: HttpRequest, round_: Round, tables: Sequence[TableLink], name: str) -> HttpResponse:
    """The cards as a file; or back to the page that says why there are none."""
    reach = Reach.of(request)
    if has_ended(round_):
        problem = _("The round is closed: its links have ended, so there are no cards to print.")
    elif not reach.home:
        problem = _("No card was made: no phone can reach this machine, so there is no address to print on it.")
    elif not tables:
        problem = _("No table has been seated yet.")
    else:
        file = BytesIO()
        made = [card_of(link, reach) for link in tables]
        pdf.write_cards(file, round_, made, get_language() or settings.LANGUAGE_CODE, timezone.now())
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return HttpResponse(file.getvalue(), content_type="application/pdf", headers=headers)
    messages.error(request, problem)
    return HttpResponseRedirect(reverse("organiser:links", args=[round_.tournament.slug, round_.number]))
