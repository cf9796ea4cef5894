"""The ruling of a case to print and to sign."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from scoring.exports.pdf.ruling import ruling_pdf
from scoring.views.jury.access import Room, jury_page


@jury_page
def ruling(request: HttpRequest, room: Room, case: int) -> HttpResponse:
    """As a PDF in the language of the page; of an open case without what anybody ruled."""
    found = room.case(case)
    name = f"{room.tournament.slug}-case-{found.number}.pdf"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(ruling_pdf(found), content_type="application/pdf", headers=headers)
