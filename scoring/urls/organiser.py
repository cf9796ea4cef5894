"""The organiser's desk."""

from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path

from scoring.urls import public  # noqa: F401  (registers the converter "number")
from scoring.views.organiser import cups

app_name = "organiser"

of_tournament: list[URLPattern | URLResolver] = [
    path("", cups.desk, name="desk"),
]
if find_spec("scoring.urls.organiser_deals"):
    # deal-new, deal-edit and deal-revisions.
    of_tournament.append(
        path("rounds/<number:number>/tables/<number:table>/deals/", include("scoring.urls.organiser_deals"))
    )

urlpatterns = [
    path("", cups.my_cups, name="cups"),
    path("<slug:slug>/", include(of_tournament)),
]
