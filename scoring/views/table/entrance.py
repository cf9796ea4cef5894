"""The way to a table for who cannot scan its code: a short one is typed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from scoring.queries import find_code
from scoring.views.table.access import TooManyWrong, private, wrong_link

#: What is shown again of a text that is no code.
LONGEST = 40


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def entrance(request: HttpRequest) -> HttpResponse:
    """Asks for the code and leads to its table. After many wrong ones from one address it asks to wait; a good one is
    taken even then."""
    typed = request.POST.get("code", "") if request.method == "POST" else request.GET.get("code", "")
    error, status = "", 200
    if typed.strip() or request.method == "POST":
        link = find_code(typed)
        if link is not None:
            # Has it ended, its page says why, and where the results are.
            return private(HttpResponseRedirect(reverse("table:page", args=[link.table.token])))
        error, status = _wrong(request, typed)
    context = {"typed": typed[:LONGEST], "error": error}
    return private(render(request, "table/entrance.html", context, status=status))


def _wrong(request: HttpRequest, typed: str) -> tuple[str, int]:
    """Why a text leads to no table, and the status of the answer."""
    if not typed.strip():
        return _("Type the code that stands below the QR code of your table."), 422
    try:
        wrong_link(request)
    except TooManyWrong:
        return _("Too many wrong codes came from here. Wait a minute, then type the code once more."), 429
    return _("No table has this code. It has 8 letters and digits and stands below the QR code of your table."), 422
