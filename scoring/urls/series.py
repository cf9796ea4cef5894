"""Series of cups, for everybody. Printed and kept in bookmarks like the addresses of the cups."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from scoring.views import series

app_name = "series"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", series.series_list, name="list"),
    path("<slug:series>/", series.series, name="page"),
    path("<slug:series>.pdf", series.series_pdf, name="short-pdf"),
    path("<slug:series>.xlsx", series.series_xlsx, name="short-xlsx"),
    path("<slug:series>/exports/series.pdf", series.series_pdf, name="pdf"),
    path("<slug:series>/exports/series.xlsx", series.series_xlsx, name="xlsx"),
]
