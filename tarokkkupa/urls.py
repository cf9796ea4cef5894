"""The root of all addresses. Those of the product itself stand in `scoring.urls`, by audience.

The error pages 403.html, 403_csrf.html and 500.html are ordinary templates, which Django's own handlers
render.
"""

from django.contrib import admin
from django.urls import include, path

from tarokkkupa.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("", include("scoring.urls")),
]

handler400 = "tarokkkupa.errors.bad_request"
handler404 = "tarokkkupa.errors.not_found"
