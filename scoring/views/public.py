"""What everybody may read: standings, rounds, tables, players, the capture log, the rules.

Each page costs a fixed number of SQL queries, whatever the size of the cup, and one indexed read when nothing changed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language, get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

import rules
from scoring import queries
from scoring.charts import deal_chart
from scoring.explain import bid_name, kontra_word, say, tell, warsaw_name
from scoring.exports import document as document_export
from scoring.exports import standings as standings_export
from scoring.http import list_page, tournament_page
from scoring.kassza import kassza_ledger
from scoring.models import Player, Round, Table, Tournament
from scoring.queries.prizes import awards_of
from scoring.race import race_of
from scoring.results import left_out_text, protest_text
from scoring.rulesheet import rule_sheet
from scoring.rulings import marks_of
from scoring.sentences import speaker
from scoring.statistics import known
from scoring.tables import StandingsTable
from scoring.text import matches

PER_PAGE = 100
QUERY_LENGTH = 100


@dataclass(frozen=True, slots=True)
class Tab:
    """A page beside this one; `open` marks a round that is being played."""

    text: str
    address: str
    current: bool
    open: bool = False


@list_page
def tournament_list(request: HttpRequest) -> HttpResponse:
    """All published cups, newest first."""
    files = rules.rulesets()
    cups = []
    for summary in queries.published_tournaments():
        cup = summary.tournament
        ruleset = files.get(cup.ruleset_id)
        cups.append(
            {
                "summary": summary,
                "ruleset": say(ruleset.name) if ruleset else cup.ruleset_id,
                "state": _("final") if cup.is_final else _("finished") if _is_over(summary) else _("in progress"),
                "kind": "" if cup.is_final or _is_over(summary) else "is-open",
            }
        )
    return render(request, "public/tournaments.html", {"cups": cups, "series": queries.public_series()})


@tournament_page
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standings; `q` looks a name up, `sort` orders (-name is descending), `page` turns."""
    table_of = queries.standings(tournament).listed()
    query = request.GET.get("q", "").strip()[:QUERY_LENGTH]
    rows = [row for row in table_of.rows if matches(query, row.player.name, row.player.club)]
    table = StandingsTable(table_of, rows)
    table.order_by = request.GET.get("sort", "")
    table.paginate(page=1, per_page=PER_PAGE)
    table.page = table.paginator.get_page(request.GET.get("page"))
    frame, rounds = page_frame(tournament, "standings")
    return render(
        request,
        "public/standings.html",
        frame
        | {
            "standings": table_of,
            "state": state_of(tournament, rounds, waiting=table_of.before_jury),
            "unconfirmed": queries.unconfirmed_deals(tournament),
            "hall": queries.hall_of(tournament),
            "table": table,
            "query": query,
            "sort": ",".join(table.order_by),
            "found": len(rows),
            "any_tie": any(row.tied for row in table_of.rows),
            "race": race_of(table_of),
            "left_out": left_out_text(table_of),
            "protests": protest_text(tournament),
            "series": queries.series_of(tournament),
            "awards": awards_of(table_of) if tournament.is_final else [],
        },
    )


