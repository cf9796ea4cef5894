"""The table's JSON calls: its deals are read, entered, corrected, confirmed, and valued before they are entered.

docs/formats.md tells them to those who build on them. A key is looked up before the state of link and round, so that
who lost an answer gets it again whatever happened meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags, quote_etag
from django.utils.translation import get_language

import rules
from rules import Problem
from scoring.actors import Actor
from scoring.models import Deal
from scoring.queries import Link
from scoring.sentences import speaker
from scoring.services import (
    Refusal,
    Sent,
    confirm_deal,
    correct_deal,
    once,
    preview_correction,
    preview_deal,
    record_deal,
)
from scoring.services.dealobject import ADDED, deals_of
from scoring.services.errors import refusal
from scoring.views.table.calls import (
    Body,
    call,
    read_body,
    read_message,
    read_revision,
    refused,
    require_good,
    take_number,
    told,
)

#: Refusals of a new deal behind which its number may be one that is counted already.
_PERHAPS_COUNTED = {"number-out-of-order", "deal-beyond-plan", "table-has-paper"}


@call("GET", "HEAD", "POST")
def deals(request: HttpRequest, link: Link) -> HttpResponse:
    """GET: all deals of the table. POST: the next one."""
    return _enter(request, link) if request.method == "POST" else _show(request, link)


@call("PUT")
def deal(request: HttpRequest, link: Link, id: str) -> HttpResponse:
    """Puts another record in the place of a deal's."""
    body, sent = read_message(request, link, "correct", id)

    def write() -> None:
        require_good(link)
        found = _deal(link, id)
        revision = read_revision(request)
        record = {name: value for name, value in body.items() if name not in ADDED}
        reason = record.pop("reason", "")
        if not isinstance(reason, str):
            raise refusal("bad-type", "reason", expected="text")
        said = {"entered_by": body.get("entered_by")}
        if said["entered_by"] is None and found.current is not None and found.current.player is not None:
            said["entered_by"] = found.current.player.number
        entered_by = take_number(said, "entered_by")
        actor = Actor.at_table(link.table)
        correct_deal(actor, found, record, reason, expected_revision=revision, entered_by=entered_by, sent=sent)

    return _answer(link, sent, write, id)


@call("POST")
def confirm(request: HttpRequest, link: Link, id: str) -> HttpResponse:
    """A second player agrees to a deal as it stands."""
    body, sent = read_message(request, link, "confirm", id)

    def write() -> None:
        require_good(link)
        found = _deal(link, id)
        revision = read_revision(request)
        unknown = [Problem("unknown-field", name, {"name": name}) for name in body if name != "by"]
        if unknown:
            raise Refusal(unknown)
        by = take_number(dict(body), "by")
        confirm_deal(Actor.at_table(link.table), found, expected_revision=revision, by=by, sent=sent)

    return _answer(link, sent, write, id)


@call("POST")
def preview(request: HttpRequest, link: Link) -> HttpResponse:
    """What a record would come to: as the next deal, or, where its `id` or number is that of a deal which the table
    has, as its correction. Writes nothing."""
    require_good(link)
    body = read_body(request)
    number = take_number(dict(body), "number")
    actor = Actor.at_table(link.table)
    if "id" in body:
        found: Deal | None = _deal(link, str(body["id"]))
    else:
        found = Deal.objects.filter(table=link.table, number=_small(number), counted=True).first()
    if found is None:
        record = {name: value for name, value in body.items() if name != "entered_by"}
        looked = preview_deal(actor, link.table, record)
    else:
        found.table = link.table
        record = {name: value for name, value in body.items() if name not in ADDED and name != "reason"}
        looked = preview_correction(actor, found, record)
    return told(looked.dealt.result.as_json(speaker(link.table.round.tournament.rules)))


def _show(request: HttpRequest, link: Link) -> HttpResponse:
    require_good(link)
    tournament = link.table.round.tournament
    # Warnings are in a language.
    etag = quote_etag(f"{tournament.pk}.{tournament.revision}-{get_language()}-table-{settings.RELEASE}")
    known = parse_etags(request.headers.get("If-None-Match", ""))
    if etag in [each.removeprefix("W/") for each in known] or known == ["*"]:
        found = HttpResponse(status=304)
    else:
        at = deals_of(link.table, tournament.rules)
        value: Body = {"deals": at.deals, "totals": at.totals, "closed": False, "seats": at.seats}
        value |= {"planned": at.planned, "next_number": at.next_number, "next_dealer": at.next_dealer}
        found = told(value)
    found["ETag"] = etag
    patch_vary_headers(found, ["Cookie", "Accept-Language"])
    return found


def _enter(request: HttpRequest, link: Link) -> HttpResponse:
    body, sent = read_message(request, link, "enter")

    def write() -> None:
        require_good(link)
        record = dict(body)
        entered_by = take_number(record, "entered_by")
        number = take_number(record, "number")
        try:
            record_deal(
                Actor.at_table(link.table), link.table, {**record, "number": number}, entered_by=entered_by, sent=sent
            )
        except Refusal as refused_:
            if _PERHAPS_COUNTED & {problem.code for problem in refused_.problems}:
                raise _Taken(number, refused_.problems) from refused_
            raise

    try:
        again = once(sent, write)
    except _Taken as taken:
        ruleset = link.table.round.tournament.rules
        found = [each for each in deals_of(link.table, ruleset).deals if each["number"] == taken.number]
        counted = [each for each in found if rules.counts(each.get("outcome", "played"))]
        if not counted:
            return refused(taken.problems, ruleset=ruleset)
        problem = Problem("deal-counted-already", "number", {"number": taken.number})
        return refused([problem], ruleset=ruleset, beside={"deal": counted[0]})
    return _written(sent, 200 if again else 201)


class _Taken(Refusal):
    """Perhaps the number of a new deal is that of one that is counted already."""

    def __init__(self, number: int, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.number = number


def _answer(link: Link, sent: Sent, write: Callable[[], None], id: str) -> HttpResponse:
    """What is said to the correction or confirmation of a deal: somebody who was quicker is shown."""
    try:
        once(sent, write)
    except Refusal as late:
        if late.problems[0].code != "changed-meanwhile":
            raise
        ruleset = link.table.round.tournament.rules
        current = next((each for each in deals_of(link.table, ruleset).deals if str(each["id"]) == id), None)
        return refused(late.problems, ruleset=ruleset, beside={"deal": current} if current else {})
    return _written(sent, 200)


def _written(sent: Sent, status: int) -> HttpResponse:
    answer: dict[str, Any] = sent.answer or {}
    response = told(answer, status)
    if "revision" in answer:
        response["ETag"] = quote_etag(str(answer["revision"]))
    return response


def _deal(link: Link, id: str) -> Deal:
    """The deal of that key at this very table; raises Refusal."""
    if not (id.isascii() and id.isdigit() and len(id) < 19 and id == str(int(id))):
        raise refusal("no-such-deal")
    found = Deal.objects.filter(pk=int(id), table=link.table).select_related("current__player").first()
    if found is None:
        raise refusal("no-such-deal")
    found.table = link.table
    return found


def _small(number: int) -> int:
    """The number, as far as the database has such."""
    return number if 0 < number < 32_000 else 0
