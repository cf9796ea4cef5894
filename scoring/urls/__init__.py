"""Addresses of the product, by audience."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
