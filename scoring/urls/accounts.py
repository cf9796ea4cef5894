"""Logging in and out, and passwords."""

from django.urls import path

from scoring.views import accounts

app_name = "accounts"

urlpatterns = [
    path("login/", accounts.Login.as_view(), name="login"),
    path("logout/", accounts.Logout.as_view(), name="logout"),
    path("organise/_password/", accounts.ChangePassword.as_view(), name="password"),
    path("password/<uidb64>/<token>/", accounts.SetPassword.as_view(), name="set-password"),
]
