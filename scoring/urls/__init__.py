"""Addresses, one module for each audience."""

from django.urls import include, path

urlpatterns = [
    path("", include("scoring.urls.public")),
    # Before the organisers', where a cup's short name stands in the place of "_password". No cup has such a name.
    path("", include("scoring.urls.accounts")),
    path("series/", include("scoring.urls.series")),
    path("organise/", include("scoring.urls.organiser")),
    path("jury/", include("scoring.urls.jury")),
    path("table/", include("scoring.urls.table")),
    path("copies/", include("scoring.urls.copies")),
]
