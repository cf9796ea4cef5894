"""Addresses, one module for each audience."""

from django.urls import include, path

urlpatterns = [
    path("", include("scoring.urls.public")),
    path("organise/", include("scoring.urls.organiser")),
]
