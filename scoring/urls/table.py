"""Below a table's link: whoever has it may enter the deals of that table, without an account."""

from django.urls import URLPattern, URLResolver, include, path

from scoring.urls import public  # noqa: F401  (registers the converter "number")
from scoring.views.table import agreeing, corrections, entrance, hall, jury, page

app_name = "table"

Paths = list[URLPattern | URLResolver]

of_deal: Paths = [
    path("", corrections.correct, name="deal"),
    path("confirm/", corrections.confirm, name="confirm"),
    path("versions/", corrections.versions, name="versions"),
    path("jury/", jury.call, name="deal-call"),
]

of_table: Paths = [
    path("", page.page, name="page"),
    path("preview/", page.preview, name="preview"),
    path("hall/", hall.hall, name="hall"),
    path("start/", agreeing.start, name="start"),
    path("sign/", agreeing.sign, name="sign"),
    path("jury/", jury.call, name="call"),
    path("jury/<number:case>/vote/", jury.give_vote, name="vote"),
    path("deal/<number:position>/", include(of_deal)),
    path("", include("scoring.urls.table_api")),
]

urlpatterns = [
    path("", entrance.entrance, name="entrance"),
    path("<str:token>/", include(of_table)),
]