@tournament_page
def standings_json(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standings as the `standings` command writes them."""
    data = standings_export.as_json(queries.standings(tournament).listed())
    return JsonResponse(data, json_dumps_params={"ensure_ascii": False})


@tournament_page
def standings_csv(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standings for a spreadsheet, in the language's own dialect of CSV."""
    listed = queries.standings(tournament).listed()
    text = standings_export.as_csv(listed, get_language() or settings.LANGUAGE_CODE)
    # The byte order mark tells a spreadsheet that the names are UTF-8.
    return _attachment("\ufeff" + text, "text/csv; charset=utf-8", f"{tournament.slug}-standings.csv")


@tournament_page
def document(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The whole cup as its exchange document."""
    text = json.dumps(document_export.dump(tournament), ensure_ascii=False)
    return _attachment(text, "application/json", f"{tournament.slug}.json")


@tournament_page
def round_page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A round with its tables."""
    try:
        sheet = queries.round_sheet(tournament, number)
    except Round.DoesNotExist as error:
        raise Http404 from error
    frame, _rounds = page_frame(tournament, f"round-{number}")
    minutes = tournament.rules.time_limit(round=number)
    return render(request, "public/round.html", frame | {"sheet": sheet, "minutes": minutes})


@tournament_page
def table_page(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """A table with every deal, and why it scored so."""
    try:
        sheet = queries.table_sheet(tournament, number, table)
    except Table.DoesNotExist as error:
        raise Http404 from error
    frame, _rounds = page_frame(tournament, f"round-{number}")
    names: dict[rules.Player, str] = {seat.player.number: seat.player.name for seat in sheet.seats}
    sentence = speaker(tournament.rules)
    per_point = tournament.rules.money
    return render(
        request,
        "public/table.html",
        frame
        | {
            "sheet": sheet,
            "deals": [(row, tell(row.record, row.result, names, sentence)) for row in sheet.rows],
            "played": sum(row.counted for row in sheet.rows),
            "money": {seat: points * per_point for seat, points in sheet.totals.items()} if per_point else None,
            "kassza": kassza_ledger(sheet.rows, names),
            "marks": marks_of(sheet.cases),
            "crumbs": [
                (tournament.name, _address(tournament, "standings")),
                (_("Round %(number)s") % {"number": number}, _address(tournament, "round", number)),
            ],
        },
    )


@tournament_page
def player_page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A player: rounds, deals, and the way of the points."""
    try:
        sheet = queries.player_sheet(tournament, number)
    except Player.DoesNotExist as error:
        raise Http404 from error
    frame, _rounds = page_frame(tournament, "")
    parts = [(part, [(deal, _game_words(deal, sheet.by_number)) for deal in part.deals]) for part in sheet.rounds]
    chart = deal_chart(
        [(part.score.round, [deal.points for deal in part.deals if deal.points is not None]) for part in sheet.rounds]
    )
    return render(
        request,
        "public/player.html",
        frame
        | {
            "sheet": sheet,
            "parts": parts,
            "has_deals": any(part.deals for part in sheet.rounds),
            "chart": chart,
            "tally": queries.player_tally(sheet),
            "knows": known(tournament.rules),
            "warsaw": warsaw_name(tournament.rules),
        },
    )


@tournament_page
def captures(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The capture log with the polgármesters, the bika list and, where the rules keep one, the XXI list.

    There is none where the rules know neither catches nor bikas.
    """
    if not known(tournament.rules).log:
        raise Http404
    log = queries.capture_log(tournament)
    frame, _rounds = page_frame(tournament, "captures")
    rows = [(row, kontra_word(tournament.rules, row.kontra)) for row in log.captures]
    return render(request, "public/captures.html", frame | {"log": log, "rows": rows})


@tournament_page
def rules_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The ruleset that the cup keeps, as a page made from its data."""
    ruleset = tournament.rules
    frame, _rounds = page_frame(tournament, "rules")
    return render(
        request,
        "public/rules.html",
        frame
        | {
            "ruleset": ruleset,
            "rules": rule_sheet(ruleset, tournament.rounds_planned),
            "decisions": list(ruleset.decisions.values()),
        },
    )


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """The icon, for browsers that ask for it unasked: beside a file, say, which has no page around it to name one."""
    return HttpResponseRedirect(static("scoring/icon.svg"))


@csrf_exempt
@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Keep the language asked for in a cookie and go back to where the visitor was.

    Needs no token: it changes nothing but the visitor's own cookie, and a token would be another page for each visitor.
    """
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
        back = reverse("public:tournaments")
    response = HttpResponseRedirect(back)
    language = request.POST.get("language", "")
    if language in dict(settings.LANGUAGES) and check_for_language(language):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=365 * 24 * 60 * 60,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            samesite="Lax",
        )
    return response


def page_frame(tournament: Tournament, current: str) -> tuple[dict[str, Any], list[Round]]:
    """What every page of a cup shows around itself, and the cup's rounds. One SQL query."""
    rounds = list(tournament.rounds.filter(tournament.shown()).order_by("number"))
    tabs = [Tab(_("Standings"), _address(tournament, "standings"), current == "standings")]
    for found in rounds:
        text = _("Round %(number)s") % {"number": found.number}
        address = _address(tournament, "round", found.number)
        tabs.append(Tab(text, address, current == f"round-{found.number}", open=not found.is_closed))
    if known(tournament.rules).log:
        tabs.append(Tab(_("Capture log"), _address(tournament, "captures"), current == "captures"))
    tabs.append(Tab(_("Statistics"), _address(tournament, "statistics"), current == "statistics"))
    tabs.append(Tab(_("Rules"), _address(tournament, "rules"), current == "rules"))
    return {"tournament": tournament, "tabs": tabs}, rounds


def _address(tournament: Tournament, name: str, *args: int) -> str:
    return reverse(f"public:{name}", args=[tournament.slug, *args])


def _game_words(deal: queries.PlayerDeal, by_number: Mapping[int, Player]) -> dict[str, str]:
    """A deal in a line of a player's list: the game, and the player's part in it."""
    record = deal.record
    if isinstance(record, rules.TarokyDeal) and record.each_alone and record.outcome == "played":
        role = {None: _("everyone alone"), "sits_out": _("dealt and sat out")}
        return {"game": bid_name(record), "role": role.get(deal.role, "")}
    if record.bid is None or record.declarer is None:
        return {"game": say(record.ruleset.outcomes[record.outcome]), "role": ""}
    declarer = by_number[int(record.declarer)].name
    partner = by_number[int(record.partner)].name if record.partner is not None else _("alone")
    role = {
        "declarer": _("declarer, with %(name)s") % {"name": partner}
        if record.partner is not None
        else _("declarer, alone"),
        "partner": _("partner of %(name)s") % {"name": declarer},
        "opponent": _("against %(name)s") % {"name": declarer},
        "sits_out": _("dealt and sat out"),
    }
    kontra = kontra_word(record.ruleset, record.kontra)
    game = ", ".join(filter(None, [bid_name(record), kontra]))
    return {"game": game, "role": role.get(deal.role or "", "")}


def _is_over(summary: queries.TournamentSummary) -> bool:
    return summary.rounds_closed >= summary.tournament.rounds_planned


def state_of(tournament: Tournament, rounds: list[Round], *, waiting: bool = False) -> dict[str, str]:
    """What the standings are worth, in words: final, official so far, or provisional while which rounds are open, or
    (`waiting`) while a case of a closed one is before the jury.

    A `title` and a `text`, which may be empty.
    """
    open_rounds = [str(found.number) for found in rounds if not found.is_closed]
    if open_rounds:
        text = _("Round %(numbers)s is still being played: its points count here as if the tables ended now.")
        return {"title": _("Provisional standings"), "text": text % {"numbers": ", ".join(open_rounds)}}
    if waiting and rounds:
        text = _("A case of a closed round is still before the jury: the points may change.")
        return {"title": _("Provisional standings"), "text": text}
    if not rounds:
        return {"title": _("Standings"), "text": _("The first round has not been drawn yet.")}
    if tournament.is_final:
        return {"title": _("Final standings"), "text": ""}
    if len(rounds) < tournament.rounds_planned:
        text = _("Official after %(done)s of %(planned)s rounds.")
        return {
            "title": _("Standings"),
            "text": text % {"done": len(rounds), "planned": tournament.rounds_planned},
        }
    return {"title": _("Standings"), "text": _("All rounds are closed.")}


def _attachment(text: str | bytes, content_type: str, name: str) -> HttpResponse:
    """A file to keep, under a name that says what it is (slugs are ASCII)."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type=content_type, headers=headers)
