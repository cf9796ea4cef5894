"""The jury's room. All needs a login, and all below a cup's slug a seat in its jury, or the organiser's role."""

from django.urls import URLPattern, URLResolver, include, path

from scoring.urls import public  # noqa: F401  (registers the converter "number")
from scoring.views.jury import case, deciding, facts, opening, paper, queue

app_name = "jury"

Paths = list[URLPattern | URLResolver]

of_case: Paths = [
    path("", case.case_page, name="case"),
    path("facts/", facts.facts, name="facts"),
    path("oral/", deciding.oral, name="oral"),
    path("withdraw/", deciding.withdraw, name="withdraw"),
    path("reopen/", deciding.reopen, name="reopen"),
    path("ruling.pdf", paper.ruling, name="ruling-pdf"),
]

of_tournament: Paths = [
    path("", queue.queue, name="queue"),
    path("new/", opening.new, name="new"),
    path("<number:case>/", include(of_case)),
]

urlpatterns = [
    path("", queue.my_rooms, name="cups"),
    path("<slug:slug>/", include(of_tournament)),
]
