"""What the table's JSON calls share: how a message is read, and how it is refused.

Every answer is JSON, also where Django itself would show a page: see `is_call` and `tarokkkupa.errors`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.views.decorators.csrf import csrf_exempt

from rules import Problem, Ruleset
from scoring.queries import Ended, Link, find_link
from scoring.services import Refusal, Sent
from scoring.services.document import parse
from scoring.services.errors import refusal
from scoring.services.receipts import require_key
from scoring.services.sentences import say
from scoring.views.table.access import TooManyWrong, private, told_to_wait, wrong_link

P = ParamSpec("P")
Body = dict[str, Any]

_CALL = re.compile(r"/table/[^/]*/(?:deals(?:/.*)?|preview)", re.DOTALL)

#: The status of a refusal by its first code; 422 for all others.
_STATUS = {
    "bad-key": 400,
    "no-such-link": 404,
    "no-such-deal": 404,
    "deal-gone": 404,
    "table-gone": 404,
    "tournament-gone": 404,
    "deal-counted-already": 409,
    Ended.CLOSED.value: 410,
    Ended.RENEWED.value: 410,
    "tournament-final": 410,
    "changed-meanwhile": 412,
    "if-match-missing": 428,
}
#: What `parse` says of a file that is no JSON: here it was no file.
_NO_JSON = {"not-utf-8", "not-json", "not-a-number"}


def is_call(path: str) -> bool:
    """Is that the address of a JSON call, where nobody wants to read a page?"""
    return _CALL.fullmatch(path) is not None


def call(*methods: str) -> Callable[[Callable[Concatenate[HttpRequest, Link, P], HttpResponse]], Callable[..., Any]]:
    """A JSON call below a table's link, for these methods: gets what the token leads to, also where it has ended.

    What the view refuses is answered with its status and sentences, in the language asked for. Nothing is kept by a
    cache, and no cookie is looked at but that of the language.
    """

    def decorate(view: Callable[Concatenate[HttpRequest, Link, P], HttpResponse]) -> Callable[..., HttpResponseBase]:
        def answer(request: HttpRequest, token: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if request.method not in methods:
                found = refused([Problem("method-not-allowed", "", {"methods": ", ".join(methods)})], 405)
                found["Allow"] = ", ".join(methods)
                return found
            link = find_link(token)
            if link is None:
                return _wrong(request)
            try:
                return view(request, link, *args, **kwargs)
            except Refusal as found_wrong:
                return refused(found_wrong.problems, ruleset=link.table.round.tournament.rules)

        @csrf_exempt
        @wraps(view)
        def page(request: HttpRequest, token: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            return private(answer(request, token, *args, **kwargs))

        return page

    return decorate


def refused(
    problems: Iterable[Problem],
    status: int | None = None,
    *,
    ruleset: Ruleset | None = None,
    beside: Mapping[str, object] | None = None,
) -> JsonResponse:
    """`{"errors": [{code, field, message}]}` in the active language, and what stands `beside` the errors. Without a
    status it follows from the code."""
    problems = list(problems)
    errors = [{"code": each.code, "field": each.field, "message": say(each, ruleset)} for each in problems]
    return told({"errors": errors, **(beside or {})}, status or _STATUS.get(problems[0].code, 422))


def told(value: Body, status: int = 200) -> JsonResponse:
    """The answer of a call."""
    return JsonResponse(value, status=status, encoder=_Readable)


def read_body(request: HttpRequest) -> Body:
    """The JSON object that was sent, whatever it calls itself. Raises Refusal."""
    try:
        body = parse(request.body)
    except Refusal as unreadable:
        raise Refusal(_as_call(problem) for problem in unreadable.problems) from unreadable
    if not isinstance(body, dict):
        raise refusal("bad-type", "", expected="object")
    return body


def read_message(request: HttpRequest, link: Link, *what: object) -> tuple[Body, Sent]:
    """What was sent under an idempotency key, and its receipt; `what` tells it from other calls with the same body.

    Raises Refusal. Where the link has ended, what cannot have been answered before is refused for that.
    """
    try:
        key = request.headers.get("Idempotency-Key", "")
        require_key(key)
        body = read_body(request)
        return body, Sent.of(link.table, key, *what, body)
    except Refusal:
        require_good(link)
        raise


def require_good(link: Link) -> None:
    """Raises Refusal of a link that has ended."""
    if link.ended is not None:
        raise refusal(link.ended.value, round=link.table.round.number)


def read_revision(request: HttpRequest) -> int:
    """The revision in If-Match, with or without quotation marks; 0, which none has, for what is no revision.

    Raises Refusal when there is no If-Match.
    """
    text = request.headers.get("If-Match", "").strip()
    if not text:
        raise refusal("if-match-missing", "If-Match")
    found = re.fullmatch(r'(?:W/)?"([0-9]{1,9})"|([0-9]{1,9})', text)
    return int(found[1] or found[2]) if found else 0


def take_number(body: Body, name: str) -> int:
    """Takes a whole number out of the body. Raises Refusal of one that is missing (or null), or is none."""
    value = body.pop(name, None)
    if value is None:
        raise refusal("missing-field", name, name=name)
    if type(value) is not int:
        raise refusal("bad-type", name, expected="number")
    return value


def _wrong(request: HttpRequest) -> HttpResponse:
    try:
        wrong_link(request)
    except TooManyWrong:
        return told_to_wait(refused([Problem("too-many-wrong-links", "")], 429))
    return refused([Problem("no-such-link", "")])


def _as_call(problem: Problem) -> Problem:
    return Problem("bad-json", "") if problem.code in _NO_JSON else problem


class _Readable(json.JSONEncoder):
    """Hungarian as it is written; half a surrogate pair, which UTF-8 has not, as the escape that it was."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{**kwargs, "ensure_ascii": False})

    def encode(self, value: Any) -> str:
        """The value as text that can be sent."""
        return super().encode(value).encode("utf-8", "backslashreplace").decode()
