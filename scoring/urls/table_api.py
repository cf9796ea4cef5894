"""The JSON calls below a table's link. No address here ends in a slash; the pages' do."""

from django.urls import URLPattern, URLResolver, path

from scoring.views.table import api

urlpatterns: list[URLPattern | URLResolver] = [
    path("deals", api.deals, name="api-deals"),
    path("deals/<str:id>", api.deal, name="api-deal"),
    path("deals/<str:id>/confirm", api.confirm, name="api-confirm"),
    path("preview", api.preview, name="api-preview"),
]
