"""Below a table's link: whoever has it may enter the deals of that table, without an account."""

from django.urls import URLPattern, URLResolver, include, path

from scoring.urls import public  # noqa: F401  (registers the converter "number")
from scoring.views.table import page

app_name = "table"

Paths = list[URLPattern | URLResolver]

of_table: Paths = [
    path("", page.table_page, name="page"),
    path("", include("scoring.urls.table_api")),
]

urlpatterns = [
    path("<str:token>/", include(of_table)),
]
