"""Where a second laptop fetches copies of everything: whoever has the secret."""

from django.urls import path

from scoring.views import copies

app_name = "copies"

urlpatterns = [path("<str:secret>/newest", copies.newest, name="newest")]
